"""Every kind of mistake in a map gets one sentence that names the field and the value."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.board.board import Board
from rules.board.checks import problems
from rules.dawn_of_the_dead.equipment import equipment
from tests import soak
from tests.rows import each
from tests.rules.board.tiny_maps import Data, box, row, square, tiny_map
from tests.rules.work_done import calls

MALL = equipment.load_map("mall")


def test_a_good_map_has_no_problems() -> None:
    assert problems(row()) == []
    assert problems(MALL) == []


def test_2_1_outlines_may_be_any_simple_polygon() -> None:
    """2.1: squares differ in size; the format takes any simple polygon for an outline."""
    corner = square("001", [[0, 0], [6, 0], [6, 2], [2, 2], [2, 6], [0, 6]], centre=[1, 1])
    data = tiny_map(corner, square("002", [[2, 2], [6, 2], [6, 6], [2, 6]], area="shop"))
    assert problems(data) == []
    assert set(Board.from_json(data).sides) == {("001", "002")}


MISTAKES: list[tuple[str, Callable[[Data], Any], str]] = [
    ("no format", lambda d: d.pop("format"), "format is missing."),
    ("format", lambda d: d.update(format="referee-map/2"), 'format is "referee-map/2"; it must be "referee-map/1".'),
    ("no name", lambda d: d.pop("name"), "name is missing."),
    ("blank name", lambda d: d.update(name=" "), 'name is " "; it must be a name.'),
    ("unseen name", lambda d: d.update(name="\u3164\u2800"), 'name is "\\u3164\\u2800"; it must be a name.'),
    ("endless name", lambda d: d.update(name="x" * 500), "name is"),
    ("provenance", lambda d: d.update(provenance=3), "provenance is 3; it must be a word or a few."),
    ("no areas", lambda d: d.update(areas=[]), "areas is an empty list; a map has at least one."),
    ("area kind", lambda d: d["areas"][0].update(kind="attic"), 'areas[0].kind is "attic"; it must be "hall" or "store".'),
    ("area twice", lambda d: d["areas"].append(d["areas"][0]), 'areas[2].id "hall" appears twice among the areas.'),
    ("area name", lambda d: d["areas"][1].pop("name"), "areas[1].name is missing."),
    ("squares", lambda d: d.update(squares={}), "squares is an object; it must be a list."),
    ("no squares", lambda d: d.update(squares=[]), "squares is an empty list; a map has at least one."),
    ("square", lambda d: d["squares"].append(7), "squares[3] is 7; it must be an object."),
    ("id", lambda d: d["squares"][0].update(id="12"), 'squares[0].id is "12"; it must be three digits.'),
    ("id number", lambda d: d["squares"][0].update(id=12), "squares[0].id is 12; it must be three digits."),
    ("id digits", lambda d: d["squares"][0].update(id="١٢٣"), 'squares[0].id is "١٢٣"; it must be three digits.'),
    ("id twice", lambda d: d["squares"][1].update(id="001"), 'Square 001: id "001" appears twice.'),
    ("area", lambda d: d["squares"][1].update(area="roof"), 'Square 002: area is "roof"; it must be the id of one of the areas.'),
    ("no area", lambda d: d["squares"][1].pop("area"), "Square 002: area is missing."),
    ("symbol", lambda d: d["squares"][1].update(symbols=["ghost"]), 'Square 002: symbols is "ghost"; it must be "zombie" or "character".'),
    ("symbols", lambda d: d["squares"][1].update(symbols="zombie"), 'Square 002: symbols is "zombie"; it must be a list.'),
    ("no outline", lambda d: d["squares"][1].pop("outline"), "Square 002: outline is missing."),
    ("two corners", lambda d: d["squares"][1].update(outline=[[0, 0], [1, 1]]), "Square 002: outline has 2 corners; it must have at least 3."),
    ("no area", lambda d: d["squares"][1].update(outline=[[4, 0], [5, 0], [8, 0]]), "Square 002: outline encloses no area."),
    ("even bow tie", lambda d: d["squares"][1].update(outline=[[4, 0], [8, 4], [8, 0], [4, 4]]), "Square 002: outline crosses or touches itself at [8, 0]."),
    ("corner twice", lambda d: d["squares"][1].update(outline=[[4, 0], [4, 0], [8, 0], [8, 4]]), "Square 002: outline has the corner [4, 0] more than once."),
    ("symbol twice", lambda d: d["squares"][1].update(symbols=["zombie", "zombie"]), 'Square 002: symbols names "zombie" more than once.'),
    ("special", lambda d: d.update(special={"a\nb": 1}), 'special."a\\nb" is 1; it must be a name.'),
    ("segment", lambda d: d.update(main_doors=[{"name": "north", "square": "001", "segment": 4}]), "main_doors[0].segment is 4; it must be two different points."),
    ("bow tie", lambda d: d["squares"][1].update(outline=[[4, 0], [8, 4], [8, 0], [4, 2]]), "Square 002: outline crosses or touches itself at [8, 0]."),
    ("half", lambda d: d["squares"][1]["outline"].append([4, 1.5]), "Square 002: outline[4] is [4, 1.5]; it must be two whole numbers, x and y."),
    ("true", lambda d: d["squares"][1]["outline"].append([4, True]), "Square 002: outline[4] is [4, true]; it must be two whole numbers, x and y."),
    ("far", lambda d: d["squares"][1]["outline"].append([4, 10**9]), "Square 002: outline[4] is [4, 1000000000]; no coordinate may be beyond 1000000 either way."),
    ("corners", lambda d: d["squares"][1].update(outline=[[0, 0]] * 300), "Square 002: outline has 300 corners; at most 60 are read."),
    ("overlap", lambda d: d["squares"][1].update(outline=box(3, 0, 8, 4)), "Squares 001 and 002: their outlines overlap."),
    ("centre", lambda d: d["squares"][1].update(centre=[0, 0]), "Square 002: centre [0, 0] is not inside the outline."),
    ("centre on edge", lambda d: d["squares"][1].update(centre=[4, 2]), "Square 002: centre [4, 2] is not inside the outline."),
    ("centre type", lambda d: d["squares"][1].update(centre="6,2"), 'Square 002: centre is "6,2"; it must be two whole numbers, x and y.'),
    ("side kind", lambda d: d.update(sides=[{"between": ["001", "002"], "kind": "hedge"}]), 'sides[0].kind is "hedge"; it must be "wall", "solid_door" or "glass_door".'),
    ("side apart", lambda d: d.update(sides=[{"between": ["001", "003"], "kind": "wall"}]), "sides names 001 and 003; they do not touch."),
    ("side twice", lambda d: d.update(sides=[{"between": ["001", "002"], "kind": "solid_door"}, {"between": ["002", "001"], "kind": "solid_door"}]), "sides[1]: the side between 001 and 002 is listed twice."),
    ("side unknown", lambda d: d.update(sides=[{"between": ["001", "009"], "kind": "wall"}]), 'sides[0].between names "009"; there is no such square.'),
    ("side alone", lambda d: d.update(sides=[{"between": ["001"], "kind": "wall"}]), 'sides[0].between is ["001"]; it must be the ids of two squares.'),
    ("side same", lambda d: d.update(sides=[{"between": ["001", "001"], "kind": "wall"}]), 'sides[0].between is ["001", "001"]; a side is between two different squares.'),
    ("closed in", lambda d: d.update(sides=[{"between": ["002", "003"], "kind": "wall"}]), "Square 003: it cannot be reached from square 001; walls close every way."),
    ("door inside", lambda d: d.update(main_doors=[{"name": "north", "square": "001", "segment": [[4, 0], [4, 4]]}]), "main_doors[0].segment [[4, 0], [4, 4]] does not lie on the outer wall: another square shares that part of the outline."),
    ("door off", lambda d: d.update(main_doors=[{"name": "north", "square": "001", "segment": [[0, 0], [6, 0]]}]), "main_doors[0].segment [[0, 0], [6, 0]] does not lie on the outline of square 001."),
    ("door point", lambda d: d.update(main_doors=[{"name": "north", "square": "001", "segment": [[0, 0], [0, 0]]}]), "main_doors[0].segment is a list of 2; it must be two different points."),
    ("door square", lambda d: d.update(main_doors=[{"name": "north", "square": "099", "segment": [[0, 0], [4, 0]]}]), 'main_doors[0].square names "099"; there is no such square.'),
    ("rifles", lambda d: d.update(rifles={"square": "177", "count": 2}), 'rifles.square names "177"; there is no such square.'),
    ("size", lambda d: d.update(millimetres=840), "millimetres is 840; it must be an object."),
    ("height", lambda d: d.update(millimetres={"width": 840}), "millimetres.height is missing."),
    ("width", lambda d: d.update(millimetres={"width": 9, "height": 99}), "millimetres.width is 9; it must be a whole number from 10 to 5000."),
    ("rifle count", lambda d: d.update(rifles={"square": "001", "count": -1}), "rifles.count is -1; it must be a whole number from 0 to 99."),
    ("special", lambda d: d.update(special=["edwins"]), 'special is ["edwins"]; it must be an object.'),
    ("special value", lambda d: d.update(special={"edwins": 5}), "special.edwins is 5; it must be a name."),
]  # fmt: skip


def test_each_mistake_is_told_in_one_sentence() -> None:
    def check(_: str, spoil: Callable[[Data], Any], sentence: str) -> None:
        data = row()
        spoil(data)
        told = problems(data)
        assert [p for p in told if p.startswith(sentence)], told

    each(MISTAKES, check)


def test_all_mistakes_are_told_at_once() -> None:
    data = row(4, sides=[{"between": ["001", "003"], "kind": "fence"}])
    data["squares"][3]["area"] = "roof"
    del data["name"]
    assert problems(data) == [
        "name is missing.",
        'Square 004: area is "roof"; it must be the id of one of the areas.',
        'sides[0].kind is "fence"; it must be "wall", "solid_door" or "glass_door".',
        "sides names 001 and 003; they do not touch.",
    ]


@pytest.mark.parametrize(
    ("field", "fault"),
    [("squares", "squares is 7; it must be a list."), ("areas", "areas is 7; it must be a list.")],
)
def test_what_follows_from_a_mistake_is_not_told_again(field: str, fault: str) -> None:
    """A map without squares that can be read says that once, not of each side."""
    data = row(3, sides=[{"between": ["001", "002"], "kind": "glass_door"}])
    assert problems(data | {field: 7}) == [fault]


def test_2_1_squares_that_meet_at_a_point_have_no_side() -> None:
    """2.1: adjacent squares share a side, a point is not enough."""
    data = tiny_map(
        square("001", box(0, 0, 2, 2)), square("002", box(2, 2, 4, 4)), square("003", box(2, 0, 4, 2)),
        sides=[{"between": ["001", "002"], "kind": "wall"}],
    )  # fmt: skip
    assert problems(data) == ["sides names 001 and 002; they meet only at a point."]


def test_a_hollow_square_may_leave_its_centre_to_its_bounding_box() -> None:
    around = [[0, 0], [6, 0], [6, 6], [4, 6], [4, 2], [2, 2], [2, 6], [0, 6]]
    assert problems(tiny_map(square("001", around))) == []
    assert problems(tiny_map(square("001", around, centre=[3, 1]))) == []
    faults = problems(tiny_map(square("001", around, centre=[3, 4])))
    assert faults == ["Square 001: centre [3, 4] is not inside the outline."]


def test_a_made_up_file_cannot_keep_the_check_busy() -> None:
    """Outlines upon outlines, and outlines of endless corners, are cut short with a sentence."""
    nested = tiny_map(
        *(
            square(f"{i:03}", [[0, 0], [i + 1, 0], [i + 1, 1], [1, 1], [1, i + 1], [0, i + 1]], centre=[0, 0])
            for i in range(1, 400)
        )
    )
    assert "squares: too many outlines are close together; not all of them were compared." in problems(nested)
    heap = problems(tiny_map(*(square(f"{i:03}", box(0, 0, 2, 2)) for i in range(40))))
    assert len([p for p in heap if "overlap" in p]) == 200
    assert "squares: too many outlines are close together; not all of them were compared." in heap
    doors = [{"name": f"d{i}", "square": "001", "segment": [[0, 0], [4, 0]]} for i in range(20_000)]
    assert problems(row(main_doors=doors)) == ["main_doors is a list of 20000; at most 100 are read."]
    comb = [[x, 3 * (x // 2 % 2) + 1] for x in range(58)] + [[57, 0], [0, 0]]
    combs = tiny_map(
        *(square(f"{i:03}", [[x, y + 9 * i] for x, y in comb], centre=[5, 9 * i + 1]) for i in range(200))
    )
    assert "squares have 12000 corners in all; at most 6000 are read." in problems(combs)


def comb(left: int, top: int, height: int) -> list[list[int]]:
    """Return an outline of 58 corners: a bar with 14 teeth."""
    teeth = [
        corner
        for x in range(left + 52, left - 1, -4)
        for corner in ([x + 3, top + 3], [x + 3, top + height], [x + 1, top + height], [x + 1, top + 3])
    ]
    return [[left, top], [left + 56, top], *teeth]


HOSTILE: dict[str, Callable[[int], list[list[int]]]] = {
    "the same": lambda _: comb(0, 0, 100),
    "teeth between teeth": lambda i: (
        comb(0, 0, 100) if i % 2 else [[x + 2, 103 - y] for x, y in comb(0, 0, 100)]
    ),
    "one higher than the other": lambda i: comb(0, 0, 100 + i),
    "across": lambda i: comb(i * 7 % 40, i * 3 % 50, 100),
}


@soak.BOARDS
@pytest.mark.parametrize(
    "how",
    ["teeth between teeth", "across", "the same", "one higher than the other"],
)
def test_the_work_for_a_hostile_map_is_bounded(how: str) -> None:
    """Sixty combs over one another, 40 kB: the work of a million and a half calls and no more."""
    hostile = tiny_map(*(square(f"{i:03}", HOSTILE[how](i)) for i in range(60)))
    told: list[str] = []
    assert calls(lambda: told.extend(problems(hostile))) < 1_500_000
    assert any("overlap" in p for p in told)


@soak.BOARDS
def test_the_work_for_wrong_sides_is_bounded() -> None:
    """Each side between squares that share none is looked at once, and not more than there is time for."""
    names = [f"{i:03}" for i in range(100)]
    apart = [square(name, comb(0, 200 * i, 100)) for i, name in enumerate(names)]
    sides = [{"between": list(p), "kind": "wall"} for p in combinations(names, 2)]
    told = problems(tiny_map(*apart, sides=sides))
    assert "sides: too many are between squares that share none; not all of them were compared." in told
    assert len([p for p in told if "they do not touch" in p]) == 118


def test_what_is_not_an_object_is_no_map() -> None:
    others: tuple[object, ...] = (None, True, 3, "map", [], [{}], 1.5)
    for data in others:
        assert len(problems(data)) == 1, data


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


def paths(data: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the way to each value of JSON data."""
    keys = data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    return [at, *(p for key in keys for p in paths(data[key], (*at, key)))]


GOOD = row(
    3,
    sides=[{"between": ["001", "002"], "kind": "glass_door"}],
    main_doors=[{"name": "north", "square": "001", "segment": [[0, 0], [4, 0]]}],
    rifles={"square": "002", "count": 2},
    special={"edwins": "shop"},
)


@given(st.sampled_from(paths(GOOD)[1:]), JUNK)
def test_junk_anywhere_is_told_and_never_raises(path: tuple[Any, ...], junk: Any) -> None:
    data = deepcopy(GOOD)
    place = data
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = junk
    mistakes = problems(data)
    assert not [p for p in mistakes if "\n" in p]
    if not mistakes:
        Board.from_json(data)


@settings(max_examples=10)
@given(st.integers(0, 211), st.integers(0, 211))
def test_two_squares_that_swap_outlines_still_fit(one: int, other: int) -> None:
    """Outlines do not depend on numbers, so only sides and the main doors may come to harm."""
    data = json.loads(json.dumps(MALL))
    a, b = data["squares"][one], data["squares"][other]
    a["outline"], b["outline"] = b["outline"], a["outline"]
    faults = problems(data)
    assert not [p for p in faults if "overlap" in p or "outline has" in p]
    assert bool(faults) <= (one != other)
