"""The survey service: each gesture is checked, and saved before it is answered."""

from __future__ import annotations

import hmac
import threading
from collections import OrderedDict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, cast

from flask import current_app

from referee import heavy
from referee.config import Config
from referee.errors import Full, InputError, Problem
from referee.events import Events
from referee.games import registry
from referee.games.surveying import Surveying
from referee.records.text import show
from referee.storage import surveys as rows
from referee.storage.database import Database, DuplicateKey
from referee.storage.surveys import StoredGesture, StoredSurvey
from referee.tables.seats.links import hashed
from rules.survey.course import MAX_CHARACTERS, Course, after, entries_of, letters_of, only_known, replayed
from rules.survey.exact import Refused
from rules.survey.from_map import gestures_of
from rules.survey.log import TOO_MUCH
from rules.survey.plane import Plane

_MAX_OPEN = 8
"""Surveys kept open in memory; others are replayed from the database."""
_MAX_INLINE_CHARACTERS = 2000
"""Characters of gestures that are handled inline; larger ones go to another process."""


@dataclass(slots=True)
class _OpenSurvey:
    """An open survey."""

    kept: StoredSurvey
    course: Course = field(default_factory=Course)
    lock: threading.RLock = field(default_factory=threading.RLock)


@dataclass(frozen=True, slots=True)
class NewSurvey:
    """A new survey: its id, the token that deletes it, and the number of gestures that it begins with."""

    id: str
    token: str
    version: int


class Surveys:
    """All surveys of one server."""

    def __init__(self, database: Database, config: Config, events: Events) -> None:
        """Keep surveys in a database, and publish each change through `events`."""
        self._database, self._sources, self._events = database, config.sources, events
        self._most = config.most_brought
        self._guard = threading.Lock()
        self._held: OrderedDict[str, _OpenSurvey] = OrderedDict()

    def make(
        self, system: object = None, log: object = None, board: Mapping[str, Any] | None = None
    ) -> NewSurvey:
        """Return a new survey of a game: empty, with the gestures of a log, or with those that make a map.

        `board` is a map that was checked. Raises InputError for a log that cannot be replayed and for a map
        that cannot be drawn, and Problem (409) when the server is full.
        """
        game = registry.game(registry.default() if system is None else system)
        surveying_of(game.id)
        first: Sequence[Mapping[str, Any]] = []
        try:
            if log is not None:
                first = heavy.run(heavy.UPLOADS, entries_of, log)
        except Refused as refused:
            raise InputError(f"survey: {refused}") from None
        try:
            if board is not None:
                first = heavy.run(heavy.UPLOADS, gestures_of, board)
        except Refused as refused:
            raise InputError(f"map: {refused}") from None
        made = NewSurvey(self._sources.generation()[:20], self._sources.generation(), len(first))
        kept = StoredSurvey(made.id, game.id, self._sources.now(), hashed(made.token))
        with self._database.writing() as connection:
            if rows.count_surveys(connection) >= self._most:
                raise Full(self._most, "survey")
            rows.add_survey(
                connection, kept, [StoredGesture(n, dict(e), None) for n, e in enumerate(first, 1)]
            )
        return made

    def state(self, id_: str) -> dict[str, Any]:
        """Return a survey with its log and its version. Raises Problem (404)."""
        with self._at(id_) as held:
            log = held.course.to_json()
            return {"id": id_, "system": held.kept.system, "version": held.course.version, **log}

    def since(self, id_: str, after: int) -> dict[str, Any]:
        """Return the version of a survey, and its gestures after the first `after`. Raises Problem (404)."""
        with self._at(id_) as held, self._database.reading() as connection:
            return _missing_gestures(rows.entries(connection, id_, after), held.course.version)

    def add(self, id_: str, gesture: object, version: int, key: str | None = None) -> dict[str, Any]:
        """Add one gesture, made on `version`, and return the new version of the survey.

        A gesture with a `key` that is the next one already counts once. Raises Problem: 409 with the missing
        gestures where another device was faster, 404 without such a survey. Raises InputError for a gesture
        that cannot be done.
        """
        with self._at(id_) as held:
            if version != held.course.version:
                self._behind(id_, version, key, held.course.version)
                return {"version": version + 1}
            entry, following = _check_gesture(held.course, gesture)
            try:
                with self._database.writing() as connection:
                    rows.append(connection, id_, StoredGesture(version + 1, entry, key), self._sources.now())
                    self._events.publish(connection, room_name(id_), version + 1)
            except DuplicateKey:  # another process was faster, or has deleted it
                self._forget(id_)
                raise self._stale(id_, version) from None
            if following is None:
                held.course.take(entry)
            else:
                held.course = following
            self._events.announce(room_name(id_), held.course.version)
            return {"version": held.course.version}

    def _behind(self, id_: str, version: int, key: str | None, now: int) -> None:
        """Raise Problem (409) unless the gesture after `version` is the one with this key."""
        if version > now:
            raise InputError(f"version: {version} is not there yet; the survey is at {now}.")
        with self._database.reading() as connection:
            missing = rows.entries(connection, id_, version)
        if key is None or missing[0].key != key:
            raise _stale_problem(missing, now)

    def _stale(self, id_: str, version: int) -> Problem:
        with self._at(id_) as held, self._database.reading() as connection:
            return _stale_problem(rows.entries(connection, id_, version), held.course.version)

    def delete(self, id_: str, token: str) -> None:
        """Delete a survey. Raises Problem: 404 without it, 401 without a token, 403 with a wrong one."""
        with self._at(id_) as held:
            if not token:
                raise Problem(401, "Only its maker may delete a survey, with the token that came with it.")
            if not hmac.compare_digest(hashed(token), held.kept.token_hash):
                raise Problem(403, "This is not the token of this survey, so the survey was not deleted.")
            with self._database.writing() as connection:
                rows.remove_survey(connection, id_)
            self._forget(id_)
            self._events.mark_deleted(room_name(id_))

    def owns(self, id_: str, token: str) -> bool:
        """Whether a token is the one that deletes a survey; False too where there is none."""
        with self._database.reading() as connection:
            kept = rows.get_survey(connection, id_)
        return kept is not None and hmac.compare_digest(hashed(token), kept.token_hash)

    def drawn(self, id_: str) -> tuple[int, Plane, str]:
        """Return version, plane and game of a survey. Raises Problem (404)."""
        with self._at(id_) as held:
            return held.course.version, held.course.plane, held.kept.system

    def latest(self, rooms: Collection[str]) -> dict[str, tuple[int, int]]:
        """Return the version of each survey that is there, by the name of its `room`; the ticks are 0."""
        with self._database.reading() as connection:
            return {
                name: (rows.version(connection, id_), 0)
                for name in rooms
                if rows.get_survey(connection, id_ := name.removeprefix(room_name("")))
            }

    @contextmanager
    def _at(self, id_: str) -> Iterator[_OpenSurvey]:
        """Hold a survey as it is in the database now. Raises Problem (404)."""
        with self._guard:
            held = self._held.get(id_)
            if held is not None:
                self._held.move_to_end(id_)
        with self._database.reading() as connection:
            kept = rows.get_survey(connection, id_)
        if kept is None:
            self._forget(id_)
            raise Problem(404, f"There is no survey {show(id_)} here. Perhaps its maker deleted it.")
        if held is None:
            with self._guard:
                held = self._held.setdefault(id_, _OpenSurvey(kept))
                while len(self._held) > _MAX_OPEN:
                    self._held.popitem(last=False)
        with held.lock:
            with self._database.reading() as connection:
                missing = rows.entries(connection, id_, held.course.version)
            if missing:
                held.course = _replay(held.course, missing)
            yield held

    def _forget(self, id_: str) -> None:
        with self._guard:
            self._held.pop(id_, None)


def _check_gesture(course: Course, gesture: object) -> tuple[dict[str, Any], Course | None]:
    """Return a gesture as it is kept, with the course after it where that took long. Raises InputError."""
    if not isinstance(gesture, dict) or not isinstance(gesture.get("do"), str):
        raise InputError(f"gesture: {show(gesture)} is not a gesture of a survey.")
    entry = only_known(gesture)
    letters = letters_of(entry)
    if course.letters + letters > MAX_CHARACTERS:
        raise InputError(TOO_MUCH)
    try:
        if letters > _MAX_INLINE_CHARACTERS:
            return entry, heavy.run(heavy.UPLOADS, after, course, entry)
        course.test(entry)
    except Refused as refused:
        raise InputError(str(refused)) from None
    return entry, None


def _replay(course: Course, entries: list[StoredGesture]) -> Course:
    """Return a course after gestures from the database. Raises Problem (422) for one that no longer fits."""
    gestures = [entry.gesture for entry in entries]
    try:
        if sum(map(letters_of, gestures)) > _MAX_INLINE_CHARACTERS:
            return heavy.run(heavy.UPLOADS, replayed, course, gestures)
        return replayed(course, gestures)
    except Refused as refused:  # drawn with another version of the program
        raise Problem(422, str(refused)) from None


def surveying_of(system: str) -> Surveying:
    """Return a game's surveying port. Raises InputError for a game without boards."""
    game = registry.game(system)
    if game.surveying is None:
        raise InputError(f"system: {game.title} does not take uploaded maps.")
    return game.surveying


def room_name(id_: str) -> str:
    """Return the name under which devices listen for news of a survey."""
    return f"survey {id_}"


def _missing_gestures(missing: list[StoredGesture], version: int) -> dict[str, Any]:
    told = [{"gesture": entry.gesture, **({"key": entry.key} if entry.key else {})} for entry in missing]
    return {"version": version, "gestures": told}


def _stale_problem(missing: list[StoredGesture], version: int) -> Problem:
    told: Mapping[str, Any] = _missing_gestures(missing, version)
    return Problem(409, "Another device was faster. These are the gestures that you have not seen.", **told)


def list_surveys(database: Database) -> list[dict[str, Any]]:
    """Return id, system, dates and number of gestures of every survey, the one drawn on last first.

    Raises Problem (503).
    """
    with database.reading() as connection:
        return rows.list_surveys(connection)


def delete_survey(database: Database, id_: str) -> None:
    """Delete any survey. Raises InputError for an id that none has, Problem (503)."""
    with database.writing() as connection:
        if rows.get_survey(connection, id_) is None:
            raise InputError(f"There is no survey {show(id_)} here.")
        rows.remove_survey(connection, id_)


def surveys() -> Surveys:
    """Return the surveys of the app that answers the request."""
    return cast("Surveys", current_app.extensions["surveys"])
