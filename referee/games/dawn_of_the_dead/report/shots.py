"""Shots: who fired, the roll needed, its chance, and the outcome (6.0)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from referee.games.dawn_of_the_dead.report.story import Step
from rules.dawn_of_the_dead import effects as fx
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS
from rules.dice import at_least


@dataclass(frozen=True, slots=True)
class Fired:
    """One shot, alone or joint. `by` fired; `panicked` failed their checks.

    `strength` is what the dice less `minus` had to reach; None, like `chance`, where the value is unknown. If
    all of them panicked, nobody fired `at` anything.
    """

    n: int
    turn: int
    by: tuple[str, ...]
    panicked: tuple[str, ...]
    at: str
    dice: int
    minus: int
    strength: int | None
    chance: Fraction | None
    hit: bool


@dataclass(frozen=True, slots=True)
class Marksman:
    """A character's shooting. A joint shot counts for everybody who fired.

    `alone` and `joint` count kills; `expected` is the sum of the chances of all shots, `panics` the failed
    checks.
    """

    character: str
    shots: int
    alone: int
    joint: int
    panics: int
    expected: Fraction

    @property
    def kills(self) -> int:
        """All shots that eliminated something."""
        return self.alone + self.joint


def shots_of(steps: Sequence[Step]) -> list[Fired]:
    """Return every shot of a game, with those that nobody fired because all panicked."""
    return [fired for step in steps if (fired := _fired(step))]


def marksmen(shots: Iterable[Fired]) -> list[Marksman]:
    """Return each character's shooting, in the order of the counters."""
    shots = list(shots)
    return [_marksman(name, shots) for name in CHARACTERS]


def expected_hits(shots: Iterable[Fired]) -> tuple[int, int, Fraction]:
    """Return shots, hits and expected hits, where the chance is known. A joint shot counts once."""
    known = [s for s in shots if s.by and s.chance is not None]
    return len(known), sum(s.hit for s in known), sum((s.chance or Fraction(0) for s in known), Fraction(0))


def _marksman(name: str, shots: Sequence[Fired]) -> Marksman:
    own = [s for s in shots if name in s.by]
    return Marksman(
        character=name,
        shots=len(own),
        alone=sum(s.hit and len(s.by) == 1 for s in own),
        joint=sum(s.hit and len(s.by) > 1 for s in own),
        panics=sum(name in s.panicked for s in shots),
        expected=sum((s.chance or Fraction(0) for s in own), Fraction(0)),
    )


def _fired(step: Step) -> Fired | None:
    panicked = tuple(e.whom for e in step.effects if isinstance(e, fx.Panicked))
    shot = next((e for e in step.effects if isinstance(e, fx.ShotFired)), None)
    if shot is None:
        return Fired(step.n, step.turn, (), panicked, "", 0, 0, None, None, False) if panicked else None
    rolled = next(e for e in step.effects if isinstance(e, fx.Rolled) and e.what == "shot")
    (dice, _), strength = rolled.fell, shot.strength or None
    chance = at_least(dice, strength + shot.minus) if strength is not None else None
    return Fired(
        step.n, step.turn, shot.by, panicked, shot.at, dice, shot.minus, strength, chance, shot.hit
    )  # fmt: skip
