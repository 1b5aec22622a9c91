"""The hundred counters on paper, with the figures of the screen.

The printed sheet has a hundred pieces; how many of them are which marker the rules leave open.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.games.dawn_of_the_dead.labels.wording import NAMES
from referee.games.dawn_of_the_dead.schemas.maps import load_sheet
from referee.printing.drawing import (
    BLACK,
    COUNTER,
    MIDDLE,
    WHITE,
    BoardLook,
    Colour,
    Counter,
    CounterBox,
    CounterSet,
    Drawing,
    Pen,
    Symbol,
    Type,
    ellipse,
    grey,
)
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS, HIDDEN_COUNT, RIFLES, CounterSheet, Rating
from rules.dawn_of_the_dead.equipment.units import SUPER_ZOMBIE_VALUE

HEAD = (
    "M 12 1 C 7.2 1 4.5 4.2 4.5 8.2 C 4.5 10.7 5.5 12.5 7 13.7 L 6.4 17.5 L 9.6 17 L 10.1 19 L 13.9 19"
    " L 14.4 17 L 17.6 17.5 L 17 13.7 C 18.5 12.5 19.5 10.7 19.5 8.2 C 19.5 4.2 16.8 1 12 1 Z"
)
SHOULDERS = "M 4 24 L 5.8 21 L 18.2 21 L 20 24 Z"
ZOMBIE = (HEAD, ellipse(8.8, 9.0, 2.1, 2.5), ellipse(15.3, 9.4, 1.8, 1.8), SHOULDERS)
PERSON = (ellipse(12, 6.7, 4.7, 4.7), "M 3 23 C 3 17 6.7 13 12 13 C 17.3 13 21 17 21 23 Z")
GUN = (
    "M 0 3.5 L 22 3.5 L 22 2 L 27 2 L 28 3.3 L 35 4.5 L 40 8 L 40 11 L 34.5 11 L 30.5 7.5 L 23 7.5 L 21.5 11"
    " L 18.5 11 L 19.7 7.5 L 15 7.5 L 15 6 L 1 6 Z"
)
RIFLE = (GUN,)
"""Forty wide and twelve high."""
PALE = grey(0.55)
"""Symbols are printed pale, because counters lie on them."""


def figure(paths: tuple[str, ...], colour: Colour) -> Drawing:
    """Return a figure in a colour."""
    drawing = Drawing()
    drawing.shape(paths, fill=colour)
    return drawing


def zombie_symbol() -> Drawing:
    """Return the Zombie Placement Symbol (3.1)."""
    drawing = Drawing()
    drawing.rectangle((0.6, 0.6, 23.4, 23.4), pen=Pen(PALE, 1.2))
    drawing.place(figure(ZOMBIE, PALE), (4.2, 3.6), 0.65)
    return drawing


def character_symbol() -> Drawing:
    """Return the Character Placement Symbol (3.2)."""
    drawing = Drawing()
    drawing.circle((12, 12), 11.4, pen=Pen(PALE, 1.2))
    drawing.place(figure(PERSON, PALE), (4.6, 3.6), 0.62)
    return drawing


def rifles_symbol() -> Drawing:
    """Return the symbol of the square where the hunting rifles lie (12.0)."""
    drawing = Drawing()
    for top in (3.0, 13.0):
        drawing.place(figure(RIFLE, PALE), (0, top), 0.6)
    return drawing


DOORS = BERSERK = 20
"""How many markers of each kind fill the sheet up to a hundred."""
CENTRE = COUNTER / 2
GREEN: Colour = (0.86, 0.92, 0.80)
BLUE: Colour = (0.85, 0.91, 0.97)
SAND: Colour = (0.97, 0.93, 0.82)
RED: Colour = (0.97, 0.86, 0.81)
GREY, DARK = grey(0.88), grey(0.12)
NAME = Type(2.4, bold=True, at=MIDDLE, spacing=0.1)
WORD = Type(1.7, bold=True, at=MIDDLE, spacing=0.06)
RATINGS = Type(3.5, bold=True, at=MIDDLE)
VALUE = Type(7.6, bold=True, at=MIDDLE)
STAND_INS = "The figures are stand-ins, not those of the printed counters."


def counters(sheet: CounterSheet) -> CounterSet:
    """Return the counters of a counter sheet."""
    key = "Characters: Fire Rate, Panic Level, Movement Allowance. Zombie units: the Zombie Value (2.3)."
    notes = [key, *([STAND_INS] if sheet.provenance == "stand-in" else [])]
    made = (*_units(sheet), *_characters(sheet), *_markers())
    return CounterSet(f"Dawn of the Dead · counters: {sheet.name}", made, notes)


def _units(sheet: CounterSheet) -> Iterator[Counter]:
    back = _unknown()
    for value in sheet.units:
        yield Counter(f"zombie unit {value}", _unit(value), back, GREEN, GREEN)


def _unit(value: int) -> Drawing:
    face = Drawing()
    face.words(str(value), (CENTRE, 7.3), VALUE)
    face.place(figure(ZOMBIE, grey(0.25)), (CENTRE - 1.8, 8.3), 3.6 / 24)
    return face


def _unknown() -> Drawing:
    """Return the side that is the same on every unit."""
    face = Drawing()
    face.place(figure(ZOMBIE, grey(0.1)), (CENTRE - 4.3, 2.0), 8.6 / 24)
    return face


def _characters(sheet: CounterSheet) -> Iterator[Counter]:
    for id_ in CHARACTERS:
        name = NAMES[id_].upper()
        normal, infected = (sheet.ratings[id_, ill] for ill in (False, True))
        yield Counter(f"{name}, normal", _person(name, normal), _stunned(name), BLUE, GREY)
        yield Counter(f"{name}, infected", _infected(name, infected), _super_zombie(name), RED, DARK)


def _ratings(face: Drawing, rating: Rating, foot: float = 11.7) -> None:
    figures = (rating.fire_rate, rating.panic_level, rating.movement_allowance)
    face.words("-".join(map(str, figures)), (CENTRE, foot), RATINGS)


def _person(name: str, rating: Rating) -> Drawing:
    face = Drawing()
    face.words(name, (CENTRE, 2.9), NAME)
    face.place(figure(PERSON, grey(0.1)), (CENTRE - 2.4, 3.5), 4.8 / 24)
    _ratings(face, rating)
    return face


def _infected(name: str, rating: Rating) -> Drawing:
    face = Drawing()
    face.rectangle((0.4, 0.4, COUNTER - 0.4, COUNTER - 0.4), pen=Pen(BLACK, 0.3, dash=(0.9, 0.5)))
    face.words(name, (CENTRE, 3.1), NAME)
    face.place(figure(PERSON, grey(0.1)), (CENTRE - 1.5, 3.5), 3.0 / 24)
    face.words("INFECTED", (CENTRE, 8.1), WORD)
    _ratings(face, rating, 11.4)
    return face


def _stunned(name: str) -> Drawing:
    face = Drawing()
    for n in range(1, 4):
        start = n * COUNTER / 4
        face.line([(0, start), (start, 0)], Pen(grey(0.7), 0.5))
        face.line([(start, COUNTER), (COUNTER, start)], Pen(grey(0.7), 0.5))
    face.words(name, (CENTRE, 5.6), Type(2.4, bold=True, at=MIDDLE, spacing=0.1, halo=GREY))
    face.words("STUNNED", (CENTRE, 9.0), Type(1.9, bold=True, at=MIDDLE, spacing=0.06, halo=GREY))
    return face


def _super_zombie(name: str) -> Drawing:
    face = Drawing()
    white = Type(2.4, bold=True, at=MIDDLE, spacing=0.1, colour=WHITE)
    face.words(name, (CENTRE, 2.9), white)
    face.place(figure(ZOMBIE, WHITE), (1.4, 3.6), 4.8 / 24)
    face.words(str(SUPER_ZOMBIE_VALUE), (9.1, 8.2), Type(6.0, bold=True, at=MIDDLE, colour=WHITE))
    for said, y in (("SUPER", 10.0), ("ZOMBIE", 11.9)):
        face.words(said, (CENTRE, y), Type(1.7, bold=True, at=MIDDLE, spacing=0.06, colour=WHITE))
    return face


def _markers() -> Iterator[Counter]:
    """Yield the markers: hunting rifles (12.0), berserk (10.0), closed and destroyed doors (5.5, 10.5)."""
    rifle, berserk = _rifle(), _berserk()
    yield from [Counter("hunting rifle", rifle, rifle, SAND, SAND)] * RIFLES
    yield from [Counter("berserk", berserk, berserk, RED, RED)] * BERSERK
    yield from [Counter("door", _closed(), _destroyed(), SAND, GREY)] * DOORS


def _rifle() -> Drawing:
    face = Drawing()
    face.place(figure(RIFLE, grey(0.1)), (1.15, 3.2), 10.4 / 40)
    face.words("HUNTING", (CENTRE, 9.2), WORD)
    face.words("RIFLE", (CENTRE, 11.2), WORD)
    return face


def _berserk() -> Drawing:
    face = Drawing()
    face.words("!", (CENTRE, 8.1), Type(8.6, bold=True, at=MIDDLE))
    face.words("BERSERK", (CENTRE, 11.2), Type(2.0, bold=True, at=MIDDLE))
    return face


def _closed() -> Drawing:
    face = Drawing()
    face.rectangle((2.0, 3.4, COUNTER - 2.0, 5.4), fill=grey(0.45), pen=Pen(BLACK, 0.3))
    for x in (2.0, COUNTER - 2.0):
        face.line([(x, 2.4), (x, 6.4)], Pen(BLACK, 0.7))
    face.words("CLOSED", (CENTRE, 10.4), Type(2.2, bold=True, at=MIDDLE))
    return face


def _destroyed() -> Drawing:
    face = Drawing()
    shards = (
        "M 1.8 3.2 L 4.6 3.6 L 3.6 4.6 L 4.4 5.8 L 1.8 6.0 Z",
        "M 10.9 3.2 L 8.4 3.4 L 9.4 4.4 L 8.0 5.4 L 10.9 6.0 Z",
        "M 6.0 3.9 L 7.0 4.4 L 6.2 5.2 Z",
    )
    face.shape(shards, fill=WHITE, pen=Pen(BLACK, 0.3))
    face.words("DESTROYED", (CENTRE, 10.2), Type(1.72, bold=True, at=MIDDLE))
    return face


CREDIT = (
    "Dawn of the Dead is a game by SPI (1978).",
    "Drawn by the tabletop referee, not by its owners.",
)


class DawnPrinting:
    """The board and the counters on paper."""

    def board(self) -> BoardLook:
        """Return what the board is printed with."""
        return BoardLook(
            "Dawn of the Dead",
            CREDIT,
            {
                "zombie": Symbol("Zombie Placement Symbol", zombie_symbol()),
                "character": Symbol("Character Placement Symbol", character_symbol()),
                "rifles": Symbol("Hunting rifles", rifles_symbol()),
            },
            [CounterBox("Hidden Zombie box", HIDDEN_COUNT)],
        )

    def counters(self, data: Any) -> CounterSet:
        """Return the counters of a counter sheet (`referee-counters/1`). Raises InputError."""
        return counters(load_sheet(data))
