"""The requirements of *Dawn of the Dead* on a map, beyond the map format (2.1, 3.1, 3.2, 12.0, 13.0).

A map with `"depicts": "mall"` claims to be the game's own shopping mall, printed or reconstructed. It must
then agree with every fact that the rulebook states about that map (`mall_facts`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.board import checks
from rules.board.board import Board
from rules.data_check import Members, is_whole, shown
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS, HIDDEN_COUNT, MAIN_DOORS, RIFLES, UNITS
from rules.dawn_of_the_dead.equipment.mall_facts import MAIN_DOOR_SQUARES, mall_facts
from rules.dawn_of_the_dead.setting_up import MAX_PER_SQUARE, in_edwins, lawful_hidden_squares
from rules.sight.close_calls import contradictions

DEPICTS = "mall"
MEMBERS: Members = {**checks.MEMBERS, "depicts": None}
"""The members of a map of the game."""
ZOMBIE_SYMBOLS = UNITS - HIDDEN_COUNT
CHARACTER_PLACES = len(CHARACTERS) // MAX_PER_SQUARE


def problems(data: object) -> list[str]:
    """Return a sentence for each mistake in a map, none if the game can be played on it. Takes any JSON data.

    The facts of the mall and the squares for hidden zombies are checked only if the rest is sound, even if
    some squares are out of reach.
    """
    mistakes, sound = checks.examine(data)
    if not isinstance(data, dict):
        return mistakes
    mistakes += [*_symbols(data), *_main_doors(data), *_rifles(data), *_edwins(data), *_depicts(data)]
    if sound:
        board = Board.from_json(data)
        mistakes += [*_hidden_places(board), *contradictions(board)]
        if data.get("depicts") == DEPICTS:
            mistakes += mall_facts(board)
    return mistakes


def _objects(data: Mapping[str, Any], name: str) -> list[dict[str, Any]]:
    """Return the objects of a list; an empty list if the field is something else."""
    items = data.get(name)
    return [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []


def _squares_marked(count: int) -> str:
    if count > 1:
        return f"{count} squares are marked"
    return f"{'1' if count else 'no'} square is marked"


def _symbols(data: Mapping[str, Any]) -> Iterator[str]:
    squares = [s.get("symbols") for s in _objects(data, "squares")]
    symbols = [s for s in squares if isinstance(s, list)]
    zombies = sum("zombie" in s for s in symbols)
    if zombies != ZOMBIE_SYMBOLS:
        yield (f'symbols: {_squares_marked(zombies)} "zombie"; the game places {ZOMBIE_SYMBOLS} units (3.1).')
    places = sum("character" in s for s in symbols)
    if places < CHARACTER_PLACES:
        yield (
            f'symbols: {_squares_marked(places)} "character"; '
            f"four characters, two to a square, need at least {CHARACTER_PLACES} (3.2)."
        )


def _main_doors(data: Mapping[str, Any]) -> Iterator[str]:
    doors = _objects(data, "main_doors")[: checks.MAX_MAIN_DOORS]
    names = [d.get("name") for d in doors]
    for name in MAIN_DOORS:
        if name not in names:
            yield f"main_doors: the {name} door is missing (13.0).{_its_square(data, name)}"
    for other in names:
        if isinstance(other, str) and other not in MAIN_DOORS:
            yield (
                f"main_doors: {shown(other)} is not a main door of this game: {', '.join(MAIN_DOORS)} (13.0)."
            )
    squares = [d["square"] for d in doors if isinstance(d.get("square"), str)]
    for square in sorted({s for s in squares if squares.count(s) > 1}):
        yield f"main_doors: square {square} has more than one; each needs its own square (13.0)."


def _its_square(data: Mapping[str, Any], door: str) -> str:
    """Return where a main door of the mall belongs; "" on other maps, and where its square is missing."""
    square = MAIN_DOOR_SQUARES[door]
    is_there = any(s.get("id") == square for s in _objects(data, "squares"))
    return f" It belongs on {square} (R-13.0c)." if is_there and data.get("depicts") == DEPICTS else ""


def _rifles(data: Mapping[str, Any]) -> Iterator[str]:
    rifles = data.get("rifles")
    if "rifles" not in data:
        yield "rifles is missing; the game puts two in one square (3.2)."
    elif isinstance(rifles, dict) and is_whole(rifles.get("count")) and rifles["count"] != RIFLES:
        yield f"rifles.count is {shown(rifles['count'])}; the game has {RIFLES} (12.0)."


def _edwins(data: Mapping[str, Any]) -> Iterator[str]:
    special = data.get("special")
    if isinstance(special, dict) and "edwins" in special:
        areas = [a.get("id") for a in _objects(data, "areas")]
        if special["edwins"] not in areas:
            yield (
                f"special.edwins is {shown(special['edwins'])}; it must be the id of one of the areas (3.1)."
            )


def _depicts(data: Mapping[str, Any]) -> Iterator[str]:
    if "depicts" in data and data["depicts"] != DEPICTS:
        yield f'depicts is {shown(data["depicts"])}; it must be "{DEPICTS}" or left out.'


def _hidden_places(board: Board) -> Iterator[str]:
    """Yield a mistake if there are too few lawful squares for five hidden zombies (3.1)."""
    free = lawful_hidden_squares(board)
    edwins = sum(in_edwins(board, s) for s in free)
    places = len(free) - max(0, edwins - 1)
    if places < HIDDEN_COUNT:
        room = f"only {places}" if places else "none"
        yield f"squares: there is room for {room} of the {HIDDEN_COUNT} hidden zombies (3.1)."
