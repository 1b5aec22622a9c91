"""The rules of a game: for programs that send a position (`Rules`), and at one table (`RulesPort`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from referee.games.ports.basics import ActionT, Json, PositionT
from rules.ruling import Ruling


class Rules(Protocol[PositionT, ActionT]):
    """The rules of a game, which also read and write its positions and actions."""

    def read_position(self, data: object) -> PositionT:
        """Return a position from JSON (`referee-position/1`). Raises InputError."""

    def write_position(self, position: PositionT) -> dict[str, Any]:
        """Return a position as JSON, secrets included."""

    def read_action(self, data: object, seat: str | None = None) -> ActionT:
        """Return an action from JSON, of `seat` where it is known who asks. Raises InputError."""

    def write_action(self, action: ActionT) -> dict[str, Any]:
        """Return an action as JSON."""

    def check(self, position: PositionT, action: ActionT) -> Ruling[PositionT]:
        """Return whether an action is allowed, without carrying it out: an answer opens no card."""

    def rule(self, position: PositionT, action: ActionT) -> Ruling[PositionT]:
        """Return the ruling on an action, carried out if it is legal and complete. Never raises."""

    def actions(self, position: PositionT) -> Sequence[ActionT]:
        """Return every legal action, without what chance gives."""


class RulesPort(Protocol[PositionT, ActionT]):
    """The rules of one table: where the game begins, what is legal, and when it is over."""

    def prepare(self) -> None:
        """Compute in advance what players would otherwise wait for."""

    def start(self, drawn: Sequence[int]) -> PositionT:
        """Return the position before the first action, with the stock in the order `drawn`."""

    def read(self, data: object, seat: str | None = None) -> ActionT:
        """Return an action from JSON, of the `seat` that gives it. Raises InputError for each mistake."""

    def write(self, action: ActionT) -> dict[str, Any]:
        """Return an action as JSON."""

    def read_position(self, data: object) -> PositionT:
        """Return a position from JSON, secrets included. Raises InputError."""

    def check(self, position: PositionT, action: ActionT, seat: str) -> Ruling[PositionT]:
        """Return the ruling for a seat on an action, in words that reveal nothing secret to it."""

    def rule(self, position: PositionT, action: ActionT) -> Ruling[PositionT]:
        """Return the ruling on an action, carried out if legal and complete. Values read count as true."""

    def force(self, position: PositionT, action: ActionT) -> Ruling[PositionT]:
        """Return the ruling on a refused action that the players allow. Values read count as true."""

    def actions(self, position: PositionT) -> Sequence[ActionT]:
        """Return every legal action, without dice."""

    def turn(self, position: PositionT) -> int:
        """Return the number of the turn, from 1."""

    def summary(self, position: PositionT) -> Json:
        """Return what a list of tables shows of a game; it holds no secret."""

    def finished(self, position: PositionT) -> bool:
        """Whether the game is over, so that every secret may be opened."""
