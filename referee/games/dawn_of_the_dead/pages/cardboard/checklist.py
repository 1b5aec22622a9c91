"""On the board now: what to do with the cardboard, as the net effect since the last tick.

It is read off what everybody at the table saw before and after each action, never off the position itself,
and tells no Zombie Value: players may trust their memory alone (2.3).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.games.dawn_of_the_dead.pages.cardboard.cardboard_lines import (
    FROM_PILE,
    PILE_NAMES,
    Line,
    lines_of,
)
from referee.games.dawn_of_the_dead.pages.cardboard.cardboard_pieces import Board, Tracker, board_of
from referee.storage.rows import Ticks
from referee.tables.history import Happened
from referee.tables.record_projections import Played
from rules.dawn_of_the_dead import game

Json = Mapping[str, Any]
MOST_SHOWN = 6
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


def player_turn(view: Json) -> tuple[int, bool]:
    """Return which Player-Turn a view is of: the Game-Turn, and whether it is the human player's."""
    return view["turn"], view["phase"] == "human"


def due(
    happened: Sequence[Happened[Board]], ticks: Ticks, view: Json, role: str, *, at: int | None = None
) -> Due:
    """Return what a seat does on the cardboard after `at` actions.

    The zombie player's phone shows what that player's hand moves, every other screen all there is.
    """
    now = len(happened) if at is None else min(at, len(happened))
    tracker, physical = _ticked(happened[:now], ticks, view), view["counters"] == "physical"
    private = role == "zombie" and view["mode"] == "two-player"
    lines = [line for line in lines_of(tracker, physical=physical) if line.zombie or not private]
    undo = bool(ticks.done) and ticks.done[-1][0] == len(happened)
    return Due(tuple(lines[:MOST_SHOWN]), len(lines[MOST_SHOWN:]), now, undo, ticks.serial)


def _ticked(happened: Sequence[Happened[Board]], ticks: Ticks, view: Json) -> Tracker:
    """Return where all pieces lie after what happened, and after what hands did meanwhile."""
    start = happened[0].before if happened else board_of(view)
    tracker, physical = Tracker(start, practice="practice" in view), view["counters"] == "physical"
    done: dict[int, list[str]] = {}
    for at, ids in ticks.done:
        done.setdefault(at, []).extend(ids)
    for count, one in enumerate(happened, 1):
        tracker.follow(one)
        if texts := done.get(count):
            lines = lines_of(tracker, physical=physical)
            # A line that is not there changes nothing.
            tracker.mark_done(facet for line in lines if line.text in texts for facet in line.facets)
    return tracker


def checklist(played: Sequence[Played], *, practice: bool = False) -> list[Line]:
    """Return what a sequence of actions comes to on the cardboard, the oldest given first.

    With `practice` the referee may have moved the characters too, so that nothing counts as done with the
    same hand.
    """
    if not played:
        return []
    tracker = Tracker(board_of(played[0].before), practice=practice)
    for one in _happened(played):
        tracker.follow(one)
    return lines_of(tracker, physical=played[0].before.get("counters") == "physical")


def on_the_board(done: Played, *, practice: bool = False) -> Iterator[str]:
    """Yield what one action changes on the cardboard, a sentence each."""
    yield from (line.text for line in checklist([done], practice=practice))


def undo_checklist(taken_back: Sequence[Played]) -> list[Line]:
    """Return what to do on the cardboard after a taking back, from the position before it to the one after.

    `taken_back` are the actions that were taken back, the oldest first; the cardboard lies as after the last
    of them.
    """
    if not taken_back:
        return []
    tracker = Tracker(board_of(taken_back[0].before), practice=True)
    forward = list(_happened(taken_back))
    for one in forward:
        tracker.follow(one)
    tracker.mark_all_done()
    for one in reversed(forward):
        tracker.follow(Happened(one.line, one.after, one.before, back=True))
    return lines_of(tracker, physical=taken_back[0].before.get("counters") == "physical")


def _happened(played: Sequence[Played]) -> Iterator[Happened[Board]]:
    for done in played:
        yield Happened(done.line, board_of(done.before), board_of(done.after))


def to_be_drawn(view: Json, begun: Json) -> str:
    """Return what to place before its value can be read: a unit that an action draws (9.1, 13.0)."""
    there = {unit["square"] for unit in view["zombies"]}
    pile = game.POOLS.get(begun["action"]["do"])
    new = [s for s in begun["needs"].get("value", ()) if s not in there] if pile else []
    return " ".join(FROM_PILE.format(PILE_NAMES[pile or ""], square, "up") for square in new)
