"""The figures on paper, the same as on the screen; each drawn in a square of 24 from (0, 0)."""

from __future__ import annotations

from referee.printing.drawing import Colour, Drawing, Pen, ellipse, grey

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
