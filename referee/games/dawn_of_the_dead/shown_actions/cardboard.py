"""How a value read off the cardboard is shown (5.4), and other counters (R-2.3a)."""

from __future__ import annotations

from referee.games.dawn_of_the_dead.shown_actions.descriptor import Json, Shown, always
from rules.dawn_of_the_dead.actions import ReadValue, UseSheet


def _label(action: Json) -> str:
    return f"Enter the value of the unit in {action['square']}"


def _whole(action: Json, _view: Json) -> str:
    was = f", not a {action['was']}" if action.get("was") else ""
    if "value" not in action:
        return _label(action)
    return f"The unit in {action['square']} is a {action['value']}{was}"


def _goes_on(action: Json, _view: Json) -> str:
    return f"Go on with the counter sheet “{action['sheet']['name']}”"


SHOWN = (
    Shown(kind=ReadValue, label=_label, step=lambda a: f"value in {a['square']}", whole=_whole),
    Shown(
        kind=UseSheet,
        label=always("Go on with other counters"),
        step=always("other counters"),
        whole=_goes_on,
    ),
)
