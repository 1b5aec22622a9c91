"""The course of a game from its steps."""

from __future__ import annotations

import pytest

from referee.games.dawn_of_the_dead.report import closings, moments, spells, turn_ends
from rules.dawn_of_the_dead.actions import (
    CloseMainDoor,
    EndTurn,
    NextPhase,
    OpenAttack,
    RollAttack,
    StartMove,
)
from tests import soak
from tests.referee.played import simulated, steps
from tests.rules.dawn_of_the_dead.table import table


def test_5_5_a_main_door_is_told_with_who_closed_it() -> None:
    played = steps(
        table(people={"peter": "037", "roger": "037"}, zombies={"003": 4}),
        StartMove(("peter", "roger")), CloseMainDoor("east"), EndTurn(),
    )  # fmt: skip
    (closing,) = closings(played)
    assert (closing.door, closing.turn, closing.n, closing.by) == ("east", 1, 2, ("peter", "roger"))
    assert [(e.turn, e.main_doors, e.side_doors) for e in turn_ends(played)] == [(1, 1, 0)]


def test_doors_closed_and_destroyed_are_told_apart() -> None:
    played = steps(
        table(people={"peter": "022"}, zombies={"003": 4}, closed=["036-046"], destroyed=["016-026"]),
        StartMove(("peter",)), EndTurn(),
    )  # fmt: skip
    (end,) = turn_ends(played)
    assert (end.side_doors, end.destroyed, end.units) == (1, 1, 1)


def test_8_4_a_condition_begins_with_the_step_that_brought_it() -> None:
    played = steps(
        table(people={"peter": "022"}, zombies={"022": 9}),
        EndTurn(), NextPhase(), NextPhase(), NextPhase(), OpenAttack("022"), RollAttack("peter", dice=(3, 4)),
    )  # fmt: skip
    well, stunned = [s for s in spells(played) if s.character == "peter"]
    assert (well.status, well.start, well.n) == ("normal", 0.0, 0)
    assert (stunned.status, stunned.turn, stunned.n) == ("stunned", 1, 6)
    assert well.end == stunned.start == 1.0


@soak.GAMES
@pytest.mark.parametrize("seed", ["1", "7", "8"])
def test_the_course_of_a_whole_game_hangs_together(seed: str) -> None:
    _, played = simulated(seed)
    ends = turn_ends(played)
    assert [end.turn for end in ends] == list(range(played[-1].turn + 1))
    assert (ends[0].units, ends[0].hidden, ends[0].eliminated) == (45, 5, 0)
    for end in ends:
        assert end.units + end.eliminated + end.hidden == 50
        assert end.kills - end.entered == end.eliminated
    times = [time for _, time in moments(played)]
    assert times == sorted(times)
    assert times[-1] == played[-1].turn
    for name, character in played[-1].after.characters.items():
        own = [s for s in spells(played) if s.character == name]
        assert own[-1].status == character.status
        assert [s.end for s in own[:-1]] == [s.start for s in own[1:]]
