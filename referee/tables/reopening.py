"""Taking back the end of a game: its last action alone, by agreement, with new dice (R-UNDO).

Every secret lay open by then. Nobody can forget what was seen, so every screen and the record say so. The
seed of the dice lay open too, so the rolls still to come get a new one under a seal of its own.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from referee.config import Sources
from referee.games.ports import ActionT, PositionT
from referee.problems import Problem
from referee.storage.rows import Game, Line
from referee.tables.loaded_table import LoadedTable

_LAST_ALONE = "The game is over. Take back its last action first; then go back further if you all agree."
_REMATCH = "The rematch has begun, so this game stays finished."


def refusal(table: LoadedTable, n: int) -> str:
    """Return why the game cannot go back to line `n` from its end, or "". The table's lock must be held."""
    if not table.finished:
        return ""
    if table.game.rematch:
        return _REMATCH
    return "" if n == table.secrets.first_with(table.steps()[-1].n) else _LAST_ALONE


def check(table: LoadedTable, n: int | None) -> None:
    """Check that the game may go back to line `n`. Raises Problem (422) if it is over and stays so."""
    if n is not None and (why := refusal(table, n)):
        raise Problem(422, why)


def reopened(table: LoadedTable, sources: Sources) -> Game | None:
    """Return the facts of a table whose end is now taken back, with a new seed; None while it goes on."""
    if not table.finished:
        return None
    end = {
        "after": table.last_number,
        "turn": table.match.turn(table.position),
        "seed": sources.seed(),
        "nonce": sources.nonce(),
    }
    return replace(table.game, reopened=(*table.game.reopened, end))


def ends(table: LoadedTable[PositionT, ActionT]) -> list[dict[str, Any]]:
    """Return each end that was taken back: its line `n` and its `turn`. Every seat may know."""
    return [{"n": end["after"], "turn": end["turn"]} for end in table.game.reopened]


def after_the_end(table: LoadedTable, line: Line) -> bool:
    """Whether a line was taken back while every secret lay open."""
    return any(end["after"] == line.taken_back_at for end in table.game.reopened)
