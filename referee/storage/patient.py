"""A connection to PostgreSQL that does not wait for ever: a server that was stopped says nothing at all.

The system at the other end goes on taking what is sent to it, so TCP notices nothing either.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from typing import Any

import psycopg

from referee.turns import in_a_request

_SECONDS = 6.0
"""How long a request waits for one answer: longer than for a row that another program holds."""


class Patient(psycopg.Connection[Any]):
    """A connection that is closed when one answer takes too long. What is no request waits on."""

    def wait(self, gen: Any, *given: Any, **named: Any) -> Any:
        """Wait for an answer. Raises psycopg.OperationalError when it does not come in time."""
        return super().wait(self._in_time(gen) if in_a_request() else gen, *given, **named)

    def _in_time(self, gen: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
        end, ready = time.monotonic() + _SECONDS, None
        while True:
            try:
                asked = gen.send(ready)
            except StopIteration as done:
                return done.value
            ready = yield asked
            if not ready and time.monotonic() > end:
                self.close()
                raise psycopg.OperationalError("The server does not answer.")
