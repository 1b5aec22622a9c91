"""The printed board, measured: sizes, sheets, marks, and what it says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from referee.errors import InputError
from referee.games import registry
from referee.printing.drawing import COUNTER, printable
from referee.printing.paper import MARGIN, OVERLAP, PAPERS
from referee.printing.print_job import printed_board, printing_of
from referee.printing.sheet import board_sheet
from rules.board.board import Board
from rules.dawn_of_the_dead.equipment import equipment
from tests import soak
from tests.referee.printing.measured import Box, Measured, Spot, near, pages

GAME = registry.game("dawn-of-the-dead")
MIDDLING = 8
"""How many map units the shorter way across a typical square of the mall is."""
NUMBER = (1.7, 3.6)
"""Where a number stands in its square."""

STRIP = [
    {"id": f"{n:03}", "area": "main", "outline": [[n, 0], [n + 1, 0], [n + 1, 1], [n, 1]], "symbols": []}
    for n in range(1000)
]
"""As many squares as a map may have, all in a row."""


@pytest.fixture(scope="module")
def mall() -> dict[str, Any]:
    return equipment.load_map()


def corners(mall: Mapping[str, Any], square: float) -> dict[str, Box]:
    """Return the box of every square on the board, in millimetres."""
    unit = square / MIDDLING
    boxes = {}
    for each in mall["squares"]:
        xs, ys = zip(*each["outline"], strict=True)
        boxes[each["id"]] = (min(xs) * unit, min(ys) * unit, max(xs) * unit, max(ys) * unit)
    return boxes


def offset(page: Measured, boxes: Mapping[str, Box]) -> Spot:
    """Return where the board's own corner lies on a page; every number on it agrees."""
    spots = [
        (words.spot[0] - NUMBER[0] - boxes[words.said][0], words.spot[1] - NUMBER[1] - boxes[words.said][1])
        for words in page.words
        if words.said in boxes
    ]
    assert spots
    assert all(near(spot, spots[0]) for spot in spots)
    return spots[0]


@pytest.mark.parametrize("paper", ["a3", "tabloid"])
def test_a_square_is_as_large_as_it_says_on_one_sheet(mall: dict[str, Any], paper: str) -> None:
    made = printed_board(GAME, mall, paper)
    assert made.sheets == 1
    assert made.square > COUNTER
    (page,) = pages(made.pdf)
    assert near((page.width, page.height), (PAPERS[paper].height, PAPERS[paper].width))
    boxes = corners(mall, made.square)
    x, y = offset(page, boxes)
    squares = page.filled[: len(boxes)]
    for shape, (left, top, right, bottom) in zip(squares, boxes.values(), strict=True):
        assert near(shape.box, (x + left, y + top, x + right, y + bottom))
    assert {words.said for words in page.words} >= set(boxes)
    ((left, top, right, bottom),) = page.windows
    assert min(left, top, page.width - right, page.height - bottom) >= MARGIN - 0.01


def test_a_board_whose_size_is_known_is_printed_in_that_size(mall: dict[str, Any]) -> None:
    """Unless somebody chooses another, or a print so large takes too many sheets."""
    boxes = corners(mall, 1)
    wide, high = max(box[2] for box in boxes.values()), max(box[3] for box in boxes.values())
    board = {**mall, "millimetres": {"width": round(22 * wide), "height": round(22 * high)}}
    made = printed_board(GAME, board, "a3")
    assert made.square == pytest.approx(22, rel=0.001)
    assert any("A square: 22 mm." in words.said for page in pages(made.pdf) for words in page.words)
    look = printing_of(GAME).board()

    def square(board: Mapping[str, Any], chosen: float | None = None) -> float:
        return board_sheet(Board.from_json(board), look, PAPERS["a4"], chosen).square

    assert square(board, 14.0) == 14
    assert square({**mall, "millimetres": {"width": 5000, "height": 4000}}) == square(mall)


@pytest.mark.parametrize(
    ("paper", "square"),
    [("a4", None), *soak.rest(soak.SEVERAL, [("letter", None), ("a4", 25.0), ("tabloid", 30.0)])],
)
def test_tiles_cover_the_board_with_the_stated_overlap(
    mall: dict[str, Any], paper: str, square: float | None
) -> None:
    made = printed_board(GAME, mall, paper, square)
    plan, *tiles = pages(made.pdf)
    assert len(tiles) == made.sheets > 1
    boxes = corners(mall, made.square)
    windows = {}
    shown = set()
    for number, tile in enumerate(tiles, 1):
        assert near(sorted((tile.width, tile.height)), (PAPERS[paper].width, PAPERS[paper].height))
        name = next(words.said for words in tile.words if f", {number} of {made.sheets} ·" in words.said)
        (window,) = tile.windows
        x, y = offset(tile, boxes)
        windows[name.partition(" · sheet ")[2].partition(",")[0]] = (
            window[0] - x, window[1] - y, window[2] - x, window[3] - y,
        )  # fmt: skip
        for words in tile.words:
            if words.said in boxes and window[0] < words.spot[0] and words.spot[0] + 5 < window[2]:
                shown |= {words.said} if window[1] + 3 < words.spot[1] < window[3] else set()
    assert shown == set(boxes), "every number stands whole on some sheet"
    assert all(plan.said(name) for name in windows)
    columns = max(int(name[1:]) for name in windows)
    rows = len(windows) // columns
    for name, (left, top, right, bottom) in windows.items():
        row, column = name[0], int(name[1:])
        if column < columns:
            beside = windows[f"{row}{column + 1}"]
            assert near((right - beside[0], top, bottom), (OVERLAP, beside[1], beside[3]))
        if ord(row) - ord("A") < rows - 1:
            below = windows[f"{chr(ord(row) + 1)}{column}"]
            assert near((bottom - below[1], left, right), (OVERLAP, below[0], below[2]))
    board = (min(b[0] for b in boxes.values()), min(b[1] for b in boxes.values()))
    assert windows["A1"][0] < board[0]
    assert windows["A1"][1] < board[1]
    last = windows[f"{chr(ord('A') + rows - 1)}{columns}"]
    assert last[2] > max(b[2] for b in boxes.values())
    assert last[3] > max(b[3] for b in boxes.values())
    assert f"overlap of {OVERLAP:g} mm" in plan.text


def test_the_crosses_of_neighbours_meet_and_lie_where_the_cut_is(mall: dict[str, Any]) -> None:
    made = printed_board(GAME, mall, "a4")
    boxes = corners(mall, made.square)
    crosses, cuts = {}, {}
    for name, tile in zip(("A1", "A2", "B1", "B2"), pages(made.pdf)[1:], strict=True):
        x, y = offset(tile, boxes)
        marks = [shape for shape in tile.lines if shape.window is None and len(shape.spots) == 2]
        level = [m.box for m in marks if near(m.size, (4.4, 0))]
        crosses[name] = {(round((m[0] + m[2]) / 2 - x, 1), round(m[1] - y, 1)) for m in level}
        cuts[name] = {round(m.box[0] - x, 1) for m in marks if near(m.size, (0, 6))}
    assert {name: len(spots) for name, spots in crosses.items()} == {"A1": 4, "A2": 4, "B1": 4, "B2": 4}
    for one, other in (("A1", "A2"), ("A1", "B1"), ("A2", "B2"), ("B1", "B2")):
        assert len(crosses[one] & crosses[other]) == 2, (one, other)
    assert (len(cuts["A1"]), len(cuts["A2"])) == (0, 1), "only the left and the upper edge are cut"
    assert {x for x, _ in crosses["A1"] & crosses["A2"]} == cuts["A2"]


def test_on_tiles_a_counter_lies_in_every_square(mall: dict[str, Any]) -> None:
    made = printed_board(GAME, mall, "letter")
    narrowest = min(min(r - a, b - t) for a, t, r, b in corners(mall, made.square).values())
    assert narrowest >= COUNTER


def test_the_bar_is_five_centimetres_and_the_plan_has_one_of_ten(mall: dict[str, Any]) -> None:
    (sheet,) = pages(printed_board(GAME, mall, "a3").pdf)
    bar = [shape for shape in sheet.shapes if shape.paint == "B*" and near(shape.size, (10, 1.6))]
    assert len(bar) == 5
    assert near((bar[-1].box[2] - bar[0].box[0],), (50,))
    plan = pages(printed_board(GAME, mall, "a4").pdf)[0]
    assert any(near(shape.size, (100, 2.2)) for shape in plan.lines)


def test_it_says_what_it_is_and_whose(mall: dict[str, Any]) -> None:
    made = printed_board(GAME, mall, "a3")
    (sheet,) = pages(made.pdf)
    for words in ("THE MALL (RECONSTRUCTION)", "Dawn of the Dead", "NORTH", "SOUTH", "Edwin's Sports Center",
                  "MAIN HALL", "Zombie Placement Symbol", "Solid door", "Glass door",
                  "Hidden Zombie box"):  # fmt: skip
        assert sheet.said(words), words
    assert "SPI (1978)" in sheet.text
    assert f"A square: {made.square:g} mm." in sheet.text


def test_a_wall_is_thick_and_an_open_side_is_thin(mall: dict[str, Any]) -> None:
    (sheet,) = pages(printed_board(GAME, mall, "a3").pdf)
    widths = {round(line.width, 2) for line in sheet.lines if line.window}
    assert {0.18, 0.9, 1.8} <= widths


def test_every_door_is_drawn_with_the_look_of_its_kind(mall: dict[str, Any]) -> None:
    (sheet,) = pages(printed_board(GAME, mall, "a3").pdf)
    leaves = [s for s in sheet.shapes if s.paint == "B*" and min(s.size) == pytest.approx(2.0, abs=0.01)]
    kinds = [side["kind"] for side in mall["sides"]]
    samples = 2
    assert len(leaves) == kinds.count("solid_door") + kinds.count("glass_door") + samples


def test_an_own_map_prints_with_any_outline(mall: dict[str, Any]) -> None:
    own = {
        "format": "referee-map/1", "name": "Łódź 店", "provenance": "mine",
        "areas": [{"id": "h", "name": "Hall", "kind": "hall"}],
        "squares": [
            {"id": "001", "area": "h", "centre": [50, 50], "symbols": [],
             "outline": [[0, 0], [400, 0], [400, 100], [100, 100], [100, 400], [0, 400]]},
            {"id": "002", "area": "h", "symbols": [],
             "outline": [[100, 100], [400, 100], [250, 400], [100, 400]]},
        ],
    }  # fmt: skip
    (sheet,) = pages(printed_board(GAME, own, "letter", 40.0).pdf)
    assert sheet.said("001")
    assert sheet.said("LÓDZ ? (MINE)")
    shape = sheet.filled[0]
    assert near(shape.size, (40 * 4 / 3, 40 * 4 / 3))


def test_letters_without_a_place_in_the_font_lose_their_accent_or_become_question_marks() -> None:
    assert printable("Ł žé\n漢\x00") == "L žé??".encode("cp1252") + b"?"


def test_the_same_board_gives_the_same_bytes(mall: dict[str, Any]) -> None:
    assert printed_board(GAME, mall, "a4").pdf == printed_board(GAME, equipment.load_map(), "A4").pdf


@pytest.mark.parametrize(
    ("changes", "paper", "square", "sentence"),
    [
        ({}, "a5", None, 'paper: "a5" is not a paper size here; it must be a3, a4, letter or tabloid.'),
        ({}, None, None, "paper: null is not a paper size here"),
        ({}, "a4", 7.9, "square: 7.9 is not a width in millimetres here; it must be 8 to 60."),
        ({}, "a4", float("nan"), "square: NaN is not a width"),
        (
            {"squares": STRIP, "sides": [], "main_doors": [], "rifles": {"square": "000", "count": 2}},
            "a4",
            60.0,
            "the board would take 227 sheets of A4; at most 60 are printed. Choose larger paper or smaller",
        ),
        ({"name": 3}, "a4", None, "The map: name is 3"),
        ({"squares": []}, "a4", None, "The map: "),
    ],
)
def test_bad_input_gets_a_sentence(
    mall: dict[str, Any], changes: dict[str, Any], paper: str, square: float | None, sentence: str
) -> None:
    with pytest.raises(InputError) as caught:
        printed_board(GAME, mall | changes, paper, square)
    assert sentence in caught.value.sentence


def test_a_game_without_a_board_says_so(mall: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="BattleCON has no board and no counters to print"):
        printed_board(registry.game("battlecon"), mall, "a4")
