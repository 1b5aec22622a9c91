"""Rulings on *Dawn of the Dead* and its positions as JSON, for programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from referee.games.dawn_of_the_dead.schemas.actions import load_action
from referee.games.dawn_of_the_dead.schemas.maps import load_board, load_sheet
from referee.games.dawn_of_the_dead.schemas.positions import load_position
from referee.games.toolkit.rules_api import RulesApi
from rules.dawn_of_the_dead import actions, game, view
from rules.dawn_of_the_dead.actions import Action
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.equipment.equipment import Setting
from rules.dawn_of_the_dead.position import Position
from rules.ruling import Ruling


@dataclass(frozen=True, slots=True)
class RulesOn:
    """The rules with one map and one counter sheet. An attack here waives earlier shots (R-8.1a)."""

    setting: Setting

    def read_position(self, data: object) -> Position:
        """Return a position from JSON. Raises InputError with a sentence for each thing that is wrong."""
        return load_position(data, self.setting)

    def write_position(self, position: Position) -> dict[str, Any]:
        """Return a position as JSON, with all its secrets."""
        return view.position_to_json(position)

    def read(self, data: object) -> Action:
        """Return an action from JSON. Raises InputError."""
        return load_action(data)

    def write(self, action: Action) -> dict[str, Any]:
        """Return an action as JSON."""
        return actions.to_json(action)

    def rule(self, position: Position, action: Action) -> Ruling[Position]:
        """Return the ruling on an action."""
        return game.rule(position, action, waived=True)

    def actions(self, position: Position) -> Sequence[Action]:
        """Return every legal action in a position without its dice."""
        return game.legal_actions(position, waived=True)


def rules_api_on(map_data: object, counters_data: object) -> RulesApi[Position, Action]:
    """Return the rulings on the bundled map and counter sheet unless others are given. Raises InputError."""
    if map_data is None and counters_data is None:
        return RulesApi(RulesOn(equipment.setting()))
    board = equipment.setting().board if map_data is None else load_board(map_data)
    sheet = equipment.setting().sheet if counters_data is None else load_sheet(counters_data)
    return RulesApi(RulesOn(Setting(board, sheet)))
