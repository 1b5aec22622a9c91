"""What the processes of one host tell each other: a channel of PostgreSQL's LISTEN and NOTIFY.

Facts on their way are not part of the record. A process that misses some asks the database, as it would
without a channel.
"""

from __future__ import annotations

import json
import logging
import queue
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from sqlalchemy import Connection, Engine, text

log = logging.getLogger("referee")

SIGN = 2.0
"""Seconds between two signs of life of a process that has nothing else to say."""
SILENT = 4 * SIGN
"""Seconds without a sign of life after which a process counts as gone."""
_ENOUGH = 3500
"""A notification of this many characters gets no more. PostgreSQL takes 8000, and these are ASCII."""
_MOST = 20_000
_LOOK = 0.5
_AGAIN = 1.0

_NAME = "'referee_' || left(encode(sha256(convert_to(current_schema(), 'UTF8')), 'hex'), 16)"
"""One database may keep the tables of several hosts, each in a schema with a channel of its own."""
_NOTIFY = text(f"SELECT pg_notify({_NAME}, :said)")
Heard = Callable[..., None]
"""Called with the process that told something, and with what it told."""


class Channel:
    """The channel of the only process of a host: there is nobody to tell, and nothing to hear."""

    process = ""
    """The name of this process."""

    @property
    def linked(self) -> bool:
        """Whether what others tell arrives here."""
        return False

    def lives(self, process: str) -> bool:
        """Return whether a process gave a sign of life lately."""
        del process
        return False

    def hear(self, kind: str, heard: Heard) -> None:
        """Have `heard` called with each fact of a kind that another process tells."""

    def publish(self, connection: Connection, kind: str, *facts: Any) -> None:
        """Tell the other processes something once the transaction of a connection is saved."""

    def tell(self, kind: str, *facts: Any) -> None:
        """Tell the other processes something, in the order in which this is called. Never waits."""

    def close(self) -> None:
        """Tell the others goodbye, and stop."""


ALONE = Channel()


class PostgresChannel(Channel):
    """A process's end of the channel. It opens two connections when it first tells something.

    The channel itself tells "began" when a process, this one too, joins or may have missed something. Each
    process then tells again what the newcomer cannot know.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine, self.process = engine, secrets.token_hex(6)
        self._heard: dict[str, list[Heard]] = {}
        self._waiting: queue.Queue[str | None] = queue.Queue(_MOST)
        self._guard = threading.Lock()
        self._running, self._closed = False, threading.Event()
        self._last_heard: dict[str, float] = {}

    @property
    def linked(self) -> bool:
        """Whether what others tell arrives here: this process hears itself."""
        return self.lives(self.process)

    def lives(self, process: str) -> bool:
        """Return whether a process gave a sign of life lately."""
        return time.monotonic() - self._last_heard.get(process, float("-inf")) < SILENT

    def hear(self, kind: str, heard: Heard) -> None:
        """Have `heard` called with each fact of a kind that another process tells."""
        self._heard.setdefault(kind, []).append(heard)

    def publish(self, connection: Connection, kind: str, *facts: Any) -> None:
        """Tell the other processes something once the transaction of a connection is saved."""
        self._start()
        connection.execute(_NOTIFY, {"said": json.dumps([self.process, [kind, *facts]])})

    def tell(self, kind: str, *facts: Any) -> None:
        """Tell the other processes something, in the order in which this is called. Never waits."""
        if self._closed.is_set():
            return
        self._start()
        # Without a database there is nobody to tell; whoever comes back starts again.
        with suppress(queue.Full):
            self._waiting.put_nowait(json.dumps([kind, *facts], separators=(",", ":")))

    def close(self) -> None:
        """Tell the others goodbye, and stop."""
        with self._guard:
            self._closed.set()
        if self._running:
            with suppress(queue.Full):
                self._waiting.put_nowait(json.dumps(["ended"]))
                self._waiting.put_nowait(None)

    def _start(self) -> None:
        with self._guard:
            if self._running or self._closed.is_set():
                return
            self._running = True
        for work in (self._hear, self._speak):
            threading.Thread(target=work, name="channel", daemon=True).start()

    def _hear(self) -> None:
        """Listen until the end, with a new connection after each that is lost."""
        while not self._closed.is_set():
            with self._or_again(), self._connected() as (connection, name):
                connection.execute(f"LISTEN {name}")
                # Only now does it hear what the others answer.
                self.tell("began")
                while not self._closed.is_set():
                    for note in connection.notifies(timeout=_LOOK):
                        self._take(note.payload)

    def _take(self, payload: str) -> None:
        """Pass on what somebody told. Whoever may write to the database may tell anything."""
        try:
            process, *told = json.loads(payload)
            self._last_heard[str(process)] = time.monotonic()
            for kind, *facts in told:
                if kind == "ended":
                    self._last_heard.pop(process, None)
                if process != self.process or kind == "began":
                    for hear in self._heard.get(kind, ()):
                        hear(process, *facts)
        except (ValueError, TypeError, LookupError, AttributeError) as error:
            log.warning("Another program wrote to the referee's channel: %s", type(error).__name__)

    def _speak(self) -> None:
        """Tell until the end, with a new connection after each that is lost."""
        while not self._ended():
            with self._or_again(), self._connected() as (connection, name):
                # What was told as the last connection broke may be lost.
                connection.execute("SELECT pg_notify(%s, %s)", (name, f'["{self.process}",["began"]]'))
                while (said := self._next()) is not None:
                    connection.execute("SELECT pg_notify(%s, %s)", (name, said))
                return

    @contextmanager
    def _or_again(self) -> Iterator[None]:
        """Have the caller try again in a moment when the connection is lost."""
        try:
            yield
        except Exception as error:  # noqa: BLE001  (the driver's errors, SQLAlchemy's, the system's)
            linked = self.linked
            if not self._closed.wait(_AGAIN) and linked:
                log.warning("The channel between the processes was lost: %s", type(error).__name__)

    def _ended(self) -> bool:
        # A process that cannot reach the database has nobody to say goodbye to.
        return self._closed.is_set() and self._waiting.empty()

    def _next(self) -> str | None:
        """Return what waits, as one notification; a sign of life if nothing came; None at the end."""
        try:
            first = self._waiting.get(timeout=SIGN)
        except queue.Empty:
            first = '["alive"]'
        if first is None:
            return None
        said, length = [first], len(first)
        while length < _ENOUGH:
            try:
                more = self._waiting.get_nowait()
            except queue.Empty:
                break
            if more is None:
                self._waiting.put_nowait(None)
                break
            said.append(more)
            length += len(more) + 1
        return f'["{self.process}",{",".join(said)}]'

    @contextmanager
    def _connected(self) -> Iterator[tuple[Any, str]]:
        """Yield a connection of the driver's own, outside the pool, and the name of the channel."""
        pooled = self._engine.raw_connection()
        connection: Any = pooled.driver_connection
        pooled.detach()
        try:
            connection.rollback()
            connection.autocommit = True
            yield connection, str(connection.execute(f"SELECT {_NAME}").fetchone()[0])
        finally:
            connection.close()
