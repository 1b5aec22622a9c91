"""`referee simulate`: whole games between simple players."""

from __future__ import annotations

from collections.abc import Iterable

import click

from referee.commands.common import Whole, game_named, json_option, system_option
from referee.errors import InputError
from referee.games.ports import Simulation
from referee.records.text import show


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
