"""15.0: what is allowed to zombies that nobody plays rests on section 15 before any other case."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import CheckBerserk, FreeMove, OpenAttack, RollFreeMoves, RollInfection
from rules.dawn_of_the_dead.position import Mode
from tests.rules.dawn_of_the_dead.table import table

ALONE: tuple[Mode, ...] = ("solitaire", "cooperative")
PEOPLE = {"peter": "022", "fran": "037", "steve": "052 super_zombie"}
UNITS: dict[str, int | str | None] = {"021": 3, "024": 3, "036": "3 berserk", "014": 2, "020": 4, "044": 2}


def of_section_15(case: str) -> bool:
    return case.startswith("15.")


@pytest.mark.parametrize("mode", ALONE)
def test_15_4_every_check_that_is_allowed_before_and_after_its_die(mode: Mode) -> None:
    position = table("berserk", PEOPLE, {**UNITS, "036": 3}, trail=["022"], mode=mode)
    checks = [a for a in game.legal_actions(position) if isinstance(a, CheckBerserk)]
    assert checks
    for check in checks:
        assert game.check(position, check).cases[:2] == ("15.4", "10.0")
        for die in range(1, 7):
            ruling = game.rule(position, replace(check, die=die))
            assert ruling.after is not None
            assert of_section_15(ruling.cases[0])
    with_two = replace(position, mode="two-player")
    assert not any(of_section_15(case) for case in game.check(with_two, checks[0]).cases)


@pytest.mark.parametrize("mode", ALONE)
def test_15_5_every_free_move_that_is_allowed_and_the_die_for_them(mode: Mode) -> None:
    rolling = table("free_movement", PEOPLE, UNITS, trail=[], mode=mode)
    assert of_section_15(game.rule(rolling, RollFreeMoves(4)).cases[0])
    position = table("free_movement", PEOPLE, UNITS, trail=[], mode=mode, phase_state={"die": 4, "left": 4})
    moves = [a for a in game.legal_actions(position) if isinstance(a, FreeMove)]
    assert moves
    while moves:
        for move in moves:
            assert of_section_15(game.check(position, move).cases[0]), move
        done = game.rule(position, moves[0])
        assert of_section_15(done.cases[0])
        assert done.after is not None
        position = done.after
        moves = [a for a in game.legal_actions(position) if isinstance(a, FreeMove)]


@pytest.mark.parametrize("mode", ALONE)
def test_11_8_a_new_super_zombie_attacks_at_once_alone_too_and_takes_its_unit_along(mode: Mode) -> None:
    """8.7: the unit in its square must be in the attack, which rests on 11.8 all the same."""
    people = {"peter": "036 infected", "fran": "036", "steve": "052"}
    closed = dict.fromkeys(("north", "west", "east", "south"), "closed")
    position = table("generation", people, {"036": 3}, turn=3, eliminated=[], main_doors=closed, mode=mode)
    turned = game.rule(position, RollInfection("peter", (6, 6)))
    assert turned.cases[-2:] == ("11.8", "8.7")
    assert turned.after is not None
    opened = game.rule(turned.after, OpenAttack("036"))
    assert opened.cases[:3] == ("8.7", "11.8", "8.0")
    assert opened.reason == "The zombies in 036 attack Fran."
