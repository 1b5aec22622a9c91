"""What the referee says of its own choices and of the zombie player's, in plain words."""

from __future__ import annotations

from referee.games.dawn_of_the_dead.ai.advisers import cardboard, tie_explained
from rules.dawn_of_the_dead.actions import CheckBerserk, FreeMove, NextPhase, OpenAttack


def test_15_4_a_die_means_a_unit() -> None:
    checks = (CheckBerserk("012"), CheckBerserk("040"))
    assert (
        tie_explained(checks, (3,), checks[0])[1]
        == "012 and 040 are equally close; a 3 on the die names 012."
    )


def test_9_4_only_the_zombie_player_may_end_the_phase() -> None:
    assert NextPhase.if_all_must_come == "end this phase"
    assert FreeMove.if_all_must_come == "move zombies in this phase"


def test_5_4_a_unit_that_attacks_is_not_turned_up_again() -> None:
    """It has lain face up since it and a character came together; a super zombie alone has no unit."""
    assert cardboard(OpenAttack("011")) == "Resolve the attack in 011."
