"""Whether a connection to PostgreSQL that lay idle is still good, without asking the server.

Asking before each use, as a pool would, doubles the cost of a question. But a server that is shut down or
killed closes its connections, and the system here notices. Only after long idling may a loss go unnoticed.
"""

from __future__ import annotations

import select
import time
from typing import Any

_TRUSTED_SECONDS = 20.0
"""How long a connection may lie idle before the server is asked."""
USED = "used"
"""In the `info` of a connection: when it was last given back."""


def note_use(info: dict[Any, Any]) -> None:
    """Note that a connection is given back."""
    info[USED] = time.monotonic()


def may_be_lost(connection: Any, info: dict[Any, Any]) -> bool:
    """Return whether a psycopg connection should be tried before it is used.

    The server sends nothing to a connection that lies idle, unless to end it.
    """
    if USED not in info:
        return False  # it is new
    return bool(
        connection.closed
        or time.monotonic() - info[USED] > _TRUSTED_SECONDS
        or _something_to_read(connection.fileno())
    )


def _something_to_read(socket: int) -> bool:
    if not hasattr(select, "poll"):  # Windows
        return bool(select.select([socket], [], [], 0)[0])
    poll = select.poll()
    poll.register(socket, select.POLLIN)
    return bool(poll.poll(0))
