"""`referee counters`: list the counter sheets and check others."""

from __future__ import annotations

import click

from referee.cli.common import board_option, json_option, read_json_file
from referee.games.dawn_of_the_dead.commands.documents import tell_at_hand, tell_problems, write_out
from rules.dawn_of_the_dead.equipment import counters_check, equipment


@click.group("counters")
@board_option
def counters_group() -> None:
    """List, export and check counter sheets."""


@counters_group.command("list")
@board_option
@json_option
def list_counters(as_json: bool) -> None:
    """List the counter sheets that come with the referee."""
    tell_at_hand("counters", equipment.counter_sheets(), equipment.load_counters, as_json=as_json)


@counters_group.command()
@board_option
@click.argument("counters_id", metavar="[ID]", default=equipment.DEFAULT_COUNTERS)
def export(counters_id: str) -> None:
    """Write a counter sheet as JSON on standard output; the stand-in by default."""
    write_out(equipment.load_counters, counters_id)


@counters_group.command()
@board_option
@click.argument("file")
@json_option
@click.pass_context
def check(context: click.Context, file: str, as_json: bool) -> None:
    """Print the faults of a counter sheet, one a line; exit status 1 if there are any."""
    problems = counters_check.problems(read_json_file(file))
    tell_problems(problems, "counter sheet", as_json=as_json)
    context.exit(1 if problems else 0)
