"""The clock beside the game, in hours and minutes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.tables.extras import BREAK_SECONDS, Clock

Json = Mapping[str, Any]


def clock_panel(clock: Clock, name_of: Callable[[str], str]) -> Json:
    """Return what the panel shows: the time of the whole game, and of each side where they take turns.

    `since` and `pause`, both in seconds: how much of it came after the last action, and how long nobody acts
    before a page takes that off again.
    """
    return {
        "running": clock.running,
        "since": int(clock.since),
        "pause": int(BREAK_SECONDS),
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
