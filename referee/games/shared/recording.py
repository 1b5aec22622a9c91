"""Writing the record of a game that was played without a table, by simple players."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any

from referee import records
from referee.games.ports import ActionT, PositionT
from referee.games.shared.plain_match import PlainMatch

DICE = "dice"
"""The name of the seal on the seed that all chance of a game comes from."""


def recorded(
    match: PlainMatch[PositionT, ActionT], actions: Iterable[ActionT], seed: str
) -> Iterator[dict[str, Any]]:
    """Yield the lines of the record of a whole game: the header, each action, and the opened seals.

    The nonces come from the seed, so the same game has the same record. Raises ValueError for an action that
    is not legal.
    """
    nonce = _nonce(seed, 0)
    yield match.header((), {DICE: records.seal(nonce, seed)})
    position = match.start(())
    for number, action in enumerate(actions, 1):
        ruling = match.rule(position, action)
        if ruling.after is None:
            raise ValueError(f"Action {number} is not legal: {ruling.reason}")
        data, owner = match.write(action), match.secret_choice(action)
        seat = owner or _player(match, action)
        line = records.line(number, match.turn(position), seat, data, ruling.cases, "")
        line["story"] = ruling.story or ruling.reason
        if owner is not None:
            line["seal"], line["nonce"] = records.seal(_nonce(seed, number), data), _nonce(seed, number)
        yield line
        position = ruling.after
    if match.finished(position):
        yield records.closing({DICE: (nonce, seed)})


def _player(match: PlainMatch[PositionT, ActionT], action: ActionT) -> str:
    """Return whose open action it is; nobody else acts for the seat that the referee plays."""
    theirs = [seat for seat in match.sides if seat in match.seats_for(action)]
    if theirs or match.opponent is None:
        return theirs[0]
    return match.opponent.seat


def _nonce(seed: str, number: int) -> str:
    return hashlib.sha256(f"{seed}/{number}".encode("utf-8", "surrogatepass")).hexdigest()
