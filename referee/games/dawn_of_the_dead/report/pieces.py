"""Every secret opened: where each unit began and ended, and when each hidden zombie appeared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.games.dawn_of_the_dead.report.story import Step, with_movers
from rules.dawn_of_the_dead import effects as fx
from rules.dawn_of_the_dead.position import Position
from rules.effects import Effect

UNKNOWN = 99
"""Sorts units of unknown value behind all others."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """An event in a unit's life: `what` is "began", "boxed", "appeared", "entered" or "eliminated".

    "boxed": it began in the Hidden Zombie box, or in solitaire play among the eliminated (R-15.1a).
    """

    what: str
    square: str
    turn: int
    n: int


@dataclass(frozen=True, slots=True)
class Unit:
    """One zombie unit. `value` is None for cardboard that nobody turned up.

    `square` is where it ended, None off the map.
    """

    value: int | None
    square: str | None
    chapters: tuple[Chapter, ...]

    @property
    def fate(self) -> str:
        """Where it ended: "map", "eliminated" or "boxed" (never drawn)."""
        return "map" if self.square else "boxed" if self.chapters[-1].what == "boxed" else "eliminated"


@dataclass(frozen=True, slots=True)
class Hiding:
    """A hidden zombie: its square, and how it appeared. `how` is "met", "revealed" or "" (never).

    `value` is None if it was never drawn, or for unread cardboard.
    """

    square: str
    how: str = ""
    turn: int = 0
    n: int = 0
    value: int | None = None
    by: tuple[str, ...] = ()


@dataclass(slots=True)
class _Counters:
    """The units, followed from effect to effect."""

    on_map: dict[str, Unit]
    boxed: list[Unit]
    off: list[Unit]

    def learn(self, square: str, value: int | None) -> None:
        """Note a value that was read or turned up."""
        unit = self.on_map.get(square)
        if unit is not None and unit.value is None and value is not None:
            self.on_map[square] = replace(unit, value=value)


def units_of(start: Position, steps: Sequence[Step]) -> list[Unit]:
    """Return every unit of a game, by value and then by number of the square where it began.

    A unit that came back through a door is the one of its value that was eliminated last; of cardboard drawn
    unseen nobody knows which it was, so it counts as another one.
    """
    counters = _Counters(
        {s: Unit(z.value, s, (Chapter("began", s, 1, 0),)) for s, z in sorted(start.zombies.items())},
        [Unit(v, None, (Chapter("boxed", "", 1, 0),)) for v in start.hidden_box or ()],
        [Unit(v, None, (Chapter("boxed", "", 1, 0),)) for v in start.eliminated],
    )
    for step in steps:
        for effect in step.effects:
            _follow(counters, effect, step)
    units = [*counters.on_map.values(), *counters.off, *counters.boxed]
    return sorted(units, key=lambda u: (u.value or UNKNOWN, u.chapters[0].square or "~", u.chapters[0].n))


def hidings(steps: Sequence[Step]) -> list[Hiding]:
    """Return the five secret squares in order, with when and how each zombie appeared (9.0)."""
    by_square: dict[str, Hiding] = {}
    for step, movers in with_movers(steps):
        for effect in step.effects:
            if isinstance(effect, fx.HiddenChosen):
                by_square = {s: Hiding(s) for s in sorted(effect.squares)}
            elif isinstance(effect, fx.Appeared) and effect.pool == "hidden_box":
                met = step.action.do == "step"
                value, by = _value(effect.square, step), movers if met else ()
                how = "met" if met else "revealed"
                by_square[effect.square] = Hiding(effect.square, how, step.turn, step.n, value, by)
    return [by_square[square] for square in sorted(by_square)]


def _follow(counters: _Counters, effect: Effect, step: Step) -> None:
    """Move, remove and add units as one effect did."""
    match effect:
        case fx.Moved(whom=fx.UNIT):
            counters.on_map[effect.end] = replace(counters.on_map.pop(effect.start), square=effect.end)
        case fx.Eliminated(square):
            counters.off.append(_next(counters.on_map.pop(square), "eliminated", square, step))
        case fx.Appeared(square, pool):
            hid = pool == "hidden_box"
            what = "appeared" if hid else "entered"
            unit = _taken(counters.boxed if hid else counters.off, _value(square, step), what)
            counters.on_map[square] = _next(unit, what, square, step)
        case fx.TurnedUp() | fx.Shown() | fx.ValueRead():
            counters.learn(effect.square, effect.value)


def _value(square: str, step: Step) -> int | None:
    """Return the value of the unit that came to a square, if it is known after a step."""
    told = (e for e in step.effects if isinstance(e, fx.Drawn | fx.TurnedUp | fx.ValueRead))
    return next((e.value for e in told if e.square == square and e.value is not None), None)


def _taken(pool: list[Unit], value: int | None, what: str) -> Unit:
    """Return the latest unit of a value, taken from a pool. One of unknown value is always a new unit."""
    for index in range(len(pool) - 1, -1, -1):
        if pool[index].value == value and (value is not None or what == "appeared"):
            return pool.pop(index)
    return Unit(value, None, ())


def _next(unit: Unit, what: str, square: str, step: Step) -> Unit:
    on_map = None if what == "eliminated" else square
    return Unit(unit.value, on_map, (*unit.chapters, Chapter(what, square, step.turn, step.n)))
