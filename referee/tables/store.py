"""The store of tables: in memory for speed, on disk to keep them, one change at a time.

A change of a table is a unit of work: `TableStore.change` makes it, saves it, and only then carries it out in
memory and tells everybody.

A device names each request with a key. The answer is kept with the change, in the same transaction: so
another worker knows it too, and so does the server after a restart. A request that changed nothing leaves
nothing here and is judged again.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Generic, ParamSpec

from sqlalchemy import Connection

from referee.config import Config
from referee.errors import Problem, Stale
from referee.events import Events
from referee.games import registry
from referee.games.ports import ActionT, Json, Match, Position, PositionT
from referee.records.data import (
    Declined,
    Game,
    JoinRequest,
    Line,
    PendingAction,
    Request,
    StoredResponse,
    Undone,
)
from referee.storage import games, seats, uploads
from referee.storage.database import Database, DuplicateKey
from referee.storage.dialect import later
from referee.storage.games import TableRows
from referee.tables.record import (
    UNREADABLE_DATA,
    DamagedTable,
    GameNotInstalled,
    TableNotFound,
    TablePluginError,
    continue_replay,
    plugin_errors,
    replay_table,
)
from referee.tables.seats.join_requests import device_tokens
from referee.tables.table import LoadedTable
from rules.ruling import Ruling

Given = ParamSpec("Given")


class Change(Generic[PositionT, ActionT]):
    """What makes the next version of a table.

    Each method writes to the `connection` at once, and to the table in memory after the commit, in the same
    order. For what has no method here there are the `connection` and `after_commit`.
    """

    def __init__(self, connection: Connection, table: LoadedTable[PositionT, ActionT]) -> None:
        self.connection = connection
        self._table, self._after_commit = table, list[Callable[[], object]]()

    def after_commit(self, note: Callable[Given, object], *args: Given.args, **given: Given.kwargs) -> None:
        """Have something noted in memory once the change is on disk."""
        self._after_commit.append(partial(note, *args, **given))

    def apply(self) -> None:
        """Note all of it in memory: it is on disk."""
        for note in self._after_commit:
            note()

    def append(self, line: Line, action: ActionT, ruling: Ruling[PositionT]) -> None:
        """Add a completed action to the record; `ruling` holds the position after it."""
        games.append(self.connection, self._table.code, line)
        self.after_commit(self._table.append, line, action, ruling)

    def cancel(self, line: Line, action: ActionT) -> None:
        """Add a cancelled action to the record."""
        games.append(self.connection, self._table.code, line)
        self.after_commit(self._table.cancel, line, action)

    def take_back(self, gone: Iterable[Line]) -> None:
        """Take back the last standing lines, replaced by those in `gone`."""
        lines = tuple(gone)
        games.take_back(self.connection, self._table.code, lines)
        self.after_commit(self._table.take_back, lines)

    def set_pending_action(self, pending: PendingAction | None) -> None:
        """Note the action that has begun, or that none is in progress any more."""
        games.write_pending_action(self.connection, self._table.code, pending)
        self.after_commit(setattr, self._table, "pending_action", pending)

    def set_request(self, request: Request | Declined | None) -> None:
        """Set the request that waits for agreement, or the one that was declined, or neither."""
        games.write_request(self.connection, self._table.code, request)
        self.after_commit(self._table.set_request, request)

    def set_unread(self, unread: Mapping[str, Declined | None]) -> None:
        """Note for some seats a refusal they have not read yet, or (None) that they have read it."""
        for seat, declined in unread.items():
            seats.set_unread(self.connection, self._table.code, seat, declined)
        self.after_commit(self._table.set_unread, unread)

    def set_undone(self, left: tuple[Undone, ...] = ()) -> None:
        """Note what can be done again, if it is something else than before; nothing once somebody acts."""
        if left != self._table.game.undone:
            games.write_undone(self.connection, self._table.code, left)
            self.after_commit(_set_undone, self._table, left)

    def set_join_requests(self, requests: list[JoinRequest]) -> None:
        """Have these be the devices that wanted to share a seat, in memory; the caller writes them."""
        self.after_commit(setattr, self._table, "join_requests", requests)

    def rename_player(self, seat: str, name: str) -> None:
        """Name the player of a seat; "" removes the name."""
        seats.name(self.connection, self._table.code, seat, name or None)
        self.after_commit(_rename_player, self._table, seat, name)


def _set_undone(table: LoadedTable[PositionT, ActionT], left: tuple[Undone, ...]) -> None:
    table.game = replace(table.game, undone=left)


def _rename_player(table: LoadedTable[PositionT, ActionT], seat: str, name: str) -> None:
    rest = {s: n for s, n in table.names.items() if s != seat}
    table.names = {**rest, seat: name} if name else rest


KEEP_RESPONSES = timedelta(days=1)
"""How long an answer is kept at least."""
_CLEAN_UP_EVERY = 64
"""Versions of a table between two times that its old answers are deleted."""
MakeResponse = Callable[[], Json]


@dataclass(slots=True)
class KeyedRequest:
    """A request with a key: whose it is, the hashes of its key and of what it asks, its changes so far.

    `tells`: what it was answered is told again, not only that it was done.
    """

    code: str
    seat: str
    key: str
    asked: str
    tells: bool = True
    changes: int = 0


class _ThreadRequest(threading.local):
    """The request with a key that this thread answers, if any."""

    request: KeyedRequest | None = None


class IdempotencyKeys:
    """What was answered to requests with a key."""

    def __init__(self, database: Database, now: Callable[[], str]) -> None:
        self._database, self._now = database, now
        self._this_thread = _ThreadRequest()

    @contextmanager
    def answering(self, request: KeyedRequest) -> Iterator[None]:
        """Keep what this thread changes in the block as the answer to this request."""
        self._this_thread.request = request
        try:
            yield
        finally:
            self._this_thread.request = None

    def responses_to(self, request: KeyedRequest) -> tuple[StoredResponse, ...]:
        """Return what was answered to each change that a request with this key has made, in order."""
        with self._database.reading() as connection:
            return games.stored_responses(connection, request.code, request.seat, request.key)

    def store_response(
        self, connection: Connection, table: LoadedTable, make_response: MakeResponse | None
    ) -> None:
        """Write what will be answered, where the request in hand has a key."""
        request = self._this_thread.request
        if request is None or make_response is None or request.code != table.code:
            return
        now = self._now()
        if table.version % _CLEAN_UP_EVERY == 0:
            before = (datetime.fromisoformat(now) - KEEP_RESPONSES).isoformat(timespec="seconds")
            games.delete_responses_before(connection, table.code, before)
        n, response = request.changes, make_response() if request.tells else {}
        games.store_response(
            connection, table.code, request.seat, request.key, n, request.asked, response, now
        )

    def response_saved(self, make_response: MakeResponse | None) -> None:
        """Note that what was written last is on disk."""
        if self._this_thread.request is not None and make_response is not None:
            self._this_thread.request.changes += 1


_PATIENCE_SECONDS = 3.5
"""How long a request waits for another one at its table, before it is told to try again."""


class Locks:
    """A lock for each table in use."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._locks: dict[str, threading.RLock] = {}

    def __getitem__(self, code: str) -> threading.RLock:
        with self._guard:
            return self._locks.setdefault(code, threading.RLock())

    @contextmanager
    def locked(self, code: str) -> Iterator[None]:
        """Hold a table's lock for a block. Raises Problem (503) when another keeps it for too long."""
        lock = self[code]
        if not lock.acquire(timeout=_PATIENCE_SECONDS):
            raise later()
        try:
            yield
        finally:
            lock.release()

    def discard(self, code: str) -> None:
        """Forget the lock of a deleted table."""
        with self._guard:
            self._locks.pop(code, None)


class _ThreadTables(threading.local):
    """The tables whose lock this thread has, and the codes of those that must be read again."""

    def __init__(self) -> None:
        self.tables: dict[str, LoadedTable] = {}
        self.behind: set[str] = set()


_MAX_VERSIONS_IN_MEMORY = 80_000
"""How many versions of all tables together stay in memory: about 3 kB each."""
_VERSIONS_PER_TABLE = 40
"""What a table costs beside its versions, counted as if it were some."""
_MAX_FINISHED_IN_MEMORY = 20
"""How many finished tables stay in memory. Each is read again in some 50 ms."""
_IDLE_SECONDS = 7200.0
"""How long a table stays in memory that nobody asks about."""
_MAX_LINES = 10_000
"""Lines that a record may have: 25 times those of a long game.

All are played again when a table is read, those taken back too, and so long everybody else would wait.
"""
log = logging.getLogger("referee")


class TableStore:
    """Gives out tables to read and to change, and keeps disk and memory in agreement."""

    def __init__(self, database: Database, config: Config, events: Events) -> None:
        self.database, self.config, self.events = database, config, events
        self._locks = Locks()
        self._guard = threading.Lock()
        self._tables: OrderedDict[str, LoadedTable] = OrderedDict()
        self._this_thread = _ThreadTables()
        self.idempotency = IdempotencyKeys(database, config.sources.now)
        self.on_deleted: list[Callable[[str], None]] = []
        self.on_change: list[Callable[[LoadedTable], None]] = []
        self.on_ruling: list[Callable[[str, Ruling[Position]], None]] = []
        events.on_deleted.append(self._evict_table)

    def report_ruling(self, table: LoadedTable, ruling: Ruling[Position]) -> None:
        """Tell the counters that the referee ruled on an action of a seat."""
        for hear in self.on_ruling:
            hear(table.game.system, ruling)

    @property
    def tables_in_memory(self) -> int:
        """The number of tables in memory."""
        return len(self._tables)

    @contextmanager
    def locked(self, code: str) -> Iterator[LoadedTable]:
        """Yield a table as it is now, under its lock. Raises Problem (404) if there is none.

        Within such a block every further one of this thread yields the same table, at no cost: all that is
        read there is of one moment, but for what the thread itself changes. After a change that came too late
        the table is what another process made of it.
        """
        mine = self._this_thread
        if code in mine.tables:
            if code in mine.behind:
                self.refresh(mine.tables[code])
            yield mine.tables[code]
            return
        if code not in self._tables and self.version(code) is None:
            raise TableNotFound(code)
        with self._locks.locked(code), self.database.reuse_connection():
            try:
                mine.tables[code] = self._current(code)
                yield mine.tables[code]
            finally:
                mine.tables.pop(code, None)
                mine.behind.discard(code)

    def refresh(self, table: LoadedTable) -> None:
        """Have a table whose lock this thread has become what is on disk now. Raises Problem (404, 503)."""
        now = self._current(table.code)
        if now is not table:
            for member in fields(table):
                setattr(table, member.name, getattr(now, member.name))
            with self._guard:
                self._tables[table.code] = table
        self._this_thread.behind.discard(table.code)

    @contextmanager
    def change(self, table: LoadedTable, make_response: MakeResponse | None = None) -> Iterator[Change]:
        """Yield what makes the table's next version: on disk, then in memory, when the block has ended.

        Then everybody is told. `make_response` returns what the caller will answer, without the view: it is
        kept for a request that is sent again. The table's lock must be held. Raises Stale (409) when another
        process was quicker, whose change `table` then shows, Problem (503) when it could not be saved, or
        (422) when the record is as long as one may be: then nothing has changed.
        """
        if table.last_number >= _MAX_LINES:
            raise Problem(422, f"The record of this table is full: it has {table.last_number} lines.")
        try:
            with self.database.writing() as connection:
                if not games.advance(
                    connection,
                    table.code,
                    table.version,
                    games.contributions_text(table.game.seed_contributions),
                ):
                    raise Stale
                self.events.publish(connection, table.code, table.version + 1)
                self.idempotency.store_response(connection, table, make_response)
                change = Change(connection, table)
                yield change
            table.advance_to(table.version + 1)
            change.apply()
        except (DuplicateKey, Stale):
            self._drop(table.code)
            self.refresh(table)
            raise Stale from None
        except BaseException:
            # The change may or may not be on disk: drop the table, and read it again.
            self._drop(table.code)
            raise
        self.idempotency.response_saved(make_response)
        self.events.announce(table.code, table.version)
        self._notify_changed(table)

    def _notify_changed(self, table: LoadedTable) -> None:
        """Tell whatever acts by itself that a table has moved on, or was loaded."""
        for look in self.on_change:
            look(table)

    def version(self, code: str) -> int | None:
        """Return the version of a table on disk, or None if there is no such table."""
        with self.database.reading() as connection:
            return games.version(connection, code)

    def latest(self, codes: Collection[str]) -> dict[str, tuple[int, int]]:
        """Return the version on disk and the number of ticks of each of these tables that is still there."""
        with self.database.reading() as connection:
            return games.latest(connection, codes)

    def match(self, game: Game) -> Match:
        """Return the rules of a table."""
        return registry.game(game.system).match(game.options, self)

    def get(self, kind: str, id_: str) -> Json | None:
        """Return a map or counter sheet that somebody uploaded, or None."""
        with self.database.reading() as connection:
            document = uploads.get(connection, kind, id_)
        return None if document is None else document.data

    def invalidate(self, code: str) -> None:
        """Have the disk asked how a table stands, before this thread goes on with it."""
        if code in self._this_thread.tables:
            self._this_thread.behind.add(code)

    def mark_deleted(self, code: str) -> None:
        """Forget a deleted table and wake everybody who watches it."""
        self._drop(code)
        self._locks.discard(code)
        self.events.mark_deleted(code)
        for forget in self.on_deleted:
            forget(code)

    def _current(self, code: str) -> LoadedTable:
        """Return a table as it stands on disk: a player's last request may have reached another process."""
        with self._guard:
            table = self._tables.get(code)
        with self.database.reading() as connection:
            standing = games.version_and_contributions(connection, code)
        if standing is None:
            self._drop(code)
            raise TableNotFound(code)
        # A part that a device added to the dice changes nothing that anybody sees, so the version stays.
        if (
            table is None
            or (table.version, games.contributions_text(table.game.seed_contributions)) != standing
        ):
            table = self._load(code, table)
            self._notify_changed(table)
        with self._guard:
            grows = self._tables.get(code) is not table
            self._tables[code], table.last_access = table, self.config.sources.clock()
            self._tables.move_to_end(code)
            if grows:
                self._evict()
        return table

    def _evict(self) -> None:
        """Let go of the tables that nobody has asked about for longest. The guard must be held.

        Of finished ones only the last few stay: people look at a report for a moment, and go.
        """
        finished = [code for code, table in self._tables.items() if _over(table)]
        for code in finished[:-_MAX_FINISHED_IN_MEMORY]:
            del self._tables[code]
        held = sum(map(_size, self._tables.values()))
        idle = self.config.sources.clock() - _IDLE_SECONDS
        while len(self._tables) > 1:
            table = next(iter(self._tables.values()))
            if held <= _MAX_VERSIONS_IN_MEMORY and table.last_access >= idle:
                return
            del self._tables[table.code]
            held -= _size(table)

    def _load(self, code: str, before: LoadedTable | None) -> LoadedTable:
        try:
            return self._read(code, before)
        except UNREADABLE_DATA as error:
            # Its message may tell secrets.
            log.error("A table cannot be read: %s", type(error).__name__)  # noqa: TRY400
            # A newer program may have written what this one does not know: then nothing is damaged.
            self.database.check()
            raise DamagedTable(code) from None

    def _read(self, code: str, before: LoadedTable | None = None) -> LoadedTable:
        """Return a table as it is on disk; `before`, as it was in memory, goes on where that is all there is.

        Where several processes serve a table, each of them is behind as often as another one was asked.
        """
        with self.database.reading(snapshot=True) as connection:
            game = games.game(connection, code)
            if game is None:
                raise TableNotFound(code)
            if before is not None and not _only_goes_on(connection, before, game):
                before = None
            rows = games.read_rows(connection, code, before.last_number if before is not None else 0)
        if game.system not in registry.games():
            raise GameNotInstalled(code, game.system)
        with plugin_errors(code, game.system, UNREADABLE_DATA):
            if before is None:
                table = replay_table(game, self.match(game), rows.lines, rows.request, rows.pending_action)
            else:
                # If a line cannot be played, what was in memory has gone half the way.
                self._evict_table(code)
                continue_replay(before, game, rows.lines, rows.request, rows.pending_action)
                table = before
        _note_seats(table, rows)
        return table

    def _drop(self, code: str) -> None:
        self.invalidate(code)
        self._evict_table(code)

    def _evict_table(self, code: str) -> None:
        with self._guard:
            self._tables.pop(code, None)


def _only_goes_on(connection: Connection, before: LoadedTable, game: Game) -> bool:
    """Return whether lines were added to a table since it was read, and nothing else of its game changed."""
    same = replace(game, version=before.game.version) == before.game
    return same and games.is_extended(
        connection, game.code, before.last_number, before.lines.taken_back, before.secrets.all_changes
    )


def _note_seats(table: LoadedTable, rows: TableRows) -> None:
    """Note in memory who sits at a table, and which devices may."""
    table.seats = {**device_tokens(rows.join_requests), **{seat.token_hash: seat.seat for seat in rows.seats}}
    table.unread = {seat.seat: seat.unread for seat in rows.seats if seat.unread}
    table.unclaimed = {seat.seat for seat in rows.seats if not seat.joins}
    table.names = {seat.seat: seat.name for seat in rows.seats if seat.name}
    table.join_requests = list(rows.join_requests)


def _over(table: LoadedTable) -> bool:
    """Return whether a table is finished; no table has to wait because the game of another one fails."""
    try:
        with plugin_errors(table.code, table.game.system):
            return table.finished
    except TablePluginError:
        return False


def _size(table: LoadedTable) -> int:
    """Return what a table counts for in memory: a line taken back costs as much as one that stands."""
    return len(table.lines) + 1 + _VERSIONS_PER_TABLE
