"""Phases that end by themselves after an action: a record line each, saved with the action."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic

from referee.games.ports import ActionT, Match, PositionT
from referee.storage.rows import Line
from rules.ruling import Ruling

_MOST = 20


@dataclass(frozen=True, slots=True)
class Ending(Generic[PositionT, ActionT]):
    """One end: its line of the record, the action on it, and the ruling with the position after it."""

    line: Line
    action: ActionT
    ruling: Ruling[PositionT]


def endings(
    match: Match[PositionT, ActionT], last: Line, position: PositionT
) -> Iterator[Ending[PositionT, ActionT]]:
    """Yield the ends that follow the `last` line; none while the players have a choice.

    They carry the time of the action before them.
    """
    ends = match.phase_ends
    if ends is None:
        return
    for number in range(last.n + 1, last.n + 1 + _MOST):
        ending = ends.ending(position)
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
