"""The choices that a table of *Dawn of the Dead* is made with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.errors import InputError
from referee.games.dawn_of_the_dead import seating
from referee.json_text import show
from rules.dawn_of_the_dead import library
from rules.dawn_of_the_dead.position import COUNTERS, MODES
from rules.sentences import listed

AUTOMATIC, TAPPED = "automatic", "tap"
"""Whether a phase with nothing left to do ends by itself at a table, or waits for a tap."""


def table_options(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the choices for a new table, complete. Raises InputError.

    They are mode, players, map, counters (digital or physical), sheet, practice and phases. `practice` is
    among them only where the referee may play the human side too, and `phases` only where they end by
    themselves ("automatic").
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
        "map": given.get("map") or library.DEFAULT_MAP,
        "sheet": sheet or library.DEFAULT_COUNTERS,
        **({"practice": True} if given.get("practice") else {}),
    }
    return with_settings(made, {"phases": given.get("phases") or TAPPED})


def settings(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the choices that players may change in play: `phases`."""
    return {"phases": options.get("phases", TAPPED)}


def with_settings(options: Mapping[str, Any], wanted: Mapping[str, Any]) -> dict[str, Any]:
    """Return the choices of a table with other settings. Raises InputError."""
    phases = {**settings(options), **wanted}["phases"]
    if phases not in {AUTOMATIC, TAPPED}:
        raise InputError(f"phases: {show(phases)} is neither {AUTOMATIC} nor {TAPPED}.")
    made = {name: value for name, value in options.items() if name != "phases"}
    return {**made, "phases": phases} if phases == AUTOMATIC else made
