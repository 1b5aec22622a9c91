"""The clock beside the game, in hours and minutes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.tables.clock import Clock

Json = Mapping[str, Any]


def clock_panel(clock: Clock, name_of: Callable[[str], str]) -> Json:
    """Return what the panel shows: the time of the whole game, and of each side where they take turns."""
    return {
        "running": clock.running,
        "seconds": int(clock.seconds),
        "text": hours_and_minutes(clock.seconds),
        "sides": [
            {
                "id": side,
                "name": name_of(side),
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
