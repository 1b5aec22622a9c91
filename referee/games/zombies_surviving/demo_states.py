"""The states of a table that `referee demo` offers for work on the screens."""

from __future__ import annotations

from collections.abc import Mapping

from referee.games.interface import DemoState, DemoTable

PARTY = {"p1": "ana", "p2": "bruno", "p3": "dora"}
SECRETS = {"p1": "hoard", "p2": "unbitten", "p3": "special"}
TABLE = {"buildings": 4, "ruins": 2, "vehicles": 1, "edge": "south"}


def _characters(table: DemoTable) -> None:
    for seat, name in PARTY.items():
        table.do(seat, {"do": "recruit", "character": name})


def begun(table: DemoTable) -> None:
    """Play a table to its first survival phase."""
    _characters(table)
    table.do("table", {"do": "lay_out", **TABLE})
    table.do("table", {"do": "choose_goal", "goal": "supplies"})
    for seat, objective in SECRETS.items():
        table.do(seat, {"do": "choose_objective", "objective": objective})
    for seat in PARTY:
        table.do(seat, {"do": "ready"})


_OPTIONS = {"players": 3, "objectives": "secret"}
STATES: Mapping[str, DemoState] = {
    "zombies_characters": DemoState("Three players have a character each.", _characters, _OPTIONS),
    "zombies_first_turn": DemoState("The survivors of three players begin.", begun, _OPTIONS),
}
