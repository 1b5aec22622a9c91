"""Requests that change nothing: where nobody can look up what is new, they get what is known."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager


class _Mine(threading.local):
    """Whether this thread answers such a request."""

    only_reads = False


_mine = _Mine()


@contextmanager
def reading(*, only: bool) -> Iterator[None]:
    """Note, for a block that answers a request, whether the request changes nothing."""
    _mine.only_reads = only
    try:
        yield
    finally:
        _mine.only_reads = False


def only_reads() -> bool:
    """Return whether this thread answers a request that changes nothing."""
    return _mine.only_reads
