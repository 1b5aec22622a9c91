"""The knowledge of each seat, and choices that are face down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from referee.games.ports.basics import ActionT_contra, Json, PositionT, PositionT_contra
from referee.games.table_view import GameView
from rules.effects import Effect
from rules.ruling import Ruling


class SecrecyPort(Protocol[PositionT, ActionT_contra]):
    """Everything that leaves a table for a seat. Positions, actions and effects leave in no other way."""

    def view(self, position: PositionT, seat: str) -> GameView | dict[str, Any]:
        """Return what a seat may see: as a type of the game's own, or as the JSON that it would be."""

    def opened(self, position: PositionT) -> dict[str, Any]:
        """Return a position with every secret opened, for a game that is over."""

    def hide_shown(self, position: PositionT) -> PositionT:
        """Return the position with briefly shown values hidden again."""

    @property
    def keeps_effects(self) -> bool:
        """Whether the log and the view tell what each action did, as effects."""

    def effects(self, ruling: Ruling[PositionT], seat: str) -> list[Json]:
        """Return the effects of a ruling that a seat may know, in order; none if nothing was carried out."""

    def effects_json(
        self, effects: Sequence[Effect], seat: str | None, *, lasting: bool = False
    ) -> list[dict[str, Any]]:
        """Return those of some effects that a seat may know, as JSON; None is for everybody, at the end.

        With `lasting` they are for a list that players can read again later: it keeps nothing momentary.
        """

    def public(self, action: Json, seat: str) -> dict[str, Any]:
        """Return the JSON of a recorded action, with what a seat may know of it during the game."""

    def proposed(self, action: Json, seat: str) -> dict[str, Any]:
        """Return the JSON of an action that waits for agreement, as far as a seat may know it."""

    def sealed(self, action: ActionT_contra) -> tuple[str, object] | None:
        """Return the name and value of what an action commits to in secret, if it does."""


class SecretChoicesPort(Protocol[PositionT_contra, ActionT_contra]):
    """Secret choices that several seats make at the same moment, opened together."""

    def open_choice(self, action: ActionT_contra) -> str | None:
        """Return the seat that chooses openly by this action while others may choose the same, or None."""

    def secret_choice(self, action: ActionT_contra) -> str | None:
        """Return the seat whose choice this action puts face down until all are in, or None."""

    def lying(self, position: PositionT_contra) -> frozenset[str]:
        """Return the seats whose choice is face down."""

    def opens(
        self, before: PositionT_contra, action: ActionT_contra, after: PositionT_contra
    ) -> frozenset[str]:
        """Return the seats whose choice an action opened to everybody."""
