"""The places of event streams: how many a server holds, and whose has to go when all are taken."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass

MOST_OF_A_SEAT = 12
"""Streams that the devices of one seat hold open at once; a seat that many share has `MOST_OF_MANY`."""
MOST_OF_MANY = 60
_SHARED = frozenset({"spectator"})


@dataclass(slots=True, eq=False)
class Place:
    """The place of one event stream. `granted` says whether it may stay, `ended` that it had to go.

    `network` is that of its device's address: an IPv6 network counts as one address.
    """

    code: str
    seat: str
    network: str
    granted: bool = False
    ended: bool = False


class StreamPlaces:
    """The places of at most `limit` streams.

    When all are taken, a seat without a stream still gets one, if somebody holds more than a fair share: a
    visitor who fills the server with streams ends only his own.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._guard = threading.Lock()
        self._taken: set[Place] = set()
        self._of_seat, self._of_network = Counter[tuple[str, str]](), Counter[str]()

    def __len__(self) -> int:
        """Return how many are taken."""
        return len(self._taken)

    def seats(self) -> list[tuple[str, str]]:
        """Return the table and the seat of each place that is taken, once each."""
        with self._guard:
            return [of_seat for of_seat, count in self._of_seat.items() if count > 0]

    def take(self, place: Place) -> Place | None:
        """Grant a place if there is room for it, or if one who holds too many has to go; return that one."""
        with self._guard:
            most = MOST_OF_MANY if place.seat in _SHARED else MOST_OF_A_SEAT
            if self._of_seat[place.code, place.seat] >= most:
                return None
            goes = None
            if len(self._taken) >= self._limit:
                goes = self._too_many(place)
                if goes is None:
                    return None
                self._end(goes)
            self._taken.add(place)
            self._of_seat[place.code, place.seat] += 1
            self._of_network[place.network] += 1
            place.granted = True
            return goes

    def end(self, code: str, seat: str) -> None:
        """End all streams of a seat."""
        with self._guard:
            for place in [p for p in self._taken if (p.code, p.seat) == (code, seat)]:
                self._end(place)

    def leave(self, place: Place) -> None:
        """Give a place back, once."""
        with self._guard:
            self._leave(place)

    def _too_many(self, place: Place) -> Place | None:
        """Return a stream that has to go for this one: of the network that holds most, else of the seat."""
        if self._of_seat[place.code, place.seat]:
            return None
        network, held = self._of_network.most_common(1)[0] if self._of_network else ("", 0)
        if network != place.network and held > self._of_network[place.network] + 1:
            theirs = [p for p in self._taken if p.network == network]
            return max(theirs, key=lambda p: self._of_seat[p.code, p.seat])
        seat, held = self._of_seat.most_common(1)[0] if self._of_seat else (("", ""), 0)
        if held < 2:
            return None
        return next(p for p in self._taken if (p.code, p.seat) == seat)

    def _end(self, place: Place) -> None:
        place.ended = True
        self._leave(place)

    def _leave(self, place: Place) -> None:
        if place in self._taken:
            self._taken.discard(place)
            self._of_seat[place.code, place.seat] -= 1
            self._of_network[place.network] -= 1
            # A seat or a network that holds none is not kept.
            self._of_seat += Counter()
            self._of_network += Counter()
