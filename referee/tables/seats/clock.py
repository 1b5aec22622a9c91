"""The clock of a table: the time played in all and by each seat or side, read off the lines of the record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from referee.records.data import Line
from referee.tables.table import LoadedTable
from rules.questions import ANYBODY, REFEREE, TABLE

BREAK_SECONDS = 30 * 60.0
"""A longer time between two actions is a break: a meal, or the next evening."""


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds of play: in all, and by side (only where more than one side plays).

    `running` is the side that acts now, "" if the clock is stopped: before the first action, in a break, and
    once the game is over. `since` is the number of its seconds after the last action: they do not count if
    the next action comes after a break. Sides that choose simultaneously have no separate times. All seats
    see the same.
    """

    seconds: float
    sides: Mapping[str, float]
    running: str
    since: float = 0.0


def clock(table: LoadedTable, now: str, side: str) -> Clock:
    """Return the clock of a table at a time (ISO 8601); `side` is who acts. The table's lock must be held."""
    spent = _spent(table)
    runs = bool(table.lines) and not table.finished and side in table.roster.clocks
    since = between(table.lines[-1].at, now) if runs else None
    if since is not None:
        spent[side] = spent.get(side, 0.0) + since
    sides = table.roster.clocks
    several = len(sides) > 1 and table.match.secret_choices is None
    running = side if since is not None else ""
    shown = {one: spent.get(one, 0.0) for one in sides} if several else {}
    return Clock(sum(spent.values()), shown, running, since or 0.0)


def choosing_for(table: LoadedTable, now: str) -> float | None:
    """Return how many seconds the seats have been choosing in secret; None in a break, or without a choice.

    A choice starts when no choice is sealed: the first choice, or a replaced one, does not restart it. A
    change of settings does. The table's lock must be held.
    """
    secret = table.match.secret_choices
    if secret is None or table.finished:
        return None
    standing = (line for line in reversed(table.lines) if line.stands)
    for line, position in zip(standing, reversed(table.positions), strict=False):
        if not secret.secrets(position):
            began = max([line.at, *(change["at"] for change in table.game.changes[-1:])])
            return between(began, now)
    return None


def _spent(table: LoadedTable) -> dict[str, float]:
    """Return the seconds between the lines of a table by side; those that were counted once stay counted."""
    kept = table.cache.setdefault("clock", {})
    counted, so_far = kept.get(0) or (1, {})
    spent = dict(so_far)
    for before, line in pairwise(table.lines[counted - 1 :]):
        if line.seat != REFEREE:  # Nobody's time.
            side = _side_of(table, line)
            spent[side] = spent.get(side, 0.0) + played(before.at, line.at)
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
    """Return the side whose action a line was: the time before it was that side's.

    What belongs to nobody counts for the first; what a seat did that has left since, for that seat.
    """
    roster, owners = table.roster, table.match.seats_for(table.action_of(line))
    if ANYBODY in owners:
        owners = frozenset({line.seat})
    return roster.clock_of(owners) or min(owners - {TABLE}, default=next(iter(roster.clocks), ""))
