"""`referee odds` and `referee games`: the odds of winning from a position, and whole simulated games."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from types import FrameType
from typing import Any, cast

import click

from referee.errors import InputError
from referee.games import registry
from referee.games.dawn_of_the_dead.ai.odds import Crashed, Odds, estimate
from referee.games.dawn_of_the_dead.ai.simulated_games import TURN_LIMIT, Played, play
from referee.games.dawn_of_the_dead.schemas.maps import setting_from
from referee.games.dawn_of_the_dead.schemas.positions import load_position
from referee.games.interface import Simulation
from referee.games.toolkit.commands import (
    Games,
    Progress,
    Whole,
    counters_option,
    json_option,
    map_option,
    print_json,
    read_json_file,
    writing,
)
from referee.records.text import dump_line, show
from rules.dawn_of_the_dead.position import Mode


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

    Ctrl+C stops it, and prints the result so far.
    """
    data = read_json_file(position)
    _check_odds(data)
    start = load_position(data, setting_from(map_file, counters_file))
    began = perf_counter()
    with _interrupted() as interrupts:
        try:
            result = estimate(start, games, seed, ProgressPrinter(games), lambda: bool(interrupts))
        except ValueError as error:
            raise InputError(f"mode: {error}") from None
        except Crashed:
            raise InputError("The games stopped: something ended a process that played them.") from None
    if as_json:
        seconds = round(perf_counter() - began, 3)
        print_json({**result.to_json(), "seed": seed, "turn_limit": TURN_LIMIT, "seconds": seconds})
    else:
        _print_odds(result)


def _check_odds(position: object) -> None:
    """Check that the game of a position has odds. Raises InputError."""
    game = registry.game_of_position(position)
    if game is not None and game.odds is None:
        raise InputError(f"system: the referee has no odds for {game.title}.")


class ProgressPrinter:
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


def _print_odds(odds: Odds) -> None:
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


_ENDINGS = {"zombie": "14.1", "human": "14.2", None: "turn limit"}


def play_games(wanted: Simulation) -> None:
    """Play games of *Dawn of the Dead*, and print what came of them. Raises InputError."""
    if wanted.options:
        raise InputError(f"--option: there is no {show(next(iter(wanted.options)))} in this game.")
    seed, mode = wanted.seed, cast("Mode", wanted.mode)
    turns = TURN_LIMIT if wanted.turns is None else wanted.turns
    played: Iterable[Played] = (play(f"{seed}/{number}", mode, turns) for number in range(wanted.games))
    if wanted.record is not None:
        played = recorded(wanted.record, played)
    ended = Games(wanted.games).counted(played)
    totals = summary([replace(game, lines=()) for game in ended], seed, mode, turns)
    if wanted.as_json:
        print_json(totals)
    else:
        _print_games(totals)


def summary(played: list[Played], seed: str, mode: Mode, turns: int) -> dict[str, Any]:
    """Return what came of simulated games. `rulings_per_second` is of one core."""
    rulings, seconds = sum(p.rulings for p in played), sum(p.seconds for p in played)
    endings = Counter(_ENDINGS[p.winner] for p in played)
    return {
        "games": len(played),
        "seed": seed,
        "mode": mode,
        "turn_limit": turns,
        "endings": {name: endings[name] for name in _ENDINGS.values()},
        "turns": sum(p.turn for p in played),
        "actions": sum(p.actions for p in played),
        "rulings": rulings,
        "seconds": round(seconds, 3),
        "rulings_per_second": round(rulings / seconds) if seconds else None,
    }


def recorded(name: str, played: Iterable[Played]) -> Iterator[Played]:
    """Yield games and write their records to a file, one line of JSON each. Raises InputError."""
    what = f"--record: the file {show(name)}"
    with writing(what):
        file = Path(name).open("w", encoding="utf-8")  # noqa: SIM115 - closed after the last game
    with file:
        for game in played:
            with writing(what):
                file.writelines(dump_line(line) + "\n" for line in game.lines)
            yield game


def _print_games(totals: dict[str, Any]) -> None:
    ends = totals["endings"]
    games = "1 game" if totals["games"] == 1 else f"{totals['games']} games"
    click.echo(f"{games}, {totals['turns']} Game-Turns, {totals['actions']} actions, all legal.")
    click.echo(f"The zombie player won {ends['14.1']} (14.1), the human player {ends['14.2']} (14.2);")
    click.echo(f"{ends['turn limit']} ended at the limit of {totals['turn_limit']} Game-Turns.")
    click.echo(
        f"{totals['rulings']} rulings in {totals['seconds']} s:"
        f" {totals['rulings_per_second']} a second on one core."
    )
