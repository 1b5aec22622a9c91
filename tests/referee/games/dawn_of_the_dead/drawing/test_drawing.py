"""The drawing of a map: complete, a shape for each state of a door, allowed by a strict policy."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from referee.games.dawn_of_the_dead.drawing import board_view, draw_map
from referee.games.dawn_of_the_dead.drawing.board_view import draw
from referee.games.dawn_of_the_dead.drawing.plan import (
    Opening,
    door_path,
    frame_of,
    ground_of,
    main_door_path,
    plan_of,
)
from referee.printing.board import labels_of
from referee.printing.measure import is_inside, overlaps
from rules.board.board import Board
from rules.dawn_of_the_dead.equipment import equipment
from tests.referee.dawn_views import on_board
from tests.rows import each_row
from tests.rules.board.tiny_maps import box, row, square, tiny_map

SETTING = equipment.setting("mall", "stand-in")
BOARD = SETTING.board
MILLIMETRES = 12.7 / 36
"""What a unit of the drawing is on paper, where a counter is half an inch."""
SVG = "{http://www.w3.org/2000/svg}"
VIEW: dict[str, Any] = {
    "characters": {
        "peter": {"square": "100", "status": "normal", "rifle": False},
        "roger": {"square": "116", "status": "super_zombie"},
        "steve": {"square": "177", "status": "infected", "rifle": True},
        "fran": {"square": None, "status": "killed"},
    },
    "zombies": [
        {"square": "100", "value": 11, "berserk": False},
        {"square": "113", "value": None, "berserk": True},
        {"square": "050", "berserk": False},
    ],
    "doors": [
        {"between": ["081", "101"], "state": "closed"},
        {"between": ["076", "096"], "state": "destroyed"},
    ],
    "main_doors": {"west": "closed"},
    "rifles": 1,
    "trail": ["098", "099", "100"],
}


def parsed(picture: str) -> ET.Element:
    return ET.fromstring(picture)


def of_class(root: ET.Element, *classes: str) -> list[ET.Element]:
    return [e for e in root.iter() if set(classes) <= set(e.get("class", "").split())]


def title(element: ET.Element) -> str:
    return element.findtext(f"{SVG}title") or ""


def test_every_square_is_drawn_with_its_number() -> None:
    root = parsed(draw_map(BOARD))
    drawn = {str(e.get("data-square")): e for e in of_class(root, "square")}
    assert set(drawn) == set(BOARD.squares)
    assert {e.text for e in of_class(root, "number")} == set(BOARD.squares)
    for square_id, element in drawn.items():
        assert BOARD.squares[square_id].area.kind in str(element.get("class")).split()


def test_every_area_and_main_door_is_named() -> None:
    root = parsed(draw_map(BOARD))
    assert sorted(str(e.text) for e in of_class(root, "name")) == sorted(a.name for a in BOARD.areas.values())
    assert {e.text for e in of_class(root, "door-name")} == {"North", "West", "East", "South"}


def test_the_name_of_an_area_is_as_large_as_its_squares_allow() -> None:
    """Mostly of the usual size; on the narrowest shops of the mall a little smaller."""
    sizes = sorted(float(name.size) for name in plan_of(BOARD).names)
    assert sizes[0] > 10
    assert sizes[len(sizes) // 3] == sizes[-1] == 14


def test_the_drawing_says_that_it_is_a_reconstruction() -> None:
    assert "Reconstruction, not the printed map" in [
        e.text for e in of_class(parsed(draw_map(BOARD)), "note")
    ]
    printed = Board.from_json(row() | {"provenance": "surveyed"})
    assert "Reconstruction" not in draw_map(printed)


def test_2_1_the_key_shows_every_kind_of_wall_and_door() -> None:
    """2.1: the map has a key of its walls and doors."""
    words = [e.text for e in of_class(parsed(draw_map(BOARD)), "key-word")]
    assert words == [
        "Wall", "Solid door, open", "Solid door, closed", "Glass door, open", "Glass door, closed",
        "Glass door, destroyed",
        "Main door, open", "Main door, closed", "Zombie placement", "Character placement", "Hunting rifles",
    ]  # fmt: skip


def test_3_1_each_placement_symbol_is_drawn() -> None:
    """3.1, 3.2: 45 zombie symbols, the character symbols, and the rifles in 177."""
    drawn = [str(e.get("href")) for e in of_class(parsed(draw(board_view(BOARD))), "symbol")]
    assert drawn.count("#symbol-zombie") == 45
    assert drawn.count("#symbol-character") == len(SETTING.character_squares)
    assert drawn.count("#symbol-rifles") == 1
    assert not of_class(parsed(draw(board_view(BOARD, symbols=False))), "symbol")


def test_each_state_of_a_door_has_a_shape_of_its_own() -> None:
    opening = Opening((0, 0), (48, 0), (24, 30))
    shapes = [
        door_path(opening, kind, state)
        for kind, state in [
            ("solid_door", "open"),
            ("solid_door", "closed"),
            ("glass_door", "open"),
            ("glass_door", "closed"),
            ("glass_door", "destroyed"),
        ]
    ] + [main_door_path(opening, state) for state in ("open", "closed")]
    assert len(set(shapes)) == 7


def test_doors_stand_as_the_view_says() -> None:
    root = parsed(draw(board_view(BOARD, on_board(VIEW))))
    states = {e.get("data-door"): str(e.get("class")) for e in of_class(root, "door") if e.get("data-door")}
    assert set(states) == {"-".join(p) for p in BOARD.doors}
    assert states["081-101"] == "door glass closed"
    assert states["076-096"] == "door glass destroyed"
    assert states["003-004"] == "door solid open"
    main = {e.get("data-main-door"): str(e.get("class")) for e in of_class(root, "door", "main")}
    assert main["west"] == "door main closed"
    assert main["east"] == "door main open"


def test_counters_show_what_the_view_shows_and_no_more() -> None:
    root = parsed(draw(board_view(BOARD, on_board(VIEW), sheet=SETTING.sheet)))
    pieces = {(e.get("data-on"), title(e)) for e in of_class(root, "counter-piece")}
    assert pieces == {
        ("100", "Peter"),
        ("116", "Roger, super zombie"),
        ("177", "Steve, infected, with a rifle"),
        ("100", "Zombie unit, Zombie Value 11"),
        ("113", "Zombie unit, face down, berserk"),
        ("050", "Zombie unit, face down"),
    }
    assert [e.text for e in of_class(root, "value")] == ["11"]
    assert [title(e) for e in of_class(root, "rifles")] == ["Hunting rifles left: 1"]


@each_row("count", [1, 2, 3, 4])
def test_12_0_the_rifles_stay_in_sight_beside_counters(count: int) -> None:
    """12.0: characters stand where the rifles lie; neither hides the other, nor the number of the square."""
    people = {n: {"square": "177", "status": "normal"} for n in ("peter", "roger", "steve", "fran")[:count]}
    shown = board_view(BOARD, on_board({"characters": people, "rifles": 3}))
    assert shown.rifles
    assert shown.rifles.beside
    top = float(shown.rifles.y)
    places = [
        re.fullmatch(r"translate\(\S+ (\S+)\)(?: scale\((\S+)\))?", c.transform) for c in shown.counters
    ]
    assert len(places) == count
    assert all(m and float(m[1]) + 36 * float(m[2] or 1) <= top + 0.2 for m in places)
    number = next(s.number for s in shown.plan.squares if s.id == "177")
    assert all(m and float(m[1]) >= float(number.y) - 0.1 for m in places)
    alone = board_view(BOARD, on_board({"rifles": 3})).rifles
    assert alone
    assert not alone.beside


def test_7_7_units_face_down_are_drawn_alike() -> None:
    """7.7, 2.3: nothing about a unit that lies face down tells it from another, whatever its value."""
    one = {"zombies": [{"square": "113", "value": None}], "shown": {}}
    other = {"zombies": [{"square": "113"}]}
    assert draw(board_view(BOARD, on_board(one))) == draw(board_view(BOARD, on_board(other)))


def test_a_value_that_everybody_just_saw_is_shown() -> None:
    view = {"zombies": [{"square": "113", "value": None}], "shown": {"113": 7}}
    assert [e.text for e in of_class(parsed(draw(board_view(BOARD, on_board(view)))), "value")] == ["7"]


def test_2_3_a_counter_bears_its_ratings() -> None:
    """2.3: Fire Rate, Panic Level and Movement Allowance of the side in use."""
    view = {
        "characters": {
            "steve": {"square": "100", "status": "normal"},
            "fran": {"square": "110", "status": "stunned"},
        }
    }
    root = parsed(draw(board_view(BOARD, on_board(view), sheet=SETTING.sheet)))
    assert [e.text for e in of_class(root, "foot")] == ["2-2-6", "stun"]


def test_counters_in_one_square_do_not_hide_each_other() -> None:
    people = {n: {"square": "100", "status": "normal"} for n in ("peter", "roger", "steve", "fran")}
    view = {"characters": people, "zombies": [{"square": "100", "value": 5}]}
    pieces = board_view(BOARD, on_board(view)).counters
    assert len(pieces) == 5
    places = [re.fullmatch(r"translate\((\S+) (\S+)\)(?: scale\((\S+)\))?", p.transform) for p in pieces]
    boxes = [(float(m[1]), float(m[2]), 36 * float(m[3] or 1)) for m in places if m]
    assert len(boxes) == 5
    for i, (ax, ay, a) in enumerate(boxes):
        for bx, by, b in boxes[i + 1 :]:
            assert ax + a <= bx + 0.2 or bx + b <= ax + 0.2 or ay + a <= by + 0.2 or by + b <= ay + 0.2


@each_row("square", ["008", "010", "127", "185"])
@each_row("count", [1, 2, 3, 4, 5])
def test_counters_do_not_hide_the_number_of_their_square(square: str, count: int) -> None:
    people = {n: {"square": square, "status": "normal"} for n in ("peter", "roger", "steve", "fran")[:count]}
    view = {"characters": people, "zombies": [{"square": square, "value": 5}] if count == 5 else []}
    shown = board_view(BOARD, on_board(view))
    (number,) = (s.number for s in shown.plan.squares if s.id == square)
    tops = [float(c.transform.split()[1].split(")")[0]) for c in shown.counters]
    assert len(tops) == count
    assert min(tops) >= float(number.y) - 0.1


def test_the_trail_and_the_marks_are_drawn() -> None:
    root = parsed(draw(board_view(BOARD, on_board(VIEW), marks={"101": "go", "113": "target", "999": "go"})))
    assert len(of_class(root, "trail-dot")) == 3
    assert len(of_class(root, "trail")) == 1
    assert [(e.get("data-square"), e.get("class")) for e in of_class(root, "mark")] == [
        ("101", "mark go"),
        ("113", "mark target"),
    ]


def test_6_4_a_clear_line_is_drawn_whole() -> None:
    """6.4: from 024 to 062, with the square it crosses and the door it passes."""
    line = SETTING.sight.line("024", "062", {}).to_json()
    root = parsed(draw(board_view(BOARD, sight=line)))
    assert of_class(root, "sight", "clear")
    assert len(of_class(root, "crossed")) == 1
    assert len(of_class(root, "end")) == 2
    assert len(of_class(root, "passed")) == 1
    assert not of_class(root, "unseen-line")
    assert not of_class(root, "stop")


def test_6_4_a_blocked_line_stops_where_it_is_blocked() -> None:
    """6.4: from 098 to 079 the corner is half way, and the drawing breaks there."""
    line = SETTING.sight.line("098", "079", {}).to_json()
    view = board_view(BOARD, sight=line)
    assert view.sight is not None
    assert view.sight.block == ("288", "366")
    assert view.sight.seen.endswith("L288 366")
    assert view.sight.unseen.startswith("M288 366")
    root = parsed(draw(view))
    assert of_class(root, "sight", "blocked")
    assert len(of_class(root, "stop")) == 1


def test_6_4_the_side_that_blocks_is_drawn_out() -> None:
    """6.4: the closed solid door between 028 and 047 lies across the line; a clear line has no such side."""
    closed = SETTING.sight.line("028", "047", {("028", "047"): "closed"}).to_json()
    root = parsed(draw(board_view(BOARD, sight=closed)))
    assert len(of_class(root, "blocking")) == 2
    clear = SETTING.sight.line("028", "047", {}).to_json()
    assert not of_class(parsed(draw(board_view(BOARD, sight=clear))), "blocking")


def test_squares_that_are_seen_are_shaded_by_tint_and_dots() -> None:
    root = parsed(draw(board_view(BOARD, seen={"024", "043", "999"})))
    area = next(e for e in root.iter(f"{SVG}path") if e.get("id") == "seen-area")
    assert str(area.get("d")).count("M") == 2
    assert of_class(root, "seen-tint")[0].get("href") == "#seen-area"
    assert of_class(root, "seen-from")[0].get("fill") == "url(#seen-dots)"
    assert not of_class(parsed(draw(board_view(BOARD))), "seen-tint")


@pytest.mark.parametrize("standalone", [True, False])
def test_nothing_in_it_needs_a_lax_policy(standalone: bool) -> None:
    """No script, no style attribute, nothing fetched. A style element only without the page's own."""
    picture = draw(board_view(BOARD, on_board(VIEW), sheet=SETTING.sheet, standalone=standalone))
    root = parsed(picture)
    assert not [e for e in root.iter() if e.get("style") or e.tag == f"{SVG}script"]
    assert not [k for e in root.iter() for k in e.attrib if k.startswith("on")]
    assert bool(list(root.iter(f"{SVG}style"))) is standalone
    assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")


def test_each_layer_is_one_group_that_a_page_can_renew() -> None:
    root = parsed(draw(board_view(BOARD, on_board(VIEW))))
    assert {e.get("id") for e in root.iter(f"{SVG}g")} >= {"doors", "marks", "trail", "counters", "sightline"}


def test_names_are_escaped() -> None:
    data = row() | {"name": "<script>alert(1)</script>", "provenance": '"><b>'}
    data["areas"][0]["name"] = "Hats & <Caps>"
    root = parsed(draw_map(Board.from_json(data)))
    assert [e.text for e in of_class(root, "name")] == ["Hats & <Caps>"]
    assert root.get("aria-label") == "<script>alert(1)</script>"


@pytest.mark.parametrize("scale", [1, 7, 100])
def test_the_drawing_does_not_depend_on_how_the_map_was_measured(scale: int) -> None:
    """A map in whole squares and the same map in pixels of a photograph are drawn alike."""

    def measured(by: int) -> Board:
        door = {"name": "west", "square": "001", "segment": [[0, 0], [0, 4 * by]]}
        squares = (square(f"{i + 1:03}", box(4 * i * by, 0, 4 * (i + 1) * by, 4 * by)) for i in range(3))
        return Board.from_json(tiny_map(*squares, main_doors=[door]))

    assert draw_map(measured(scale)) == draw_map(measured(1))


def test_any_simple_polygon_can_be_drawn() -> None:
    corner = square(
        "001", [[0, 0], [6, 0], [6, 2], [2, 2], [2, 6], [0, 6]], centre=[1, 1], symbols=["zombie"]
    )
    slanted = square("002", [[2, 2], [6, 2], [9, 9]], area="shop")
    data = tiny_map(corner, slanted, sides=[{"between": ["001", "002"], "kind": "solid_door"}])
    root = parsed(draw_map(Board.from_json(data)))
    assert len(of_class(root, "square")) == 2
    assert len([e for e in of_class(root, "door") if e.get("data-door") == "001-002"]) == 1


def test_a_main_door_in_part_of_a_wall_leaves_the_rest() -> None:
    door = {"name": "north", "square": "001", "segment": [[1, 0], [3, 0]]}
    board = Board.from_json(row(1) | {"main_doors": [door]})
    wall = next(str(e.get("d")) for e in of_class(parsed(draw_map(board)), "outer"))
    assert "M0 0L12 0" in wall
    assert "M36 0L48 0" in wall
    assert "M0 0L48 0" not in wall


def test_a_board_is_worked_out_once() -> None:
    assert board_view(BOARD).plan is board_view(BOARD, on_board(VIEW)).plan
    assert replace(board_view(BOARD)) == board_view(BOARD)


def crowded() -> Board:
    """Return a board of narrow, low and slanted squares whose areas have long names."""
    wide, at = (1, 2, 3, 4, 8), 0
    squares = [square("999", [[0, 14], [16, 14], [0, 20]], area="shop")]
    for i, across in enumerate(wide):
        area = ("hall", "shop")[i % 2]
        squares.append(square(f"{i + 1:03}", box(at, 0, at + across, 8), area=area))
        squares += [
            square(f"{10 * (i + 1) + n:03}", box(at, 8 + 2 * n, at + across, 10 + 2 * n), area=area)
            for n in range(3)
        ]
        at += across
    data = tiny_map(*squares)
    data["areas"][0]["name"] = "The Great Eastern Arcade"
    data["areas"][1]["name"] = "Wm. Hathaway and Sons"
    return Board.from_json(data)


@pytest.mark.parametrize("board", [crowded(), BOARD], ids=["crowded", "mall"])
def test_no_word_of_a_board_lies_on_another_one(board: Board) -> None:
    """On the table's map, in the file and on paper; a number never leaves its square."""
    frame = frame_of(board)
    plan = plan_of(board)
    on_screen = [(w.text, ground_of(w)) for w in (*(s.number for s in plan.squares), *plan.names)]
    paper = replace(frame, scale=frame.scale * MILLIMETRES)
    printed = [(w.said, w.ground) for w in labels_of(board, paper)]
    for words, drawn_in in ((on_screen, frame), (printed, paper)):
        overlapping = [(a, b) for (a, one), (b, other) in combinations(words, 2) if overlaps(one, other)]
        assert overlapping == []
        left = [
            said
            for said, area in words
            if said in board.squares and not is_inside(board.squares[said], area, drawn_in)
        ]
        assert left == []
