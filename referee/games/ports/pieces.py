"""Pieces on a real table whose values only the players can read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Protocol

from referee.games.ports.basics import ActionT, PositionT
from rules.ruling import Ruling


class PiecesPort(Protocol[PositionT, ActionT]):
    """What the players read off pieces, and what may lie face down."""

    def require_readings(
        self, position: PositionT, action: ActionT, ruling: Ruling[PositionT]
    ) -> Ruling[PositionT]:
        """Return the ruling on an action, or what the players must first read off a piece that it turns up.

        It is a refusal where what they read cannot be what the piece shows. Only of an action that is being
        done: asked before, it would tell what lies hidden.
        """

    def readings(self, position: PositionT, action: ActionT) -> Sequence[ActionT]:
        """Return the values read for an action that is not carried out, as actions to record."""

    def face_down(self, positions: Sequence[PositionT]) -> Mapping[int, Fraction]:
        """Return the chance of each value of a face-down piece, from what everybody has seen in play."""
