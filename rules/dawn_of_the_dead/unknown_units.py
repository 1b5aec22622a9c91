"""The chances of a face-down unit's value, for a player who remembers the eliminated units (2.3, 13.3).

Only what everybody saw counts: the mix of the counter sheet, the values open now, and the value of each unit
when it was eliminated. A unit that comes back is a random draw from the eliminated units (13.3, 15.1). Nobody
saw which, so it may be any of them, in proportion, and a value it shows later is not noted (2.3). All
face-down units on the map have the same chances, those of one picked blindly: nobody can tell the units that
came back from the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from rules.dawn_of_the_dead.position import Position

Chances = Mapping[int, Fraction]
"""The chance of each Zombie Value."""

Share = Mapping[int | None, Fraction]
"""The chance of each value for a unit drawn from the eliminated; None: a value that nobody has seen."""


@dataclass(slots=True)
class _Memory:
    """What everybody saw of the units so far.

    `fallen` are the values of units eliminated for the first time. `out` is the expected number of each value
    among the eliminated. `back` has the chances of each unit that came back, by square.
    """

    out: dict[int | None, Fraction]
    fallen: Counter[int] = field(default_factory=Counter)
    back: dict[str, Share] = field(default_factory=dict)

    def falls(self, square: str, value: int | None) -> None:
        """Count a unit among the eliminated: by its value, or by its chances if it had come back before."""
        share = self.back.pop(square, None)
        if share is None and value is not None:
            self.fallen[value] += 1
        for known, part in (share or {value: Fraction(1)}).items():
            self.out[known] = self.out.get(known, Fraction(0)) + part

    def comes_back(self, square: str) -> None:
        """Draw a unit from the eliminated; each of them is equally likely (13.3)."""
        there = sum(self.out.values())
        if not there:
            self.back[square] = {None: Fraction(1)}
            return
        share = {value: part / there for value, part in self.out.items()}
        self.back[square] = share
        self.out = {value: part - share[value] for value, part in self.out.items()}


def unknown_mix(positions: Sequence[Position]) -> Chances:
    """Return the chance of each value for a face-down unit on the map, from all positions since the start."""
    now, memory = positions[-1], _remembered(positions)
    open_now = {square: value for square in now.zombies if (value := _open_value(now, square)) is not None}
    never_gone = Counter(dict(now.setting.sheet.zombie_values))
    never_gone.subtract(memory.fallen)
    never_gone.subtract(value for square, value in open_now.items() if square not in memory.back)
    rest = _chances(never_gone) or _chances(now.setting.sheet.zombie_values)
    face_down = [square for square in now.zombies if square not in open_now]
    chances = dict.fromkeys(rest, Fraction(0)) if face_down else dict(rest)
    for square in face_down:
        for value, part in memory.back.get(square, {None: Fraction(1)}).items():
            for seen, chance in (rest if value is None else {value: Fraction(1)}).items():
                chances[seen] = chances.get(seen, Fraction(0)) + part * chance / len(face_down)
    return dict(sorted(chances.items()))


def _chances(counts: Mapping[int, int]) -> dict[int, Fraction]:
    left = {value: count for value, count in counts.items() if count > 0}
    return {value: Fraction(count, sum(left.values())) for value, count in left.items()}


def _open_value(position: Position, square: str) -> int | None:
    """Return the value in a square that everybody sees now, or None (5.4, 6.0)."""
    if square in position.shown:
        return position.shown[square]
    return position.zombies[square].value if position.revealed(square) else None


def _remembered(positions: Sequence[Position]) -> _Memory:
    """Return what everybody saw in a game: the units eliminated, and where those that came back are."""
    memory = _Memory({None: Fraction(len(positions[0].eliminated))} if positions[0].eliminated else {})
    for before, after in _changed(positions):
        gone = [s for s in before.zombies if s not in after.zombies]
        came = [s for s in after.zombies if s not in before.zombies]
        for square, end in zip(gone, came, strict=False):
            if square in memory.back:
                memory.back[end] = memory.back.pop(square)
        for square in gone[len(came) :]:
            memory.falls(square, after.shown.get(square))
        if len(after.eliminated) < len(before.eliminated):
            for square in came[len(gone) :]:
                memory.comes_back(square)
    return memory


def _changed(positions: Sequence[Position]) -> Iterator[tuple[Position, Position]]:
    return ((before, after) for before, after in pairwise(positions) if before.zombies is not after.zombies)
