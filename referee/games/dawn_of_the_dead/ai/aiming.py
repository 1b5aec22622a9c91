"""The human player's knowledge of a position, and the value of a shot.

Nothing here reads face-down values: a unit's value counts only where it is face up or was just seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from math import prod

from rules.dawn_of_the_dead.equipment.units import strength_in, supers_strength, without_secrets
from rules.dawn_of_the_dead.humans.gunfire import MAX_DICE, gun_dice, panic_increase, subtraction
from rules.dawn_of_the_dead.position import Position
from rules.dice import at_least


@dataclass(frozen=True, slots=True)
class HumanSight:
    """A position as the human player knows it. `remembers` has the values that shots showed this turn.

    It keeps the position without face-down values, on the map and off it, and without the squares of hidden
    zombies, so they cannot be reached from here.
    """

    position: Position
    remembers: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Drop face-down values, and remembered values of units that are gone."""
        seen = {**self.remembers, **self.position.shown}
        object.__setattr__(self, "position", without_secrets(self.position))
        object.__setattr__(self, "remembers", {s: v for s, v in seen.items() if s in self.position.zombies})


def remembered(positions: Sequence[Position]) -> Mapping[str, int]:
    """Return the values that shots have shown in the Human Player-Turn of the last of `positions`, by square.

    The positions are in order, and the last one is now. An eliminated unit's value is dropped.
    """
    now, turn = positions[-1], list[Position]()
    for position in reversed(positions):
        if (position.turn, position.phase) != (now.turn, now.phase):
            break
        turn.append(position)
    seen: dict[str, int] = {}
    for position in reversed(turn):
        seen = {s: v for s, v in {**seen, **position.shown}.items() if s in position.zombies}
    return seen


Gun = tuple[int, float]
"""One gun: its dice, and the chance that its bearer does not panic."""
Grouping = tuple[tuple[int, ...], ...]
"""A grouping of guns into shots, by their indexes."""

RANGE = 5
"""The longest range of a shot, in steps."""


@dataclass(frozen=True, slots=True)
class Target:
    """A square to shoot at, the shooters, and the chance to eliminate its zombie."""

    square: str
    by: str
    chance: float


@cache
def likely(dice: int, total: int) -> float:
    """Return the chance that this many dice add up to at least a total. It is rounded, for speed."""
    return float(at_least(dice, total))


class Marksman:
    """Judges shots from the mix of units, without knowing which unit is where."""

    def __init__(self, values: Mapping[int, int]) -> None:
        """Start with the number of units of each Zombie Value."""
        self._values = values
        self._units = sum(values.values())
        self._known: dict[tuple[int, int], float] = {}

    def against_unknown(self, dice: int, minus: int) -> float:
        """Return the chance to eliminate a face-down unit."""
        known = self._known.get((dice, minus))
        if known is None:
            known = sum(n * likely(dice, v + minus) for v, n in self._values.items()) / self._units
            self._known[dice, minus] = known
        return known

    def targets(
        self, position: Position, here: str, ready: tuple[str, ...], seen: Mapping[str, int]
    ) -> Iterator[Target]:
        """Yield the targets in other squares for each ready character; `seen` has values just shown."""
        if not ready:
            return
        sees, doors = position.setting.sight.sees, position.doors
        steps = position.setting.board.distances_from(here)
        for square in position.zombies:
            if (
                steps.get(square, RANGE + 1) <= RANGE
                and sees(here, square, doors)
                and not position.at(square)
                and _line_free(position, here, square)
            ):
                yield from self._at(position, here, square, ready, seen.get(square))

    def _at(
        self, position: Position, here: str, square: str, ready: tuple[str, ...], value: int | None
    ) -> Iterator[Target]:
        minus = subtraction(position, here, square) + supers_strength(position, square)
        increase = panic_increase(position, here, square)
        for name in ready:
            dice = gun_dice(position, name)
            chance = self.against_unknown(dice, minus) if value is None else likely(dice, value + minus)
            yield Target(
                square, name, chance if increase is None else chance * calm(position, name, increase)
            )


def best_target(
    sight: HumanSight, here: str, ready: tuple[str, ...], least: float = 0.0, reach: int = RANGE
) -> Target | None:
    """Return the most promising shot at another square in reach with a chance of at least `least`."""
    position = sight.position
    steps = position.setting.board.distances_from(here)
    marksman = _marksman(tuple(position.setting.sheet.zombie_values.items()))
    shots = (
        t
        for t in marksman.targets(position, here, ready, sight.remembers)
        if t.chance >= least and steps[t.square] <= reach
    )
    return max(shots, key=lambda t: (t.chance, t.square, t.by), default=None)


@cache
def _marksman(values: tuple[tuple[int, int], ...]) -> Marksman:
    return Marksman(dict(values))


def calm(position: Position, name: str, increase: int) -> float:
    """Return the chance that a character does not panic (6.5)."""
    return max(0, 6 - position.rating(name).panic_level - increase) / 6


def together(position: Position, here: str, ready: tuple[str, ...]) -> tuple[str, ...]:
    """Return which of the ready characters shoot next at zombies in their square, alone or together (6.8)."""
    increase = panic_increase(position, here, here) or 0
    guns = tuple((gun_dice(position, n), calm(position, n, increase)) for n in ready)
    groups = best_grouping(guns, strength_in(position, here) or 0)
    return tuple(ready[i] for i in max(groups, key=lambda g: sum(guns[i][0] * guns[i][1] for i in g)))


def _line_free(position: Position, here: str, at: str) -> bool:
    """Whether no piece blocks the line of a shot (6.3)."""
    between = position.setting.sight.crossed(here, at)
    return not any(position.zombie_occupied(s) or position.at(s) for s in between)


@cache
def best_grouping(guns: tuple[Gun, ...], value: int) -> Grouping:
    """Return the best grouping of guns against a unit of this value in their square (6.8)."""
    return max(_groupings(len(guns)), key=lambda g: (_hits(guns, g, value), len(g)))


def _groupings(count: int) -> Iterator[Grouping]:
    """Yield every way to divide things into groups."""
    if count == 0:
        yield ()
        return
    for smaller in _groupings(count - 1):
        yield (*smaller, (count - 1,))
        for i, group in enumerate(smaller):
            yield (*smaller[:i], (*group, count - 1), *smaller[i + 1 :])


def _hits(guns: tuple[Gun, ...], grouping: Grouping, value: int) -> float:
    """Return the chance that one of the shots hits, panic included."""
    return 1 - prod(1 - _hit(tuple(guns[i] for i in group), value) for group in grouping)


def _hit(guns: tuple[Gun, ...], value: int) -> float:
    chance = 0.0
    for calm in product((False, True), repeat=len(guns)):
        so_calm = prod(c if is_calm else 1 - c for (_, c), is_calm in zip(guns, calm, strict=True))
        dice = min(MAX_DICE, sum(d for (d, _), is_calm in zip(guns, calm, strict=True) if is_calm))
        chance += so_calm * likely(dice, value) if dice else 0.0
    return chance
