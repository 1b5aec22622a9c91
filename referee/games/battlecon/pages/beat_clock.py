"""The clock of a beat: how long both players have left to choose. It enforces nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil

from referee.games.battlecon.match import DuelContext, DuelView
from referee.games.battlecon.options import BEAT_CLOCK
from referee.games.interface import SPECTATOR

CHOOSING = frozenset({"select", "clash"})
"""The phases in which both players lay cards face down: pairs, and new bases."""
OFFERED = (0, 60, 120, 180)
"""The seconds of the keys that set the clock."""


@dataclass(frozen=True, slots=True)
class BeatClock:
    """Seconds left, and the same in minutes and seconds."""

    left: int
    text: str


@dataclass(frozen=True, slots=True)
class ClockKey:
    """A key that sets the clock `to` this many seconds."""

    to: int
    says: str
    now: bool


def beat_clock(context: DuelContext) -> BeatClock | None:
    """Return the clock of the choice in progress; None without a clock, in a break, and in other phases."""
    limit = context.options.get(BEAT_CLOCK, 0)
    if not limit or context.choosing is None or context.view.game.phase not in CHOOSING:
        return None
    left = max(0, ceil(limit - context.choosing))
    return BeatClock(left, f"{left // 60}:{left % 60:02}")


def clock_keys(context: DuelContext) -> tuple[ClockKey, ...]:
    """Return the keys that set the clock in play; none for a spectator, and once the game is over."""
    if context.seat == SPECTATOR or context.over:
        return ()
    now = context.options.get(BEAT_CLOCK, 0)
    return tuple(ClockKey(to, in_words(to), to == now) for to in sorted({*OFFERED, now}))


def setting_change(view: DuelView, called: Callable[[str], str]) -> str:
    """Return the sentence on the clock that was changed since the last action, or ""."""
    changed = view.setting_changed
    if changed is None:
        return ""
    name = view.names.get(changed["by"]) or called(changed["by"])
    by = "At the tablet" if changed["by"] == "table" else f"Set by {name}"
    to = changed["to"]
    change = (
        f"{in_words(to)} to choose in a beat" if to and isinstance(to, int) else "a beat has no clock now"
    )
    return f"{by}: {change}."


def in_words(seconds: int) -> str:
    """Return how long a clock is: "2 minutes", "90 seconds", "no clock"."""
    if not seconds:
        return "no clock"
    minutes, rest = divmod(seconds, 60)
    if rest:
        return f"{seconds} seconds"
    return "1 minute" if minutes == 1 else f"{minutes} minutes"
