"""A second tap on a square does what the key says that stands out, or nothing."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from referee.games.dawn_of_the_dead.pages.action_panel.keys import Group
from referee.games.dawn_of_the_dead.pages.map.taps import DO, GO, SHOOT, going_group, square_groups
from rules.dawn_of_the_dead.humans.reach import Way
from tests.rows import each_row

STEP = {"do": "step", "to": "034"}
DOOR = {"do": "close_door", "between": ["033", "034"]}
SHOT = {"do": "shoot", "by": ["peter"], "at": "034"}
CARRIED = {"do": "start_move", "characters": ["peter"], "carry": {"by": "peter", "whom": "fran"}}
WAY = Way(2, ("033", "034"))


def pressed(group: Group) -> list[str]:
    """Return the labels of the keys that a second tap presses."""
    return [key.label for key in group.keys if key.again]


@pytest.mark.parametrize("others", [[], [DOOR], [CARRIED]], ids=str)
def test_it_goes_beside_doors(others: list[dict[str, Any]]) -> None:
    """5.1, 5.5: the door is tapped on the door."""
    for actions in ([STEP, *others], [*others, STEP]):
        first = square_groups(actions, None, moves=False)[0]
        assert pressed(first) == ["Go to 034"]
        assert first.hint == GO


@pytest.mark.parametrize(
    ("actions", "way"), [([STEP, DOOR, SHOT], None), ([DOOR, SHOT], WAY), ([SHOT], WAY)], ids=str
)
def test_6_0_what_shoots_stands_before_what_walks(actions: list[dict[str, Any]], way: Way | None) -> None:
    """Who taps a zombie mostly wants to shoot it, and a second tap does what the key that stands out says."""
    first = square_groups(actions, way, moves=False)[0]
    labels = [key.label.split(":")[0] for key in first.keys]
    assert labels[:2] == ["Peter shoots at 034", "Walk there" if way else "Go to 034"]
    assert pressed(first) == ["Peter shoots at 034"]
    assert [key.again for key in first.keys if key.again] == ["do"], "two quick taps fire nothing"
    assert first.hint == SHOOT


@each_row("way", [None, WAY])
@each_row("moves", [False, True])
def test_it_presses_no_key_but_the_one_that_stands_out(way: Way | None, *, moves: bool) -> None:
    things: list[dict[str, Any]] = [STEP, DOOR, SHOT, CARRIED]
    for n in range(1, len(things) + 1):
        for actions in combinations(things, n):
            for group in square_groups(actions, way, moves=moves):
                assert {k.label for k in group.keys if k.tone == "main"} == set(pressed(group)), actions
                assert pressed(group) in ([], [group.keys[0].label])


def test_where_nobody_goes_it_does_the_only_thing_there_is() -> None:
    assert pressed(square_groups([SHOT], None, moves=False)[0]) == ["Peter shoots at 034"]
    assert square_groups([SHOT], None, moves=False)[0].hint == SHOOT
    assert square_groups([DOOR], None, moves=False)[0].hint == DO


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
