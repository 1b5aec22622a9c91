"""What a request may wait for under gevent, where whoever waits without its knowledge stops everybody."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from referee.storage import failures

DATABASE_SECONDS = 4.0
"""How long a request waits for a database elsewhere."""


def on_gevent() -> bool:
    """Return whether gevent runs this program."""
    monkey = sys.modules.get("gevent.monkey")
    return monkey is not None and monkey.is_module_patched("socket")


def outside_the_loop(function: Callable[[], object]) -> None:
    """Call a function that waits for the disk; others go on meanwhile."""
    if not on_gevent():
        function()
        return
    import gevent  # noqa: PLC0415  (only a host has it)

    def failure() -> BaseException | None:
        # gevent prints what leaves its thread; if it cannot (a full disk), whoever waits never goes on.
        try:
            function()
        except BaseException as error:  # noqa: BLE001  (it is raised below)
            return error
        return None

    if error := gevent.get_hub().threadpool.apply(failure):
        raise error


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
        raise failures.NoAnswer(f"it said nothing for {DATABASE_SECONDS:g} seconds") from None
    finally:
        limit.close()
