"""What a seat may see: the one door through which a position leaves the referee (2.3, 3.1, 5.4, 7.7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.dawn_of_the_dead.agenda import agenda
from rules.dawn_of_the_dead.codec import position_from_json, position_to_json
from rules.dawn_of_the_dead.equipment import Setting
from rules.dawn_of_the_dead.position import Position

ROLES = frozenset({"table", "human", "zombie"})
OPEN = ("turn", "mode", "counters", "characters", "doors", "main_doors", "rifles", "move", "trail")
"""What lies open for everybody; of the zombie units, what the view tells of each."""


def view(position: Position, role: str) -> dict[str, Any]:
    """Return a position as one seat may see it: the shape of the position, secrets left null.

    `table` and `human` see what lies open. `zombie` sees the hidden squares besides, and the values that
    a super zombie lets him look at. Once the game is over everybody sees everything. Raises ValueError
    for a role that does not exist.
    """
    if role not in ROLES:
        raise ValueError(f"There is no role {role!r}.")
    seen = position_to_json(position)
    if position.phase != "over":
        _hide(seen, position, role)
    seen["hidden_count"] = len(position.hidden)
    seen["agenda"] = agenda(position, role)
    return seen


def open_position(seen: Mapping[str, Any], setting: Setting) -> Position:
    """Return what a view shows as a position in the Human Player-Turn: what the view leaves out is not in it.

    What is worked out from it can tell nobody more than the view did.
    """
    zombies = [{name: z[name] for name in ("square", "value", "berserk")} for z in seen["zombies"]]
    return position_from_json(
        {**{name: seen[name] for name in OPEN}, "zombies": zombies, "phase": "human"}, setting
    )


def _hide(seen: dict[str, Any], position: Position, role: str) -> None:
    private = role == "zombie"
    for zombie in seen["zombies"]:
        if not _value_open(position, zombie["square"], private=private):
            zombie["value"] = None
    seen["hidden_box"] = None if position.hidden_box is None else [None] * len(position.hidden_box)
    seen["eliminated"] = [None] * len(position.eliminated)
    if not private:
        seen["hidden"] = seen["passed"] = None
        seen["inspected"] = {}


def _value_open(position: Position, square: str, *, private: bool) -> bool:
    """Whether a seat may look at the value of the unit in a square just now (7.7)."""
    if position.revealed(square) or square in position.shown:
        return True
    looks_under = not position.solitaire and bool(position.supers_at(square))  # 15.7
    return private and (square in position.inspected or looks_under)
