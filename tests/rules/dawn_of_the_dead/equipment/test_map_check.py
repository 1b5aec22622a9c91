"""What the game wants of a map, and each fact that the rulebook states of the mall."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.board.board import Board, pair
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.equipment.map_check import problems
from tests.rules.board.tiny_maps import Data, row

BOARD = equipment.setting("mall").board
SIGHT = equipment.setting("mall").sight


def mall(**changes: Any) -> Data:
    return equipment.load_map("mall") | changes


def square_of(data: Data, square_id: str) -> Data:
    return next(s for s in data["squares"] if s["id"] == square_id)


def side_of(data: Data, one: str, other: str) -> Data:
    return next(s for s in data["sides"] if pair(*s["between"]) == pair(one, other))


def test_the_mall_passes() -> None:
    assert problems(mall()) == []


def test_2_1_the_mall_is_as_the_product_says() -> None:
    """2.1: 212 numbered squares, halls and stores, squares of different sizes, both kinds of doors."""
    assert list(BOARD.squares) == [f"{n:03}" for n in range(1, 213)]
    outlines = [s.outline for s in BOARD.squares.values()]
    assert len({(o[2][0] - o[0][0], o[2][1] - o[0][1]) for o in outlines}) > 10
    stores = {s.area.id for s in BOARD.squares.values() if s.area.kind == "store"}
    assert 20 <= len(stores) <= 28
    assert {side.kind for side in BOARD.doors.values()} == {"solid_door", "glass_door"}
    assert BOARD.provenance == "reconstruction"
    assert all(
        o[0][0] == o[3][0] < o[1][0] == o[2][0] and o[0][1] == o[1][1] < o[2][1] == o[3][1] for o in outlines
    )


def test_3_1_and_3_2_the_mall_has_places_for_every_unit() -> None:
    """3.1, 3.2: 45 zombie symbols; at least two character symbols, none of them on a zombie symbol."""
    setting = equipment.setting("mall")
    assert len(setting.zombie_squares) == 45
    assert len(setting.character_squares) >= 2
    assert not set(setting.zombie_squares) & set(setting.character_squares)


def test_3_1_each_zone_of_the_mall_has_zombies() -> None:
    """3.1: units stand in the halls and in the stores."""
    squares = [BOARD.squares[s].area.kind for s in equipment.setting("mall").zombie_squares]
    assert squares.count("hall") >= 10
    assert squares.count("store") >= 20


@pytest.mark.parametrize(
    ("door", "square"), [("north", "004"), ("west", "093"), ("east", "117"), ("south", "212")]
)
def test_13_0_each_main_door_is_on_its_square(door: str, square: str) -> None:
    """13.0, 5.5: one main door each on 004, 093, 117 and 212."""
    assert BOARD.main_doors[door].square == square


def test_13_0_the_west_and_the_east_door_end_one_row() -> None:
    """13.0: 093 to 117 is one row of the hall, and one end is seen from the other."""
    row_squares = [f"{n:03}" for n in range(93, 118)]
    assert all(BOARD.is_hall(s) for s in row_squares)
    assert BOARD.distance("093", "117") == 24
    assert SIGHT.sees("093", "117", {})


@pytest.mark.parametrize(("one", "other", "steps"), [("167", "170", 3), ("115", "113", 2), ("019", "039", 2)])
def test_6_7_the_distances_of_the_book(one: str, other: str, steps: int) -> None:
    """6.7: the three distances of the book, and nothing but the distance is taken off a shot there."""
    assert BOARD.distance(one, other) == steps
    assert SIGHT.modifier(one, other, {}) == -steps


def test_6_7_squares_that_touch_at_a_point_are_two_away() -> None:
    """6.7, 2.1: 019 and 039 lie diagonally."""
    assert ("019", "039") not in BOARD.sides
    assert set(BOARD.squares["019"].outline) & set(BOARD.squares["039"].outline)


def test_6_4_024_sees_062_through_one_door_of_its_own() -> None:
    """6.4: through the door on a side of 062."""
    line = SIGHT.line("024", "062", {})
    assert line.clear
    assert [d["between"] for d in line.to_json()["doors"]] == [["043", "062"]]


def test_6_4_024_does_not_see_082_through_a_door_of_neither() -> None:
    """6.4: the same door, on no side of 024 or 082."""
    blocked = SIGHT.line("024", "082", {}).to_json()["blocked_by"]
    assert blocked["kind"] == "door_not_adjacent"
    assert blocked["between"] == ["043", "062"]


def test_6_4_a_wall_corner_stands_between_098_and_079() -> None:
    """6.4, R-6.4a: the line touches the end of walls and nothing else."""
    blocked = SIGHT.line("098", "079", {}).to_json()["blocked_by"]
    assert blocked["kind"] == "corner"
    assert tuple(blocked["point"]) == BOARD.squares["079"].outline[3] == BOARD.squares["098"].outline[1]


def test_12_0_the_rifles_lie_in_edwins() -> None:
    """12.0, 3.2: two rifles in 177, one of several squares of Edwin's Sports Center."""
    assert (BOARD.rifle_square, BOARD.rifle_count) == ("177", 2)
    area = BOARD.squares["177"].area
    assert area.id == BOARD.special["edwins"]
    assert area.name == "Edwin's Sports Center"
    assert sum(s.area.id == area.id for s in BOARD.squares.values()) > 2


def test_r_6_4c_no_two_doors_meet_at_a_point() -> None:
    """R-6.4c: a line that touches two doors is blocked, so the mall keeps its doors apart."""
    ends = [end for side in BOARD.doors.values() for segment in side.segments for end in segment]
    assert len(ends) == len(set(ends))


def test_sight_is_long_in_the_halls_and_short_in_the_stores() -> None:
    table = SIGHT
    seen = {s: sum(table.sees(s, other, {}) for other in BOARD.squares) for s in BOARD.squares}
    halls = [n for s, n in seen.items() if BOARD.is_hall(s)]
    stores = [n for s, n in seen.items() if not BOARD.is_hall(s)]
    assert sum(halls) / len(halls) > 1.5 * sum(stores) / len(stores)


FAULTS: list[tuple[str, Callable[[Data], Any], str]] = [
    ("3.1 symbols", lambda d: square_of(d, "002").update(symbols=[]), 'symbols: 44 squares are marked "zombie"; the game places 45 units (3.1).'),
    ("3.2 places", lambda d: [s.update(symbols=[]) for s in d["squares"] if s["symbols"] == ["character"]], 'symbols: no square is marked "character"; four characters, two to a square, need at least 2 (3.2).'),
    ("13.0 missing", lambda d: d["main_doors"].pop(0), "main_doors: the north door is missing (13.0)."),
    ("13.0 name", lambda d: d["main_doors"][0].update(name="attic"), 'main_doors: "attic" is not a main door of this game: north, west, east, south (13.0).'),
    ("13.0 shared", lambda d: d["main_doors"][0].update(square="093", segment=[[0, 61], [4, 61]]), "main_doors: square 093 has more than one; each needs its own square (13.0)."),
    ("13.0 place", lambda d: d["main_doors"][0].update(square="001", segment=[[24, 0], [32, 0]]), "The north main door is on square 001; it belongs on 004 (13.0, R-13.0c)."),
    ("3.2 rifles", lambda d: d.pop("rifles"), "rifles is missing; the game puts two in one square (3.2)."),
    ("12.0 count", lambda d: d["rifles"].update(count=3), "rifles.count is 3; the game has 2 (12.0)."),
    ("12.0 square", lambda d: d["rifles"].update(square="176"), "The rifles are in square 176; the rulebook puts them in 177 (12.0)."),
    ("3.1 edwins", lambda d: d.update(special={"edwins": "nowhere"}), 'special.edwins is "nowhere"; it must be the id of one of the areas (3.1).'),
    ("3.1 no edwins", lambda d: d.update(special={}), "special.edwins is missing; it names the area of Edwin's Sports Center (3.1)."),
    ("12.0 edwins", lambda d: d.update(special={"edwins": "pets"}), "Square 177 is in Edwin's Sports Center; the rulebook has it in the area that special.edwins names (12.0)."),
    ("depicts", lambda d: d.update(depicts="airport"), 'depicts is "airport"; it must be "mall" or left out.'),
    ("6.4 solid", lambda d: side_of(d, "043", "062").update(kind="wall"), "Square 024 does not see 062, but the rulebook says it does (6.4):"),
    ("6.4 no door", lambda d: d["sides"].remove(side_of(d, "043", "062")), "The line from square 024 to 062 passes no door on a side of either; the rulebook’s does (6.4)."),
    ("6.4 through", lambda d: d["sides"].remove(side_of(d, "043", "062")), "Square 024 sees 082, but the rulebook says it does not (6.4)."),
    ("6.4 corner", lambda d: [d["sides"].remove(side_of(d, *s)) for s in (("078", "079"), ("078", "098"))], "The line from square 098 to 079 is clear; in the rulebook a wall corner blocks it (6.4)."),
    ("6.7 distance", lambda d: d["sides"].append({"between": ["168", "169"], "kind": "wall"}), "Square 170 is 4 squares away from 167; the rulebook counts 3 (6.7)."),
    ("6.7 no way", lambda d: d.update(sides=[s for s in d["sides"] if "170" not in s["between"]] + [{"between": ["170", n], "kind": "wall"} for n in BOARD.neighbours["170"]]), "There is no way from square 167 to 170; the rulebook counts 3 squares (6.7)."),
    ("3.1 no hall", lambda d: [a.update(kind="store") for a in d["areas"]], "The map has no hall square; the mall has halls and stores (3.1)."),
    ("3.1 no store", lambda d: [a.update(kind="hall") for a in d["areas"]], "The map has no store square; the mall has halls and stores (3.1)."),
    ("3.1 edwins hall", lambda d: [a.update(kind="hall") for a in d["areas"] if a["id"] == "edwins"], "Edwin's Sports Center is a hall; in the rulebook it is a store (3.1)."),
    ("2.1 glass", lambda d: [s.update(kind="solid_door") for s in d["sides"] if s["kind"] == "glass_door"], "The map has no glass door; the mall has both kinds (2.1)."),
    ("2.1 solid", lambda d: [s.update(kind="glass_door") for s in d["sides"] if s["kind"] == "solid_door"], "The map has no solid door; the mall has both kinds (2.1)."),
]  # fmt: skip


@pytest.mark.parametrize(("spoil", "sentence"), [f[1:] for f in FAULTS], ids=[f[0] for f in FAULTS])
def test_each_fact_that_does_not_hold_is_told(spoil: Callable[[Data], Any], sentence: str) -> None:
    data = mall()
    spoil(data)
    assert [p for p in problems(data) if p.startswith(sentence)], problems(data)


def test_2_1_numbers_run_in_rows() -> None:
    """2.1: two squares with their numbers swapped are out of order."""
    data = mall()
    one, other = square_of(data, "030"), square_of(data, "052")
    one["outline"], other["outline"] = other["outline"], one["outline"]
    assert any("numbers run in rows" in p for p in problems(data | {"sides": []}))


def test_a_square_that_the_book_names_must_be_there() -> None:
    data = mall()
    data["squares"].remove(square_of(data, "212"))
    data["main_doors"].pop()
    data["sides"] = [s for s in data["sides"] if "212" not in s["between"]]
    assert problems(data) == [
        "main_doors: the south door is missing (13.0).",
        "Square 212 is missing; the rulebook names it.",
        "The map has 211 squares from 001; the mall has 001 to 212 (2.1).",
    ]


def test_13_0_the_row_of_the_west_and_east_door_has_no_gap() -> None:
    data = mall()
    data["squares"].remove(square_of(data, "100"))
    data["sides"] = [s for s in data["sides"] if "100" not in s["between"]]
    assert "Square 100 is missing; 093 to 117 is a row of the map (13.0)." in problems(data)


@pytest.mark.parametrize(("gone", "sentence"), [
    ({"131"}, "Square 131 is missing: 130 is followed by 132 (2.1)."),
    ({"131", "132"}, "Squares 131 to 132 are missing: 130 is followed by 133 (2.1)."),
])  # fmt: skip
def test_2_1_numbers_that_are_left_out_are_named(gone: set[str], sentence: str) -> None:
    """Where nobody drew a line, and the numbers after it are right."""
    data = mall()
    data["squares"] = [s for s in data["squares"] if s["id"] not in gone]
    data["sides"] = [s for s in data["sides"] if not gone & set(s["between"])]
    assert sentence in problems(data)


def test_13_0_a_main_door_that_is_missing_is_told_with_its_square() -> None:
    data = mall()
    data["main_doors"].pop(0)
    told = "main_doors: the north door is missing (13.0)."
    assert problems(data) == [f"{told} It belongs on 004 (R-13.0c)."]
    assert problems({k: v for k, v in data.items() if k != "depicts"}) == [told]


def test_2_1_squares_differ_in_size() -> None:
    faults = problems(row(3) | {"depicts": "mall"})
    assert "All squares are of one size; in the mall some are larger than others (2.1)." in faults


def test_squares_out_of_reach_hide_no_fact() -> None:
    """The check reports all mistakes at once: 001 is walled in, and the rifles are in another square."""
    data = mall()
    data["sides"] += [{"between": ["001", n], "kind": "wall"} for n in BOARD.passages["001"]]
    data["rifles"]["square"] = "176"
    assert problems(data) == [
        "Square 001: it cannot be reached from square 002; walls close every way.",
        "The rifles are in square 176; the rulebook puts them in 177 (12.0).",
    ]


def test_a_map_of_something_else_is_not_held_to_the_mall() -> None:
    data = mall()
    del data["depicts"]
    data["rifles"]["square"] = "001"
    side_of(data, "043", "062")["kind"] = "wall"
    assert problems(data) == []


def test_mistakes_of_format_and_of_game_are_told_together() -> None:
    faults = problems(row(2))
    assert 'symbols: no square is marked "zombie"; the game places 45 units (3.1).' in faults
    assert "main_doors: the west door is missing (13.0)." in faults
    assert "squares: there is room for none of the 5 hidden zombies (3.1)." in faults
    assert "name is missing." in problems({k: v for k, v in row(2).items() if k != "name"})


@given(
    st.sampled_from(["areas", "squares", "sides", "main_doors", "rifles", "special", "depicts", "name"]),
    st.recursive(
        st.none() | st.integers() | st.text(max_size=3),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["name", "square", "symbols", "id", "edwins", "count"]), inner, max_size=3
            )
        ),
    ),
)
def test_junk_never_raises(field: str, junk: Any) -> None:
    assert all(isinstance(p, str) for p in problems(row(2) | {field: junk}))


@pytest.mark.parametrize("data", [None, 1, "mall", []])
def test_what_is_not_an_object_is_told(data: object) -> None:
    assert len(problems(data)) == 1


def test_the_board_of_the_mall_is_one_piece() -> None:
    assert len(Board.from_json(mall()).distances_from("001")) == 212
