"""What is found: the lists of things one inside the other (11.0 to 11.8), and how things change hands.

The dice of one find are read in the order in which the charts ask for them. Each shows 1 to 6; a d3 is half
of one, rounded up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rules.dice import Dice
from rules.rulebook.charts import Chart, Row
from rules.sentences import counted
from rules.zombies_surviving import items
from rules.zombies_surviving.charts import charts
from rules.zombies_surviving.items import things
from rules.zombies_surviving.position import AMERICAN, CANADIAN, Figure, Item
from rules.zombies_surviving.traits import total

KINDS, CACHE, WEAPONS, AMMUNITION, SPECIAL_AMMUNITION = "11.0", "11.6", "11.3", "11.4", "11.8"
KIT, AXE = "13.2", 3
FEWER_ARMS = ("11.3", "11.4", "11.7", "11.8")
"""The lists on which Canadian dice count 1 less each (13.1)."""
HALF_LOADED, FULL, WITH_MORE = 3, 5, 6
"""The dice from which on a weapon is found half loaded, full, and with more rounds (11.3)."""
BANDOLIER = 12
RIFLE_ROUNDS = (8, 12, 20)
GRENADES = ("smoke_grenade", "tear_gas_grenade", "fragmentation_grenade")
BY_TWO = ("arrows", "shot", "slugs", "sniper_rounds")
"""Of these, two dice multiplied are found; of other rounds three (11.4, 11.8)."""
SILENCERS = {5: "automatic_pistol", 6: "submachine_gun"}
"""For which weapon a silencer is, by the die; for all others it is a pistol (11.5)."""
NO_GASOLINE = 3
RIDDEN = ("mountain_bike", items.SKIS)
USES = 3


class Lacks(Exception):
    """Raised while reading dice of a find when there are too few; `count` is how many it takes by now."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count


@dataclass(slots=True)
class Stream:
    """Dice that are read one after the other, on these charts; in `canada` there are fewer arms (13.1)."""

    dice: Sequence[int]
    read: int = 0
    canada: bool = False
    charts: Mapping[str, Chart] = field(default_factory=charts)

    def take(self, count: int = 1) -> Sequence[int]:
        """Return the next dice. Raises Lacks."""
        if self.read + count > len(self.dice):
            raise Lacks(self.read + count)
        self.read += count
        return self.dice[self.read - count : self.read]

    def roll(self, expression: str) -> int:
        """Return what dice of an expression come to: "d3", "2d6", "4"."""
        if expression.isdigit():
            return int(expression)
        dice = Dice.read(expression)
        rolled = self.take(dice.count)
        return dice.plus + sum((die + 1) // 2 if dice.sides == 3 else die for die in rolled)

    def times(self, count: int) -> int:
        """Return what dice come to that are multiplied with each other."""
        product = 1
        for die in self.take(count):
            product *= die
        return product


@dataclass(frozen=True, slots=True)
class Find:
    """What somebody has found; `choices` are lists from which he may choose a thing."""

    supplies: int = 0
    things: tuple[Item, ...] = ()
    choices: tuple[str, ...] = ()
    rows: tuple[tuple[str, str], ...] = field(default=())
    """The rows that were rolled, each as its chart and its label."""
    lost: bool = False
    """Whether the print has lost one of these rows, so that it is ours."""

    def __add__(self, other: Find) -> Find:
        return Find(
            self.supplies + other.supplies,
            (*self.things, *other.things),
            (*self.choices, *other.choices),
            (*self.rows, *other.rows),
            self.lost or other.lost,
        )

    @property
    def told(self) -> str:
        """What was found, in words: "2 supplies and a crowbar"."""
        words = [described(one) for one in self.things]
        if self.supplies:
            words.insert(0, supplies(self.supplies))
        words += ["a household item of his choice" for _ in self.choices]
        return (", ".join(words) or "nothing") + (" (ours: a row that is lost in print)" if self.lost else "")


def supplies(count: int) -> str:
    """Return a number of supplies in words."""
    return counted(count, "supply") if count == 1 else f"{count} supplies"


def described(one: Item) -> str:
    """Return a thing in words: "pistol with 6 rounds", "3 smoke grenades"."""
    name = items.called(one.item)
    if "weapon" in things().get(one.item, {}) and things()[one.item].get("rounds"):
        return f"{name} with {counted(one.loaded, 'round')}"
    return name if one.count == 1 else f"{one.count} × {name}"


def find(
    figure: Figure | None,
    dice: Sequence[int],
    *,
    barricaded: bool = False,
    book: Mapping[str, Chart] | None = None,
) -> Find | int:
    """Return the special item that dice find (11.0), or how many dice it takes by now.

    `book` are the charts of the table.
    """
    stream = Stream(dice, charts=book or charts())
    return _reading(lambda: _special(figure, stream, barricaded=barricaded))


def find_on(chart: str, dice: Sequence[int]) -> Find | int:
    """Return what dice find on one of the lists, or how many dice it takes by now."""
    return _reading(lambda: _on(chart, Stream(dice)))


def special(figure: Figure | None, stream: Stream, *, barricaded: bool = False) -> Find:
    """Return a special item, read from the next dice of a stream. Raises Lacks."""
    return _special(figure, stream, barricaded=barricaded)


def _reading(reader: Callable[[], Find]) -> Find | int:
    try:
        return reader()
    except Lacks as lacks:
        return lacks.count


def _special(figure: Figure | None, stream: Stream, *, barricaded: bool) -> Find:
    stream.canada = stream.canada or bool(figure and (figure.status(CANADIAN) or figure.status(AMERICAN)))
    more = barricaded + (total(figure, "item") if figure else 0)
    row = stream.charts[KINDS].row(stream.roll("d6") + more)
    return Find(rows=((KINDS, row.label),), lost=row.lost) + _on(str(row.value), stream)


def _on(chart: str, stream: Stream) -> Find:
    dice = stream.charts[chart].dice
    count = stream.roll(str(dice))
    if stream.canada and chart in FEWER_ARMS and dice is not None:
        count -= dice.count
        if count < dice.totals[0]:
            return kit(stream)
    row = stream.charts[chart].row(count)
    here = Find(rows=((chart, row.label),), lost=row.lost)
    if chart == CACHE:
        more = here + Find(stream.roll(str(row.value.get("supplies", "0"))))
        for name in row.value["charts"]:
            more += _on(str(name), stream)
        return more
    if "chart" in row.value:
        return here + _on(str(row.value["chart"]), stream)
    if "choice" in row.value:
        return here + Find(stream.roll(str(row.value["supplies"])), choices=(chart,))
    return here + _thing(chart, row, stream)


def kit(stream: Stream) -> Find:
    """Return what Canadians have instead of arms, read from the next dice of a stream (13.2)."""
    row = stream.charts[KIT].row(stream.roll("2d6"))
    here, value = Find(rows=((KIT, row.label),), lost=row.lost), row.value
    if "supplies" in value:
        return here + Find(stream.roll(value["supplies"]))
    if "choose" in value:
        return here + Find(choices=(str(value["choose"]),))
    if "saw" in value:
        name = "axe" if stream.roll("d6") <= AXE else "chainsaw"
        return here + Find(things=(made(name, stream),))
    return here + Find(things=(made(str(value.get("item") or value["gives"]), stream),))


def _thing(chart: str, row: Row, stream: Stream) -> Find:
    name = str(row.value["item"])
    if "weapon" in row.value:
        return _weapon(name, row.value, stream)
    if chart == AMMUNITION:
        count = stream.roll("d3") if name in GRENADES else stream.times(2 if name in BY_TWO else 3)
        return Find(things=(Item(name, _less(count, stream)),))
    if chart == SPECIAL_AMMUNITION:
        count = stream.times(2) if name in BY_TWO else stream.roll("d6")
        return Find(things=(Item(name, _less(count, stream)),))
    if "count" in row.value:
        return Find(things=(Item(name, stream.roll(str(row.value["count"]))),))
    return Find(things=(made(name, stream),))


def _less(count: int, stream: Stream) -> int:
    """Return how much ammunition is found: half of it in Canada (13.1)."""
    return (count + 1) // 2 if stream.canada else count


def made(name: str, stream: Stream | None = None) -> Item:
    """Return a new thing of no list that is counted; what is in it needs dice. Raises Lacks."""
    if name == "first_aid_kit":
        return Item(name, loaded=USES)
    if name == "chainsaw" and stream is not None:
        return Item(name, loaded=int(stream.roll("d6") > NO_GASOLINE))
    if name == items.SILENCER and stream is not None:
        return Item(name, fitted=(SILENCERS.get(stream.roll("d6"), "pistol"),))
    return Item(name)


def _weapon(name: str, data: Mapping[str, Any], stream: Stream) -> Find:
    """Return a weapon, its load, and what lies beside it (11.3)."""
    holds = RIFLE_ROUNDS[stream.roll("d3") - 1] if name == "rifle" else 0
    most = holds or int(data.get("rounds", 0))
    die = stream.roll("d6")
    loaded = most if die >= FULL else most // 2 if die >= HALF_LOADED else 0
    weapon = Item(name, loaded=loaded, holds=holds)
    fits = tuple(data.get("fits", ()))
    if die < WITH_MORE or not fits:
        return Find(things=(weapon,))
    if data.get("magazine"):
        return Find(things=(weapon, Item(items.magazine_of(name), loaded=most)))
    return Find(things=(weapon, Item(str(fits[0]), BANDOLIER)))


def is_loose(name: str) -> bool:
    """Whether a thing is rounds, shells or arrows: they change hands together (R-5.3e)."""
    return items.sold_by(name) > 1


def price(one: Item) -> int:
    """Return the price of things in supplies, all of them (5.3); a magazine costs what its rounds do."""
    if one.item.endswith("_magazine"):
        return price(Item(_loose(one), one.loaded))
    return int(things().get(one.item, {}).get("cost", 0)) * -(-one.count // items.sold_by(one.item))


def acquire(figure: Figure, new: Item) -> Figure:
    """Return the figure with one more thing. Two of a kind are counted together, with what is in them.

    It does not sit on the bicycle or stand on the skis that it gets.
    """
    new = replace(new, on=False) if new.item in RIDDEN else new
    old = figure.item(new.item)
    if old is None or not old.count:
        return figure.with_item(new)
    rounds = new.loaded
    if rounds and old.ammo != new.ammo and (loose := _loose(new)):
        figure, rounds = items.given(figure, loose, rounds), 0
    count, holds = old.count + new.count, old.holds or new.holds
    loaded = old.loaded + rounds
    if holds and loaded > holds * count and (loose := _loose(old)):
        figure, loaded = items.given(figure, loose, loaded - holds * count), holds * count
    fitted = tuple(dict.fromkeys((*old.fitted, *new.fitted)))
    both = replace(old, count=count, holds=holds, loaded=loaded, fitted=fitted)
    return figure.with_item(replace(both, jammed=old.jammed and new.jammed))


def _loose(one: Item) -> str:
    """Return the kind of loose rounds that come out of a weapon or a magazine, or ""."""
    weapon = one.item.removesuffix("_magazine")
    fits = tuple(things().get(weapon, {}).get("fits", ()))
    return one.ammo or (str(fits[0]) if fits else "")


def part(figure: Figure, name: str, count: int = 1) -> tuple[Figure, Item] | None:
    """Return the figure without so many of a thing, and these; None where it has fewer.

    Of several weapons or magazines, these have as much loaded as goes into them.
    """
    held = figure.item(name)
    if held is None or not 0 < count <= held.count:
        return None
    if count == held.count:
        return figure.without_item(name), held
    each = held.holds or int(things().get(name.removesuffix("_magazine"), {}).get("rounds", USES))
    loaded = min(held.loaded, each * count)
    gone = replace(held, count=count, loaded=loaded, fitted=(), grenade="", on=False, jammed=False)
    return figure.with_item(replace(held, count=held.count - count, loaded=held.loaded - loaded)), gone


def receive(figure: Figure, found: Find) -> Figure:
    """Return the figure with all that it has found, and with what it may still choose."""
    figure = replace(figure, supplies=figure.supplies + found.supplies)
    for one in found.things:
        figure = acquire(figure, one)
    for n, chart in enumerate(found.choices):
        figure = figure.with_status(f"may_choose {chart} {n + _choices(figure)}")
    return figure


def _choices(figure: Figure) -> int:
    return sum(status.name.startswith("may_choose ") for status in figure.statuses)
