"""`referee simulate --system battlecon`: whole games between the referee's players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from referee.errors import InputError
from referee.games.battlecon.ai.players import BEAT_LIMIT, PLAYERS, Played, play
from referee.games.battlecon.match import BattleRules
from referee.games.battlecon.options import table_options
from referee.games.interface import Simulation
from referee.games.toolkit.commands import Games, print_json, writing
from referee.games.toolkit.recording import recorded
from referee.records.text import dump_line, show
from rules.battlecon.actions import SEATS, Seat
from rules.battlecon.cards import FIGHTERS
from rules.sentences import counted, listed

OPTIONS = ("profile", "fighters", *SEATS)
"""The names that `--option` takes: a profile, two fighters, and the player of each seat."""
USUAL_PLAYER = "one-beat"
SPECIALS = ("pulse", "cancel", "finish")
PLURALS = {"pulse": "Pulses", "cancel": "Cancels", "finish": "Finishes"}
SLOWEST = 0.95


def simulate(wanted: Simulation) -> None:
    """Play games between the referee's players, and print the results. Raises InputError."""
    unknown = [name for name in wanted.options if name not in OPTIONS]
    if unknown:
        raise InputError(f"--option: there is no {show(unknown[0])} here, only {listed(OPTIONS)}.")
    table = table_options({"mode": wanted.mode, "profile": wanted.options.get("profile")})
    match = BattleRules(table)
    players = {seat: _player(wanted.options, seat) for seat in SEATS}
    fighters = _fighters(wanted.options)
    limit = BEAT_LIMIT if wanted.turns is None else wanted.turns
    seeds = [f"{wanted.seed}/{number}" for number in range(wanted.games)]
    over = Games(wanted.games)
    played: Iterable[Played] = (
        play(match.start(()), players, seed, fighters, limit, lambda beat: over(f", beat {beat}"))
        for seed in seeds
    )
    if wanted.record is not None:
        played = _recorded(wanted.record, match, seeds, played)
    totals = {
        "profile": table["profile"],
        "players": players,
        **summary(list(over.counted(played)), wanted, limit),
    }
    if wanted.as_json:
        print_json(totals)
    else:
        _print(totals)


def summary(played: list[Played], wanted: Simulation, limit: int) -> dict[str, Any]:
    """Return the results of simulated games.

    `fighters` has the duels of each pairing and how many each of the two won. `choice_seconds` are on one
    core.
    """
    endings = Counter(game.winner or "beat limit" for game in played)
    happened = sum((game.happened for game in played), Counter[str]())
    beats, duels = sum(game.beats for game in played), sum(len(game.won) for game in played)
    seconds = sorted(second for game in played for second in game.seconds)
    return {
        "games": len(played),
        "seed": wanted.seed,
        "mode": wanted.mode,
        "beat_limit": limit,
        "endings": {name: endings[name] for name in (*SEATS, "beat limit")},
        "duels": duels,
        "fighters": _by_fighters(played),
        "beats": beats,
        "beats_per_game": round(beats / len(played), 1),
        "specials": {kind: happened[kind] for kind in SPECIALS},
        "specials_per_beat": round(sum(happened[kind] for kind in SPECIALS) / max(1, beats), 3),
        "clashes": happened["clash"],
        "stuns": happened["stun"],
        "actions": sum(len(game.actions) for game in played),
        "seconds": round(sum(seconds), 3),
        "choice_seconds": {
            "mean": round(sum(seconds) / len(seconds), 4),
            "p95": round(seconds[int(SLOWEST * (len(seconds) - 1))], 4),
        },
    }


def _by_fighters(played: Iterable[Played]) -> dict[str, dict[str, int]]:
    """Return, for each pairing of fighters, how many duels they fought and how many each of them won."""
    wins = Counter(duel for game in played for duel in game.won)
    table = {}
    for number, one in enumerate(FIGHTERS):
        for other in FIGHTERS[number + 1 :]:
            first, second = wins[one, other], wins[other, one]
            if first or second:
                table[f"{one}/{other}"] = {"duels": first + second, one: first, other: second}
    return table


def _player(options: Mapping[str, str], seat: Seat) -> str:
    name = options.get(seat, USUAL_PLAYER)
    if name not in PLAYERS:
        raise InputError(f"--option {seat}: {show(name)} is not a player; the players are {listed(PLAYERS)}.")
    return name


def _fighters(options: Mapping[str, str]) -> tuple[str, str] | None:
    """Return the fighters of `a` and `b`, None where chance chooses. Raises InputError."""
    if "fighters" not in options:
        return None
    names = options["fighters"].split(",")
    if len(names) != len(SEATS) or len(set(names)) != len(SEATS) or not set(names) <= set(FIGHTERS):
        raise InputError(
            f"--option fighters: {show(options['fighters'])} is not two of {listed(FIGHTERS)}, "
            "with a comma between them."
        )
    return names[0], names[1]


def _recorded(
    name: str, match: BattleRules, seeds: Iterable[str], played: Iterable[Played]
) -> Iterator[Played]:
    """Yield games and write their records to a file, one line of JSON each. Raises InputError."""
    what = f"--record: the file {show(name)}"
    with writing(what):
        file = Path(name).open("w", encoding="utf-8")  # noqa: SIM115 - closed after the last game
    with file:
        for seed, game in zip(seeds, played, strict=True):
            with writing(what):
                file.writelines(dump_line(line) + "\n" for line in recorded(match, game.actions, seed))
            yield game


def _print(totals: dict[str, Any]) -> None:
    ends, specials, times = totals["endings"], totals["specials"], totals["choice_seconds"]
    sizes = (counted(totals[f"{thing}s"], thing) for thing in ("game", "beat", "action"))
    click.echo(f"{', '.join(sizes)}, all legal.")
    players = totals["players"]
    click.echo(f"Player A ({players['a']}) won {ends['a']}, player B ({players['b']}) won {ends['b']}.")
    click.echo(f"{ends['beat limit']} ended at the limit of {counted(totals['beat_limit'], 'beat')}.")
    for pair, wins in totals["fighters"].items():
        one, other = pair.split("/")
        click.echo(f"  {one} {wins[one]} : {wins[other]} {other}")
    counts = ", ".join(f"{PLURALS[kind]} {number}" for kind, number in specials.items())
    click.echo(f"Special actions: {counts}. Clashes: {totals['clashes']}. Stuns: {totals['stuns']}.")
    click.echo(
        f"A choice took {_short(times['mean'])}, 95 of 100 at most {_short(times['p95'])}, on one core."
    )


def _short(seconds: float) -> str:
    """Return a time as people read it: "under 1 ms", "85 ms", "1.2 s"."""
    if seconds < 0.001:
        return "under 1 ms"
    return f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"
