"""Requests that ask for no change: what is known may do for them, where nobody can look up what is new."""

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
    """Note for a block that answers a request whether it asks for no change."""
    _mine.only_reads = only
    try:
        yield
    finally:
        _mine.only_reads = False


def only_reads() -> bool:
    """Return whether this thread answers a request that asks for no change."""
    return _mine.only_reads
