"""Whoever follows the lines beside the board, and nothing else, has the cardboard as the referee has it."""

from __future__ import annotations

import re
from functools import cache
from random import Random
from typing import Any

import pytest

from referee.games.dawn_of_the_dead.ai.simulated_games import play
from referee.games.dawn_of_the_dead.pages.cardboard.checklist import due
from referee.games.dawn_of_the_dead.pages.cardboard.pieces import board_of
from referee.games.dawn_of_the_dead.records import replay, start_of
from referee.games.interface.host import Happened
from referee.records.codec import parse
from referee.records.data import Tick, Ticks
from referee.records.text import dump_line
from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.position import Mode
from rules.effects import to_json
from tests import soak
from tests.referee.dawn_views import seen_of, view_of
from tests.referee.games.dawn_of_the_dead.pages.hand import Hand, lying

Json = dict[str, Any]
PART = 0.05
"""How often somebody looks at the list and follows it."""


def views_of(seed: str, mode: Mode, counters: str) -> tuple[list[Json], list[Json]]:
    """Return the actions of a simulated game with the effects that everybody knows, and what everybody saw.

    That is the view before the first action, and after each.
    """
    lines, views = _simulated(seed, mode)
    return [*lines], [view | {"counters": counters} for view in views]


@cache
def _simulated(seed: str, mode: Mode) -> tuple[list[Json], list[Json]]:
    record = parse(map(dump_line, play(seed, mode=mode).lines))
    start = start_of(record)
    rulings = [judged.ruling for judged in replay(record, start)]
    after = [ruling.after for ruling in rulings if ruling.after is not None]
    views = [game.redact(position, "table").to_json() for position in (start, *after)]
    told = ([to_json(e) for e in game.effects_for(ruling.effects, "table")] for ruling in rulings)
    return [{**line, "effects": effects} for line, effects in zip(record.lines, told, strict=True)], views


def told_of(
    lines: list[Json], views: list[Json], rng: Random, *, back: bool
) -> tuple[list[Happened], list[Json]]:
    """Return what happened, with steps taken back and done again here and there, and the view after each."""
    happened, after = list[Happened](), list[Json]()
    for n, line in enumerate(lines):
        for again in range(1 + (back and rng.random() < PART)):
            if again:
                depth = rng.randint(1, min(4, n + 1))
                numbers = range(n, n - depth, -1)
                for i in numbers:
                    happened.append(Happened(lines[i] | {"n": i}, back=True))
                    after.append(views[i])
                for i in reversed(numbers):
                    happened.append(Happened(lines[i] | {"n": i}))
                    after.append(views[i + 1])
            else:
                happened.append(Happened(line | {"n": n}))
                after.append(views[n + 1])
    return happened, after


@soak.GAMES
@pytest.mark.parametrize(
    ("seed", "mode", "counters", "back"),
    [
        ("b", "two-player", "digital", True),
        ("b", "two-player", "physical", False),
        ("c", "solitaire", "digital", False),
        ("c", "solitaire", "physical", True),
        ("b", "two-player", "digital", False),
        ("b", "two-player", "physical", True),
        ("c", "solitaire", "digital", True),
        ("c", "solitaire", "physical", False),
    ],
)
def test_a_whole_game_is_followed_by_the_lines_alone(
    seed: str, mode: Mode, counters: str, *, back: bool
) -> None:
    rng = Random(f"{seed}{counters}{back}")
    lines, views = views_of(seed, mode, counters)
    happened, after = told_of(lines, views, rng, back=back)
    first = sum(line["action"]["do"] in {"place_hidden", "place_characters"} for line in lines)
    hand, ticks = Hand(views[first]), list[Tick]()
    followed = 0
    for count in range(first, len(happened) + 1):
        view = after[count - 1]
        if count < len(happened) and (rng.random() > PART or view["turn"] != after[count]["turn"]):
            continue
        while (
            shown := due(
                board_of(view_of(views[0])), happened[:count], Ticks(1, tuple(ticks)), seen_of(view), "table"
            )
        ).lines:
            part = shown.lines[: rng.randint(1, len(shown.lines))]
            for line in part:
                hand.follow(line.text)
                followed += 1
                assert not re.search(r"[Vv]alue", line.text + line.words + line.figures)
                assert line.case
            ticks.append((count, tuple(line.text for line in part)))
            if rng.random() < PART:
                break
        if not shown.lines:
            assert hand.lies() == lying(view)
    assert followed > 50
    assert hand.lies() == lying(after[-1])
