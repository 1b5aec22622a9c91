"""The one writer of a SQLite file.

SQLite waits by sleeping, which could let a later writer go first, and under gevent would stop every request.
So a change waits for its turn here, retries while another program locks the file, and lets another thread
wait for the disk.
"""

from __future__ import annotations

import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from referee.storage.dialect import is_held, later


def on_gevent() -> bool:
    """Return whether gevent runs this program."""
    monkey = sys.modules.get("gevent.monkey")
    return monkey is not None and monkey.is_module_patched("socket")


def in_native_thread(function: Callable[[], object]) -> None:
    """Call a function that waits for the disk in a native thread, so that other greenlets run meanwhile."""
    if not on_gevent():
        function()
        return
    import gevent  # noqa: PLC0415  (only a host has it)

    def failure() -> BaseException | None:
        # gevent prints an error that leaves its thread; if it cannot (a full disk), the caller waits forever.
        try:
            function()
        except BaseException as error:  # noqa: BLE001  (it is raised below)
            return error
        return None

    if error := gevent.get_hub().threadpool.apply(failure):
        raise error


PATIENCE_SECONDS = 3.5
"""Seconds that a change waits in all for its turn and for another program before it is refused."""
_LOOK_SECONDS = 0.02


class Writer:
    """Gives out the writing connection, to one caller at a time."""

    def __init__(self, connect: Callable[[], Connection]) -> None:
        self._connect = connect
        self._turn = threading.Lock()
        self._connection: Connection | None = None

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Yield a connection for a change; it is on disk once the block has ended without an exception.

        Raises Problem (503) if it cannot begin in time, SQLAlchemyError if it cannot be saved.
        """
        until = time.monotonic() + PATIENCE_SECONDS
        if not self._turn.acquire(timeout=PATIENCE_SECONDS):
            raise later()
        try:
            connection = self._begun(until)
            yield connection
            driver: Any = connection.connection.driver_connection
            if not driver.in_transaction:
                raise OperationalError("", None, sqlite3.OperationalError("the transaction is gone"))
            in_native_thread(connection.commit)
        except BaseException:
            self._take_back()
            raise
        finally:
            self._turn.release()

    def _begun(self, until: float) -> Connection:
        """Return the connection, in a transaction. Raises Problem (503), SQLAlchemyError."""
        if self._connection is None:
            self._connection = self._connect()
        while True:
            try:
                self._connection.begin()
            except OperationalError as error:
                if not is_held(error) or time.monotonic() >= until:
                    raise
                time.sleep(_LOOK_SECONDS)
            else:
                return self._connection

    def connect_anew(self) -> None:
        """Make the next change use a new connection."""
        with self._turn:
            self._drop()

    def close(self) -> None:
        self.connect_anew()

    def _take_back(self) -> None:
        """Roll back."""
        if self._connection is not None:
            try:
                self._connection.rollback()
            except SQLAlchemyError:
                self._drop()

    def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(SQLAlchemyError):
                connection.invalidate()
            connection.close()
