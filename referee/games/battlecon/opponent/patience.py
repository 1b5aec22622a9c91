"""How long the referee thinks about a choice: less while it thinks at many tables."""

from __future__ import annotations

from collections.abc import Callable

BUDGET = 30_000
"""The nodes that a choice may look at."""
ONE_BEAT = 0
"""The budget of a choice that looks at the present beat alone."""
MARKS = (ONE_BEAT, BUDGET // 8, BUDGET // 4, BUDGET // 2)
"""The budgets at which a choice may end early. They are few, so that a record can be checked."""
ROUGHLY = -1
"""Less than the budget of one beat: of a beat with antes only the best pairs are looked at."""
CROWD = 3
"""If this many tables share a core, a choice is made roughly."""
LESS = (*reversed(MARKS), ROUGHLY)
"""The smaller budgets with which a choice may have been made."""


def alone() -> int:
    """Return how many tables share a core where nobody else thinks."""
    return 1


class Patience:
    """The budget of one choice. `sharing` tells how many tables share a core at this moment.

    At each of the smaller budgets it asks once. Where the next one is more than this table's share, the
    choice ends there, and it is the same as with that budget alone.
    """

    def __init__(self, budget: int = BUDGET, sharing: Callable[[], int] = alone) -> None:
        self._budget, self._sharing = budget, sharing
        self._ahead = sorted(mark for mark in MARKS if mark < budget)
        self._ended = False

    def hurried(self) -> bool:
        """Return whether a beat with antes is looked at roughly."""
        return self._budget == ROUGHLY or self._sharing() >= CROWD

    def spent(self, nodes: int) -> bool:
        """Return whether the choice ends now, after looking at this many nodes."""
        reached = False
        while self._ahead and nodes >= self._ahead[0]:
            del self._ahead[0]
            reached = True
        if reached and not self._ended:
            following = self._ahead[0] if self._ahead else self._budget
            self._ended = following * self._sharing() > self._budget
        return self._ended or nodes >= self._budget
