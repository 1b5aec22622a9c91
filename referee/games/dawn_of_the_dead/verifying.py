"""Checking a finished record's chance: that every roll and draw of the referee is what the sealed seed gives.

`referee.tables.record` does that. Where the referee played the zombies, its dice between equals (15.4)
are rolled again besides, and what the log says of them is compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee import __version__
from referee.errors import InputError
from referee.games.dawn_of_the_dead.match import DawnMatch
from referee.games.dawn_of_the_dead.own_tables import OwnTable
from referee.games.dawn_of_the_dead.replaying import setting_of
from referee.games.dawn_of_the_dead.zombie_ai import TIE_CASE
from referee.records.codec import Record
from referee.records.data import Line
from referee.tables.record import begun_table, chance_faults
from referee.tables.views import tie
from rules.dawn_of_the_dead.actions import Action


def problems(record: Record) -> list[str]:
    """Return a sentence for each action whose dice or draws differ from the sealed ones.

    A record without a seal on its dice, or with seals not opened, has nothing to check here. Raises
    InputError when the map or the counter sheet of the record is not at hand.
    """
    table = begun(record)
    if table is None:
        return []
    same_version = record.header["version"] == __version__

    def tied(line: Line, action: Action) -> Iterator[str]:
        if not _tie_as_sealed(table, line, action, same_version=same_version):
            yield f"Action {line.n}: its tie was not decided by the dice that the sealed seed gives."

    return list(chance_faults(table, record, tied))


def begun(record: Record) -> OwnTable | None:
    """Return a record's table before its first line, with the opened dice; None without opened dice.

    Raises InputError for a draw of other units than those of the counter sheet.
    """
    start = record.header.get("start")
    if start is None:
        return None
    try:
        return begun_table(_match, record, tuple(start["draw"]))
    except ValueError as error:
        raise InputError(f"start.draw: {error}") from None


def _tie_as_sealed(table: OwnTable, line: Line, action: Action, *, same_version: bool) -> bool:
    """Whether a line names the sealed dice for every tie they decided, and for nothing else (15.4).

    Who plays with the referee may choose otherwise among the equals; then the line tells of no dice. Another
    version of the program may find other equals and say it in other words, so only its own lines are
    compared.
    """
    if not same_version:
        return True
    decided = tie(table, action)
    if decided is None:
        return TIE_CASE not in line.cases
    case, sentence = decided
    return case in line.cases and (not line.story or sentence in line.story)


def _match(header: Mapping[str, Any]) -> DawnMatch:
    """Return the rules of a record's table. Raises InputError."""
    return DawnMatch({"mode": header["mode"], "counters": header["counters"]}, setting_of(header), {})
