"""How long the request of this thread has waited, for a lock, a connection or the database; and still may."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

PATIENCE_SECONDS = 3.5
"""How long a request waits in all until it may change something, before it is told that it cannot."""
_LEAST_SECONDS = 1.0


class _Mine(threading.local):
    """When this thread's request began, how many `seconds` it has only waited, and since when, while it does.

    `unanswered`: it has waited in vain for the database.
    """

    began: float | None = None
    seconds = 0.0
    since: float | None = None
    unanswered = False


_mine = _Mine()


@contextmanager
def answering() -> Iterator[None]:
    """Count a block in which this thread answers a request."""
    _mine.began, _mine.seconds, _mine.unanswered = time.monotonic(), 0.0, False
    try:
        yield
    finally:
        _mine.began, _mine.unanswered = None, False


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


def in_a_request() -> bool:
    """Return whether this thread answers a request."""
    return _mine.began is not None


def unanswered() -> bool:
    """Return whether this thread's request has waited in vain for the database once."""
    return _mine.unanswered


def note_unanswered() -> None:
    """Note that this thread's request waited in vain for the database. It does not wait for it again."""
    _mine.unanswered = in_a_request()


def patience() -> float:
    """Return for how many seconds the request of this thread goes on waiting for others.

    What it has waited already counts, so that nobody waits for one thing after another.
    """
    if _mine.began is None:
        return PATIENCE_SECONDS
    return max(_LEAST_SECONDS, PATIENCE_SECONDS - (time.monotonic() - _mine.began))
