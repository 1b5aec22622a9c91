"""Rulings on *Dawn of the Dead* for programs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.games.dawn_of_the_dead import json_rulings
from referee.games.dawn_of_the_dead.schemas.maps import load_board, load_sheet
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.equipment.equipment import Setting


@dataclass(frozen=True, slots=True)
class DawnDesk:
    """The desk with one map and one counter sheet."""

    setting: Setting

    def judge(self, data: object) -> dict[str, Any]:
        """Return the ruling on `{"position": ..., "action": ...}`. Raises InputError."""
        return json_rulings.judge(data, self.setting)

    def actions(self, position: object) -> dict[str, Any]:
        """Return every legal action. Raises InputError."""
        return json_rulings.legal_actions(position, self.setting)


def desk_on(map_data: object, counters_data: object) -> DawnDesk:
    """Return the desk, on the bundled map and counter sheet unless others are given. Raises InputError."""
    if map_data is None and counters_data is None:
        return DawnDesk(equipment.setting())
    board = equipment.setting().board if map_data is None else load_board(map_data)
    sheet = equipment.setting().sheet if counters_data is None else load_sheet(counters_data)
    return DawnDesk(Setting(board, sheet))
