"""Whether the database says nothing at all, to anybody.

If every thread waited for it in full, soon none would be free, and even a request that needs no database
would wait for a thread. So one request at a time waits in full, to hear when it is back. The others wait
briefly.
"""

from __future__ import annotations

import time

MOST_SECONDS = 4.0
"""How long a request waits in all: longer than for a row that another program holds."""
_BRIEF_SECONDS = 0.2


class Silence:
    """What this process has heard of the database."""

    def __init__(self) -> None:
        self._silent = False
        self._answered = self._next_try = 0.0

    def answered(self) -> None:
        """Note that the database has answered somebody."""
        self._answered, self._silent = time.monotonic(), False

    def in_vain(self, began: float) -> None:
        """Note that somebody has waited in vain since `began`. Others may have been answered meanwhile."""
        self._silent = self._answered < began

    def longest(self, seconds: float) -> float:
        """Return for how many of these seconds a request may wait for an answer now."""
        now = time.monotonic()
        if self._silent and now >= self._next_try:
            self._next_try = now + seconds
            return seconds
        return self.brief(seconds)

    def brief(self, seconds: float) -> float:
        """Return for how many of these seconds a request may wait for what others have."""
        return min(seconds, _BRIEF_SECONDS) if self._silent else seconds


SILENCE = Silence()
"""Of this process, which has one database."""
