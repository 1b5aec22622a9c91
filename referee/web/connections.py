"""Whether the device behind a connection is still there. Gunicorn's master loads this: no Flask."""

from __future__ import annotations

import socket
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment


def disconnect_check(environ: WSGIEnvironment) -> Callable[[], bool]:
    """Return a function that says whether the client of a request has disconnected."""
    told: Callable[[], bool] | None = environ.get("waitress.client_disconnected")
    held: socket.socket | None = environ.get("gunicorn.socket")
    if told is not None or held is None:
        return told or (lambda: False)
    return partial(is_disconnected, held)


def is_disconnected(held: socket.socket) -> bool:
    """Return whether the other end of a connection has closed it."""
    held.setblocking(False)
    try:
        return not held.recv(1, socket.MSG_PEEK)
    except OSError as error:
        return not isinstance(error, BlockingIOError)
    finally:
        held.setblocking(True)
