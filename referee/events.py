"""The news of all tables: how far they are, who is connected and waits to hear more, on every process.

The channel between the processes of a host holds facts on their way, which are not part of the record. A
process that misses some asks the database, as it would without a channel.
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
"""Seconds between two signs of life of a process that has nothing else to say."""
GONE_AFTER_SECONDS = 4 * HEARTBEAT_SECONDS
"""Seconds without a sign of life after which a process counts as gone."""
_MAX_NOTIFICATION = 3500
"""A notification of this many characters gets no more. PostgreSQL takes 8000, and these are ASCII."""
_MAX_NOTIFICATIONS = 20_000
_LISTEN_SECONDS = 0.5
_RECONNECT_SECONDS = 1.0

_NAME = "'referee_' || left(encode(sha256(convert_to(current_schema(), 'UTF8')), 'hex'), 16)"
"""One database may keep the tables of several hosts, each in a schema with a channel of its own."""
_NOTIFY = text(f"SELECT pg_notify({_NAME}, :said)")
Subscriber = Callable[..., None]
"""Called with the process that published a fact, and with the fact."""


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
    """A process's end of the channel. It opens two connections when it first tells something.

    The channel itself tells "began" when a process, this one too, joins or may have missed something. Each
    process then tells again what the newcomer cannot know.
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
        """Whether what others tell arrives here: this process hears itself."""
        return self.lives(self.process)

    def lives(self, process: str) -> bool:
        """Return whether a process gave a sign of life lately."""
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
        for work in (self._listen, self._send):
            threading.Thread(target=work, name="channel", daemon=True).start()

    def _listen(self) -> None:
        """Listen until the end, with a new connection after each that is lost."""
        while not self._closed.is_set():
            with self._or_again(), self._connected() as (connection, name):
                connection.execute(f"LISTEN {name}")
                # Only now does it hear what the others answer.
                self.publish("began")
                while not self._closed.is_set():
                    for note in connection.notifies(timeout=_LISTEN_SECONDS):
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
                    for subscriber in self._subscribers.get(kind, ()):
                        subscriber(process, *facts)
        except (ValueError, TypeError, LookupError, AttributeError) as error:
            log.warning("Another program wrote to the referee's channel: %s", type(error).__name__)

    def _send(self) -> None:
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
            if not self._closed.wait(_RECONNECT_SECONDS) and linked:
                log.warning("The channel between the processes was lost: %s", type(error).__name__)

    def _ended(self) -> bool:
        # A process that cannot reach the database has nobody to say goodbye to.
        return self._closed.is_set() and self._waiting.empty()

    def _next(self) -> str | None:
        """Return what waits, as one notification; a sign of life if nothing came; None at the end."""
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


MAX_PER_SEAT, MAX_PER_SHARED_SEAT = 12, 60
"""Streams that the devices of one seat hold open at once; a seat that many share."""
_SHARED = frozenset({"spectator"})


@dataclass(slots=True, eq=False)
class Room:
    """What is known of one table.

    `event_count` counts its events. `local_streams` has the streams of each seat at this process, and
    `remote_streams` a pair of process and seat for each one at another. `listened` has every seat that ever
    had a stream, `last_seen` when each seat was last heard of. `latest` looks the table up.
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
        """Change what is known of the table in a block, and wake all who wait for it."""
        with self.changed:
            yield
            self.event_count += 1
            self.changed.notify_all()


@dataclass(slots=True, eq=False)
class StreamSlot:
    """The slot of one event stream. `granted` says whether it may stay, `ended` that it had to go."""

    room: Room
    seat: str
    granted: bool = False
    ended: bool = False


class StreamSlots:
    """At most `limit` places of event streams.

    Where all are taken, a seat without a stream still gets one, in place of one of the seat that holds most.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._guard = threading.Lock()
        self._said_full = False
        self.taken = 0
        """How many are taken."""

    def take(self, slot: StreamSlot, rooms: Collection[Room]) -> bool:
        """Return whether there is room for a stream, or one who holds too many has to go for it."""
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
        """Give a slot back, once."""
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
"""Between two looks; where every change of another process is heard of."""
Latest = Callable[[Collection[str]], Mapping[str, tuple[int, int]]]
"""Gives the version of each table and how often somebody ticked there; a table that is gone is left out."""


class Poll:
    """Looks from a thread of its own, while anybody watches a table."""

    def __init__(self, events: Events) -> None:
        self._events = events
        self._guard = threading.Lock()
        self._watched, self._stop = threading.Event(), threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        """Look from now on."""
        with self._guard:
            self._watched.set()
            if self._thread is None:
                self._thread = threading.Thread(target=self._look_again_and_again, name="news", daemon=True)
                self._thread.start()

    def rest(self) -> None:
        """Look no more until somebody watches again."""
        self._watched.clear()

    def close(self) -> None:
        """Look no more."""
        self._stop.set()
        self._watched.set()

    def look(self) -> None:
        """Look once, at all tables that somebody watches here. A database that is away is asked later."""
        for latest, codes in self._events.watched().items():
            with suppress(Problem):
                self._events.compare(codes, latest(codes))

    def _look_again_and_again(self) -> None:
        while not self._stop.wait(LINKED_POLL_SECONDS if self._events.channel.linked else POLL_SECONDS):
            self._watched.wait()
            if not self._stop.is_set():
                self.look()


GRACE_SECONDS = 8.0
"""Seconds that a seat counts as connected after it was last heard of: a stream that ends starts again."""
LONG_AWAY_SECONDS = 60.0
"""Seconds that a device must be away before others answer for it who may share its private seat.

A phone that sleeps is silent for longer than `GRACE`, and its player sits at the table; this is a lost phone.
"""
_REPEAT_SEEN_SECONDS = 2.0
"""Seconds after which other processes are told once more that a seat is there."""


class Events:
    """The news of all tables, and at most `limit` streams that hear them.

    `channel` leads to the other processes of a host.
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
        """The number of streams that this process holds."""
        return self._slots.taken

    # What happens at tables.

    def publish(self, connection: Connection, code: str, version: int) -> None:
        """Tell the other processes of a table's next version, once the connection's transaction is saved."""
        self.channel.publish_on_commit(connection, "version", code, version)

    def announce(self, code: str, version: int) -> None:
        """Wake everybody at this process who waits for news of a table."""
        room = self._room(code)
        with room.news():
            room.version = max(room.version, version)

    def ticked(self, code: str, serial: int) -> None:
        """Wake everybody who shows what is to be done on the cardboard; `serial` counts the ticks."""
        self.channel.publish("ticked", code, serial)
        self._ticked(code, serial)

    def _ticked(self, code: str, serial: int) -> None:
        room = self._room(code)
        with room.news():
            room.ticks = max(room.ticks, serial)

    def warn(self, code: str) -> None:
        """Wake the table's own screen, which shows how often a wrong PIN was tried."""
        self.channel.publish("warned", code)
        self._warned(code)

    def _warned(self, code: str) -> None:
        room = self._room(code)
        with room.news():
            room.warnings += 1

    def mark_deleted(self, code: str) -> None:
        """Let go of a table that is gone."""
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
        """End all streams of a seat that has a new link; devices that have it come back by themselves."""
        self.channel.publish("sent_away", code, seat)
        self._sent_away(code, seat)

    def _sent_away(self, code: str, seat: str) -> None:
        room = self._room(code)
        with room.news():
            for slot in room.local_streams[seat]:
                self._slots.end(slot)

    def close(self) -> None:
        """End every stream now, so that the server can stop."""
        self.closed = True
        self.poll.close()
        with self._guard:
            rooms = list(self._rooms.values())
        for room in rooms:
            with room.news():
                pass

    # What a stream asks.

    def latest_version(self, code: str) -> int:
        """Return the newest version of a table that was announced here; -1 if none was."""
        return self._room(code).version

    def ticks(self, code: str) -> int:
        """Return how often somebody ticked at a table, as far as was told here."""
        return self._room(code).ticks

    def warnings(self, code: str) -> int:
        """Return how often `warn` was called for a table since the server began."""
        return self._room(code).warnings

    def event_count(self, slot: StreamSlot) -> int:
        """Return how much was heard of the table of a stream, for `wait`."""
        return slot.room.event_count

    def wait(self, slot: StreamSlot, happened: int, seconds: float) -> int:
        """Wait until more was heard of a table, or so many seconds have passed; return how much was."""
        room = slot.room
        with room.changed:
            room.changed.wait_for(lambda: self.closed or room.event_count != happened, seconds)
            return room.event_count

    def is_gone(self, slot: StreamSlot) -> bool:
        """Return whether the table of a stream is gone."""
        return slot.room.gone

    @contextmanager
    def open_stream(self, code: str, seat: str, latest: Latest | None = None) -> Iterator[StreamSlot]:
        """Hold a stream open for a seat; the slot is not granted when there are too many.

        While any is held, `latest` is asked from time to time for what other programs have changed.
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
        """Note that a seat asked for something just now."""
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
        """Return which seats are connected: by an open stream, or heard of a moment ago."""
        room, now = self._room(code), self._clock()
        return {
            seat: self._listens(room, seat) or now - room.last_seen.get(seat, float("-inf")) < GRACE_SECONDS
            for seat in seats
        }

    def seconds_away(self, code: str, seat: str) -> float:
        """Return for how many seconds nothing was heard of a seat; 0 while it has a stream open."""
        room = self._room(code)
        return 0.0 if self._listens(room, seat) else self._clock() - room.last_seen.get(seat, self._began)

    def listening(self, code: str, seats: Iterable[str]) -> list[str]:
        """Return the seats with a device that listens for news, also for a moment between two streams.

        A program may act without listening.
        """
        return [seat for seat in seats if self.device_connected(code, seat)]

    def device_connected(self, code: str, seat: str) -> bool | None:
        """Return whether a seat's device is connected; None if none has listened since the server started."""
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
        """Tell a process that begins, or that missed something, who listens here; and look what is new."""
        self.channel.publish("anew")
        for code, room in list(self._rooms.items()):
            for seat in [seat for seat, places in room.local_streams.items() if places]:
                self.channel.publish("listens", code, seat, True)
        self.poll.look()

    def _without(self, process: str) -> None:
        """Forget the streams of a process that has ended, or that tells them again."""
        for room in list(self._rooms.values()):
            room.remote_streams = {held for held in room.remote_streams if held[0] != process}

    def watched(self) -> Mapping[Latest, AbstractSet[str]]:
        """Return the tables that somebody watches here, by what looks them up."""
        watched = defaultdict[Latest, set[str]](set)
        for code, room in list(self._rooms.items()):
            if room.latest is not None and any(room.local_streams.values()):
                watched[room.latest].add(code)
        return watched

    def compare(self, codes: AbstractSet[str], told: Mapping[str, tuple[int, int]]) -> None:
        """Take the versions and the ticks that were looked up of these tables."""
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
