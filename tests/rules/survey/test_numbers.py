"""2.3: numbers run in reading order from a start number, and go on from each correction."""

from __future__ import annotations

from typing import Any

from rules.survey import chart, log
from rules.survey.plane import Plane
from tests.rules.survey.test_moves import SIDE, cut, made

BOARD = made(cut([0, 600], [SIDE, 600]), cut([400, 0], [400, 600]), cut([800, 600], [800, SIDE]))
"""Four squares: a narrow and a wide one, and below them a wide and a narrow one."""
MIDDLES = ([200, 300], [800, 300], [400, 900], [1000, 900])


def told(plane: Plane) -> list[str]:
    """Return the numbers of the squares with these middles."""
    by_corner = {tuple(s["outline"][0]): s["id"] for s in chart.to_map(plane)["squares"]}
    return [by_corner[corner] for corner in ((0, 0), (400, 0), (0, 600), (800, 600))]


def numbered(*gestures: dict[str, Any]) -> list[str]:
    """Return the numbers after gestures on the board."""
    plane = BOARD
    for gesture in gestures:
        plane = log.apply(plane, gesture)
    return told(plane)


def number(square: int, new: int | None) -> dict[str, Any]:
    """Return the gesture that corrects the number of a square."""
    return {"do": "number", "at": MIDDLES[square], "number": new}


def test_numbers_run_in_rows_from_the_first_one() -> None:
    assert numbered() == ["001", "002", "003", "004"]
    assert numbered({"do": "first_number", "number": 98}) == ["098", "099", "100", "101"]


def test_those_after_a_correction_go_on_from_it_up_to_the_next() -> None:
    assert numbered(number(1, 17)) == ["001", "017", "018", "019"]
    assert numbered(number(1, 17), number(3, 5)) == ["001", "017", "018", "005"]
    assert numbered(number(1, 17), number(1, None)) == ["001", "002", "003", "004"]


def test_a_new_square_pushes_the_numbers_on_but_no_correction() -> None:
    assert numbered(number(3, 9), cut([200, 0], [200, 600])) == ["001", "003", "004", "009"]


def test_a_square_that_reaches_down_beside_the_next_row_is_numbered_where_it_begins() -> None:
    """As on printed boards. It began the row here, and took every square of the next one into it."""
    plane = made(
        *(cut([0, y], [SIDE, y]) for y in (400, 800)), *(cut([x, 0], [x, SIDE]) for x in (400, 800)),
        {"do": "merge", "edge": [[0, 400], [400, 400]]}, {"do": "merge", "edge": [[400, 800], [800, 800]]},
    )  # fmt: skip
    corners = {square["id"]: square["outline"][0] for square in chart.to_map(plane)["squares"]}
    assert [corners[f"{n:03}"] for n in range(1, 8)] == [
        [0, 0], [400, 0], [800, 0], [400, 400], [800, 400], [0, 800], [800, 800],
    ]  # fmt: skip
