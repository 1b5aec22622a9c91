"""Wrong codes and PINs: a guesser has to wait, longer each time; nobody else at the table does."""

from __future__ import annotations

import hmac
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address
from itertools import count

from referee.errors import Problem
from referee.storage import seats
from referee.storage.database import Database
from referee.storage.seats import Tries

FREE_TRIES = 8
"""Wrong tries of one network for one code without a wait."""
FREE_TRIES_PER_NETWORK = 60
"""Wrong tries of one network for all codes together without a wait."""
FIRST_WAIT, MAX_WAIT = 15, 3600
"""Seconds to wait after the first wrong try too many; each further one doubles them."""
FORGET_AFTER = 3600
"""Seconds without a wrong try, or after the last wait, until a guesser starts again."""
_IPV6_NETWORK = 64
_MAX_ADDRESSES = 10_000
"""Of how many guessers and codes the count is kept: the others start again."""
_CLEAN_UP_EVERY = 1000
"""After so many wrong tries at this process those that are forgotten go, however lately that was done."""
_CONCURRENT_TRIES = 16
"""Tries that one process judges at a time: those of one network come one after the other."""


class PinThrottle:
    """Counts wrong tries and says when the next one may come. `now` gives the time in ISO 8601.

    A wait holds for one network and one code together, or for one network that tries many codes. A phone on
    another network, or one that has the link, is never held up. The counts are kept in the database, which
    all processes of a host share. They name no address, only its HMAC under the server's `secret`.
    """

    def __init__(self, database: Database, now: Callable[[], str], secret: Callable[[], bytes]) -> None:
        self._database, self._now, self._secret = database, now, secret
        self._turns = [threading.Lock() for _ in range(_CONCURRENT_TRIES)]
        self._counted = count(1)

    def check(self, address: str, code: str) -> None:
        """Check that a try may come now. Raises Problem (429) with the seconds to wait otherwise; (503)."""
        with self._database.reading() as connection:
            tried = seats.of(connection, self._who(address), code)
        _check(tried, self._now())

    def record_try(self, address: str, code: str, *, right: bool) -> bool:
        """Check again that a try may come now, and count it if it is not `right`, in one go.

        `code` is "" for what cannot be one. Returns whether this network has to wait for the first time at
        this table, so that its tablet is told. Raises Problem as `check` does.
        """
        who = self._who(address)
        # A crowd of tries of one network takes one connection, not all.
        with self._turns[int(who, 16) % _CONCURRENT_TRIES], self._database.writing() as connection:
            seats.hold(connection, who)
            tried, now = seats.of(connection, who, code), self._now()
            # Also if it is right: it must not go before wrong ones that came first.
            _check(tried, now)
            if right:
                return False
            wrong = 0
            for of in dict.fromkeys(("", code)):
                wrong = _wrong(tried.get(of), _free(of), now) + 1
                seats.keep(connection, who, of, Tries(wrong, now), first=of not in tried)
        if next(self._counted) % _CLEAN_UP_EVERY == 0:
            with suppress(Problem):
                self.forget(datetime.fromisoformat(now))
        return bool(code) and wrong == FREE_TRIES

    def wrong_tries(self, code: str) -> int:
        """Return how many wrong PINs were tried for a code, once somebody had to wait for it; otherwise 0."""
        with self._database.reading() as connection:
            tried = seats.of_code(connection, code)
        if tried is None or tried[1] < FREE_TRIES or _age(tried[0], self._now()) > FORGET_AFTER:
            return 0
        return tried[0].wrong

    def forget(self, now: datetime) -> None:
        """Delete what no longer holds anybody up, also where the clock was wrong. Raises Problem (503)."""
        longest = timedelta(seconds=MAX_WAIT + FORGET_AFTER)
        before, after = ((now + by).isoformat(timespec="seconds") for by in (-longest, longest))
        with self._database.writing() as connection:
            seats.forget(connection, before, after, _MAX_ADDRESSES)

    def _who(self, address: str) -> str:
        """Return what the network of an address is called in the database."""
        return hmac.digest(self._secret(), f"guesses of {network_of(address)}".encode(), "sha256").hex()


def _check(tried: Mapping[str, Tries], now: str) -> None:
    """Raise Problem (429) if a guesser who tried this has to wait."""
    left = max(
        (_wait(tries.wrong, _free(code)) - _age(tries, now) for code, tries in tried.items()), default=0
    )
    if left > 0:
        wait = f"{left} second{'s' * (left != 1)}"
        sentence = f"Too many wrong tries. Wait {wait}, or use the QR code on the tablet."
        raise Problem(429, sentence, {"Retry-After": str(left)})


def _free(code: str) -> int:
    return FREE_TRIES if code else FREE_TRIES_PER_NETWORK


def _wait(wrong: int, free: int) -> int:
    """Return for how many seconds a guesser has to wait after so many wrong tries."""
    return 0 if wrong < free else min(MAX_WAIT, FIRST_WAIT * 2 ** min(wrong - free, 16))


def _wrong(tries: Tries | None, free: int, now: str) -> int:
    """Return how many wrong tries are not forgotten yet."""
    if tries is None or _age(tries, now) > _wait(tries.wrong, free) + FORGET_AFTER:
        return 0
    return tries.wrong


def _age(tries: Tries, now: str) -> int:
    """Return how many seconds ago the last try was; a clock that was put back lets nobody wait for long."""
    return abs(round((datetime.fromisoformat(now) - datetime.fromisoformat(tries.at)).total_seconds()))


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
