"""Maps (`referee-map/1`) and counter sheets (`referee-counters/1`) as they come in.

What can be wrong with them is for `rules` to say; here a list of mistakes becomes an error.
"""

from __future__ import annotations

from typing import Any

from referee.errors import InputError
from rules import board_check
from rules.board import Board
from rules.dawn_of_the_dead import counters_check
from rules.dawn_of_the_dead.equipment import CounterSheet


def load_board(data: Any) -> Board:
    """Build the board of a map, whole mall or not. Squares may be out of reach: sight can still be asked for.

    Raises InputError with a sentence for each mistake in the map.
    """
    problems = board_check.problems(data, reach=False)
    if problems:
        raise InputError([f"The map: {p}" for p in problems])
    return Board.from_json(data)


def load_sheet(data: Any) -> CounterSheet:
    """Build a counter sheet. Raises InputError with a sentence for each mistake."""
    problems = counters_check.problems(data)
    if problems:
        raise InputError([f"The counter sheet: {p}" for p in problems])
    return CounterSheet.from_json(data)
