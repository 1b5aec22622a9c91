"""Records of games (`referee-record/1`): writing them, reading them, sealing and checking them.

A record is JSON Lines: a header, a line for each action, and when the game is over the opened seals. The
record is the source of truth; a position is what it adds up to. No rules are known here: each game gives its
records their meaning.

A seal is the SHA-256 of a nonce followed by the canonical JSON of the sealed value. The header carries
the seals from the start; the nonces and values stay with the server until the game is over.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from marshmallow import Schema, fields

from referee import __version__
from referee.errors import InputError
from referee.games import registry
from referee.games.interface import ActionT, PositionT, Rules
from referee.records.fields import Flag, Given, Items, OpenSchema, Part, Table, Text, Whole, load, place_of
from referee.records.text import canonical, read_json, show
from rules.questions import TABLE

if TYPE_CHECKING:
    from referee.games.toolkit.records import Records  # it stands on this module


def unknown(schema: Schema, data: Mapping[str, Any], path: tuple[str | int, ...] = ()) -> Iterator[str]:
    """Yield where `data` has a member that `schema` does not know: "rolled", "parts[0].rolled"."""
    for name, value in data.items():
        inside = (*path, name)
        if name in schema.fields:
            yield from _unknown_inside(schema.fields[name], value, inside)
        else:
            yield place_of(inside)


def _unknown_inside(field: fields.Field[Any], value: Any, path: tuple[str | int, ...]) -> Iterator[str]:
    if isinstance(field, Part) and isinstance(value, Mapping):
        yield from unknown(field.schema, value, path)
    elif isinstance(field, Items):
        for n, item in enumerate(value or ()):
            yield from _unknown_inside(field.inner, item, (*path, n))
    elif isinstance(field, Table) and field.value_field is not None:
        for name, item in value.items():
            yield from _unknown_inside(field.value_field, item, (*path, name))


_DIGEST = re.compile(r"[0-9a-f]{64}", re.ASCII)
MAX_SEALS = 100
MAX_PARTS = 1000


def digest(**options: Any) -> Text:
    return Text("a SHA-256 (64 hexadecimal digits)", pattern=_DIGEST, longest=64, **options)


class SeedContributionSchema(OpenSchema):
    """A seed contribution of a seat's device, and after which line it was added."""

    seat = Text("a seat", longest=20, required=True)
    part = digest(required=True)
    after = Whole("a line number", 0, 1_000_000, required=True)
    round = Whole("a round", 1, MAX_PARTS)


class SeedCommitmentSchema(OpenSchema):
    """The SHA-256 of a part that a device promised in a round.

    After which line the round was `opened`, `closed` (its promises fixed), and counted.
    """

    seat = Text("a seat", longest=20, required=True)
    commit = digest(required=True)
    round = Whole("a round", 1, MAX_PARTS, required=True)
    opened = Whole("a line number", 0, 1_000_000, required=True)
    closed = Whole("a line number", 0, 1_000_000)
    after = Whole("a line number", 0, 1_000_000)


def seed_commitments() -> Items:
    """Return the field of all promises of parts."""
    return Items(Part(SeedCommitmentSchema), MAX_PARTS)


def seed_contributions() -> Items:
    """Return the field of all that devices added to the seed of the dice."""
    return Items(Part(SeedContributionSchema), MAX_PARTS)


class PlainHeaderSchema(OpenSchema):
    """The members that every first line has; the game checks the others."""

    format = Given("referee-record/1", required=True)
    system = Text("a game", longest=60, required=True)
    seats = Table(Text("a seat", longest=20), Text("a name", allow_none=True), 20, load_default=dict)
    seals = Table(Text("a seal", longest=40), digest(), MAX_SEALS, load_default=dict)
    version = Text("a version", longest=40, load_default="")
    parts = seed_contributions()
    commits = seed_commitments()


class LineSchema(OpenSchema):
    """The line of one action."""

    n = Whole("a line number", 1, 1_000_000, required=True)
    turn = Whole("a turn", 1, 100_000, required=True)
    seat = Text("a seat", longest=20, required=True)
    action = fields.Dict(
        required=True, error_messages={"required": "is missing.", "invalid": "must be an object."}
    )
    cases = Items(Text("a case", longest=20), 50, load_default=list)
    at = Text("a time", longest=40, load_default="")
    automatic = Flag(load_default=False)
    overridden = Flag(load_default=False)
    taken_back = Flag(load_default=False)
    secrets_open = Flag(load_default=False)
    answered_by = Text("a seat", longest=20)
    answered_for = Items(Text("a seat", longest=20), 20)


LINE_MEMBERS = frozenset(LineSchema().fields) | {
    "story",
    "rolled",
    "taken_back_at",
    "seal",
    "nonce",
    "told",
    "agreed",
}
"""Every member that a line of a record has in any version: those of the schema, and what the referee adds."""


class OpenedSchema(OpenSchema):
    """One opened seal."""

    nonce = Text("a nonce", required=True)
    value = fields.Raw(required=True, allow_none=True)


class ClosingSchema(OpenSchema):
    """The last line: the opened seals."""

    opened = Table(Text("a seal", longest=40), Part(OpenedSchema), MAX_SEALS, required=True)


_PLAIN_HEADER = PlainHeaderSchema()
_LINE, _CLOSING = LineSchema(), ClosingSchema()


def load_header_of(system: str, data: object) -> dict[str, Any]:
    """Return the first line of a record of one game without a map. Raises InputError."""
    read = load(_PLAIN_HEADER, data, "The header")
    if read["system"] != system:
        raise InputError(f"system: {show(read['system'])} is not {show(system)}.")
    return read


def unknown_in_header_of(data: Mapping[str, Any], more: Collection[str]) -> Iterator[str]:
    """Yield each unknown member of a first line; `more` are those of the game."""
    return unknown(_PLAIN_HEADER, {name: value for name, value in data.items() if name not in more})


def unknown_in_closing(opened: Mapping[str, Any]) -> Iterator[str]:
    """Yield where the line of the opened seals has a member that it should not have."""
    return unknown(_CLOSING, {"opened": opened})


def load_line(data: Any) -> dict[str, Any]:
    return load(_LINE, data, "The line")


def load_closing(data: Any) -> dict[str, Any]:
    return load(_CLOSING, data, "The last line")


FORMAT = "referee-record/1"
LONGEST = 500_000
"""Most lines read at once: a game has a few hundred, and one file may hold many simulated games."""


@dataclass(frozen=True, slots=True)
class Record:
    """A record read from a file. `opened` holds the opened seals, once the game is over."""

    header: Mapping[str, Any]
    lines: tuple[Mapping[str, Any], ...]
    opened: Mapping[str, Mapping[str, Any]] | None = None


def header(
    *,
    system: str = "",
    seats: Mapping[str, str] | None = None,
    seals: Mapping[str, str] | None = None,
    **declared: Any,
) -> dict[str, Any]:
    """Return the first line of a record.

    `system` is the default game unless it is named, `seats` gives the player's name for each seat. What is
    `declared` beside them is the game's own: see `Records.first_line`.
    """
    name = system or registry.default()
    return registry.game(name).records.first_line(shared_members(name, seats or {}, seals or {}), declared)


def first_line(
    match: Rules[PositionT, ActionT], start: PositionT, drawn: Sequence[int] | None, seals: Mapping[str, str]
) -> dict[str, Any]:
    """Return the first line of the record of a table that begins at this position, seats by their ids.

    `drawn` is the order of the stock, None while it is sealed.
    """
    seats = {seat: seat for seat in (TABLE, *(seat.id for seat in match.roster(start)))}
    return header(system=match.system, seats=seats, seals=seals, **match.declared(drawn))


def shared_members(system: str, seats: Mapping[str, str], seals: Mapping[str, str]) -> dict[str, Any]:
    """Return what the first line of every record says, whatever the game."""
    return {
        "format": FORMAT,
        "system": system,
        "seats": dict(seats),
        "seals": dict(seals),
        "version": __version__,
    }


def line(
    n: int,
    turn: int,
    seat: str,
    action: Mapping[str, Any],
    cases: Iterable[str],
    at: str,
    *,
    overridden: bool = False,
    taken_back: bool = False,
    answered_for: Sequence[str] = (),
    answered_by: str = "table",
) -> dict[str, Any]:
    """Return the record's line for one action, counted from 1. `at` is the time in ISO 8601.

    `answered_for` are the sides whose devices were away when the players agreed on something about it;
    another seat, `answered_by`, gave their answer.
    """
    entry: dict[str, Any] = {
        "n": n,
        "turn": turn,
        "seat": seat,
        "action": dict(action),
        "cases": list(cases),
        "at": at,
    }
    if overridden:
        entry["overridden"] = True
    if taken_back:
        entry["taken_back"] = True
    if answered_for:
        entry["answered_by"], entry["answered_for"] = answered_by, list(answered_for)
    return entry


def closing(opened: Mapping[str, tuple[str, Any]]) -> dict[str, Any]:
    """Return the last line of a finished record: the nonce and the value of each seal."""
    return {"opened": {name: {"nonce": nonce, "value": value} for name, (nonce, value) in opened.items()}}


def seal(nonce: str, value: Any) -> str:
    """Return the commitment to `value`: SHA-256 of nonce and canonical JSON, as hexadecimal digits."""
    return hashlib.sha256((nonce + canonical(value)).encode("utf-8", "surrogatepass")).hexdigest()


def parse(lines: Iterable[str | bytes]) -> Record:
    """Return the one record in `lines`. Empty lines are skipped.

    Raises InputError, which names the line (counted from 1) and what is wrong with it.
    """
    parsed = parse_all(lines)
    if len(parsed) > 1:
        raise InputError(f"There are {len(parsed)} records here; there should be one.")
    return parsed[0]


def parse_all(lines: Iterable[str | bytes]) -> list[Record]:
    """Return the records in `lines`, at least one; each begins with a header. Raises InputError."""
    readings: list[_Reading] = []
    for number, text in enumerate(lines, 1):
        if number > LONGEST:
            raise InputError(f"The record has more than {LONGEST} lines.")
        if not text.strip():
            continue
        data = read_json(text, f"Line {number} of the record")
        try:
            if not readings or (isinstance(data, dict) and "format" in data):
                readings.append(_Reading(_header(data)))
            else:
                readings[-1].add(data)
        except InputError as error:
            raise InputError([f"Line {number} of the record: {p}" for p in error.problems]) from None
    if not readings:
        raise InputError("The record is empty: its first line should be a header.")
    return [Record(read.header, tuple(read.lines), read.opened) for read in readings]


def _header(data: Any) -> dict[str, Any]:
    """Return a first line, as the game reads it that the line names. Raises InputError."""
    return _records(data).header(data)


def _records(header: Any) -> Records:
    """Return how the game of a header reads its records; the default game's where it names none.

    Raises InputError, which names `system`, for a game that is not installed.
    """
    named = isinstance(header, Mapping) and "system" in header
    return registry.game(header["system"] if named else registry.default()).records


@dataclass(slots=True)
class _Reading:
    """A record, read so far. Its lines grow in a list: a `Record` would copy them all for each new one."""

    header: Mapping[str, Any]
    lines: list[Mapping[str, Any]] = field(default_factory=list)
    opened: Mapping[str, Mapping[str, Any]] | None = None

    def add(self, data: Any) -> None:
        """Add the line of an action, or of the opened seals. Raises InputError."""
        if self.opened is not None:
            raise InputError("the opened seals must come last, but something follows them.")
        if isinstance(data, dict) and "opened" in data:
            self.opened = load_closing(data)["opened"]
        else:
            self.lines.append(load_line(data))


def verify(record: Record) -> list[str]:
    """Return a sentence for each fault in the seals of a finished record; an empty list if all hold.

    Each seal must be opened, must fit the opened value, and the record must play that value.
    """
    seals: Mapping[str, str] = record.header["seals"]
    if not seals:
        return ["The record has no seals."]
    if record.opened is None:
        return ["The seals have not been opened: the game was not over when this record was made."]
    problems = [f"Seal {name!r} was opened but never set." for name in record.opened if name not in seals]
    return problems + [problem for name in seals if (problem := seal_problem(record, name))]


def seal_problem(record: Record, name: str) -> str:
    """Return a sentence on what is wrong with one seal of a record's header; empty if it holds."""
    opened = (record.opened or {}).get(name)
    if opened is None:
        return f"Seal {name!r} was not opened."
    if seal(opened["nonce"], opened["value"]) != record.header["seals"][name]:
        return f"Seal {name!r} does not fit the value that was opened."
    if not _played(record, name, opened["value"]):
        return f"Seal {name!r} does not hold what the record plays."
    return ""


def _played(record: Record, name: str, value: Any) -> bool:
    """Whether the record plays what the seal held, which only its game knows."""
    return _records(record.header).plays(record, name, value)


def unknown_members(record: Record) -> Iterator[str]:
    """Yield a sentence for each member of a line, or of the opened seals, that no referee writes."""
    for entry in record.lines:
        for name in sorted(entry.keys() - LINE_MEMBERS):
            yield f"Action {entry['n']}: the record should not have {show(name)} there."
    for place in unknown_in_closing(record.opened or {}):
        yield f"The last line should not have {show(place)}."


def misread(record: Record, read: Callable[[Mapping[str, Any]], object]) -> Iterator[str]:
    """Yield what is wrong with each action as `read` reads it, including those taken back.

    The record of an unfinished game leaves secrets out, so nothing is read.
    """
    for entry in record.lines if record.opened is not None else ():
        try:
            read(entry["action"])
        except InputError as error:
            yield from (f"Action {entry['n']}: {problem}" for problem in error.problems)


def strange_header(places: Iterable[str]) -> list[str]:
    """Return a sentence for each place of a first line that no referee writes."""
    return [f"The first line should not have {show(place)}." for place in places]


def of_another_version(record: Record, what: str) -> str:
    """Return the line that `what` was not compared because another version wrote the record, else ""."""
    version = record.header["version"]
    if version == __version__:
        return ""
    return (
        f"Not compared: {what}. Version {version or 'unknown'} wrote this record, and this is {__version__}."
    )
