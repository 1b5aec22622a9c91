"""How one kind of action is ruled on and carried out, and what all sections need for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from rules.dawn_of_the_dead.actions import Action
from rules.dawn_of_the_dead.equipment import NAMES
from rules.dawn_of_the_dead.position import Phase, Position
from rules.dice import misread
from rules.ruling import Missing, Ruling, allow, refuse
from rules.sentences import listed

ActionT = TypeVar("ActionT", bound=Action)
Verdict = Ruling[Position]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an action led to: the position after it, the sentence of the moment and the one for the log.

    The log must not tell a Zombie Value (2.3); where `story` is empty, `reason` does for both. `cases` are those
    that only came to bear as it was carried out, beside those of the verdict.
    """

    after: Position
    reason: str
    story: str = ""
    cases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Procedure(Generic[ActionT]):
    """One kind of action, in four questions.

    `refusal`: why it may not be done, or None. `grant`: the verdict when nothing stands against it,
    with what it still needs (it refuses dice that cannot be right). `carry_out`: the outcome, once
    nothing is wanting; also when players agreed to overrule a refusal. `options`: all actions of
    this kind that might be legal now; asking `refusal` sorts out those that are.
    """

    phases: frozenset[Phase]
    refusal: Callable[[Position, ActionT], Verdict | None]
    grant: Callable[[Position, ActionT], Verdict]
    carry_out: Callable[[Position, ActionT], Outcome]
    options: Callable[[Position], Iterable[ActionT]]


def people(names: Iterable[str]) -> str:
    """Return characters as players name them: "Peter", "Peter and Fran"."""
    return listed(NAMES.get(n, n) for n in names)


def points(count: int) -> str:
    """Return a number of Movement Points in words."""
    return f"{count} Movement Point{'' if count == 1 else 's'}"


def granted(
    cases: tuple[str, ...],
    reason: str,
    *,
    dice: Sequence[int] | None = None,
    rolled: int = 0,
    needs: Mapping[str, Missing] | None = None,
    case: str = "4.0",
) -> Verdict:
    """Return leave to act, or a refusal of `dice` that are not the `rolled` ones of `case`.

    Where dice are wanted and none were given, the verdict says so in its needs.
    """
    wanting = dict(needs or {})
    if dice is None:
        if rolled:
            wanting["dice"] = rolled
    elif wrong := misread(dice, rolled):
        return refuse((case,), wrong, firm=True)
    return allow(cases, reason, wanting)


def as_dice(die: int | None) -> tuple[int, ...] | None:
    """Return a single die as the dice it is."""
    return None if die is None else (die,)
