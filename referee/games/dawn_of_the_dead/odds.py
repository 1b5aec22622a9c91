"""What are our chances? The share of games won when many are played on from a solitaire position.

`estimate` blocks until it is done. A table calls it from a separate thread, with `gentle` so that the games
run beside the server and leave the processors to it, and with `stop` to end it early.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from multiprocessing import connection
from random import Random
from typing import Any

from referee.games.dawn_of_the_dead.simulation.dealing import redealt
from referee.games.dawn_of_the_dead.simulation.practice_player import PracticePlayer
from referee.games.dawn_of_the_dead.simulation.referee import Referee, Refused
from referee.games.dawn_of_the_dead.simulation.solitaire import SolitaireReferee, SolitaireZombies
from referee.games.ports import Crashed, Odds, Progress, Stop
from rules.board import Board
from rules.dawn_of_the_dead import codec
from rules.dawn_of_the_dead.actions import ATTACKS, EndTurn
from rules.dawn_of_the_dead.equipment import CounterSheet, Setting
from rules.dawn_of_the_dead.position import Position
from rules.dawn_of_the_dead.sequence import HUMAN_PHASES

__all__ = ["TURN_LIMIT", "Crashed", "Odds", "Progress", "Stop", "estimate", "play_on"]
TURN_LIMIT = 150
"""After this many more Game-Turns a game counts as not won."""

_UNFINISHED = "unfinished"
_WAIT_SECONDS = 0.2
_AT_ONCE = 4
"""Games handed to a process at a time, once each has played its first: that one is an answer by itself."""


def estimate(
    position: Position,
    games: int,
    seed: str,
    on_progress: Progress | None = None,
    stop: Stop | None = None,
    *,
    processes: int | None = None,
    gentle: bool = False,
) -> Odds:
    """Return how many games were won when simple players play on from a position.

    Face-down counters are dealt again for each game, so the answer reveals no secret. The same seed gives the
    same games, no matter how many `processes` play them (all cores by default).
    `on_progress` gets the odds so far. `stop` is called repeatedly; True ends the run with the games so far.
    With `gentle` no game is played in this process, and those that play give way to everything else.
    Raises ValueError for a position that is not in solitaire or cooperative play, and Crashed when a process
    that played games was ended from outside.
    """
    if not position.solitaire:
        raise ValueError("Odds are for solitaire and cooperative play, where the referee plays the zombies.")
    ended: Counter[str] = Counter()
    stopped = False
    for result in _results(
        position, games, seed, stop or _never, processes or os.cpu_count() or 1, gentle=gentle
    ):
        if result is None:
            stopped = sum(ended.values()) < games
            break
        ended[result] += 1
        if on_progress is not None:
            on_progress(_odds(ended, stopped=False))
    return _odds(ended, stopped=stopped)


def _never() -> bool:
    return False


def _odds(ended: Mapping[str, int], *, stopped: bool) -> Odds:
    won, lost, unfinished = ended.get("human", 0), ended.get("zombie", 0), ended.get(_UNFINISHED, 0)
    return Odds(won + lost + unfinished, won, lost, unfinished, stopped)


# --- one game -------------------------------------------------------------------------------------


def play_on(position: Position, rng: Random) -> str:
    """Return who won one game played to its end: "human", "zombie", or "unfinished" at the turn limit."""
    position = redealt(position, rng)
    last = position.turn + TURN_LIMIT
    referee, zombies = SolitaireReferee(rng), SolitaireZombies(rng)
    human = PracticePlayer()
    while position.phase != "over" and position.turn <= last:
        position = _next(position, referee, human, zombies)
    return position.winner or _UNFINISHED


def _next(position: Position, referee: Referee, human: PracticePlayer, zombies: SolitaireZombies) -> Position:
    """Return the position after the next action."""
    if position.phase in HUMAN_PHASES:
        try:
            _, ruling = referee.carry_out(position, human.choose(position))
        except Refused:
            # The practice player may have no plan for an odd position that the players agreed on: pass.
            _, ruling = referee.carry_out(position, EndTurn())
    elif position.phase in ATTACKS and (defence := human.defend(position)):
        _, ruling = referee.carry_out(position, defence)
    else:
        _, ruling = referee.follow(position, zombies.choose(position))
    assert ruling.after is not None
    return ruling.after


# --- many games, in several processes -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Job:
    """What a process needs to know, in a form that can be sent to it."""

    board: Mapping[str, Any]
    sheet: CounterSheet
    position: Mapping[str, Any]
    seed: str
    gentle: bool

    def start(self) -> Position:
        """Return the position to play from."""
        return codec.position_from_json(self.position, Setting(Board.from_json(self.board), self.sheet))


_begun: list[tuple[Position, str]] = []
"""The position and the seed of the job that this process works on."""


def _begin(job: _Job) -> None:
    """Prepare a process: only its parent handles Ctrl+C, and it ends with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if job.gentle and hasattr(os, "nice"):
        os.nice(10)
    _begun[:] = [(job.start(), job.seed)]


def _end_with_parent() -> None:
    """End this process, even in the middle of a game, once the one that started it is gone."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)


def _chance(seed: str, number: int) -> Random:
    """Return the dice of one game."""
    return Random(f"{seed}/{number}")  # noqa: S311 - repeatable chance, not secrecy


def _play_several(numbers: range) -> list[str]:
    position, seed = _begun[0]
    return [play_on(position, _chance(seed, number)) for number in numbers]


def _results(
    position: Position, games: int, seed: str, stop: Stop, processes: int, *, gentle: bool
) -> Iterator[str | None]:
    """Yield the results as they come, and None last if the run was stopped."""
    if not gentle and (processes == 1 or games < 2 * _AT_ONCE):
        for number in range(games):
            if stop():
                yield None
                return
            yield play_on(position, _chance(seed, number))
        return
    board, sheet = position.setting.board.source, position.setting.sheet
    job = _Job(board, sheet, codec.position_to_json(position), seed, gentle)
    portions = _portions(games, processes)
    with _pool(processes, job) as pool:
        try:
            yield from _patiently(pool, portions, processes + 1, stop)
        except BrokenProcessPool:
            if not stop():
                raise Crashed from None
            yield None


def _portions(games: int, processes: int) -> Iterator[range]:
    """Yield the numbers of the games to hand out together: first single ones, so an answer comes soon."""
    single = min(processes, games)
    yield from (range(n, n + 1) for n in range(single))
    yield from (range(n, min(n + _AT_ONCE, games)) for n in range(single, games, _AT_ONCE))


@contextmanager
def _pool(processes: int, job: _Job) -> Iterator[ProcessPoolExecutor]:
    """Give a pool of processes; at the end it waits for the games they have begun, a few at most."""
    # Spawned, because a server with threads cannot be forked safely.
    pool = ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), _begin, (job,))
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def _patiently(
    pool: ProcessPoolExecutor, portions: Iterator[range], ahead: int, stop: Stop
) -> Iterator[str | None]:
    """Yield results as they come and check `stop` in between; at most `ahead` portions are out at a time."""
    with _interrupts_blocked():
        waiting = _handed_out(pool, portions, ahead)
    while waiting:
        if stop():
            yield None
            return
        done, waiting = wait(waiting, _WAIT_SECONDS, FIRST_COMPLETED)
        for future in done:
            yield from future.result()
        waiting |= _handed_out(pool, portions, len(done))


def _handed_out(pool: ProcessPoolExecutor, portions: Iterator[range], count: int) -> set[Future[list[str]]]:
    return {pool.submit(_play_several, portion) for portion in islice(portions, count)}


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Block Ctrl+C while processes start, before they can ignore it themselves."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
