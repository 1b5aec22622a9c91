"""How many new things one address may make: tables, maps, counter sheets and surveys together."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from ipaddress import ip_address

from flask import current_app, request

from referee.problems import Problem

SECONDS = 3600.0
_MOST_ADDRESSES = 10_000
_MAKING = frozenset(
    {
        "/", "/api/tables", "/guided",
        "/api/maps", "/api/counters", "/api/surveys", "/counters/new", "/library", "/surveys",
    }
)  # fmt: skip
"""Where a POST makes something that the server keeps."""


class Quota:
    """Counts what each address made in the last hour, at most `most`. `clock` gives seconds."""

    def __init__(self, most: int, clock: Callable[[], float]) -> None:
        self._most, self._clock = most, clock
        self._guard = threading.Lock()
        self._made: dict[str, deque[float]] = {}

    def count(self, address: str) -> None:
        """Count one more thing. Raises Problem (429) when there were too many; this machine may always."""
        if _is_this_machine(address):
            return
        now = self._clock()
        with self._guard:
            if len(self._made) >= _MOST_ADDRESSES:
                self._made = {of: at for of, at in self._made.items() if now - at[-1] < SECONDS}
            made = self._made.setdefault(address, deque())
            while made and now - made[0] >= SECONDS:
                made.popleft()
            if len(made) >= self._most:
                wait = int(SECONDS - (now - made[0])) + 1
                minutes = -(-wait // 60)
                when = "in a minute" if minutes == 1 else f"in {minutes} minutes"
                raise Problem(
                    429,
                    f"This address has made {self._most} new things within an hour. Go on {when}.",
                    {"Retry-After": str(wait)},
                )
            made.append(now)


def count_what_is_made() -> None:
    """Count a request that makes something new. Run before every request; raises Problem (429)."""
    if request.method == "POST" and request.path in _MAKING:
        quota: Quota = current_app.extensions["quota"]
        quota.count(request.remote_addr or "")


def _is_this_machine(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
