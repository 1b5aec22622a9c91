"""What the page of a survey sends of a Universal VTT."""

from __future__ import annotations

from typing import Any

from referee.schemas.base import AnyObject, Checked, Items, Strict
from rules.board_check import FARTHEST


class _Spot(Checked):
    """A spot of the plane: two numbers, as the page measures them."""

    def accepts(self, value: Any) -> bool:
        """Whether it is two numbers that are not too far out."""
        return (
            isinstance(value, list)
            and len(value) == 2
            and all(type(c) in {int, float} and abs(c) <= FARTHEST for c in value)
        )


class LinesSchema(Strict):
    """`POST .../lines`: a Universal VTT without its picture, and where three corners of that one lie."""

    table = AnyObject(required=True)
    corners = Items(_Spot("two numbers"), 3, exactly=True)
