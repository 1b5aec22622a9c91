"""Simulated games from set-up to the end, their figures, and demo games to watch.

A demo is played by the real rules when it is first opened, once for each seed, and kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from random import Random
from threading import Lock
from time import process_time
from typing import Any, Protocol

from referee.games.dawn_of_the_dead.ai import advisers
from referee.games.dawn_of_the_dead.ai.practice_player import PracticePlayer
from referee.games.dawn_of_the_dead.ai.simple_players import (
    HumanPlayer,
    Referee,
    SolitaireReferee,
    SolitaireZombies,
    ZombiePlayer,
)
from referee.games.interface.chance import bare
from referee.records import codec
from rules.dawn_of_the_dead import actions, game
from rules.dawn_of_the_dead.actions import ATTACKS, Action
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.equipment.equipment import Setting
from rules.dawn_of_the_dead.position import Mode, Position
from rules.dawn_of_the_dead.sequence import HUMAN_PHASES
from rules.ruling import Ruling

TURN_LIMIT = 150
"""The limit of Game-Turns in a simulated game, because simple players might never finish."""

_BOLD = 0.5
"""The chance that the bold player plays the human side of a two-player game."""


@dataclass(frozen=True, slots=True)
class Played:
    """One simulated game. `winner` is None if the turn limit ended it; `seconds` of one core."""

    winner: str | None
    turn: int
    actions: int
    rulings: int
    seconds: float
    lines: tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True)
class PlayedStep:
    """One action of a game between simple players, complete with its dice, and the position `after` it."""

    seat: str
    action: Action
    ruling: Ruling[Position]
    after: Position


class Human(Protocol):
    """A player of the human side."""

    def choose(self, position: Position) -> Action:
        """Return the next action in set-up or in a Human Player-Turn."""

    def defend(self, position: Position) -> Action | None:
        """Return a shot under attack, or the choice of victims, or None if neither is needed."""


class Zombies(Protocol):
    """A player of the zombies' side."""

    def choose(self, position: Position) -> Action:
        """Return the next action of the zombies."""


def players(mode: Mode, rng: Random) -> tuple[Referee, Human, Zombies]:
    """Return a referee and simple players for a mode; in solitaire section 15 plays the zombies.

    In two-player games a bold human player, who tries whatever is allowed, takes turns by lot with a careful
    one, who can win.
    """
    if mode == "two-player":
        referee = Referee(rng)
        human: Human = HumanPlayer(referee, rng) if rng.random() < _BOLD else PracticePlayer()
        return referee, human, ZombiePlayer(referee, rng)
    return SolitaireReferee(rng), PracticePlayer(), SolitaireZombies(rng)


def play(seed: str, mode: Mode = "two-player", limit: int = TURN_LIMIT) -> Played:
    """Return one game between simple players on the bundled mall, of at most `limit` Game-Turns.

    The same seed gives the same game.
    """
    draw, position, rng = begin(seed, mode)
    began = process_time()
    referee, human, zombies = players(mode, rng)
    lines: list[dict[str, Any]] = []
    for step in steps(position, referee, human, zombies, limit):
        line = actions.to_json(step.action)
        lines.append(codec.line(len(lines) + 1, position.turn, step.seat, line, step.ruling.cases, ""))
        position = step.after
    seconds = process_time() - began
    turn = min(position.turn, limit)
    record = tuple(_record(seed, mode, draw, lines))
    return Played(position.winner, turn, len(lines), referee.rulings, seconds, record)


def begin(seed: str, mode: Mode) -> tuple[list[int], Position, Random]:
    """Return a new game on the bundled mall: the drawn values, the position, and the source of dice."""
    rng, setting = Random(seed), equipment.setting()
    draw = list(setting.sheet.units)
    rng.shuffle(draw)
    return draw, game.set_up(setting, mode, "digital", draw), rng


def steps(
    position: Position, referee: Referee, human: Human, zombies: Zombies, limit: int
) -> Iterator[PlayedStep]:
    """Yield each action of a game with its ruling, to the end or the turn limit."""
    while position.phase != "over" and position.turn <= limit:
        seat, action = choose(position, human, zombies)
        action, ruling = referee.carry_out(position, action)
        assert ruling.after is not None
        position = ruling.after
        yield PlayedStep(seat, action, ruling, position)


def choose(position: Position, human: Human, zombies: Zombies) -> tuple[str, Action]:
    """Return the side that acts next, and its action."""
    if position.phase in HUMAN_PHASES:
        return "human", human.choose(position)
    if position.phase in ATTACKS and (defence := human.defend(position)):
        return "human", defence
    return "zombie", zombies.choose(position)


def _record(seed: str, mode: Mode, draw: list[int], lines: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the lines of a game's record, with its seals made and opened."""
    sealed = {"draw": draw, **_hidden(lines)}
    nonces = {name: codec.seal(f"{seed}:{name}", value) for name, value in sealed.items()}
    yield codec.header(
        mode=mode,
        counters="digital",
        map_source=equipment.load_map(),
        sheet_source=equipment.load_counters(),
        draw=draw,
        seals={name: codec.seal(nonces[name], value) for name, value in sealed.items()},
    )
    yield from lines
    yield codec.closing({name: (nonces[name], value) for name, value in sealed.items()})


def _hidden(lines: list[dict[str, Any]]) -> dict[str, Any]:
    chosen = [entry["action"]["squares"] for entry in lines if entry["action"]["do"] == "place_hidden"]
    return {"hidden": chosen[0]} if chosen else {}


SEEDS = ("demo/11", "demo/6", "demo/8", "demo/1")
"""A seed for each demo game, the shortest first."""
MAX_STEPS = 3000
"""Most actions shown: a longer game is cut off there."""
_MODE: Mode = "solitaire"
_lock = Lock()


@dataclass(frozen=True, slots=True)
class Demo:
    """A game to watch: the position `before` the first step, and each step except the ends of phases.

    `whys` holds, for each step of the zombies, the case that calls for it and the reason, or None (15.0).
    """

    setting: Setting = field(repr=False)
    before: Position = field(repr=False)
    steps: tuple[PlayedStep, ...] = field(repr=False)
    whys: tuple[tuple[str, str] | None, ...] = field(repr=False)


def demo(number: int) -> Demo | None:
    """Return a game by its number, counted from 1, or None for an unknown number."""
    if not 1 <= number <= len(SEEDS):
        return None
    with _lock:
        return _played(SEEDS[number - 1])


@lru_cache(maxsize=len(SEEDS))
def _played(seed: str) -> Demo:
    _, before, rng = begin(seed, _MODE)
    whole = list(islice(steps(before, *players(_MODE, rng), TURN_LIMIT), MAX_STEPS))
    befores = [before, *(step.after for step in whole[:-1])]
    shown = [
        (step, _why(at, step))
        for at, step in zip(befores, whole, strict=True)
        if not step.action.ends or step.after.phase == "over"
    ]
    return Demo(before.setting, before, tuple(s for s, _ in shown), tuple(w for _, w in shown))


def _why(before: Position, step: PlayedStep) -> tuple[str, str] | None:
    if step.seat != "zombie":
        return None
    return advisers.explained(before, bare(step.action))
