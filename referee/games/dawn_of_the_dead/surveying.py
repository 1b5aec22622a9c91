"""What *Dawn of the Dead* wants of a board that people survey: its symbols, doors and shop (3.1, 13.0)."""

from __future__ import annotations

from collections.abc import Mapping

from referee.games.dawn_of_the_dead.drawing import draw_map
from referee.games.showing import Json
from referee.games.surveying import Surveying
from rules.board.board import Board
from rules.dawn_of_the_dead.equipment.equipment import MAIN_DOORS, RIFLES, shot_modifier
from rules.dawn_of_the_dead.equipment.map_check import DEPICTS
from rules.sight.sight import SightTable


def line(board: Board, start: str, end: str, doors: Mapping[tuple[str, str], str]) -> Json:
    """Return the sight line between two squares, by the code that plays."""
    return SightTable(board, shot_modifier).line(start, end, doors).to_json()


SURVEYING = Surveying(
    symbols=(
        {"id": "zombie", "name": "Zombie Placement Symbol", "sign": "Z"},
        {"id": "character", "name": "Character Placement Symbol", "sign": "C"},
    ),
    main_doors=tuple(MAIN_DOORS),
    stock={"name": "rifles", "count": RIFLES},
    special=({"key": "edwins", "name": "Edwin's Sports Center"},),
    own_board="This is the printed board of the game: check it against the rulebook’s examples.",
    depicts=DEPICTS,
    line=line,
    picture=draw_map,
    sheet_form="/counters/new",
)
