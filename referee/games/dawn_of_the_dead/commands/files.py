"""A map and a counter sheet from files."""

from __future__ import annotations

from referee.cli.common import read_json_file
from referee.games.dawn_of_the_dead.schemas.maps import load_board, load_sheet
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.equipment.equipment import Setting


def setting_from(map_file: str | None, counters_file: str | None = None) -> Setting:
    """Return the setting from the named files, by default from the game's own. Raises InputError."""
    if map_file is None and counters_file is None:
        return equipment.setting()
    board = equipment.setting().board if map_file is None else load_board(read_json_file(map_file))
    sheet = equipment.setting().sheet if counters_file is None else load_sheet(read_json_file(counters_file))
    return Setting(board, sheet)
