"""What was shown briefly and what is still to come leave no trace in what is sent (2.3, R-9.3a)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rules.dawn_of_the_dead.position import Position, Zombie
from tests.referee.any_pair import Action, Twin
from tests.referee.paired import Pair, pair
from tests.referee.tables.test_secrecy import HIDDEN, SOME, START, look, try_everything

HERE, BESIDE = "008", "009"
"""The square of a unit, and one beside it where Peter begins."""
NO_DICE = ("start_move", "step", "end_turn", "react", "next_phase")
"""Actions that need no dice, in the order in which they lead through a turn."""


def put(both: Pair, a: int, b: int) -> None:
    """Put a unit beside Peter whose value differs between the two games."""
    for twin, value in ((both.a, a), (both.b, b)):
        change(twin, value)


def change(twin: Twin, value: int) -> None:
    """Put a unit of a value on the map of one game."""
    with twin.app.extensions["tables"].store.locked(twin.code) as loaded:
        now: Position = loaded.positions[-1]
        loaded.positions[-1] = replace(now, zombies={**now.zombies, HERE: Zombie(value)})
        loaded.views.clear()


def do_both(both: Pair, *actions: Action) -> None:
    """Do actions whose answers lawfully differ, because a value lies open."""
    for action in actions:
        both.both("table", action, action)


def differ_now(both: Pair) -> bool:
    """Whether the tablet can tell the games apart by a value that is face up."""
    one, two = (t.send("table", "GET", f"/api/tables/{t.code}/view")[2] for t in (both.a, both.b))
    return one != two


MISSED: Action = {"do": "shoot", "by": ["peter"], "at": HERE, "dice": [1, 1]}


@pytest.mark.parametrize("back", [False, True], ids=["played on", "taken back"])
def test_2_3_the_value_of_a_unit_that_was_missed_is_gone_with_the_next_action(
    tmp_path: Path, *, back: bool
) -> None:
    with pair(tmp_path, differ=frozenset(), seed=21) as both:
        assert both.do("table", START)[0] == 200
        put(both, 9, 11)
        look(both)
        do_both(both, {"do": "start_move", "characters": ["peter"]}, MISSED)
        assert differ_now(both)
        if back:
            for twin in (both.a, both.b):
                for seat in ("human", "zombie"):
                    twin.send(seat, "POST", f"/api/tables/{twin.code}/undo", json={})
        else:
            do_both(both, {"do": "end_turn"})
        assert both.a.position.zombies[HERE] != both.b.position.zombies[HERE]
        look(both)
        try_everything(both, SOME)


def test_5_4_the_value_of_a_unit_that_was_left_behind_is_gone(tmp_path: Path) -> None:
    """What leaving cost shows in the points left, and no longer once the Human Player-Turn is over."""
    with pair(tmp_path, differ=frozenset(), seed=22) as both:
        both.do("table", START)
        put(both, 1, 2)
        do_both(both, {"do": "start_move", "characters": ["peter"]}, {"do": "step", "to": HERE})
        assert differ_now(both)
        do_both(both, {"do": "step", "to": BESIDE}, {"do": "end_turn"})
        assert both.a.position.zombies[HERE] != both.b.position.zombies[HERE]
        look(both)
        try_everything(both, SOME)


def test_9_3_a_hidden_zombie_under_a_unit_is_entered_unnoticed(tmp_path: Path) -> None:
    """R-9.3a: who enters the square of a unit cannot tell whether a hidden zombie waits there too."""
    with pair(tmp_path, differ=HIDDEN, seed=23) as both:
        both.do("table", START)
        put(both, 1, 1)
        with both.a.app.extensions["tables"].store.locked(both.a.code) as loaded:
            now: Position = loaded.positions[-1]
            loaded.positions[-1] = replace(now, hidden=(HERE, *now.hidden[1:]))
        killed = {**MISSED, "panic": {"peter": 6}, "dice": [6, 6]}
        way = ({"do": "step", "to": HERE}, killed, {"do": "step", "to": BESIDE}, {"do": "step", "to": HERE})
        for action in ({"do": "start_move", "characters": ["peter"]}, *way, {"do": "end_turn"}):
            assert both.do("table", action)[0] == 200
            look(both)
        assert both.a.position.passed == {HERE}
        assert both.b.position.passed == frozenset()


def test_dice_and_draws_to_come_show_nowhere(tmp_path: Path) -> None:
    """Two games with different sealed dice look the same to every seat until a die is rolled."""
    with pair(tmp_path, differ=frozenset(), seed=24) as both:
        for twin, seed in ((both.a, "one"), (both.b, "another")):
            with twin.app.extensions["tables"].store.locked(twin.code) as loaded:
                loaded.chance.seed = seed
        both.do("table", START)
        done: list[str] = []
        while both.a.position.phase != "attack":
            action = onward(offered_at(both), done)
            assert both.do("table", action)[0] == 200
            done.append(action["do"])
            look(both)
        assert set(done) == set(NO_DICE)
        try_everything(both, SOME)


def onward(offered: list[Action], done: list[str]) -> Action:
    """Return the next action without dice: four steps, and what leads through the phases."""
    walked = done.count("step") >= 4
    return next(
        action
        for name in NO_DICE
        for action in offered
        if action["do"] == name and not (name == "step" and walked) and not (name == "start_move" and done)
    )


def offered_at(both: Pair) -> list[Action]:
    """Return what the tablet may do now."""
    service = both.a.app.extensions["tables"]
    with service.store.locked(both.a.code) as held:
        actions: list[Action] = service.playing.actions(held, "table")
    return actions
