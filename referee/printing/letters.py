"""Letters of the two fonts that every PDF viewer has, Helvetica and Helvetica-Bold: how wide each is.

They need not travel in the file. They have the letters of Windows-1252, which covers western Europe.
"""

from __future__ import annotations

import unicodedata

FONTS = {False: "Helvetica", True: "Helvetica-Bold"}
"""The font by whether it is bold."""
CAPITAL = 0.72
"""The height of a capital letter or a figure as a share of the size."""
_BARRED = {"Ł": "L", "ł": "l", "Đ": "D", "đ": "d", "Ħ": "H", "ħ": "h", "ı": "i", "Ŧ": "T", "ŧ": "t"}
"""Letters with a bar, which no accent makes."""
_FIRST = 32
_PLAIN = """
    278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556
    556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778
    722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222
    500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584 0 556 0 222 556 333
    1000 556 556 333 1000 667 333 1000 0 611 0 0 222 222 333 333 350 556 1000 333 1000 500 333 944 0 500
    667 278 333 556 556 556 556 260 556 333 737 370 556 584 333 737 552 400 549 333 333 333 576 537 278
    333 333 365 556 834 834 834 611 667 667 667 667 667 667 1000 722 667 667 667 667 278 278 278 278 722
    722 778 778 778 778 778 584 778 722 722 722 722 667 667 611 556 556 556 556 556 556 889 500 556 556
    556 556 278 278 278 278 556 556 556 556 556 556 556 549 611 556 556 556 556 500 556 500
"""
_BOLD = """
    278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556
    556 333 333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778
    722 667 611 722 667 944 667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278
    556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500 389 280 389 584 0 556 0 278 556 500
    1000 556 556 333 1000 667 333 1000 0 611 0 0 278 278 500 500 350 556 1000 333 1000 556 333 944 0 500
    667 278 333 556 556 556 556 280 556 333 737 370 556 584 333 737 552 400 549 333 333 333 576 556 278
    333 333 365 556 834 834 834 611 722 722 722 722 722 722 1000 722 667 667 667 667 278 278 278 278 722
    722 778 778 778 778 778 584 778 722 722 722 722 667 667 611 556 556 556 556 556 556 889 556 556 556
    556 556 278 278 278 278 611 611 611 611 611 611 611 549 611 611 611 611 611 556 611 556
"""
_WIDTHS = {False: tuple(map(int, _PLAIN.split())), True: tuple(map(int, _BOLD.split()))}
"""Thousandths of the size, from the space to the last letter."""


def printable(said: str) -> bytes:
    """Return words in Windows-1252. A letter that it lacks loses its accent, or else becomes "?"."""
    return b"".join(_letter(each) for each in said)


def _letter(each: str) -> bytes:
    for tried in (each, unicodedata.normalize("NFKD", each)[:1], _BARRED.get(each, "?")):
        code = tried.encode("cp1252", "ignore")
        if code and code[0] >= _FIRST:
            return code
    return b"?"


def width(said: str, size: float, *, bold: bool = False, spacing: float = 0.0) -> float:
    """Return how wide words are at a size, with `spacing` between the letters."""
    codes = printable(said)
    return sum(_WIDTHS[bold][code - _FIRST] for code in codes) * size / 1000 + spacing * max(
        0, len(codes) - 1
    )
