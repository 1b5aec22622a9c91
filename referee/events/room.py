"""What one process knows of one table, and the places of the event streams that wait for more."""

from __future__ import annotations

import logging
import threading
from collections import defaultdict
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from referee.events.poll import Latest

log = logging.getLogger("referee")

MOST_OF_A_SEAT, MOST_OF_MANY = 12, 60
"""Streams that the devices of one seat hold open at once; a seat that many share."""
_SHARED = frozenset({"spectator"})


@dataclass(slots=True, eq=False)
class Room:
    """What is known of one table.

    `happened` counts its news, `here` the streams of each seat; `there` has a pair of process and seat for
    streams elsewhere, `listened` every seat that ever had one. `latest` looks the table up.
    """

    changed: threading.Condition = field(default_factory=threading.Condition)
    happened: int = 0
    version: int = -1
    ticks: int = 0
    warnings: int = 0
    gone: bool = False
    here: defaultdict[str, list[Place]] = field(default_factory=lambda: defaultdict(list))
    there: set[tuple[str, str]] = field(default_factory=set)
    listened: set[str] = field(default_factory=set)
    heard: dict[str, float] = field(default_factory=dict)
    latest: Latest | None = None

    @contextmanager
    def news(self) -> Iterator[None]:
        """Change what is known of the table in a block, and wake all who wait for it."""
        with self.changed:
            yield
            self.happened += 1
            self.changed.notify_all()


@dataclass(slots=True, eq=False)
class Place:
    """The place of one event stream. `granted` says whether it may stay, `ended` that it had to go."""

    room: Room
    seat: str
    granted: bool = False
    ended: bool = False


class Places:
    """At most `limit` places of event streams.

    Where all are taken, a seat without a stream still gets one, in place of one of the seat that holds most.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._guard = threading.Lock()
        self._said_full = False
        self.held = 0
        """How many are taken."""

    def take(self, place: Place, rooms: Collection[Room]) -> bool:
        """Return whether there is room for a stream, or one who holds too many has to go for it."""
        with self._guard:
            own = staying(place.room, place.seat)
            if len(own) >= (MOST_OF_MANY if place.seat in _SHARED else MOST_OF_A_SEAT):
                return False
            if self.held < self._limit:
                self.held += 1
                return True
            self._say_full()
            held = [staying(room, seat) for room in list(rooms) for seat in list(room.here)]
            most = max(held, key=len, default=[])
            if own or len(most) < 2:
                return False
            goes = most[0]
            goes.ended = True
        with goes.room.news():
            return True

    def end(self, place: Place) -> None:
        """Give a place back, once."""
        with self._guard:
            self.held -= not place.ended
            place.ended = True

    def _say_full(self) -> None:
        if not self._said_full:
            self._said_full = True
            log.warning(
                "More screens are open than this server tells at once (%d). The others ask again every few"
                " seconds. A host serves thousands: docs/hosting.md.",
                self._limit,
            )


def staying(room: Room, seat: str) -> list[Place]:
    """Return the places of a seat that have not ended."""
    return [place for place in room.here[seat] if not place.ended]
