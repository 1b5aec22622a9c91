"""A small hand-made mall with one of everything: eight columns, six rows; row and column name a square.

    000 001 002 | 003 004 005 006 | 007      north main door above 007
    010 011 012 S 013 014 015 016 | 017
    --- -G- --- | --- -S- --- -G- | ---      no wall between 017 and 027
    020 021 022   023 024 025 026   027      west main door left of 020
    030 031 032   033 034|035 036   037      east main door right of 037
    --- -G- ---   -S- | --- -G- --- | ---    no wall between 037 and 047
    040 041 042   043 G 044 045 046 | 047
    050 051 052 | 053 | 054 055 056 S 057    south main door below 057

Edwin's Sports Center (columns 0 to 2) and the toy shop (3 to 6) stand above the hall, the bank (0 to 3) and
the diner (4 to 6) below. S is a solid door, G a glass one, and column 7 belongs to the hall.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from rules.board.board import Board
from rules.dawn_of_the_dead.equipment.equipment import CounterSheet, Setting

SIZE = 4
ROWS, COLUMNS = 6, 8

GLASS_TOYS = "016-026"
GLASS_EDWINS = "011-021"
GLASS_BANK = "031-041"
GLASS_DINER = "036-046"
GLASS_BETWEEN_SHOPS = "043-044"
SOLID_TOYS = "014-024"
SOLID_BANK = "033-043"
SOLID_BETWEEN_SHOPS = "012-013"
SOLID_DINER = "056-057"
GLASS_DOORS = (GLASS_TOYS, GLASS_EDWINS, GLASS_BANK, GLASS_DINER, GLASS_BETWEEN_SHOPS)
SOLID_DOORS = (SOLID_TOYS, SOLID_BANK, SOLID_BETWEEN_SHOPS, SOLID_DINER)
WALLS_BESIDES = ("034-035", "052-053")
"""Walls that do not part two areas."""

RIFLES = "001"
CHARACTER_SQUARES = ("022", "023", "024", "052")
ZOMBIE_SQUARES = ("003", "010", "017", "020", "037", "044", "055")
MAIN_DOORS = {
    "north": ("007", ((28, 0), (32, 0))),
    "west": ("020", ((0, 8), (0, 12))),
    "east": ("037", ((32, 12), (32, 16))),
    "south": ("057", ((28, 24), (32, 24))),
}

SHEET: dict[str, Any] = {
    "format": "referee-counters/1",
    "name": "Test figures",
    "provenance": "test",
    "characters": {
        "peter": {
            "normal": {"fire_rate": 3, "panic_level": 1, "movement_allowance": 8},
            "infected": {"fire_rate": 2, "panic_level": 2, "movement_allowance": 5},
        },
        "roger": {
            "normal": {"fire_rate": 3, "panic_level": 2, "movement_allowance": 7},
            "infected": {"fire_rate": 2, "panic_level": 3, "movement_allowance": 5},
        },
        "steve": {
            "normal": {"fire_rate": 2, "panic_level": 2, "movement_allowance": 6},
            "infected": {"fire_rate": 1, "panic_level": 3, "movement_allowance": 4},
        },
        "fran": {
            "normal": {"fire_rate": 1, "panic_level": 3, "movement_allowance": 5},
            "infected": {"fire_rate": 1, "panic_level": 4, "movement_allowance": 4},
        },
    },
    "zombie_values": {
        "1": 6, "2": 8, "3": 8, "4": 7, "5": 6, "6": 5, "7": 4, "8": 2, "9": 2, "10": 1, "11": 1,
    },
}  # fmt: skip


def area_of(row: int, column: int) -> str:
    """Return the id of the area that a square belongs to."""
    if column == 7 or row in {2, 3}:
        return "hall"
    if row < 2:
        return "edwins" if column < 3 else "toys"
    return "bank" if column < 4 else "diner"


def map_data() -> dict[str, Any]:
    """Return the small mall in the map format, `referee-map/1`."""
    sides = dict.fromkeys(_area_walls(), "wall") | dict.fromkeys(WALLS_BESIDES, "wall")
    sides |= dict.fromkeys(GLASS_DOORS, "glass_door") | dict.fromkeys(SOLID_DOORS, "solid_door")
    return {
        "format": "referee-map/1",
        "name": "A small mall",
        "provenance": "test",
        "areas": [
            {"id": "hall", "name": "Hall", "kind": "hall"},
            {"id": "edwins", "name": "Edwin's Sports Center", "kind": "store"},
            {"id": "toys", "name": "Toy shop", "kind": "store"},
            {"id": "bank", "name": "Bank", "kind": "store"},
            {"id": "diner", "name": "Diner", "kind": "store"},
        ],
        "squares": [_square(r, c) for r in range(ROWS) for c in range(COLUMNS)],
        "sides": [{"between": s.split("-"), "kind": kind} for s, kind in sorted(sides.items())],
        "main_doors": [
            {"name": name, "square": square, "segment": [list(p) for p in segment]}
            for name, (square, segment) in MAIN_DOORS.items()
        ],
        "rifles": {"square": RIFLES, "count": 2},
        "special": {"edwins": "edwins"},
    }


def _square(row: int, column: int) -> dict[str, Any]:
    name = f"{row:02}{column}"
    x, y = column * SIZE, row * SIZE
    symbols = ["character"] * (name in CHARACTER_SQUARES) + ["zombie"] * (name in ZOMBIE_SQUARES)
    outline = [[x, y], [x + SIZE, y], [x + SIZE, y + SIZE], [x, y + SIZE]]
    return {"id": name, "area": area_of(row, column), "outline": outline, "symbols": symbols}


def _area_walls() -> list[str]:
    """Return the sides between squares of different areas."""
    names = []
    for row in range(ROWS):
        for column in range(COLUMNS):
            for down, right in ((row + 1, column), (row, column + 1)):
                if down < ROWS and right < COLUMNS and area_of(row, column) != area_of(down, right):
                    names.append(f"{row:02}{column}-{down:02}{right}")
    return names


@cache
def small_mall() -> Setting:
    """Return the setting of the small mall and the test figures, built once."""
    return Setting(Board.from_json(map_data()), CounterSheet.from_json(SHEET))


@cache
def corner_mall() -> Setting:
    """Return the small mall with its south and west main doors at one corner, on square 020."""
    small = small_mall()
    doors = small.board.main_doors
    both = {**doors, "south": replace(doors["west"], name="south")}
    return Setting(replace(small.board, main_doors=both), small.sheet)
