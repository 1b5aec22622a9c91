"""Records of *Dawn of the Dead*: read, judged again, and checked that they are whole and fair.

To check a finished record's chance, a `ReplayRecord` plays it again as a table does. Where the referee played
the zombies, its dice between equals (15.4) are rolled again, and what the log says of them is compared.

The seals prove the secrets and the dice. Everything else follows from them: line numbers, turns, cases and
sentences, who could have acted, that the record ends with the game, that no seal is missing. A record altered
by hand contradicts itself somewhere here, or can no longer be played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeGuard

from marshmallow import fields

from referee import __version__
from referee.errors import InputError, Problem
from referee.games.dawn_of_the_dead.ai.advisers import TIE_CASE
from referee.games.dawn_of_the_dead.game import DawnRules
from referee.games.dawn_of_the_dead.schemas.actions import load_action
from referee.games.dawn_of_the_dead.schemas.maps import load_board, load_sheet
from referee.games.interface import Json, Replay, ReplayRecord
from referee.games.interface.host import Finished
from referee.games.interface.host import Table as HostTable
from referee.games.toolkit.records import Judged, Records, numbers
from referee.records import codec
from referee.records.codec import MAX_SEALS, Record, digest, seed_commitments, seed_contributions, unknown
from referee.records.data import Line
from referee.records.fields import Choice, Flag, Given, Items, OpenSchema, Part, Table, Text, Whole, load
from referee.records.seals import SEAL, ends_taken_back, reordered, seal_names
from referee.records.text import fingerprint, show
from rules.board.board import Board
from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import Action
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.equipment.cardboard import values_refusal
from rules.dawn_of_the_dead.equipment.equipment import CounterSheet, Setting
from rules.dawn_of_the_dead.position import Position
from rules.questions import TABLE
from rules.sentences import listed

OwnReplay = Replay[Position, Action]
"""A record of *Dawn of the Dead* that is played again."""
OwnJudged = Judged[Position, Action]
"""A line of a record of *Dawn of the Dead* with the ruling on it."""
OwnFinished = Finished[Position, Action]
"""A finished game of *Dawn of the Dead*."""


def own_finished(game: Finished | None) -> OwnFinished | None:
    """Return a finished game with its positions open to this game's pages; None where there is none.

    Only tables of this game are asked for here.
    """
    if game is None:
        return None
    assert _is_own(game), "this is a table of another game"
    return game


def table_setting(match: object) -> Setting:
    """Return the map and the counter sheet that one of this game's tables began with."""
    assert isinstance(match, DawnRules), "this is a table of another game"
    return match.setting


def setting_now(table: HostTable) -> Setting:
    """Return the map and the counter sheet that one of this game's tables plays with now (R-2.3a)."""
    assert _is_own_table(table), "this is a table of another game"
    return table.positions[-1].setting


def _is_own_table(table: HostTable) -> TypeGuard[HostTable[Position, Action]]:
    return isinstance(table.match, DawnRules)


def _is_own(game: Finished) -> TypeGuard[OwnFinished]:
    return isinstance(game.match, DawnRules)


class SourceSchema(OpenSchema):
    """A map or a counter sheet by name and fingerprint; `data` when it travels in the record."""

    name = Text("a name", required=True)
    sha256 = digest(required=True)
    data = fields.Raw(allow_none=True)


class StartSchema(OpenSchema):
    """How the units were drawn at set-up, in order."""

    draw = Items(Whole("a Zombie Value", 1, 11), 50, required=True)


class HeaderSchema(OpenSchema):
    """The first line."""

    format = Given("referee-record/1", required=True)
    system = Given("dawn-of-the-dead", required=True)
    mode = Choice(("two-player", "solitaire", "cooperative"), required=True)
    map = Part(SourceSchema, required=True)
    counters = Choice(("digital", "physical"), required=True)
    counter_sheet = Part(SourceSchema, required=True)
    seats = Table(Text("a seat", longest=20), Text("a name", allow_none=True), 20, load_default=dict)
    seals = Table(Text("a seal", longest=40), digest(), MAX_SEALS, load_default=dict)
    version = Text("a version", longest=40, load_default="")
    practice = Flag()
    parts = seed_contributions()
    commits = seed_commitments()
    start = Part(StartSchema, allow_none=True, load_default=None)


_HEADER = HeaderSchema()


def load_header(data: Any) -> dict[str, Any]:
    """Return the first line of a record. Raises InputError."""
    return load(_HEADER, data, "The header")


def unknown_in_header(header: Mapping[str, Any]) -> Iterator[str]:
    """Yield where a first line has a member that it should not have."""
    return unknown(_HEADER, header)


HIDING = "place_hidden"


def replay(record: Record, start: Position) -> Iterator[OwnJudged]:
    """Yield the verdict on each line of a record in order, from `start`, without the lines taken back.

    An overridden line is carried out by force. An attack without a word on the shots before it is legal
    (R-8.1a), and a value that no ruling needed is ignored (R-5.4b). The replay stops after the first line
    that is not legal. Raises InputError for a line that is not an action on this map, and for one of a game
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
        judged = Judged(entry, action, ruling, position, overridden)
        yield judged
        if not judged.stands:
            return
        position = judged.position


def _open_still(record: Record, start: Position) -> bool:
    """Return whether the record is of a game not yet over, so that it leaves secrets out.

    With cardboard counters nothing is drawn at the start: then it has no opened seal.
    """
    return not record.opened and (start.physical or record.header.get("start", {}) is None)


def _left_out(entry: Mapping[str, Any], secret: str) -> str:
    """Return the sentence on a secret that the record of a game leaves out until the game is over (2.3)."""
    return f"Action {entry['n']}: the record does not say {secret} until the game is over."


def start_of(record: Record) -> Position:
    """Return the position that a record begins with.

    Raises InputError when the map or the counter sheet is neither in the record nor known here, or the draw
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
    """Return the board of the map in the record, or of the known one."""
    data = _travelling(named, "map")
    return equipment.setting(_map_at_hand(named)).board if data is None else load_board(data)


def _sheet(named: Mapping[str, Any]) -> CounterSheet:
    """Return the counter sheet in the record, or the known one."""
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
    """Return the id of the known one with this fingerprint. Raises InputError where none has it."""
    for document_id, data in known.items():
        if fingerprint(data) == named["sha256"]:
            return document_id
    raise InputError(f"{field}: {show(named['name'])} with that fingerprint is not available here.")


def chance_problems(record: Record, replay: ReplayRecord) -> list[str]:
    """Return a sentence for each action whose dice or draws differ from the sealed ones.

    A record without a seal on its dice, or with seals not opened, has nothing to check here. Raises
    InputError when the map or the counter sheet of the record is unknown here.
    """
    table = replay_of(record, replay)
    if table is None:
        return []
    same_version = record.header["version"] == __version__

    def tied(line: Line, action: Action) -> Iterator[str]:
        if not _tie_as_sealed(table, line, action, same_version=same_version):
            yield f"Action {line.n}: its tie was not decided by the dice that the sealed seed gives."

    return list(table.seed_mismatches(tied))


def replay_of(record: Record, replay: ReplayRecord) -> OwnReplay | None:
    """Return a record before its first line, with the opened dice; None without opened dice.

    Raises InputError for a draw of other units than those of the counter sheet.
    """
    start = record.header.get("start")
    if start is None:
        return None
    try:
        return replay(_match, record, tuple(start["draw"]))
    except ValueError as error:
        raise InputError(f"start.draw: {error}") from None


def _tie_as_sealed(table: OwnReplay, line: Line, action: Action, *, same_version: bool) -> bool:
    """Whether a line names the sealed dice for every tie they decided, and for nothing else (15.4).

    Who plays with the referee may choose otherwise among the equals; then the line names no dice. Another
    version of the program may find other equals and use other words, so only lines of this version are
    compared.
    """
    if not same_version:
        return True
    decided = table.tie(action)
    if decided is None:
        return TIE_CASE not in line.cases
    case, sentence = decided
    return case in line.cases and (not line.story or sentence in line.story)


def _match(header: Mapping[str, Any]) -> DawnRules:
    """Return the rules of a record's table. Raises InputError."""
    return DawnRules({"mode": header["mode"], "counters": header["counters"]}, setting_of(header), {})


def faults(record: Record, replay: ReplayRecord) -> list[str]:
    """Return a sentence for each contradiction in a finished record; an empty list if there is none.

    Raises InputError when the record's map or counter sheet is not available here.
    """
    if record.opened is None:
        return []
    return [*_names(record), *_seals(record), *numbers(record), *_lines(record, replay)]


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


def _lines(record: Record, replay: ReplayRecord) -> Iterator[str]:
    """Yield a sentence for each line that differs from the referee's own when the record is played again."""
    table = replay_of(record, replay)
    if table is None:
        return
    for entry in record.lines:
        if entry["taken_back"] != (entry.get("taken_back_at") is not None):
            yield f"Action {entry['n']}: the record does not say when it was taken back."
        if entry["secrets_open"] and not entry["taken_back"]:
            yield f"Action {entry['n']} stands, so no end of the game was taken back with it."
    for line, back in table.lines():
        action = table.match.read(line.action)
        yield from (f"Action {line.n}: {what}" for what in _line(record, table, line, action))
        if back:
            yield from _marks(record, table, line, action, back)
        try:
            table.play(line, action, back)
        except Problem:
            return  # the seal check already says where it cannot be played
    if not table.finished:
        yield "The record ends before the game is over, although its seals are opened."


def _marks(
    record: Record, table: OwnReplay, line: Line, action: Action, back: Sequence[int]
) -> Iterator[str]:
    """Yield a sentence for each line taken back that is wrong about whether the game was over then."""
    after = table.judge(line, action).after
    over = after is not None and table.match.finished(after)
    for entry in record.lines:
        if entry["n"] in back and entry["secrets_open"] != over:
            says = "does not say that" if over else "says wrongly that"
            yield f"Action {entry['n']}: the record {says} it was taken back after the end of the game."


def _line(record: Record, table: OwnReplay, line: Line, action: Action) -> Iterator[str]:
    header: Mapping[str, Any] = record.header
    two = header["mode"] == "two-player"
    if line.seat not in header["seats"] or (two and line.seat not in table.match.seats_for(action)):
        yield f"the seat {line.seat!r} cannot have done it."
    tablet = line.seat == TABLE and table.match.answerers(table.position, action)
    if line.answered_for and not tablet and (not two or (line.stands and not line.overridden)):
        yield "nobody had to agree to it, so there was nobody to answer for."
    if line.turn != table.match.turn(table.position):
        yield f"it belongs to Game-Turn {table.match.turn(table.position)}, not {line.turn}."
    lawful = table.match.rule(table.true_position, action)
    if line.overridden and lawful.legal:
        yield "it was allowed, so nothing was overridden."
    ruling = table.match.force(table.true_position, action) if line.overridden else lawful
    if header["version"] != __version__ or ruling.after is None:
        return  # another version may cite other cases and use other words
    cases, story = table.log_entry(action, ruling)
    if line.cases != cases:
        yield f"it rests on the cases {', '.join(cases)}, not on those in the record."
    if line.story != story:
        yield "its sentence does not say what happened."


def first_line(
    shared: Json,
    *,
    mode: str,
    counters: str,
    map_source: Json,
    sheet_source: Json,
    draw: Sequence[int] | None,
    embed: bool = False,
    practice: bool = False,
) -> dict[str, Any]:
    """Return the first line of a record, with the members that all games share.

    `counters` is "digital" or "physical". `draw` is the order in which the units were drawn at set-up (empty
    with physical counters); None leaves it out, as it is sealed while the game runs. With `embed`, the record
    carries the map and the counter sheet: it must when the project does not ship them.
    """
    return {
        "format": shared["format"],
        "system": shared["system"],
        "mode": mode,
        "map": _document(map_source, embed=embed),
        "counters": counters,
        "counter_sheet": _document(sheet_source, embed=embed),
        **shared,
        "start": None if draw is None else {"draw": list(draw)},
        **({"practice": True} if practice else {}),
    }


def _document(source: Json, *, embed: bool) -> dict[str, Any]:
    """Return what a first line says of a map or a counter sheet."""
    named = {"name": source.get("name", ""), "sha256": fingerprint(source)}
    return {**named, "data": source} if embed else named


class DawnRecords(Records[Position, Action]):
    """Records with a map and a counter sheet, whose header seals the draws and the hidden squares."""

    def first_line(self, shared: Json, declared: Json) -> dict[str, Any]:
        """Return the first line of a new record; `declared` are the arguments of `first_line`."""
        return first_line(shared, **declared)

    def header(self, data: object) -> dict[str, Any]:
        """Return the first line of a record, checked. Raises InputError."""
        return load_header(data)

    def table(self, header: Json) -> DawnRules:
        """Return the rules of a record's table. Raises InputError."""
        return _match(header)

    def start(self, record: Record) -> Position:
        """Return the position that a record begins with. Raises InputError."""
        return start_of(record)

    def judged(self, record: Record) -> Iterator[OwnJudged]:
        """Yield the ruling on each line that stands, those that were allowed by agreement too."""
        return replay(record, start_of(record))

    def ending(self, summary: Json) -> str:
        """Return the sentence on how a replayed record ends."""
        if summary["winner"]:
            return f"The {summary['winner']} player won in Game-Turn {summary['turn']}."
        return f"The record ends in Game-Turn {summary['turn']}, phase {summary['phase']}."

    def plays(self, record: Record, name: str, value: object) -> bool:
        """Whether a record plays what a seal held: the draws, or the hidden squares chosen last (3.1)."""
        if name == "draw":
            start = record.header.get("start")
            sealed = value if isinstance(value, list) else ()
            return start is not None and tuple(start["draw"]) == reordered(sealed, record.header.get("parts"))
        if name != "hidden":
            return True
        chosen = [
            entry["action"].get("squares")
            for entry in record.lines
            if entry["action"].get("do") == "place_hidden" and not entry.get("taken_back")
        ]
        return isinstance(value, list) and bool(chosen) and sorted(chosen[-1] or ()) == sorted(value)

    def problems(self, record: Record, replay: ReplayRecord) -> list[str]:
        """Return a sentence for each fault in a finished record."""
        strange = codec.strange_header(unknown_in_header(record.header))
        strange += codec.misread(record, load_action)
        return strange + codec.verify(record) + chance_problems(record, replay) + faults(record, replay)

    def unchecked(self, record: Record) -> str:
        """Return one line where the referee's choices were not compared (15.4), else ""."""
        alone = record.header["mode"] != "two-player"
        return codec.of_another_version(record, "what the referee chose between equals") if alone else ""

    def seals(self, record: Record) -> int:
        """Return how many seals a record has."""
        return len(record.header["seals"])
