"""Wrong codes and PINs: a network that guesses has to wait, longer each time; others do not."""

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
"""Wrong tries that one network has for one code without a wait."""
FREE_TRIES_PER_NETWORK = 60
"""Wrong tries of one network for all codes together without a wait."""
FIRST_WAIT, MAX_WAIT = 15, 3600
"""Seconds to wait after the first wrong try too many; each further one doubles them."""
FORGET_AFTER = 3600
"""Seconds without a wrong try, or after the last wait, until a network starts from zero."""
_IPV6_NETWORK = 64
_MAX_ADDRESSES = 10_000
"""Most networks and codes that are counted: older ones are forgotten."""
_CLEAN_UP_EVERY = 1000
"""Wrong tries at this process after which outdated ones are deleted."""
_CONCURRENT_TRIES = 16
"""Tries that one process checks at a time; those of one network take turns."""


class PinThrottle:
    """Counts wrong tries and limits when the next one is allowed. `now` returns the time in ISO 8601.

    A wait applies to one network and one code together, or to one network that tries many codes. A phone on
    another network, or with the link, never waits. The counts are in the database, which all processes of a
    host share. They hold no address, only its HMAC under the server's `secret`.
    """

    def __init__(self, database: Database, now: Callable[[], str], secret: Callable[[], bytes]) -> None:
        self._database, self._now, self._secret = database, now, secret
        self._turns = [threading.Lock() for _ in range(_CONCURRENT_TRIES)]
        self._counted = count(1)

    def check(self, address: str, code: str) -> None:
        """Check that a try is allowed now. Raises Problem (429) with the seconds to wait, and (503)."""
        with self._database.reading() as connection:
            tried = seats.tries_of(connection, self._who(address), code)
        _check(tried, self._now())

    def record_try(self, address: str, code: str, *, right: bool) -> bool:
        """Check again that a try is allowed now, and count it unless it is `right`, in one transaction.

        `code` is "" for an impossible code. Returns whether this network has to wait for the first time at
        this table, so that its tablet shows a warning. Raises Problem as `check` does.
        """
        who = self._who(address)
        # Many tries of one network at once use one connection, not all.
        with self._turns[int(who, 16) % _CONCURRENT_TRIES], self._database.writing() as connection:
            seats.lock_network(connection, who)
            tried, now = seats.tries_of(connection, who, code), self._now()
            # Also if it is right: it must not overtake earlier wrong ones.
            _check(tried, now)
            if right:
                return False
            wrong = 0
            for of in dict.fromkeys(("", code)):
                wrong = _wrong(tried.get(of), _free(of), now) + 1
                seats.save_tries(connection, who, of, Tries(wrong, now), first=of not in tried)
        if next(self._counted) % _CLEAN_UP_EVERY == 0:
            with suppress(Problem):
                self.forget(datetime.fromisoformat(now))
        return bool(code) and wrong == FREE_TRIES

    def wrong_tries(self, code: str) -> int:
        """Return the number of wrong PINs for a code, once a network had to wait for it; otherwise 0."""
        with self._database.reading() as connection:
            tried = seats.tries_for_code(connection, code)
        if tried is None or tried[1] < FREE_TRIES or _age(tried[0], self._now()) > FORGET_AFTER:
            return 0
        return tried[0].wrong

    def forget(self, now: datetime) -> None:
        """Delete outdated counts, also those with a time in the future. Raises Problem (503)."""
        longest = timedelta(seconds=MAX_WAIT + FORGET_AFTER)
        before, after = ((now + by).isoformat(timespec="seconds") for by in (-longest, longest))
        with self._database.writing() as connection:
            seats.delete_old_tries(connection, before, after, _MAX_ADDRESSES)

    def _who(self, address: str) -> str:
        """Return the key of the network of an address in the database."""
        return hmac.digest(self._secret(), f"guesses of {network_of(address)}".encode(), "sha256").hex()


def _check(tried: Mapping[str, Tries], now: str) -> None:
    """Raise Problem (429) if a network with these tries has to wait."""
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
    """Return the seconds to wait after so many wrong tries."""
    return 0 if wrong < free else min(MAX_WAIT, FIRST_WAIT * 2 ** min(wrong - free, 16))


def _wrong(tries: Tries | None, free: int, now: str) -> int:
    """Return the number of wrong tries that still count."""
    if tries is None or _age(tries, now) > _wait(tries.wrong, free) + FORGET_AFTER:
        return 0
    return tries.wrong


def _age(tries: Tries, now: str) -> int:
    """Return the seconds since the last try; if the clock was put back, waits do not get long."""
    return abs(round((datetime.fromisoformat(now) - datetime.fromisoformat(tries.at)).total_seconds()))


def network_of(address: str) -> str:
    """Return the network of an address: an IPv4 address itself, or the /64 of an IPv6 address."""
    try:
        known = ip_address(address)
    except ValueError:
        return address
    if not isinstance(known, IPv6Address):
        return str(known)
    if known.ipv4_mapped:
        return str(known.ipv4_mapped)
    return f"{IPv6Address(int(known) >> 64 << 64)}/{_IPV6_NETWORK}"
