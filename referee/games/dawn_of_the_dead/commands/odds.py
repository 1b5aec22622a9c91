"""`referee odds`: the chances of winning from a position in solitaire play."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from types import FrameType

import click

from referee.cli.common import (
    Progress,
    Whole,
    counters_option,
    json_option,
    map_option,
    print_json,
    read_json_file,
)
from referee.errors import InputError
from referee.games import registry
from referee.games.dawn_of_the_dead.ai.odds import TURN_LIMIT, Crashed, Odds, estimate
from referee.games.dawn_of_the_dead.commands.files import setting_from
from referee.games.dawn_of_the_dead.schemas.positions import load_position


@click.command()
@click.argument("position", metavar="POSITION.json")
@click.option("--games", default=1000, show_default=True, type=Whole(1, 1_000_000), help="How many games.")
@click.option(
    "--seed", default="0", show_default=True, metavar="S", help="The same seed gives the same games."
)
@map_option
@counters_option
@json_option
def odds(
    position: str, games: int, seed: str, map_file: str | None, counters_file: str | None, as_json: bool
) -> None:
    """Play many games from a solitaire position on all cores, and print the share won.

    Ctrl+C stops it, and tells what there is by then.
    """
    data = read_json_file(position)
    _check_odds(data)
    start = load_position(data, setting_from(map_file, counters_file))
    began = perf_counter()
    with _interrupted() as interrupts:
        try:
            result = estimate(start, games, seed, Teller(games), lambda: bool(interrupts))
        except ValueError as error:
            raise InputError(f"mode: {error}") from None
        except Crashed:
            raise InputError("The games stopped: something ended a process that played them.") from None
    if as_json:
        seconds = round(perf_counter() - began, 3)
        print_json({**result.to_json(), "seed": seed, "turn_limit": TURN_LIMIT, "seconds": seconds})
    else:
        _tell(result)


def _check_odds(position: object) -> None:
    """Check that the game of a position has odds. Raises InputError."""
    game = registry.game_of_position(position)
    if game is not None and game.odds is None:
        raise InputError(f"system: the referee has no odds for {game.title}.")


class Teller:
    """Shows on standard error how many games are over, and how many of them were won."""

    def __init__(self, games: int) -> None:
        self.progress = Progress(games)

    def __call__(self, so_far: Odds) -> None:
        """Show the odds so far, if they are news."""
        text = f"{so_far.games} of {self.progress.total} games, {so_far.won} won."
        self.progress.show(so_far.games, text)


@contextmanager
def _interrupted() -> Iterator[list[int]]:
    """Collect presses of Ctrl+C instead of stopping at once."""
    pressed: list[int] = []

    def press(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - handlers are called so
        pressed.append(number)

    before = signal.signal(signal.SIGINT, press)
    try:
        yield pressed
    finally:
        signal.signal(signal.SIGINT, before)


def _tell(odds: Odds) -> None:
    if odds.share is None or odds.error is None:
        click.echo("Stopped before the first game ended.")
        return
    stopped = "Stopped early. " if odds.stopped else ""
    games = f"{odds.games} game{'' if odds.games == 1 else 's'}"
    click.echo(
        f"{stopped}The characters won {odds.won} of {games} played on from here:"
        f" {odds.share:.1%}, give or take {odds.error:.1%}."
    )
    if odds.unfinished:
        click.echo(f"{odds.unfinished} lasted more than {TURN_LIMIT} Game-Turns and count as not won.")
    click.echo("Both sides used basic play; thoughtful players do better.")
