"""Phases that end by themselves after an action: a record line each, saved with the action."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.storage.rows import Line
from referee.systems.protocol import Action, Match, Position
from rules.ruling import Ruling

_MOST = 20


@dataclass(frozen=True, slots=True)
class Ending:
    """One end: its line of the record, the action on it, and the ruling with the position after it."""

    line: Line
    action: Action
    ruling: Ruling[Position]


def endings(match: Match, last: Line, position: Position) -> Iterator[Ending]:
    """Yield the ends that follow the `last` line; none while the players have a choice.

    They carry the time of the action before them.
    """
    for number in range(last.n + 1, last.n + 1 + _MOST):
        ending = match.ending(position)
        if ending is None:
            return
        seat, action = ending
        ruling = match.rule(position, action)
        if ruling.after is None:
            return
        line = Line(
            n=number,
            turn=match.turn(position),
            seat=seat,
            action=match.write(action),
            cases=ruling.cases,
            story=ruling.story or ruling.reason,
            at=last.at,
            automatic=True,
        )
        yield Ending(line, action, ruling)
        position = ruling.after
