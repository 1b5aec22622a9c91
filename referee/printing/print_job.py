"""The PDF of a game's board or counters, from what people name: a map, a paper, a size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.errors import InputError
from referee.games import registry
from referee.games.interface import Game, PrintingPort
from referee.printing.counters import counters_pdf
from referee.printing.paper import paper_named
from referee.printing.sheet import board_sheet
from referee.printing.tiles import board_pdf
from referee.records.text import show
from rules.board import checks
from rules.board.board import Board

SMALLEST_SQUARE, LARGEST_SQUARE = 8.0, 60.0
"""The bounds of the width of a typical square, in millimetres, where somebody chooses it."""
USUAL_PAPER = "a4"


@dataclass(frozen=True, slots=True)
class PrintedBoard:
    """A board as PDF, how many sheets carry it, and how wide a typical square is in millimetres."""

    pdf: bytes
    sheets: int
    square: float


def printing_of(game: Game) -> PrintingPort:
    """Return how a game is printed. Raises InputError for a game that prints nothing."""
    if game.printing is None:
        raise InputError(f"system: {game.title} has no board and no counters to print.")
    return game.printing


def printed_board(game: Game, data: Any, paper: object, square: float | None = None) -> PrintedBoard:
    """Return a map as PDF. Raises InputError for faults of the map, paper and size alike."""
    printing, chosen = printing_of(game), paper_named(paper)
    if square is not None and not SMALLEST_SQUARE <= square <= LARGEST_SQUARE:
        bounds = f"{SMALLEST_SQUARE:g} to {LARGEST_SQUARE:g}"
        raise InputError(f"square: {show(square)} is not a width in millimetres here; it must be {bounds}.")
    problems = checks.problems(data, reach=False)
    if problems:
        raise InputError([f"The map: {problem}" for problem in problems])
    sheet = board_sheet(Board.from_json(data), printing.board(), chosen, square)
    return PrintedBoard(board_pdf(sheet), sheet.sheets.count, sheet.square)


def printed_counters(game: Game, data: Any, paper: object, backs: str) -> bytes:
    """Return the counters of a counter sheet as PDF. Raises InputError for faults of any of them."""
    printing, chosen = printing_of(game), paper_named(paper)
    return counters_pdf(printing.counters(data), chosen, backs)


def board_file(system: str, data: Any, paper: str, square: float | None) -> bytes:
    """Return the map of a game as PDF, as `printed_board` makes it."""
    return printed_board(registry.game(system), data, paper, square).pdf


def counters_file(system: str, data: Any, paper: str, backs: str) -> bytes:
    """Return the counters of a game as PDF, as `printed_counters` makes them."""
    return printed_counters(registry.game(system), data, paper, backs)
