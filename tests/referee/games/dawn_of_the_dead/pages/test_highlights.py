"""What a watched game highlights on the map comes from what happened, not from what was asked for."""

from __future__ import annotations

import pytest

from referee.games.dawn_of_the_dead.ai.simulated_games import SEEDS, Demo, demo
from referee.games.dawn_of_the_dead.pages.report.demo import watched
from referee.games.dawn_of_the_dead.pages.report.replay import highlighted_squares
from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.effects import Attacked, AttackOver, Moved, Panicked, Rolled, TurnedDown
from tests.referee.dawn_views import view_of

CHARACTERS = {"peter": {"square": "009"}, "roger": {"square": None}}


def test_a_move_shows_its_way_and_a_unit_where_it_came_from() -> None:
    view = {"characters": CHARACTERS}
    unit = Moved("unit", "008", "010", ("009", "010"))
    assert highlighted_squares([unit, TurnedDown("008")], view_of(view)) == ["008", "009", "010"]
    assert highlighted_squares(
        [Moved("peter", "008", "009", ("009",)), TurnedDown("008")], view_of(view)
    ) == ["009"]


def test_8_5_an_attack_shows_its_square_after_its_victim_left_the_map() -> None:
    view = {"characters": CHARACTERS}
    told = (Rolled("attack", (1, 1), ("roger",)), Attacked("roger", "010", 3, "killed"), AttackOver("010"))
    assert highlighted_squares(told, view_of(view)) == ["010"]


def test_6_5_a_shot_that_panic_stopped_shows_who_panicked_and_no_target() -> None:
    told = (Rolled("panic", (1,), ("peter",)), Panicked("peter"))
    assert highlighted_squares(told, view_of({"characters": CHARACTERS})) == ["009"]


def recorded(number: int) -> Demo:
    recording = demo(number)
    assert recording is not None
    return recording


@pytest.mark.parametrize("number", range(1, len(SEEDS) + 1))
def test_every_square_where_something_changed_is_shown(number: int) -> None:
    """Read off the positions themselves, which the highlights never look at."""
    recording = recorded(number)
    before = game.redact(recording.before, "table").to_json()
    for n, step in enumerate(recording.steps, start=1):
        after = game.redact(step.after, "table").to_json()
        was, now = (
            {
                *((unit["square"], "unit") for unit in view["zombies"]),
                *((c["square"], name, c["status"]) for name, c in view["characters"].items() if c["square"]),
            }
            for view in (before, after)
        )
        told = set(highlighted_squares(step.ruling.effects, view_of(after)))
        assert {place[0] for place in now - was} <= told, step.action
        if n % 40 == 0:
            marks = watched(recording, number, n)["map"].marks
            assert {mark.square for mark in marks if mark.kind == "aim"} == told
        before = after
