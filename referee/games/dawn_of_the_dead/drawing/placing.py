"""Pieces to set up: how each looks, and how they would lie in a square."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.games.dawn_of_the_dead.drawing.layers import CounterView, counters_of
from referee.games.dawn_of_the_dead.drawing.stacks import places_in
from rules.board.board import Board


@dataclass(frozen=True, slots=True)
class Placing:
    """The `pieces` to set up by name, each full, compact and covered; `places` tells a script where they lie.

    `places` is JSON: for each square, for one piece and for more, whether they are compact, whether they lie
    in a stack, and the transform of each.
    """

    pieces: Mapping[str, CounterView]
    places: str


def placing_of(
    people: Sequence[str],
    squares: Sequence[str],
    board: Board,
    ratings: Mapping[tuple[str, bool], str] | None = None,
) -> Placing:
    """Return how the counters of `people` look and lie on the `squares` where they may be set up (3.2)."""
    characters = {name: {"square": squares[0], "status": "normal"} for name in people}
    drawn = counters_of({"characters": characters}, board, ratings)
    pieces: dict[str, CounterView] = {}
    for name, counter in zip(characters, drawn, strict=True):
        pieces[f"{name}-full"] = replace(counter, compact=False, transform="")
        pieces[f"{name}-compact"] = replace(counter, compact=True, transform="")
        pieces[f"{name}-covered"] = replace(counter, covered=True, transform="")
    places = {
        square: [_lying(square, count, board) for count in range(1, len(people) + 1)] for square in squares
    }
    return Placing(pieces, json.dumps(places, separators=(",", ":")))


def _lying(square: str, count: int, board: Board) -> dict[str, Any]:
    lying = places_in(board, square, count)
    return {"compact": lying.compact, "stack": lying.stack, "spots": lying.transforms}
