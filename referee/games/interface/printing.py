"""The port of a game that prints its board and counters, for people without its box."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from referee.printing.drawing import BoardLook, CounterSet  # few commands print


class PrintingPort(Protocol):
    """The look of a game's board, and its counters."""

    def board(self) -> BoardLook:
        """Return the look of the printed board: symbols, boxes for counters, the name of the game."""

    def counters(self, data: object) -> CounterSet:
        """Return the counters of a counter sheet, with their backs. Raises InputError with all mistakes."""
