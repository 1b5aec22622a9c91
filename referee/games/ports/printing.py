"""What a game with maps and counter sheets prints on paper, for people without its box."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from referee.printing.drawing import BoardLook, CounterSet  # few commands print


class PrintingPort(Protocol):
    """The look of a game's board, and its counters."""

    def board(self) -> BoardLook:
        """Return what its board is printed with: symbols, boxes for counters, whose game it is."""

    def counters(self, data: object) -> CounterSet:
        """Return the counters of a counter sheet, with their backs. Raises InputError with all mistakes."""
