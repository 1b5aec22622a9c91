"""Event streams (server-sent events) for listening devices.

Only versions and the presence of seats travel here, never anything of the game itself.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from flask import Response, request

from referee.errors import Problem
from referee.events import Events, Latest, StreamSlot
from referee.games.toolkit.http import NO_STORE
from referee.records.text import dump_line
from referee.tables.service import tables
from referee.web.connections import disconnect_check
from rules.questions import TABLE

if TYPE_CHECKING:
    pass


_CHECK_SECONDS = 4.0
"""Seconds between two checks of an idle stream: is its device connected, who is present?"""
_RETRY_MILLISECONDS = 1000
_BUSY_RETRY_MILLISECONDS = 4000
_HEARTBEAT = ": still here\n\n"


@dataclass(frozen=True, slots=True)
class Stream:
    """One seat's event stream.

    `latest` looks up the versions of tables and how often somebody ticked there. `known` turns the version of
    the table into the one that this seat may know. The table's own screen is `warned` when somebody who
    guessed PINs has to wait. The stream ends by itself after `seconds`, so that none holds a thread for ever:
    browsers come back by themselves and say which version they saw last.
    """

    events: Events
    code: str
    seat: str
    seats: tuple[str, ...]
    latest: Latest
    seconds: float
    heartbeat: float
    known: Callable[[int], int] = int
    warned: bool = False

    def text(self, seen: int | None, hung_up: Callable[[], bool] = lambda: False) -> Iterator[str]:
        """Give the text of the stream: what is new since version `seen`, then what happens, for a while.

        `hung_up` says whether the device is gone. The stream ends when the database does not answer: its
        first line has gone out, so it is too late for another answer.
        """
        with suppress(Problem), self.events.open_stream(self.code, self.seat, self.latest) as place:
            yield _retry(place)
            yield from self._text(place, seen, hung_up)

    def _text(self, place: StreamSlot, seen: int | None, hung_up: Callable[[], bool]) -> Iterator[str]:
        happened = self.events.event_count(place)
        now = self.latest({self.code}).get(self.code)
        if now is None:
            yield _event("gone", "gone")
            return
        told = _LastSent(self, *now)
        if told.version_known != seen:
            yield _version(told.version_known)
        yield _event("presence", dump_line(told.present))
        # The page may have been made before somebody had to wait.
        if self.warned and self.events.warnings(self.code):
            yield _event("guesses", "guesses")
        end = time.monotonic() + self.seconds
        heartbeat_at = time.monotonic() + self.heartbeat
        while place.granted and not place.ended and (left := end - time.monotonic()) > 0:
            until_heartbeat = max(0.01, heartbeat_at - time.monotonic())
            happened = self.events.wait(place, happened, min(_CHECK_SECONDS, left, until_heartbeat))
            if self.events.closed or hung_up():
                return
            if self.events.is_gone(place):
                yield _event("gone", "gone")
                return
            yield from told.news()
            if time.monotonic() >= heartbeat_at:
                heartbeat_at = time.monotonic() + self.heartbeat
                yield _HEARTBEAT


class _LastSent:
    """The state of a table that a device was last sent."""

    def __init__(self, stream: Stream, version: int, ticks: int) -> None:
        self._stream, self._events, self._code = stream, stream.events, stream.code
        self._version, self._ticks = version, ticks
        self.version_known = stream.known(version)
        self._warnings = self._events.warnings(self._code)
        self.present, self._listening = self._here()

    def _here(self) -> tuple[dict[str, bool], list[str]]:
        """Return which seats are connected, and which have a device that listens: it comes a moment later.

        Only then does the tablet leave it to that device to answer.
        """
        events, code, seats = self._events, self._code, self._stream.seats
        return events.connected(code, seats), events.listening(code, seats)

    def news(self) -> Iterator[str]:
        """Yield an event for each change since then."""
        if (newest := self._events.latest_version(self._code)) > self._version:
            self._version = newest
            if (known := self._stream.known(newest)) != self.version_known:
                self.version_known = known
                yield _version(known)
        if (ticks := self._events.ticks(self._code)) > self._ticks:
            self._ticks = ticks
            yield _event("ticks", ticks)
        if (warnings := self._events.warnings(self._code)) != self._warnings:
            self._warnings = warnings
            if self._stream.warned:
                # The page asks how many PINs were tried.
                yield _event("guesses", "guesses")
        if (here := self._here()) != (self.present, self._listening):
            self.present, self._listening = here
            yield _event("presence", dump_line(self.present))


def _retry(place: StreamSlot) -> str:
    """Return the retry line: a longer wait where no place was granted."""
    return f"retry: {_RETRY_MILLISECONDS if place.granted else _BUSY_RETRY_MILLISECONDS}\n\n"


def _version(version: int) -> str:
    return f"id: {version}\n{_event('version', version)}"


def _event(name: str, data: object) -> str:
    return f"event: {name}\ndata: {data}\n\n"


def stream_of(code: str, seat: str) -> Stream:
    """Return the event stream of a seat, for its next request. Raises Problem (404)."""
    service = tables()
    with service.store.locked(code) as table:
        seats, secret = table.roster.seats, table.match.secret_choices is not None
    return Stream(
        events=service.events,
        code=code,
        seat=seat,
        seats=seats,
        latest=service.store.latest,
        seconds=service.config.stream_seconds,
        heartbeat=service.config.heartbeat_seconds,
        warned=seat == TABLE,
        known=partial(service.version_known, code, seat) if secret else int,
    )


def stream_response(stream: Stream) -> Response:
    """Return an event stream that starts after the version the device saw last."""
    last = request.headers.get("Last-Event-ID") or request.args.get("since", "")
    seen = int(last) if last.isascii() and last.isdigit() and len(last) < 12 else None
    answer = Response(stream.text(seen, disconnect_check(request.environ)), content_type="text/event-stream")
    answer.headers.update({"Cache-Control": NO_STORE, "X-Accel-Buffering": "no"})
    return answer
