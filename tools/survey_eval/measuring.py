"""Ask the page's own modules about a photograph, and count where they agree with the map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import cos, pi, sin
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

from playwright.sync_api import Page

from rules.board.board import Board, Side
from rules.board.outlines import place
from tools.photographs.printing import board_box, middle_width
from tools.survey_eval import matching, truth
from tools.survey_eval.browser import page_with

JITTER = 6.0
"""Pixels that a finger is off."""
NEAR = 0.45
"""A proposal this near to a true cut may be it, in squares; a creased board is a third of a square off."""
EXACT = 0.12
"""A cut is right if it is this near to it once the smooth bend of the paper is known, in squares."""
EXAMPLES = 3
KINDS = ("open", "wall", "solid_door", "glass_door")
Figures = dict[str, Any]
_ASK = "async ([name, argument]) => (await import('/harness.js'))[name](argument)"


def measured(
    photo: Path, corners: Sequence[Sequence[float]], data: Mapping[str, Any], seed: int = 0
) -> tuple[Figures, Figures]:
    """Return the figures of a photograph of a known map, and what is wrong by its name or place."""
    board, corners = truth.laid(data, corners)
    with page_with(photo) as page:
        begun = monotonic()
        measuring = _Measuring(page, board, Random(seed))
        measuring.take(corners)
        cuts = measuring.cuts()
        sides = measuring.sides()
        symbols = measuring.symbols()
        seconds = round(monotonic() - begun, 1)
    figures = {"cuts": cuts, "sides": sides, "symbols": symbols, "seconds": seconds}
    return figures, measuring.wrong


class _Measuring:
    def __init__(self, page: Page, board: Board, rng: Random) -> None:
        self.page, self.board, self.rng = page, board, rng
        self.unit = middle_width(board)
        self.wrong: Figures = {}

    def _ask(self, name: str, argument: Any) -> Any:
        return self.page.evaluate(_ASK, [name, argument])

    def _finger(self) -> list[float]:
        turn = self.rng.random() * 2 * pi
        return [JITTER * cos(turn), JITTER * sin(turn)]

    def take(self, corners: Sequence[Sequence[float]]) -> None:
        """Open the photograph and find its ink."""
        given = {"photo": "/photo", "box": board_box(self.board), "corners": corners, "unit": self.unit}
        self._ask("take", given)

    def cuts(self) -> Figures:
        """Return how many cross cuts are proposed, with the rows given."""
        rows, cuts = truth.rows(self.board), truth.cross_cuts(self.board)
        jitter = [[self._finger() for _ in row] for row in rows]
        proposed = [cut["ends"] for cut in self._ask("cuts", {"rows": rows, "jitter": jitter})]
        near = matching.pairs(cuts, proposed, NEAR * self.unit)
        left = self._ask("acrossCuts", matching.shifts(cuts, proposed, near))
        exact = [
            one for n, one in enumerate(near)
            if max(abs(left[2 * n]), abs(left[2 * n + 1])) <= EXACT * self.unit
        ]  # fmt: skip
        missed = set(range(len(cuts))) - {i for i, _ in exact}
        false = set(range(len(proposed))) - {j for _, j in exact}
        self.wrong["cuts"] = {
            "missed": [cuts[i] for i in sorted(missed)], "false": [proposed[j] for j in sorted(false)],
        }  # fmt: skip
        return {"found": len(exact), "missed": len(missed), "false": len(false)}

    def sides(self) -> Figures:
        """Return how many sides of each kind are right, and how many of all are not sure."""
        sides = list(self.board.sides.values())
        examples = self._examples(sides)
        told = self._ask("sides", {"sides": [s.segments for s in sides], "examples": examples})
        all_of = Counter(str(side.kind) for side in sides)
        right = Counter(
            str(side.kind) for side, one in zip(sides, told, strict=True)
            if one["sure"] and one["kind"] == side.kind
        )  # fmt: skip
        self.wrong["sides"] = [
            [*side.between, side.kind, one["kind"], one["sure"]]
            for side, one in zip(sides, told, strict=True)
            if not one["sure"] or one["kind"] != side.kind
        ]  # fmt: skip
        unsure = sum(not one["sure"] for one in told)
        return {kind: [right[kind], all_of[kind]] for kind in KINDS} | {"unsure": unsure}

    def _examples(self, sides: Sequence[Side]) -> list[tuple[int, str]]:
        """Return some sides with each kind of door."""
        examples = []
        for kind in KINDS[2:]:
            doors = [n for n, side in enumerate(sides) if side.kind == kind]
            examples += [(n, kind) for n in self.rng.sample(doors, min(EXAMPLES, len(doors)))]
        return examples

    def symbols(self) -> Figures:
        """Return how many symbols of the commonest kind are in the right squares, after one tap."""
        squares = list(self.board.squares.values())
        counts = Counter(symbol for square in squares for symbol in sorted(square.symbols))
        if not counts:
            return {"found": 0, "missed": 0, "false": 0}
        kind = counts.most_common(1)[0][0]
        bearing = [n for n, square in enumerate(squares) if kind in square.symbols]
        given = {
            "centres": [[float(c) for c in square.centre] for square in squares],
            "bearing": bearing, "tapped": self.rng.choice(bearing), "jitter": self._finger(),
        }  # fmt: skip
        spots = self._ask("symbols", given)
        at = [self._square_at(spot) for spot in spots]
        right = {n for n in at if n in bearing}
        self.wrong["symbols"] = {
            "missed": [squares[n].id for n in bearing if n not in right],
            "false": [spot for spot, n in zip(spots, at, strict=True) if n not in bearing],
        }
        false = len(spots) - len(right)
        return {"found": len(right), "missed": len(bearing) - len(right), "false": false}

    def _square_at(self, spot: Sequence[float]) -> int | None:
        for n, square in enumerate(self.board.squares.values()):
            if place((spot[0], spot[1]), square.outline) != "outside":  # type: ignore[arg-type]
                return n
        return None
