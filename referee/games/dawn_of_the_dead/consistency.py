"""Checks that a finished record is whole and says of each action what the referee would say.

The seals prove the secrets and the dice. Everything else follows from them: line numbers, turns, cases and
sentences, who could have acted, that the record ends with the game, that no seal is missing. A record altered
by hand contradicts itself somewhere here, or can no longer be played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee import __version__
from referee.errors import Problem
from referee.games.dawn_of_the_dead import verifying
from referee.games.dawn_of_the_dead.own_tables import OwnTable
from referee.games.dawn_of_the_dead.replaying import HIDING, setting_of
from referee.records.codec import Record
from referee.records.data import Line
from referee.records.seals import SEAL, ends_taken_back, seal_names
from referee.tables.record import in_time, lines_of, play
from referee.tables.views import log_entry
from rules.dawn_of_the_dead.actions import Action


def problems(record: Record) -> list[str]:
    """Return a sentence for each contradiction in a finished record; an empty list if there is none.

    Raises InputError when the record's map or counter sheet is not available here.
    """
    if record.opened is None:
        return []
    return [*_names(record), *_seals(record), *_numbers(record), *_lines(record)]


def _names(record: Record) -> Iterator[str]:
    """Yield a sentence if the name of the map or the counter sheet does not belong to its fingerprint."""
    setting = setting_of(record.header)
    for field, name in (("map", setting.board.source.get("name", "")), ("counter_sheet", setting.sheet.name)):
        if record.header[field]["name"] != name:
            yield f"The header's {field} has a different name from the one with that fingerprint."


def _seals(record: Record) -> Iterator[str]:
    """Yield a sentence for each seal that is missing, and for each that does not belong to this game.

    Removing a seal does not remove what it sealed. Nor does a copy under a new name prove anything.
    """
    standing = [entry for entry in record.lines if not entry["taken_back"]]
    wanted = {
        SEAL: any(entry.get("rolled") for entry in record.lines),
        "draw": record.header["counters"] == "digital",
        "hidden": any(entry["action"].get("do") == HIDING for entry in standing),
    }
    wanted |= dict.fromkeys(seal_names(len(ends_taken_back(record))), True)
    seals = record.header["seals"]
    yield from (f"Seal {name!r} is missing." for name, due in wanted.items() if due and name not in seals)
    yield from (f"Seal {name!r} does not belong to this game." for name in seals if name not in wanted)
    for entry in standing:
        if entry["action"].get("do") == HIDING and entry.get("seal", seals.get("hidden")) != seals.get(
            "hidden"
        ):
            yield f"Action {entry['n']} has a different seal from the header."


def _numbers(record: Record) -> Iterator[str]:
    """Yield a sentence for the first line that is missing, repeated or out of place."""
    for number, entry in enumerate(record.lines, 1):
        if entry["n"] != number:
            yield f"Line {number} has the number {entry['n']}: a line is missing or out of place."
            return


def _lines(record: Record) -> Iterator[str]:
    """Yield a sentence for each line that differs from the referee's own when the record is played again."""
    table = verifying.begun(record)
    if table is None:
        return
    for entry in record.lines:
        if entry["taken_back"] != (entry.get("taken_back_at") is not None):
            yield f"Action {entry['n']}: the record does not say when it was taken back."
        if entry["secrets_open"] and not entry["taken_back"]:
            yield f"Action {entry['n']} stands, so no end of the game was taken back with it."
    for line, back in in_time(lines_of(record)):
        action = table.match.read(line.action)
        yield from (f"Action {line.n}: {what}" for what in _line(record, table, line, action))
        if back:
            yield from _marks(record, table, line, action, back)
        try:
            play(table, line, action, back)
        except Problem:
            return  # the seal check already says where it cannot be played
    if not table.finished:
        yield "The record ends before the game is over, although its seals are opened."


def _marks(record: Record, table: OwnTable, line: Line, action: Action, back: Sequence[int]) -> Iterator[str]:
    """Yield a sentence for each line taken back that is wrong about whether the game was over then."""
    after = table.judge(overridden=line.overridden)(table.positions[-1], action).after
    over = after is not None and table.match.finished(after)
    for entry in record.lines:
        if entry["n"] in back and entry["secrets_open"] != over:
            says = "does not say that" if over else "says wrongly that"
            yield f"Action {entry['n']}: the record {says} it was taken back after the end of the game."


def _line(record: Record, table: OwnTable, line: Line, action: Action) -> Iterator[str]:
    header: Mapping[str, Any] = record.header
    two = header["mode"] == "two-player"
    if line.seat not in header["seats"] or (two and line.seat not in table.match.seats_for(action)):
        yield f"the seat {line.seat!r} cannot have done it."
    tablet = line.seat == table.match.public_seat and table.match.answerers(table.position, action)
    if line.answered_for and not tablet and (not two or (line.stands and not line.overridden)):
        yield "nobody had to agree to it, so there was nobody to answer for."
    if line.turn != table.match.turn(table.position):
        yield f"it belongs to Game-Turn {table.match.turn(table.position)}, not {line.turn}."
    lawful = table.match.rule(table.positions[-1], action)
    if line.overridden and lawful.legal:
        yield "it was allowed, so nothing was overridden."
    ruling = table.match.force(table.positions[-1], action) if line.overridden else lawful
    if header["version"] != __version__ or ruling.after is None:
        return  # another version may cite other cases and use other words
    cases, story = log_entry(table, action, ruling)
    if line.cases != cases:
        yield f"it rests on the cases {', '.join(cases)}, not on those in the record."
    if line.story != story:
        yield "its sentence does not say what happened."
