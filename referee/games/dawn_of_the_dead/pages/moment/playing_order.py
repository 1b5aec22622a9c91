"""Whether the order of several steps is a choice, so that no key may take it from the zombie player."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from referee.games.dawn_of_the_dead.pages.keys import Json
from referee.games.dawn_of_the_dead.pages.map.squares import piece_actions
from referee.games.dawn_of_the_dead.pages.moment.turns import forced_now, must_now
from referee.games.dawn_of_the_dead.shown_actions import kinds_shown
from referee.tables import tables
from referee.tables.looking_ahead import actions_after

Ways = dict[str, set[tuple[str, ...]]]
_LONE_ROLLS = kinds_shown(lambda shown: shown.changes_order)


def all_forced(view: Json, actions: Sequence[Json]) -> list[Json]:
    """Return the moves of the units that must react, if each of them has one possible move; else nothing."""
    moves = forced_now(view, actions)
    return moves if {move["from"] for move in moves} == {*must_now(view)} else []


def order_matters(code: str, seat: str, moves: Sequence[Json]) -> bool:
    """Return whether a unit would have other moves after another unit's (7.0, 7.2, R-7.2a).

    A unit that cannot move yet loses nothing by waiting, so it does not count. Where a move needs a value
    first, nobody can tell.
    """
    for move in moves if len(moves) > 1 else ():
        after = actions_after(tables().playing, code, seat, move)
        if after is None:
            return True
        ways = _ways(after)
        if any(ways[other["from"]] != {tuple(other["path"])} for other in moves if other is not move):
            return True
    return False


def order_of_rolls_matters(code: str, seat: str, rolls: Sequence[Json]) -> bool:
    """Return whether the zombie player gains or loses by the order of several rolls.

    The strikes of one attack do not touch each other (8.6), nor do the checks of berserk units (10.0). Dice
    that were taken back are known to come up again (R-UNDO), and then the order says whom they fall on.
    """
    if len(rolls) < 2:
        return False
    wanting = tables().playing.wanting
    return any(roll["do"] in _LONE_ROLLS or wanting(code, seat, roll)["kept"] for roll in rolls)


def _ways(actions: Sequence[Json]) -> Ways:
    """Return the paths that each unit may take, by its square; a glass door it may smash is one of them."""
    ways: Ways = defaultdict(set)
    for action in piece_actions(actions):
        if not action.get("super"):
            ways[action["from"]].add(tuple(action.get("path", ("glass",))))
    return ways
