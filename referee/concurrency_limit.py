"""A few requests at a time, so that each is quick."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


class ConcurrencyLimit:
    """Lets a few requests in at a time, in the order they came.

    Python runs one thread at a time anyway. With many runnable at once each waits for its turn after every
    question to the database, and all are late; one after the other, each is quick. Event streams pass: they
    are answered by their first line and then only wait.
    """

    def __init__(self, app: WSGIApplication, at_once: int) -> None:
        self._app, self._turn = app, threading.BoundedSemaphore(at_once)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request when its turn has come."""
        with self._turn:
            return self._app(environ, start_response)
