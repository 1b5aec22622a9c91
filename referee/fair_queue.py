"""A queue in which each network has its turn, however much another one asks for."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Generic, TypeVar

ItemT = TypeVar("ItemT")


class FairQueue(Generic[ItemT]):
    """Things that wait, each for a network: the networks go round, and what one asks for keeps its order.

    So whoever asks for little waits for at most one thing of each other network. It has no lock of its own.
    """

    def __init__(self) -> None:
        self._of: OrderedDict[str, deque[ItemT]] = OrderedDict()
        self._waiting = 0

    def __len__(self) -> int:
        return self._waiting

    def append(self, item: ItemT, network: str = "") -> None:
        """Have something wait for a network."""
        self._of.setdefault(network, deque()).append(item)
        self._waiting += 1

    def first(self) -> ItemT:
        """Return what comes next. Raises StopIteration when nothing waits."""
        return next(iter(self._of.values()))[0]

    def popleft(self) -> ItemT:
        """Take what comes next. Raises StopIteration when nothing waits."""
        network = next(iter(self._of))
        waiting = self._of[network]
        item = waiting.popleft()
        self._waiting -= 1
        if waiting:
            self._of.move_to_end(network)
        else:
            del self._of[network]
        return item

    def drop(self, unwanted: Callable[[ItemT], bool]) -> int:
        """Forget all that are unwanted, and return how many."""
        kept = [
            (network, item) for network, waiting in self._of.items() for item in waiting if not unwanted(item)
        ]
        dropped = self._waiting - len(kept)
        self._of.clear()
        self._waiting = 0
        for network, item in kept:
            self.append(item, network)
        return dropped
