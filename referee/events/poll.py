"""The database asked from time to time, once a process, for what other programs have changed."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from referee.problems import Problem

if TYPE_CHECKING:
    from referee.events.news import Events

SECONDS, LINKED_SECONDS = 2.0, 30.0
"""Between two looks; where every change of another process is heard of."""
Latest = Callable[[Collection[str]], Mapping[str, tuple[int, int]]]
"""Gives the version of each table and how often somebody ticked there; a table that is gone is left out."""


class Poll:
    """Looks from a thread of its own, while anybody watches a table."""

    def __init__(self, events: Events) -> None:
        self._events = events
        self._guard = threading.Lock()
        self._watched, self._stop = threading.Event(), threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        """Look from now on."""
        with self._guard:
            self._watched.set()
            if self._thread is None:
                self._thread = threading.Thread(target=self._look_again_and_again, name="news", daemon=True)
                self._thread.start()

    def rest(self) -> None:
        """Look no more until somebody watches again."""
        self._watched.clear()

    def close(self) -> None:
        """Look no more."""
        self._stop.set()
        self._watched.set()

    def look(self) -> None:
        """Look once, at all tables that somebody watches here. A database that is away is asked later."""
        for latest, codes in self._events.watched().items():
            with suppress(Problem):
                self._events.compare(codes, latest(codes))

    def _look_again_and_again(self) -> None:
        while not self._stop.wait(LINKED_SECONDS if self._events.channel.linked else SECONDS):
            self._watched.wait()
            if not self._stop.is_set():
                self.look()
