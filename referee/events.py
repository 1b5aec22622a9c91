"""Events at all tables, on every process of a host: their versions, who is connected, and who listens.

The channel between the processes carries news that is not part of the record. A process that misses some
looks in the database, as it would without a channel.
"""

from __future__ import annotations

import json
import logging
import queue
import secrets
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Engine, text

from referee.errors import Problem

log = logging.getLogger("referee")

HEARTBEAT_SECONDS = 2.0
"""Seconds between two heartbeats of a process that has nothing else to publish."""
GONE_AFTER_SECONDS = 4 * HEARTBEAT_SECONDS
"""Seconds without a heartbeat after which a process counts as gone."""
_MAX_NOTIFICATION = 3500
"""Characters after which a notification is sent. PostgreSQL takes 8000, and these are ASCII."""
_MAX_NOTIFICATIONS = 20_000
_LISTEN_SECONDS = 0.5
_RECONNECT_SECONDS = 1.0

_NAME = "'referee_' || left(encode(sha256(convert_to(current_schema(), 'UTF8')), 'hex'), 16)"
"""Several hosts may share a database, each with its own schema and channel."""
_NOTIFY = text(f"SELECT pg_notify({_NAME}, :said)")
Subscriber = Callable[..., None]
"""Called with the process that published a fact, and with the fact."""


class Channel:
    """The channel of a host with one process: it does nothing."""

    process = ""

    @property
    def linked(self) -> bool:
        """Whether messages of other processes arrive here."""
        return False

    def lives(self, process: str) -> bool:
        """Return whether a process has sent a heartbeat lately."""
        del process
        return False

    def subscribe(self, kind: str, subscriber: Subscriber) -> None:
        """Call `subscriber` with each fact of a kind that another process publishes."""

    def publish_on_commit(self, connection: Connection, kind: str, *facts: Any) -> None:
        """Publish a fact to the other processes once the connection's transaction is committed."""

    def publish(self, kind: str, *facts: Any) -> None:
        """Publish a fact to the other processes, in the order of the calls. Never waits."""

    def close(self) -> None:
        """Tell the others goodbye, and stop."""


ALONE = Channel()


class PostgresChannel(Channel):
    """One process's end of the channel. It opens two connections when it first publishes something.

    The channel itself publishes "began" when a process (this one too) joins or may have missed something.
    Each process then repeats what the new one cannot know.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine, self.process = engine, secrets.token_hex(6)
        self._subscribers: dict[str, list[Subscriber]] = {}
        self._waiting: queue.Queue[str | None] = queue.Queue(_MAX_NOTIFICATIONS)
        self._guard = threading.Lock()
        self._running, self._closed = False, threading.Event()
        self._last_heard: dict[str, float] = {}

    @property
    def linked(self) -> bool:
        """Whether messages of other processes arrive here: this process hears itself."""
        return self.lives(self.process)

    def lives(self, process: str) -> bool:
        """Return whether a process has sent a heartbeat lately."""
        return time.monotonic() - self._last_heard.get(process, float("-inf")) < GONE_AFTER_SECONDS

    def subscribe(self, kind: str, subscriber: Subscriber) -> None:
        """Call `subscriber` with each fact of a kind that another process publishes."""
        self._subscribers.setdefault(kind, []).append(subscriber)

    def publish_on_commit(self, connection: Connection, kind: str, *facts: Any) -> None:
        """Publish a fact to the other processes once the connection's transaction is committed."""
        self._start()
        connection.execute(_NOTIFY, {"said": json.dumps([self.process, [kind, *facts]])})

    def publish(self, kind: str, *facts: Any) -> None:
        """Publish a fact to the other processes, in the order of the calls. Never waits."""
        if self._closed.is_set():
            return
        self._start()
        # A full queue means that the database is away; processes start again once it is back.
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
        for work in (self._listen, self._send):
            threading.Thread(target=work, name="channel", daemon=True).start()

    def _listen(self) -> None:
        """Listen until closed, reconnecting whenever the connection is lost."""
        while not self._closed.is_set():
            with self._or_again(), self._connected() as (connection, name):
                connection.execute(f"LISTEN {name}")
                # Only now does it hear what the others answer.
                self.publish("began")
                while not self._closed.is_set():
                    for note in connection.notifies(timeout=_LISTEN_SECONDS):
                        self._take(note.payload)

    def _take(self, payload: str) -> None:
        """Pass a message on. Any program with access to the database may have written it."""
        try:
            process, *told = json.loads(payload)
            self._last_heard[str(process)] = time.monotonic()
            for kind, *facts in told:
                if kind == "ended":
                    self._last_heard.pop(process, None)
                if process != self.process or kind == "began":
                    for subscriber in self._subscribers.get(kind, ()):
                        subscriber(process, *facts)
        except (ValueError, TypeError, LookupError, AttributeError) as error:
            log.warning("Another program wrote to the referee's channel: %s", type(error).__name__)

    def _send(self) -> None:
        """Tell until the end, with a new connection after each that is lost."""
        while not self._ended():
            with self._or_again(), self._connected() as (connection, name):
                # The last messages before a connection broke may be lost.
                connection.execute("SELECT pg_notify(%s, %s)", (name, f'["{self.process}",["began"]]'))
                while (said := self._next()) is not None:
                    connection.execute("SELECT pg_notify(%s, %s)", (name, said))
                return

    @contextmanager
    def _or_again(self) -> Iterator[None]:
        """Log a lost connection, and wait a moment before the caller tries again."""
        try:
            yield
        except Exception as error:  # noqa: BLE001  (the driver's errors, SQLAlchemy's, the system's)
            linked = self.linked
            if not self._closed.wait(_RECONNECT_SECONDS) and linked:
                log.warning("The channel between the processes was lost: %s", type(error).__name__)

    def _ended(self) -> bool:
        # A process that cannot reach the database cannot say goodbye.
        return self._closed.is_set() and self._waiting.empty()

    def _next(self) -> str | None:
        """Return the queue as one notification; a heartbeat if it is empty; None at the end."""
        try:
            first = self._waiting.get(timeout=HEARTBEAT_SECONDS)
        except queue.Empty:
            first = '["alive"]'
        if first is None:
            return None
        said, length = [first], len(first)
        while length < _MAX_NOTIFICATION:
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
        """Yield a raw driver connection, outside the pool, and the name of the channel."""
        pooled = self._engine.raw_connection()
        connection: Any = pooled.driver_connection
        pooled.detach()
        try:
            connection.rollback()
            connection.autocommit = True
            yield connection, str(connection.execute(f"SELECT {_NAME}").fetchone()[0])
        finally:
            connection.close()


MAX_PER_SEAT, MAX_PER_SHARED_SEAT = 12, 60
"""Most streams open at once for the devices of one seat, and for a seat that many share."""
_SHARED = frozenset({"spectator"})


@dataclass(slots=True, eq=False)
class Room:
    """The state of one table, as this process knows it.

    `event_count` counts its events. `local_streams` has the streams of each seat at this process, and
    `remote_streams` a pair of process and seat for each one at another. `listened` has every seat that ever
    had a stream, `last_seen` when each seat was last seen. `latest` looks the table up.
    """

    changed: threading.Condition = field(default_factory=threading.Condition)
    event_count: int = 0
    version: int = -1
    ticks: int = 0
    warnings: int = 0
    gone: bool = False
    local_streams: defaultdict[str, list[StreamSlot]] = field(default_factory=lambda: defaultdict(list))
    remote_streams: set[tuple[str, str]] = field(default_factory=set)
    listened: set[str] = field(default_factory=set)
    last_seen: dict[str, float] = field(default_factory=dict)
    latest: Latest | None = None

    @contextmanager
    def news(self) -> Iterator[None]:
        """Change the room within a block, and wake all that wait for its events."""
        with self.changed:
            yield
            self.event_count += 1
            self.changed.notify_all()


@dataclass(slots=True, eq=False)
class StreamSlot:
    """The slot of one event stream. `granted`: it may stay; `ended`: it was closed."""

    room: Room
    seat: str
    granted: bool = False
    ended: bool = False


class StreamSlots:
    """At most `limit` slots for event streams.

    If all are taken, a seat without a stream still gets one, from the seat that holds most.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._guard = threading.Lock()
        self._said_full = False
        self.taken = 0

    def take(self, slot: StreamSlot, rooms: Collection[Room]) -> bool:
        """Return whether a stream gets a slot: a free one, or that of a seat with several."""
        with self._guard:
            own = open_slots(slot.room, slot.seat)
            if len(own) >= (MAX_PER_SHARED_SEAT if slot.seat in _SHARED else MAX_PER_SEAT):
                return False
            if self.taken < self._limit:
                self.taken += 1
                return True
            self._say_full()
            held = [open_slots(room, seat) for room in list(rooms) for seat in list(room.local_streams)]
            most = max(held, key=len, default=[])
            if own or len(most) < 2:
                return False
            goes = most[0]
            goes.ended = True
        with goes.room.news():
            return True

    def end(self, slot: StreamSlot) -> None:
        """Release a slot, once."""
        with self._guard:
            self.taken -= not slot.ended
            slot.ended = True

    def _say_full(self) -> None:
        if not self._said_full:
            self._said_full = True
            log.warning(
                "More screens are open than this server tells at once (%d). The others ask again every few"
                " seconds. A host serves thousands: docs/hosting.md.",
                self._limit,
            )


def open_slots(room: Room, seat: str) -> list[StreamSlot]:
    """Return the places of a seat that have not ended."""
    return [slot for slot in room.local_streams[seat] if not slot.ended]


POLL_SECONDS, LINKED_POLL_SECONDS = 2.0, 30.0
"""Seconds between two polls; and with a working channel."""
Latest = Callable[[Collection[str]], Mapping[str, tuple[int, int]]]
"""Returns the version and the number of ticks of each table; deleted tables are left out."""


class Poll:
    """A thread that polls the database while anybody watches a table."""

    def __init__(self, events: Events) -> None:
        self._events = events
        self._guard = threading.Lock()
        self._watched, self._stop = threading.Event(), threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        with self._guard:
            self._watched.set()
            if self._thread is None:
                self._thread = threading.Thread(target=self._look_again_and_again, name="news", daemon=True)
                self._thread.start()

    def rest(self) -> None:
        self._watched.clear()

    def close(self) -> None:
        self._stop.set()
        self._watched.set()

    def look(self) -> None:
        """Poll all tables that are watched here, once. If the database is away, the next poll tries again."""
        for latest, codes in self._events.watched().items():
            with suppress(Problem):
                self._events.compare(codes, latest(codes))

    def _look_again_and_again(self) -> None:
        while not self._stop.wait(LINKED_POLL_SECONDS if self._events.channel.linked else POLL_SECONDS):
            self._watched.wait()
            if not self._stop.is_set():
                self.look()


GRACE_SECONDS = 8.0
"""Seconds that a seat counts as connected after it was last seen: a stream that ends reconnects."""
LONG_AWAY_SECONDS = 60.0
"""Seconds that a device must be away before others may let another device share its private seat.

A phone that sleeps is silent for longer than `GRACE`, and its player sits at the table; this is a lost phone.
"""
_REPEAT_SEEN_SECONDS = 2.0
"""Seconds after which a seat that is still connected is reported to the other processes again."""


class Events:
    """The events of all tables, and at most `limit` streams that deliver them.

    `channel` connects the processes of a host.
    """

    def __init__(
        self, limit: int, clock: Callable[[], float] = time.monotonic, channel: Channel = ALONE
    ) -> None:
        self._clock, self._began = clock, clock()
        self._slots = StreamSlots(limit)
        self.channel = channel
        self._guard = threading.Lock()
        self._rooms: dict[str, Room] = {}
        self.on_deleted: list[Callable[[str], None]] = []
        """Called with the code of a table that is gone, in this process or in another."""
        self.closed = False
        self.poll = Poll(self)
        self._subscribe()

    @property
    def open_streams(self) -> int:
        return self._slots.taken

    # Events at tables.

    def publish(self, connection: Connection, code: str, version: int) -> None:
        """Publish a table's next version to the other processes once the transaction is committed."""
        self.channel.publish_on_commit(connection, "version", code, version)

    def announce(self, code: str, version: int) -> None:
        """Wake all streams of a table at this process."""
        room = self._room(code)
        with room.news():
            room.version = max(room.version, version)

    def ticked(self, code: str, serial: int) -> None:
        """Wake all screens with a checklist; `serial` counts the ticks."""
        self.channel.publish("ticked", code, serial)
        self._ticked(code, serial)

    def _ticked(self, code: str, serial: int) -> None:
        room = self._room(code)
        with room.news():
            room.ticks = max(room.ticks, serial)

    def warn(self, code: str) -> None:
        """Wake the table's screen, which shows how many wrong PINs were tried."""
        self.channel.publish("warned", code)
        self._warned(code)

    def _warned(self, code: str) -> None:
        room = self._room(code)
        with room.news():
            room.warnings += 1

    def mark_deleted(self, code: str) -> None:
        """Forget a deleted table, at every process."""
        self.channel.publish("gone", code)
        self._deleted(code)

    def _deleted(self, code: str) -> None:
        for forget in self.on_deleted:
            forget(code)
        with self._guard:
            room = self._rooms.pop(code, None)
        if room is not None:
            with room.news():
                room.gone = True

    def send_away(self, code: str, seat: str) -> None:
        """End all streams of a seat that has a new link; devices that have it reconnect."""
        self.channel.publish("sent_away", code, seat)
        self._sent_away(code, seat)

    def _sent_away(self, code: str, seat: str) -> None:
        room = self._room(code)
        with room.news():
            for slot in room.local_streams[seat]:
                self._slots.end(slot)

    def restart(self, code: str) -> None:
        """End all streams of a table whose seats have changed; their devices reconnect, each as it is now."""
        self.channel.publish("restarted", code)
        self._restarted(code)

    def _restarted(self, code: str) -> None:
        room = self._room(code)
        with room.news():
            for slots in room.local_streams.values():
                for slot in slots:
                    self._slots.end(slot)

    def close(self) -> None:
        """End every stream, so that the server can stop."""
        self.closed = True
        self.poll.close()
        with self._guard:
            rooms = list(self._rooms.values())
        for room in rooms:
            with room.news():
                pass

    # Questions of a stream.

    def latest_version(self, code: str) -> int:
        """Return the latest version of a table known here; -1 if there is none."""
        return self._room(code).version

    def ticks(self, code: str) -> int:
        """Return the number of ticks at a table, as far as this process knows."""
        return self._room(code).ticks

    def warnings(self, code: str) -> int:
        """Return how often `warn` was called for a table since the server began."""
        return self._room(code).warnings

    def event_count(self, slot: StreamSlot) -> int:
        """Return the number of events so far at the table of a stream, for `wait`."""
        return slot.room.event_count

    def wait(self, slot: StreamSlot, happened: int, seconds: float) -> int:
        """Wait until there are more than `happened` events, or the time is up. Returns how many there are."""
        room = slot.room
        with room.changed:
            room.changed.wait_for(lambda: self.closed or room.event_count != happened, seconds)
            return room.event_count

    def is_gone(self, slot: StreamSlot) -> bool:
        return slot.room.gone

    @contextmanager
    def open_stream(self, code: str, seat: str, latest: Latest | None = None) -> Iterator[StreamSlot]:
        """Hold a stream open for a seat. The slot is not granted if there are too many.

        While any stream is open, `latest` is polled for the changes of other programs.
        """
        room = self._room(code)
        slot, room.latest = StreamSlot(room, seat), latest
        if self._slots.take(slot, self._rooms.values()):
            with room.news():
                slot.granted = True
                room.local_streams[seat].append(slot)
                room.listened.add(seat)
                room.last_seen[seat] = self._clock()
            if len(room.local_streams[seat]) == 1:
                self.channel.publish("listens", code, seat, True)
            self.poll.begin()
        try:
            yield slot
        finally:
            if slot.granted:
                self._slots.end(slot)
                if not self.open_streams:
                    self.poll.rest()
                with room.news():
                    room.local_streams[seat].remove(slot)
                    room.last_seen[seat] = self._clock()
                if not room.local_streams[seat]:
                    self.channel.publish("listens", code, seat, False)

    # Who is connected.

    def mark_seen(self, code: str, seat: str) -> None:
        """Note a request from a seat."""
        if self._clock() - self._room(code).last_seen.get(seat, float("-inf")) > _REPEAT_SEEN_SECONDS:
            self.channel.publish("heard", code, seat)
        self._mark_seen(code, seat)

    def _mark_seen(self, code: str, seat: str) -> None:
        room, now = self._room(code), self._clock()
        comes = now - room.last_seen.get(seat, float("-inf")) > GRACE_SECONDS
        room.last_seen[seat] = now
        if comes:
            with room.news():
                pass

    def connected(self, code: str, seats: Iterable[str]) -> dict[str, bool]:
        """Return which seats are connected: with an open stream, or seen a moment ago."""
        room, now = self._room(code), self._clock()
        return {
            seat: self._listens(room, seat) or now - room.last_seen.get(seat, float("-inf")) < GRACE_SECONDS
            for seat in seats
        }

    def seconds_away(self, code: str, seat: str) -> float:
        """Return the seconds since a seat was last seen; 0 while it has a stream open."""
        room = self._room(code)
        return 0.0 if self._listens(room, seat) else self._clock() - room.last_seen.get(seat, self._began)

    def listening(self, code: str, seats: Iterable[str]) -> list[str]:
        """Return the seats with a device that listens for events, including a moment between two streams.

        Programs may act without listening.
        """
        return [seat for seat in seats if self.device_connected(code, seat)]

    def device_connected(self, code: str, seat: str) -> bool | None:
        """Return whether a seat's device is connected; None if none has listened since the start."""
        return self.connected(code, (seat,))[seat] if seat in self._room(code).listened else None

    def _listens(self, room: Room, seat: str) -> bool:
        return bool(room.local_streams.get(seat)) or any(
            there == seat and self.channel.lives(process) for process, there in tuple(room.remote_streams)
        )

    # The other processes, and other programs.

    def _subscribe(self) -> None:
        subscribe = self.channel.subscribe
        subscribe("version", lambda _, code, version: self.announce(code, version))
        subscribe("ticked", lambda _, code, serial: self._ticked(code, serial))
        subscribe("warned", lambda _, code: self._warned(code))
        subscribe("heard", lambda _, code, seat: self._mark_seen(code, seat))
        subscribe("gone", lambda _, code: self._deleted(code))
        subscribe("sent_away", lambda _, code, seat: self._sent_away(code, seat))
        subscribe("restarted", lambda _, code: self._restarted(code))
        subscribe("listens", self._listens_there)
        subscribe("began", self._publish_all)
        subscribe("anew", self._without)
        subscribe("ended", self._without)

    def _listens_there(self, process: str, code: str, seat: str, still: bool) -> None:
        room = self._room(code)
        with room.news():
            (room.remote_streams.add if still else room.remote_streams.discard)((process, seat))
            room.listened.add(seat)
            room.last_seen[seat] = self._clock()

    def _publish_all(self, _process: str) -> None:
        """List the local streams for a process that begins or missed something, and poll."""
        self.channel.publish("anew")
        for code, room in list(self._rooms.items()):
            for seat in [seat for seat, places in room.local_streams.items() if places]:
                self.channel.publish("listens", code, seat, True)
        self.poll.look()

    def _without(self, process: str) -> None:
        """Forget the streams of a process that has ended, or that is about to list them again."""
        for room in list(self._rooms.values()):
            room.remote_streams = {held for held in room.remote_streams if held[0] != process}

    def watched(self) -> Mapping[Latest, AbstractSet[str]]:
        """Return the tables watched here, by the function that looks them up."""
        watched = defaultdict[Latest, set[str]](set)
        for code, room in list(self._rooms.items()):
            if room.latest is not None and any(room.local_streams.values()):
                watched[room.latest].add(code)
        return watched

    def compare(self, codes: AbstractSet[str], told: Mapping[str, tuple[int, int]]) -> None:
        """Compare with the versions and ticks that were looked up."""
        for code in codes - told.keys():
            self._deleted(code)
        for code, (version, ticks) in told.items():
            room = self._room(code)
            if version > room.version or ticks > room.ticks:
                self.announce(code, version)
                self._ticked(code, ticks)

    def _room(self, code: str) -> Room:
        room = self._rooms.get(code)
        if room is not None:
            return room
        with self._guard:
            return self._rooms.setdefault(code, Room())
