"""All that happened at a table as everybody saw it, taken back or not, in time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from referee.storage.rows import Line
from referee.systems.protocol import Position
from referee.tables.loaded_table import LoadedTable, in_time
from referee.tables.record_projections import record_line

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Happened(Generic[Made]):
    """An action, done or taken `back`, with what was made of the public views before and after it.

    `begun`: it waited for what a piece says, and was taken back before anybody said it. `read` are the places
    of the pieces that players read for it.
    """

    line: dict[str, Any]
    before: Made
    after: Made
    back: bool = False
    begun: bool = False
    read: frozenset[str] = frozenset()


def history(table: LoadedTable, make: Callable[[dict[str, Any]], Made]) -> list[Happened[Made]]:
    """Return all that happened at a table in time, what was taken back included, as the public seat saw it.

    `make` turns a view into what is kept of it. It is asked once for each line, so every caller gives the
    same. The table's lock must be held.
    """
    seat, positions = table.match.public_seat, _Positions(table)
    kept: dict[int, Made] = table.made["views"]
    lines: dict[int, dict[str, Any]] = table.made["lines"]
    if 0 not in kept:
        kept[0] = make(table.match.view(positions.after(0), seat))
    happened, stack = list[Happened[Made]](), [0]
    for line, back in in_time(table.lines):
        before = positions.parents[line.n] = stack[-1]
        if line.n not in kept:
            after = positions.after(line.n)
            kept[line.n] = kept[before] if after is None else make(table.match.closed_view(after, seat))
        if line.n not in lines:
            lines[line.n] = record_line(table, line, seat)
        begun = line.n in back and positions.begun(line.n)
        read = _places_read(line)
        happened.append(Happened(lines[line.n], kept[before], kept[line.n], begun=begun, read=read))
        stack.append(line.n)
        for _ in back:
            gone = stack.pop()
            happened.append(Happened(lines[gone], kept[gone], kept[stack[-1]], back=True))
    return happened


def _places_read(line: Line) -> frozenset[str]:
    """Return the places of the pieces that players read for an action: everybody watched them do it."""
    return frozenset(line.action.get("values") or ())


class _Positions:
    """The position after each line, worked out anew for those that were taken back."""

    def __init__(self, table: LoadedTable) -> None:
        self._table = table
        self._lines = {line.n: line for line in table.lines}
        self._after: dict[int, Position] = dict(
            zip([0, *(line.n for line in table.standing())], table.positions, strict=True)
        )
        self.parents: dict[int, int] = {}

    def after(self, n: int) -> Position | None:
        """Return the position after line `n`, whose parent is known; 0 is before the first line.

        None where the action was taken back before it could be carried out.
        """
        if n not in self._after:
            line, match = self._lines[n], self._table.match
            judge = match.force if line.overridden else match.rule
            self._after[n] = judge(self.after(self.parents[n]), match.read(line.action)).after
        return self._after[n]

    def begun(self, n: int) -> bool:
        """Whether line `n` was taken back while it waited for what a piece says."""
        line, before = self._lines[n], self.after(self.parents[n])
        judge = self._table.judge(overridden=line.overridden)
        return judge(before, self._table.match.read(line.action)).after is None
