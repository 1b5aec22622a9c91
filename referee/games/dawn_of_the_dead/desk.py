"""Rulings on *Dawn of the Dead* for programs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.games.dawn_of_the_dead import json_rulings
from rules.dawn_of_the_dead.equipment import Setting


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
