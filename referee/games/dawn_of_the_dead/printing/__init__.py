"""What *Dawn of the Dead* prints: the look of its board and its counters."""

from __future__ import annotations

from typing import Any

from referee.games.dawn_of_the_dead.printing import figures
from referee.games.dawn_of_the_dead.printing.counters import counters
from referee.games.dawn_of_the_dead.schemas.maps import load_sheet
from referee.printing.drawing import BoardLook, CounterBox, CounterSet, Symbol
from rules.dawn_of_the_dead.equipment.equipment import HIDDEN_COUNT

CREDIT = (
    "Dawn of the Dead is a game by SPI (1978).",
    "Drawn by the tabletop referee, not by its owners.",
)


class DawnPrinting:
    """The board and the counters on paper."""

    def board(self) -> BoardLook:
        """Return what the board is printed with."""
        return BoardLook(
            "Dawn of the Dead",
            CREDIT,
            {
                "zombie": Symbol("Zombie Placement Symbol", figures.zombie_symbol()),
                "character": Symbol("Character Placement Symbol", figures.character_symbol()),
                "rifles": Symbol("Hunting rifles", figures.rifles_symbol()),
            },
            [CounterBox("Hidden Zombie box", HIDDEN_COUNT)],
        )

    def counters(self, data: Any) -> CounterSet:
        """Return the counters of a counter sheet (`referee-counters/1`). Raises InputError."""
        return counters(load_sheet(data))
