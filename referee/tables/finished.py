"""A whole game that is over: only here, and only then, do positions leave a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Self

from referee.games.ports import ActionT, Match, PositionT
from referee.storage.rows import Line
from referee.tables.loaded_table import LoadedTable
from referee.tables.reopening import ends
from rules.effects import Effect


@dataclass(frozen=True, slots=True)
class Finished(Generic[PositionT, ActionT]):
    """A finished game, with its players' names.

    `standing` are the lines that were not taken back; `positions` begins before the first of them and has one
    more than there are. `effects` are what each line did, by its number. `reopened` are the ends that were
    taken back. The record with its seals opened is `Tables.record`.
    """

    match: Match[PositionT, ActionT]
    names: Mapping[str, str]
    version: int
    lines: Sequence[Line] = field(repr=False)
    standing: Sequence[Line] = field(repr=False)
    positions: Sequence[PositionT] = field(repr=False)
    effects: Mapping[int, tuple[Effect, ...]] = field(repr=False)
    reopened: Sequence[Mapping[str, Any]] = ()

    def in_short(self) -> Self:
        """Return the game with its first position and its last two alone, to send it to another process."""
        return replace(self, positions=(*self.positions[:-2][:1], *self.positions[-2:]))


def finished(table: LoadedTable[PositionT, ActionT]) -> Finished[PositionT, ActionT] | None:
    """Return the whole game of a table, or None while it is not over. The table's lock must be held."""
    if not table.finished:
        return None
    return Finished(
        match=table.match,
        names=dict(table.names),
        version=table.version,
        lines=tuple(table.lines),
        standing=tuple(table.standing()),
        positions=tuple(table.positions),
        effects={line.n: done for line, done in zip(table.lines, table.effects, strict=True)},
        reopened=ends(table),
    )
