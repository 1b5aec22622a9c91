"""Values read off pieces for an action that was then refused or given up: they stay known.

Each reading becomes an action of its own on the record, so the position holds what everybody at the table
saw.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Generic

from referee.games.ports import ActionT, PositionT
from referee.storage.rows import Line
from referee.tables import read_before
from referee.tables.change import Change
from referee.tables.loaded_table import LoadedTable
from rules.ruling import Ruling


@dataclass(frozen=True, slots=True)
class Reading(Generic[PositionT, ActionT]):
    """One reading: its line of the record, its action and the ruling with the position after it."""

    line: Line
    action: ActionT
    ruling: Ruling[PositionT]


def readings_of(
    table: LoadedTable[PositionT, ActionT], seat: str, action: ActionT, now: str, first: int
) -> tuple[Reading[PositionT, ActionT], ...]:
    """Return the record lines for values read for `action` off open pieces, numbered from `first`.

    The table's lock must be held; nothing is changed yet.
    """
    return tuple(_ruled(table, seat, action, now, first))


def _ruled(
    table: LoadedTable[PositionT, ActionT], seat: str, action: ActionT, now: str, first: int
) -> Iterator[Reading[PositionT, ActionT]]:
    match, position, n = table.match, table.position, first
    judge = table.judge(overridden=False)
    for reading in () if match.pieces is None else match.pieces.readings(position, action):
        ruling = judge(position, reading)
        if ruling.after is None or read_before.otherwise(table, reading):
            continue
        story = ruling.story or ruling.reason
        yield Reading(
            Line(n, match.turn(position), seat, match.write(reading), ruling.cases, story, now),
            reading,
            ruling,
        )
        position, n = ruling.after, n + 1


def save_readings(change: Change, readings: Iterable[Reading]) -> None:
    """Add readings to the record."""
    for reading in readings:
        change.append(reading.line, reading.action, reading.ruling)
