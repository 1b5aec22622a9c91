"""How long the request of this thread has only waited: for a lock, a connection, or the database itself."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class _Mine(threading.local):
    """How many seconds this thread's request has waited, and since when it waits, while it does."""

    seconds = 0.0
    since: float | None = None


_mine = _Mine()


def counted_anew() -> float:
    """Return the time, from which another request counts on this thread."""
    _mine.seconds = 0.0
    return time.monotonic()


@contextmanager
def waiting() -> Iterator[None]:
    """Count a block in which this thread only waits."""
    if _mine.since is not None:
        yield
        return
    _mine.since = time.monotonic()
    try:
        yield
    finally:
        _mine.seconds, _mine.since = waited(), None


def waited() -> float:
    """Return for how many seconds this thread's request has only waited until now."""
    return _mine.seconds if _mine.since is None else _mine.seconds + time.monotonic() - _mine.since
