"""The commands that only *Dawn of the Dead* has: sight, maps, counter sheets, odds."""

from __future__ import annotations

import click

from referee.games.dawn_of_the_dead.commands import counters, maps, odds, sight

COMMANDS: tuple[click.Command, ...] = (sight.sight, maps.map_group, counters.counters_group, odds.odds)
