"""What one process knows of all tables: how far they are, who is connected, and who waits to hear more."""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import contextmanager

from sqlalchemy import Connection

from referee.events.channel import ALONE, Channel
from referee.events.poll import Latest, Poll
from referee.events.room import Place, Places, Room

GRACE = 8.0
"""Seconds that a seat counts as connected after it was last heard of: a stream that ends starts again."""
LONG_AWAY = 60.0
"""Seconds that a device must be away before others answer for it who may share its private seat.

A phone that sleeps is silent for longer than `GRACE`, and its player sits at the table; this is a lost phone.
"""
_HEARD_AGAIN = 2.0
"""Seconds after which other processes are told once more that a seat is there."""


class Events:
    """The news of all tables, and at most `limit` streams that hear them.

    `channel` leads to the other processes of a host.
    """

    def __init__(
        self, limit: int, clock: Callable[[], float] = time.monotonic, channel: Channel = ALONE
    ) -> None:
        self._clock, self._began = clock, clock()
        self._places = Places(limit)
        self.channel = channel
        self._guard = threading.Lock()
        self._rooms: dict[str, Room] = {}
        self.when_gone: list[Callable[[str], None]] = []
        """Called with the code of a table that is gone, in this process or in another."""
        self.closed = False
        self.poll = Poll(self)
        self._hear_others()

    @property
    def held(self) -> int:
        """The number of streams that this process holds."""
        return self._places.held

    # What happens at tables.

    def publish(self, connection: Connection, code: str, version: int) -> None:
        """Tell the other processes of a table's next version, once the connection's transaction is saved."""
        self.channel.publish(connection, "version", code, version)

    def announce(self, code: str, version: int) -> None:
        """Wake everybody at this process who waits for news of a table."""
        room = self._room(code)
        with room.news():
            room.version = max(room.version, version)

    def ticked(self, code: str, serial: int) -> None:
        """Wake everybody who shows what is to be done on the cardboard; `serial` counts the ticks."""
        self.channel.tell("ticked", code, serial)
        self._ticked(code, serial)

    def _ticked(self, code: str, serial: int) -> None:
        room = self._room(code)
        with room.news():
            room.ticks = max(room.ticks, serial)

    def warn(self, code: str) -> None:
        """Wake the table's own screen, which shows how often a wrong PIN was tried."""
        self.channel.tell("warned", code)
        self._warned(code)

    def _warned(self, code: str) -> None:
        room = self._room(code)
        with room.news():
            room.warnings += 1

    def forget(self, code: str) -> None:
        """Let go of a table that is gone."""
        self.channel.tell("gone", code)
        self._gone(code)

    def _gone(self, code: str) -> None:
        for forget in self.when_gone:
            forget(code)
        with self._guard:
            room = self._rooms.pop(code, None)
        if room is not None:
            with room.news():
                room.gone = True

    def send_away(self, code: str, seat: str) -> None:
        """End all streams of a seat that has a new link; devices that have it come back by themselves."""
        self.channel.tell("sent_away", code, seat)
        self._sent_away(code, seat)

    def _sent_away(self, code: str, seat: str) -> None:
        room = self._room(code)
        with room.news():
            for place in room.here[seat]:
                self._places.end(place)

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

    def newest(self, code: str) -> int:
        """Return the newest version of a table that was announced here; -1 if none was."""
        return self._room(code).version

    def ticks(self, code: str) -> int:
        """Return how often somebody ticked at a table, as far as was told here."""
        return self._room(code).ticks

    def warnings(self, code: str) -> int:
        """Return how often `warn` was called for a table since the server began."""
        return self._room(code).warnings

    def happened(self, place: Place) -> int:
        """Return how much was heard of the table of a stream, for `wait`."""
        return place.room.happened

    def wait(self, place: Place, happened: int, seconds: float) -> int:
        """Wait until more was heard of a table, or so many seconds have passed; return how much was."""
        room = place.room
        with room.changed:
            room.changed.wait_for(lambda: self.closed or room.happened != happened, seconds)
            return room.happened

    def is_gone(self, place: Place) -> bool:
        """Return whether the table of a stream is gone."""
        return place.room.gone

    @contextmanager
    def hold(self, code: str, seat: str, latest: Latest | None = None) -> Iterator[Place]:
        """Hold a stream open for a seat; the place is not granted when there are too many.

        While any is held, `latest` is asked from time to time for what other programs have changed.
        """
        room = self._room(code)
        place, room.latest = Place(room, seat), latest
        if self._places.take(place, self._rooms.values()):
            with room.news():
                place.granted = True
                room.here[seat].append(place)
                room.listened.add(seat)
                room.heard[seat] = self._clock()
            if len(room.here[seat]) == 1:
                self.channel.tell("listens", code, seat, True)
            self.poll.begin()
        try:
            yield place
        finally:
            if place.granted:
                self._places.end(place)
                if not self.held:
                    self.poll.rest()
                with room.news():
                    room.here[seat].remove(place)
                    room.heard[seat] = self._clock()
                if not room.here[seat]:
                    self.channel.tell("listens", code, seat, False)

    # Who is connected.

    def heard(self, code: str, seat: str) -> None:
        """Note that a seat asked for something just now."""
        if self._clock() - self._room(code).heard.get(seat, float("-inf")) > _HEARD_AGAIN:
            self.channel.tell("heard", code, seat)
        self._heard(code, seat)

    def _heard(self, code: str, seat: str) -> None:
        room, now = self._room(code), self._clock()
        comes = now - room.heard.get(seat, float("-inf")) > GRACE
        room.heard[seat] = now
        if comes:
            with room.news():
                pass

    def present(self, code: str, seats: Iterable[str]) -> dict[str, bool]:
        """Return which seats are connected: by an open stream, or heard of a moment ago."""
        room, now = self._room(code), self._clock()
        return {
            seat: self._listens(room, seat) or now - room.heard.get(seat, float("-inf")) < GRACE
            for seat in seats
        }

    def away(self, code: str, seat: str) -> float:
        """Return for how many seconds nothing was heard of a seat; 0 while it has a stream open."""
        room = self._room(code)
        return 0.0 if self._listens(room, seat) else self._clock() - room.heard.get(seat, self._began)

    def listening(self, code: str, seats: Iterable[str]) -> list[str]:
        """Return the seats with a device that listens for news, also for a moment between two streams.

        A program may act without listening.
        """
        return [seat for seat in seats if self.device(code, seat)]

    def device(self, code: str, seat: str) -> bool | None:
        """Return whether a seat's device is connected; None if none has listened since the server started."""
        return self.present(code, (seat,))[seat] if seat in self._room(code).listened else None

    def _listens(self, room: Room, seat: str) -> bool:
        return bool(room.here.get(seat)) or any(
            there == seat and self.channel.lives(process) for process, there in tuple(room.there)
        )

    # The other processes, and other programs.

    def _hear_others(self) -> None:
        hear = self.channel.hear
        hear("version", lambda _, code, version: self.announce(code, version))
        hear("ticked", lambda _, code, serial: self._ticked(code, serial))
        hear("warned", lambda _, code: self._warned(code))
        hear("heard", lambda _, code, seat: self._heard(code, seat))
        hear("gone", lambda _, code: self._gone(code))
        hear("sent_away", lambda _, code, seat: self._sent_away(code, seat))
        hear("listens", self._listens_there)
        hear("began", self._tell_all)
        hear("anew", self._without)
        hear("ended", self._without)

    def _listens_there(self, process: str, code: str, seat: str, still: bool) -> None:
        room = self._room(code)
        with room.news():
            (room.there.add if still else room.there.discard)((process, seat))
            room.listened.add(seat)
            room.heard[seat] = self._clock()

    def _tell_all(self, _process: str) -> None:
        """Tell a process that begins, or that missed something, who listens here; and look what is new."""
        self.channel.tell("anew")
        for code, room in list(self._rooms.items()):
            for seat in [seat for seat, places in room.here.items() if places]:
                self.channel.tell("listens", code, seat, True)
        self.poll.look()

    def _without(self, process: str) -> None:
        """Forget the streams of a process that has ended, or that tells them again."""
        for room in list(self._rooms.values()):
            room.there = {held for held in room.there if held[0] != process}

    def watched(self) -> Mapping[Latest, AbstractSet[str]]:
        """Return the tables that somebody watches here, by what looks them up."""
        watched = defaultdict[Latest, set[str]](set)
        for code, room in list(self._rooms.items()):
            if room.latest is not None and any(room.here.values()):
                watched[room.latest].add(code)
        return watched

    def compare(self, codes: AbstractSet[str], told: Mapping[str, tuple[int, int]]) -> None:
        """Take the versions and the ticks that were looked up of these tables."""
        for code in codes - told.keys():
            self._gone(code)
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
