"""What a match says of secret choices that several seats make at the same moment, and of its effects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from rules.effects import Effect

if TYPE_CHECKING:
    from referee.games.ports import Opponent

Position = Any
Action = Any


class SecretPort(Protocol):
    """The part of a match about what lies face down, and who may know what happened."""

    @property
    def keeps_effects(self) -> bool:
        """Whether the log and the view tell what each action did, as effects."""

    def effects_json(
        self, effects: Sequence[Effect], seat: str | None, *, lasting: bool = False
    ) -> list[dict[str, Any]]:
        """Return those of some effects that a seat may know, as JSON; None is for everybody, at the end.

        With `lasting` they are for a list that players can read again later: it keeps nothing momentary.
        """

    @property
    def opponent(self) -> Opponent[Position, Action] | None:
        """The referee as the player of one seat, which no device takes; None where people play all seats."""

    def read_position(self, data: object) -> Position:
        """Return a position from JSON, secrets included. Raises InputError."""

    @property
    def simultaneous(self) -> bool:
        """Whether seats make secret choices at the same moment. Then the next three say which."""

    def open_choice(self, action: Action) -> str | None:
        """Return the seat that chooses openly by this action while others may choose the same, or None."""

    def secret_choice(self, action: Action) -> str | None:
        """Return the seat whose choice lies face down by this action until all are in, or None."""

    def lying(self, position: Position) -> frozenset[str]:
        """Return the seats whose choice lies face down."""

    def opens(self, before: Position, action: Action, after: Position) -> frozenset[str]:
        """Return the seats whose choice an action opened to everybody."""
