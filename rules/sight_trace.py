"""One sight line in words of the board: what it crosses and touches, and what blocks it."""

from __future__ import annotations

from fractions import Fraction

from rules.board import Board, Pair
from rules.sight_line import Block, BlockKind
from rules.sight_mesh import Mesh, Vertex
from rules.sight_walk import Place, Trail, Walk

__all__ = ["Tracer", "Trail"]


class Tracer:
    """Follows single lines over a board. `scale` makes every centre whole."""

    def __init__(self, board: Board, scale: int) -> None:
        """Prepare the sides of the board."""
        self.mesh = Mesh(board, scale)
        self._scale = scale
        self._index = {name: i for i, name in enumerate(board.squares)}

    def trail(self, a: str, b: str) -> Trail:
        """Return what the line from one square to another meets."""
        walk = Walk(self.mesh, self._index[a], self._index[b])
        walk.go()
        return walk.trail

    def block(self, a: str, b: str, trail: Trail) -> Block:
        """Return what blocks a line; the line must be blocked.

        The kind does not depend on the direction. Of several blocks of that kind it is the nearest to `a`.
        """
        if trail.wall:
            return self._block("wall", trail.wall, a, b)
        if trail.outer is not None:
            return self._block("outside", (None, trail.outer), a, b)
        if trail.corner:
            return self._block("corner", trail.corner, a, b)
        far = [p for p in trail.doors if a not in p and b not in p]
        kind: BlockKind = "door_not_adjacent"
        door = far[0] if far else trail.doors[-1]
        if not far:
            kind, door = (
                ("two_doors", trail.doors[1]) if len(trail.doors) > 1 else ("closed_solid_door", door)
            )
        return self._block(kind, (door, trail.door_at[door]), a, b)

    def middle(self, a: str, b: str) -> Block:
        """Return the block of a line that the owner of the board saw blocked: it says no place."""
        (x0, y0), (x1, y1) = (self.mesh.centres[self._index[s]] for s in (a, b))
        return Block("look", None, (Fraction(x0 + x1, 2 * self._scale), Fraction(y0 + y1, 2 * self._scale)))

    def _block(self, kind: BlockKind, met: tuple[Pair | None, Place], a: str, b: str) -> Block:
        between, place = met
        mesh, scale = self.mesh, self._scale
        meeting: tuple[str, ...] = ()
        if isinstance(place, Vertex):
            x, y = place.spot
            point = Fraction(x, scale), Fraction(y, scale)
            faces = sorted(place.faces)
        else:
            point = self._crossing(self._index[a], self._index[b], place)
            faces = [mesh.face[place]]
        if kind in ("corner", "outside"):
            meeting = tuple(mesh.names[f] for f in faces)
        return Block(kind, between, point, meeting)

    def _crossing(self, a: int, b: int, half_edge: int) -> tuple[Fraction, Fraction]:
        """Return the point where the line between two squares crosses a half-edge."""
        (x0, y0), (x1, y1) = self.mesh.centres[a], self.mesh.centres[b]
        (px, py), (qx, qy) = self.mesh.segment(half_edge)
        ex, ey = qx - px, qy - py
        before = ex * (y0 - py) - ey * (x0 - px)
        whole = before - (ex * (y1 - py) - ey * (x1 - px))
        if not whole:  # the line starts on this half-edge and runs along it
            return Fraction(x0, self._scale), Fraction(y0, self._scale)
        under = whole * self._scale
        return Fraction(x0 * whole + before * (x1 - x0), under), Fraction(
            y0 * whole + before * (y1 - y0), under
        )
