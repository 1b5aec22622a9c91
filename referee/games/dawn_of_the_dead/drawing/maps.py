"""The formats in which a map goes out, and what the game wants of a board that people survey."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from referee.errors import InputError
from referee.games.dawn_of_the_dead.drawing import draw_map
from referee.games.dawn_of_the_dead.schemas.maps import load_board
from referee.games.surveying import Surveying
from referee.records.text import Json, show
from referee.surveys.formats.geojson import to_geojson
from referee.surveys.formats.universal_vtt import universal_vtt
from rules.board.board import Board
from rules.dawn_of_the_dead.equipment.equipment import MAIN_DOORS, RIFLES, shot_modifier
from rules.dawn_of_the_dead.equipment.map_check import DEPICTS
from rules.sight.sight import SightTable


@dataclass(frozen=True, slots=True)
class MapFormat:
    """A format: the content type of its files, and what makes the text of one from map data."""

    content_type: str
    write: Callable[[Any], str]


def _own(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1)


def _geojson(data: Any) -> str:
    return json.dumps(to_geojson(data, load_board(data)), ensure_ascii=False)


def _svg(data: Any) -> str:
    return draw_map(load_board(data))


def _universal_vtt(data: Any) -> str:
    return json.dumps(universal_vtt(load_board(data)))


FORMATS: Mapping[str, MapFormat] = {
    "json": MapFormat("application/json", _own),
    "geojson": MapFormat("application/geo+json", _geojson),
    "svg": MapFormat("image/svg+xml", _svg),
    "dd2vtt": MapFormat("application/json", _universal_vtt),
    "uvtt": MapFormat("application/json", _universal_vtt),
}
"""By the ending of their files."""


def map_format(ending: str) -> MapFormat:
    """Return a format by the ending of its files. Raises InputError for one that is not known."""
    if ending not in FORMATS:
        raise InputError(f"--as: {show(ending)} is not a format here; try {', '.join(FORMATS)}.")
    return FORMATS[ending]


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
