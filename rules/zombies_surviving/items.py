"""What a thing does, read off the charts: weapons and their ranges (6.0), ammunition, what is worn (11.0)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from rules.zombies_surviving.charts import charts
from rules.zombies_surviving.options import reading
from rules.zombies_surviving.position import Figure, Item, Position
from rules.zombies_surviving.traits import total

BARE_HANDS, KNIFE, LARGE_KNIFE, ROCK, SPEAR, CHAINSAW = (
    "bare_hands", "knife", "large_knife", "rock", "spear", "chainsaw",
)  # fmt: skip
SAWN_OFF, SCOPE, SILENCER, LASER = "sawn_off", "scope", "silencer", "laser_aim"
SKIS, STICK = "skis", "hockey_stick"
SHOT, SLUGS = "shot", "slugs"
LISTS = ("11.1", "11.2", "11.3", "11.4", "11.5", "11.7", "11.8", "11.10", "13.2")
NO_NIMBLE = ("padded", "heavy", "armour")
LARGE_WEAPONS, SUPPLIES = 3, 20
"""How much can be carried without being encumbered (11.9)."""
LASER_RANGE = 10
BUNDLE = 5


@cache
def things() -> Mapping[str, Mapping[str, Any]]:
    """Return what the charts say of each thing, by its id."""
    rows = (row for name in LISTS for row in charts()[name].entries)
    return {row.value["item"]: row.value for row in rows if "item" in row.value}


@cache
def classes() -> Mapping[str, Mapping[str, Any]]:
    """Return the rows of the weapons that shoot or are thrown (6.0), by class."""
    return {row.value["class"]: row.value for row in charts()["6.0"].entries if "class" in row.value}


@cache
def hand_weapons() -> Mapping[str, int]:
    """Return the damage of each weapon for melee."""
    rows = [row.value for row in charts()["6.0"].entries if "melee" in row.value]
    listed = {weapon: int(row["melee"]) for row in rows for weapon in row["weapons"]}
    return {**listed, **{name: int(one["melee"]) for name, one in things().items() if "melee" in one}}


def called(item: str) -> str:
    """Return a thing's name in a sentence: "pump gun"."""
    return item.replace("_", " ")


def one_of(item: str) -> str:
    """Return a thing at the start of a sentence: "A pump gun", "An axe"."""
    return f"A{'n' if item[:1] in 'aeiou' else ''} {called(item)}"


def in_hand(item: str) -> str:
    """Return what somebody strikes with: "the axe", "bare hands"."""
    return called(item) if item == BARE_HANDS else f"the {called(item)}"


def effect(item: str, what: str) -> int:
    """Return what a thing adds to a kind of roll: "enter", "infection"."""
    return int(things().get(item, {}).get("effects", {}).get(what, 0))


def worn(figure: Figure) -> frozenset[str]:
    """Return what a figure wears: "padded", "heavy", "armour"."""
    return frozenset(
        str(kind) for one in figure.items if (kind := things().get(one.item, {}).get("worn")) is not None
    )


def is_nimble(figure: Figure) -> bool:
    """Whether no grab holds the figure: nimble, and nothing heavy is worn (8.2)."""
    return figure.has("nimble") and not worn(figure) & {*NO_NIMBLE}


def on_skis(figure: Figure) -> bool:
    """Whether a figure has skis on (13.2)."""
    skis = figure.item(SKIS)
    return skis is not None and skis.on


def encumbered(figure: Figure) -> bool:
    """Whether a figure carries so much that it moves and runs 1 inch less (11.9)."""
    large = sum(one.count for one in figure.items if things().get(one.item, {}).get("large"))
    heavy = any(things().get(one.item, {}).get("heavy") or one.item == "battery" for one in figure.items)
    return large > LARGE_WEAPONS or figure.supplies > SUPPLIES + total(figure, "supplies") or heavy


@dataclass(frozen=True, slots=True)
class Gun:
    """A weapon that shoots or is thrown, as it is in somebody's hands: what fits, what is in it.

    `kind` is what traits go by: "firearm", "bow", "throw". `ranges` and `damage` are short, medium, long;
    `damage` is empty for a weapon with an effect of its own. `room` is how many rounds it holds; 0 is a
    weapon that is not loaded.
    """

    item: str
    of: str
    kind: str
    ranges: tuple[float, ...]
    damage: tuple[int, ...]
    room: int
    fits: tuple[str, ...]
    data: Mapping[str, Any]

    @property
    def automatic(self) -> bool:
        return bool(self.data.get("automatic"))

    @property
    def whole(self) -> tuple[int, ...]:
        """The ranges as limits of a question, where they are whole inches."""
        return tuple(int(one) for one in self.ranges) if all(one % 1 == 0 for one in self.ranges) else ()


def class_of(item: str, held: Item | None) -> str | None:
    """Return the row of a weapon that shoots or is thrown (6.0), or None."""
    if item in {ROCK, SPEAR, KNIFE, LARGE_KNIFE}:
        return ROCK if item == ROCK else SPEAR
    one = things().get(item, {})
    if "weapon" in one:
        return "slug" if held is not None and held.ammo == SLUGS else str(one["weapon"])
    return "grenade" if "explosive" in one and not item.endswith("_40mm") else None


def gun(position: Position, figure: Figure, item: str) -> Gun | None:
    """Return a weapon as it shoots in the hands of a figure, or None for a thing that does not shoot."""
    held = figure.item(item)
    of = class_of(item, held)
    if of is None:
        return None
    row, data = classes()[of], things().get(item, {})
    ranges = [float(one) for one in row["ranges"]]
    if of == "bow":
        ranges[2] = float(reading(position, "bow_range"))
    if of == "rifle":
        ranges[0] = float(reading(position, "rifle_range"))
    fitted = held.fitted if held else ()
    if SAWN_OFF in fitted:
        ranges = [one / 2 for one in ranges]
    if SCOPE in fitted:
        ranges = [ranges[0], ranges[1] + effect(SCOPE, "medium"), ranges[2] + effect(SCOPE, "long")]
    more = effect(SILENCER, "range") if SILENCER in fitted else 0
    if of != "taser" and row["kind"] in {"throw", "bow"}:
        more += total(figure, "reach")
    if item == ROCK and figure.carries("sling"):
        more += effect("sling", "rock_range")
    damage = tuple(int(one) + hit_harder(position, figure, held, item) for one in row["damage"])
    room = held.holds if held and held.holds else int(data.get("rounds", 0))
    fits, kind = tuple(data.get("fits", ())), str(row["kind"])
    return Gun(item, of, kind, tuple(max(0.0, one + more) for one in ranges), damage, room, fits, data)


def hit_harder(position: Position, figure: Figure, held: Item | None, item: str) -> int:
    """Return what rounds of high power, a sling or a thrown knife change in the damage of the row."""
    if item == ROCK and figure.carries("sling"):
        return effect("sling", "rock_damage")
    if item in {KNIFE, LARGE_KNIFE}:
        return melee_damage(position, item, None)
    return int(things().get(held.ammo, {}).get("power", 0)) if held and held.ammo else 0


def melee_damage(position: Position, item: str, held: Item | None, *, at_zombie: bool = True) -> int:
    """Return the damage of a weapon in melee (6.0)."""
    if item == KNIFE:
        return int(reading(position, "knife_damage"))
    if item == "skillet":
        return int(reading(position, "skillet_damage"))
    if item == LARGE_KNIFE:
        return -1 if at_zombie else 0
    if item == CHAINSAW and held is not None and held.on:
        return int(things()[CHAINSAW]["running"])
    return hand_weapons().get(item, 0)


def sold_by(item: str) -> int:
    """Return how many of a thing its price buys: rounds, shells, arrows, cartridges come by five (R-5.3e)."""
    loose = item in {"arrows", "shot", "slugs", "taser_cartridges"}
    return BUNDLE if loose or item.endswith(("_rounds", "_high_power")) else 1


def taken(figure: Figure, item: str, count: int = 1) -> Figure:
    """Return the figure with fewer of a thing that is counted: grenades, rounds, arrows. Never below none."""
    one = figure.item(item)
    if one is None:
        return figure
    left = max(0, one.count - count)
    return figure.with_item(replace(one, count=left)) if left else figure.without_item(item)


def given(figure: Figure, item: str, count: int = 1) -> Figure:
    """Return the figure with more of a thing that is counted."""
    one = figure.item(item)
    if one is None:
        return figure.with_item(Item(item, count)) if count else figure
    return figure.with_item(replace(one, count=one.count + count))


def magazine_of(item: str) -> str:
    """Return the id of the spare magazines of a weapon: their `loaded` rounds are counted together."""
    return f"{item}_magazine"


def can_jam(item: str) -> bool:
    """Whether a misfire jams the weapon: a firearm, but no revolver and no double-barrelled gun (6.8)."""
    of = class_of(item, None)
    return of is not None and classes()[of]["kind"] == "firearm" and item not in {"revolver", "double_barrel"}
