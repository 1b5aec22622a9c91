"""The pool of connections to PostgreSQL: a request waits for one no longer than it may wait in all."""

from __future__ import annotations

import logging
from typing import Any

from sqlalchemy import QueuePool
from sqlalchemy.util.queue import Queue

from referee.storage.silence import MOST_SECONDS, SILENCE
from referee.waited import in_a_request, waited

# SQLAlchemy logs by this module's name what the driver said of a lost connection: the host, the database.
logging.getLogger(__name__).setLevel(logging.CRITICAL)


class _Idle(Queue[Any]):
    """The connections that lie idle."""

    def get(self, block: bool = True, timeout: float | None = None) -> Any:
        """Return a connection. Raises sqlalchemy.util.queue.Empty when none comes in time."""
        if block and timeout is not None and in_a_request():
            timeout = max(0.0, min(timeout, SILENCE.brief(MOST_SECONDS - waited())))
        return super().get(block, timeout)


class PatientPool(QueuePool):
    """A pool for requests, which may have waited for something else before."""

    _queue_class = _Idle
