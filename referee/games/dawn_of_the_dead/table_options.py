"""The choices that a table of *Dawn of the Dead* is made with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.errors import InputError
from referee.games.dawn_of_the_dead import seating
from referee.records.text import show
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.position import COUNTERS, MODES
from rules.sentences import listed

AUTOMATIC, TAPPED = "automatic", "tap"
"""Whether a phase with nothing left to do ends by itself at a table, or waits for a tap."""
REFEREE, PLAYERS = "referee", "players"
"""Who rolls the dice of a table: the referee, or the players, who type them in."""
_SETTINGS: Mapping[str, tuple[str, str]] = {"phases": (TAPPED, AUTOMATIC), "dice": (REFEREE, PLAYERS)}
"""What players may change in play, each with its values; the first is kept by saying nothing."""


def table_options(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the choices for a new table, complete. Raises InputError.

    They are mode, players, map, counters (digital or physical), sheet, practice, phases and dice. `practice`
    is among them only where the referee may play the human side too, `phases` only where they end by
    themselves ("automatic"), and `dice` only where the "players" roll them.
    """
    mode = given.get("mode") or MODES[0]
    counters, sheet = given.get("counters") or COUNTERS[0], given.get("sheet")
    if mode not in MODES:
        raise InputError(f"mode: {show(mode)} cannot be played here; {listed(MODES)} can.")
    if counters not in COUNTERS:
        raise InputError(f"counters: {show(counters)} is neither digital nor physical.")
    made = {
        "mode": mode,
        "counters": counters,
        **seating.players(mode, given.get("players")),
        "map": given.get("map") or equipment.DEFAULT_MAP,
        "sheet": sheet or equipment.DEFAULT_COUNTERS,
        **({"practice": True} if given.get("practice") else {}),
    }
    return with_settings(made, {name: given[name] for name in _SETTINGS if given.get(name)})


def settings(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the choices that players may change in play: `phases` and `dice`."""
    return {name: options.get(name, values[0]) for name, values in _SETTINGS.items()}


def with_settings(options: Mapping[str, Any], wanted: Mapping[str, Any]) -> dict[str, Any]:
    """Return the choices of a table with other settings. Raises InputError."""
    made = {name: value for name, value in options.items() if name not in _SETTINGS}
    chosen = {**settings(options), **wanted}
    for name, (plain, other) in _SETTINGS.items():
        value = chosen[name]
        if value not in {plain, other}:
            raise InputError(f"{name}: {show(value)} is neither {other} nor {plain}.")
        if value != plain:
            made[name] = value
    return made
