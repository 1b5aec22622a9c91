"""2.0 Game Equipment: the map, the counters and their ratings, the charts; the two measures of distance."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from string import digits
from typing import Any

from rules.board.board import Board, Pair, pair
from rules.sight.sight import SightTable


@cache
def charts() -> dict[str, Any]:
    """Return all charts by case number, each with title, columns, rows, notes and `values`."""
    text = (files("rules.dawn_of_the_dead") / "data" / "tables.json").read_text(encoding="utf-8")
    data: dict[str, Any] = json.loads(text)
    return data


def _values(case: str) -> dict[str, Any]:
    values: dict[str, Any] = charts()[case]["values"]
    return values


@cache
def enter_cost() -> int:
    """Return the Movement Points to enter a square (5.9)."""
    return int(_values("5.9")["enter"])


@cache
def door_cost() -> int:
    """Return the Movement Points to open or close a door (5.9)."""
    return int(_values("5.9")["door"])


@cache
def carry_cost(character: str) -> int:
    """Return the extra Movement Points for carrying, for each square entered (5.9)."""
    return int(_values("5.9")["carry"][character])


@cache
def shot_modifier(squares: int, door: str | None) -> int:
    """Return what one gun subtracts for a distance in squares and a door (6.7).

    `door` is None, "open_door" or "closed_glass_door".
    """
    values = _values("6.7")
    return squares * int(values["per_square"]) + (int(values[door]) if door else 0)


@cache
def attack_result(strength: int, total: int) -> str:
    """Return "I", "S" or "-" for a strength of at least 1 and the total of two dice (8.8)."""
    values = _values("8.8")
    columns = values["columns"]
    strength = min(strength, columns[-1][1])
    column = next(i for i, (low, high) in enumerate(columns) if low <= strength <= high)
    return str(values["results"][str(total)][column])


@cache
def entrance_doors(total: int) -> tuple[str, ...]:
    """Return the main doors for the total of two dice (13.5)."""
    return tuple(_values("13.5")[str(total)])


@cache
def hidden_digit(column: int, row: int) -> int | None:
    """Return the last digit for two dice in turn, or None for no hidden zombie (15.8)."""
    digit = _values("15.8")["1-3" if column <= 3 else "4-6"][row - 1]
    return None if digit is None else int(digit)


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
    enter, door = enter_cost(), door_cost()
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
        """Return the sheet of data without `counters_check.problems`."""
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
    """The constants of a game: the board and the counters."""

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


DEFAULT_MAP = "mall"
DEFAULT_COUNTERS = "stand-in"


class NotAvailable(LookupError):
    """Raised for a map or counter sheet that does not come with the game; its text is one sentence."""


def maps() -> Mapping[str, str]:
    """Return the name of each map, by id, in order of id."""
    return _names("maps")


def counter_sheets() -> Mapping[str, str]:
    """Return the name of each counter sheet, by id, in order of id."""
    return _names("counters")


def load_map(map_id: str = DEFAULT_MAP) -> dict[str, Any]:
    """Return a fresh copy of a map's data (`referee-map/1`). Raises NotAvailable."""
    return _load("maps", "map", map_id)


def load_counters(counters_id: str = DEFAULT_COUNTERS) -> dict[str, Any]:
    """Return a fresh copy of a counter sheet's data (`referee-counters/1`). Raises NotAvailable."""
    return _load("counters", "counter sheet", counters_id)


@cache
def setting(map_id: str = DEFAULT_MAP, counters_id: str = DEFAULT_COUNTERS) -> Setting:
    """Return the setting of a map and a counter sheet, built once. Raises NotAvailable."""
    board = Board.from_json(load_map(map_id))
    return Setting(board, CounterSheet.from_json(load_counters(counters_id)))


def _folder(kind: str) -> Traversable:
    return files("rules.dawn_of_the_dead").joinpath("data", kind)


@cache
def _texts(kind: str) -> Mapping[str, str]:
    """Return the text of each data file of a kind by its id, the file name without ".json"."""
    files = {f.name.removesuffix(".json"): f for f in _folder(kind).iterdir() if f.name.endswith(".json")}
    return {file_id: files[file_id].read_text(encoding="utf-8") for file_id in sorted(files)}


@cache
def _names(kind: str) -> Mapping[str, str]:
    return {file_id: json.loads(text)["name"] for file_id, text in _texts(kind).items()}


def _load(kind: str, word: str, file_id: str) -> dict[str, Any]:
    texts = _texts(kind)
    if file_id not in texts:
        raise NotAvailable(f"There is no {word} {file_id!r}; there is {', '.join(texts)}.")
    data: dict[str, Any] = json.loads(texts[file_id])
    return data
