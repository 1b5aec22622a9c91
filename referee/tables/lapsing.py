"""What becomes of a request when somebody plays on: it goes on waiting, or it lapses and its seat is told.

A request to take back or to allow an action lapses with the next action. A joint shot waits through the
actions of players who are not in it, as long as the position allows it (6.8, R-8.1a).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from referee.games.ports import Action, Position
from referee.storage.rows import Declined, Request
from referee.tables.change import Change
from referee.tables.joint_shots import SHOT, alike
from referee.tables.loaded_table import LoadedTable


@dataclass(frozen=True, slots=True)
class Left:
    """What an action leaves of the request: it still `waits`, or a seat is `told` that it lapsed.

    The acting seat has read its own news, which was on its screen: None.
    """

    waits: Request | None = None
    told: Mapping[str, Declined | None] = field(default_factory=dict)

    def save(self, change: Change, table: LoadedTable) -> None:
        """Write it with the action."""
        if table.declined or self.waits != table.request:
            change.ask(self.waits)
        change.tell(self.told)


def left(
    table: LoadedTable, seat: str, action: Action, after: Position | None = None, story: str = ""
) -> Left:
    """Return what is left of the request once a seat's tap did or began an action; `story` tells of it.

    `after` is the position then, None where it is the one before still.
    What is told rests on the request and on who tapped, which every seat sees.
    """
    asked = table.request
    read: dict[str, Declined | None] = {seat: None} if seat in table.unread else {}
    if asked is None or _done_by(table, asked, action):
        return Left(told=read)
    if asked.kind == SHOT and _still_waits(table, seat, action, asked, after):
        return Left(asked, read)
    if seat == asked.seat:
        return Left(told=read)
    why = story if asked.kind == SHOT else ""
    return Left(told={**read, asked.seat: Declined(asked.kind, seat, lapsed=True, why=why)})


def _done_by(table: LoadedTable, asked: Request, action: Action) -> bool:
    """Return whether the action is the one that was asked for."""
    return asked.action is not None and alike(table, table.match.read(asked.action), action)


def _still_waits(
    table: LoadedTable, seat: str, action: Action, asked: Request, after: Position | None
) -> bool:
    """Return whether a joint shot is still possible and none of its players did something else."""
    match, shot = table.match, table.match.read(asked.action)
    acting = match.answerers(table.position, action) if seat == match.public_seat else {seat}
    if acting & match.answerers(table.position, shot):
        return False
    return match.check(table.position if after is None else after, shot, asked.seat).legal
