"""How many new things one network may make: tables, maps, counter sheets and surveys together.

A network is what `referee.tables.guesses` takes for one: an IPv4 address, or the first half of an IPv6 one.
"""

from __future__ import annotations

import re
import threading
from collections import deque
from collections.abc import Callable
from ipaddress import ip_address

from flask import current_app, request

from referee.problems import Problem
from referee.storage.channel import ALONE, Channel
from referee.tables.guesses import network_of, newest_half

SECONDS = 3600.0
_MOST_NETWORKS = 10_000
_MAKING = frozenset(
    {
        "/", "/api/tables", "/guided",
        "/api/maps", "/api/counters", "/api/surveys", "/counters/new", "/library", "/surveys",
    }
)  # fmt: skip
"""Where a POST makes something that the server keeps."""
_MAKING_OF_ANOTHER = re.compile(r"/api/surveys/[^/]+/map")
"""The same, with the id of what it is made of in the address."""


class Quota:
    """Counts what each network made in the last hour, at most `most`. `clock` gives seconds.

    Every process of a host counts it all: each tells the others through `channel`, and a new process is told
    what was counted before.
    """

    def __init__(self, most: int, clock: Callable[[], float], channel: Channel = ALONE) -> None:
        self._most, self._clock, self._tell = most, clock, channel.tell
        self._guard = threading.Lock()
        self._made: dict[str, deque[float]] = {}
        channel.hear("made", self._made_elsewhere)
        channel.hear("had_made", self._had_made)
        channel.hear("began", self._tell_all)

    def count(self, address: str) -> None:
        """Count one more thing. Raises Problem (429) when there were too many; this machine may always."""
        if _is_this_machine(address):
            return
        network, now = network_of(address), self._clock()
        with self._guard:
            made = self._of(network, now)
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
        self._tell("made", network)

    def made(self, address: str) -> int:
        """Return how much the network of an address made in the last hour."""
        with self._guard:
            return len(self._of(network_of(address), self._clock()))

    def _made_elsewhere(self, _process: str, network: str) -> None:
        now = self._clock()
        with self._guard:
            self._of(network, now).append(now)

    def _tell_all(self, _process: str) -> None:
        """Tell a process that begins how many seconds ago each network made something."""
        now = self._clock()
        with self._guard:
            ages = {network: [round(now - at) for at in made] for network, made in self._made.items() if made}
        for network, seconds in ages.items():
            self._tell("had_made", network, seconds)

    def _had_made(self, _process: str, network: str, ages: list[float]) -> None:
        """Take over what another process counted, where it counted more: several may tell the same."""
        now = self._clock()
        with self._guard:
            if len(ages) > len(self._of(network, now)):
                self._made[network] = deque(now - age for age in ages)

    def _of(self, network: str, now: float) -> deque[float]:
        """Return when a network made something in the last hour. The guard must be held."""
        if len(self._made) >= _MOST_NETWORKS and network not in self._made:
            self._made = {of: at for of, at in self._made.items() if at and now - at[-1] < SECONDS}
            # Many networks at once: those that made something longest ago start again.
            if len(self._made) >= _MOST_NETWORKS:
                self._made = newest_half(self._made, lambda at: at[-1])
        made = self._made.setdefault(network, deque())
        while made and now - made[0] >= SECONDS:
            made.popleft()
        return made


def count_what_is_made() -> None:
    """Count a request that makes something new. Run before every request; raises Problem (429)."""
    if request.method == "POST" and (request.path in _MAKING or _MAKING_OF_ANOTHER.fullmatch(request.path)):
        count_one()


def count_one() -> None:
    """Count what this request makes. Raises Problem (429)."""
    quota: Quota = current_app.extensions["quota"]
    quota.count(request.remote_addr or "")


def _is_this_machine(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
