"""A solitaire table whose chances are asked for, and games that last until a test lets them end."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from referee.games.dawn_of_the_dead.ai.odds import Odds, Progress, Stop
from referee.games.interface.odds import ACTIVE
from tests.referee.seated import START, Seated

ALONE = {"mode": "solitaire"}
PATIENCE_S = 120.0
"""So long a test waits at the most for what has to come; nothing in a passing test takes nearly as long."""


@dataclass
class Slow:
    """Stands in for the games: a run tells one game at once, and ends when it is stopped or let go."""

    go: threading.Event = field(default_factory=threading.Event)
    begun: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    ended: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    seeds: list[str] = field(default_factory=list)
    fails: BaseException | None = None

    def chances(self, position: object, games: int, seed: str, progress: Progress, stop: Stop) -> Odds:
        """Play until told to end, and tell one more game after that."""
        self.seeds.append(seed)
        progress(Odds(1, 1, 0, 0))
        self.begun.release()
        while not stop() and not self.go.wait(0.01):
            pass
        progress(Odds(2, 1, 1, 0))
        self.ended.release()
        if self.fails:
            raise self.fails
        return Odds(2, 1, 1, 0)


def seated(folder: Path, **settings: Any) -> Seated:
    """Return a solitaire table with the characters set up."""
    folder.mkdir(exist_ok=True)
    table = Seated(folder, options=ALONE, **settings)
    table.do("table", START)
    return table


def shown(table: Seated, seat: str = "table") -> dict[str, Any]:
    """Return how far the run is, as a seat is told."""
    answer = table.get(seat, "/chances")
    assert answer.status_code == 200, answer.data
    chances: dict[str, Any] = answer.get_json()
    return chances


def start(table: Seated, **how: Any) -> dict[str, Any]:
    """Ask for the chances."""
    answer = table.post("table", "/chances", **how)
    assert answer.status_code == 202, answer.data
    chances: dict[str, Any] = answer.get_json()
    return chances


def stop(table: Seated) -> dict[str, Any]:
    """Stop the run."""
    answer = table.client.delete(f"/api/tables/{table.code}/chances", headers=table.headers("human"))
    assert answer.status_code == 200, answer.data
    chances: dict[str, Any] = answer.get_json()
    return chances


def ended(table: Seated) -> dict[str, Any]:
    """Wait until the run has ended, and return it."""
    until = time.monotonic() + PATIENCE_S
    while (chances := shown(table))["state"] in ACTIVE:
        assert time.monotonic() < until, chances
        time.sleep(0.02)
    return chances
