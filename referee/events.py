"""Live updates: what an event stream tells a device.

Only versions and the presence of seats travel here, never anything of the game itself.
"""

from __future__ import annotations

import select
import socket
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.hub import GRACE, LONG_AWAY, Hub
from referee.json_text import dump_line
from referee.problems import Problem
from referee.stream_places import Place

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

__all__ = ["GRACE", "LONG_AWAY", "TICK", "Begun", "Hub", "Latest", "Stream"]

TICK = 2.0
"""Seconds between two looks at presence, and at what another process may have changed."""
RETRY_MILLISECONDS = 1000
BUSY_RETRY_MILLISECONDS = 4000
HEARTBEAT = ": still here\n\n"
Latest = Callable[[Collection[str]], Mapping[str, tuple[int, int]]]
"""Gives the version of each table and how often somebody ticked there; a table that is gone is left out."""


@dataclass(frozen=True, slots=True)
class Begun:
    """Where a stream begins: the table's version on disk, as the seat knows it, and the number of ticks."""

    version: int
    told: int
    ticks: int


@dataclass(frozen=True, slots=True)
class Stream:
    """One seat's event stream. `version_now` reads the version from the database, None if the table is gone.

    `ticks_now` reads there how often somebody ticked, for another process may have; without it this one alone
    counts. `known` turns the version of the table into the one that this seat may know. `address` is where
    the device is, and `latest` asks for many tables at once, for a server that holds many streams. The
    table's own screen is `warned` when somebody who guessed PINs has to wait.
    """

    hub: Hub
    code: str
    seat: str
    seats: tuple[str, ...]
    version_now: Callable[[], int | None]
    seconds: float
    heartbeat: float
    ticks_now: Callable[[], int] | None = None
    known: Callable[[int], int] = int
    address: str = ""
    latest: Latest | None = None
    warned: bool = False

    def events(self, seen: int | None, hung_up: Callable[[], bool] = lambda: False) -> Iterator[str]:
        """Give the text of the stream: what is new since version `seen`, then what happens, for a while.

        A stream ends by itself after `seconds`, so that none holds a thread for ever; browsers come back
        by themselves and say which version they saw last. It ends likewise when the database does not answer:
        its first line has gone out, so it is too late for another answer. `hung_up` says whether the
        device is gone.
        """
        with suppress(Problem):
            yield from self._events(seen, hung_up)

    def begun(self) -> Begun | None:
        """Return where the stream begins; None if the table is gone. Raises Problem (503)."""
        version = self.version_now()
        return None if version is None else Begun(version, self.known(version), self._ticks())

    def first(self, begun: Begun | None, seen: int | None, present: Mapping[str, bool]) -> Iterator[str]:
        """Give what a stream says first, after its retry line, to a device that saw version `seen`."""
        if begun is None:
            yield gone()
            return
        if begun.told != seen:
            yield new_version(begun.told)
        yield presence(present)

    def _events(self, seen: int | None, hung_up: Callable[[], bool]) -> Iterator[str]:
        with self.hub.stream(self.code, self.seat, self.address) as place:
            yield retry(place)
            begun = self.begun()
            present = self.hub.present(self.code, self.seats)
            yield from self.first(begun, seen, present)
            if place.granted and begun is not None:
                yield from self._follow(place, begun, present, hung_up)

    def _follow(
        self, place: Place, begun: Begun, present: dict[str, bool], hung_up: Callable[[], bool]
    ) -> Iterator[str]:
        version, told, ticks = begun.version, begun.told, begun.ticks
        warnings = self.warnings()
        end = time.monotonic() + self.seconds
        heartbeat_at = time.monotonic() + self.heartbeat
        while (now := time.monotonic()) < end and not self.hub.closed and not place.ended:
            announced = self.hub.wait(self.code, version, max(0.01, min(TICK, end - now, heartbeat_at - now)))
            if hung_up():
                return
            current = announced if announced > version else self.version_now()
            if current is None:
                yield gone()
                return
            if current != version:
                version = current
                if (now_told := self.known(version)) != told:
                    told = now_told
                    yield new_version(told)
            if (ticked := self._ticks()) != ticks:
                ticks = ticked
                yield new_ticks(ticks)
            if (warned := self.warnings()) != warnings:
                warnings = warned
                yield new_guesses()
            seen = self.hub.present(self.code, self.seats)
            if seen != present:
                present = seen
                yield presence(present)
            if time.monotonic() >= heartbeat_at:
                heartbeat_at = time.monotonic() + self.heartbeat
                yield HEARTBEAT

    def warnings(self) -> int:
        """Return how many warnings of guessed PINs this stream tells of since the server began."""
        return self.hub.warnings(self.code) if self.warned else 0

    def _ticks(self) -> int:
        return self.ticks_now() if self.ticks_now else self.hub.ticks(self.code)


def hung_up(environ: WSGIEnvironment) -> Callable[[], bool]:
    """Return how to ask the server of a request whether its device has hung up."""
    told: Callable[[], bool] | None = environ.get("waitress.client_disconnected")
    held: socket.socket | None = environ.get("gunicorn.socket")
    if told is not None or held is None:
        return told or (lambda: False)
    poll = select.poll()
    poll.register(held, select.POLLIN)
    return lambda: bool(poll.poll(0)) and not held.recv(1, socket.MSG_PEEK)


def retry(place: Place) -> str:
    """Return the line that tells when to come back: later where no place was granted."""
    return f"retry: {RETRY_MILLISECONDS if place.granted else BUSY_RETRY_MILLISECONDS}\n\n"


def new_version(version: int) -> str:
    """Return the event that tells of a version."""
    return f"id: {version}\nevent: version\ndata: {version}\n\n"


def presence(present: Mapping[str, bool]) -> str:
    """Return the event that tells which seats are connected."""
    return f"event: presence\ndata: {dump_line(dict(present))}\n\n"


def new_ticks(ticks: int) -> str:
    """Return the event that tells how often somebody ticked."""
    return f"event: ticks\ndata: {ticks}\n\n"


def new_guesses() -> str:
    """Return the event that tells that somebody guesses PINs: the page asks how many."""
    return "event: guesses\ndata: guesses\n\n"


def gone() -> str:
    """Return the event that tells that a table is gone."""
    return "event: gone\ndata: gone\n\n"
