"""Exact geometry of outlines, against a slow second way: looking at every point of a fine grid."""

from __future__ import annotations

from fractions import Fraction
from math import atan2
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.board.outlines import (
    Point,
    Segment,
    beside,
    covered,
    crossing_corner,
    doubled_area,
    inner_spot,
    overlap,
    place,
)
from tests.rules.board.slow_overlap import slow_overlap

SQUARE: tuple[Point, ...] = ((0, 0), (4, 0), (4, 4), (0, 4))
L_SHAPE: tuple[Point, ...] = ((0, 0), (6, 0), (6, 2), (2, 2), (2, 6), (0, 6))
U_SHAPE: tuple[Point, ...] = ((0, 0), (2, 0), (2, 4), (4, 4), (4, 0), (6, 0), (6, 6), (0, 6))


def moved(outline: tuple[Point, ...], dx: int, dy: int) -> tuple[Point, ...]:
    return tuple((x + dx, y + dy) for x, y in outline)


@pytest.mark.parametrize(
    ("outline", "fault"),
    [
        (SQUARE, None),
        (L_SHAPE, None),
        (((0, 0), (2, 0), (4, 0), (4, 4), (0, 4)), None),
        (((0, 0), (4, 4), (4, 0), (0, 4)), (4, 0)),
        (((0, 0), (4, 0), (4, 0), (4, 4)), (4, 0)),
        (((0, 0), (6, 0), (3, 0), (3, 3)), (6, 0)),
        (((0, 0), (6, 0), (6, 6), (3, 0), (0, 6)), (6, 6)),
    ],
    ids=[
        "square",
        "L",
        "corner on a straight edge",
        "bow tie",
        "corner twice",
        "spike",
        "touches its own edge",
    ],
)
def test_a_simple_polygon_is_told_from_one_that_meets_itself(
    outline: tuple[Point, ...], fault: Point | None
) -> None:
    assert crossing_corner(outline) == fault


@pytest.mark.parametrize(
    ("one", "other", "together"),
    [
        (SQUARE, moved(SQUARE, 4, 0), False),
        (SQUARE, moved(SQUARE, 4, 4), False),
        (SQUARE, moved(SQUARE, 3, 3), True),
        (SQUARE, SQUARE, True),
        (SQUARE, ((1, 1), (2, 1), (2, 2), (1, 2)), True),
        (SQUARE, ((0, 0), (4, 0), (4, 2), (0, 2)), True),
        (L_SHAPE, ((2, 2), (6, 2), (6, 6), (2, 6)), False),
        (U_SHAPE, ((2, 0), (4, 0), (4, 4), (2, 4)), False),
        (U_SHAPE, ((1, 1), (5, 1), (5, 2), (1, 2)), True),
        (SQUARE, ((2, -2), (6, 2), (2, 6), (-2, 2)), True),
        (((0, 0), (2, 0), (0, 2)), ((2, 0), (2, 2), (0, 2)), False),
        (((0, 0), (4, 0), (4, 4), (0, 4)), ((2, -1), (3, -1), (3, 5), (2, 5)), True),
    ],
    ids=[
        "share a side", "share a corner", "corner over corner", "the same", "one inside",
        "half", "into an L", "into a U",
        "across a U", "diamond on a square", "halves of a square", "cross",
    ],
)  # fmt: skip
def test_outlines_overlap_when_their_insides_do(
    one: tuple[Point, ...], other: tuple[Point, ...], together: bool
) -> None:
    assert overlap(one, other) is together
    assert overlap(other, one) is together


@settings(max_examples=20)
@given(
    st.sampled_from([SQUARE, L_SHAPE, U_SHAPE]),
    st.sampled_from([SQUARE, L_SHAPE, U_SHAPE]),
    st.integers(-7, 7),
    st.integers(-7, 7),
)
def test_overlap_is_what_a_count_of_cells_says(
    one: tuple[Point, ...], other: tuple[Point, ...], dx: int, dy: int
) -> None:
    """Shapes of whole cells overlap exactly when they have a cell in common."""
    cells = [
        {
            (x, y)
            for x in range(-8, 15)
            for y in range(-8, 15)
            if place((x + Fraction(1, 2), y + Fraction(1, 2)), shape) == "inside"
        }
        for shape in (one, moved(other, dx, dy))
    ]
    assert overlap(one, moved(other, dx, dy)) is bool(cells[0] & cells[1])


@pytest.mark.parametrize(
    ("spot", "where"),
    [
        ((1, 1), "inside"),
        ((2, 3), "edge"),
        ((4, 4), "outside"),
        ((0, 0), "edge"),
        ((3, 2), "edge"),
        ((9, 1), "outside"),
    ],
)
def test_a_spot_is_inside_outside_or_on_the_edge(spot: Point, where: str) -> None:
    assert place(spot, L_SHAPE) == where


@pytest.mark.parametrize(
    "outline", [SQUARE, L_SHAPE, U_SHAPE, ((0, 0), (5, 1), (1, 5)), ((3, 0), (0, 9), (3, 1), (6, 9))]
)
def test_an_inner_spot_lies_inside(outline: tuple[Point, ...]) -> None:
    assert place(inner_spot(outline), outline) == "inside"


def test_area_and_cover() -> None:
    assert doubled_area(L_SHAPE) == 40
    assert doubled_area(((0, 0), (3, 3), (6, 6))) == 0
    assert covered(((1, 0), (5, 0)), [((0, 0), (3, 0)), ((6, 0), (3, 0))])
    assert not covered(((1, 0), (5, 0)), [((0, 0), (3, 0)), ((4, 0), (6, 0))])
    assert not covered(((1, 0), (5, 0)), [((0, 1), (6, 1))])


@pytest.mark.parametrize(
    ("hole", "left"),
    [
        (((2, 0), (4, 0)), [((0, 0), (2, 0)), ((4, 0), (6, 0))]),
        (((4, 0), (2, 0)), [((0, 0), (2, 0)), ((4, 0), (6, 0))]),
        (((-1, 0), (2, 0)), [((2, 0), (6, 0))]),
        (((4, 0), (9, 0)), [((0, 0), (4, 0))]),
        (((0, 0), (6, 0)), []),
        (((6, 0), (9, 0)), [((0, 0), (6, 0))]),
        (((-2, 0), (0, 0)), [((0, 0), (6, 0))]),
        (((2, 0), (2, 4)), [((0, 0), (6, 0))]),
    ],
)
def test_what_is_left_of_a_wall_beside_a_hole(hole: Segment, left: list[Segment]) -> None:
    assert beside(((0, 0), (6, 0)), hole) == left


def stars(rng: Random) -> tuple[Point, ...]:
    """Return a simple polygon on a coarse grid, so that corners often meet edges of another one."""
    while True:
        ring = [(rng.randint(0, 6), rng.randint(0, 6)) for _ in range(rng.randint(3, 6))]
        middle = Fraction(sum(x for x, _ in ring), len(ring)), Fraction(sum(y for _, y in ring), len(ring))
        ring.sort(key=lambda p: atan2(p[1] - middle[1], p[0] - middle[0]))
        if doubled_area(ring) and crossing_corner(ring) is None:
            return tuple(ring)


@settings(max_examples=150)
@given(st.integers(0, 2**32))
def test_overlap_is_what_the_old_way_says(seed: int) -> None:
    """The old way cut the borders with fractions and looked at the middle of every piece."""
    rng = Random(seed)
    one, other = stars(rng), stars(rng)
    assert overlap(one, other) is slow_overlap(one, other)
    assert overlap(one, tuple(reversed(one)))
