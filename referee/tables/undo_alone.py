"""Who takes back a step without asking anybody, and who may do again what was taken back (R-UNDO).

What decides it is known to everybody: a seat that is not asked learns nothing from that.
"""

from __future__ import annotations

from typing import Any

from referee.storage.rows import Line
from referee.tables.loaded_table import LoadedTable
from referee.tables.record_projections import concerns


def alone(table: LoadedTable, seat: str, n: int) -> bool:
    """Return whether a seat takes back everything from line `n` on without asking.

    It is the seat's own last step, which rolled, drew and showed nothing and on which nothing was built.
    """
    last = table.last_players_line()
    if last is None or not _harmless(table, last) or (last.seat, last.n) != (seat, n):
        return False
    return table.secrets.first_with(n) == n and _shows_nothing(table, last)


def by_one_tap(table: LoadedTable, seat: str, n: int) -> bool:
    """Return whether a tap of this seat takes back from line `n` on at once: alone, or nobody else plays."""
    return len(table.match.sides) == 1 or alone(table, seat, n)


def redo_of(table: LoadedTable) -> dict[str, Any] | None:
    """Return what was taken back last and can be done again, and by which seat; None where nothing can."""
    if not table.game.undone or table.request is not None or table.underway is not None:
        return None
    undone = table.game.undone[-1]
    lines = table.lines.numbered(*undone.lines)
    steps = [line for line in lines if not line.automatic]
    return {
        "seat": undone.seat,
        "lines": list(undone.lines),
        "steps": len(steps),
        "story": steps[0].story,
    }


def _harmless(table: LoadedTable, last: Line) -> bool:
    """Return whether nobody answered a step or agreed to it, and only phases ended after it."""
    if table.finished or table.underway is not None or last.overridden or last.answered_for:
        return False
    after = table.lines[table.lines.at(last.n) + 1 :]
    return all(line.automatic for line in after if line.stands)


def _shows_nothing(table: LoadedTable, last: Line) -> bool:
    """Return whether a step rolled nothing, drew nothing, had nothing read off, and turned nothing up."""
    match, action = table.match, table.action_of(last)
    if match.given(action) or match.without_results(action) != action:
        return False
    step = table.steps()[-1]
    choices = match.secret_choices
    if choices is not None and choices.opens(step.position, action, step.after):
        return False
    return not (match.shows(step) or _allowed_in_secret(table))


def _allowed_in_secret(table: LoadedTable) -> bool:
    """Return whether a secret action was allowed against the rules: they no longer say what it may hide."""
    return any(
        line.stands and not concerns(table, table.action_of(line), table.match.public_seat)
        for line in table.lines.numbered(*table.lines.overridden)
    )
