"""A second tap on a square goes there wherever that is lawful, whatever else could be done there."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.dawn_of_the_dead.pages.keys import Group
from referee.games.dawn_of_the_dead.pages.map.second_tap import DO, GO, going_group, square_groups
from rules.dawn_of_the_dead.reach import Way

STEP = {"do": "step", "to": "034"}
DOOR = {"do": "close_door", "between": ["033", "034"]}
SHOT = {"do": "shoot", "by": ["peter"], "at": "034"}
CARRIED = {"do": "start_move", "characters": ["peter"], "carry": {"by": "peter", "whom": "fran"}}
WAY = Way(2, ("033", "034"))


def pressed(group: Group) -> list[str]:
    """Return the labels of the keys that a second tap presses."""
    return [key.label for key in group.keys if key.again]


@pytest.mark.parametrize("others", [[], [DOOR], [SHOT], [DOOR, SHOT], [CARRIED]], ids=str)
def test_it_goes_beside_doors_and_shots(others: list[dict[str, Any]]) -> None:
    """5.1, 5.5, 6.0: the door is tapped on the door, the shot on its key."""
    for actions in ([STEP, *others], [*others, STEP]):
        first = square_groups(actions, None, moves=False)[0]
        assert pressed(first) == ["Go to 034"]
        assert first.keys[0].tone == "main"
        assert first.hint == GO


def test_it_walks_there_where_a_shot_may_be_fired_too() -> None:
    first = square_groups([SHOT], WAY, moves=False)[0]
    assert [label.split(":")[0] for label in pressed(first)] == ["Walk there"]


@pytest.mark.parametrize(("actions", "way"), [([STEP, DOOR, SHOT], None), ([DOOR, SHOT], WAY)], ids=str)
def test_6_0_what_shoots_stands_before_what_walks(actions: list[dict[str, Any]], way: Way | None) -> None:
    """Who taps a zombie mostly wants to shoot it; a second tap on the square still goes there."""
    first = square_groups(actions, way, moves=False)[0]
    labels = [key.label.split(":")[0] for key in first.keys]
    assert labels[0] == "Peter shoots at 034"
    assert labels[1] == ("Walk there" if way else "Go to 034")
    assert [key.tone for key in first.keys] == ["main", "", ""][: len(labels)]


def test_where_nobody_goes_it_does_the_only_thing_there_is() -> None:
    assert pressed(square_groups([SHOT], None, moves=False)[0]) == ["Peter shoots at 034"]
    assert square_groups([SHOT], None, moves=False)[0].hint == DO


@pytest.mark.parametrize(
    ("actions", "moves"), [([SHOT, DOOR], False), ([SHOT], True), ([SHOT, CARRIED], False)]
)
def test_a_choice_is_left_to_the_keys(actions: list[dict[str, Any]], moves: bool) -> None:
    assert not any(pressed(group) for group in square_groups(actions, None, moves=moves))


def test_a_zombie_piece_takes_the_shortest_way() -> None:
    """R-7.5a: a berserk unit may get there in one step or two. The key strikes the door beside it."""
    long = {"do": "react", "from": "050", "path": ["051", "052"]}
    short = {"do": "react", "from": "050", "path": ["052"]}
    smash = {"do": "smash", "from": "050", "between": ["050", "052"]}
    group = going_group([smash, long, short])
    assert pressed(group) == ["050 to 052"]
    assert len(group.keys) == 3
    assert pressed(going_group([smash])) == ["Smash the glass between 050 and 052"]


def test_whether_a_super_zombie_takes_its_unit_along_is_chosen() -> None:
    """11.4, R-11.1a."""
    alone = {"do": "react", "super": "fran", "path": ["052"]}
    both = {**alone, "with_zombie": True}
    assert not pressed(going_group([alone, both]))
    assert pressed(going_group([both]))
