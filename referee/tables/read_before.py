"""What players read off a piece stays known when the reading is taken back, as dice do (R-UNDO).

Another value for the same piece is then a correction. It takes the agreement of both sides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.games.ports import Action, ActionT, Position, PositionT, ReadEvent
from referee.tables.completing import completed
from referee.tables.given_actions import read
from referee.tables.loaded_table import LoadedTable
from referee.tables.playing_back import in_time
from rules.ruling import Ruling


def otherwise(table: LoadedTable[PositionT, ActionT], action: ActionT) -> Mapping[str, int]:
    """Return those values of an action that differ from what was read before it was taken back, by place."""
    pieces = table.match.pieces
    return {} if pieces is None else pieces.read_otherwise(table.positions[-1], action, _events(table))


def refusal(table: LoadedTable, action: Action) -> Ruling[Position] | None:
    """Return the refusal of another value than was read before, which both sides may allow; or None."""
    pieces, values = table.match.pieces, otherwise(table, action)
    return pieces.corrects(table.positions[-1], values).ruling if pieces is not None and values else None


def corrected(table: LoadedTable, action: Action) -> Action | None:
    """Return the whole action, the one in progress completed, where it gives another value; else None."""
    if table.underway is not None:
        whole = completed(table.underway.action, table.match.write(action))
        if whole is None:
            return None
        action = table.match.read(whole)
    return action if otherwise(table, action) else None


def corrects(table: LoadedTable, seat: str, data: object) -> Mapping[str, int]:
    """Return the values with which an action of a seat would correct what was read before, by place."""
    whole = corrected(table, read(table.match, seat, data))
    return {} if whole is None else otherwise(table, whole)


def noted(
    table: LoadedTable, action: Action, cases: tuple[str, ...], story: str
) -> tuple[tuple[str, ...], str]:
    """Return the cases and the story of an action that both sides allowed, with the correction it makes."""
    pieces, values = table.match.pieces, otherwise(table, action)
    if pieces is None or not values:
        return cases, story
    told = pieces.corrects(table.positions[-1], values)
    return tuple(dict.fromkeys((*cases, *told.ruling.cases))), f"{story} {told.story}"


def _events(table: LoadedTable[PositionT, ActionT]) -> Iterator[ReadEvent[ActionT]]:
    """Yield all that happened at a table in time, what was taken back included."""
    happened = {line.n: (line, effects) for line, effects in zip(table.lines, table.effects, strict=True)}
    for line, back in in_time([line for line, _ in happened.values()]):
        yield ReadEvent(table.action_of(line), happened[line.n][1])
        for n in sorted(back, reverse=True):
            taken_back, effects = happened[n]
            yield ReadEvent(table.action_of(taken_back), effects, back=True)
