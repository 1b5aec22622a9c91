"""`referee map`: the maps at hand, and checking and drawing others."""

from __future__ import annotations

import json
from pathlib import Path

import click

from referee.commands.common import json_option, print_json, read_json_file
from referee.drawing import draw_map
from referee.errors import InputError
from referee.json_text import show
from referee.schemas.maps import load_board
from rules.dawn_of_the_dead import library, map_check


@click.group("map")
def map_group() -> None:
    """List, export, check and draw maps."""


@map_group.command("list")
@json_option
def list_maps(as_json: bool) -> None:
    """List the maps at hand."""
    found = [
        {"id": i, "name": name, "provenance": library.load_map(i).get("provenance", "")}
        for i, name in library.maps().items()
    ]
    if as_json:
        print_json({"maps": found})
        return
    for entry in found:
        mark = "" if entry["provenance"] in entry["name"].lower() else f" ({entry['provenance']})"
        click.echo(f"{entry['id']}  {entry['name']}{mark}")


@map_group.command()
@click.argument("map_id", metavar="[ID]", default=library.DEFAULT_MAP)
def export(map_id: str) -> None:
    """Write a map as JSON on standard output; the bundled mall unless told."""
    try:
        data = library.load_map(map_id)
    except library.NotAtHand as error:
        raise InputError(str(error)) from None
    click.echo(json.dumps(data, ensure_ascii=False, indent=1))


@map_group.command()
@click.argument("file")
@json_option
@click.pass_context
def check(context: click.Context, file: str, as_json: bool) -> None:
    """Tell what is wrong with a map, a line a problem; status 1 if there is any."""
    problems = map_check.problems(read_json_file(file))
    if as_json:
        print_json({"problems": problems})
    else:
        click.echo("\n".join(problems) or "Nothing is wrong with this map.")
    context.exit(1 if problems else 0)


@map_group.command()
@click.argument("file")
@click.option("-o", "out", metavar="OUT.svg", help="Where to write it; standard output unless told.")
def draw(file: str, out: str | None) -> None:
    """Draw a map as SVG."""
    picture = draw_map(load_board(read_json_file(file)))
    if out is None or out == "-":
        click.echo(picture)
        return
    try:
        Path(out).write_text(picture, encoding="utf-8")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "its name is not that of a file"
        raise InputError(f"The file {show(out)} cannot be written: {why.lower()}.") from None
