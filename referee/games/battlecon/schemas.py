"""BattleCON in JSON: positions and actions, read with a sentence for each mistake."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from referee.errors import InputError
from rules.battlecon import game
from rules.battlecon.actions import Action
from rules.battlecon.formats.actions import action_from_json, action_to_json
from rules.battlecon.formats.position_reading import position_from_json
from rules.battlecon.formats.position_writing import position_to_json
from rules.battlecon.formats.reading import Unreadable
from rules.battlecon.position import Position
from rules.ruling import Ruling, allow

T = TypeVar("T")


class BattleRules:
    """The `Rules` port of the game."""

    def read_position(self, data: object) -> Position:
        """Return a position from JSON. Raises InputError."""
        return _read(lambda: position_from_json(data))

    def write_position(self, position: Position) -> dict[str, Any]:
        """Return a position as JSON, secrets included."""
        return position_to_json(position)

    def read_action(self, data: object, seat: str | None = None) -> Action:
        """Return an action from JSON; `seat` is the default. Raises InputError."""
        if seat is not None and isinstance(data, dict) and "seat" not in data:
            data = {**data, "seat": seat}
        return _read(lambda: action_from_json(data))

    def write_action(self, action: Action) -> dict[str, Any]:
        return action_to_json(action)

    def check(self, position: Position, action: Action) -> Ruling[Position]:
        """Return whether an action is allowed. Nothing is carried out, so no answer opens a card."""
        procedure = game.PROCEDURES[action.do]
        return game.refusal(position, action) or allow((procedure.case,), "This is allowed.")

    def rule(self, position: Position, action: Action) -> Ruling[Position]:
        """Return the ruling on an action, carried out if it is legal."""
        return game.rule(position, action)

    def actions(self, position: Position) -> Sequence[Action]:
        return game.legal_actions(position)


def _read(read: Callable[[], T]) -> T:
    """Return the result of `read`. Raises InputError."""
    try:
        return read()
    except Unreadable as error:
        raise InputError(str(error)) from None
