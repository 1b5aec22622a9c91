"""The course of a game: units, doors and hidden zombies by Game-Turn, and what became of the characters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields

from referee.games.dawn_of_the_dead.report.story import Step, moments, with_movers
from rules.dawn_of_the_dead import effects as fx
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS
from rules.dawn_of_the_dead.position import SET_UP, Position
from rules.effects import Effect


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """How the table stood at the end of a Game-Turn; `turn` 0 is the end of set-up.

    `units` are zombie units on the map, `berserk` those of them that were berserk, `eliminated` those in the
    pool, `hidden` the squares not yet revealed. `main_doors` and `side_doors` are closed, `destroyed` glass
    doors. `kills` counts the units eliminated since set-up, `entered` those that came from the pool: a unit
    may do both more than once.
    """

    turn: int
    units: int
    berserk: int
    supers: int
    eliminated: int
    hidden: int
    main_doors: int
    side_doors: int
    destroyed: int
    kills: int
    entered: int


@dataclass(frozen=True, slots=True)
class Spell:
    """A time that a character spent in one status. `start` and `end` are Game-Turns since the start.

    `turn` and `n` tell in which Game-Turn and with which line of the record it began (`n` 0: with set-up).
    """

    character: str
    status: str
    start: float
    end: float
    turn: int
    n: int


@dataclass(frozen=True, slots=True)
class Closing:
    """A main door that was closed for good (5.5): in which Game-Turn, with which line, and by whom."""

    door: str
    turn: int
    n: int
    by: tuple[str, ...]


def turn_ends(steps: Sequence[Step]) -> list[TurnEnd]:
    """Return the table after set-up and at the end of each Game-Turn. The last one may be incomplete."""
    count = _start(steps[0].start)
    ends: dict[int, TurnEnd] = {}
    for step in steps:
        for effect in step.effects:
            _count(count, effect)
        turn = 0 if step.action.do in SET_UP else step.turn
        ends[turn] = TurnEnd(turn, **{name: count[name] for name in _COUNTED})
    return [ends[turn] for turn in sorted(ends)]


def spells(steps: Sequence[Step]) -> list[Spell]:
    """Return each character's statuses in order, from the start of play to the end."""
    status = dict.fromkeys(CHARACTERS, "normal")
    began: dict[str, tuple[float, int, int]] = dict.fromkeys(CHARACTERS, (0.0, 1, 0))
    finished: list[Spell] = []
    end = 0.0
    for step, time in moments(steps):
        end = time
        changed = {e.whom: e.status for e in step.effects if isinstance(e, fx.StatusChanged)}
        for name, now in changed.items():
            finished.append(_spell(name, status[name], began[name], time))
            status[name], began[name] = now, (time, step.turn, step.n)
    finished += [_spell(name, status[name], began[name], end) for name in CHARACTERS]
    return sorted(finished, key=lambda s: (CHARACTERS.index(s.character), s.start, s.n))


def closings(steps: Sequence[Step]) -> list[Closing]:
    """Return the main doors in the order in which they were closed."""
    closed: list[Closing] = []
    for step, movers in with_movers(steps):
        shut = (e for e in step.effects if isinstance(e, fx.MainDoorClosed))
        closed += [Closing(effect.door, step.turn, step.n, movers) for effect in shut]
    return closed


def _spell(name: str, status: str, began: tuple[float, int, int], end: float) -> Spell:
    return Spell(name, status, began[0], end, began[1], began[2])


_COUNTED = tuple(f.name for f in fields(TurnEnd) if f.name != "turn")


def _start(position: Position) -> Counter[str]:
    """Return what of the table is counted, as it was before the first step."""
    doors = list(position.doors.values())
    return Counter(
        units=len(position.zombies),
        berserk=sum(unit.berserk for unit in position.zombies.values()),
        supers=sum(c.status == "super_zombie" for c in position.characters.values()),
        eliminated=len(position.eliminated),
        hidden=len(position.hidden),
        main_doors=sum(state == "closed" for state in position.main_doors.values()),
        side_doors=doors.count("closed"),
        destroyed=doors.count("destroyed"),
    )


def _count(count: Counter[str], effect: Effect) -> None:
    """Count what an effect did."""
    match effect:
        case fx.HiddenChosen(squares):
            count["hidden"] = len(squares)
        case fx.Appeared():
            count["units"] += 1
            if effect.pool == "hidden_box":
                count["hidden"] -= 1
            else:
                count["eliminated"] -= 1
                count["entered"] += 1
        case fx.Eliminated():
            count["units"] -= 1
            count["eliminated"] += 1
            count["kills"] += 1
            count["berserk"] -= effect.berserk
        case fx.BerserkChanged():
            count["berserk"] += 1 if effect.berserk else -1
        case fx.StatusChanged():
            count["supers"] += (effect.status == "super_zombie") - (effect.was == "super_zombie")
        case fx.MainDoorClosed():
            count["main_doors"] += 1
        case fx.DoorChanged():
            count[_DOORS[effect.was]] -= 1
            count[_DOORS[effect.state]] += 1


_DOORS = {"closed": "side_doors", "destroyed": "destroyed", "open": "side doors open"}
