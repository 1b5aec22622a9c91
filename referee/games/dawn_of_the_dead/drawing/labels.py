"""Where the words of the map go: numbers in a corner, area names along the foot of the widest row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.printing.measure import SMALLER, Box, Frame, Row, free_row, has_corner, holds, rows, text
from rules.board.board import Area, Board, Square
from rules.board.outlines import box

NAME_SIZE = 14.0
SMALLEST_NAME = 8.0
NUMBER_SIZE = 15.0
NUMBER_FOOT = 17.0
"""The baseline of a number below the top of its square. Counters lie below it."""
NUMBER_WIDTH, NUMBER_HEIGHT = 31.0, 12.0
CAPITAL = 0.75
"""The height of a capital letter as a share of its size."""
LETTER = {"hall": 0.86, "store": 0.64}
"""The width of a letter as a share of its size; the names of halls are spaced capitals."""


@dataclass(frozen=True, slots=True)
class Word:
    """Words at a spot of the drawing, `size` high, styled by the class `kind`."""

    text: str
    x: str
    y: str
    size: str
    kind: str = ""


def word(said: str, x: float, y: float, size: float = NAME_SIZE, kind: str = "") -> Word:
    """Return words at a spot, with its coordinates as text."""
    return Word(said, text(x), text(y), text(size), kind)


def ground_of(said: Word) -> Box:
    """Return the area that a number or a name covers."""
    x, y, size = float(said.x), float(said.y), float(said.size)
    if said.kind in LETTER:
        half = LETTER[said.kind] * size * len(said.text) / 2
        return x - half, y - CAPITAL * size, x + half, y
    wide, high = (edge * size / NUMBER_SIZE for edge in (NUMBER_WIDTH, NUMBER_HEIGHT))
    left = x - wide / 2 if said.kind == "middle" else x
    return left, y - high, left + wide, y


def number_word(square: Square, frame: Frame) -> Word:
    """Return where a square's number goes: its top left corner if that is square, else above its centre.

    A square too small for it has a smaller one.
    """
    for share in SMALLER:
        said = _number(square, frame, share)
        if holds(square, ground_of(said), frame):
            break
    return said


def _number(square: Square, frame: Frame, share: float) -> Word:
    left, top, _, bottom = box(square.outline)
    if has_corner(square, round(14 * share / frame.scale)):
        x, y = frame.spot(left, top)
        return word(square.id, x + 6 * share, y + NUMBER_FOOT * share, NUMBER_SIZE * share)
    centre_x, centre_y = frame.spot(*square.centre)
    height = (bottom - top) * frame.scale
    return word(square.id, centre_x, centre_y - min(18.0, height / 4) * share, NUMBER_SIZE * share, "middle")


def area_words(board: Board, frame: Frame) -> list[Word]:
    """Return the name of each area that has squares, at the foot of the widest row with room for it."""
    taken = [ground_of(number_word(square, frame)) for square in board.squares.values()]
    words = (_area_word(board.areas[area], among, frame, taken) for area, among in rows(board).items())
    return [said for said in words if said]


def _area_word(area: Area, among: Sequence[Row], frame: Frame, taken: Sequence[Box]) -> Word | None:
    kind = "hall" if area.kind == "hall" else "store"

    def at(row: Row, share: float) -> Word:
        left, _, right, bottom = row
        x, y = frame.spot(left, bottom)
        width = (right - left) * frame.scale
        size = min(NAME_SIZE, (width - 8) / (LETTER[kind] * max(1, len(area.name))))
        return word(area.name, x + width / 2, y - 5.5, max(SMALLEST_NAME, size) * share, kind)

    found = free_row(among, lambda row, share: ground_of(at(row, share)), taken, frame)
    return at(*found) if found else None
