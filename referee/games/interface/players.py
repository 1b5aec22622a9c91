"""The referee as a player: of a side without a player, or for a side that practises."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Generic, Protocol

from referee.games.interface.basics import ActionT, ActionT_co, PositionT_contra
from rules.ruling import Missing


@dataclass(frozen=True, slots=True)
class Advice(Generic[ActionT_co]):
    """The next action of the referee's side, the case that calls for it, and why.

    `cardboard` says what to do with the pieces on the table. Where chance decides between equals, `among`
    holds them all, and `action` is the first of them. `seat` is that in whose name it acts, where the record
    does not name the referee.
    """

    action: ActionT_co
    case: str
    why: str
    cardboard: str
    among: tuple[ActionT_co, ...] = ()
    seat: str = ""


SHARING: ContextVar[int] = ContextVar("sharing", default=1)
"""How many tables share a core where the referee thinks for its seat: with more, it may think less."""


class Adviser(Protocol[PositionT_contra, ActionT]):
    """Plays a side without a player. It chooses by what is public and rolls nothing itself.

    `TIE_CASE` is the case of a tie that dice decided; a line of the record rests on it for nothing else.
    """

    TIE_CASE: str

    def advice(self, position: PositionT_contra) -> Advice[ActionT] | None:
        """Return the next action of the side, or None while the players must act."""

    def finishing(
        self, position: PositionT_contra, action: ActionT, needs: Mapping[str, Missing]
    ) -> Advice[ActionT] | None:
        """Return an action in progress with the side's own choices added, or None."""

    def explained(self, position: PositionT_contra, action: ActionT) -> tuple[str, str] | None:
        """Return the case that calls for an action of the side, and why; None for a player's action."""

    def waits(self, position: PositionT_contra) -> bool:
        """Whether the players have something to choose before the side goes on."""

    def waits_for(self, needs: Mapping[str, Missing]) -> bool:
        """Whether the players should supply what an action in progress needs."""

    def tie_dice(self, count: int) -> int:
        """Return how many dice decide between this many equals."""

    def tie_share(self, dice: tuple[int, ...], count: int) -> int | None:
        """Return which of the equals the dice name, from 0, or None if they are rolled again."""

    def tie_explained(
        self, among: tuple[ActionT, ...], dice: tuple[int, ...], chosen: ActionT
    ) -> tuple[str, str]:
        """Return the case and the sentence of a tie that dice decided."""


class Practice(Protocol[PositionT_contra, ActionT_co]):
    """Shows some players what the referee would do for their side."""

    @property
    def seats(self) -> frozenset[str]:
        """The seats that it is shown to: none at a table where nobody practises."""

    @property
    def side(self) -> str:
        """Their side, by the API's name."""

    def advice(self, positions: Sequence[PositionT_contra]) -> Advice[ActionT_co] | None:
        """Return what the referee would do for their side in the last position, or None.

        It depends on nothing that these seats may not know. The positions before it are those that led there.
        """
