"""15.0: the two measures of distance in solitaire play."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from collections.abc import Set as AbstractSet

from rules.board.board import Board, Pair, pair
from rules.dawn_of_the_dead import tables

HALL_SQUARE, STORE_SQUARE = 1, 2


class WalkTable:
    """The walking measure between all squares of a board: hall squares count one, store squares two (15.5.5).

    It counts the squares that a zombie would enter on its way, the character's own included. Walls block
    the way; doors, open or closed, do not.
    """

    def __init__(self, board: Board) -> None:
        """Keep the board; the way to each square is computed when it is first needed."""
        self._board = board
        self._known: dict[str, Mapping[str, int]] = {}

    def to(self, square: str) -> Mapping[str, int]:
        """Return the distance to a square from every square with a way to it."""
        known = self._known.get(square)
        if known is None:
            known = self._known[square] = self._measure(square)
        return known

    def _measure(self, goal: str) -> Mapping[str, int]:
        board = self._board
        costs: dict[str, int] = {}
        levels: defaultdict[int, list[str]] = defaultdict(list, {0: [goal]})
        cost = 0
        while levels:
            for here in levels.pop(cost, ()):
                if here not in costs:
                    costs[here] = cost
                    entered = HALL_SQUARE if board.is_hall(here) else STORE_SQUARE
                    levels[cost + entered] += [n for n in board.passages[here] if n not in costs]
            cost += 1
        return costs


def nearest_in_points(
    board: Board, closed: Collection[Pair], starts: Iterable[str], wanted: AbstractSet[str]
) -> tuple[str, ...]:
    """Return the wanted squares nearest to a start, in order; none if no start reaches one.

    Distances are in Movement Points: one for each square entered, two more for each closed door on the way.
    Walls block the way (15.2, R-15.2a). The search stops at the nearest.
    """
    enter, door = tables.enter_cost(), tables.door_cost()
    reached: set[str] = set()
    levels: defaultdict[int, list[str]] = defaultdict(list, {0: list(starts)})
    spent = 0
    while levels:
        now = set(levels.pop(spent, ())) - reached
        if nearest := now & wanted:
            return tuple(sorted(nearest))
        reached |= now
        for here in now:
            for near in board.passages[here]:
                if near not in reached:
                    cost = enter + (door if pair(here, near) in closed else 0)
                    levels[spent + cost].append(near)
        spent += 1
    return ()
