"""A connection to PostgreSQL that does not wait for ever: a server that was stopped says nothing at all.

The system at the other end still accepts what it is sent, so TCP notices nothing either. A request waits
in vain once: what it asks afterwards fails at once, a new connection too, so it is answered within 5 s.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from typing import Any

import psycopg

from referee.turns import in_a_request, note_unanswered, unanswered

_SECONDS = 4.0
"""How long a request waits for one answer: longer than for a row that another program holds."""
_SILENT = "The server does not answer."


class Patient(psycopg.Connection[Any]):
    """A connection that is closed when one answer takes too long. Anything but a request waits on."""

    @classmethod
    def connect(cls, *given: Any, **named: Any) -> Patient:
        """Connect. Raises psycopg.OperationalError when that takes too long, as `connect_timeout` says."""
        if unanswered():
            raise psycopg.OperationalError(_SILENT)
        try:
            return super().connect(*given, **named)
        except psycopg.errors.ConnectionTimeout:
            note_unanswered()
            raise

    def wait(self, gen: Any, *given: Any, **named: Any) -> Any:
        """Wait for an answer. Raises psycopg.OperationalError when it does not come in time."""
        return super().wait(self._in_time(gen) if in_a_request() else gen, *given, **named)

    def _in_time(self, gen: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
        end, ready = time.monotonic() + (0 if unanswered() else _SECONDS), None
        while True:
            try:
                asked = gen.send(ready)
            except StopIteration as done:
                return done.value
            ready = yield asked
            if not ready and time.monotonic() > end:
                self.close()
                note_unanswered()
                raise psycopg.OperationalError(_SILENT)
