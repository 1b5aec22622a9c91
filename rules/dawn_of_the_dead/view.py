"""What a seat may see; a position leaves the referee only in this form (2.3, 3.1, 5.4, 7.7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.dawn_of_the_dead.agenda import agenda
from rules.dawn_of_the_dead.codec import position_from_json, position_to_json
from rules.dawn_of_the_dead.equipment import Setting
from rules.dawn_of_the_dead.position import Position
from rules.effects import Effect, known

ROLES = frozenset({"table", "human", "zombie"})
OPEN = ("turn", "mode", "counters", "characters", "doors", "main_doors", "rifles", "move", "trail")
"""The fields that everybody may see, apart from the zombie units."""


def view(position: Position, role: str) -> dict[str, Any]:
    """Return a position as one seat may see it: in the shape of the position, with secrets as null.

    `table` and `human` see open facts. `zombie` also sees the hidden squares, and the values that a super
    zombie lets him look at. Once the game is over everybody sees everything. Raises ValueError for an
    unknown role.
    """
    _check_role(role)
    shown = position_to_json(position)
    if position.phase != "over":
        _hide(shown, position, role)
    shown["hidden_count"] = len(position.hidden)
    shown["agenda"] = agenda(position, role)
    return shown


def effects_for(effects: Iterable[Effect], role: str) -> tuple[Effect, ...]:
    """Return the effects that one seat may know, in order. Raises ValueError for an unknown role."""
    _check_role(role)
    return known(effects, role)


def _check_role(role: str) -> None:
    if role not in ROLES:
        raise ValueError(f"There is no role {role!r}.")


def open_position(seen: Mapping[str, Any], setting: Setting) -> Position:
    """Return a position in the Human Player-Turn with the facts of a view and no others.

    Nothing computed from it can say more than the view.
    """
    zombies = [{name: z[name] for name in ("square", "value", "berserk")} for z in seen["zombies"]]
    return position_from_json(
        {**{name: seen[name] for name in OPEN}, "zombies": zombies, "phase": "human"}, setting
    )


def _hide(seen: dict[str, Any], position: Position, role: str) -> None:
    private = role == "zombie"
    looked_at = _values_open(position, private=private)
    for zombie in seen["zombies"]:
        if zombie["square"] not in looked_at:
            zombie["value"] = None
    seen["hidden_box"] = None if position.hidden_box is None else [None] * len(position.hidden_box)
    seen["eliminated"] = [None] * len(position.eliminated)
    if not private:
        seen["hidden"] = seen["passed"] = None
        seen["inspected"] = {}


def _values_open(position: Position, *, private: bool) -> frozenset[str]:
    """Return the squares where a seat may look at the value of a unit now (7.7)."""
    everybody = position.occupied().union(position.shown)
    if not private:
        return everybody
    looks_under = [] if position.solitaire else position.super_zombies()  # 15.7
    return everybody.union(position.inspected, looks_under)
