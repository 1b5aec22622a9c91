"""A game's requirements of the boards that people survey for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from referee.records.text import Json
from rules.board.board import Board


class Line(Protocol):
    """Works out what is between two places of a board, as the game does in play."""

    def __call__(self, board: Board, start: str, end: str, doors: Mapping[tuple[str, str], str]) -> Json:
        """Return the line of sight as JSON."""


@dataclass(frozen=True, slots=True)
class Surveying:
    """A game's requirements of a board, for the page on which people survey one.

    `symbols` are the marks on its board: `{"id", "name", "sign"}`, the sign one or two letters.
    `main_doors` are the names of the doors that it wants in the outer wall. `stock` is a supply in one place
    of the board, `{"name", "count"}`, or None. `special` are areas that its rules name: `{"key", "name"}`.
    `own_board` is the line under which a person says that this is the game's own printed board, and `depicts`
    what such a map then says of itself; the check of maps holds it against the examples of the rulebook.
    `picture` draws a map as an SVG document. `sheet_form` is the path of the form in which people type a
    counter sheet, "" without one; with `?from=ID` it begins with that sheet.
    """

    symbols: Sequence[Json]
    main_doors: Sequence[str]
    stock: Json | None
    special: Sequence[Json]
    own_board: str
    depicts: str
    line: Line
    picture: Callable[[Board], str]
    sheet_form: str = ""
