"""The old way to find out whether two outlines overlap: with fractions, piece by piece."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from rules.board.outlines import Point, Segment, Spot, edges, inner_spot, place, touch, turn


def slow_overlap(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Return whether the insides of two simple polygons have a spot in common."""
    if any(place(s, other) == "inside" for s in _piece_middles(one, other)):
        return True
    if any(place(s, one) == "inside" for s in _piece_middles(other, one)):
        return True
    return place(inner_spot(one), other) == "inside"


def _piece_middles(one: Sequence[Point], other: Sequence[Point]) -> Iterator[Spot]:
    for a, b in edges(one):
        cuts = {Fraction(0), Fraction(1)}
        for c, d in edges(other):
            cuts.update(_cuts((a, b), (c, d)))
        for low, high in pairwise(sorted(cuts)):
            along = (low + high) / 2
            yield a[0] + along * (b[0] - a[0]), a[1] + along * (b[1] - a[1])


def _cuts(one: Segment, other: Segment) -> Iterator[Fraction]:
    (a, b), (c, d) = one, other
    before, after = turn(c, d, a), turn(c, d, b)
    if before == after:
        if before == 0:
            yield from (s for s in (_share(one, c), _share(one, d)) if 0 < s < 1)
    elif touch(one, other):
        yield Fraction(before) / Fraction(before - after)


def _share(segment: Segment, spot: Point) -> Fraction:
    a, b = segment
    dx, dy = b[0] - a[0], b[1] - a[1]
    return Fraction((spot[0] - a[0]) * dx + (spot[1] - a[1]) * dy, dx * dx + dy * dy)
