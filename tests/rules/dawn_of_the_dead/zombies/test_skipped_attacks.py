"""R-4.0b: what an agreement to end a phase skips is told, and attacks are skipped by both sides alone."""

from __future__ import annotations

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import NextPhase, OpenAttack
from rules.dawn_of_the_dead.position import Position
from tests.rules.dawn_of_the_dead.table import do, table


def attacked(mode: str, phase: str = "attack", **more: object) -> Position:
    """Return a phase with attacks on Peter in 022 and on Roger in 044."""
    people = {"peter": "022", "roger": "044"}
    return table(phase, people, {"022": 4, "044": 3}, mode=mode, **more)  # type: ignore[arg-type]


def test_8_0_both_sides_may_skip_attacks_and_are_told_which() -> None:
    position = attacked("two-player")
    story = game.force(position, NextPhase()).story
    assert story == "The attacks in 022 and 044 are not made. Zombie Generation Phase begins."
    opened = do(position, OpenAttack("044"))
    assert game.force(opened, NextPhase()).story.startswith("The attacks in 044 and 022 are not made.")


@pytest.mark.parametrize("mode", ["solitaire", "cooperative"])
def test_8_0_where_nobody_plays_the_zombies_attacks_are_not_skipped(mode: str) -> None:
    position = attacked(mode)
    assert game.check(position, NextPhase()).firm
    refused = game.force(position, NextPhase())
    assert (refused.legal, refused.firm, refused.cases[0]) == (False, True, "R-4.0b")
    assert refused.reason == (
        "The attacks in 022 and 044 cannot be skipped: nobody here plays the zombies and could agree to it."
    )
    assert game.force_recorded(position, NextPhase()).after is not None, "a record of old still loads"


def test_13_0_other_things_that_an_agreement_skips_are_told() -> None:
    position = table("generation", {"peter": "022 infected"}, {"044": 3}, eliminated=[3])
    assert game.force(position, NextPhase()).story == (
        "No roll on the Zombie Entrance Table. No roll for Peter. Game-Turn 2 begins: Human Player-Turn."
    )
    berserk = table("berserk", {"peter": "022"}, {"044": "3 berserk"})
    assert game.force(berserk, NextPhase()).story.startswith("No berserk check in 044. ")


def test_4_0_a_phase_with_nothing_left_ends_as_before() -> None:
    position = table("attack", {"peter": "022"}, {"044": 3})
    assert game.rule(position, NextPhase()).story == "Zombie Generation Phase begins."
