"""Rulings on *Dawn of the Dead* and its positions as JSON, for programs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.games.dawn_of_the_dead.schemas.actions import load_action
from referee.games.dawn_of_the_dead.schemas.maps import load_board, load_sheet
from referee.games.dawn_of_the_dead.schemas.positions import load_position
from referee.games.toolkit.desk import both_parts, needs_json
from rules.dawn_of_the_dead import actions, game, view
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.equipment.equipment import Setting
from rules.dawn_of_the_dead.position import Position
from rules.effects import to_json as effect_to_json
from rules.ruling import Ruling


def ruling_json(ruling: Ruling[Position]) -> dict[str, Any]:
    """Return a ruling in the shape of the interface, the next position with all its secrets."""
    return {
        "legal": ruling.legal,
        "cases": list(ruling.cases),
        "reason": ruling.reason,
        "needs": needs_json(ruling.needs),
        "after": None if ruling.after is None else view.position_to_json(ruling.after),
        "effects": [effect_to_json(effect) for effect in ruling.effects],
    }


def judge(data: Any, setting: Setting) -> dict[str, Any]:
    """Return the ruling on `{"position": ..., "action": ...}`. An attack here waives earlier shots (R-8.1a).

    Raises InputError with a sentence for each thing that cannot be read.
    """
    asked = both_parts(data)
    position = load_position(asked["position"], setting)
    return ruling_json(game.rule(position, load_action(asked["action"]), waived=True))


def legal_actions(data: Any, setting: Setting) -> dict[str, Any]:
    """Return `{"actions": [...]}`, every legal action in a position without its dice. Raises InputError."""
    position = load_position(data, setting)
    return {"actions": [actions.to_json(a) for a in game.legal_actions(position, waived=True)]}


@dataclass(frozen=True, slots=True)
class DawnDesk:
    """The desk with one map and one counter sheet."""

    setting: Setting

    def judge(self, data: object) -> dict[str, Any]:
        """Return the ruling on `{"position": ..., "action": ...}`. Raises InputError."""
        return judge(data, self.setting)

    def actions(self, position: object) -> dict[str, Any]:
        """Return every legal action. Raises InputError."""
        return legal_actions(position, self.setting)


def desk_on(map_data: object, counters_data: object) -> DawnDesk:
    """Return the desk, on the bundled map and counter sheet unless others are given. Raises InputError."""
    if map_data is None and counters_data is None:
        return DawnDesk(equipment.setting())
    board = equipment.setting().board if map_data is None else load_board(map_data)
    sheet = equipment.setting().sheet if counters_data is None else load_sheet(counters_data)
    return DawnDesk(Setting(board, sheet))
