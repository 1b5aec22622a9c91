"""The pieces on the table after all that happened and was ticked: a page follows only what is new.

What happened only grows: a step that was taken back stays in it, followed by its taking back. A tick belongs
to a moment of it. So what was worked out up to some moment holds until a tick before it comes or goes.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.games.dawn_of_the_dead.pages.cardboard.cardboard_lines import lines_of
from referee.games.dawn_of_the_dead.pages.cardboard.cardboard_pieces import Tracker
from referee.games.dawn_of_the_dead.pages.cardboard.laid_pieces import board_of
from referee.records.data import Tick, Ticks
from referee.tables.record import Happened

Json = Mapping[str, Any]
_TABLES, _MOMENTS = 32, 6
"""Tables that are kept, and moments of each: a device may still tick a list that is a few steps old."""


@dataclass(frozen=True, slots=True)
class Moment:
    """How the pieces lay when `count` things had happened, with the `ticks` from before that moment."""

    start: Json
    count: int
    last: Happened
    ticks: tuple[Tick, ...]
    tracker: Tracker

    def holds(self, start: Json, happened: Sequence[Happened], ticks: Ticks) -> bool:
        """Return whether this still holds. `start` is one object as long as a table is kept."""
        if start is not self.start or len(happened) < self.count:
            return False
        now = happened[self.count - 1]
        same = (now.line["n"], now.back) == (self.last.line["n"], self.last.back)
        return same and _before(ticks, self.count) == self.ticks


class Followed:
    """The last moments of each table."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._kept: OrderedDict[tuple[str, bool], list[Moment]] = OrderedDict()

    def tracker(
        self,
        code: str,
        start: Json,
        happened: Sequence[Happened],
        ticks: Ticks,
        *,
        physical: bool,
        practice: bool,
    ) -> Tracker:
        """Return how the pieces lie after all that happened. `start` is what everybody saw before it."""
        key = code, practice
        with self._guard:
            kept = [one for one in self._kept.get(key, ()) if one.holds(start, happened, ticks)]
        nearest = max(kept, key=lambda one: one.count, default=None)
        tracker = nearest.tracker.copy() if nearest else Tracker(board_of(start), practice=practice)
        first = nearest.count if nearest else 0
        follow(tracker, happened, ticks, first=first, physical=physical)
        if happened:
            count = len(happened)
            made = Moment(start, count, happened[-1], _before(ticks, count), tracker.copy())
            self._keep(key, [*(one for one in kept if one.count != count), made])
        tick(tracker, ticks, len(happened), physical=physical)
        return tracker

    def _keep(self, key: tuple[str, bool], moments: Sequence[Moment]) -> None:
        with self._guard:
            self._kept[key] = sorted(moments, key=lambda one: one.count)[-_MOMENTS:]
            self._kept.move_to_end(key)
            if len(self._kept) > _TABLES:
                self._kept.popitem(last=False)


def follow(
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
