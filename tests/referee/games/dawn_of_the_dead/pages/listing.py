"""Lines of the checklist for what happened: at a table, or between two views written by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from referee.games.dawn_of_the_dead.pages.cardboard.instructions import Line, lines_of
from referee.games.dawn_of_the_dead.pages.cardboard.pieces import Board, Tracker, board_of
from referee.games.interface.host import Happened
from rules.dawn_of_the_dead.view import View
from tests.referee.dawn_views import view_of
from tests.referee.seated import Seated

Json = dict[str, Any]
FROM_BOX = {"step", "reveal"}


@dataclass(frozen=True)
class Played:
    """An action with the views before and after it. A line without effects gets those that the views tell."""

    line: Json
    before: Json
    after: Json

    @property
    def happened(self) -> Happened:
        return Happened({"effects": list(between(self.line["action"], self.before, self.after))} | self.line)


def on_the_board(done: Played) -> Iterator[str]:
    """Yield what one action changes on the cardboard, a sentence each."""
    yield from (line.text for line in listed(board_of(view_of(done.before)), [done.happened]))


def undo_checklist(done: Played) -> list[Line]:
    """Return what puts the cardboard back as it lay before an action."""
    return listed(board_of(view_of(done.before)), [done.happened], back=[replace(done.happened, back=True)])


def of_table(table: Seated) -> list[Line]:
    """Return all that a table has come to since its set-up, also what players put there as they read it."""
    start, happened = table.tables.history(table.code)
    return listed(board_of(cast("View", start)), [replace(one, read=frozenset()) for one in happened])


def taken_back_at(table: Seated) -> list[Line]:
    """Return what puts the cardboard back after the last taking back, if it lay as it should before."""
    start, happened = table.tables.history(table.code)
    count = next(n for n, one in enumerate(reversed(happened)) if not one.back)
    forward = [replace(one, begun=False) for one in happened[:-count]]
    return listed(board_of(cast("View", start)), forward, back=happened[-count:])


def listed(start: Board, forward: Iterable[Happened], *, back: Sequence[Happened] = ()) -> list[Line]:
    """Return the lines on what happened; with `back`, on that alone."""
    tracker = Tracker(start, practice=bool(back))
    for one in forward:
        tracker.follow(one)
    if back:
        tracker.mark_all_done()
    for one in back:
        tracker.follow(one)
    return lines_of(tracker, physical=False)


def between(action: Json, before: Json, after: Json) -> Iterator[Json]:
    """Yield the effects that lead from one view to another, where an action changes little."""
    yield from _people(before, after)
    lay, lies = ({u["square"]: u for u in view["zombies"]} for view in (before, after))
    up, now_up = ({s for s, look in board_of(view_of(v)).units.items() if look.up} for v in (before, after))
    gone, came = sorted(lay.keys() - lies.keys()), sorted(lies.keys() - lay.keys())
    if gone and came:
        start, end = gone.pop(), came.pop()
        yield {"effect": "move", "whom": "unit", "from": start, "to": end, "path": [end], "by": None}
        up = up - {start} | ({end} if start in up else set())
        lay[end] = lay[start]
    yield from ({"effect": "eliminate", "square": s, "berserk": lay[s]["berserk"]} for s in gone)
    pool = "hidden_box" if action["do"] in FROM_BOX else "eliminated"
    yield from ({"effect": "appear", "square": s, "pool": pool, "door": None} for s in came)
    for s, unit in lies.items():
        if (s in up) != (s in now_up):
            yield {"effect": "turn_up" if s in now_up else "turn_down", "square": s, "value": None}
        if unit["berserk"] != lay.get(s, {}).get("berserk", False):
            yield {"effect": "berserk", "square": s, "berserk": unit["berserk"]}
    for door in (d for d in after["doors"] if d not in before["doors"]):
        yield {"effect": "door", **door}
    for name in after["main_doors"].keys() - before["main_doors"].keys():
        yield {"effect": "main_door", "door": name, "state": "closed"}


def _people(before: Json, after: Json) -> Iterator[Json]:
    for name, now in after["characters"].items():
        was = before["characters"][name]
        if now["status"] != was["status"]:
            told = {"square": was["square"], "status": now["status"], "was": was["status"]}
            yield {"effect": "status", "whom": name, **told}
        elif now["square"] != was["square"]:
            went = {"from": was["square"], "to": now["square"], "path": [now["square"]], "by": None}
            yield {"effect": "move", "whom": name, **went}
        if now["rifle"] != was["rifle"]:
            yield {"effect": "rifle", "whom": name, "has": now["rifle"], "left": 0}
