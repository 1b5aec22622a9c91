"""Turns: a few requests are worked on at a time, and one that waits for something lets others go on.

Python runs one thread at a time anyway. With many runnable at once each waits for its turn after every
question to the database, and all are late; one after the other, each is quick. But a request that waits for
the disk, for a lock or for another machine needs no processor, so it gives its turn up until it goes on.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

PATIENCE_SECONDS = 3.5
"""How long a request waits in all until it may change something, before it is told that it cannot."""
_LEAST_SECONDS = 1.0


class _Mine(threading.local):
    """The turn that this thread has, if any, and when its request began."""

    turns: threading.Semaphore | None = None
    began: float | None = None
    unanswered = False


_mine = _Mine()


@contextmanager
def taken(turns: threading.Semaphore) -> Iterator[None]:
    """Wait for a turn, and hold it for a block."""
    with turns:
        _mine.turns, _mine.began, _mine.unanswered = turns, time.monotonic(), False
        try:
            yield
        finally:
            _mine.turns = _mine.began = None
            _mine.unanswered = False


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


@contextmanager
def given_up() -> Iterator[None]:
    """Give this thread's turn up for a block that only waits; wait for another one at its end."""
    turns = _mine.turns
    if turns is None:
        yield
        return
    _mine.turns = None
    turns.release()
    try:
        yield
    finally:
        turns.acquire()
        _mine.turns = turns
