"""Small positions on the bundled mall for tests of what reads and writes them."""

from __future__ import annotations

from typing import Any


def a_position(**changes: Any) -> dict[str, Any]:
    """Return a position with the four fields that must be there: Peter in 024, a unit in 082."""
    position: dict[str, Any] = {
        "system": "dawn-of-the-dead",
        "phase": "human",
        "characters": {"peter": {"square": "024", "status": "normal"}},
        "zombies": [{"square": "082", "value": 4}],
    }
    return position | changes


def moving(**changes: Any) -> dict[str, Any]:
    """Return the same with Peter on the move."""
    return a_position(move={"characters": ["peter"]}, **changes)
