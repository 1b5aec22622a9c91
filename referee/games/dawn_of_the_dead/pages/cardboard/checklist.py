"""On the board now: what to do with the cardboard, as the net effect since the last tick.

It is derived from the effects that everybody knows, and tells no Zombie Value: players may trust their memory
alone (2.3).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.games.dawn_of_the_dead.pages.cardboard.cardboard_lines import (
    FROM_PILE,
    PILE_NAMES,
    Line,
    lines_of,
)
from referee.games.dawn_of_the_dead.pages.cardboard.cardboard_pieces import Tracker
from referee.games.dawn_of_the_dead.pages.cardboard.followed import follow, tick
from referee.games.dawn_of_the_dead.pages.cardboard.laid_pieces import Board
from referee.records.data import Ticks
from referee.tables.record import Happened
from rules.dawn_of_the_dead import game

Json = Mapping[str, Any]
MAX_SHOWN = 6
"""Lines that are shown at once: what hands do in one go."""


@dataclass(frozen=True, slots=True)
class Due:
    """The panel: the `lines` to do now, the number of `more` lines, and how much had happened (`at`).

    `undo`: the last tick may be put back, for nothing has happened since. `serial` tells the ticks apart.
    """

    lines: tuple[Line, ...]
    more: int
    at: int
    undo: bool
    serial: int

    @property
    def count(self) -> int:
        """How many lines there are in all."""
        return len(self.lines) + self.more


def due(
    start: Board, happened: Sequence[Happened], ticks: Ticks, view: Json, role: str, *, at: int | None = None
) -> Due:
    """Return what a seat does on the cardboard after `at` actions. `start` lay there before the first."""
    now = then(happened, at)
    tracker, physical = Tracker(start, practice="practice" in view), view["counters"] == "physical"
    follow(tracker, happened[:now], ticks, physical=physical)
    tick(tracker, ticks, now, physical=physical)
    return listed(tracker, happened, ticks, view, role, now)


def then(happened: Sequence[Happened], at: int | None) -> int:
    """Return how much had happened when a list was looked at: by default all."""
    return len(happened) if at is None else min(at, len(happened))


def listed(
    tracker: Tracker, happened: Sequence[Happened], ticks: Ticks, view: Json, role: str, now: int
) -> Due:
    """Return what a seat does so that the cardboard lies as the tracker has it.

    The zombie player's phone shows what that player's hand moves, every other screen all there is.
    """
    private = role == "zombie" and view["mode"] == "two-player"
    every = lines_of(tracker, physical=view["counters"] == "physical")
    lines = [line for line in every if line.zombie or not private]
    undo = bool(ticks.done) and ticks.done[-1][0] == len(happened)
    return Due(tuple(lines[:MAX_SHOWN]), len(lines[MAX_SHOWN:]), now, undo, ticks.serial)


def to_be_drawn(view: Json, begun: Json) -> str:
    """Return what to place before its value can be read: a unit that an action draws (9.1, 13.0)."""
    there = {unit["square"] for unit in view["zombies"]}
    pile = game.POOLS.get(begun["action"]["do"])
    new = [s for s in begun["needs"].get("value", ()) if s not in there] if pile else []
    return " ".join(FROM_PILE.format(PILE_NAMES[pile or ""], square, "up") for square in new)
