"""What a hit does: damage (6.1), wounds, grabs and bites, death, reanimation and infection (8.0)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from rules.ruling import Part, Score
from rules.sentences import counted
from rules.zombies_surviving.charts import charts
from rules.zombies_surviving.items import effect as of_item
from rules.zombies_surviving.items import is_nimble, worn
from rules.zombies_surviving.options import reading
from rules.zombies_surviving.position import HUMANS, ZOMBIES, Figure, Kind, Position, moved, remember
from rules.zombies_surviving.survival.economy import INCAPACITATED, PRONE, STUNNED, UNCONSCIOUS, called
from rules.zombies_surviving.traits import adds, dies_at, total

Source = Literal["human", "zombie", "fall", "vehicle"]
COLUMNS: Mapping[Source, int] = {"human": 0, "zombie": 1, "fall": 2, "vehicle": 3}
NEXT: Mapping[Kind, Kind] = {"runner": "shuffler", "shuffler": "ankle_biter"}
"""What a zombie becomes at a wound (8.4)."""
WORDS: Mapping[Kind, str] = {
    "ankle_biter": "an ankle-biter", "shuffler": "a shuffler", "runner": "a runner", "boss": "a boss",
}  # fmt: skip
DEAD = "dead"
"""The number of the survivors that a seat has lost: "dead p1"."""
RESTS = "rests"
"""The state of a corpse that never rises."""
HELPLESS = (UNCONSCIOUS, INCAPACITATED)
HARMLESS_FALL = 2
"""A fall of so many inches hurts nobody (8.1)."""
RISES, RESTS_ON, SAFE = 1, 5, 5
"""The die on which a corpse rises and from which on it rests (8.5); the number against infection (8.6)."""


@dataclass(frozen=True, slots=True)
class Blow:
    """A hit: the die for its damage, what is added to it, and from what it comes. `by` is who struck."""

    die: int
    parts: tuple[Part, ...] = ()
    source: Source = "human"
    by: str = ""
    bite: bool = False
    non_lethal: bool = False

    @property
    def total(self) -> int:
        """The total on table 6.1."""
        return self.die + sum(part.value for part in self.parts)

    @property
    def result(self) -> str:
        """What table 6.1 says: "none", "fall", "grab", "stun", "1", "2" or "dead"."""
        return str(charts()["6.1"].row(self.total).value[COLUMNS[self.source]])


def armour(figure: Figure, *, ranged: bool) -> tuple[Part, ...]:
    """Return what somebody's clothes take off the damage (8.0)."""
    on = worn(figure)
    if ranged:
        return (Part("body armour", -2, "8.0", "roll"),) if "armour" in on else ()
    return (Part("padded clothes or armour", -1, "8.0", "roll"),) if on & {"padded", "armour"} else ()


def strike(position: Position, name: str, blow: Blow) -> tuple[Position, str]:
    """Return the position after a hit on a figure, and what it did to it: "z1 becomes an ankle-biter"."""
    p, figure, result = position, position.figures[name], blow.result
    if figure.kind not in HUMANS and blow.source in {"human", "zombie"}:
        p = release(p, name)
    if figure.has("screamer") and blow.source != "fall":
        p = p.noise(name)
    bitten = blow.bite and figure.kind in HUMANS and result != "none"
    if bitten:
        p = p.put(name, bites=figure.bites + 1)
    match result:
        case "fall":
            p = moved(p.put(name, p.figures[name].with_status(PRONE)), name)
            return p, f"{called(position, name)} staggers back 1 inch and falls"
        case "grab":
            return (
                (p, f"{called(position, name)} is bitten, without a wound")
                if blow.bite
                else grab(p, name, blow.by)
            )
        case "stun":
            fallen = p.figures[name].with_status(PRONE).with_status(STUNNED, p.turn)
            return p.put(
                name, fallen
            ), f"{called(position, name)} is stunned, falls, and loses the rest of the turn"
        case "dead" if blow.non_lethal and figure.kind in HUMANS:
            whole = dies_at(figure)
            stunned = figure.non_lethal + whole - figure.wounds
            kept = replace(p.figures[name].with_status(UNCONSCIOUS), wounds=whole, non_lethal=stunned)
            return p.put(name, kept), f"{called(position, name)} is unconscious"
        case "dead":
            return kill(p, name, "dies of a head shot" if blow.source == "human" else "dies")
        case "1" | "2":
            p, text = wound(p, name, int(result), non_lethal=blow.non_lethal)
            return p, f"{text}, bitten" if bitten else text
        case _:
            return p, f"{called(position, name)} takes no harm"


def better(position: Position, name: str, blow: Blow) -> bool:
    """Whether 1 more on the die of a blow would do more harm to a figure (10.1)."""
    order = ("none", "fall", "1", "2", "dead")
    now, then = order.index(blow.result), order.index(replace(blow, die=blow.die + 1).result)
    return then > now and not (now >= order.index("1") and _last_wound(position, name, now - 1))


def _last_wound(position: Position, name: str, wounds: int) -> bool:
    """Whether so many wounds are enough to be rid of a figure already."""
    after, _ = wound(position, name, wounds)
    return name not in after.figures or after.figures[name].kind == "corpse"


def wound(position: Position, name: str, wounds: int, *, non_lethal: bool = False) -> tuple[Position, str]:
    """Return the position after so many wounds of a figure, and what they did (8.3, 8.4)."""
    figure = position.figures[name]
    if figure.kind in ZOMBIES:
        return _zombie_wounded(position, name, wounds)
    if figure.kind == "feral_dog":
        return gone(position, name), f"{called(position, name)} dies"
    if figure.kind == "corpse":
        return position, f"{called(position, name)} is dead"
    shrugged = figure.has("tough") and "tough" not in figure.used
    if shrugged:
        figure, wounds = replace(figure, used=(*figure.used, "tough")), wounds - 1
    total = figure.wounds + wounds
    if total >= dies_at(figure) and not non_lethal and wounds:
        return kill(position.put(name, figure), name, "dies")
    stunned = figure.non_lethal + (wounds if non_lethal else 0)
    hurt = replace(figure, wounds=min(total, dies_at(figure)), non_lethal=stunned)
    text = (
        f"{called(position, name)} has {counted(hurt.wounds, 'wound')}"
        if wounds
        else f"{called(position, name)} is tough: no wound"
    )
    if total >= dies_at(figure):
        kept = replace(hurt.with_status(UNCONSCIOUS), non_lethal=min(stunned, hurt.wounds))
        return position.put(name, kept), f"{called(position, name)} is unconscious"
    return position.put(name, hurt), text + (" (tough: one did not count)" if shrugged and wounds else "")


def _zombie_wounded(position: Position, name: str, wounds: int) -> tuple[Position, str]:
    figure = position.figures[name]
    if figure.kind == "boss":
        total = figure.wounds + wounds
        if total >= int(reading(position, "boss_wounds")):
            return gone(position, name), f"{called(position, name)} is gone"
        return position.put(name, wounds=total), f"{called(position, name)} has {counted(total, 'wound')}"
    kind: Kind | None = figure.kind
    for _ in range(wounds):
        kind = NEXT.get(kind) if kind else None
    if kind is None:
        return gone(position, name), f"{called(position, name)} is gone"
    return position.put(name, kind=kind), f"{called(position, name)} becomes {WORDS[kind]}"


def kill(position: Position, name: str, dies: str = "dies") -> tuple[Position, str]:
    """Return the position after a death: a human leaves a corpse with all that it carried (8.3, 8.5)."""
    figure = position.figures[name]
    if figure.kind not in HUMANS:
        return (
            gone(position, name),
            f"{called(position, name)} is gone"
            if figure.kind in ZOMBIES
            else f"{called(position, name)} {dies}",
        )
    p = moved(release(position, name), name)
    dead = replace(figure, kind="corpse", died_on=p.turn, statuses=(), grabbed_by=(), attitude="", group="")
    p = p.count(f"{DEAD} {figure.seat}") if figure.seat else p
    return p.put(name, dead), f"{called(position, name)} {dies}"


def gone(position: Position, name: str) -> Position:
    """Return the position without a zombie, dog or corpse. What it carried stays, and rests."""
    figure = position.figures[name]
    if not figure.items and not figure.supplies:
        return position.without(name)
    p = moved(release(position, name), name)
    rest = replace(figure, kind="corpse", statuses=(), grabbed_by=(), group="", wounds=0)
    return p.put(name, rest.with_status(RESTS))


def grab(position: Position, name: str, by: str) -> tuple[Position, str]:
    """Return the position after a grab: the figures touch; nimble ones slip away (8.2)."""
    figure = position.figures[name]
    if figure.kind not in HUMANS or not by:
        return position, f"{called(position, name)} takes no harm"
    if is_nimble(figure):
        return position, f"{called(position, name)} is nimble and slips away"
    held = tuple(dict.fromkeys((*figure.grabbed_by, by)))
    return remember(
        position.put(name, grabbed_by=held), "inches", name, by, 0
    ), f"{called(position, by)} grabs {called(position, name)}"


def release(position: Position, name: str) -> Position:
    """Return the position in which a figure holds nobody: it was hit, or is gone (8.2)."""
    for victim, figure in position.figures.items():
        if name in figure.grabbed_by:
            position = position.put(victim, grabbed_by=tuple(n for n in figure.grabbed_by if n != name))
    return position


def lay_to_rest(position: Position, name: str) -> Position:
    """Return the position after a double-tap: the corpse never rises (5.13)."""
    return gone(position, name)


def awake(figure: Figure) -> Figure:
    """Return a figure without its non-lethal wounds: one FIRST AID removes them all (8.3)."""
    left = max(0, figure.wounds - figure.non_lethal)
    return replace(figure.without_status(UNCONSCIOUS), wounds=left, non_lethal=0)


def falling_dice(inches: float) -> int:
    """Return how many dice a fall of so many inches takes (8.1)."""
    return 2 if inches > HARMLESS_FALL else 0


def fall(position: Position, name: str, inches: float, dice: Sequence[int]) -> tuple[Position, str]:
    """Return the position after a fall (8.1): the first die against the height, the second for the harm."""
    if not falling_dice(inches):
        return position, f"{called(position, name)} lands well"
    parts = (Part("height", int(inches) - dice[0], "8.1", "roll"),)
    return strike(position, name, Blow(dice[1], parts, "fall"))


def may_rise(position: Position) -> tuple[str, ...]:
    """Return the corpses to roll for in this turn: those of earlier turns that do not rest (8.5)."""
    dead = ((name, position.figures[name]) for name in position.of_kind("corpse"))
    return tuple(n for n, one in dead if one.died_on < position.turn and not one.status(RESTS))


def reanimate(position: Position, name: str, die: int) -> tuple[Position, str]:
    """Return the position after a roll for a corpse: a shuffler with all that it carried, or at rest."""
    figure = position.figures[name]
    if die == RISES:
        p, (risen,) = position.without(name).add(
            "shuffler", zone=figure.zone, items=figure.items, supplies=figure.supplies
        )
        return p, f"{called(position, name)} rises as {called(position, risen)}"
    if die >= RESTS_ON:
        return gone(position, name), f"{called(position, name)} rests in peace"
    return position, f"{called(position, name)} lies still, for now"


def infection_score(position: Position, name: str) -> Score:
    """Return what a survivor needs for each bite at the end of the game, taken apart (8.6)."""
    figure = position.figures[name]
    alive = [one for one in position.figures.values() if one.kind == "survivor"]
    doctor = max((total(one, "party_infection") for one in alive), default=0)
    parts = (
        Part("infection", SAFE, "8.6"),
        Part("heavy or padded clothes or armour", -int(bool(worn(figure))), "8.6"),
        *(replace(part, value=-part.value, to="needed") for part in adds(figure, "infection")),
        Part("a scientist in the party", -doctor, "8.6"),
        Part("vaccine", -of_item("vaccine", "infection") * figure.carries("vaccine"), "11.5"),
    )
    return Score("d6", tuple(part for part in parts if part.value))


def is_infected(position: Position, name: str, die: int) -> bool:
    """Whether a bite infects: a natural 1 always does, and good sense does not help (8.6)."""
    return die == 1 or die < infection_score(position, name).needed
