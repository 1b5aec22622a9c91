"""Playing a record again from its first line, through the same `rule` that everything uses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from referee.errors import InputError
from referee.games.dawn_of_the_dead.schemas.actions import load_action
from referee.games.dawn_of_the_dead.schemas.maps import load_board, load_sheet
from referee.records.codec import Record
from referee.records.text import fingerprint, show
from rules.board.board import Board
from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.equipment.cardboard import values_refusal
from rules.dawn_of_the_dead.equipment.equipment import CounterSheet, Setting
from rules.dawn_of_the_dead.position import Position
from rules.ruling import Ruling
from rules.sentences import listed

HIDING = "place_hidden"


@dataclass(frozen=True, slots=True)
class Judged:
    """One line of a record, the referee's ruling on it, and the position it leads to."""

    line: Mapping[str, Any]
    ruling: Ruling[Position]
    position: Position
    overridden: bool = False

    @property
    def stands(self) -> bool:
        """Whether the action is legal and complete, or was agreed on against the referee."""
        return self.ruling.after is not None


def replay(record: Record, start: Position) -> Iterator[Judged]:
    """Yield the verdict on each line of a record in order, from `start`, without the lines taken back.

    An overridden line is carried out by force. An attack without a word on the shots before it stands
    (R-8.1a), and a value that no ruling needed is ignored (R-5.4b). The replay stops after the first line
    that does not stand. Raises InputError for a line that is not an action on this map, and for one of a game
    not yet over that lacks a secret.
    """
    position, open_still = start, _open_still(record, start)
    for entry in record.lines:
        if entry["taken_back"]:
            continue
        if open_still and entry["action"].get("do") == HIDING and "squares" not in entry["action"]:
            raise InputError(_left_out(entry, "where the zombies hide"))
        try:
            action = load_action(entry["action"], position.setting.board)
        except InputError as error:
            raise InputError([f"Action {entry['n']}: {p}" for p in error.problems]) from None
        misread = values_refusal(position, action)
        ruling = misread or game.recorded(position, action)
        overridden = not ruling.legal and entry["overridden"]
        if overridden:
            ruling = misread or game.force_recorded(position, action)
        unread = ruling.needs.get("value")
        if open_still and isinstance(unread, tuple):
            raise InputError(_left_out(entry, f"the Zombie Value in {listed(sorted(unread))}"))
        if ruling.after is None:
            yield Judged(entry, ruling, position)
            return
        position = ruling.after
        yield Judged(entry, ruling, position, overridden)


def _open_still(record: Record, start: Position) -> bool:
    """Return whether the record is of a game not yet over, so that it leaves secrets out.

    With cardboard counters nothing is drawn at the start: what tells is that no seal has been opened.
    """
    return not record.opened and (start.physical or record.header.get("start", {}) is None)


def _left_out(entry: Mapping[str, Any], secret: str) -> str:
    """Return the sentence on a secret that the record of a game leaves out until the game is over (2.3)."""
    return f"Action {entry['n']}: the record does not say {secret} until the game is over."


def start_of(record: Record) -> Position:
    """Return the position that a record begins with.

    Raises InputError when the map or the counter sheet is neither in the record nor at hand, or the draw
    of the units is still sealed or does not fit the counter sheet.
    """
    header = record.header
    start = header["start"]
    if start is None and header["counters"] == "physical":
        start = {"draw": ()}  # The players draw their counters themselves, and nothing of it is sealed.
    if start is None:
        raise InputError(
            "The record does not say how the units were drawn: that is sealed until the game is over."
        )
    try:
        return game.set_up(setting_of(header), header["mode"], header["counters"], start["draw"])
    except ValueError as error:
        raise InputError(f"start.draw: {error}") from None


def setting_of(header: Mapping[str, Any]) -> Setting:
    """Return the map and counters of a record, from its header or the library. Raises InputError."""
    named_map, named_sheet = header["map"], header["counter_sheet"]
    if named_map.get("data") is None and named_sheet.get("data") is None:
        # Built once for all records, with its sight lines.
        return equipment.setting(_map_at_hand(named_map), _sheet_at_hand(named_sheet))
    return Setting(_board(named_map), _sheet(named_sheet))


def _board(named: Mapping[str, Any]) -> Board:
    """Return the board of a map that travels in the record, or of the one at hand."""
    data = _travelling(named, "map")
    return equipment.setting(_map_at_hand(named)).board if data is None else load_board(data)


def _sheet(named: Mapping[str, Any]) -> CounterSheet:
    """Return the counter sheet that travels in the record, or the one at hand."""
    data = _travelling(named, "counter_sheet")
    return equipment.setting(counters_id=_sheet_at_hand(named)).sheet if data is None else load_sheet(data)


def _travelling(named: Mapping[str, Any], field: str) -> Any:
    """Return the map or sheet inside a record, or None. Raises InputError if it is not the one named."""
    data = named.get("data")
    if data is not None and fingerprint(data) != named["sha256"]:
        raise InputError(f"{field}.sha256 is not the fingerprint of the data that is in the record.")
    return data


def _map_at_hand(named: Mapping[str, Any]) -> str:
    return _at_hand(named, {i: equipment.load_map(i) for i in equipment.maps()}, "map")


def _sheet_at_hand(named: Mapping[str, Any]) -> str:
    return _at_hand(
        named, {i: equipment.load_counters(i) for i in equipment.counter_sheets()}, "counter_sheet"
    )


def _at_hand(named: Mapping[str, Any], known: Mapping[str, Any], field: str) -> str:
    """Return the id of the one at hand that has the fingerprint named. Raises InputError where none has."""
    for document_id, data in known.items():
        if fingerprint(data) == named["sha256"]:
            return document_id
    raise InputError(f"{field}: {show(named['name'])} with that fingerprint is not available here.")
