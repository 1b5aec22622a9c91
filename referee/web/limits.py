"""Rate limit: new tables, maps, counter sheets and surveys of one network, counted together.

A network is what `referee.tables.seats.pins` takes for one: an IPv4 address, or the first half of an IPv6
one.
"""

from __future__ import annotations

import re
import threading
from collections import deque
from collections.abc import Callable
from ipaddress import ip_address

from flask import current_app, request

from referee.errors import Problem
from referee.tables.seats.pins import network_of

WINDOW_SECONDS = 3600.0
_MAX_NETWORKS = 10_000
_CREATING_PATHS = frozenset(
    {
        "/", "/api/tables", "/guided",
        "/api/maps", "/api/counters", "/api/surveys", "/counters/new", "/library", "/surveys",
    }
)  # fmt: skip
"""The paths where a POST creates something that the server keeps."""
_CREATING_MAP = re.compile(r"/api/surveys/[^/]+/map")
"""The same, with the id of its source in the path."""


class Quota:
    """Counts what each network made in the last hour, at most `most`. `clock` gives seconds.

    Each process of a host counts for itself.
    """

    def __init__(self, most: int, clock: Callable[[], float]) -> None:
        self._most, self._clock = most, clock
        self._guard = threading.Lock()
        self._made: dict[str, deque[float]] = {}
        """When each network made something; the one that was counted last comes last."""

    def count(self, address: str) -> None:
        """Count one more thing. Raises Problem (429) when there were too many; this machine may always."""
        if _is_this_machine(address):
            return
        network, now = network_of(address), self._clock()
        with self._guard:
            made = self._made[network] = self._made.pop(network, deque())
            while made and now - made[0] >= WINDOW_SECONDS:
                made.popleft()
            if len(made) >= self._most:
                raise _too_many(self._most, int(WINDOW_SECONDS - (now - made[0])) + 1)
            made.append(now)
            if len(self._made) > _MAX_NETWORKS:
                del self._made[next(iter(self._made))]


def _too_many(most: int, wait: int) -> Problem:
    minutes = -(-wait // 60)
    when = "in a minute" if minutes == 1 else f"in {minutes} minutes"
    sentence = f"This address has made {most} new things within an hour. Go on {when}."
    return Problem(429, sentence, {"Retry-After": str(wait)})


def limit_creations() -> None:
    """Count a request that creates something. Run before every request; raises Problem (429)."""
    if request.method == "POST" and (
        request.path in _CREATING_PATHS or _CREATING_MAP.fullmatch(request.path)
    ):
        count_creation()


def count_creation() -> None:
    """Count one creation by this request. Raises Problem (429)."""
    quota: Quota = current_app.extensions["quota"]
    quota.count(request.remote_addr or "")


def _is_this_machine(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
