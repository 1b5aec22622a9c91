"""`referee map`: list the maps, check and draw others."""

from __future__ import annotations

from pathlib import Path

import click

from referee.commands.common import board_option, json_option, read_json_file, writing
from referee.games.dawn_of_the_dead.commands.documents import tell_at_hand, tell_problems, write_out
from referee.games.dawn_of_the_dead.drawing import draw_map
from referee.games.dawn_of_the_dead.schemas.maps import load_board
from referee.json_text import show
from rules.dawn_of_the_dead import library, map_check


@click.group("map")
@board_option
def map_group() -> None:
    """List, export, check and draw maps."""


@map_group.command("list")
@board_option
@json_option
def list_maps(as_json: bool) -> None:
    """List the maps that come with the referee."""
    tell_at_hand("maps", library.maps(), library.load_map, as_json=as_json)


@map_group.command()
@board_option
@click.argument("map_id", metavar="[ID]", default=library.DEFAULT_MAP)
def export(map_id: str) -> None:
    """Write a map as JSON on standard output; the bundled mall by default."""
    write_out(library.load_map, map_id)


@map_group.command()
@board_option
@click.argument("file")
@json_option
@click.pass_context
def check(context: click.Context, file: str, as_json: bool) -> None:
    """Print the faults of a map, one a line; exit status 1 if there are any."""
    problems = map_check.problems(read_json_file(file))
    tell_problems(problems, "map", as_json=as_json)
    context.exit(1 if problems else 0)


@map_group.command()
@board_option
@click.argument("file")
@click.option("-o", "out", metavar="OUT.svg", help="The file to write; standard output by default.")
def draw(file: str, out: str | None) -> None:
    """Draw a map as SVG."""
    picture = draw_map(load_board(read_json_file(file)))
    if out is None or out == "-":
        click.echo(picture)
        return
    with writing(f"The file {show(out)}"):
        Path(out).write_text(picture, encoding="utf-8")
