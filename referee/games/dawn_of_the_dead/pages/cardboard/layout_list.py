"""What owners of the cardboard lay out before the first turn, read off the map and the counters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.games.dawn_of_the_dead.pages.wording import NAMES
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS, UNITS, Setting
from rules.dawn_of_the_dead.position import SET_UP
from rules.sentences import listed

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Row:
    """One kind of counter: how many lie where, by which case, and in which squares if they are known."""

    count: str
    says: str
    case: str
    squares: tuple[str, ...] = ()


def layout_list(view: Json, setting: Setting) -> tuple[Row, ...]:
    """Return what to lay out, in order; empty without cardboard counters, and once play has begun."""
    if view["counters"] != "physical" or view["phase"] not in SET_UP:
        return ()
    board, units = setting.board, setting.zombie_squares
    aside = "in the Hidden Zombie box" if view["mode"] == "two-player" else "with the eliminated units"
    people = listed(NAMES[name] for name in CHARACTERS)
    rows = [
        Row(
            str(len(units)),
            "zombie units, shuffled, face down, one on each Zombie Placement Symbol",
            "3.1",
            units,
        ),
        Row(str(UNITS - len(units)), f"zombie units left over: face down, {aside}", _aside_case(view)),
        Row(
            str(len(CHARACTERS)),
            f"characters ({people}), normal side up, on Character Placement Symbols, at most two in a square",
            "3.2",
            setting.character_squares,
        ),
    ]
    if board.rifle_square:
        rows.append(Row(str(board.rifle_count), f"Hunting Rifle markers in {board.rifle_square}", "3.2"))
    doors = len(board.doors) + len(board.main_doors)
    rows.append(Row("–", f"No Closed markers: all {doors} doors begin open", "3.3"))
    rows.append(Row("–", "Beside the map: all other markers and the characters’ other counters", "3.2"))
    return tuple(rows)


def _aside_case(view: Json) -> str:
    return "3.1" if view["mode"] == "two-player" else "R-15.1a"
