"""A few requests at a time, so that each is quick."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from referee.turns import taken

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

CROWDED = "referee.crowded"
"""In the environment of a request beside the tables for which too many others wait already."""
_BESIDE = (
    "/api/maps", "/api/counters", "/api/surveys", "/counters", "/library", "/print", "/sight", "/surveys",
)  # fmt: skip
"""How addresses begin that belong to no table, and may take long: checking, drawing, printing."""
_MOST_WAITING = 12


class ConcurrencyLimit:
    """Lets a few requests in at a time, in the order they came.

    `referee.turns` says why, and when a request gives its turn up. Event streams pass: they are answered by
    their first line and then only wait. What belongs to no table goes one at a time, so that strangers who
    bring maps never take all turns.
    """

    def __init__(self, app: WSGIApplication, at_once: int) -> None:
        self._app, self._turns = app, threading.BoundedSemaphore(at_once)
        self._beside = threading.Lock()
        self._guard, self._waiting = threading.Lock(), 0

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request when its turn has come."""
        if not environ["PATH_INFO"].startswith(_BESIDE):
            with taken(self._turns):
                return self._app(environ, start_response)
        with self._one_at_a_time() as came, taken(self._turns):
            environ[CROWDED] = not came
            return self._app(environ, start_response)

    @contextmanager
    def _one_at_a_time(self) -> Iterator[bool]:
        """Wait until no other request is in this block; give False at once where too many wait already."""
        with self._guard:
            came = self._waiting < _MOST_WAITING
            self._waiting += came
        if not came:
            yield False
            return
        try:
            with self._beside:
                yield True
        finally:
            with self._guard:
                self._waiting -= 1
