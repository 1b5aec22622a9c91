"""The odds of winning: the share of games won when many are played on from a solitaire position.

`estimate` blocks until it is done. A table calls it from a separate thread, with the pool in which a server
does its heavy work, and with `stop` to end it early.
"""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from functools import lru_cache
from itertools import islice
from random import Random

from referee import heavy
from referee.games.dawn_of_the_dead.ai.practice_player import PracticePlayer
from referee.games.dawn_of_the_dead.ai.simple_players import (
    Referee,
    Refused,
    SolitaireReferee,
    SolitaireZombies,
    redealt,
)
from referee.games.interface import Crashed, Odds, Progress, Stop
from rules.board.board import Board
from rules.dawn_of_the_dead import view
from rules.dawn_of_the_dead.actions import ATTACKS, EndTurn
from rules.dawn_of_the_dead.equipment.equipment import Setting
from rules.dawn_of_the_dead.position import Position
from rules.dawn_of_the_dead.sequence import HUMAN_PHASES

__all__ = ["TURN_LIMIT", "Crashed", "Odds", "Progress", "Stop", "estimate", "play_on"]


TURN_LIMIT = 150
"""After this many more Game-Turns a game counts as not won."""

_UNFINISHED = "unfinished"
_WAIT_SECONDS = 0.2
_FEW = 8
"""Up to so many games are played without starting processes."""


def estimate(
    position: Position,
    games: int,
    seed: str,
    on_progress: Progress | None = None,
    stop: Stop | None = None,
    *,
    pool: heavy.Pool | None = None,
    processes: int | None = None,
) -> Odds:
    """Return how many games were won when simple players play on from a position.

    Face-down counters are dealt again for each game, so the answer reveals no secret. The same seed gives the
    same games, no matter how many processes play them: those of a `pool`, else so many of its own (all cores
    by default), or this one for a few games. `on_progress` gets the odds so far. `stop` is called repeatedly;
    True ends the run with the games so far.
    Raises ValueError for a position that is not in solitaire or cooperative play, and Crashed when a process
    that played games was ended from outside.
    """
    if not position.solitaire:
        raise ValueError("Odds are for solitaire and cooperative play, where the referee plays the zombies.")
    ended: Counter[str] = Counter()
    stopped = False
    for result in _results(position, games, seed, stop or _never, pool, processes or heavy.cores()):
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


def _play(start: bytes, seed: str, number: int) -> str:
    """Play one game, in a process for heavy work."""
    return play_on(_position(start), _chance(seed, number))


def _packed(position: Position) -> bytes:
    """Return a position in a form that can be sent to a process."""
    board, sheet = position.setting.board.source, position.setting.sheet
    return pickle.dumps((board, sheet, view.position_to_json(position)))


@lru_cache(maxsize=2)
def _position(packed: bytes) -> Position:
    board, sheet, position = pickle.loads(packed)  # noqa: S301 - packed above
    return view.position_from_json(position, Setting(Board.from_json(board), sheet))


def _chance(seed: str, number: int) -> Random:
    """Return the dice of one game."""
    return Random(f"{seed}/{number}")


def _results(
    position: Position, games: int, seed: str, stop: Stop, pool: heavy.Pool | None, processes: int
) -> Iterator[str | None]:
    """Yield the results as they come, and None last if the run was stopped."""
    if pool is not None:
        yield from _in(pool, position, games, seed, stop)
    elif processes > 1 and games >= _FEW:
        own = heavy.Pool(processes)
        try:
            yield from _in(own, position, games, seed, stop)
        finally:
            own.close()
    else:
        for number in range(games):
            if stop():
                yield None
                return
            yield play_on(position, _chance(seed, number))


def _in(pool: heavy.Pool, position: Position, games: int, seed: str, stop: Stop) -> Iterator[str | None]:
    """Yield results as they come and check `stop` in between; one game for each process is out at a time."""
    start, numbers = _packed(position), iter(range(games))
    with ThreadPoolExecutor(pool.size) as threads:

        def begun(count: int) -> set[Future[str]]:
            return {
                threads.submit(pool.run, heavy.ODDS, _play, start, seed, number)
                for number in islice(numbers, count)
            }

        waiting = begun(pool.size)
        while waiting:
            if stop():
                yield None
                return
            done, waiting = wait(waiting, _WAIT_SECONDS, FIRST_COMPLETED)
            waiting |= begun(len(done))
            for future in done:
                try:
                    yield future.result()
                except heavy.WorkerDied:
                    if not stop():
                        raise Crashed from None
                    yield None
                    return
