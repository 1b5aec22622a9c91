"""BattleCON in JSON: positions and actions, read with a sentence for each mistake."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from referee.errors import InputError
from rules.battlecon.actions import Action
from rules.battlecon.formats.actions import action_from_json
from rules.battlecon.formats.position_reading import position_from_json
from rules.battlecon.formats.reading import Unreadable
from rules.battlecon.position import Position

T = TypeVar("T")


def read_position(data: object) -> Position:
    """Return a position from JSON. Raises InputError."""
    return _read(lambda: position_from_json(data))


def read_action(data: object, seat: str | None = None) -> Action:
    """Return an action from JSON; `seat` is the default. Raises InputError."""
    if seat is not None and isinstance(data, dict) and "seat" not in data:
        data = {**data, "seat": seat}
    return _read(lambda: action_from_json(data))


def _read(read: Callable[[], T]) -> T:
    """Return the result of `read`. Raises InputError."""
    try:
        return read()
    except Unreadable as error:
        raise InputError(str(error)) from None
