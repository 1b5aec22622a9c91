"""Records of a game: read, judged again from the first line to the last, checked.

Each secret choice has its own seal in its line, and the nonce beside it once the choice is open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic

from referee import __version__
from referee.errors import InputError
from referee.games.interface import (
    ActionT,
    Game,
    Json,
    PositionT,
    ReplayRecord,
    asked_of_referee,
    asked_of_seat,
    seats_of_referee,
)
from referee.games.interface.roster import Roster
from referee.games.interface.rules import Rules
from referee.games.toolkit.recording import DRAW
from referee.games.toolkit.rules_api import needs_json
from referee.records import codec
from referee.records.codec import Record, load_header_of, unknown_in_header_of
from referee.records.seals import SEAL, ends_taken_back, opened_choice_seed, seal_names
from referee.records.text import dump_line, show
from rules.questions import REFEREE
from rules.ruling import Ruling


class FaceDown(InputError):
    """A line of an unfinished record cannot be judged: what it laid still lies face down."""


@dataclass(frozen=True, slots=True)
class Judged(Generic[PositionT, ActionT]):
    """One line of a record with the ruling on it, and the position before it.

    `overridden`: the referee refuses it, and the players agreed on it against the referee.
    """

    line: Json
    action: ActionT
    ruling: Ruling[PositionT]
    before: PositionT
    overridden: bool = False

    @property
    def stands(self) -> bool:
        """Whether the action is carried out: it is legal and complete, or was agreed on."""
        return self.ruling.after is not None

    @property
    def position(self) -> PositionT:
        """The position that the line leads to; the one before it where it is not carried out."""
        return self.before if self.ruling.after is None else self.ruling.after


class Records(Generic[PositionT, ActionT]):
    """How records of a game are read, judged again and checked.

    A game says what differs: the members of its first line (`first_line`, `header`, `table`), how a line is
    ruled on (`judged`), what a seal of the header held (`plays`), and what another version of the program
    may have done otherwise (`unchecked`).
    """

    def __init__(self, game: Game[PositionT, ActionT]) -> None:
        self.game = game

    def first_line(self, shared: Json, declared: Json) -> dict[str, Any]:
        """Return the first line of a new record: the members that all games share, and those of this one.

        `declared` are the choices that the table was made with, and its settings, which are no part of it:
        they change in play, and no ruling depends on them. A member that the game does not have is a
        TypeError.
        """
        made_with = {name: value for name, value in declared.items() if name not in self._settings}
        return {"format": shared["format"], "system": shared["system"], **made_with, **shared}

    @cached_property
    def _settings(self) -> frozenset[str]:
        """The settings of its tables that are no options of a new one."""
        table = self.game.table(self.game.read_options({}))
        return frozenset(table.settings) - self.game.option_names

    def header(self, data: object) -> dict[str, Any]:
        """Return the first line of a record, checked. Raises InputError."""
        read = load_header_of(self.game.id, data)
        return {**read, **self.game.read_options(read)}

    def table(self, header: Json) -> Rules[PositionT, ActionT]:
        """Return the rules of a record's table. Raises InputError."""
        return self.game.table(header)

    def start(self, record: Record) -> PositionT:
        """Return the position before the first line. Raises InputError while the stock is sealed."""
        match = self.table(record.header)
        stock = match.stock()
        if not stock:
            return match.start(())
        opened = (record.opened or {}).get(DRAW)
        if opened is None:
            raise InputError(
                "The order of the stock is still sealed: judge this record when the game is over."
            )
        drawn = opened["value"]
        if not isinstance(drawn, list) or Counter(map(show, drawn)) != Counter(map(show, stock)):
            raise InputError("opened.draw: these are not the values that the game has in stock.")
        return match.start(tuple(drawn))

    def judged(self, record: Record) -> Iterator[Judged[PositionT, ActionT]]:
        """Yield the ruling on each line not taken back, up to the first that is not legal.

        Raises InputError.
        """
        match, position = self.table(record.header), self.start(record)
        for entry in record.lines:
            if entry["taken_back"]:
                continue
            try:
                action = match.read(entry["action"])
            except InputError as error:
                _check_open(record, match, entry)
                raise InputError([f"Action {entry['n']}: {p}" for p in error.problems]) from None
            judged = Judged(entry, action, match.rule(position, action), position)
            if not judged.stands:
                _check_open(record, match, entry)
            yield judged
            if not judged.stands:
                return
            position = judged.position

    def replayed(self, record: Record) -> dict[str, Any]:
        """Return what judging a record came to: `legal`, `actions`, `overridden`, `taken_back` and more."""
        match, position, last = self.table(record.header), self.start(record), None
        judged, overridden, begins = 0, 0, dict[str, int]()
        for last in self.judged(record):
            if part := match.part(last.before):
                begins.setdefault(part, last.line["n"])
            position, judged = last.position, judged + last.stands
            overridden += last.overridden
        stopped = None if last is None or last.stands else last
        return {
            "legal": stopped is None,
            "actions": judged,
            "overridden": overridden,
            "taken_back": sum(entry["taken_back"] for entry in record.lines),
            **match.summary(position),
            **({"begins": begins} if begins else {}),
            "stopped_at": None if stopped is None else _stopped_at(stopped),
        }

    def ending(self, summary: Json) -> str:
        """Return the sentence on how a replayed record ends, below those on where its parts begin."""
        begins = " ".join(f"{part} begins at action {n}." for part, n in summary.get("begins", {}).items())
        return f"{begins}\n{self._ended(summary)}".lstrip()

    def _ended(self, summary: Json) -> str:
        if summary["winner"]:
            points = summary.get("points") or {}
            told = ", ".join(f"{seat} {count}" for seat, count in points.items())
            won = f"Seat {summary['winner']} won in {self.game.turn} {summary['turn']}."
            return f"{won} Points: {told}." if sum(points.values()) > 1 else won
        if summary["phase"] == "over":
            return f"Nobody won; the game ended in {self.game.turn} {summary['turn']}."
        return f"The record ends in {self.game.turn} {summary['turn']}, phase {summary['phase']}."

    def plays(self, record: Record, name: str, value: object) -> bool:  # noqa: ARG002 - the same for all
        """Whether a record plays what a seal in its header held: secret choices have theirs in the lines."""
        return True

    def problems(self, record: Record, replay: ReplayRecord) -> list[str]:
        """Return a sentence for each fault in a finished record: numbers, seals, seats, cases, the end."""
        match, last = self.table(record.header), None
        options = self.game.read_options(record.header)
        faults = codec.strange_header(unknown_in_header_of(record.header, options))
        faults += [*codec.misread(record, match.read), *self._seals(record, match), *numbers(record)]
        if match.stock() and DRAW not in (record.opened or {}):
            return faults  # nobody can judge what was drawn in an order that is not known
        try:
            for last in self.judged(record):
                faults += self._line(match, record, last)
        except FaceDown:
            return faults  # nor what still lies face down
        faults += self._chance(record, replay)
        position = self.start(record) if last is None else last.ruling.after
        if record.opened is not None and (position is None or not match.finished(position)):
            faults.append("The record ends before the game is over, although its seals are opened.")
        return faults

    def unchecked(self, record: Record) -> str:
        """Return one line where cases, sentences and the referee's choices were not compared, else ""."""
        return codec.of_another_version(record, "cases, sentences and the referee's own choices")

    def seals(self, record: Record) -> int:
        """Return how many seals a record has, in its header and its lines."""
        return len(record.header["seals"]) + sum("seal" in entry for entry in record.lines)

    def _chance(self, record: Record, replay: ReplayRecord) -> Iterator[str]:
        """Yield a sentence for each action whose dice or draws the sealed seed does not give."""
        if not any(line.get("rolled") for line in record.lines):
            return
        opened = (record.opened or {}).get(DRAW)
        table = replay(self.table, record, opened["value"] if opened else ())
        if table is not None:
            yield from table.seed_mismatches()

    @staticmethod
    def _seals(record: Record, match: Rules[PositionT, ActionT]) -> Iterator[str]:
        played = seats_of_referee(match, match.start(match.stock()))
        expected = [SEAL, *seal_names(len(ends_taken_back(record)))] if played else []
        yield from (
            f"Seal {name!r} is missing: nothing shows where the referee's choices come from."
            for name in expected
            if name not in record.header["seals"]
        )
        if record.opened is None:
            yield "The seals have not been opened: the game was not over when this record was made."
            return
        yield from (
            f"Seal {name!r} was opened but never set."
            for name in record.opened
            if name not in record.header["seals"]
        )
        for name in record.header["seals"]:
            if problem := codec.seal_problem(record, name):
                yield problem

    def _line(
        self, match: Rules[PositionT, ActionT], record: Record, judged: Judged[PositionT, ActionT]
    ) -> Iterator[str]:
        line, action, ruling = judged.line, judged.action, judged.ruling
        said = f"Action {line['n']}:"
        if ruling.after is None:
            yield f"{said} {ruling.reason}"
            return
        played = seats_of_referee(match, judged.before)
        if fault := _seat_fault(match, record, judged):
            yield f"{said} {fault}"
        if match.secret_choice(action) is not None and (fault := seal_fault(line, match.write(action))):
            yield f"{said} {fault}"
        if line["turn"] != match.turn(judged.before):
            yield f"{said} it belongs to {self.game.turn} {match.turn(judged.before)}, not {line['turn']}."
        if record.header["version"] != __version__:
            return  # another version may cite other cases and use other words
        if tuple(line["cases"]) != ruling.cases:
            yield f"{said} it rests on the cases {', '.join(ruling.cases)}, not on those in the record."
        if "story" in line and line["story"] != (ruling.story or ruling.reason):
            yield f"{said} its sentence does not say what happened."
        if line["seat"] in played and (fault := _choice_fault(match, record, judged)):
            yield f"{said} {fault}"


def _choice_fault(
    match: Rules[PositionT, ActionT], record: Record, judged: Judged[PositionT, ActionT]
) -> str:
    """Return why the referee cannot have chosen so as a player, or "".

    It is made to choose again, from the opened seed and what its seat could know; where it thought at many
    tables at once it may have chosen in less time.
    """
    seed, asked = opened_choice_seed(record, judged.line["n"]), asked_of_seat(match, judged.before)
    if seed is None:
        return ""
    if asked is None:
        return "the referee had nothing to choose here."
    first = None
    for chosen in match.may_choose(judged.before, asked[1], seed):
        if chosen == judged.action:
            return ""
        first = first or chosen
    given = "nothing" if first is None else dump_line(match.write(first))
    return f"the referee’s choice does not come from the sealed seed. That gives {given}."


def _seat_fault(match: Rules[PositionT, ActionT], record: Record, judged: Judged[PositionT, ActionT]) -> str:
    """Return why this seat, or the referee by itself, cannot have done an action; or ""."""
    seat = judged.line["seat"]
    if seat != REFEREE:
        owners = match.seats_for(judged.action) or seats_of_referee(match, judged.before)
        may = Roster(tuple(match.roster(judged.before))).speaks_for(seat, owners)
        return "" if may else f"the seat {seat!r} cannot have done it."
    question = asked_of_referee(match, judged.before)
    if question is None:
        return "the referee was not asked for anything here."
    n, done, first = judged.line["n"], match.write(judged.action), ""
    lapsed = sum(entry["n"] < n and entry.get("taken_back_at") == entry["n"] for entry in record.lines)
    for since in range(lapsed + 1):  # while people told what it asked, what was begun beside it may lapse
        if (seed := opened_choice_seed(record, n, since)) is None:
            return ""
        chosen = match.write(match.choose(judged.before, question, seed).action)
        if all(value is None or done.get(name) == value for name, value in chosen.items()):
            return ""
        first = first or dump_line(chosen)
    return f"this is not what the referee does by itself: {first}."


def seal_fault(line: Json, value: object) -> str:
    """Return what is wrong with the seal of a secret choice, or ""."""
    seal, nonce = line.get("seal"), line.get("nonce")
    if not isinstance(seal, str):
        return "its seal is missing."
    if not isinstance(nonce, str):
        return "its seal was not opened."
    return "" if codec.seal(nonce, value) == seal else "its seal does not fit what was chosen."


def numbers(record: Record) -> Iterator[str]:
    """Yield a sentence for the first line that is missing, repeated or out of place."""
    for number, entry in enumerate(record.lines, 1):
        if entry["n"] != number:
            yield f"Line {number} has the number {entry['n']}: a line is missing or out of place."
            return


def _check_open(record: Record, match: Rules[PositionT, ActionT], entry: Json) -> None:
    """Check that a line that cannot be carried out leaves out no secret. Raises FaceDown."""
    if record.opened is None and match.hidden_in(entry["action"]):
        raise FaceDown(f"Action {entry['n']} still lies face down: judge this record when the game is over.")


def _stopped_at(judged: Judged[PositionT, ActionT]) -> dict[str, Any]:
    return {
        "n": judged.line["n"],
        "action": judged.line["action"],
        "cases": list(judged.ruling.cases),
        "reason": judged.ruling.reason,
        "needs": needs_json(judged.ruling.needs),
    }
