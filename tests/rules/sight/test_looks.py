"""6.4: what the owner of a board saw along a line counts, in every answer, and the drawing must allow it."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from rules.board.board import Board
from rules.board.checks import problems
from rules.sight.close_calls import CloseCalls, contradicted, contradictions
from tests.rules.sight.sight_maps import SEEDS, closed, destroyed, grid, maps_and_doors, table

Json = dict[str, Any]
CORNER = {"002-003": "wall"}
"""The line from 001 to 006 passes the end of this wall by 20 / 3."""


def looked(data: Json, error: int, **lines: bool) -> Json:
    told = [{"between": name[1:].split("_"), "sight": sight} for name, sight in lines.items()]
    return {**data, "looks": {"error": error, "lines": told}}


def board(**lines: bool) -> Json:
    return looked(grid(3, 3, CORNER, size=40), 4, **lines)


def test_6_4_the_owner_saw_it_blocked() -> None:
    sight = table(board(_006_001=False))
    for a, b in (("001", "006"), ("006", "001")):
        line = sight.line(a, b, {})
        assert (line.clear, line.cases, line.modifier) == (False, ("6.4",), None)
        assert line.reason == f"{a} does not see {b}: the owner of this board looked along the line."
        assert line.to_json()["blocked_by"] == {"kind": "look", "between": None, "point": [60, 40]}
        assert not sight.sees(a, b, {})
        assert b not in sight.seen_from(a, {})
        assert sight.modifier(a, b, {}) is None
    assert sight.sees("001", "005", {})


def test_6_4_the_owner_saw_it_clear_past_a_corner() -> None:
    sight = table(looked(grid(3, 3, {"002-003": "wall", "005-006": "wall"}, size=40), 4, _001_006=True))
    for a, b in (("001", "006"), ("006", "001")):
        line = sight.line(a, b, {})
        assert line.clear
        assert line.blocked_by is None
        assert line.doors == ()
        assert line.reason == f"{a} sees {b}: the owner of this board looked along the line."
        assert sight.door_on(a, b) is None
        assert line.modifier == -(sight.board.distance(a, b) or 0)


@pytest.mark.parametrize("kind", ["solid_door", "glass_door"])
def test_6_4_a_door_on_a_line_that_the_owner_saw_clear_still_opens_and_closes(kind: str) -> None:
    """The owner looks with all doors open; a closed solid door blocks later all the same."""
    doors = {"001-002": kind, "002-003": "wall"}
    data = looked(grid(3, 3, doors, size=40), 20, _001_006=True)
    sight = table(data)
    line = sight.line("001", "006", {})
    assert line.clear
    assert [d.between for d in line.doors] == [("001", "002")]
    shut = sight.line("006", "001", closed("001-002"))
    assert shut.clear == (kind == "glass_door") == sight.sees("001", "006", closed("001-002"))
    if kind == "solid_door":
        assert shut.reason == "006 does not see 001: the solid door between 001 and 002 is closed."
    assert sight.line("001", "006", destroyed("001-002")).clear


@settings(max_examples=30)
@given(maps_and_doors(), SEEDS)
def test_6_4_looks_count_the_same_everywhere(case: tuple[Json, Any], seed: int) -> None:
    """Both engines of sight, both ways: what was seen counts, and no other line changes."""
    data, doors = case
    rng = Random(seed)
    names = [s["id"] for s in data["squares"]]
    pairs = list(combinations(names, 2))
    seen = {p: rng.random() < 0.5 for p in rng.sample(pairs, min(6, len(pairs)))}
    told = [{"between": [*p], "sight": sight} for p, sight in seen.items()]
    plain, sight = table(data), table({**data, "looks": {"error": 1, "lines": told}})
    for a, b in pairs:
        line, back = sight.line(a, b, doors), sight.line(b, a, doors)
        assert line.clear == back.clear == sight.sees(a, b, doors) == sight.sees(b, a, doors)
        assert (b in sight.seen_from(a, doors)) == (a in sight.seen_from(b, doors)) == line.clear
        assert (line.blocked_by is None) == line.clear
        assert (line.modifier, line.cases) == (back.modifier, back.cases)
        assert sight.sees(a, b, {}) == seen.get((a, b), plain.sees(a, b, {}))
        if (a, b) not in seen:
            assert line == plain.line(a, b, doors)


def test_6_4_the_drawing_allows_what_is_within_its_error() -> None:
    assert contradictions(Board.from_json(board(_001_006=False))) == []
    assert contradictions(Board.from_json(board(_001_006=True))) == []


def test_6_4_a_look_that_no_error_explains_is_a_contradiction() -> None:
    far = Board.from_json(looked(grid(3, 3, CORNER, size=40), 3, _001_006=False, _001_005=False))
    assert contradicted(far) == [("001", "005"), ("001", "006")]
    assert contradictions(far)[1] == (
        "The line between squares 001 and 006 was seen blocked, but it is drawn clear, and no corner is near "
        "enough to be off by 3 (6.4). Look again, or draw the corner again."
    )


def test_6_4_close_calls_go_by_the_drawing_and_not_by_the_looks() -> None:
    calls = CloseCalls(Board.from_json(board(_001_006=False)), 4)
    call = calls.between("001", "006")
    assert call
    assert call.clear


@pytest.mark.parametrize(
    ("looks", "told"),
    [
        (7, "looks is 7; it must be an object."),
        ({"lines": []}, "looks.error is missing."),
        ({"error": -1, "lines": []}, "looks.error is -1; it must be a whole number from 0 to 10000."),
        ({"error": 1}, "looks.lines is missing."),
        ({"error": 1, "lines": 3}, "looks.lines is 3; it must be a list."),
        (
            {"error": 1, "lines": [{"between": ["001", "005"], "sight": "yes"}]},
            'looks.lines[0].sight is "yes"; it must be true or false.',
        ),
        (
            {"error": 1, "lines": [{"between": ["001", "777"], "sight": True}]},
            'looks.lines[0].between names "777"; there is no such square.',
        ),
        (
            {"error": 1, "lines": [{"between": p, "sight": True} for p in (["001", "002"], ["002", "001"])]},
            "looks.lines[1]: the line between 001 and 002 is listed twice.",
        ),
    ],
)
def test_looks_with_a_mistake(looks: object, told: str) -> None:
    said = problems({**grid(3, 3), "looks": looks})
    assert told in said
