"""The commands that only *Dawn of the Dead* has: sight, maps, counter sheets, odds."""

from __future__ import annotations

from referee.games.toolkit.commands import LazyCommand

COMMANDS = tuple(
    LazyCommand(name, f"{__name__}.{place}", says)
    for name, place, says in (
        ("counters", "maps_and_counters:counters_group", "List, export and check counter sheets."),
        ("map", "maps_and_counters:map_group", "List, export, check and draw maps."),
        ("odds", "simulation:odds", "Play many games from a solitaire position, and print the share won."),
        ("sight", "sight:sight", "Trace the sight line between two squares."),
    )
)
