"""A few requests at a time, so that each is quick."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from referee.asgi import NETWORK, REFUSED
from referee.fair_queue import FairQueue
from referee.network_limit import NetworkLimit
from referee.problems import Problem
from referee.reading import reading
from referee.tables.guesses import network_of
from referee.turns import Turns, given_up, taken

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_BESIDE = (
    "/api/maps", "/api/counters", "/api/surveys", "/counters", "/library", "/print", "/sight", "/surveys",
)  # fmt: skip
"""How addresses begin that belong to no table, and may take long: checking, drawing, printing."""
_AFTERWARDS = re.compile(
    r"/t/[^/]+/(?:report|replay)(?:$|[/.])|/api/tables/[^/]+/record$|/(?:statistics|demo)(?:$|/)"
    r"|/api/openapi\.json$"
)
"""Addresses that go through whole games or routes, and answer nobody who is at his turn."""
_MOST_OF_A_NETWORK = 12
"""So many requests of one network may be in a lane. A browser sends 6 at once."""
_MOST_IN_A_LANE = 18
"""So many may be in it in all. Each holds a thread, and there are `referee.turns.THREADS` of them."""


class _Lane:
    """Requests that go one at a time, each network in its turn.

    `full` is the sentence for one that finds too many waiting.
    """

    def __init__(self, full: str) -> None:
        self.full = full
        self._guard = threading.Lock()
        self._in_it = NetworkLimit(_MOST_IN_A_LANE, _MOST_OF_A_NETWORK)
        self._waiting = FairQueue[threading.Lock]()
        self._busy = False

    @contextmanager
    def entered(self, network: str) -> Iterator[str]:
        """Wait until no other request is in this block; give `full` at once where too many wait already."""
        with self._guard:
            entered = self._in_it.enter(network)
        if not entered:
            yield self.full
            return
        try:
            with self._alone(network):
                yield ""
        finally:
            with self._guard:
                self._in_it.leave(network)

    @contextmanager
    def _alone(self, network: str) -> Iterator[None]:
        mine = threading.Lock()
        mine.acquire()
        with self._guard:
            waits, self._busy = self._busy, True
            if waits:
                self._waiting.append(mine, network)
        if waits:
            with given_up():
                mine.acquire()
        try:
            yield
        finally:
            with self._guard:
                if self._waiting:
                    self._waiting.popleft().release()
                else:
                    self._busy = False


class ConcurrencyLimit:
    """Lets a few requests in at a time, in the order they came, but each network in its turn.

    `referee.turns` says why, and when a request gives its turn up. Event streams pass: they are answered by
    their first line and then only wait. What belongs to no table goes one at a time, so that strangers who
    upload maps never take all turns; so does what goes through whole games, and a third turn is always left.
    """

    def __init__(self, app: WSGIApplication, at_once: int) -> None:
        self._app, self.turns = app, Turns(at_once)
        self._beside = _Lane("Many people are uploading or printing maps right now. Try again in a moment.")
        self._afterwards = _Lane("Many people are reading reports right now. Try again in a moment.")

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request when its turn has come."""
        lane = self._lane(environ["PATH_INFO"])
        network = environ.get(NETWORK) or network_of(environ.get("REMOTE_ADDR", ""))
        if lane is None:
            with taken(self.turns, network):
                return self._answer(environ, start_response)
        with lane.entered(network) as full, taken(self.turns, network):
            if full:
                environ[REFUSED] = Problem(503, full, {"Retry-After": "5"})
            return self._answer(environ, start_response)

    def _answer(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        with reading(only=environ.get("REQUEST_METHOD") in {"GET", "HEAD"}):
            return self._app(environ, start_response)

    def _lane(self, path: str) -> _Lane | None:
        if path.startswith(_BESIDE):
            return self._beside
        return self._afterwards if _AFTERWARDS.match(path) else None
