"""2.0 Game Equipment: the map, the counters and their ratings; together they are the setting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from string import digits
from typing import Any

from rules.board.board import Board
from rules.dawn_of_the_dead.tables import shot_modifier
from rules.dawn_of_the_dead.walking import WalkTable
from rules.sight.sight import SightTable

CHARACTERS = ("peter", "roger", "steve", "fran")
NAMES: Mapping[str, str] = {"peter": "Peter", "roger": "Roger", "steve": "Steve", "fran": "Fran"}
MAIN_DOORS = ("north", "west", "east", "south")
UNITS = 50
HIDDEN_COUNT = 5
"""Units in the Hidden Zombie box; the other 45 begin on the map (3.1)."""
RIFLES = 2
HIGHEST_VALUE = 11
"""The highest Zombie Value. With a super zombie's 2 it reaches the end of the Zombie Attack Table (8.8)."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The figures on one side of a character's counter (2.3). `movement_allowance` is in Movement Points."""

    fire_rate: int
    panic_level: int
    movement_allowance: int


@dataclass(frozen=True, slots=True)
class CounterSheet:
    """The figures on the counters (`referee-counters/1`). `source` is the sheet as it was given."""

    name: str
    provenance: str
    ratings: Mapping[tuple[str, bool], Rating]
    zombie_values: Mapping[int, int]
    source: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_json(cls, source: Mapping[str, Any]) -> CounterSheet:
        """Return the sheet of data without `rules.dawn_of_the_dead.counters_check.problems`."""
        ratings = {
            (name, side == "infected"): Rating(**source["characters"][name][side])
            for name in CHARACTERS
            for side in ("normal", "infected")
        }
        values = {int(v): n for v, n in source["zombie_values"].items()}
        provenance = source.get("provenance", "")
        return cls(source["name"], provenance, ratings, dict(sorted(values.items())), source)

    def rating(self, character: str, status: str) -> Rating:
        """Return a character's ratings; a stunned character keeps those of the normal side."""
        return self.ratings[character, status == "infected"]

    @property
    def units(self) -> tuple[int, ...]:
        """The Zombie Values of all fifty units, in order."""
        return tuple(v for v, n in self.zombie_values.items() for _ in range(n))


@dataclass(frozen=True, eq=False)
class Setting:
    """What stays the same through a whole game: the board and the counters."""

    board: Board
    sheet: CounterSheet = field(repr=False)

    def with_sheet(self, sheet: CounterSheet) -> Setting:
        """Return the same board with other counters; what was computed of the board is kept."""
        other = Setting(self.board, sheet)
        other.__dict__.update({k: v for k, v in self.__dict__.items() if k != "sheet"})
        return other

    @cached_property
    def sight(self) -> SightTable:
        """Every sight line of the board, computed once."""
        return SightTable(self.board, shot_modifier)

    @cached_property
    def walks(self) -> WalkTable:
        """The walking measure between all squares, computed once (15.5.5)."""
        return WalkTable(self.board)

    @cached_property
    def hidden_places(self) -> Mapping[str, frozenset[str]]:
        """The store squares where hidden zombies may appear, by the last digit (15.2, 15.3)."""
        stores = [s for s in self.board.squares if not self.board.is_hall(s)]
        return {digit: frozenset(s for s in stores if s[-1] == digit) for digit in digits}

    @cached_property
    def zombie_squares(self) -> tuple[str, ...]:
        """The squares with a Zombie Placement Symbol (3.1)."""
        return tuple(s for s, q in self.board.squares.items() if "zombie" in q.symbols)

    @cached_property
    def character_squares(self) -> tuple[str, ...]:
        """The squares with a Character Placement Symbol (3.2)."""
        return tuple(s for s, q in self.board.squares.items() if "character" in q.symbols)
