"""Wrong codes and PINs: a guesser has to wait, longer each time; nobody else at the table does."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address
from typing import TypeVar

from referee.problems import Problem
from referee.storage.channel import ALONE, SILENT, Channel

FREE = 8
"""Wrong tries of one network for one code without a wait."""
FREE_OF_A_NETWORK = 60
"""Wrong tries of one network for all codes together without a wait."""
FIRST_WAIT, LONGEST_WAIT = 15.0, 3600.0
"""Seconds to wait after the first wrong try too many; each further one doubles them."""
FORGOTTEN = 3600.0
"""Seconds without a wrong try, or after the last wait, until a guesser starts again."""
_IPV6_NETWORK = 64
_MOST = 10_000
_COUNTED_SECONDS = 0.5
"""How long a try waits until an earlier wrong one of its network is counted by every process."""


@dataclass(slots=True)
class _Guesser:
    """What one network has tried."""

    wrong: int = 0
    last: float = 0.0
    until: float = 0.0


@dataclass(slots=True)
class _Guessed:
    """What was tried for one code, and for which networks `told` tells that they were slowed."""

    wrong: int = 0
    last: float = 0.0
    told: set[str] = field(default_factory=set)


_Key = TypeVar("_Key")
_Kept = TypeVar("_Kept")


class Guesses:
    """Counts wrong tries and says when the next one may come. `clock` gives seconds.

    A wait holds for one network and one code together, or for one network that tries many codes. A phone on
    another network, or one that has the link, is never held up. Every process of a host counts them all: each
    tells the others through `channel`, and whoever begins is told what was counted before.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic, channel: Channel = ALONE) -> None:
        self._clock, self._tell, self._channel = clock, channel.tell, channel
        channel.hear("guessed", self._told, own=True)
        channel.hear("had_guessed", self._had_guessed)
        channel.hear("was_guessed", self._was_guessed)
        channel.hear("began", self._tell_all)
        self._guard = threading.Lock()
        self._guessers: dict[tuple[str, str], _Guesser] = {}
        self._codes: dict[str, _Guessed] = {}
        self._on_the_way: dict[str, tuple[threading.Event, float]] = {}

    def check(self, address: str, code: str) -> None:
        """Check that a try may come now. Raises Problem (429) with the seconds to wait otherwise."""
        with self._guard:
            self._check(network_of(address), code)

    def _check(self, network: str, code: str) -> None:
        """Check as `check` does. The guard must be held."""
        now = self._clock()
        kept = (self._guessers.get(key) for key in ((network, code), (network, "")))
        left = max((guesser.until - now for guesser in kept if guesser), default=0.0)
        if left > 0:
            raise _too_soon(int(left) + 1)

    def tried(self, address: str, code: str, *, right: bool) -> bool:
        """Check again that a try may come now, and count it if it is not `right`, in one go.

        Returns what `failed` does. Raises Problem (429) as `check`, also when a wrong try of this network is
        on its way to the other processes for too long.
        """
        network, end = network_of(address), time.monotonic() + _COUNTED_SECONDS
        while True:
            with self._guard:
                gate = self._last_on_the_way(network)
                if gate is None:
                    self._check(network, code)
                    return not right and self._failed_here(network, code)
            if not gate.wait(max(0.0, end - time.monotonic())):
                raise _too_soon(1)

    def failed(self, address: str, code: str) -> bool:
        """Count a wrong try for `code`, "" for what cannot be one.

        Returns whether this network has to wait for the first time at this table, so that its tablet is told.
        """
        with self._guard:
            return self._failed_here(network_of(address), code)

    def _failed_here(self, network: str, code: str) -> bool:
        """Count a wrong try and tell the other processes. The guard must be held."""
        if self._channel.linked:
            self._on_the_way = {of: at for of, at in self._on_the_way.items() if _may_come(at[1])}
            self._on_the_way[network] = threading.Event(), time.monotonic()
        self._tell("guessed", network, code)
        return self._failed(network, code)

    def _last_on_the_way(self, network: str) -> threading.Event | None:
        """Return what opens when a network's last wrong try is counted everywhere. The guard must be held."""
        gate, since = self._on_the_way.get(network, (None, 0.0))
        return gate if _may_come(since) else None

    def _failed(self, network: str, code: str) -> bool:
        """Count a wrong try. The guard must be held."""
        now = self._clock()
        self._forget_old(now)
        _count(self._guessers.setdefault((network, ""), _Guesser()), FREE_OF_A_NETWORK, now)
        if not code:
            return False
        slowed = _count(self._guessers.setdefault((network, code), _Guesser()), FREE, now)
        guessed = self._codes.setdefault(code, _Guessed())
        guessed.wrong, guessed.last = guessed.wrong + 1, now
        first = slowed and network not in guessed.told
        if slowed:
            guessed.told.add(network)
        return first

    def _told(self, process: str, network: str, code: str) -> None:
        """Count a wrong try of another process; one of this process has now been told to all."""
        if process != self._channel.process:
            with self._guard:
                self._failed(network, code)
            return
        with self._guard:
            gate, _ = self._on_the_way.pop(network, (None, 0.0))
        if gate is not None:
            gate.set()

    def _tell_all(self, _process: str) -> None:
        """Tell a process that begins what was tried, with times in seconds from now."""
        now = self._clock()
        with self._guard:
            guessers = [
                (*key, one.wrong, now - one.last, one.until - now) for key, one in self._guessers.items()
            ]
            codes = [(code, one.wrong, now - one.last, sorted(one.told)) for code, one in self._codes.items()]
        for guesser in guessers:
            self._tell("had_guessed", *guesser)
        for code in codes:
            self._tell("was_guessed", *code)

    def _had_guessed(
        self, _process: str, network: str, code: str, wrong: int, ago: float, wait: float
    ) -> None:
        """Take over what another process counted of a network, where it counted more: several may tell."""
        now = self._clock()
        with self._guard:
            self._forget_old(now)
            known = self._guessers.get((network, code))
            if known is None or known.wrong < wrong:
                self._guessers[network, code] = _Guesser(int(wrong), now - ago, now + wait)

    def _was_guessed(self, _process: str, code: str, wrong: int, ago: float, told: list[str]) -> None:
        """Take over what another process counted of a code."""
        now = self._clock()
        with self._guard:
            self._forget_old(now)
            known = self._codes.setdefault(code, _Guessed())
            known.told.update(told)
            if known.wrong < wrong:
                known.wrong, known.last = int(wrong), now - ago

    def wrong(self, code: str) -> int:
        """Return how many wrong PINs were tried for a code, once somebody had to wait for it; otherwise 0."""
        with self._guard:
            guessed = self._codes.get(code)
            if guessed is None or not guessed.told or self._clock() - guessed.last > FORGOTTEN:
                return 0
            return guessed.wrong

    def _forget_old(self, now: float) -> None:
        if len(self._guessers) + len(self._codes) < _MOST:
            return
        self._guessers = {
            key: guesser
            for key, guesser in self._guessers.items()
            if now - max(guesser.last, guesser.until) <= FORGOTTEN
        }
        self._codes = {code: said for code, said in self._codes.items() if now - said.last <= FORGOTTEN}
        # Many networks at once: those that tried longest ago start again.
        while len(self._guessers) + len(self._codes) >= _MOST:
            self._guessers = newest_half(self._guessers, lambda guesser: guesser.last)
            self._codes = newest_half(self._codes, lambda guessed: guessed.last)


def _may_come(since: float) -> bool:
    """Return whether what was told then may still arrive: what the channel lost never does."""
    return time.monotonic() - since < SILENT


def _too_soon(seconds: int) -> Problem:
    wait = f"{seconds} second{'s' * (seconds != 1)}"
    sentence = f"Too many wrong tries. Wait {wait}, or use the QR code on the tablet."
    return Problem(429, sentence, {"Retry-After": str(seconds)})


def newest_half(kept: Mapping[_Key, _Kept], last: Callable[[_Kept], float]) -> dict[_Key, _Kept]:
    """Return those that something last happened to: half as many, by the time that `last` tells."""
    newest = sorted(kept.items(), key=lambda item: last(item[1]), reverse=True)
    return dict(newest[: len(newest) // 2])


def _count(guesser: _Guesser, free: int, now: float) -> bool:
    """Count a wrong try, and return whether the guesser has to wait now."""
    if now - max(guesser.last, guesser.until) > FORGOTTEN:
        guesser.wrong = 0
    guesser.wrong, guesser.last = guesser.wrong + 1, now
    if guesser.wrong < free:
        return False
    doubled = min(guesser.wrong - free, 16)
    guesser.until = now + min(LONGEST_WAIT, FIRST_WAIT * 2**doubled)
    return True


def network_of(address: str) -> str:
    """Return the network that counts as one guesser: an IPv4 address, or the /64 of an IPv6 address."""
    try:
        known = ip_address(address)
    except ValueError:
        return address
    if not isinstance(known, IPv6Address):
        return str(known)
    if known.ipv4_mapped:
        return str(known.ipv4_mapped)
    return f"{IPv6Address(int(known) >> 64 << 64)}/{_IPV6_NETWORK}"
