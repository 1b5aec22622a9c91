"""How a value read off the cardboard is shown (5.4)."""

from __future__ import annotations

from referee.games.dawn_of_the_dead.shown_actions.descriptor import Json, Shown
from rules.dawn_of_the_dead.actions import ReadValue


def _label(action: Json) -> str:
    return f"Enter the value of the unit in {action['square']}"


def _whole(action: Json, _view: Json) -> str:
    was = f", not a {action['was']}" if action.get("was") else ""
    if "value" not in action:
        return _label(action)
    return f"The unit in {action['square']} is a {action['value']}{was}"


SHOWN = (Shown(kind=ReadValue, label=_label, step=lambda a: f"value in {a['square']}", whole=_whole),)
