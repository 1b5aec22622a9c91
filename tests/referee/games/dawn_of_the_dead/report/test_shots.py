"""What each shot needed, how likely that was, and who is credited with it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from referee.games.dawn_of_the_dead.report import expected_hits, marksmen, shots_of
from rules.dawn_of_the_dead.actions import Defend, EndTurn, NextPhase, OpenAttack, Shoot, StartMove
from tests.referee.played import simulated, steps
from tests.rules.dawn_of_the_dead.table import table


def test_6_7_a_shot_across_two_squares_needs_the_value_and_two_more() -> None:
    played = steps(
        table(people={"peter": "022"}, zombies={"024": 5}),
        StartMove(("peter",)), Shoot(("peter",), "024", dice=(1, 1)), Shoot(("peter",), "024", dice=(4, 3)),
    )  # fmt: skip
    missed, hit = shots_of(played)
    assert (missed.dice, missed.minus, missed.strength, missed.hit) == (2, 2, 5, False)
    assert missed.chance == hit.chance == Fraction(21, 36)
    assert (hit.n, hit.hit) == (3, True)
    peter = marksmen([missed, hit])[0]
    assert (peter.shots, peter.alone, peter.joint, peter.expected) == (2, 1, 0, Fraction(42, 36))


def test_6_8_a_joint_kill_is_everybodys_and_one_hit() -> None:
    played = steps(
        table(people={"peter": "022", "roger": "022"}, zombies={"022": 11}),
        StartMove(("peter", "roger")),
        Shoot(("peter", "roger"), "022", panic={"peter": 6, "roger": 6}, dice=(6, 4, 1)),
    )  # fmt: skip
    shots = shots_of(played)
    peter, roger, steve, _ = marksmen(shots)
    assert (peter.joint, roger.joint, peter.alone, steve.shots) == (1, 1, 0, 0)
    assert expected_hits(shots) == (1, 1, Fraction(1, 2))


def test_6_5_who_panics_did_not_fire() -> None:
    played = steps(
        table(people={"peter": "022", "roger": "022"}, zombies={"022": "4 berserk"}),
        StartMove(("peter", "roger")),
        Shoot(("peter", "roger"), "022", panic={"peter": 1, "roger": 6}, dice=(1, 1)),
    )
    (shot,) = shots_of(played)
    assert (shot.by, shot.panicked, shot.dice, shot.hit) == (("roger",), ("peter",), 2, False)
    assert shot.chance == Fraction(33, 36)
    assert marksmen([shot])[0].panics == 1


def test_6_9_a_shot_under_attack_counts_as_well() -> None:
    played = steps(
        table(people={"fran": "022"}, zombies={"022": 6}),
        EndTurn(), NextPhase(), NextPhase(), NextPhase(), OpenAttack("022"),
        Defend(("fran",), panic={"fran": 6}, dice=(6,)),
    )  # fmt: skip
    (shot,) = shots_of(played)
    assert (shot.by, shot.at, shot.chance, shot.hit) == (("fran",), "022", Fraction(1, 6), True)


@pytest.mark.parametrize("seed", ["4", "5", "6"])
def test_kills_are_the_units_that_were_eliminated(seed: str) -> None:
    _, played = simulated(seed)
    fallen = sum(
        len(step.before.zombies) - len(step.after.zombies)
        for step in played
        if step.action.do in {"shoot", "defend"}
    )
    shots = shots_of(played)
    assert sum(shot.hit for shot in shots) >= fallen > 0
    assert all((shot.chance or 0) > 0 for shot in shots if shot.hit)
