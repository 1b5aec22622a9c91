"""The referee as a player of BattleCON: the mixed equilibrium of the beat, from open information alone."""

from __future__ import annotations

from referee.games.battlecon.opponent.choice import BUDGET, ONE_BEAT, choose
from rules.battlecon.actions import Action
from rules.battlecon.names import Seat
from rules.battlecon.position import Position

SEAT: Seat = "b"
"""Where the referee sits."""


class Referee:
    """The player of the seat that the referee has at a table."""

    seat: str = SEAT

    def owes(self, position: Position) -> bool:
        """Whether the referee has to choose now."""
        return any(pending.seat == SEAT for pending in position.pending)

    def choose(self, position: Position, seed: str) -> Action:
        """Return the referee's choice; the same seed gives the same one."""
        return choose(position, SEAT, seed)


OPPONENT = Referee()
__all__ = ["BUDGET", "ONE_BEAT", "OPPONENT", "SEAT", "Referee", "choose"]
