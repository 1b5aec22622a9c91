"""Requests that are sent again: a device names each with a key, and what it asks counts once.

The answer is kept with the change, in the same transaction: so another worker knows it too, and so does the
server after a restart. A request that changed nothing leaves nothing here and is judged again.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import Connection

from referee.storage import answers
from referee.storage.database import Database
from referee.storage.rows import JsonObject, KeptAnswer
from referee.tables.loaded_table import LoadedTable

KEPT = timedelta(days=1)
"""How long an answer is kept at least."""
_SWEPT_EVERY = 64
"""Versions of a table between two times that its old answers are deleted."""
Says = Callable[[], JsonObject]


@dataclass(slots=True)
class Keyed:
    """A request with a key: whose it is, the hashes of its key and of what it asks, its changes so far.

    `tells`: what it was answered is told again, not only that it was done.
    """

    code: str
    seat: str
    key: str
    asked: str
    tells: bool = True
    changes: int = 0


class _InHand(threading.local):
    """The request with a key that this thread answers, if any."""

    request: Keyed | None = None


class Repeats:
    """What was answered to requests with a key."""

    def __init__(self, database: Database, now: Callable[[], str]) -> None:
        self._database, self._now = database, now
        self._in_hand = _InHand()

    @contextmanager
    def answering(self, request: Keyed) -> Iterator[None]:
        """Keep what this thread changes in the block as the answer to this request."""
        self._in_hand.request = request
        try:
            yield
        finally:
            self._in_hand.request = None

    def of(self, request: Keyed) -> tuple[KeptAnswer, ...]:
        """Return what was answered to each change that a request with this key has made, in order."""
        with self._database.reading() as connection:
            return answers.of_key(connection, request.code, request.seat, request.key)

    def keep(self, connection: Connection, table: LoadedTable, says: Says | None) -> None:
        """Write what will be answered, where the request in hand has a key."""
        request = self._in_hand.request
        if request is None or says is None or request.code != table.code:
            return
        now = self._now()
        if table.version % _SWEPT_EVERY == 0:
            before = (datetime.fromisoformat(now) - KEPT).isoformat(timespec="seconds")
            answers.forget(connection, table.code, before)
        n, said = request.changes, says() if request.tells else {}
        answers.add(connection, table.code, request.seat, request.key, n, request.asked, said, now)

    def kept(self, says: Says | None) -> None:
        """Note that what was written last is on disk."""
        if self._in_hand.request is not None and says is not None:
            self._in_hand.request.changes += 1
