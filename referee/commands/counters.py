"""`referee counters`: the counter sheets at hand, and checking others."""

from __future__ import annotations

import json

import click

from referee.commands.common import json_option, print_json, read_json_file
from referee.errors import InputError
from rules.dawn_of_the_dead import counters_check, library


@click.group("counters")
def counters_group() -> None:
    """List, export and check counter sheets."""


@counters_group.command("list")
@json_option
def list_counters(as_json: bool) -> None:
    """List the counter sheets at hand."""
    found = [
        {"id": i, "name": name, "provenance": library.load_counters(i).get("provenance", "")}
        for i, name in library.counter_sheets().items()
    ]
    if as_json:
        print_json({"counters": found})
        return
    for entry in found:
        mark = "" if entry["provenance"] in entry["name"].lower() else f" ({entry['provenance']})"
        click.echo(f"{entry['id']}  {entry['name']}{mark}")


@counters_group.command()
@click.argument("counters_id", metavar="[ID]", default=library.DEFAULT_COUNTERS)
def export(counters_id: str) -> None:
    """Write a counter sheet as JSON on standard output; the stand-in unless told."""
    try:
        data = library.load_counters(counters_id)
    except library.NotAtHand as error:
        raise InputError(str(error)) from None
    click.echo(json.dumps(data, ensure_ascii=False, indent=1))


@counters_group.command()
@click.argument("file")
@json_option
@click.pass_context
def check(context: click.Context, file: str, as_json: bool) -> None:
    """Tell what is wrong with a counter sheet, a line a problem; status 1 if there is any."""
    problems = counters_check.problems(read_json_file(file))
    if as_json:
        print_json({"problems": problems})
    else:
        click.echo("\n".join(problems) or "Nothing is wrong with this counter sheet.")
    context.exit(1 if problems else 0)
