"""So many in all, and so many of one network: a crowd from one address leaves room for others."""

from __future__ import annotations

from collections import Counter


class NetworkLimit:
    """Counts what came in and has not left: at most `most` in all, `most_of_one` of one network.

    What is counted may weigh more than one: a body so many bytes. Where it `leaves_room`, no network gets
    more than is left, so that ten together cannot take all. A network that has left altogether is forgotten.
    It has no lock of its own.
    """

    def __init__(self, most: int, most_of_one: int, *, leaves_room: bool = False) -> None:
        self._most, self._most_of_one, self._leaves_room = most, most_of_one, leaves_room
        self._of = Counter[str]()
        self._inside = 0

    def enter(self, network: str, weight: int = 1) -> bool:
        """Count something in; False, and not counted, when that is too much."""
        left, then = self._most - self._inside, self._of[network] + weight
        if weight > left or then > self._most_of_one or (self._leaves_room and then > left):
            return False
        self._inside += weight
        self._of[network] += weight
        return True

    def leave(self, network: str, weight: int = 1) -> None:
        """Count something out that was counted in."""
        self._inside -= weight
        self._of[network] -= weight
        if not self._of[network]:
            del self._of[network]
