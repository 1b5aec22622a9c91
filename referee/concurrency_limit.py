"""A few requests at a time, so that each is quick."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import TYPE_CHECKING

from referee.turns import taken

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


class ConcurrencyLimit:
    """Lets a few requests in at a time, in the order they came.

    `referee.turns` says why, and when a request gives its turn up. Event streams pass: they are answered by
    their first line and then only wait.
    """

    def __init__(self, app: WSGIApplication, at_once: int) -> None:
        self._app, self._turns = app, threading.BoundedSemaphore(at_once)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request when its turn has come."""
        with taken(self._turns):
            return self._app(environ, start_response)
