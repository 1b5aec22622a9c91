"""Playing a record from its first line, in the order of events: what a table is built from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from referee.chance import Chance
from referee.dice_rounds import counting, reordered
from referee.errors import InputError
from referee.games.ports import ActionT, Match, PositionT
from referee.problems import NeedsRepair
from referee.storage.rows import Declined, Game, Line, PendingAction, Request
from referee.tables.loaded_table import LoadedTable
from rules.ruling import Ruling


def build(
    game: Game,
    match: Match[PositionT, ActionT],
    lines: Sequence[Line],
    request: Request | Declined | None,
    underway: PendingAction | None,
) -> LoadedTable[PositionT, ActionT]:
    """Return the table of a record, played from its first line in the order of events.

    Raises Unplayable for a record that this version of the program cannot play.
    """
    table = begin(game, match)
    go_on(table, game, lines, request, underway)
    return table


def go_on(
    table: LoadedTable[PositionT, ActionT],
    game: Game,
    lines: Sequence[Line],
    request: Request | Declined | None,
    underway: PendingAction | None,
) -> None:
    """Play the lines that follow, and bring the table to the version of `game`.

    Raises Unplayable for a line that this version of the program cannot play.
    """
    table.game = game
    table.ask(request)
    table.underway = underway
    for line, back in in_time(lines):
        try:
            action = table.match.read(line.action)
        except InputError:
            raise Unplayable(game.code, line.n) from None
        play(table, line, action, back)
    table.moved_on(game.version)


def begin(
    game: Game, match: Match[PositionT, ActionT], start: PositionT | None = None
) -> LoadedTable[PositionT, ActionT]:
    """Return a table before its first line, in the position `start` where that is known already."""
    first = first_position(game, match) if start is None else start
    table = LoadedTable(game, match, game.version, [first], Chance(game.seed))
    _mix(table, 0)
    return table


def first_position(game: Game, match: Match[PositionT, ActionT]) -> PositionT:
    """Return the position before the first line."""
    return match.start(stock_order(game, match))


def stock_order(game: Game, match: Match[PositionT, ActionT]) -> tuple[int, ...]:
    """Return the order of the stock: as it was sealed, and mixed by the devices' parts where it may be."""
    return reordered(game.draw, game.parts) if match.stock_unseen else game.draw


def in_time(lines: Sequence[Line]) -> Iterator[tuple[Line, list[int]]]:
    """Yield each line with the numbers of the lines that were taken back while it was the last."""
    back: dict[int, list[int]] = {}
    for line in lines:
        if line.taken_back_at is not None:
            back.setdefault(line.taken_back_at, []).append(line.n)
    for line in lines:
        yield line, back.get(line.n, [])


def play(table: LoadedTable[PositionT, ActionT], line: Line, action: ActionT, back: Sequence[int]) -> None:
    """Play one more line, then take back the lines that were taken back while it was the last.

    A line that was taken back straight away is not carried out: only its dice remain.
    """
    whole = (
        table.match.secret_choices is not None
    )  # what it opened stays known, so it is carried out and taken back
    if line.n in back and not whole:
        table.cancel(line, action)
    else:
        table.append(replace(line, taken_back_at=None), action, _ruled(table, line, action))
    earlier = [n for n in back if whole or n != line.n]
    if earlier:
        table.withdraw([replace(e, taken_back_at=line.n) for e in table.lines.numbered(*earlier)])
    for end in table.game.reopened:
        if end["after"] == line.n:
            table.chance.renew(end["seed"])
    _mix(table, line.n)


def _mix(table: LoadedTable[PositionT, ActionT], n: int) -> None:
    """Add to the dice what devices added while line `n` was the last: nobody could once the game was over."""
    for added in counting(table.game.parts):
        if added["after"] == n:
            table.chance.mix(added["part"])


def _ruled(table: LoadedTable[PositionT, ActionT], line: Line, action: ActionT) -> Ruling[PositionT]:
    rule = table.match.force if line.overridden else table.match.rule
    ruling = rule(table.positions[-1], action)
    if ruling.after is None:
        raise Unplayable(table.code, line.n)
    return ruling


class Unplayable(NeedsRepair):
    """A record that this version of the program cannot play; it stays on disk unchanged."""

    def __init__(self, code: str, n: int) -> None:
        super().__init__(
            503, f"This version of the program cannot play line {n} of the record of table {code}."
        )
