"""How doors look. Each state of each kind has a shape of its own, so that none needs its colour.

Solid, open: two leaves standing out into the room. Solid, closed: one thick bar with a step at each end.
Glass, open: two panes slid to the ends. Glass, closed: a pane of two thin lines right across, with a stile in
the middle. Glass, destroyed: jagged shards left at the ends.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import hypot

from referee.printing.measure import Spot, path

Line = Sequence[Spot]
PANE = 3.2
"""Half the thickness of a pane of glass."""
LEAF = 12.0
"""How far an open leaf stands out."""
SHORT_LEAF = 5.0
"""How far it stands out where both sides have a word, which keeps that far off the wall."""
HALF_LEAF = 2.0
"""Half the thickness of a wooden leaf, less a hair that keeps it clear of numbers."""


class Opening:
    """A segment with a direction along it (`u`) and one into the room (`v`), in drawing units.

    `leaf` is how far the leaves of a solid door stand out into the room.
    """

    def __init__(self, start: Spot, end: Spot, room: Spot, leaf: float = LEAF) -> None:
        self.start, self.leaf = start, leaf
        self.length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
        self.along = (end[0] - start[0]) / self.length, (end[1] - start[1]) / self.length
        across = -self.along[1], self.along[0]
        inward = (room[0] - start[0]) * across[0] + (room[1] - start[1]) * across[1] >= 0
        self.across = across if inward else (-across[0], -across[1])

    def at(self, u: float, v: float) -> Spot:
        """Return the spot `u` along the opening and `v` into the room."""
        return (
            self.start[0] + u * self.along[0] + v * self.across[0],
            self.start[1] + u * self.along[1] + v * self.across[1],
        )

    def line(self, *steps: tuple[float, float]) -> Line:
        """Return a broken line through spots given as (along, into the room)."""
        return [self.at(u, v) for u, v in steps]


def door_path(opening: Opening, kind: str, state: str) -> str:
    """Return the path of a door: `kind` is solid_door or glass_door, `state` open, closed or destroyed."""
    return path(*_SHAPES[kind, state](opening))


def sill_path(opening: Opening) -> str:
    """Return the path that clears the wall under a door and takes taps."""
    return path(opening.line((0, 0), (opening.length, 0)))


def main_door_path(opening: Opening, state: str) -> str:
    """Return the path of a main door: posts and an arrow inwards when open, a barred leaf when closed."""
    size = opening.length
    posts = [opening.line((u, -6), (u, 6)) for u in (0, size)]
    if state == "closed":
        slats = [opening.line((size * i / 6, -5), (size * (i + 1) / 6, 5)) for i in range(6)]
        return path(*posts, opening.line((0, -5), (size, -5)), opening.line((0, 5), (size, 5)), *slats)
    middle = size / 2
    arrow = opening.line((middle - 8, -13), (middle, -4), (middle + 8, -13))
    return path(*posts, arrow, opening.line((middle - 8, -20), (middle, -11), (middle + 8, -20)))


def open_leaves(opening: Opening) -> list[Line]:
    """Return the two leaves of an open solid door, each from its hinge out into the room."""
    size = opening.length
    inset = min(3.0, size / 6)
    return [opening.line((u, 0), (u, min(opening.leaf, size / 3))) for u in (inset, size - inset)]


def _solid_closed(opening: Opening) -> list[Line]:
    size = opening.length
    step = min(4.0, size / 6)
    return [opening.line((step, 0), (size - step, 0)), opening.line((step, -5), (step, 5)),
            opening.line((size - step, -5), (size - step, 5))]  # fmt: skip


def _glass_open(opening: Opening) -> list[Line]:
    slid = opening.length * 0.27
    return [_pane(opening, 0, slid), _pane(opening, opening.length - slid, opening.length)]


def _glass_closed(opening: Opening) -> list[Line]:
    middle = opening.length / 2
    return [_pane(opening, 0, opening.length), opening.line((middle, -PANE - 2), (middle, PANE + 2))]


def _pane(opening: Opening, start: float, end: float) -> Line:
    return opening.line((start, -PANE), (end, -PANE), (end, PANE), (start, PANE), (start, -PANE))


def _glass_destroyed(opening: Opening) -> list[Line]:
    size = opening.length
    tooth = size * 0.11
    left = opening.line((0, PANE), (tooth, PANE + 3), (tooth * 0.7, 0), (tooth * 2.2, -1),
        (tooth * 0.8, -PANE - 2),
                        (0, -PANE))  # fmt: skip
    right = opening.line((size, PANE), (size - tooth * 0.8, PANE + 2), (size - tooth * 2.2, 1),
        (size - tooth * 0.7, 0),
                         (size - tooth, -PANE - 3), (size, -PANE))  # fmt: skip
    middle = size / 2
    cross = [opening.line((middle - 4, -4), (middle + 4, 4)), opening.line((middle - 4, 4), (middle + 4, -4))]
    return [left, right, *cross]


_SHAPES: Mapping[tuple[str, str], Callable[[Opening], list[Line]]] = {
    ("solid_door", "open"): open_leaves,
    ("solid_door", "closed"): _solid_closed,
    ("solid_door", "destroyed"): open_leaves,  # only an agreement of the players destroys one
    ("glass_door", "open"): _glass_open,
    ("glass_door", "closed"): _glass_closed,
    ("glass_door", "destroyed"): _glass_destroyed,
}
