"""The speed of sight in the mall: all its lines computed from nothing, and then one question."""

from __future__ import annotations

from itertools import cycle, islice, product
from random import Random
from time import perf_counter
from typing import Any

from rules.board import Board, Pair
from rules.dawn_of_the_dead.library import load_map
from rules.dawn_of_the_dead.tables import shot_modifier
from rules.sight import SightTable

BUILDS = 5
ROUNDS = 5
QUESTIONS = 40_000


def figures() -> list[dict[str, Any]]:
    """Return the figures: seconds for all lines from nothing, microseconds for one question."""
    data = load_map("mall")
    build = min(_build_seconds(data) for _ in range(BUILDS))
    question = min(_question_microseconds(data) for _ in range(ROUNDS))
    return [
        {"name": "sight_build_s", "value": round(build, 4), "goal": 1.0, "better": "lower"},
        {"name": "sight_question_us", "value": round(question, 3), "goal": 3.0, "better": "lower"},
    ]


def _build_seconds(data: dict[str, Any]) -> float:
    """Return the time for all lines from the map's data, board included, so that nothing is cached."""
    begun = perf_counter()
    SightTable(Board.from_json(data), shot_modifier).complete()
    return perf_counter() - begun


def _question_microseconds(data: dict[str, Any]) -> float:
    """Return the time of one question, over random pairs with half the doors closed; the loop counts too."""
    sight = SightTable(Board.from_json(data), shot_modifier)
    sight.complete()
    rng = Random(6)
    squares = list(sight.board.squares)
    everyone = list(product(squares, squares))
    rng.shuffle(everyone)
    asked = list(islice(cycle(everyone), QUESTIONS))
    doors: dict[Pair, str] = {p: "closed" for p in sight.board.doors if rng.random() < 0.5}
    sees = sight.sees
    begun = perf_counter()
    for a, b in asked:
        sees(a, b, doors)
    return (perf_counter() - begun) / QUESTIONS * 1e6
