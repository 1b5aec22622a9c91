"""Changes that go to disk together: one waiting for the disk carries all that are ready by then.

A disk takes some milliseconds to say that it has a change, however small. Changes of several tables that
arrive meanwhile are made one after the other in one transaction, each after the first behind a savepoint of
its own, and saved by one commit. Nobody is answered before it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from referee.storage.failures import later
from referee.storage.prepared import run_text
from referee.turns import Gate, given_up
from referee.waited import patience

_MOST = 32
"""Changes that one commit carries."""
_MOST_WAITING = 24
_SLOW_SECONDS = 1.0
"""If a change waits this long for the disk or another program, at most `_MOST_WAITING` wait behind it."""
_LOOK_SECONDS = 0.05
_CHANGE = "one_change"


@dataclass(slots=True, eq=False)
class _Group:
    """Changes that are saved by one commit."""

    connection: Connection
    changes: int = 0
    done: Gate = field(default_factory=Gate)
    error: BaseException | None = None


class GroupedWrites:
    """The one writer of a database file within this process."""

    def __init__(self, connect: Callable[[], Connection]) -> None:
        self._connect = connect
        self._turn, self._guard = threading.Lock(), threading.Lock()
        self._connection: Connection | None = None
        self._group: _Group | None = None
        self._waiting = 0
        self._since = 0.0
        self._busy_after = 0
        """For how many milliseconds the connection waits for another program; 0 before it is told."""

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Yield a connection for a change; it is on disk once the block has ended without an exception.

        Raises Problem (503) when it may not begin in time, SQLAlchemyError when it cannot be saved.
        """
        group = self._enter()
        first = group.changes == 0
        try:
            # Where nothing else is in the transaction yet it can go as a whole.
            with _whole(group.connection) if first else _saved_by_itself(group):
                yield group.connection
            group.changes += 1
        except BaseException as error:
            if first:
                with given_up():
                    self._take_back(group)
            else:
                self._spoilt(group, error)
                self._leave(group)
            raise
        self._leave(group)
        self._wait(group)
        if group.error is not None:
            raise group.error

    def connect_anew(self) -> None:
        """Have the next group begin with a new connection."""
        with self._turn_to_write():
            if self._group is None:
                self._drop()

    def close(self) -> None:
        """Close the connection, after those changes that wait to be saved."""
        with self._turn_to_write():
            if self._group is not None:
                self._save(self._group)
            self._drop()

    @contextmanager
    def _turn_to_write(self) -> Iterator[None]:
        # Whoever has the turn to write may need this thread's turn to go on.
        with given_up():
            self._turn.acquire()
        try:
            yield
        finally:
            self._turn.release()

    def _enter(self) -> _Group:
        """Wait for the turn to write, and return the group of changes at hand."""
        if not self._turn.acquire(blocking=False):
            with self._guard:
                if self._waiting >= _MOST_WAITING and time.monotonic() - self._since > _SLOW_SECONDS:
                    raise later()
                self._waiting += 1
            with given_up():
                came = self._turn.acquire(timeout=patience())
            with self._guard:
                self._waiting -= 1
            if not came:
                raise later()
        self._since = time.monotonic()
        try:
            if self._group is None:
                self._group = _Group(self._begun(patience()))
        except BaseException:
            self._drop()
            self._turn.release()
            raise
        return self._group

    def _begun(self, seconds: float) -> Connection:
        """Return the connection, with a transaction begun within this many seconds."""
        if self._connection is None:
            self._connection = self._connect()
            self._busy_after = 0
        busy_after = max(1, round(seconds * 10)) * 100
        with given_up():
            if busy_after != self._busy_after:
                run_text(self._connection, f"PRAGMA busy_timeout={busy_after}")
                self._busy_after = busy_after
            self._connection.begin()
        return self._connection

    def _spoilt(self, group: _Group, error: BaseException) -> None:
        """If the database has given up the whole transaction, note that: everything in it fails."""
        driver = group.connection.connection.driver_connection if not group.connection.closed else None
        if driver is None or not driver.in_transaction:
            group.error = error if isinstance(error, SQLAlchemyError) else _lost()

    def _leave(self, group: _Group) -> None:
        """Save the group if nobody waits to add to it, and pass the turn to write on."""
        with self._guard:
            more = self._waiting > 0 and group.changes < _MOST and group.error is None
        if more:
            self._turn.release()
            return
        with given_up():
            try:
                self._save(group)
            finally:
                self._turn.release()

    def _take_back(self, group: _Group) -> None:
        """Take back a change that was alone in its transaction, and pass the turn on."""
        self._group = None
        try:
            group.connection.rollback()
        except SQLAlchemyError:
            self._drop()
        finally:
            group.done.open()
            self._turn.release()

    def _save(self, group: _Group) -> None:
        """Commit the group; the turn is this thread's."""
        self._group = None
        try:
            if group.error is None:
                group.error = _lost()  # unless the next line ends well
                group.connection.commit()
                group.error = None
        except SQLAlchemyError as error:
            group.error = error
        finally:
            if group.error is not None:
                self._drop()
            group.done.open()

    def _wait(self, group: _Group) -> None:
        """Wait until a group is saved. Whoever was to save it may have given up; then this thread does."""
        while not group.done.wait(_LOOK_SECONDS):
            if self._turn.acquire(blocking=False):
                with given_up():
                    try:
                        if self._group is group:
                            self._save(group)
                    finally:
                        self._turn.release()

    def _drop(self) -> None:
        connection, self._connection, self._group = self._connection, None, None
        if connection is not None:
            with suppress(SQLAlchemyError):
                connection.invalidate()
            connection.close()


@contextmanager
def _whole(connection: Connection) -> Iterator[None]:
    """Raise OperationalError where the database has given the transaction up by the end of a block."""
    yield
    driver = connection.connection.driver_connection
    if driver is None or not driver.in_transaction:
        raise _lost()


@contextmanager
def _saved_by_itself(group: _Group) -> Iterator[None]:
    """Hold a savepoint for a block. If the block fails, its own changes are undone and no others.

    What cannot be taken back spoils the group: nothing of it is saved.
    """
    connection = group.connection
    run_text(connection, f"SAVEPOINT {_CHANGE}")
    try:
        yield
        run_text(connection, f"RELEASE {_CHANGE}")
    except BaseException:
        # If the database has given up the whole transaction, the savepoint is gone with it.
        try:
            run_text(connection, f"ROLLBACK TO {_CHANGE}")
            run_text(connection, f"RELEASE {_CHANGE}")
        except SQLAlchemyError as error:
            group.error = error
        raise


def _lost() -> OperationalError:
    return OperationalError("", None, Exception("the transaction is gone"))
