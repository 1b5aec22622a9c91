"""The referee as a player of BattleCON: the mixed equilibrium of the beat, from open information alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from referee.games.battlecon.ai.choice import BUDGET, LESS, ONE_BEAT, SearchBudget, alone, choose
from referee.games.battlecon.options import PLAYER, USUAL_SEAT
from rules.battlecon.actions import OTHER, Action, Seat
from rules.battlecon.position import Position


@dataclass(frozen=True, slots=True)
class Referee:
    """The referee as the player of one seat.

    If it is `second`, it takes a fighter after the player (3.1). Its chance is sealed before that.
    """

    seat: Seat
    second: bool = False

    def owes(self, position: Position) -> bool:
        """Return whether the referee has to choose now."""
        waiting = {pending.seat for pending in position.pending}
        first = self.second and position.phase == "choose_fighters" and OTHER[self.seat] in waiting
        return self.seat in waiting and not first

    def choose(self, position: Position, seed: str, sharing: Callable[[], int] = alone) -> Action:
        """Return the referee's choice. Where many tables share a core, it looks less far ahead."""
        return choose(position, self.seat, seed, SearchBudget(sharing=sharing))

    def choices(self, position: Position, seed: str) -> Iterator[Action]:
        """Yield the referee's choice with its whole budget, then with each smaller one."""
        for budget in (BUDGET, *LESS):
            yield choose(position, self.seat, seed, budget)


OPPONENT = Referee(USUAL_SEAT)
"""The referee at its default seat."""


def referee_of(options: Mapping[str, Any]) -> Referee | None:
    """Return the referee as a player for these options; None at a table of two people."""
    if not options.get("opponent"):
        return None
    return Referee(options.get("referee_seat", USUAL_SEAT), options.get("first_fighter") == PLAYER)


__all__ = ["BUDGET", "ONE_BEAT", "OPPONENT", "Referee", "choose", "referee_of"]
