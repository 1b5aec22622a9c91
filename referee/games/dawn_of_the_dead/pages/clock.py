"""The clock beside the board, in hours and minutes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.games.dawn_of_the_dead.pages.wording import seat_name
from referee.tables.clock import Clock

Json = Mapping[str, Any]


def clock_panel(clock: Clock, names: Mapping[str, str]) -> Json:
    """Return what the panel shows: the time of the whole game, and of each side where two play."""
    return {
        "running": clock.running,
        "seconds": int(clock.seconds),
        "text": hours_and_minutes(clock.seconds),
        "sides": [
            {
                "id": side,
                "name": seat_name(side, names),
                "seconds": int(seconds),
                "text": hours_and_minutes(seconds),
            }
            for side, seconds in clock.sides.items()
        ],
    }


def hours_and_minutes(seconds: float) -> str:
    """Return seconds as hours and minutes: "1:05"."""
    hours, minutes = divmod(int(seconds) // 60, 60)
    return f"{hours}:{minutes:02}"
