"""What came of the last action, in a word or two: the large word above its sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.games.dawn_of_the_dead.pages.map.squares import door_state, supers_in, unit_in

Json = Mapping[str, Any]
DONE = "Done"
NO_EFFECT = "No effect"
RESULTS = {"8.5": "Killed", "8.4": "Infected", "8.3": "Stunned"}
"""The cases that an attack with a result rests on."""
HARM = frozenset({"Panic", "Berserk", "Glass broken", *RESULTS.values()})
"""What is bad news for the human side, and so does not look like a thing well done."""


def news(view: Json) -> str:
    """Return what came of the last action, from what everybody sees; "Done" if nothing was at stake."""
    last = view["moment"]
    if last["overridden"]:
        return "Done by agreement"
    outcome = _NEWS.get(last["action"]["do"])
    return outcome(view, last["action"]) if outcome else DONE


def _shot(view: Json, action: Json) -> str:
    """Tell of a shot on the move (6.0): a target that was hit is off the map."""
    if not action.get("dice"):
        return "Panic"
    return NO_EFFECT if unit_in(view, action["at"]) or supers_in(view, action["at"]) else "Eliminated"


def _defence(view: Json, action: Json) -> str:
    """Tell of a shot under attack (6.9): a hit ends the attack."""
    if not action.get("dice"):
        return "Panic"
    return NO_EFFECT if view["phase_state"].get("attack") else "Eliminated"


def _attack(view: Json, _action: Json) -> str:
    """Tell of an attack (8.8) by the case that it ended with."""
    return next((word for case, word in RESULTS.items() if case in view["moment"]["cases"]), NO_EFFECT)


def _berserk(view: Json, action: Json) -> str:
    unit = unit_in(view, action["square"])
    return "Berserk" if unit and unit["berserk"] else "Not berserk"


def _glass(view: Json, action: Json) -> str:
    return "Glass broken" if door_state(view, *action["between"]) == "destroyed" else "Glass holds"


_NEWS: Mapping[str, Callable[[Json, Json], str]] = {
    "shoot": _shot,
    "defend": _defence,
    "roll_attack": _attack,
    "check_berserk": _berserk,
    "smash": _glass,
}
