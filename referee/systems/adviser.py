"""The referee as a player: what it proposes for a side without a player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from referee.systems.protocol import Action, Position
from rules.ruling import Missing

if TYPE_CHECKING:
    from referee.systems.odds import Odds, Progress, Stop


@dataclass(frozen=True, slots=True)
class Advice:
    """The next action of the referee's side, the case that calls for it, and why.

    `cardboard` says what to do with the pieces on the table. Where chance decides between equals, `among`
    holds them all, and `action` is the first of them.
    """

    action: Action
    case: str
    why: str
    cardboard: str
    among: tuple[Action, ...] = ()


class Adviser(Protocol):
    """Plays a side without a player. It chooses by what is public and rolls nothing itself.

    `TIE_CASE` is the case of a tie that dice decided; a line of the record rests on it for nothing else.
    """

    TIE_CASE: str

    def advice(self, position: Position) -> Advice | None:
        """Return the next action of the side, or None while the players must act."""

    def finishing(self, position: Position, action: Action, needs: Mapping[str, Missing]) -> Advice | None:
        """Return an action in progress with the side's own choices added, or None."""

    def explained(self, position: Position, action: Action) -> tuple[str, str] | None:
        """Return the case that calls for an action of the side, and why; None for a player's action."""

    def waits(self, position: Position) -> bool:
        """Whether the players have something to choose before the side goes on."""

    def waits_for(self, needs: Mapping[str, Missing]) -> bool:
        """Whether the players should supply what an action in progress needs."""

    def tie_dice(self, count: int) -> int:
        """Return how many dice decide between so many equals."""

    def tie_share(self, dice: tuple[int, ...], count: int) -> int | None:
        """Return which of the equals the dice name, from 0, or None if they are rolled again."""

    def tie_explained(
        self, among: tuple[Action, ...], dice: tuple[int, ...], chosen: Action
    ) -> tuple[str, str]:
        """Return the case and the sentence of a tie that dice decided."""

    def chances(self, position: Position, games: int, seed: str, progress: Progress, stop: Stop) -> Odds:
        """Return the odds of games played from a position, with all secrets dealt again.

        They run in processes of their own.
        """
