"""The installed games, simulated games, and printing."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from referee.errors import InputError
from referee.games import registry
from referee.games.interface import Game, Simulation
from referee.games.toolkit.commands import (
    Whole,
    counters_option,
    game_named,
    json_option,
    map_option,
    print_json,
    read_json_file,
    system_option,
    writing,
)
from referee.records.text import show


@click.command()
@json_option
def games(as_json: bool) -> None:
    """List the installed games, and say which ones cannot be used."""
    shelf = registry.shelf()
    entries = [{"id": g.id, "title": g.title, "modes": list(g.modes)} for g in shelf.games.values()]
    if as_json:
        print_json(entries)
    else:
        for entry in entries:
            click.echo(f"{entry['id']}  {entry['title']} ({', '.join(entry['modes'])})")
    for fault in shelf.faults:
        click.echo(fault.sentence, err=True)


@click.command()
@click.option("--games", default=1, show_default=True, type=Whole(1, 1_000_000), help="How many games.")
@click.option(
    "--seed", default="0", show_default=True, metavar="S", help="The same seed gives the same games."
)
@click.option("--mode", help="The mode of play; by default the game's usual one.")
@click.option(
    "--turns",
    type=Whole(1, 10_000),
    help="Call a game off after this many of its turns.",
)
@click.option(
    "--option",
    "given",
    multiple=True,
    metavar="NAME=VALUE",
    help="An option of the game itself.",
)
@click.option("--record", metavar="FILE", help="Write the records of the games, one after the other.")
@system_option
@json_option
def simulate(
    games: int,
    seed: str,
    mode: str | None,
    turns: int | None,
    given: tuple[str, ...],
    record: str | None,
    system: str,
    as_json: bool,
) -> None:
    """Play whole games between simple players, by the same rules as at a table."""
    game = game_named(system)
    mode = game.modes[0] if mode is None else mode
    if mode not in game.modes:
        raise InputError(f"--mode: {show(mode)} is not one of {', '.join(game.modes)}.")
    game.simulate(Simulation(games, seed, mode, turns, record, as_json, _options(given)))


def _options(given: Iterable[str]) -> dict[str, str]:
    """Return options by name. Raises InputError for one without a value."""
    options = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise InputError(f"--option: {show(text)} should be a name and a value, as in name=value.")
        options[name] = value
    return options


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
    from referee.printing.paper import paper_named  # noqa: PLC0415 - the same
    from referee.printing.print_job import printed_board  # noqa: PLC0415 - other commands print nothing

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
    from referee.printing.print_job import printed_counters  # noqa: PLC0415 - other commands print nothing

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
