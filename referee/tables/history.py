"""All that happened at a table as everybody knows it, taken back or not, in time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.storage.rows import Line
from referee.tables.loaded_table import LoadedTable
from referee.tables.playing_back import in_time
from referee.tables.record_projections import log_entries


@dataclass(frozen=True, slots=True)
class Happened:
    """An action, done or taken `back`: its `line` of the log, with its effects.

    `begun`: it waited for what a piece says, and was taken back before anybody said it. `read` are the places
    of the pieces that players read for it.
    """

    line: dict[str, Any]
    back: bool = False
    begun: bool = False
    read: frozenset[str] = frozenset()


def history(table: LoadedTable) -> list[Happened]:
    """Return all that happened at a table in time, what was taken back included, as the public seat knows it.

    The table's lock must be held.
    """
    lines = {line["n"]: line for line in log_entries(table, table.match.public_seat)}
    happened = list[Happened]()
    for line, back in in_time(table.lines):
        begun = line.n in table.never_done
        happened.append(Happened(lines[line.n], begun=begun, read=_places_read(line)))
        happened += [Happened(lines[n], back=True) for n in sorted(back, reverse=True)]
    return happened


def _places_read(line: Line) -> frozenset[str]:
    """Return the places of the pieces that players read for an action: everybody watched them do it."""
    return frozenset(line.action.get("values") or ())
