"""The share of games won from a position, when a game is played on many times."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import Any, Protocol

from referee.games.interface.basics import PositionT_contra


@dataclass(frozen=True, slots=True)
class Odds:
    """How the games ended. `stopped`: fewer were played than were asked for."""

    games: int
    won: int
    lost: int
    unfinished: int
    stopped: bool = False

    @property
    def share(self) -> float | None:
        """The share of games won, or None before the first is played."""
        return self.won / self.games if self.games else None

    @property
    def error(self) -> float | None:
        """The standard error of that share."""
        share = self.share
        return None if share is None else sqrt(share * (1 - share) / self.games)

    def to_json(self) -> dict[str, Any]:
        """Return the odds as JSON data; share and error rounded to four places."""
        share, error = self.share, self.error
        return {
            "games": self.games,
            "won": self.won,
            "lost": self.lost,
            "unfinished": self.unfinished,
            "share": None if share is None else round(share, 4),
            "error": None if error is None else round(error, 4),
            "stopped": self.stopped,
        }


class Crashed(Exception):
    """A process that played games died unexpectedly."""


Progress = Callable[[Odds], None]
Stop = Callable[[], bool]


class OddsPort(Protocol[PositionT_contra]):
    """Plays a game on from a position many times, and counts who wins."""

    def chances(
        self, position: PositionT_contra, games: int, seed: str, progress: Progress, stop: Stop
    ) -> Odds:
        """Return the odds of games played from a position, with all secrets dealt again.

        They run in processes of their own.
        """


ACTIVE = frozenset({"waiting", "running"})
"""The states of a run that has not ended."""
