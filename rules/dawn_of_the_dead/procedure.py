"""How to rule on one kind of action and carry it out, with tools for all sections."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from rules.dawn_of_the_dead.actions import Action
from rules.dawn_of_the_dead.effects import Rolled, RollFor
from rules.dawn_of_the_dead.equipment.equipment import NAMES
from rules.dawn_of_the_dead.position import Phase, Position
from rules.dice import dice_fault, total_fault
from rules.effects import Effect
from rules.ruling import Missing, Ruling, allow, refuse
from rules.sentences import listed

ActionT = TypeVar("ActionT", bound=Action)
Verdict = Ruling[Position]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of an action: the position after it, a sentence for now and one for the log.

    The log must not name a Zombie Value (2.3); if `story` is empty, `reason` serves for both. `cases` are
    further cases that applied as the action was carried out. `effects` are what happened, in order.
    """

    after: Position
    reason: str
    story: str = ""
    cases: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Procedure(Generic[ActionT]):
    """One kind of action, in five questions.

    `action` is the descriptor of the kind. `refusal`: why it may not be done, or None. `grant`: the verdict
    without a refusal, with what the action still needs (it refuses impossible dice). `carry_out`: the outcome
    once nothing is missing, also after players agreed to override a refusal. `options`: all actions of this
    kind that might be legal now; `refusal` picks out those that are. `reads`: the squares whose cardboard
    values this action uses or shows.
    """

    action: type[ActionT]
    refusal: Callable[[Position, ActionT], Verdict | None]
    grant: Callable[[Position, ActionT], Verdict]
    carry_out: Callable[[Position, ActionT], Outcome]
    options: Callable[[Position], Iterable[ActionT]]
    reads: Callable[[Position, ActionT], Iterable[str]] = lambda _position, _action: ()

    @property
    def phases(self) -> frozenset[Phase]:
        """The phases in which the action may be done."""
        return self.action.phases


def people(names: Iterable[str]) -> str:
    """Return characters as players name them: "Peter", "Peter and Fran"."""
    return listed(NAMES.get(n, n) for n in names)


def points(count: int) -> str:
    """Return a number of Movement Points in words."""
    return f"{count} Movement Point{'' if count == 1 else 's'}"


def points_or_none(count: int) -> str:
    """Return a number of Movement Points that are left: "no Movement Points" for none."""
    return points(count) if count else "no Movement Points"


def granted(
    cases: tuple[str, ...],
    reason: str,
    *,
    dice: Sequence[int] | None = None,
    total: int | None = None,
    rolled: int = 0,
    needs: Mapping[str, Missing] | None = None,
    case: str = "4.0",
) -> Verdict:
    """Return a verdict that allows the action, or a refusal if the `rolled` dice of `case` cannot be so.

    `dice` or their `total` may be given. If they are missing, the verdict's needs say so.
    """
    if wrong := wrong_roll(dice, total, rolled):
        return refuse((case,), wrong, firm=True)
    missing = dict(needs or {})
    if rolled and dice is None and total is None:
        missing["dice"] = rolled
    return allow(cases, reason, missing)


def wrong_roll(dice: Sequence[int] | None, total: int | None, rolled: int) -> str | None:
    """Return a sentence on what is wrong with dice, or with their total, or None; either may be missing."""
    if dice is not None and total is not None:
        return "Give the dice or their total, not both."
    if total is not None:
        return total_fault(total, rolled)
    return None if dice is None else dice_fault(dice, rolled)


def rolled_for(
    what: RollFor, dice: Sequence[int] | None, total: int | None, count: int, whom: Iterable[str] = ()
) -> Rolled:
    """Return the effect of a roll that was given as dice, or as the total of this many."""
    if total is not None:
        return Rolled(what, (), tuple(whom), total, count)
    return Rolled(what, tuple(dice or ()), tuple(whom))


def as_dice(die: int | None) -> tuple[int, ...] | None:
    """Return a single die as a tuple of dice."""
    return None if die is None else (die,)
