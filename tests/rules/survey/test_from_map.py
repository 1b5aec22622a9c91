"""A map becomes a survey again, so that somebody can go on with it."""

from __future__ import annotations

from typing import Any

import pytest

from rules.board import checks
from rules.board.board import Board
from rules.board.outlines import doubled_area
from rules.dawn_of_the_dead.equipment.equipment import load_map
from rules.survey import chart, log
from rules.survey.exact import Refused
from rules.survey.from_map import gestures_of

SMALL: dict[str, Any] = {
    "format": "referee-map/1",
    "name": "Small",
    "provenance": "surveyed",
    "areas": [{"id": "hall", "name": "Hall", "kind": "hall"}],
    "squares": [
        {"id": "007", "area": "hall", "outline": [[0, 0], [1, 0], [1, 1], [0, 1]], "symbols": []},
        {
            "id": "003",
            "area": "hall",
            "outline": [[1, 0], [4, 0], [4, 2], [2, 1], [1, 1]],
            "symbols": ["zombie"],
        },
    ],
    "sides": [{"between": ["003", "007"], "kind": "glass_door"}],
    "main_doors": [{"name": "north", "square": "003", "segment": [[2, 0], [3, 0]]}],
    "rifles": {"square": "007", "count": 2},
    "millimetres": {"width": 80, "height": 41},
    "special": {"shop": "hall"},
    "looks": {"error": 2, "lines": [{"between": ["003", "007"], "sight": False}]},
}  # fmt: skip


def again(data: dict[str, Any]) -> tuple[dict[str, Any], int]:
    """Return the map of the survey that begins with a map, and how much larger it was drawn."""
    gestures = gestures_of(data)
    made = log.replay({"format": log.FORMAT, "done": len(gestures), "gestures": gestures})
    told = chart.to_map(made.plane)
    size = doubled_area([tuple(p) for p in told["squares"][0]["outline"]])
    first = next(s for s in data["squares"] if s["id"] == told["squares"][0]["id"])
    scale = size // doubled_area([tuple(p) for p in first["outline"]])
    return told, round(abs(scale) ** 0.5)


def test_a_small_map_comes_back_larger_and_else_the_same() -> None:
    told, scale = again(SMALL)
    assert checks.problems(told) == []
    assert scale > 1, "a square of one unit has no whole point inside"
    ours, theirs = (Board.from_json(m) for m in (SMALL, told))
    assert {n: [(x * scale, y * scale) for x, y in s.outline] for n, s in ours.squares.items()}.keys() == (
        theirs.squares.keys()
    )
    for name, square in ours.squares.items():
        assert {(x * scale, y * scale) for x, y in square.outline} == set(theirs.squares[name].outline)
    assert told["sides"] == SMALL["sides"]
    assert told["main_doors"][0]["square"] == "003"
    assert sorted(told["main_doors"][0]["segment"]) == [[2 * scale, 0], [3 * scale, 0]]
    assert (told["rifles"], told["special"]) == (SMALL["rifles"], SMALL["special"])
    assert told["looks"] == {"error": 2 * scale, "lines": SMALL["looks"]["lines"]}
    assert told["millimetres"] == SMALL["millimetres"]
    assert [s["symbols"] for s in told["squares"]] == [["zombie"], []]


def test_the_mall_comes_back_whole() -> None:
    mall = load_map("mall")
    told, scale = again(mall)
    assert scale == 1
    ours, theirs = (Board.from_json(m) for m in (mall, told))
    assert {p: s.kind for p, s in ours.sides.items()} == {p: s.kind for p, s in theirs.sides.items()}
    assert {n: s.centre for n, s in ours.squares.items()} == {n: s.centre for n, s in theirs.squares.items()}
    assert ours.main_doors_on == theirs.main_doors_on
    assert told["special"]["depicts"] == "mall"


def test_a_centre_of_its_own_cannot_be_drawn() -> None:
    squares = [{**SMALL["squares"][0], "centre": [1, 1]}, SMALL["squares"][1]]
    with pytest.raises(Refused, match="Square 007 has a centre of its own"):
        gestures_of({**SMALL, "squares": squares})
