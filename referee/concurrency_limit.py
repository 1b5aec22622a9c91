"""A few requests at a time, so that each is quick."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from referee.reading import reading
from referee.turns import Turns, given_up, taken

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

CROWDED = "referee.crowded"
"""In the environment of a request that may take long: why it is not answered, "" where it is."""
_BESIDE = (
    "/api/maps", "/api/counters", "/api/surveys", "/counters", "/library", "/print", "/sight", "/surveys",
)  # fmt: skip
"""How addresses begin that belong to no table, and may take long: checking, drawing, printing."""
_AFTERWARDS = re.compile(
    r"/t/[^/]+/(?:report|replay)(?:$|[/.])|/api/tables/[^/]+/record$|/(?:statistics|demo)(?:$|/)"
    r"|/api/openapi\.json$"
)
"""Addresses that go through whole games or routes, and answer nobody who is at his turn."""
_MOST_WAITING = 12


@dataclass(slots=True)
class _Lane:
    """Requests that go one at a time. `full` is the sentence for one that finds too many waiting."""

    full: str
    _turn: threading.Lock = field(default_factory=threading.Lock)
    _guard: threading.Lock = field(default_factory=threading.Lock)
    _waiting: int = 0

    @contextmanager
    def entered(self) -> Iterator[str]:
        """Wait until no other request is in this block; give `full` at once where too many wait already."""
        with self._guard:
            came = self._waiting < _MOST_WAITING
            self._waiting += came
        if not came:
            yield self.full
            return
        try:
            with given_up():
                self._turn.acquire()
            try:
                yield ""
            finally:
                self._turn.release()
        finally:
            with self._guard:
                self._waiting -= 1


class ConcurrencyLimit:
    """Lets a few requests in at a time, in the order they came.

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
        if lane is None:
            with taken(self.turns):
                return self._answer(environ, start_response)
        with lane.entered() as refused, taken(self.turns):
            environ[CROWDED] = refused
            return self._answer(environ, start_response)

    def _answer(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        with reading(only=environ.get("REQUEST_METHOD") in {"GET", "HEAD"}):
            return self._app(environ, start_response)

    def _lane(self, path: str) -> _Lane | None:
        if path.startswith(_BESIDE):
            return self._beside
        return self._afterwards if _AFTERWARDS.match(path) else None
