"""A connection to PostgreSQL that does not wait forever: a server that was stopped says nothing at all.

The system at the other end still accepts what it is sent, so TCP notices nothing either. A request waits
in vain only once: whatever it asks afterwards fails at once, and so does a new connection. Earlier waits, for
a lock or for another request's connection, count too, so it is answered within 5 s.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from contextlib import ExitStack
from typing import Any

import psycopg

from referee.storage.silence import MOST_SECONDS, SILENCE
from referee.turns import given_up
from referee.waited import in_a_request, note_unanswered, unanswered, waited, waiting

_SECONDS = MOST_SECONDS
_LEAST_SECONDS = 0.8
"""How long it waits for one answer, though it has waited for others before."""
_SILENT = "The server does not answer."


class Patient(psycopg.Connection[Any]):
    """A connection that is closed when one answer takes too long. Anything but a request waits on."""

    @classmethod
    def connect(cls, *given: Any, **named: Any) -> Patient:
        """Connect. Raises psycopg.OperationalError when that takes too long, as `connect_timeout` says."""
        if unanswered() or (in_a_request() and waited() >= _SECONDS):
            raise psycopg.OperationalError(_SILENT)
        began = time.monotonic()
        try:
            connection = super().connect(*given, **named)
        except psycopg.errors.ConnectionTimeout:
            note_unanswered()
            SILENCE.in_vain(began)
            raise
        SILENCE.answered()
        return connection

    @classmethod
    def _connect_gen(cls, *given: Any, **named: Any) -> Any:
        connecting = super()._connect_gen(*given, **named)
        return _in_time(connecting) if in_a_request() else connecting

    def wait(self, gen: Any, *given: Any, **named: Any) -> Any:
        """Wait for an answer. Raises psycopg.OperationalError when it does not come in time."""
        try:
            with waiting():
                answer = super().wait(_in_time(gen) if in_a_request() else gen, *given, **named)
        except _Silent:
            self.close()
            raise
        SILENCE.answered()
        return answer


class _Silent(psycopg.OperationalError):
    """The server has said nothing for as long as this request may wait."""


def _in_time(gen: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
    """Go through the steps of a wait. Raises _Silent when it takes too long, and at once if one did before.

    Without an answer at once, the server may be waiting for a row or table that somebody else holds. So this
    gives up its turn.
    """
    left = 0.0 if unanswered() else max(_LEAST_SECONDS, _SECONDS - waited())
    began, ready = time.monotonic(), None
    end = began + SILENCE.longest(left)
    with ExitStack() as turn:
        resting = False
        while True:
            try:
                asked = gen.send(ready)
            except StopIteration as done:
                return done.value
            ready = yield asked
            if ready:
                continue
            if time.monotonic() > end:
                note_unanswered()
                SILENCE.in_vain(began)
                raise _Silent(_SILENT)
            if not resting:
                resting = True
                turn.enter_context(given_up())
