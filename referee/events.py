"""Live updates: who is connected, and a wake-up for everybody when a table has a new version.

Only versions and the presence of seats travel here, never anything of the game itself.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from referee.json_text import dump_line
from referee.problems import Problem

TICK = 2.0
"""Seconds between two looks at presence, and at what another process may have changed."""
GRACE = 8.0
"""Seconds that a seat counts as connected after it was last heard of: a stream that ends begins anew."""
LONG_AWAY = 60.0
"""Seconds that a device must be away before others answer for it who may share its private seat.

A phone that sleeps is silent for longer than `GRACE`, and its player sits at the table; this is a lost phone.
"""
RETRY_MILLISECONDS = 1000
BUSY_RETRY_MILLISECONDS = 4000


@dataclass(slots=True)
class _Room:
    """What is known of one table's connections."""

    changed: threading.Condition = field(default_factory=threading.Condition)
    version: int = -1
    ticks: int = 0
    streams: dict[str, int] = field(default_factory=dict)
    heard: dict[str, float] = field(default_factory=dict)


class Hub:
    """The connections of all tables. At most `limit` streams are held open at once."""

    def __init__(self, limit: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._limit, self._clock, self._began = limit, clock, clock()
        self._guard = threading.Lock()
        self._rooms: dict[str, _Room] = {}
        self._open = 0
        self.closed = False

    def announce(self, code: str, version: int) -> None:
        """Wake everybody who waits for news of a table."""
        room = self._room(code)
        with room.changed:
            room.version = max(room.version, version)
            room.changed.notify_all()

    def ticked(self, code: str) -> None:
        """Wake everybody who shows what is to be done on the cardboard."""
        room = self._room(code)
        with room.changed:
            room.ticks += 1
            room.changed.notify_all()

    def ticks(self, code: str) -> int:
        """Return how often somebody ticked here since the server began."""
        return self._room(code).ticks

    def close(self) -> None:
        """End every stream now, so that the server can stop."""
        self.closed = True
        with self._guard:
            rooms = list(self._rooms.values())
        for room in rooms:
            with room.changed:
                room.changed.notify_all()

    def heard(self, code: str, seat: str) -> None:
        """Note that a seat asked for something just now."""
        self._room(code).heard[seat] = self._clock()

    def present(self, code: str, seats: tuple[str, ...]) -> dict[str, bool]:
        """Return which seats are connected: by an open stream, or heard of a moment ago."""
        room, now = self._room(code), self._clock()
        return {
            s: room.streams.get(s, 0) > 0 or now - room.heard.get(s, float("-inf")) < GRACE for s in seats
        }

    def away(self, code: str, seat: str) -> float:
        """Return for how many seconds nothing was heard of a seat; 0 while it has a stream open."""
        room = self._room(code)
        if room.streams.get(seat, 0):
            return 0.0
        return self._clock() - room.heard.get(seat, self._began)

    def listening(self, code: str, seats: Iterable[str]) -> list[str]:
        """Return the seats with a device that listens for news, also for a moment between two streams.

        A program may act without listening.
        """
        return [seat for seat in seats if self.device(code, seat)]

    def device(self, code: str, seat: str) -> bool | None:
        """Return whether a seat's device is connected; None if none has listened since the server started."""
        return self.present(code, (seat,))[seat] if seat in self._room(code).streams else None

    def wait(self, code: str, seen: int, seconds: float) -> int:
        """Return a table's version once it exceeds `seen`, somebody ticks, or `seconds` have passed."""
        room = self._room(code)
        with room.changed:
            ticks = room.ticks
            room.changed.wait_for(lambda: self.closed or room.version > seen or room.ticks != ticks, seconds)
            return room.version

    def forget(self, code: str) -> None:
        """Let go of a table that is gone."""
        with self._guard:
            room = self._rooms.pop(code, None)
        if room:
            with room.changed:
                room.changed.notify_all()

    @contextmanager
    def stream(self, code: str, seat: str) -> Iterator[bool]:
        """Hold a stream open for a seat; gives False, and holds nothing, when there are too many."""
        with self._guard:
            granted = self._open < self._limit
            self._open += granted
        room = self._room(code)
        try:
            if granted:
                self._count(room, seat, 1)
            yield granted
        finally:
            if granted:
                self._count(room, seat, -1)
                with self._guard:
                    self._open -= 1

    def _count(self, room: _Room, seat: str, change: int) -> None:
        with room.changed:
            room.streams[seat] = room.streams.get(seat, 0) + change
            room.heard[seat] = self._clock()

    def _room(self, code: str) -> _Room:
        with self._guard:
            return self._rooms.setdefault(code, _Room())


@dataclass(frozen=True, slots=True)
class Stream:
    """One seat's event stream. `version_now` reads the version from the database, None if the table is gone.

    `ticks_now` reads there how often somebody ticked, for another process may have; without it this one alone
    counts. `hung_up` says whether the browser has closed the connection, where the server knows that; without
    it only a failed write tells, at the next heartbeat. `known` turns the version of the table into the one
    that this seat may know.
    """

    hub: Hub
    code: str
    seat: str
    seats: tuple[str, ...]
    version_now: Callable[[], int | None]
    seconds: float
    heartbeat: float
    ticks_now: Callable[[], int] | None = None
    hung_up: Callable[[], bool] | None = None
    known: Callable[[int], int] = int

    def events(self, seen: int | None) -> Iterator[str]:
        """Give the text of the stream: what is new since version `seen`, then what happens, for a while.

        A stream ends by itself after `seconds`, so that none holds a thread for ever; browsers come back
        by themselves and say which version they saw last. It ends likewise when the database does not answer:
        its first line has gone out, so there is no other answer any more.
        """
        with suppress(Problem):
            yield from self._events(seen)

    def _events(self, seen: int | None) -> Iterator[str]:
        with self.hub.stream(self.code, self.seat) as granted:
            yield f"retry: {RETRY_MILLISECONDS if granted else BUSY_RETRY_MILLISECONDS}\n\n"
            version = self.version_now()
            if version is None:
                yield _gone()
                return
            ticks = self._ticks()
            told = self.known(version)
            if told != seen:
                yield _version(told)
            present = self.hub.present(self.code, self.seats)
            yield _presence(present)
            if granted:
                yield from self._follow(version, told, present, ticks)

    def _follow(self, version: int, told: int, present: dict[str, bool], ticks: int) -> Iterator[str]:
        end = time.monotonic() + self.seconds
        heartbeat_at = time.monotonic() + self.heartbeat
        while (now := time.monotonic()) < end and not self.hub.closed:
            announced = self.hub.wait(self.code, version, max(0.01, min(TICK, end - now, heartbeat_at - now)))
            if self.hung_up and self.hung_up():
                return
            current = announced if announced > version else self.version_now()
            if current is None:
                yield _gone()
                return
            if current != version:
                version = current
                if (now_told := self.known(version)) != told:
                    told = now_told
                    yield _version(told)
            if (ticked := self._ticks()) != ticks:
                ticks = ticked
                yield f"event: ticks\ndata: {ticks}\n\n"
            seen = self.hub.present(self.code, self.seats)
            if seen != present:
                present = seen
                yield _presence(present)
            if time.monotonic() >= heartbeat_at:
                heartbeat_at = time.monotonic() + self.heartbeat
                yield ": still here\n\n"

    def _ticks(self) -> int:
        return self.ticks_now() if self.ticks_now else self.hub.ticks(self.code)


def _version(version: int) -> str:
    return f"id: {version}\nevent: version\ndata: {version}\n\n"


def _presence(present: dict[str, bool]) -> str:
    return f"event: presence\ndata: {dump_line(present)}\n\n"


def _gone() -> str:
    return "event: gone\ndata: gone\n\n"
