"""A map and a counter sheet from outside: from JSON or from files.

`rules` lists their mistakes; here the list becomes an error.
"""

from __future__ import annotations

from typing import Any

from referee.errors import InputError
from referee.games.toolkit.commands import read_json_file
from rules.board import checks
from rules.board.board import Board
from rules.dawn_of_the_dead.equipment import counters_check, equipment
from rules.dawn_of_the_dead.equipment.equipment import CounterSheet, Setting


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


def setting_from(map_file: str | None, counters_file: str | None = None) -> Setting:
    """Return the setting from the named files, by default from the game's own. Raises InputError."""
    if map_file is None and counters_file is None:
        return equipment.setting()
    board = equipment.setting().board if map_file is None else load_board(read_json_file(map_file))
    sheet = equipment.setting().sheet if counters_file is None else load_sheet(read_json_file(counters_file))
    return Setting(board, sheet)
