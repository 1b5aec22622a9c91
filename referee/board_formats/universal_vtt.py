"""A map as Universal VTT (`.dd2vtt`, `.uvtt`): walls and doors for Foundry, MapTool and their like.

A typical square is one cell of the grid. Walls are lines of sight, and every door is a portal, closed, so
that a program makes it a door. The picture inside is plain; the page of a survey lays the photograph of the
board in its place. The map itself is in the member `referee-map`, so that the file comes back without loss.
"""

from __future__ import annotations

from base64 import b64encode
from math import atan2, ceil, sqrt
from typing import Any

from referee.board_formats.picture import BLACK, GREY, TINT, WHITE, Picture
from referee.drawing.measure import CELL, Frame, Spot
from referee.errors import InputError
from rules.board import Board
from rules.outlines import Segment, beside

FORMAT = 0.3
MAP, PLACE = "referee-map", "referee-place"
"""The members of the file with the map, and with what of its plane the picture shows."""
MEMBERS = frozenset({"resolution", "line_of_sight", "objects_line_of_sight", "portals"})
"""Members that no other format has."""
MOST_BYTES = 60_000_000
"""Such a file has a picture in it. The page reads no larger one either."""
MOST_PIXELS = 4_000_000
FINEST, COARSEST = 70, 4
"""The most and the least pixels of a cell."""


def universal_vtt(board: Board) -> dict[str, Any]:
    """Return a map as Universal VTT. Raises InputError for a board too large for a picture."""
    plain = Frame.of(board)
    frame = Frame(plain.left, plain.top, plain.scale / CELL, plain.width / CELL, plain.height / CELL)
    cells = ceil(frame.width - 1e-9), ceil(frame.height - 1e-9)
    pixels = min(FINEST, int(sqrt(MOST_PIXELS / (cells[0] * cells[1]))))
    if pixels < COARSEST:
        raise InputError(f"squares: {cells[0]} by {cells[1]} cells are too many for a Universal VTT picture.")
    walls = [frame.line(segment) for segment in _walls(board)]
    doors = [frame.line(s) for side in board.doors.values() for s in side.segments]
    doors += [frame.line(door.segment) for door in board.main_doors.values()]
    return {
        "format": FORMAT,
        "resolution": {
            "map_origin": _point((0, 0)),
            "map_size": _point(cells),
            "pixels_per_grid": pixels,
        },
        "line_of_sight": [[_point(start), _point(end)] for start, end in walls],
        "objects_line_of_sight": [],
        "portals": [_portal(start, end) for start, end in doors],
        "environment": {"baked_lighting": False, "ambient_light": "ffffffff"},
        "lights": [],
        "image": b64encode(_picture(board, frame, cells, pixels, walls, doors)).decode(),
        PLACE: {"left": frame.left, "top": frame.top, "cell": 1 / frame.scale},
        MAP: dict(board.source),
    }


def is_universal_vtt(data: object) -> bool:
    """Whether JSON says that it is a Universal VTT, also where it lacks a member that it needs."""
    return isinstance(data, dict) and len(MEMBERS & set(data)) > 1


def has_own_map(data: dict[str, Any]) -> bool:
    """Whether a Universal VTT is one of ours, with the map in it."""
    return isinstance(data.get(MAP), dict)


def from_universal_vtt(data: object) -> Any:
    """Return the map in a Universal VTT, not yet checked. Raises InputError for one of another program."""
    if isinstance(data, dict) and has_own_map(data):
        return data[MAP]
    raise InputError(
        "The file is a Universal VTT of another program: it has walls and doors, but no squares."
        " Choose it as the picture of a board that you draw; its walls and doors come with it."
    )


def _walls(board: Board) -> list[Segment]:
    """Return every wall: those inside, and the outer one without the main doors."""
    walls = [s for side in board.sides.values() if side.kind == "wall" for s in side.segments]
    for segment in board.outer_wall:
        pieces = [segment]
        for door in board.main_doors.values():
            pieces = [rest for piece in pieces for rest in beside(piece, door.segment)]
        walls += pieces
    return walls


def _portal(start: Spot, end: Spot) -> dict[str, Any]:
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    return {
        "position": _point(middle),
        "bounds": [_point(start), _point(end)],
        "rotation": round(atan2(end[1] - start[1], end[0] - start[0]), 6),
        "closed": True,
        "freestanding": False,
    }


def _point(spot: Spot) -> dict[str, float]:
    x, y = (round(float(part), 6) for part in spot)
    return {"x": x, "y": y}


def _picture(
    board: Board, frame: Frame, cells: tuple[int, int], pixels: int, walls: Any, doors: Any
) -> bytes:
    picture = Picture(cells[0] * pixels, cells[1] * pixels)
    for square in board.squares.values():
        ground = WHITE if square.area.kind == "hall" else TINT
        picture.polygon([(x * pixels, y * pixels) for x, y in frame.spots(square.outline)], ground)
    thin, thick = max(1.0, pixels / 50), max(2.0, pixels / 12)
    opened = [frame.line(s) for side in board.sides.values() if side.kind == "open" for s in side.segments]
    for lines, width, colour in ((opened, thin, GREY), (walls, thick, BLACK), (doors, thick, GREY)):
        for (ax, ay), (bx, by) in lines:
            picture.line((ax * pixels, ay * pixels), (bx * pixels, by * pixels), width, colour)
    return picture.png()
