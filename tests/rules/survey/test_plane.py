"""2.1: whatever is done to a surveyed board, its squares fit together without a gap or an overlap."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.board import checks
from rules.board.outlines import Point, crossing_corner, doubled_area, edges, overlap
from rules.survey import chart, log
from rules.survey.exact import Refused, signed_area
from rules.survey.plane import Plane
from tests.rules.survey.random_gestures import first_outline, gesture

SEEDS = st.integers(0, 2**32)


def surveyed(rng: Random, count: int) -> log.Log:
    """Return a log of random gestures; those refused are left out."""
    made = log.Log().add(first_outline(rng))
    for _ in range(count):
        if made.plane.faces:
            try:
                made = made.add(gesture(rng, made.plane))
            except Refused:
                continue
    return made


def check(plane: Plane) -> None:
    """Hold a plane against what must always be true of it."""
    ways = [way for face in plane.faces.values() for way in edges(face.outline)]
    assert len(ways) == len(set(ways)), "an edge has one face to its left"
    for face in plane.faces.values():
        assert crossing_corner(face.outline) is None
        assert signed_area(face.outline) > 0
    for one, other in combinations(plane.faces.values(), 2):
        assert not overlap(one.outline, other.outline)
    # Euler: every part of the graph, and every hole, is counted with the faces around them.
    points = {p for way in ways for p in way}
    names = {frozenset(way) for way in ways}
    border = {a: b for a, b in ways if (b, a) not in set(ways)}
    pinched = len([1 for a, b in ways if (b, a) not in set(ways)]) != len(border)
    if not pinched:
        loops = _loops(dict(border))
        parts = _parts(points, names)
        holes = len(loops) - parts
        assert len(points) - len(names) + len(plane.faces) + holes + 1 == 1 + parts
        around = sum(signed_area(loop) for loop in loops)
        assert around == sum(doubled_area(face.outline) for face in plane.faces.values()), (
            "no gap, no overlap"
        )


def _loops(border: dict[Point, Point]) -> list[list[Point]]:
    loops = []
    while border:
        loop = [next(iter(border))]
        while (following := border.pop(loop[-1])) != loop[0]:
            loop.append(following)
        loops.append(loop)
    return loops


def _parts(points: set[Point], names: set[frozenset[Point]]) -> int:
    part = {p: p for p in points}

    def top(p: Point) -> Point:
        while part[p] != p:
            p = part[p]
        return p

    for a, b in names:
        part[top(a)] = top(b)
    return len({top(p) for p in points})


@settings(max_examples=30, deadline=None)
@given(SEEDS)
def test_2_1_every_gesture_leaves_a_plane(seed: int) -> None:
    rng = Random(seed)
    made = surveyed(rng, 40)
    for plane in made.planes:
        check(plane)
    assert Counter(g["do"] for g in made.gestures)["cut"] or len(made.gestures) < 20


@settings(max_examples=20, deadline=None)
@given(SEEDS)
def test_undo_and_redo_give_back_the_same_bytes(seed: int) -> None:
    made = surveyed(Random(seed), 25)
    texts = [chart.state_text(plane) for plane in made.planes]
    back = made
    for text in reversed(texts[:-1]):
        back = back.undo()
        assert chart.state_text(back.plane) == text
    assert back.undo().plane == back.plane
    for text in texts[1:]:
        back = back.redo()
        assert chart.state_text(back.plane) == text
    assert back.redo() == back == made
    assert chart.state_text(log.replay(made.to_json()).plane) == texts[-1]


@settings(max_examples=30, deadline=None)
@given(SEEDS)
def test_the_check_of_maps_finds_no_fault_in_the_shapes(seed: int) -> None:
    """Only what nobody has said yet is missing: areas, and numbers given twice."""
    made = surveyed(Random(seed), 40)
    data = chart.to_map(made.plane)
    areas = [{"id": "all", "name": "All", "kind": "hall"}]
    numbered = [{**s, "id": f"{i:03}", "area": "all"} for i, s in enumerate(data["squares"], 1)]
    faults = checks.problems(
        {
            **data,
            "name": "A",
            "areas": areas,
            "squares": numbered,
            "sides": [],
            "main_doors": [],
            "rifles": {"square": "001", "count": 0},
            "looks": {"error": 0, "lines": []},
        },
        reach=False,
    )
    if made.plane.faces:
        assert faults == []
