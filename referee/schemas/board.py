"""What is sent about a board of squares with sides and doors, in every game that is played on one."""

from __future__ import annotations

import re
from typing import Any

from referee.schemas.base import Items, OpenSchema, Strict, Text

_SQUARE = re.compile(r"[0-9]{3}", re.ASCII)


def square_field(**options: Any) -> Text:
    """Return a field for the number of a square."""
    return Text("a square number (three digits)", pattern=_SQUARE, longest=3, **options)


def between_field(**options: Any) -> Items:
    """Return a field for a side: the two squares it lies between."""
    return Items(square_field(), 2, exactly=True, distinct=True, **options)


class SightSchema(Strict):
    """The query of `.../sight`. Doors are written "043-062"."""

    start = Text("a square", longest=3, required=True, data_key="from")
    end = Text("a square", longest=3, required=True, data_key="to")
    closed = Items(Text("a door", longest=7), 400)
    destroyed = Items(Text("a door", longest=7), 400)


class UploadSchema(OpenSchema):
    """The body of an upload: the object in a file. Whoever reads the file tells every mistake in it."""


class BroughtBySchema(Strict):
    """The query of an upload: what the person who brings it is called, for everybody to see."""

    by = Text("a name", longest=24)
