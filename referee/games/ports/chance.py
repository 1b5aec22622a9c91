"""Dice and draws: the requests of an action, and their results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, Self

from referee.games.ports.basics import ActionT, PositionT, PositionT_contra
from rules.ruling import Missing


@dataclass(frozen=True, slots=True)
class ChanceRequest:
    """A request for `count` results of one kind, for the field `field` of an action.

    R-UNDO brings back rolls of the same `kind`. `pool` holds what may be
    drawn, without putting back; without one, dice with `sides` faces are rolled. `names` says for whom each
    result is, where the field is a mapping. `sums`: only the total counts, and may be given in place of dice.
    """

    kind: str
    field: str
    count: int
    names: tuple[str, ...] = ()
    pool: tuple[int, ...] | None = None
    sides: int = 6
    sums: bool = False


class DiceTotal(int):
    """The total of a `count` of dice whose faces are not known."""

    count: int

    def __new__(cls, total: int, count: int) -> Self:
        """Return the total of this many dice."""
        made = super().__new__(cls, total)
        made.count = count
        return made


def dice_in(results: Iterable[int]) -> int:
    """Return how many dice some results come from."""
    return sum(r.count if isinstance(r, DiceTotal) else 1 for r in results)


class ChancePort(Protocol[PositionT_contra, ActionT]):
    """The dice and draws of one table. A game without chance wants none."""

    def stock(self) -> tuple[int, ...]:
        """Return the values to shuffle before play, in order; empty for none."""

    @property
    def stock_unseen(self) -> bool:
        """Whether the stock is unseen before the first action.

        Then what devices add to the seed until then changes its order too.
        """

    def wants(
        self, position: PositionT_contra, action: ActionT, needs: Mapping[str, Missing]
    ) -> list[ChanceRequest]:
        """Return which of `needs` chance can supply now; the players supply the rest."""

    def given(self, action: ActionT) -> list[tuple[ChanceRequest, tuple[int, ...]]]:
        """Return the results of chance that an action holds, by kind."""

    def fill(self, action: ActionT, want: ChanceRequest, results: Sequence[int]) -> ActionT:
        """Return the action with `results` put where `want` says."""

    def dice_of_total(self, position: PositionT_contra, action: ActionT) -> int:
        """Return the number of dice in the total that an action gives in their place; 0 without one."""

    def choices(self, action: ActionT, needs: Mapping[str, Missing]) -> Sequence[ActionT]:
        """Return an action in progress once for each choice left to its player; else the action alone."""

    def without_results(self, action: ActionT) -> ActionT:
        """Return an action without anything that chance or the cardboard gave it."""

    def forbidden_field(self, action: ActionT) -> str | None:
        """Return a sentence on a field that no player may give at this table, or None."""


def results_by_kind(given: Iterable[tuple[ChanceRequest, tuple[int, ...]]]) -> dict[str, tuple[int, ...]]:
    """Return all results of each kind, in order."""
    by_kind: dict[str, tuple[int, ...]] = {}
    for want, results in given:
        by_kind[want.kind] = by_kind.get(want.kind, ()) + results
    return by_kind


def given_at(
    match: ChancePort[PositionT, ActionT], position: PositionT, action: ActionT
) -> list[tuple[ChanceRequest, tuple[int, ...]]]:
    """Return the results of chance that an action holds, each total with its number of dice."""
    given, count = match.given(action), match.dice_of_total(position, action)
    if not count:
        return given
    return [
        (want, tuple(DiceTotal(total, count) for total in results) if want.sums else results)
        for want, results in given
    ]
