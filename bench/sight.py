"""The speed of sight, on the mall and on boards up to the largest of the format, and of checking a map."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import cycle, islice, product
from random import Random
from time import perf_counter, process_time
from typing import Any

from bench.boards import combs, grid
from bench.figures import figure
from rules.board.board import Board, Pair
from rules.board.checks import problems
from rules.dawn_of_the_dead.equipment.equipment import load_map, shot_modifier
from rules.sight.close_calls import CloseCalls
from rules.sight.sight import SightTable

BUILDS = 5
ROUNDS = 5
QUESTIONS = 40_000
VERDICTS = 3_000
FINE = 10
"""So much larger the mall is drawn; a square of the hall is then 80 wide."""
ERROR = 2


def figures() -> list[dict[str, Any]]:
    """Return the figures: lines from nothing, one question, an explained verdict, a map checked."""
    mall, middle, large = load_map("mall"), grid(20, 11), grid(37, 27)
    build = _best(BUILDS, lambda: _build_seconds(mall))
    question = _best(ROUNDS, lambda: _question_microseconds(mall))
    build_large = _best(2, lambda: _build_seconds(large))
    verdict = _best(ROUNDS, lambda: _verdict_microseconds(middle))
    verdict_large = _best(2, lambda: _verdict_microseconds(large))
    check = _best(ROUNDS, lambda: _check_milliseconds(grid(20, 20)))
    close = _best(1, _close_calls_seconds)
    check_combs = _best(ROUNDS, lambda: _check_milliseconds(combs()))
    return [
        figure("sight_build_s", round(build, 4), 1.0),
        figure("sight_question_us", round(question, 3), 3.0),
        figure("sight_build_999_s", round(build_large, 2), 2.0),
        figure("sight_verdict_us", round(verdict, 1), 60),
        figure("sight_verdict_999_us", round(verdict_large, 1), 60),
        figure("map_check_400_ms", round(check, 1), 300),
        figure("map_check_combs_ms", round(check_combs, 1), 300),
        figure("close_calls_mall_s", round(close, 2), 10.0),
    ]


def _best(times: int, measure: Callable[[], float]) -> float:
    return min(measure() for _ in range(times))


def _build_seconds(data: Mapping[str, Any]) -> float:
    """Return the time for all lines from the map's data, board included, so that nothing is cached.

    Time of the processor: other programs do not count.
    """
    begun = process_time()
    SightTable(Board.from_json(data), shot_modifier).complete()
    return process_time() - begun


def _question_microseconds(data: Mapping[str, Any]) -> float:
    """Return the time of one question, over random pairs with half the doors closed; the loop counts too."""
    sight, asked, doors = _questions(data, QUESTIONS)
    sees = sight.sees
    begun = perf_counter()
    for a, b in asked:
        sees(a, b, doors)
    return (perf_counter() - begun) / QUESTIONS * 1e6


def _verdict_microseconds(data: Mapping[str, Any]) -> float:
    """Return the time of one explained line, over random pairs, each asked for the first time.

    Time of the processor, like that of a check: other programs do not count.
    """
    sight, asked, doors = _questions(data, VERDICTS + 1)
    sight.line(*asked[0], doors)
    begun = process_time()
    for a, b in asked[1:]:
        sight.line(a, b, doors)
    return (process_time() - begun) / VERDICTS * 1e6


def _questions(data: Mapping[str, Any], count: int) -> tuple[SightTable, list[Pair], dict[Pair, str]]:
    """Return a complete table, so many random pairs, and half the doors closed."""
    sight = SightTable(Board.from_json(data), shot_modifier)
    sight.complete()
    rng = Random(6)
    squares = list(sight.board.squares)
    everyone = list(product(squares, squares))
    rng.shuffle(everyone)
    doors = {p: "closed" for p in sight.board.doors if rng.random() < 0.5}
    return sight, list(islice(cycle(everyone), count)), doors


def _close_calls_seconds() -> float:
    """Return the time for the list of the mall's close calls, drawn with a fortieth of a square of error."""
    mall = load_map("mall")
    squares = [{**s, "outline": [[FINE * x, FINE * y] for x, y in s["outline"]]} for s in mall["squares"]]
    begun = process_time()
    calls = CloseCalls(Board.from_json({**mall, "squares": squares, "main_doors": []}), ERROR)
    for name in calls.names:
        for _ in calls.later_than(name):
            pass
    return process_time() - begun


def _check_milliseconds(data: Mapping[str, Any]) -> float:
    begun = process_time()
    problems(data)
    return (process_time() - begun) * 1e3
