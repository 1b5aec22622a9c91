"""A map as Universal VTT for Foundry, MapTool and others, with its picture as PNG.

A typical square is one cell of the grid. Walls are lines of sight, and every door is a portal, closed, so
that a program makes it a door. The picture inside is plain; the page of a survey lays the photograph of the
board in its place. The map itself is in the member `referee-map`, so that the file comes back without loss.
"""

from __future__ import annotations

import struct
import zlib
from base64 import b64encode
from collections.abc import Sequence
from math import atan2, ceil, sqrt
from typing import Any

from referee.errors import InputError
from referee.printing.measure import CELL, Frame, Spot
from rules.board.board import Board
from rules.board.outlines import Segment, beside

WHITE, TINT, GREY, BLACK = range(4)
PALETTE = bytes((255, 255, 255, 238, 236, 230, 130, 130, 130, 0, 0, 0))
"""Red, green and blue of each colour."""


class Picture:
    """Rows of pixels, each the number of a colour."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.rows = [bytearray(width) for _ in range(height)]

    def polygon(self, spots: Sequence[Spot], colour: int) -> None:
        """Fill a polygon, given in pixels. A pixel belongs to it if its middle does."""
        sides = list(zip(spots, [*spots[1:], *spots[:1]], strict=True))
        first = max(0, int(min(y for _, y in spots)))
        last = min(self.height, int(max(y for _, y in spots)) + 1)
        for row in range(first, last):
            level = row + 0.5
            cuts = sorted(
                ax + (level - ay) * (bx - ax) / (by - ay)
                for (ax, ay), (bx, by) in sides
                if (ay > level) != (by > level)
            )
            for start, end in zip(cuts[::2], cuts[1::2], strict=True):
                left, right = max(0, round(start)), min(self.width, round(end))
                if left < right:
                    self.rows[row][left:right] = bytes([colour]) * (right - left)

    def line(self, start: Spot, end: Spot, width: float, colour: int) -> None:
        """Draw a straight line that reaches half its width beyond its ends."""
        (ax, ay), (bx, by) = start, end
        length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 or 1.0
        along = ((bx - ax) / length * width / 2, (by - ay) / length * width / 2)
        x, y = along
        corners = (
            (ax - x - y, ay - y + x),
            (bx + x - y, by + y + x),
            (bx + x + y, by + y - x),
            (ax - x + y, ay - y - x),
        )
        self.polygon(corners, colour)

    def png(self) -> bytes:
        """Return the picture as PNG."""
        head = struct.pack(">IIBBBBB", self.width, self.height, 8, 3, 0, 0, 0)
        data = zlib.compress(b"".join(b"\0" + row for row in self.rows), 6)
        parts = ((b"IHDR", head), (b"PLTE", PALETTE), (b"IDAT", data), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(_part(name, body) for name, body in parts)


def _part(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


FORMAT = 0.3
MAP, PLACE = "referee-map", "referee-place"
"""The members of the file with the map, and with what of its plane the picture shows."""
MEMBERS = frozenset({"resolution", "line_of_sight", "objects_line_of_sight", "portals"})
"""Members that no other format has."""
MAX_BYTES = 60_000_000
"""Such a file has a picture in it. The page reads no larger one either."""
MAX_PIXELS = 4_000_000
FINEST, COARSEST = 70, 4
"""The most and the least pixels of a cell."""


def universal_vtt(board: Board) -> dict[str, Any]:
    """Return a map as Universal VTT. Raises InputError for a board too large for a picture."""
    plain = Frame.of(board)
    frame = Frame(plain.left, plain.top, plain.scale / CELL, plain.width / CELL, plain.height / CELL)
    cells = ceil(frame.width - 1e-9), ceil(frame.height - 1e-9)
    pixels = min(FINEST, int(sqrt(MAX_PIXELS / (cells[0] * cells[1]))))
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
