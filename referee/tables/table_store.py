"""The store of tables: in memory for speed, on disk to keep them, one change at a time."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import fields, replace

from sqlalchemy import Connection

from referee.config import Config
from referee.events.news import Events
from referee.games import registry
from referee.games.ports import Json, Match, Position
from referee.problems import Problem, Stale
from referee.storage import documents, games, growth, parts, table_rows
from referee.storage.database import Clash, Database
from referee.storage.rows import Game
from referee.storage.table_rows import TableRows
from referee.tables.change import Change
from referee.tables.loaded_table import LoadedTable
from referee.tables.locks import InHand, Locks
from referee.tables.newcomers import own_tokens
from referee.tables.not_at_hand import MISREAD, Damaged, Failing, NoTable, NotPlayed, its_game
from referee.tables.playing_back import build, go_on
from referee.tables.repeats import Repeats, Says
from rules.ruling import Ruling

_IN_MEMORY = 80_000
"""How many versions of all tables together stay in memory: about 3 kB each."""
_ITS_OWN = 40
"""What a table costs beside its versions, counted as if it were some."""
_FINISHED = 20
"""How many finished tables stay in memory. Each is read again in some 50 ms."""
_IDLE_SECONDS = 7200.0
"""How long a table stays in memory that nobody asks about."""
_MOST_LINES = 10_000
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
        self._in_hand = InHand()
        self.repeats = Repeats(database, config.sources.now)
        self.when_forgotten: list[Callable[[str], None]] = []
        self.when_moved: list[Callable[[LoadedTable], None]] = []
        self.when_ruled: list[Callable[[str, Ruling[Position]], None]] = []
        events.when_gone.append(self._forget_here)

    def ruled(self, table: LoadedTable, ruling: Ruling[Position]) -> None:
        """Tell the counters that the referee ruled on an action of a seat."""
        for hear in self.when_ruled:
            hear(table.game.system, ruling)

    @property
    def loaded(self) -> int:
        """The number of tables in memory."""
        return len(self._tables)

    @contextmanager
    def at(self, code: str) -> Iterator[LoadedTable]:
        """Yield a table as it is now, under its lock. Raises Problem (404) if there is none.

        Within such a block every further one of this thread yields the same table, at no cost: all that is
        read there is of one moment, but for what the thread itself changes. After a change that came too late
        the table is what another process made of it.
        """
        mine = self._in_hand
        if code in mine.tables:
            if code in mine.behind:
                self.refresh(mine.tables[code])
            yield mine.tables[code]
            return
        if code not in self._tables and self.version(code) is None:
            raise NoTable(code)
        with self._locks.held(code), self.database.keeping():
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
        self._in_hand.behind.discard(table.code)

    @contextmanager
    def change(self, table: LoadedTable, says: Says | None = None) -> Iterator[Change]:
        """Yield what makes the table's next version: on disk, then in memory, when the block has ended.

        Everybody is told then. What the caller will answer, without the view, `says` returns: it is kept for
        a request that is sent again. The table's lock must be held. Raises Stale (409) when another process
        was quicker, whose change `table` then shows, Problem (503) when it could not be saved, or (422) when
        the record is as long as one may be: then nothing has changed.
        """
        if table.last_number >= _MOST_LINES:
            raise Problem(422, f"The record of this table is full: it has {table.last_number} lines.")
        try:
            with self.database.writing() as connection:
                if not games.advance(connection, table.code, table.version, parts.written(table.game.parts)):
                    raise Stale
                self.events.publish(connection, table.code, table.version + 1)
                self.repeats.keep(connection, table, says)
                change = Change(connection, table)
                yield change
            table.moved_on(table.version + 1)
            change.carry_out()
        except (Clash, Stale):
            self._drop(table.code)
            self.refresh(table)
            raise Stale from None
        except BaseException:
            # The change may or may not be on disk: drop the table, and read it again.
            self._drop(table.code)
            raise
        self.repeats.kept(says)
        self.events.announce(table.code, table.version)
        self._moved(table)

    def _moved(self, table: LoadedTable) -> None:
        """Tell whatever acts by itself that a table has moved on, or was loaded."""
        for look in self.when_moved:
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
            document = documents.get(connection, kind, id_)
        return None if document is None else document.data

    def look_again(self, code: str) -> None:
        """Have the disk asked how a table stands, before this thread goes on with it."""
        if code in self._in_hand.tables:
            self._in_hand.behind.add(code)

    def forget(self, code: str) -> None:
        """Forget a deleted table and wake everybody who watches it."""
        self._drop(code)
        self._locks.discard(code)
        self.events.forget(code)
        for forget in self.when_forgotten:
            forget(code)

    def _current(self, code: str) -> LoadedTable:
        """Return a table as it stands on disk: a player's last request may have reached another process."""
        with self._guard:
            table = self._tables.get(code)
        with self.database.reading() as connection:
            standing = games.standing(connection, code)
        if standing is None:
            self._drop(code)
            raise NoTable(code)
        # A part that a device added to the dice changes nothing that anybody sees, so the version stays.
        if table is None or (table.version, parts.written(table.game.parts)) != standing:
            table = self._load(code, table)
            self._moved(table)
        with self._guard:
            grows = self._tables.get(code) is not table
            self._tables[code], table.asked = table, self.config.sources.clock()
            self._tables.move_to_end(code)
            if grows:
                self._make_room()
        return table

    def _make_room(self) -> None:
        """Let go of the tables that nobody has asked about for longest. The guard must be held.

        Of finished ones only the last few stay: people look at a report for a moment, and go.
        """
        finished = [code for code, table in self._tables.items() if _over(table)]
        for code in finished[:-_FINISHED]:
            del self._tables[code]
        held = sum(map(_weight, self._tables.values()))
        idle = self.config.sources.clock() - _IDLE_SECONDS
        while len(self._tables) > 1:
            table = next(iter(self._tables.values()))
            if held <= _IN_MEMORY and table.asked >= idle:
                return
            del self._tables[table.code]
            held -= _weight(table)

    def _load(self, code: str, before: LoadedTable | None) -> LoadedTable:
        try:
            return self._read(code, before)
        except MISREAD as error:
            # Its message may tell secrets.
            log.error("A table cannot be read: %s", type(error).__name__)  # noqa: TRY400
            # A newer program may have written what this one does not know: then nothing is damaged.
            self.database.check()
            raise Damaged(code) from None

    def _read(self, code: str, before: LoadedTable | None = None) -> LoadedTable:
        """Return a table as it is on disk; `before`, as it was in memory, goes on where that is all there is.

        Where several processes serve a table, each of them is behind as often as another one was asked.
        """
        with self.database.reading(together=True) as connection:
            game = games.game(connection, code)
            if game is None:
                raise NoTable(code)
            if before is not None and not _only_goes_on(connection, before, game):
                before = None
            rows = table_rows.read(connection, code, before.last_number if before is not None else 0)
        if game.system not in registry.games():
            raise NotPlayed(code, game.system)
        with its_game(code, game.system, MISREAD):
            if before is None:
                table = build(game, self.match(game), rows.lines, rows.request, rows.underway)
            else:
                # If a line cannot be played, what was in memory has gone half the way.
                self._forget_here(code)
                go_on(before, game, rows.lines, rows.request, rows.underway)
                table = before
        _note_seats(table, rows)
        return table

    def _drop(self, code: str) -> None:
        self.look_again(code)
        self._forget_here(code)

    def _forget_here(self, code: str) -> None:
        with self._guard:
            self._tables.pop(code, None)


def _only_goes_on(connection: Connection, before: LoadedTable, game: Game) -> bool:
    """Return whether lines were added to a table since it was read, and nothing else of its game changed."""
    same = replace(game, version=before.game.version) == before.game
    return same and growth.only_grew(
        connection, game.code, before.last_number, before.lines.taken_back, before.secrets.all_changes
    )


def _note_seats(table: LoadedTable, rows: TableRows) -> None:
    """Note in memory who sits at a table, and which devices may."""
    table.seats = {**own_tokens(rows.arrivals), **{seat.token_hash: seat.seat for seat in rows.seats}}
    table.unread = {seat.seat: seat.unread for seat in rows.seats if seat.unread}
    table.untaken = {seat.seat for seat in rows.seats if not seat.joins}
    table.names = {seat.seat: seat.name for seat in rows.seats if seat.name}
    table.arrivals = list(rows.arrivals)


def _over(table: LoadedTable) -> bool:
    """Return whether a table is finished; no table has to wait because the game of another one fails."""
    try:
        with its_game(table.code, table.game.system):
            return table.finished
    except Failing:
        return False


def _weight(table: LoadedTable) -> int:
    """Return what a table counts for in memory: a line taken back costs as much as one that stands."""
    return len(table.lines) + 1 + _ITS_OWN
