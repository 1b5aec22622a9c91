"""Maintenance: archive what is no longer used, and later delete it.

Tables, maps and surveys only where the host has set after how many days (`Config`). One process of a host
does it for all, once in an hour. It goes by the clock of the machine, and a clock may jump: so none of them
goes until the server has looked once an hour for a day. Who tried wrong PINs is forgotten at every look.
"""

from __future__ import annotations

import json
import logging
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path

from referee.config import Config
from referee.errors import InputError, Problem
from referee.storage import schema, surveys, uploads
from referee.storage.backup import back_up
from referee.storage.secret import server_secret
from referee.tables.lobby import TableInfo, list_tables, remove_table, unused_tables, version_of
from referee.tables.service import Tables

log = logging.getLogger("referee")

INTERVAL = timedelta(hours=1)
"""The time between two runs."""
_MAX_GAP = 3 * INTERVAL
"""A longer time between two looks means that the server was stopped, or that its clock jumped."""
_TRIAL_PERIOD = timedelta(days=1)
"""How long runs must have been regular before anything is deleted."""
_BATCH_SIZE = 200
"""Tables removed in one run, so that no request waits long."""
_JOIN_SECONDS = 5.0
_VALUE_NAME = "upkeep"
_ARCHIVE = re.compile(r"[A-Z]{1,12}-([0-9]{4}-[0-9]{2}-[0-9]{2})\.archive")
"""The name of an archive: a table's code, and the day on which it was played last."""


@dataclass(frozen=True, slots=True)
class Maintenance:
    """Archives and deletes the unused tables and uploads of a host."""

    tables: Tables
    config: Config

    @property
    def is_enabled(self) -> bool:
        """Whether any table, map or survey ever goes."""
        return bool(self.config.archive_after or self.config.delete_after)

    def run(self, now: datetime) -> None:
        """Archive and delete what is due; skip tables if another process ran lately."""
        self.tables.seats.pin_throttle.forget(now)
        if not (self.is_enabled and self._claim_run(now)):
            return
        if self.config.archive_after:
            for kept in unused_tables(self.tables.database, self.config.archive_after, now)[:_BATCH_SIZE]:
                self._archive(kept)
        if self.config.delete_after:
            for kept in unused_tables(self.tables.database, self.config.delete_after, now)[:_BATCH_SIZE]:
                self._remove(kept, self._unplayed_version(kept))
            before = now - timedelta(days=self.config.delete_after)
            self._delete_archives(before.date())
            with self.tables.database.writing() as connection:
                uploads.remove_unused(connection, before.isoformat(timespec="seconds"))
                surveys.remove_undrawn(connection, before.isoformat(timespec="seconds"))

    def _claim_run(self, now: datetime) -> bool:
        """Record this run, and return whether this process may delete: after a day of regular runs."""
        first = {"last": now.isoformat(), "since": now.isoformat()}
        with self.tables.database.writing() as connection:
            noted = schema.value(connection, _VALUE_NAME, lambda: json.dumps(first))
            last, since = (datetime.fromisoformat(json.loads(noted)[at]) for at in ("last", "since"))
            if timedelta(0) <= now - last < INTERVAL:
                return False
            if not timedelta(0) <= now - last <= _MAX_GAP:
                since = now
            looked = json.dumps({"last": now.isoformat(), "since": since.isoformat()})
            mine = schema.replace(connection, _VALUE_NAME, noted, looked)
        return mine and now - since >= _TRIAL_PERIOD

    def _archive(self, kept: TableInfo) -> None:
        """Move a table into a file of the folder; where that fails it stays, and the log says so."""
        file = Path(self.config.archive_folder) / f"{kept.code}-{kept.played[:10]}.archive"
        version = self._unplayed_version(kept)
        secret = self.config.secret or server_secret(self.tables.database, self.config.sources.nonce)
        try:
            # One that was written before the server was killed is written again.
            file.unlink(missing_ok=True)
            back_up(self.tables.database, secret, file, kept.code)
        except (InputError, OSError, ValueError) as error:
            log.warning("A table could not be archived: %s", type(error).__name__)
            return
        if not self._remove(kept, version):
            file.unlink()

    def _unplayed_version(self, kept: TableInfo) -> int:
        """Return the version of a table at which it is still unplayed; -1 where somebody plays again."""
        version = version_of(self.tables.database, kept.code)
        now = list_tables(self.tables.database, kept.code)
        return version if now == [kept] else -1

    def _remove(self, kept: TableInfo, version: int) -> bool:
        """Delete a table, unless it is no longer at this version; return whether it is gone."""
        try:
            remove_table(self.tables.database, kept.code, version)
        except Problem as problem:
            if problem.status == 503:
                raise
            return False
        self.tables.store.mark_deleted(kept.code)
        return True

    def _delete_archives(self, before: date) -> None:
        """Delete the archives of tables that were played last before a day."""
        if not self.config.archive_folder:
            return
        for file in Path(self.config.archive_folder).iterdir():
            named = _ARCHIVE.fullmatch(file.name)
            if named and named[1] < before.isoformat():
                file.unlink(missing_ok=True)


@contextmanager
def running_maintenance(tables: Tables) -> Iterator[None]:
    """Run maintenance in a thread while the block runs."""
    stop = start_maintenance(tables)
    try:
        yield
    finally:
        stop()


def start_maintenance(tables: Tables) -> Callable[[], None]:
    """Start maintenance in a thread; call what this returns to stop it."""
    maintenance, over = Maintenance(tables, tables.config), threading.Event()
    tables.deadlines.start()

    def again_and_again() -> None:
        while not over.is_set():
            try:
                maintenance.run(datetime.fromisoformat(tables.config.sources.now()))
            except Exception as error:  # noqa: BLE001  (whatever one look meets, the next one comes)
                log.warning("Could not delete what nobody uses any more: %s", type(error).__name__)
            # A little longer than an hour, so that the last look is an hour ago.
            over.wait(INTERVAL.total_seconds() + 1)

    thread = threading.Thread(target=again_and_again, name="maintenance", daemon=True)
    thread.start()

    def stop() -> None:
        over.set()
        thread.join(timeout=_JOIN_SECONDS)

    return stop
