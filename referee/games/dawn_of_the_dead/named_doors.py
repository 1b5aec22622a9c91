"""Squares and doors as people type them: "24" for 024, a door by the side it is on, "043-062"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from referee.errors import InputError
from referee.records.text import plain, show
from rules.board.board import Board, Pair, pair
from rules.dawn_of_the_dead.position import DoorState

_SIDE = re.compile(r"([0-9]{3})-([0-9]{3})", re.ASCII)


def written(text: str) -> str:
    """Return a typed square number in three digits."""
    text = plain(text).strip()[:10]
    return text.zfill(3) if text.isascii() and text.isdigit() else text


def door_states(
    board: Board, named: Mapping[DoorState, Iterable[str]], prefix: str = ""
) -> dict[Pair, DoorState]:
    """Return the doors that are not open, from the sides named for each state.

    Raises InputError for a side without a door or a door named with both states; its sentence names the state
    after `prefix` ("--closed" on the command line).
    """
    states: dict[Pair, DoorState] = {}
    for state, sides in named.items():
        for text in sides:
            between = _between(board, text, f"{prefix}{state}")
            if states.setdefault(between, state) != state:
                raise InputError(f"{prefix}{state}: the door {text} is already said to be {states[between]}.")
    return states


def _between(board: Board, text: str, field: str) -> Pair:
    side = _SIDE.fullmatch(text)
    if side is None:
        raise InputError(
            f"{field}: {show(text)} is not a side; write it as two squares, for example 043-062."
        )
    between = pair(side[1], side[2])
    if between not in board.doors:
        raise InputError(f"{field}: there is no door {text} on this map.")
    return between
