"""Views of *Dawn of the Dead* from JSON, whole as the API gives it or only what a test is about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from referee.games.dawn_of_the_dead.drawing.layers import OnBoard
from referee.games.dawn_of_the_dead.seats import DawnView
from referee.games.table_view import TableView
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.equipment.equipment import Setting
from rules.dawn_of_the_dead.position import Character
from rules.dawn_of_the_dead.view import STATES, View, _attack, _doors, _move, _zombies

TABLE = frozenset(f.name for f in fields(TableView) if f.init) - {
    "game",
    "summary",
    "system",
    "code",
    "names",
}


def view_of(data: Mapping[str, Any], setting: Setting | None = None) -> View:
    """Return the view that is written so; what is left out is as `View` has it."""
    plain = {f.name: data[f.name] for f in fields(View) if f.name in data}
    made = {
        **plain,
        "characters": {
            n: Character(**{"square": None, **c}) for n, c in (data.get("characters") or {}).items()
        },
        "zombies": _zombies(data.get("zombies") or []),
        "doors": _doors(data.get("doors") or []),
        "move": _move({"characters": (), **move}) if (move := data.get("move")) else None,
        "agenda": tuple(data.get("agenda", ())),
        "phase_state": state_of(data),
        "sheet": "",
    }
    for name in ("hidden", "hidden_box", "eliminated", "trail"):
        if data.get(name) is not None:
            made[name] = tuple(data[name])
    if data.get("passed") is not None:
        made["passed"] = frozenset(data["passed"])
    return View(setting or equipment.setting(), **made)


def state_of(data: Mapping[str, Any]) -> Any:
    """Return the state of the phase, None where nothing is written of it."""
    source, kind = data.get("phase_state"), STATES.get(data.get("phase", "attack"))
    if not source or kind is None:
        return None
    given: dict[str, Any] = {f.name: source[f.name] for f in fields(kind) if f.name in source}
    made = {n: frozenset(v) if isinstance(v, (list, set, tuple)) else v for n, v in given.items()}
    return kind(**{**made, **({"attack": _attack(given["attack"])} if "attack" in given else {})})


def seen_of(data: Mapping[str, Any], setting: Setting | None = None) -> DawnView:
    """Return what a seat is shown of a table, from the JSON of its view."""
    table = {name: data[name] for name in TABLE if name in data}
    more: dict[str, Any] = {
        "pending_action": data.get("underway"),
        "advised": "advice" in data,
        "practises": "practice" in data,
        "sheet": data.get("sheet"),
    }
    return TableView(
        view_of(data, setting),
        "dawn-of-the-dead",
        data.get("code", "ABCDEF"),
        data.get("names", {}),
        **{**table, **more},
    )


def on_board(data: Mapping[str, Any]) -> OnBoard:
    """Return what lies on a map, from the JSON of a view."""
    view = view_of(data)
    return OnBoard(
        view.characters, view.zombies, view.shown, view.rifles, view.doors, view.main_doors, view.trail,
        view.hidden,
    )  # fmt: skip
