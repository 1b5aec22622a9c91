"""What a request may wait for under gevent, where whoever waits without its knowledge stops everybody."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from referee.storage import failures

DATABASE_SECONDS = 4.0
"""How long a request waits for a database elsewhere."""
_Value = TypeVar("_Value")


def on_gevent() -> bool:
    """Return whether gevent runs this program."""
    monkey = sys.modules.get("gevent.monkey")
    return monkey is not None and monkey.is_module_patched("socket")


def outside_the_loop(function: Callable[[], _Value]) -> _Value:
    """Return what a function returns that waits for the disk; others go on meanwhile."""
    if not on_gevent():
        return function()
    import gevent  # noqa: PLC0415  (only a host has it)

    value: _Value = gevent.get_hub().threadpool.apply(function)
    return value


@contextmanager
def limited() -> Iterator[None]:
    """Raise NoAnswer when a block takes too long: a database that was stopped says nothing at all.

    The system at the other end still accepts what it is sent, so no time-out of TCP or of the driver ends the
    wait. Only gevent can.
    """
    if not on_gevent():
        yield
        return
    from gevent import Timeout  # noqa: PLC0415  (only a host has it)

    limit = Timeout.start_new(DATABASE_SECONDS)
    try:
        yield
    except BaseException:
        # The driver may have made an error of its own of the time-out.
        if limit.pending:
            raise
        raise failures.NoAnswer from None
    finally:
        limit.close()
