"""How many steps lie between two squares, for all squares at once.

A set of squares is an integer; bit i is the i-th square. One round over the board tells for every square how
far one step more leads, so that a single question costs next to nothing, however large the board is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

MOST_ROUNDS = 80
"""Rounds kept. In a maze with longer ways each round is dear; there a flood from one square is better."""


class Steps:
    """Counts steps by the shortest way between squares."""

    def __init__(self, passages: Mapping[str, Sequence[str]]) -> None:
        """Prepare the ways: for each square the squares one step away."""
        self._number = {name: i for i, name in enumerate(passages)}
        self._near = [[self._number[n] for n in near] for near in passages.values()]
        self._within = [[1 << i for i in range(len(self._near))]]
        self._whole = False

    def between(self, a: str, b: str) -> int | None:
        """Return the number of steps, -1 if there is no way, None if the way is too long for this count.

        Raises KeyError for a square that is not on the board.
        """
        here, there = self._number[a], self._number[b]
        while not self._within[-1][here] >> there & 1 and not self._whole:
            if len(self._within) > MOST_ROUNDS:
                return None
            self._widen()
        if not self._within[-1][here] >> there & 1:
            return -1
        low, high = 0, len(self._within) - 1
        while low < high:
            middle = (low + high) // 2
            if self._within[middle][here] >> there & 1:
                high = middle
            else:
                low = middle + 1
        return low

    def _widen(self) -> None:
        """Go one step further from every square."""
        last = self._within[-1]
        wider = []
        for here, near in zip(last, self._near, strict=True):
            for square in near:
                here |= last[square]
            wider.append(here)
        self._whole = wider == last
        if not self._whole:
            self._within.append(wider)
