"""Checking a finished record's chance: that every roll and draw of the referee is what the sealed seed gives.

The referee's part of each action is taken out, and put in again by the very code that did so at the table.
Where it played the zombies, its dice between equals (15.4) are rolled again besides, and what the log says of
them is compared.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from referee import __version__
from referee.choice_seeds import SEAL, ends_taken_back, seal_names
from referee.games.dawn_of_the_dead.match import DawnMatch
from referee.games.dawn_of_the_dead.own_tables import OwnTable
from referee.games.dawn_of_the_dead.replaying import setting_of
from referee.games.dawn_of_the_dead.zombie_ai import TIE_CASE
from referee.games.ports import Match
from referee.problems import Problem
from referee.records import Record
from referee.rolling import attempt
from referee.storage.rows import Game, Line
from referee.tables.playing_back import begin, in_time, play
from referee.tables.proposals import tie
from rules.dawn_of_the_dead.actions import Action
from rules.dawn_of_the_dead.position import Position


def problems(record: Record) -> list[str]:
    """Return a sentence for each action whose dice or draws differ from the sealed ones.

    A record without a seal on its dice, or with seals not opened, has nothing to check here. Raises
    InputError when the map or the counter sheet of the record is not at hand.
    """
    table = begun(record)
    if table is None:
        return []
    faults = []
    for line, back in in_time(lines_of(record)):
        action = table.match.read(line.action)
        if not _as_sealed(table, line, action):
            faults.append(f"Action {line.n}: its dice or draws are not those that the sealed seed gives.")
        if not _tie_as_sealed(table, line, action, same_version=record.header["version"] == __version__):
            faults.append(f"Action {line.n}: its tie was not decided by the dice that the sealed seed gives.")
        try:
            play(table, line, action, back)
        except Problem:
            return [*faults, f"Action {line.n} cannot be played, so what follows it could not be checked."]
    return faults


def begun(record: Record) -> OwnTable | None:
    """Return a record's table before its first line, with the opened dice; None without opened dice."""
    opened = (record.opened or {}).get(SEAL)
    if opened is None or record.header.get("start") is None:
        return None
    return begin(replace(_game(record, str(opened["value"])), reopened=_reopened(record)), _match(record))


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


def _as_sealed(table: OwnTable, line: Line, action: Action) -> bool:
    judge = table.match.force if line.overridden else table.match.rule
    unrolled = without_rolled(table.match, action, line.rolled)
    again = attempt(table.match, table.chance, table.positions[-1], unrolled, judge, {})
    return table.match.write(again.action) == table.match.write(action) and again.rolled == dict(line.rolled)


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


def without_rolled(match: Match[Position, Action], action: Action, rolled: Mapping[str, int]) -> Action:
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


def _game(record: Record, seed: str) -> Game:
    header = record.header
    draw = tuple(header["start"]["draw"])
    parts = tuple(header.get("parts", ()))
    return Game("", header["system"], header, "", 0, "", draw, "", seed, "", parts=parts)


def _match(record: Record) -> DawnMatch:
    header = record.header
    return DawnMatch({"mode": header["mode"], "counters": header["counters"]}, setting_of(header), {})


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
