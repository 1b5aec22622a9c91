"""Checking a finished record's chance: every roll and draw of the referee is what the sealed seed gives.

The referee's part of each action is taken out, and put in again by the very code that did so at the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from referee.choice_seeds import SEAL, ends_taken_back, seal_names
from referee.games.ports import ActionT, Json, Match, PositionT
from referee.problems import Problem
from referee.records import Record
from referee.rolling import attempt
from referee.storage.rows import Game, Line
from referee.tables.loaded_table import LoadedTable
from referee.tables.playing_back import begin, in_time, play


def begun(
    match_of: Callable[[Json], Match[PositionT, ActionT]], record: Record, draw: Sequence[int]
) -> LoadedTable[PositionT, ActionT] | None:
    """Return a record's table before its first line, with the opened dice; None without opened dice.

    `match_of` makes a match of the record's header, and `draw` is the order of its stock as it was played.
    """
    opened = (record.opened or {}).get(SEAL)
    if opened is None:
        return None
    game = _game(record, str(opened["value"]), tuple(draw))
    match = match_of(record.header)
    return begin(replace(game, reopened=_reopened(record)), match, match.start(game.draw))


def chance_faults(
    table: LoadedTable[PositionT, ActionT],
    record: Record,
    beside: Callable[[Line, ActionT], Iterable[str]] = lambda _line, _action: (),
) -> Iterator[str]:
    """Play a record on from `begun`, and yield a sentence for each action with other dice or draws.

    `beside` says what else is wrong with an action, before it is played.
    """
    for line, back in in_time(lines_of(record)):
        action = table.match.read(line.action)
        if not _as_sealed(table, line, action):
            yield f"Action {line.n}: its dice or draws are not those that the sealed seed gives."
        yield from beside(line, action)
        try:
            play(table, line, action, back)
        except Problem:
            yield f"Action {line.n} cannot be played, so what follows it could not be checked."
            return


def _reopened(record: Record) -> tuple[Mapping[str, Any], ...]:
    """Return where the dice of a record have another seed, with the seeds that were opened."""
    ends, opened = ends_taken_back(record), record.opened or {}
    return tuple(
        {"after": n, "turn": turn, "seed": str(opened[name]["value"]), "nonce": ""}
        for (n, turn), name in zip(ends, seal_names(len(ends)), strict=True)
        if name in opened
    )


def lines_of(record: Record) -> list[Line]:
    """Return the lines of a record as a table keeps them."""
    return [_line(entry) for entry in record.lines]


def _as_sealed(table: LoadedTable[PositionT, ActionT], line: Line, action: ActionT) -> bool:
    """Return whether what the referee rolled for an action is what the sealed seed gives there."""
    judge = table.match.force if line.overridden else table.match.rule
    unrolled = _without_rolled(table.match, action, line.rolled)
    again = attempt(table.match, table.chance, table.positions[-1], unrolled, judge, {})
    return table.match.write(again.action) == table.match.write(action) and again.rolled == dict(line.rolled)


def _without_rolled(match: Match[PositionT, ActionT], action: ActionT, rolled: Mapping[str, int]) -> ActionT:
    """Return an action without what the referee rolled for it."""
    data = match.write(action)
    for want, results in match.given(action):
        new = rolled.get(want.kind, 0)
        if not new:
            continue
        if want.names:
            kept = dict(list(zip(want.names, results, strict=True))[: len(results) - new])
            data[want.field] = kept or None
        else:
            data[want.field] = None
    return match.read({name: value for name, value in data.items() if value is not None})


def _game(record: Record, seed: str, draw: tuple[int, ...]) -> Game:
    header = record.header
    parts = tuple(header.get("parts", ()))
    return Game("", header["system"], header, "", 0, "", draw, "", seed, "", parts=parts)


def _line(entry: Mapping[str, Any]) -> Line:
    return Line(
        n=entry["n"],
        turn=entry["turn"],
        seat=entry["seat"],
        action=entry["action"],
        cases=tuple(entry["cases"]),
        story=entry.get("story") or "",
        at=entry["at"],
        overridden=entry["overridden"],
        taken_back_at=entry.get("taken_back_at", entry["n"] if entry["taken_back"] else None),
        rolled=entry.get("rolled") or {},
        answered_for=tuple(entry.get("answered_for", ())),
        automatic=entry["automatic"],
    )
