"""Phases that end by themselves once no choice is left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from referee.games.ports.basics import ActionT_co, PositionT
from rules.effects import Effect


class PhaseEndsPort(Protocol[PositionT, ActionT_co]):
    """The phases that end by themselves, and the words for it."""

    def ending(self, position: PositionT) -> tuple[str, ActionT_co] | None:
        """Return the seat and the action that ends a phase by itself; None if the phase waits.

        It depends only on what everybody may know, so that a waiting phase reveals no secret.
        """

    def ended_phases(self, effects: Sequence[Effect]) -> str:
        """Return one line on phases that ended by themselves.

        `effects` are those of the last action of a player and of each end after it, in order.
        """

    def shown_still(self, before: PositionT, after: PositionT) -> PositionT:
        """Return the position `after` phases that ended by themselves, with values shown `before` them."""
