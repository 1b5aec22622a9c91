"""The sentences on who attacks, and on whom a zombie heads for, as people say them (8.0, 15.5)."""

from __future__ import annotations

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import FreeMove, OpenAttack
from rules.dawn_of_the_dead.solitaire.priorities import Proposal
from rules.sentences import either
from tests.rules.dawn_of_the_dead.table import table


@pytest.mark.parametrize(
    ("people", "zombies", "sentence"),
    [
        ({"peter": "022"}, {"022": 3}, "The zombie in 022 attacks Peter."),
        (
            {"peter": "022", "fran": "022 super_zombie"},
            {},
            "The super zombie in 022 attacks Peter.",
        ),
        (
            {"peter": "022", "roger": "022", "fran": "022 super_zombie"},
            {"022": 3},
            "The zombies in 022 attack. Peter and Roger are there.",
        ),
    ],
)
def test_8_0_one_zombie_attacks_and_two_attack(
    people: dict[str, str], zombies: dict[str, int], sentence: str
) -> None:
    ruling = game.rule(table("attack", people, zombies), OpenAttack("022"))
    assert ruling.reason == sentence
    assert ruling.story == sentence


def test_15_5_of_three_characters_the_last_alone_follows_or() -> None:
    move = FreeMove(path=("022",), source="023")
    assert Proposal(move, 5, ("peter", "steve", "fran")).why == "it is the closest to Peter, Steve or Fran"
    assert either(["north", "east"]) == "north or east"
