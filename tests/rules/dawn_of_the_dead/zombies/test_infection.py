"""11.0 and 11.8: infected characters who become super zombies, and their attack at once."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dawn_of_the_dead.actions import (
    ChooseVictims,
    DeclareAttack,
    Defend,
    NextPhase,
    OpenAttack,
    RollAttack,
    RollEntrance,
    RollInfection,
    StartMove,
)
from rules.dawn_of_the_dead.position import Position
from tests.rules.dawn_of_the_dead.table import do, legal, needs, refused, table

NO_UNIT = (5, 5)
"""A ten on the Zombie Entrance Table: no unit enters."""


def generation(
    people: dict[str, str], zombies: dict[str, int | str | None] | None = None, **more: Any
) -> Position:
    """Return a Zombie Generation Phase, the Entrance Table done with."""
    return do(table("generation", people, zombies, turn=3, **more), RollEntrance(NO_UNIT))


def infected_on(turn: int | None, **more: Any) -> Position:
    position = {
        "system": "dawn-of-the-dead",
        "characters": {"fran": {"square": "022", "status": "infected", "infected_on_turn": turn}},
    }
    return do(table("generation", {}, turn=3, **{**position, **more}), RollEntrance(NO_UNIT))


class TestTurning:
    """11.0: two dice for each infected character; 2 and 12 turn him."""

    @pytest.mark.parametrize("total", range(2, 13))
    def test_11_0_only_two_and_twelve_turn(self, total: int) -> None:
        people = {"peter": "022 infected", "roger": "000", "steve": "000", "fran": "000"}
        dice = (total - 1, 1) if total <= 7 else (6, total - 6)
        after = do(generation(people), RollInfection("peter", dice))
        assert after.characters["peter"].status == ("super_zombie" if total in {2, 12} else "infected")

    def test_11_0_two_dice_are_wanted(self) -> None:
        position = generation({"peter": "022 infected"})
        needs(position, RollInfection("peter"), dice=2)
        assert refused(position, RollInfection("peter", (1,)), "11.0", listed=True).firm

    def test_11_0_every_infected_character_in_any_order(self) -> None:
        people = {"peter": "022 infected", "steve": "000 infected", "roger": "000", "fran": "000"}
        position = generation(people)
        refused(position, NextPhase(), "11.0", "Peter")
        for first, second in (("peter", "steve"), ("steve", "peter")):
            rolled = do(position, RollInfection(first, (3, 4)))
            refused(rolled, NextPhase(), "11.0")
            legal(do(rolled, RollInfection(second, (3, 4))), NextPhase(), "4.0")

    def test_11_0_each_once(self) -> None:
        position = do(generation({"peter": "022 infected"}), RollInfection("peter", (3, 4)))
        assert refused(position, RollInfection("peter"), "11.0", "Peter").firm

    @pytest.mark.parametrize("status", ["normal", "stunned", "super_zombie"])
    def test_11_0_nobody_else(self, status: str) -> None:
        position = generation({"peter": f"022 {status}"})
        assert refused(position, RollInfection("peter"), "11.0", "Peter").firm
        legal(position, NextPhase(), "4.0")

    def test_11_0_not_in_the_game_turn_of_the_infection(self) -> None:
        fresh = infected_on(3)
        ruling = refused(fresh, RollInfection("fran"), "11.0", "Fran")
        assert "4.0" in ruling.cases
        legal(fresh, NextPhase(), "4.0")
        legal(infected_on(2), RollInfection("fran"), "11.0")
        legal(infected_on(None), RollInfection("fran"), "11.0")

    def test_11_0_from_the_attack_to_the_next_game_turn(self) -> None:
        people = {"peter": "022", "roger": "000", "steve": "000", "fran": "000"}
        position = do(
            table("attack", people, {"022": 3}, turn=3),
            OpenAttack("022"), RollAttack("peter", (1, 1)), NextPhase(), RollEntrance(NO_UNIT),
        )  # fmt: skip
        refused(position, RollInfection("peter"), "11.0")
        next_turn = generation(people)
        assert next_turn.turn == 3
        later = do(position, NextPhase())
        assert later.turn == 4
        assert later.characters["peter"].infected_on_turn == 3

    def test_4_0_the_entrance_comes_before_the_infected(self) -> None:
        """Who turned in the square of a main door would else keep the unit out (13.2)."""
        position = table("generation", {"peter": "037 infected"})
        ruling = refused(position, RollInfection("peter"), "4.0", "Entrance Table")
        assert "R-13.0b" in ruling.cases
        legal(do(position, RollEntrance(NO_UNIT)), RollInfection("peter"), "11.0")

    def test_4_0_where_no_entrance_is_due_they_are_rolled_for_at_once(self) -> None:
        shut = dict.fromkeys(("north", "west", "east", "south"), "closed")
        legal(table("generation", {"peter": "022 infected"}, main_doors=shut), RollInfection("peter"), "11.0")

    def test_4_0_nothing_enters_once_they_are_rolled_for(self) -> None:
        """Every door is blocked as the phase begins; a shot that frees one comes too late."""
        people = {"peter": "037 infected", "roger": "037", "steve": "000", "fran": "000"}
        position = table("generation", people, dict.fromkeys(("007", "020", "037", "057"), 1), turn=3)
        position = do(position, RollInfection("peter", (1, 1)), OpenAttack("037"))
        position = do(position, Defend(("roger",), {"roger": 6}, (6, 6)))
        assert not position.zombie_occupied("037")
        refused(position, RollEntrance(), "13.2")
        legal(position, NextPhase(), "4.0")

    def test_12_3_the_rifle_is_lost(self) -> None:
        people = {"steve": "022 infected rifle", "peter": "000", "roger": "000", "fran": "000"}
        assert not do(generation(people), RollInfection("steve", (6, 6))).characters["steve"].rifle


class TestAttackAtOnce:
    """11.8 and 8.7: one who turns among characters attacks at once, a unit in the square with him."""

    def turned(self, zombies: dict[str, int | str | None] | None = None, **people: str) -> Position:
        who = {"roger": "022 infected", "peter": "022", "steve": "000", "fran": "000", **people}
        return do(generation(who, zombies), RollInfection("roger", (1, 1)))

    def test_11_8_the_attack_comes_before_everything_else(self) -> None:
        position = self.turned(steve="000 infected")
        refused(position, NextPhase(), "8.7", "022")
        assert refused(position, RollInfection("steve"), "8.7", "022").firm
        ruling = legal(position, OpenAttack("022"), "8.7")
        assert "Peter" in ruling.reason
        after = do(position, OpenAttack("022"), RollAttack("peter", (5, 5)))
        legal(after, RollInfection("steve"), "11.0")

    def test_11_8_at_a_strength_of_two(self) -> None:
        position = do(self.turned(), OpenAttack("022"), RollAttack("peter", (3, 3)))
        assert position.characters["peter"].status == "stunned"

    def test_11_8_a_unit_in_the_square_takes_part(self) -> None:
        """Five at strength 2 does nothing; at 6, with a unit of 4, it stuns."""
        position = do(self.turned({"022": 4}), OpenAttack("022"), RollAttack("peter", (2, 3)))
        assert position.characters["peter"].status == "stunned"
        alone = do(self.turned(), OpenAttack("022"), RollAttack("peter", (2, 3)))
        assert alone.characters["peter"].status == "normal"

    def test_11_8_where_no_unit_is_only_he_can_attack_at_once(self) -> None:
        """13.4 is for a unit that entered; a position from outside need not say who was rolled for."""
        people = {"roger": "022 super_zombie", "peter": "022", "steve": "000", "fran": "000"}
        position = table("generation", people, phase_state={"entered": True, "pending": ["022"]})
        assert legal(position, OpenAttack("022"), "8.7").cases[:2] == ("8.7", "11.8")

    def test_11_8_alone_he_attacks_nobody(self) -> None:
        position = self.turned({"022": 4}, peter="000")
        assert refused(position, OpenAttack("022"), "8.0").firm
        legal(position, NextPhase(), "4.0")

    def test_8_1_those_attacked_may_shoot_first(self) -> None:
        position = do(self.turned(), OpenAttack("022"), Defend(("peter",), {"peter": 5}, (1, 1)))
        assert position.characters["roger"].status == "killed"
        legal(position, NextPhase(), "4.0")

    def test_8_7_whoever_is_infected_now_is_not_rolled_for(self) -> None:
        position = do(self.turned(), OpenAttack("022"), RollAttack("peter", (1, 1)))
        refused(position, RollInfection("peter"), "11.0")
        legal(position, NextPhase(), "4.0")

    def test_11_8_two_may_turn_in_one_square(self) -> None:
        """R-11.1b: they attack together, at strength 4, after the second has turned."""
        position = self.turned(steve="022 infected")
        position = do(
            position,
            OpenAttack("022"),
            DeclareAttack(1),
            ChooseVictims(("peter",)),
            RollAttack("peter", (5, 5)),
        )
        position = do(
            position, RollInfection("steve", (6, 6)), OpenAttack("022"), RollAttack("peter", (2, 2))
        )
        assert position.phase == "generation"
        assert position.characters["peter"].status == "stunned"

    def test_11_0_he_changes_sides(self) -> None:
        position = self.turned(peter="000")
        assert position.at("022") == ()
        assert position.supers_at("022") == ("roger",)
        after = do(position, NextPhase())
        assert refused(after, StartMove(("roger",)), "5.0", "super zombie").firm


def test_14_1_a_super_zombie_that_ends_the_game_attacks_nobody() -> None:
    """R-14.0a: with three lost the game is over at once."""
    people = {"peter": "- killed", "roger": "- killed", "steve": "022 infected", "fran": "022"}
    ruling = legal(generation(people, {"007": 3}), RollInfection("steve", (6, 6)))
    assert "attacks" not in ruling.reason
    assert not {"11.8", "8.7"} & set(ruling.cases)
    assert "attack_due" not in {effect.name for effect in ruling.effects}
    assert ruling.after is not None
    assert ruling.after.winner == "zombie"
