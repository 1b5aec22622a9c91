"""Questions whose time is limited: when it is over, what the game says is done.

The time begins when a question opens. It stands while somebody answers, and while nobody can because of
another action in progress. It is kept with the table, so it goes on after a restart. What is done then is an
ordinary action, written once however many processes look: by the first request at the table after the time,
or by a thread that waits for it in the process where the question opened.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from referee.errors import Problem, Stale
from referee.games.interface import ActionT, Json, PositionT, Rules, people_roll
from referee.games.table_view import Waiting
from referee.records.data import TIME, Deadline, PendingAction, Tap
from referee.storage import games
from referee.tables.record import TableNotFound
from referee.tables.table import LoadedTable
from rules.questions import Question

if TYPE_CHECKING:
    from referee.tables.actions import Playing
    from referee.tables.store import TableStore

log = logging.getLogger("referee")
_LOOK_SECONDS = 30.0
"""Seconds between two looks at the deadlines on disk: those of a process that has died are there."""
_AGAIN_SECONDS = 1.0
"""Seconds after which what could not be done is tried again."""


def timed_questions(match: Rules[PositionT, ActionT], position: PositionT) -> list[Question[ActionT]]:
    """Return the open questions whose time is limited."""
    return [q for q in match.open_questions(position) if q.seconds and q.otherwise is not None]


def still_running(
    match: Rules[PositionT, ActionT],
    deadlines: Mapping[str, Deadline],
    before: PositionT,
    action: ActionT,
    after: PositionT,
) -> Mapping[str, Deadline]:
    """Return the deadlines of the questions that an action did not answer and that are open after it."""
    answered = match.question_of(before, action)
    left = {q.name for q in timed_questions(match, after)} - {answered.name if answered else ""}
    return {name: one for name, one in deadlines.items() if name in left}


def deadlines_now(
    match: Rules[PositionT, ActionT],
    position: PositionT,
    in_progress: Collection[PendingAction],
    running: Mapping[str, Deadline],
    now: float,
) -> dict[str, Deadline]:
    """Return the deadlines in a position: those that run, those that stand, and those that begin now."""
    found = {}
    for question in timed_questions(match, position):
        known = running.get(question.name, Deadline(question.seconds))
        stands = any(begun.question == question.name or not question.beside for begun in in_progress)
        if stands == (known.until is None):
            found[question.name] = known
        else:
            left = known.left_at(now)
            found[question.name] = Deadline(left, None if stands else now + left)
    return found


def with_deadlines(table: LoadedTable, asked: Sequence[Waiting]) -> list[Waiting]:
    """Return what a table waits for, with until when it may be answered, as of now."""
    now, found = table.time(), list[Waiting]()
    for waiting in asked:
        one = table.deadlines.get(waiting["question"])
        found.append(waiting if one is None else {**waiting, "deadline": _shown(one, now)})
    return found


def _shown(deadline: Deadline, now: float) -> Json:
    left, until = deadline.left_at(now), deadline.until
    at = None if until is None else datetime.fromtimestamp(until, UTC).isoformat(timespec="milliseconds")
    return {"until": at, "seconds": round(left, 1)}


def _leave_out(table: LoadedTable, name: str) -> None:
    table.deadlines = {n: one for n, one in table.deadlines.items() if n != name}


class DeadlineWatch:
    """Does what is due at all tables, and waits for what is due next, in one thread."""

    def __init__(self, store: TableStore, playing: Playing) -> None:
        self._store, self._playing = store, playing
        self._news = threading.Condition()
        self._earliest: dict[str, float] = {}
        self._from_disk, self._closed = False, False
        self._thread: threading.Thread | None = None
        store.on_change.append(self.look)
        store.on_use.append(self.do_due)

    def do_due(self, table: LoadedTable) -> None:
        """Do what is done once a time is over. The table's lock must be held.

        Whoever uses the table then finds it done. What cannot be done is left out, and logged.
        """
        done = 0
        while (name := self._first_due(table)) is not None:
            before = table.deadlines.get(name)
            try:
                with self._store.idempotency.answering(None):
                    self._do(table, name, Tap(rolls=not people_roll(table.match), goes_on=done > 0, far=TIME))
                done += 1
                if table.deadlines.get(name) == before:  # it did not answer the question
                    _leave_out(table, name)
            except Stale:
                continue  # another process was quicker
            except Problem as problem:
                log.warning("What is done when a time is over was not done (%s).", problem.status)
                self._store.refresh(table)
                if problem.status == 503:
                    return
                _leave_out(table, name)
            except Exception:
                log.exception("What is done when a time is over was not done.")
                self._store.refresh(table)
                _leave_out(table, name)

    def _first_due(self, table: LoadedTable) -> str | None:
        if not table.deadlines:
            return None
        now = self._store.config.sources.time()
        due = [(one.until, name) for name, one in table.deadlines.items() if one.until and one.until <= now]
        return min(due)[1] if due else None

    def _do(self, table: LoadedTable, name: str, tap: Tap) -> None:
        open_now = timed_questions(table.match, table.positions[-1])
        question = next((q for q in open_now if q.name == name), None)
        if question is None or question.otherwise is None:
            _leave_out(table, name)
            return
        action = question.otherwise
        doer = getattr(action, "seat", None) or question.who[0]
        self._playing.play(table, doer, action, doer, tap=tap)

    def look(self, table: LoadedTable) -> None:
        """Note the earliest deadline of a table. The table's lock must be held."""
        if not table.deadlines and table.code not in self._earliest:
            return
        running = [one.until for one in table.deadlines.values() if one.until is not None]
        with self._news:
            if not running:
                self._earliest.pop(table.code, None)
                return
            self._earliest[table.code] = min(running)
            self._begin()

    def start(self) -> None:
        """Wait for the deadlines that are on disk too, for as long as the server runs."""
        with self._news:
            self._from_disk = True
            self._begin()

    def close(self) -> None:
        with self._news:
            self._closed = True
            self._news.notify()
            thread = self._thread
        if thread is not None:
            thread.join()

    def _begin(self) -> None:
        if self._thread is None and not self._closed:
            self._thread = threading.Thread(target=self._wait, name="deadlines", daemon=True)
            self._thread.start()
        self._news.notify()

    def _wait(self) -> None:
        looked = float("-inf")
        while not self._closed:
            clock = self._store.config.sources.clock
            if self._from_disk and clock() - looked >= _LOOK_SECONDS:
                looked = clock()
                self._look_on_disk()
            for code in self._due():
                self._use(code)

    def _look_on_disk(self) -> None:
        with suppress(Problem), self._store.database.reading() as connection:
            found = games.earliest_deadlines(connection)
            with self._news:
                self._earliest = {**found, **self._earliest}

    def _due(self) -> list[str]:
        """Return the tables with a deadline that is over, after waiting for one, or for news."""
        now = self._store.config.sources.time
        with self._news:
            if not self._closed and not (due := self._over(now())):
                first = min(self._earliest.values(), default=now() + _LOOK_SECONDS)
                self._news.wait(min(max(0.01, first - now()), _LOOK_SECONDS))
            due = [] if self._closed else self._over(now())
            for code in due:
                self._earliest[code] = now() + _AGAIN_SECONDS
            return due

    def _over(self, now: float) -> list[str]:
        return [code for code, at in self._earliest.items() if at <= now]

    def _use(self, code: str) -> None:
        """Use a table, so that what is due there is done."""
        try:
            with self._store.locked(code) as table:
                self.look(table)
        except TableNotFound:
            with self._news:
                self._earliest.pop(code, None)
        except Problem as problem:
            log.warning("A deadline at a table was not looked at (%s).", problem.status)
        except Exception:
            log.exception("A deadline at a table was not looked at.")
