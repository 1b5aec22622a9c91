"""The clock of an evening: the time played, in all and by side.

It is read off the times of the record, which everybody at the table may read. A long silence is a break, not
play.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from referee.storage.rows import Line
from referee.tables.loaded_table import LoadedTable

BREAK_SECONDS = 30 * 60.0
"""A longer time between two actions is a break: a meal, or the next evening."""


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds of play: in all, and by side (only where more than one side plays).

    `running` is the side that acts now, "" where the clock stands: before the first action, in a break, and
    once the game is over. `since` is how many of its seconds came after the last action: they go again where
    the next one comes after a break. Sides that choose at the same moment have no time of their own. What
    each seat is shown is the same.
    """

    seconds: float
    sides: Mapping[str, float]
    running: str
    since: float = 0.0


def clock(table: LoadedTable, now: str, side: str) -> Clock:
    """Return the clock of a table at a time (ISO 8601); `side` is who acts. The table's lock must be held."""
    spent = _spent(table)
    runs = bool(table.lines) and not table.finished and side in spent
    since = between(table.lines[-1].at, now) if runs else None
    if since is not None:
        spent[side] += since
    several = len(spent) > 1 and table.match.secret_choices is None
    running = side if since is not None else ""
    return Clock(sum(spent.values()), spent if several else {}, running, since or 0.0)


def choosing_for(table: LoadedTable, now: str) -> float | None:
    """Return for how many seconds the seats have been choosing in secret; None in a break, or with no choice.

    A choice begins where nothing lay face down yet: who chooses first, or again, does not begin it anew. One
    whose settings are changed begins then. The table's lock must be held.
    """
    secret = table.match.secret_choices
    if secret is None or table.finished:
        return None
    standing = (line for line in reversed(table.lines) if line.stands)
    for line, position in zip(standing, reversed(table.positions), strict=False):
        if not secret.lying(position):
            began = max([line.at, *(change["at"] for change in table.game.changes[-1:])])
            return between(began, now)
    return None


def _spent(table: LoadedTable) -> dict[str, float]:
    """Return the seconds between the lines of a table by side; those that were counted once stay counted."""
    kept = table.made.setdefault("clock", {})
    counted, so_far = kept.get(0) or (1, dict.fromkeys(table.match.sides, 0.0))
    spent = dict(so_far)
    for before, line in pairwise(table.lines[counted - 1 :]):
        spent[_side_of(table, line)] += played(before.at, line.at)
    kept[0] = max(1, len(table.lines)), spent
    return dict(spent)


def played(first: str, last: str) -> float:
    """Return the seconds of play between two times: 0 for a break."""
    return between(first, last) or 0.0


def between(first: str, last: str) -> float | None:
    """Return the seconds between two times; None for a break or for a time that cannot be used."""
    try:
        seconds = (datetime.fromisoformat(last) - datetime.fromisoformat(first)).total_seconds()
    except (TypeError, ValueError):
        return None
    return seconds if 0 <= seconds <= BREAK_SECONDS else None


def _side_of(table: LoadedTable, line: Line) -> str:
    """Return the side whose action a line was: the time before it was that side's."""
    sides: Sequence[str] = table.match.sides
    allowed = table.match.seats_for(table.action_of(line))
    return next((side for side in sides if side in allowed), sides[0])
