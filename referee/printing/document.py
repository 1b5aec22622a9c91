"""PDF from drawings: one page each, at exact size. The same drawings give the same bytes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

import pydyf

from referee.printing.drawing import Drawing
from referee.printing.letters import FONTS

POINTS = 72 / 25.4
"""Points, PDF's measure, in a millimetre."""


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its size in millimetres, and what is on it."""

    width: float
    height: float
    drawing: Drawing


def pdf(title: str, pages: Sequence[Page], *, both_sides: bool = False) -> bytes:
    """Return a PDF of pages that asks for full size, and for `both_sides` flipped on the long edge."""
    document = pydyf.PDF()
    fonts = pydyf.Dictionary(
        {
            f"F{int(bold)}": pydyf.Dictionary(
                {"Type": "/Font", "Subtype": "/Type1", "BaseFont": f"/{name}", "Encoding": "/WinAnsiEncoding"}
            )
            for bold, name in FONTS.items()
        }
    )
    document.add_object(fonts)
    for page in pages:
        document.add_page(_page(document, page, fonts))
    # Utf-16 after its mark is how PDF writes words outside of a page.
    document.info["Title"] = pydyf.String(title)
    preferences = pydyf.Dictionary({"PrintScaling": "/None"})
    if both_sides:
        preferences["Duplex"] = "/DuplexFlipLongEdge"
    document.catalog["ViewerPreferences"] = preferences
    out = BytesIO()
    document.write(out)
    return out.getvalue()


def _page(document: pydyf.PDF, page: Page, fonts: pydyf.Dictionary) -> pydyf.Dictionary:
    content = pydyf.Stream(compress=True)
    content.set_matrix(POINTS, 0, 0, -POINTS, 0, page.height * POINTS)
    content.stream.extend(mark for _, mark in page.drawing.marks)
    document.add_object(content)
    return pydyf.Dictionary(
        {
            "Type": "/Page",
            "Parent": document.pages.reference,
            "MediaBox": pydyf.Array([0, 0, page.width * POINTS, page.height * POINTS]),
            "Contents": content.reference,
            "Resources": pydyf.Dictionary({"Font": fonts.reference}),
        }
    )
