"""A picture of a board in pixels, as PNG: plain areas, walls and doors, for programs that want one."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence

from referee.drawing.measure import Spot

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
