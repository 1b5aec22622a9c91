"""`referee print`: the board and the counters of a game as PDF, for people without its box."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from referee.commands.common import counters_option, map_option, read_json_file, system_option, writing
from referee.errors import InputError
from referee.games import registry
from referee.games.ports import Game
from referee.records.text import show

paper_option = click.option(
    "--paper", default="a4", show_default=True, metavar="P", help="a3, a4, letter or tabloid."
)
out_option = click.option(
    "-o", "out", metavar="OUT.pdf", help="The file to write; standard output by default."
)


@click.group("print")
def print_group() -> None:
    """Print a board and counters as PDF, at exact size."""


@print_group.command()
@system_option
@map_option
@paper_option
@click.option("--square", type=float, metavar="MM", help="How wide a typical square is, in millimetres.")
@out_option
def board(system: str, map_file: str | None, paper: str, square: float | None, out: str | None) -> None:
    """Print the board: on one sheet, or on several with marks to join them."""
    from referee.printing.made import printed_board  # noqa: PLC0415 - other commands print nothing
    from referee.printing.paper import paper_named  # noqa: PLC0415 - the same

    game = registry.game(system, "--system")
    made = printed_board(game, _document(game, "map", map_file), paper, square)
    _write(made.pdf, out)
    sheets = "1 sheet" if made.sheets == 1 else f"{made.sheets} sheets"
    click.echo(
        f"{sheets} of {paper_named(paper).name}. A typical square is {made.square:g} mm wide.", err=True
    )


@print_group.command()
@system_option
@counters_option
@paper_option
@click.option("--backs", default="duplex", show_default=True, metavar="WAY", help="duplex, or fold and glue.")
@out_option
def counters(system: str, counters_file: str | None, paper: str, backs: str, out: str | None) -> None:
    """Print the half-inch counters with their backs."""
    from referee.printing.made import printed_counters  # noqa: PLC0415 - other commands print nothing

    game = registry.game(system, "--system")
    _write(printed_counters(game, _document(game, "counters", counters_file), paper, backs), out)


def _document(game: Game, kind: str, file: str | None) -> Any:
    """Return the map or the counter sheet to print: of a file, else the game's own. Raises InputError."""
    if file is not None:
        return read_json_file(file)
    if game.board is not None:
        for id_ in game.board.bundled(kind):
            return game.board.document(kind, id_)
    raise InputError(f"--system: {game.title} has no board and no counters to print.")


def _write(data: bytes, out: str | None) -> None:
    """Write a PDF to a file or to standard output. Raises InputError where a terminal would show it."""
    if out is None or out == "-":
        if sys.stdout.isatty():
            raise InputError("-o: name a file for the PDF; a terminal cannot show it.")
        sys.stdout.buffer.write(data)
        return
    with writing(f"The file {show(out)}"):
        Path(out).write_bytes(data)
