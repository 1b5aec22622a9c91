"""Maps (`referee-map/1`) and counter sheets (`referee-counters/1`) from outside.

`rules` lists their mistakes; here the list becomes an error.
"""

from __future__ import annotations

from typing import Any

from referee.errors import InputError
from rules.board import checks
from rules.board.board import Board
from rules.dawn_of_the_dead.equipment import counters_check
from rules.dawn_of_the_dead.equipment.equipment import CounterSheet


def load_board(data: Any) -> Board:
    """Return the board of a map. It need not be the mall, and squares may be unreachable: sight still works.

    Raises InputError with a sentence for each mistake in the map.
    """
    problems = checks.problems(data, reach=False)
    if problems:
        raise InputError([f"The map: {p}" for p in problems])
    return Board.from_json(data)


def load_sheet(data: Any) -> CounterSheet:
    """Return a counter sheet. Raises InputError with a sentence for each mistake."""
    problems = counters_check.problems(data)
    if problems:
        raise InputError([f"The counter sheet: {p}" for p in problems])
    return CounterSheet.from_json(data)
