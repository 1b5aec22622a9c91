"""Whole games of *Dawn of the Dead* between simple players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import click

from referee.cli.common import Games, print_json, writing
from referee.errors import InputError
from referee.games.dawn_of_the_dead.ai.simulated_games import TURN_LIMIT, Played, play
from referee.games.ports import Simulation
from referee.records.text import dump_line, show
from rules.dawn_of_the_dead.position import Mode

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
        _tell(totals)


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


def _tell(totals: dict[str, Any]) -> None:
    ends = totals["endings"]
    games = "1 game" if totals["games"] == 1 else f"{totals['games']} games"
    click.echo(f"{games}, {totals['turns']} Game-Turns, {totals['actions']} actions, all legal.")
    click.echo(f"The zombie player won {ends['14.1']} (14.1), the human player {ends['14.2']} (14.2);")
    click.echo(f"{ends['turn limit']} ended at the limit of {totals['turn_limit']} Game-Turns.")
    click.echo(
        f"{totals['rulings']} rulings in {totals['seconds']} s:"
        f" {totals['rulings_per_second']} a second on one core."
    )
