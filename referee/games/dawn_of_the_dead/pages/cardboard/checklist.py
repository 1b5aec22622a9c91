"""The checklist of what to do with the cardboard: the net effect since the last tick.

The history only grows: a step that was taken back stays in it, followed by the undo. A tick belongs to a
point of the history, so a snapshot at some point is valid until an earlier tick is added or removed.

It is derived from public effects and shows no Zombie Value: players must rely on their memory (2.3).
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from referee.games.dawn_of_the_dead.pages.cardboard.instructions import FROM_PILE, PILE_NAMES, Line, lines_of
from referee.games.dawn_of_the_dead.pages.cardboard.pieces import Board, Tracker, board_of
from referee.games.dawn_of_the_dead.pages.seat_context import SeatContext
from referee.games.dawn_of_the_dead.seats import DawnView
from referee.games.interface import SPECTATOR
from referee.games.interface.host import Happened, host
from referee.records.data import Tick, Ticks
from referee.records.text import Json
from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.view import View

_TABLES, _MOMENTS = 32, 6
"""Tables that are kept, and moments of each: a device may still tick a list that is a few steps old."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The pieces after `count` entries of the history, with the `ticks` up to there."""

    start: View
    count: int
    last: Happened
    ticks: tuple[Tick, ...]
    tracker: Tracker

    def holds(self, start: View, happened: Sequence[Happened], ticks: Ticks) -> bool:
        """Return whether this still holds. `start` is one object as long as a table is kept."""
        if start is not self.start or len(happened) < self.count:
            return False
        now = happened[self.count - 1]
        same = (now.line["n"], now.back) == (self.last.line["n"], self.last.back)
        return same and _before(ticks, self.count) == self.ticks


class TrackerCache:
    """The last moments of each table."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._kept: OrderedDict[tuple[str, bool], list[Snapshot]] = OrderedDict()

    def tracker(
        self,
        code: str,
        start: View,
        happened: Sequence[Happened],
        ticks: Ticks,
        *,
        physical: bool,
        practice: bool,
    ) -> Tracker:
        """Return the pieces after the whole history. `start` is the public view before it."""
        key = code, practice
        with self._guard:
            kept = [one for one in self._kept.get(key, ()) if one.holds(start, happened, ticks)]
        nearest = max(kept, key=lambda one: one.count, default=None)
        tracker = nearest.tracker.copy() if nearest else Tracker(board_of(start), practice=practice)
        first = nearest.count if nearest else 0
        replay_actions(tracker, happened, ticks, first=first, physical=physical)
        if happened:
            count = len(happened)
            made = Snapshot(start, count, happened[-1], _before(ticks, count), tracker.copy())
            self._keep(key, [*(one for one in kept if one.count != count), made])
        tick(tracker, ticks, len(happened), physical=physical)
        return tracker

    def _keep(self, key: tuple[str, bool], moments: Sequence[Snapshot]) -> None:
        with self._guard:
            self._kept[key] = sorted(moments, key=lambda one: one.count)[-_MOMENTS:]
            self._kept.move_to_end(key)
            if len(self._kept) > _TABLES:
                self._kept.popitem(last=False)


def replay_actions(
    tracker: Tracker, happened: Sequence[Happened], ticks: Ticks, *, first: int = 0, physical: bool
) -> None:
    """Follow what happened from the `first` on, with what hands did before each."""
    done = {at for at, _ in ticks.done}
    for count in range(first, len(happened)):
        if count in done:
            tick(tracker, ticks, count, physical=physical)
        tracker.follow(happened[count])


def tick(tracker: Tracker, ticks: Ticks, count: int, *, physical: bool) -> None:
    """Note what hands did when `count` things had happened. A line that is not there changes nothing."""
    texts = {text for at, ids in ticks.done if at == count for text in ids}
    if texts and count:
        lines = lines_of(tracker, physical=physical)
        tracker.mark_done(facet for line in lines if line.text in texts for facet in line.facets)


def _before(ticks: Ticks, count: int) -> tuple[Tick, ...]:
    return tuple(one for one in ticks.done if one[0] < count)


MAX_SHOWN = 6
"""Lines that are shown at once: what hands do in one go."""


@dataclass(frozen=True, slots=True)
class Due:
    """The panel: the `lines` to do now, the number of `more` lines, and how much had happened (`at`).

    `undo`: the last tick may be put back, for nothing has happened since. `serial` identifies the last tick.
    """

    lines: tuple[Line, ...]
    more: int
    at: int
    undo: bool
    serial: int

    @property
    def count(self) -> int:
        return len(self.lines) + self.more


def due(
    start: Board,
    happened: Sequence[Happened],
    ticks: Ticks,
    view: DawnView,
    role: str,
    *,
    at: int | None = None,
) -> Due:
    """Return what a seat does on the cardboard after `at` actions. `start` is the view before the first."""
    now = history_until(happened, at)
    tracker, physical = Tracker(start, practice=view.practises), view.game.counters == "physical"
    replay_actions(tracker, happened[:now], ticks, physical=physical)
    tick(tracker, ticks, now, physical=physical)
    return listed(tracker, happened, ticks, view.game, role, now)


def history_until(happened: Sequence[Happened], at: int | None) -> int:
    """Return how much had happened when a list was looked at: by default all."""
    return len(happened) if at is None else min(at, len(happened))


def listed(
    tracker: Tracker, happened: Sequence[Happened], ticks: Ticks, view: View, role: str, now: int
) -> Due:
    """Return what a seat does to bring the cardboard to the state of the tracker.

    The zombie player's phone shows what that player's hand moves, every other screen all there is.
    """
    private = role == "zombie" and view.mode == "two-player"
    every = lines_of(tracker, physical=view.counters == "physical")
    lines = [line for line in every if line.zombie or not private]
    undo = bool(ticks.done) and ticks.done[-1][0] == len(happened)
    return Due(tuple(lines[:MAX_SHOWN]), len(lines[MAX_SHOWN:]), now, undo, ticks.serial)


def draw_reminder(view: View, begun: Json) -> str:
    """Return what to place before its value can be read: a unit that an action draws (9.1, 13.0)."""
    pile = game.POOLS.get(begun["action"]["do"])
    new = [s for s in begun["needs"].get("value", ()) if s not in view.zombies] if pile else []
    return " ".join(FROM_PILE.format(PILE_NAMES[pile or ""], square, "up") for square in new)


_TRACKERS = TrackerCache()


def checklist_of(context: SeatContext, at: int | None = None) -> Due | None:
    """Return what to do on the cardboard after `at` actions; None if that is too long ago.

    In a game of two the human player's phone has no list, because he moves the characters at the tablet.
    There is none after the game either.
    """
    human = context.role == "human" and context.view.game.mode == "two-player"
    if human or context.role == SPECTATOR or context.view.game.phase == "over":
        return None
    service, code = host().tables, context.view.code
    (start, happened), ticks = service.history(code), service.checklist.ticks(code)
    now = history_until(happened, at)
    tracker = _TRACKERS.tracker(
        code, cast("View", start), happened[:now], ticks,
        physical=context.view.game.counters == "physical", practice=context.view.practises,
    )  # fmt: skip
    return listed(tracker, happened, ticks, context.view.game, context.role, now)
