"""What one process knows of one table, and the places of the event streams that wait for more."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from referee.events.poll import Latest


@dataclass(slots=True, eq=False)
class Room:
    """What is known of one table.

    `happened` counts its news, `here` the streams of each seat; `there` has a pair of process and seat for
    streams elsewhere, `listened` every seat that ever had one. `latest` looks the table up.
    """

    changed: threading.Condition = field(default_factory=threading.Condition)
    happened: int = 0
    version: int = -1
    ticks: int = 0
    warnings: int = 0
    gone: bool = False
    here: defaultdict[str, list[Place]] = field(default_factory=lambda: defaultdict(list))
    there: set[tuple[str, str]] = field(default_factory=set)
    listened: set[str] = field(default_factory=set)
    heard: dict[str, float] = field(default_factory=dict)
    latest: Latest | None = None

    @contextmanager
    def news(self) -> Iterator[None]:
        """Change what is known of the table in a block, and wake all who wait for it."""
        with self.changed:
            yield
            self.happened += 1
            self.changed.notify_all()


@dataclass(slots=True, eq=False)
class Place:
    """The place of one event stream. `granted` says whether it may stay, `ended` that it had to go."""

    room: Room
    seat: str
    granted: bool = False
    ended: bool = False


def staying(places: list[Place]) -> list[Place]:
    """Return the places that have not ended."""
    return [place for place in places if not place.ended]
