"""The store of tables: in memory for speed, on disk to keep them, one change at a time.

A change of a table is a unit of work: `TableStore.change` saves it, and only then applies it in memory and
announces it.

A device may send an idempotency key with each request. The response is stored with the change, in the same
transaction, so that other workers know it, and the server after a restart. A request that changed nothing is
not stored, and is handled again.
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
from referee.games.interface import ActionT, Json, Position, PositionT, Rules
from referee.games.plugin_errors import check_roster
from referee.records.data import (
    Declined,
    Game,
    JoinRequest,
    Line,
    PendingAction,
    Request,
    Seat,
    StoredResponse,
    Undone,
)
from referee.storage import games, seats, uploads
from referee.storage.database import Database, DuplicateKey
from referee.storage.dialect import later
from referee.storage.games import TableRows
from referee.tables.automatic.deadlines import deadlines_now, still_running
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
    """A unit of work that makes the next version of a table.

    Each method writes to the `connection` at once, and to the table in memory after the commit, in the same
    order. For other changes use the `connection` and `after_commit`.
    """

    def __init__(
        self,
        connection: Connection,
        table: LoadedTable[PositionT, ActionT],
        new_seat: Callable[[str, str], Seat],
    ) -> None:
        self.connection = connection
        self._table, self._after_commit = table, list[Callable[[], object]]()
        self._in_progress = table.in_progress
        self._new_seat, self._known_seats = new_seat, table.known_seats
        self._position, self._deadlines = table.positions[-1], table.deadlines

    def after_commit(self, note: Callable[Given, object], *args: Given.args, **given: Given.kwargs) -> None:
        """Call `note` once the change is on disk."""
        self._after_commit.append(partial(note, *args, **given))

    def apply(self) -> None:
        """Apply the change in memory, once it is on disk."""
        for note in self._after_commit:
            note()

    def append(self, line: Line, action: ActionT, ruling: Ruling[PositionT]) -> None:
        """Add a completed action to the record; `ruling` holds the position after it."""
        games.append(self.connection, self._table.code, line)
        self.after_commit(self._table.append, line, action, ruling)
        assert ruling.after is not None, "a completed action leads to a position"
        before, self._position = self._position, ruling.after
        if self._deadlines:
            match = self._table.match
            self._deadlines = still_running(match, self._deadlines, before, action, self._position)
        self.take_in(ruling.after)

    def take_in(self, position: PositionT) -> None:
        """Write the seats that a position names for the first time."""
        table = self._table
        new = named_seats(table.match, position) - self._known_seats
        if not new:
            return
        check_roster(table.game.system, table.match.roster(position))
        self._known_seats |= new
        for name in sorted(new):
            seat = self._new_seat(table.code, name)
            seats.add(self.connection, seat)
            self.after_commit(note_seat, table, seat)

    def cancel(self, line: Line, action: ActionT) -> None:
        games.append(self.connection, self._table.code, line)
        self.after_commit(self._table.cancel, line, action)

    def take_back(self, gone: Iterable[Line]) -> None:
        """Take back the last standing lines, and replace them with those in `gone`."""
        lines = tuple(gone)
        games.take_back(self.connection, self._table.code, lines)
        self.after_commit(self._table.take_back, lines)
        if lines:
            self._position = self._table.positions[-1 - len(lines)]
            self.begin_times_again()

    def begin_times_again(self) -> None:
        """Let the time of each open question begin again."""
        self._deadlines = {}

    def save_deadlines(self, now: float) -> None:
        """Write the deadlines that follow from the rest of the change."""
        table = self._table
        left = deadlines_now(table.match, self._position, self._in_progress, self._deadlines, now)
        if left != table.deadlines:
            games.write_deadlines(self.connection, table.code, left)
            self.after_commit(setattr, table, "deadlines", left)

    def set_in_progress(self, begun: Iterable[PendingAction]) -> None:
        """Set the actions in progress."""
        self._in_progress = tuple(begun)
        games.write_in_progress(self.connection, self._table.code, self._in_progress)
        self.after_commit(setattr, self._table, "in_progress", self._in_progress)

    def begin(self, pending: PendingAction) -> None:
        """Add an action in progress, or put it in the place of the one of its question."""
        names = [one.question for one in self._in_progress]
        if pending.question not in names:
            self.set_in_progress((*self._in_progress, pending))
        else:
            self.set_in_progress(
                pending if n == pending.question else o for n, o in zip(names, self._in_progress, strict=True)
            )

    def end(self, question: str) -> None:
        """Remove the action in progress that answers a question."""
        self.set_in_progress(one for one in self._in_progress if one.question != question)

    def set_request(self, request: Request | Declined | None) -> None:
        """Set the open request, or a declined one, or neither."""
        games.write_request(self.connection, self._table.code, request)
        self.after_commit(self._table.set_request, request)

    def set_unread(self, unread: Mapping[str, Declined | None]) -> None:
        """Set for some seats a declined request that they have not read yet; None once they have."""
        for seat, declined in unread.items():
            seats.set_unread(self.connection, self._table.code, seat, declined)
        self.after_commit(self._table.set_unread, unread)

    def set_undone(self, left: tuple[Undone, ...] = ()) -> None:
        """Set the redo history, if it changes; empty once somebody acts."""
        if left != self._table.game.undone:
            games.write_undone(self.connection, self._table.code, left)
            self.after_commit(_set_undone, self._table, left)

    def set_join_requests(self, requests: list[JoinRequest]) -> None:
        """Set the join requests in memory; the caller writes them."""
        self.after_commit(setattr, self._table, "join_requests", requests)

    def rename_player(self, seat: str, name: str) -> None:
        """Name the player of a seat; "" removes the name."""
        seats.name(self.connection, self._table.code, seat, name or None)
        self.after_commit(_rename_player, self._table, seat, name)


def named_seats(match: Rules[PositionT, ActionT], position: PositionT) -> frozenset[str]:
    """Return the seats that a game names in a position, but for those of the referee."""
    return frozenset([seat.id for seat in match.roster(position) if seat.device != "referee"])


def note_seat(table: LoadedTable[PositionT, ActionT], seat: Seat) -> None:
    """Note in memory a seat that was written."""
    table.seats = {**table.seats, seat.token_hash: seat.seat}
    table.known_seats |= {seat.seat}
    table.unclaimed.add(seat.seat)


def _set_undone(table: LoadedTable[PositionT, ActionT], left: tuple[Undone, ...]) -> None:
    table.game = replace(table.game, undone=left)


def _rename_player(table: LoadedTable[PositionT, ActionT], seat: str, name: str) -> None:
    rest = {s: n for s, n in table.names.items() if s != seat}
    table.names = {**rest, seat: name} if name else rest


KEEP_RESPONSES = timedelta(days=1)
"""The least time that a response is kept."""
_CLEAN_UP_EVERY = 64
"""Versions of a table between two deletions of its old responses."""
MakeResponse = Callable[[], Json]


@dataclass(slots=True)
class KeyedRequest:
    """A request with a key: its seat, the hashes of its key and content, and the number of its changes.

    `tells`: a repeated request gets the stored response, not only that it was done.
    """

    code: str
    seat: str
    key: str
    asked: str
    tells: bool = True
    changes: int = 0


class _ThreadRequest(threading.local):
    """The request with a key that this thread handles, if any."""

    request: KeyedRequest | None = None


class IdempotencyKeys:
    """Stored responses to requests with a key."""

    def __init__(self, database: Database, now: Callable[[], str]) -> None:
        self._database, self._now = database, now
        self._this_thread = _ThreadRequest()

    @contextmanager
    def answering(self, request: KeyedRequest | None) -> Iterator[None]:
        """Store changes of this thread in the block with the response to this request, or with none."""
        before, self._this_thread.request = self._this_thread.request, request
        try:
            yield
        finally:
            self._this_thread.request = before

    def responses_to(self, request: KeyedRequest) -> tuple[StoredResponse, ...]:
        """Return the response to each change that a request with this key has made, in order."""
        with self._database.reading() as connection:
            return games.stored_responses(connection, request.code, request.seat, request.key)

    def store_response(
        self, connection: Connection, table: LoadedTable, make_response: MakeResponse | None
    ) -> None:
        """Write the response, if the request of this thread has a key."""
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
        """Note that the last response is on disk."""
        if self._this_thread.request is not None and make_response is not None:
            self._this_thread.request.changes += 1


_PATIENCE_SECONDS = 3.5
"""Seconds that a request waits for another one at its table, before it is refused."""


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
        """Hold a table's lock for a block. Raises Problem (503) if another thread holds it for too long."""
        lock = self[code]
        if not lock.acquire(timeout=_PATIENCE_SECONDS):
            raise later()
        try:
            yield
        finally:
            lock.release()

    def discard(self, code: str) -> None:
        """Delete the lock of a deleted table."""
        with self._guard:
            self._locks.pop(code, None)


class _ThreadTables(threading.local):
    """The tables that this thread has locked, and the codes of those that must be read again."""

    def __init__(self) -> None:
        self.tables: dict[str, LoadedTable] = {}
        self.behind: set[str] = set()


_MAX_VERSIONS_IN_MEMORY = 80_000
"""Versions of all tables together that stay in memory: about 3 kB each."""
_VERSIONS_PER_TABLE = 40
"""The memory that a table needs besides its versions, counted in versions."""
_MAX_FINISHED_IN_MEMORY = 20
"""Finished tables that stay in memory. Each is read again in some 50 ms."""
_IDLE_SECONDS = 7200.0
"""Seconds that an unused table stays in memory."""
_MAX_LINES = 10_000
"""Most lines of a record: 25 times those of a long game.

All are replayed when a table is read, those taken back too, and other requests wait meanwhile.
"""
log = logging.getLogger("referee")


class TableStore:
    """Gives access to tables, and keeps disk and memory consistent."""

    def __init__(self, database: Database, config: Config, events: Events) -> None:
        self.database, self.config, self.events = database, config, events
        self._locks = Locks()
        self._guard = threading.Lock()
        self._tables: OrderedDict[str, LoadedTable] = OrderedDict()
        self._this_thread = _ThreadTables()
        self.idempotency = IdempotencyKeys(database, config.sources.now)
        self.new_seat: Callable[[str, str], Seat] = _no_seat
        self.on_deleted: list[Callable[[str], None]] = []
        self.on_use: list[Callable[[LoadedTable], None]] = []
        self.on_change: list[Callable[[LoadedTable], None]] = []
        self.on_ruling: list[Callable[[str, Ruling[Position]], None]] = []
        events.on_deleted.append(self._evict_table)

    def report_ruling(self, table: LoadedTable, ruling: Ruling[Position]) -> None:
        """Call `on_ruling`: the referee ruled on an action of a seat."""
        for hear in self.on_ruling:
            hear(table.game.system, ruling)

    @property
    def tables_in_memory(self) -> int:
        return len(self._tables)

    @contextmanager
    def locked(self, code: str) -> Iterator[LoadedTable]:
        """Yield a table as it is now, under its lock. Raises Problem (404) if there is none.

        Within such a block every further one of this thread yields the same table, at no cost: all reads are
        consistent, apart from the thread's own changes. After a change that came too late the table is as
        another process made it.
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
                for use in self.on_use:
                    use(mine.tables[code])
                yield mine.tables[code]
            finally:
                mine.tables.pop(code, None)
                mine.behind.discard(code)

    def refresh(self, table: LoadedTable) -> None:
        """Reload a table that this thread has locked, in place. Raises Problem (404, 503)."""
        now = self._current(table.code)
        if now is not table:
            for member in fields(table):
                setattr(table, member.name, getattr(now, member.name))
            with self._guard:
                self._tables[table.code] = table
        self._this_thread.behind.discard(table.code)

    @contextmanager
    def change(self, table: LoadedTable, make_response: MakeResponse | None = None) -> Iterator[Change]:
        """Yield the unit of work for the table's next version, saved and then applied when the block ends.

        Then it is announced. `make_response` returns the response of the caller, without the view: it is
        stored for a repeated request. The table's lock must be held. Raises Stale (409) if another process
        was quicker, whose change `table` then has, Problem (503) if it could not be saved, or (422) if the
        record is full: then nothing has changed.
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
                before, change = table.roster, Change(connection, table, self.new_seat)
                yield change
                change.save_deadlines(self.config.sources.time())
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
        if table.roster is not before:
            self.events.restart(table.code)
        self.events.announce(table.code, table.version)
        self._notify_changed(table)

    def _notify_changed(self, table: LoadedTable) -> None:
        """Call `on_change`: a table has a new version, or was loaded."""
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

    def match(self, game: Game) -> Rules:
        """Return the rules of a table."""
        return registry.game(game.system).match(game.options, self)

    def get(self, kind: str, id_: str) -> Json | None:
        """Return a map or counter sheet that somebody uploaded, or None."""
        with self.database.reading() as connection:
            document = uploads.get(connection, kind, id_)
        return None if document is None else document.data

    def invalidate(self, code: str) -> None:
        """Make this thread read a table again before it uses it."""
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
        """Return a table as it is on disk: a player's last request may have reached another process."""
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
            with plugin_errors(code, table.game.system):
                self._notify_changed(table)
        with self._guard:
            grows = self._tables.get(code) is not table
            self._tables[code], table.last_access = table, self.config.sources.clock()
            self._tables.move_to_end(code)
            if grows:
                self._evict()
        return table

    def _evict(self) -> None:
        """Drop the tables that were unused for longest from memory. The guard must be held.

        Of finished ones only the last few stay: people look at a report only for a moment.
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
            # Its message may contain secrets.
            log.error("A table cannot be read: %s", type(error).__name__)  # noqa: TRY400
            # A newer program may have written data that this one does not know: then nothing is damaged.
            self.database.check()
            raise DamagedTable(code) from None

    def _read(self, code: str, before: LoadedTable | None = None) -> LoadedTable:
        """Return a table as it is on disk; `before`, from memory, is continued if only lines were added.

        If several processes serve a table, each is behind whenever another one has changed it.
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
                table = replay_table(game, self.match(game), rows.lines, rows.request, rows.in_progress)
            else:
                # If a line cannot be replayed, the table in memory is half changed.
                self._evict_table(code)
                continue_replay(before, game, rows.lines, rows.request, rows.in_progress)
                table = before
        table.deadlines, table.time = rows.deadlines, self.config.sources.time
        _note_seats(table, rows)
        return table

    def _drop(self, code: str) -> None:
        self.invalidate(code)
        self._evict_table(code)

    def _evict_table(self, code: str) -> None:
        with self._guard:
            self._tables.pop(code, None)


def _no_seat(code: str, seat: str) -> Seat:
    raise AssertionError(f"the seats of table {code} are not made here: {seat}")


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
    table.known_seats = frozenset(seat.seat for seat in rows.seats)
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
    """Return the size of a table in versions; a line taken back counts like any other."""
    return len(table.lines) + 1 + _VERSIONS_PER_TABLE
