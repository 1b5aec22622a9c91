"""Pieces on a real table whose values only the players can read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, Protocol

from referee.games.ports.basics import ActionT, PositionT
from rules.effects import Effect
from rules.ruling import Ruling


@dataclass(frozen=True, slots=True)
class ReadEvent(Generic[ActionT]):
    """An action that was done, or taken `back`, and what it did."""

    action: ActionT
    effects: Sequence[Effect]
    back: bool = False


@dataclass(frozen=True, slots=True)
class Corrected(Generic[PositionT]):
    """The `ruling` that refuses another value without agreement, and the `story` once both sides agreed."""

    ruling: Ruling[PositionT]
    story: str


class PiecesPort(Protocol[PositionT, ActionT]):
    """Values that players read off pieces, and pieces that are face down."""

    def require_readings(
        self, position: PositionT, action: ActionT, ruling: Ruling[PositionT]
    ) -> Ruling[PositionT]:
        """Return the ruling on an action, or what the players must first read off a piece that it turns up.

        It is a refusal where what they read cannot be what the piece shows. Only of an action that is being
        done: asked before, it would give away what is hidden.
        """

    def readings(self, position: PositionT, action: ActionT) -> Sequence[ActionT]:
        """Return the values read for an action that is not carried out, as actions to record."""

    def read_otherwise(
        self, position: PositionT, action: ActionT, happened: Iterable[ReadEvent[ActionT]]
    ) -> Mapping[str, int]:
        """Return the values of an action that were read otherwise, and taken back, by place (R-UNDO)."""

    def corrects(self, position: PositionT, values: Mapping[str, int]) -> Corrected[PositionT]:
        """Return how the players may correct what they read before to these values."""

    def beside(self, action: ActionT) -> bool:
        """Whether an action may be done during another one, which then continues."""

    def face_down(self, positions: Sequence[PositionT]) -> Mapping[int, Fraction]:
        """Return the chance of each value of a face-down piece, from what everybody has seen in play."""
