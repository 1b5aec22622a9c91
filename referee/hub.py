"""Who is connected to which table, and a wake-up for everybody when a table has a new version."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from referee.elsewhere import Elsewhere
from referee.stream_places import Place, StreamPlaces
from referee.tables.guesses import network_of

GRACE = 8.0
"""Seconds that a seat counts as connected after it was last heard of: a stream that ends starts again."""
LONG_AWAY = 60.0
"""Seconds that a device must be away before others answer for it who may share its private seat.

A phone that sleeps is silent for longer than `GRACE`, and its player sits at the table; this is a lost phone.
"""
_HEARD_AGAIN = 2.0
"""Seconds after which other processes are told once more that a seat is there."""


@dataclass(slots=True)
class _Room:
    """What is known of one table's connections."""

    changed: threading.Condition = field(default_factory=threading.Condition)
    version: int = -1
    ticks: int = 0
    warnings: int = 0
    streams: dict[str, int] = field(default_factory=dict)
    heard: dict[str, float] = field(default_factory=dict)


class Hub:
    """The connections of all tables. At most `limit` streams are held open at once, see `StreamPlaces`."""

    def __init__(
        self, limit: int, clock: Callable[[], float] = time.monotonic, elsewhere: Elsewhere | None = None
    ) -> None:
        self._clock, self._began = clock, clock()
        self.elsewhere = elsewhere or Elsewhere()
        self.elsewhere.listen(self)
        self._guard = threading.Lock()
        self._rooms: dict[str, _Room] = {}
        self._places = StreamPlaces(limit)
        self.listeners: list[Callable[[str, bool], None]] = []
        """Called with a table's code, "" for all, when it has news; True where the database must be asked."""
        self.when_gone: list[Callable[[str], None]] = []
        """Called with the code of a table that is gone, in this process or in another."""
        self.closed = False

    def announce(self, code: str, version: int) -> None:
        """Wake everybody who waits for news of a table."""
        self.elsewhere.tell("version", code, version)
        self.announce_here(code, version)

    def announce_here(self, code: str, version: int) -> None:
        """Wake everybody who waits for news of a table at this process."""
        room = self._room(code)
        with room.changed:
            room.version = max(room.version, version)
            room.changed.notify_all()
        self._tell(code, ask=False)

    def newest(self, code: str) -> int:
        """Return the newest version of a table that was announced here; -1 if none was."""
        return self._room(code).version

    def ticked(self, code: str) -> None:
        """Wake everybody who shows what is to be done on the cardboard."""
        self.elsewhere.tell("ticked", code)
        self.ticked_here(code)

    def ticked_here(self, code: str) -> None:
        """Wake everybody at this process who shows what is to be done on the cardboard."""
        room = self._room(code)
        with room.changed:
            room.ticks += 1
            room.changed.notify_all()
        self._tell(code, ask=True)

    def ticks(self, code: str) -> int:
        """Return how often somebody ticked here since the server began."""
        return self._room(code).ticks

    def warn(self, code: str) -> None:
        """Wake the table's own screen, which shows how often a wrong PIN was tried."""
        self.elsewhere.tell("warned", code)
        self.warn_here(code)

    def warn_here(self, code: str) -> None:
        """Wake the table's own screen where this process holds it."""
        room = self._room(code)
        with room.changed:
            room.warnings += 1
            room.changed.notify_all()
        self._tell(code, ask=False)

    def warnings(self, code: str) -> int:
        """Return how often `warn` was called for a table."""
        return self._room(code).warnings

    def close(self) -> None:
        """End every stream now, so that the server can stop."""
        self.closed = True
        with self._guard:
            rooms = list(self._rooms.values())
        for room in rooms:
            with room.changed:
                room.changed.notify_all()
        self._tell("", ask=False)

    @property
    def held(self) -> int:
        """The number of event streams that this process holds."""
        return len(self._places)

    def heard(self, code: str, seat: str) -> None:
        """Note that a seat asked for something just now."""
        room, now = self._room(code), self._clock()
        if now - room.heard.get(seat, float("-inf")) > _HEARD_AGAIN:
            self.elsewhere.tell("heard", code, seat)
        room.heard[seat] = now

    def heard_here(self, code: str, seat: str, *, listens: bool = False) -> None:
        """Note that another process heard of a seat just now; `listens` if a device of it has a stream."""
        room = self._room(code)
        room.heard[seat] = self._clock()
        if listens:
            room.streams.setdefault(seat, 0)

    def present(self, code: str, seats: tuple[str, ...]) -> dict[str, bool]:
        """Return which seats are connected: by an open stream, or heard of a moment ago."""
        room, now = self._room(code), self._clock()
        return {
            s: self._listens(code, room, s) or now - room.heard.get(s, float("-inf")) < GRACE for s in seats
        }

    def _listens(self, code: str, room: _Room, seat: str) -> bool:
        return room.streams.get(seat, 0) > 0 or self.elsewhere.listens(code, seat)

    def away(self, code: str, seat: str) -> float:
        """Return for how many seconds nothing was heard of a seat; 0 while it has a stream open."""
        room = self._room(code)
        if self._listens(code, room, seat):
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
        """Return a table's version once it exceeds `seen`, other news has come, or `seconds` have passed."""
        room = self._room(code)
        with room.changed:
            before = room.ticks, room.warnings
            room.changed.wait_for(
                lambda: self.closed or room.version > seen or (room.ticks, room.warnings) != before, seconds
            )
            return room.version

    def forget(self, code: str) -> None:
        """Let go of a table that is gone."""
        self.elsewhere.tell("gone", code)
        self.forget_here(code)

    def forget_here(self, code: str) -> None:
        """Let go, at this process, of a table that is gone."""
        self.elsewhere.forget(code)
        for forget in self.when_gone:
            forget(code)
        with self._guard:
            room = self._rooms.pop(code, None)
        if room:
            with room.changed:
                room.changed.notify_all()
        self._tell(code, ask=True)

    def send_away(self, code: str, seat: str) -> None:
        """End all streams of a seat that has a new link; devices that have it come back by themselves."""
        self.elsewhere.tell("sent_away", code, seat)
        self.send_away_here(code, seat)

    def send_away_here(self, code: str, seat: str) -> None:
        """End the streams of a seat that this process holds."""
        self._places.end(code, seat)
        self._wake(code)

    @contextmanager
    def stream(self, code: str, seat: str, address: str = "") -> Iterator[Place]:
        """Hold a stream open for a seat; the place is not granted when there are too many."""
        place, room = Place(code, seat, network_of(address)), self._room(code)
        goes = self._places.take(place)
        if goes is not None:
            self._wake(goes.code)
        try:
            if place.granted:
                self._count(code, room, seat, 1)
            yield place
        finally:
            if place.granted:
                self._count(code, room, seat, -1)
                self._places.leave(place)

    def _wake(self, code: str) -> None:
        """Have the streams of a table look whether they have ended."""
        room = self._room(code)
        with room.changed:
            room.changed.notify_all()
        self._tell(code, ask=False)

    def look_again(self) -> None:
        """Have the database asked about every table that somebody watches here."""
        self._tell("", ask=True)

    def held_here(self) -> list[tuple[str, str]]:
        """Return the table and the seat of each stream that this process holds, once each."""
        return self._places.seats()

    def _tell(self, code: str, *, ask: bool) -> None:
        for listener in self.listeners:
            listener(code, ask)

    def _count(self, code: str, room: _Room, seat: str, change: int) -> None:
        with room.changed:
            before = room.streams.get(seat, 0)
            room.streams[seat] = before + change
            room.heard[seat] = self._clock()
            if (before > 0) != (before + change > 0):
                self.elsewhere.tell("listens", code, seat, before + change > 0)

    def _room(self, code: str) -> _Room:
        room = self._rooms.get(code)
        if room is not None:
            return room
        with self._guard:
            return self._rooms.setdefault(code, _Room())
