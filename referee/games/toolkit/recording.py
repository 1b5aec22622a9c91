"""Writing the record of a game that was played without a table, by simple players."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

from referee.games.interface import ActionT, PositionT, asked_of_referee, results_by_kind, seats_of_referee
from referee.games.interface.rules import Rules
from referee.records import codec
from referee.records.seals import SEAL
from rules.questions import ANYBODY, REFEREE

DRAW = "draw"
"""The name of the seal on the order of the stock, where a game has one."""


def dealt(match: Rules[PositionT, ActionT], seed: str) -> tuple[int, ...]:
    """Return the stock of a game in the order that a seed gives; () where there is none."""
    return shuffled(match.stock(), seed)


def shuffled(stock: Sequence[int], seed: str) -> tuple[int, ...]:
    """Return a stock in the order that a seed gives."""
    return tuple(Random(f"{seed}/stock").sample(stock, len(stock)))  # noqa: S311 - the same order every time


def recorded(
    match: Rules[PositionT, ActionT], actions: Iterable[ActionT], seed: str
) -> Iterator[dict[str, Any]]:
    """Yield the lines of the record of a whole game: the header, each action, and the opened seals.

    The nonces come from the seed, so the same game has the same record. Raises ValueError for an action that
    is not legal.
    """
    drawn = dealt(match, seed)
    sealed: dict[str, tuple[str, object]] = {SEAL: (_nonce(seed, 0), seed)}
    if drawn:
        sealed[DRAW] = (_nonce(seed, -1), list(drawn))
    position = match.start(drawn)
    seals = {name: codec.seal(*each) for name, each in sealed.items()}
    yield codec.first_line(match, position, drawn, seals)
    for number, action in enumerate(actions, 1):
        ruling = match.rule(position, action)
        if ruling.after is None:
            raise ValueError(f"Action {number} is not legal: {ruling.reason}")
        data, owner = match.write(action), match.secret_choice(action)
        by_itself = asked_of_referee(match, position) is not None
        seat = owner or (REFEREE if by_itself else _player(match, position, action))
        line = codec.line(number, match.turn(position), seat, data, ruling.cases, "")
        line["story"] = ruling.story or ruling.reason
        if rolled := {kind: len(all_) for kind, all_ in results_by_kind(match.given(action)).items()}:
            line["rolled"] = rolled
        if by_itself:
            line["automatic"] = True
        if owner is not None:
            line["seal"], line["nonce"] = codec.seal(_nonce(seed, number), data), _nonce(seed, number)
        yield line
        position = ruling.after
    if match.finished(position):
        yield codec.closing(sealed)


def _player(match: Rules[PositionT, ActionT], position: PositionT, action: ActionT) -> str:
    """Return whose open action it is; no other seat acts for the one that the referee plays."""
    owners = match.seats_for(action)
    theirs = [seat.id for seat in match.roster(position) if not {seat.id, ANYBODY}.isdisjoint(owners)]
    return next(iter((*theirs, *sorted(owners), *seats_of_referee(match, position))))


def _nonce(seed: str, number: int) -> str:
    return hashlib.sha256(f"{seed}/{number}".encode("utf-8", "surrogatepass")).hexdigest()
