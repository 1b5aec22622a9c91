"""11.0 Super Zombies, other than on the move: how they come about, what they are worth, and how they are shot."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import (
    ChooseVictims,
    DeclareAttack,
    Defend,
    NextPhase,
    OpenAttack,
    RollAttack,
    RollEntrance,
    RollInfection,
    Shoot,
    StartMove,
    Step,
)
from rules.dawn_of_the_dead.position import AttackState, Position
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
        """Every door is blocked as the phase begins; the shot at the attacker that frees one comes too late."""
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


class TestValueOfTwo:
    """11.3: a super zombie is worth 2, and stands or falls with the unit in his square."""

    def test_11_3_alone_he_attacks_at_two(self) -> None:
        """A six at strength 2 stuns; at 1 and at 3 it does nothing."""
        people = {"peter": "022", "roger": "022 super_zombie", "steve": "000", "fran": "000"}
        position = do(table("attack", people), OpenAttack("022"), RollAttack("peter", (3, 3)))
        assert position.characters["peter"].status == "stunned"

    def test_11_3_with_a_unit_the_sum_of_both(self) -> None:
        people = {"peter": "022", "steve": "022", "roger": "022 super_zombie", "fran": "000"}
        position = do(table("attack", people, {"022": 7}), OpenAttack("022"), DeclareAttack(2))
        assert isinstance(position.phase_state, AttackState)
        assert position.phase_state.attack is not None
        assert position.phase_state.attack.strength == 4

    @pytest.mark.parametrize(("dice", "falls"), [((4, 4), False), ((4, 5), True)])
    def test_11_3_both_fall_together_or_not_at_all(self, dice: tuple[int, int], falls: bool) -> None:
        people = {"peter": "022", "roger": "022 super_zombie", "steve": "000", "fran": "000"}
        position = do(
            table("attack", people, {"022": 7}), OpenAttack("022"), Defend(("peter",), {"peter": 6}, dice)
        )
        assert (position.zombies == {}) is falls
        assert (position.characters["roger"].status == "killed") is falls
        assert position.eliminated == ((7,) if falls else ())

    def test_11_3_alone_he_falls_to_a_two_and_joins_no_pool(self) -> None:
        people = {"peter": "022", "roger": "022 super_zombie", "steve": "000", "fran": "000"}
        position = do(table("attack", people), OpenAttack("022"), Defend(("peter",), {"peter": 5}, (1, 1)))
        assert position.characters["roger"].square is None
        assert position.eliminated == ()

    def test_11_3_the_ruling_names_the_case_by_which_they_add_up(self) -> None:
        """In attack and shot alike, with 11.5 for the panic; alone there is nothing to add."""
        people = {"peter": "022", "roger": "022 super_zombie", "steve": "000", "fran": "000"}
        strike, shot = RollAttack("peter", (3, 4)), Defend(("peter",), {"peter": 6}, (1, 2))
        for zombies, named in (({"022": 7}, True), ({}, False)):
            position = do(table("attack", people, zombies), OpenAttack("022"))
            assert ("11.3" in game.rule(position, strike).cases) is named
            assert ("11.3" in game.rule(position, shot).cases) is named
            assert "11.5" in game.rule(position, shot).cases

    def test_10_6_a_ruling_on_a_shot_at_a_berserk_unit_names_it_only_close_by(self) -> None:
        for square, named in (("022", True), ("023", False)):
            position = table(
                people={"peter": "022"}, zombies={square: "3 berserk"}, move={"characters": ["peter"]}
            )
            assert ("10.6" in game.check(position, Shoot(("peter",), square)).cases) is named

    def test_11_3_shot_from_elsewhere(self) -> None:
        move = {"characters": ["peter"]}
        people = {"peter": "024", "roger": "022 super_zombie"}
        position = table("human", people, {"022": 3}, move=move)
        for dice, falls in (((3, 3), False), ((3, 4), True)):
            after = do(position, Shoot(("peter",), "022", {"peter": 6}, dice))
            assert (after.zombies == {}) is falls
            assert (after.characters["roger"].square is None) is falls

    def test_5_4_leaving_them_costs_the_sum(self) -> None:
        """R-5.4a: 2 and 3 and one more, of Peter's 8."""
        people = {"peter": "022", "roger": "022 super_zombie"}
        position = table("human", people, {"022": 3}, move={"characters": ["peter"]})
        assert legal(position, Step("023"), "5.0").cases == ("5.0", "5.4", "R-5.4a")
        after = do(position, Step("023"))
        assert after.move is not None
        assert after.move.spent == 6
        alone = do(table("human", people, move={"characters": ["peter"]}), Step("023"))
        assert alone.move is not None
        assert alone.move.spent == 3


class TestPanic:
    """11.5: whoever shoots at a super zombie checks for panic, at one more, or three more face to face."""

    @pytest.mark.parametrize(
        ("target", "unit", "level"),
        [("022", None, 2), ("022", "4", 2), ("022", "4 berserk", 2), ("024", None, 4), ("024", "4", 4)],
    )
    def test_11_5_levels(self, target: str, unit: str | None, level: int) -> None:
        """Peter's Panic Level is 1."""
        people = {"peter": "024", "roger": f"{target} super_zombie"}
        zombies: dict[str, int | str | None] = {target: unit} if unit else {}
        position = table("human", people, zombies, move={"characters": ["peter"]})
        needs(position, Shoot(("peter",), target), panic=("peter",))
        scared = do(position, Shoot(("peter",), target, {"peter": level}, ()))
        assert scared.move is not None
        assert scared.move.panicked == ("peter",)
        needs(position, Shoot(("peter",), target, {"peter": level + 1}), dice=2)

    def test_6_5_with_a_berserk_unit_in_the_square_both_count(self) -> None:
        """R-6.5a: 1 and 1 and 3, and one check only."""
        people = {"peter": "024", "roger": "024 super_zombie"}
        position = table("human", people, {"024": "4 berserk"}, move={"characters": ["peter"]})
        assert "R-6.5a" in needs(position, Shoot(("peter",), "024"), panic=("peter",)).cases
        scared = do(position, Shoot(("peter",), "024", {"peter": 5}, ()))
        assert scared.move is not None
        assert scared.move.panicked == ("peter",)
        needs(position, Shoot(("peter",), "024", {"peter": 6}), dice=2)

    def test_11_5_no_die_saves_who_is_timid(self) -> None:
        """Fran's Panic Level of 3 is 6 face to face with a super zombie."""
        people = {"fran": "022", "roger": "022 super_zombie", "steve": "000", "peter": "000"}
        position = do(table("attack", people), OpenAttack("022"), Defend(("fran",), {"fran": 6}, ()))
        assert position.characters["roger"].square == "022"

    def test_6_5_at_a_common_unit_far_off_there_is_none(self) -> None:
        position = table("human", {"peter": "024"}, {"022": 3}, move={"characters": ["peter"]})
        needs(position, Shoot(("peter",), "022"), dice=2)

    def test_11_5_under_attack_as_well(self) -> None:
        people = {"peter": "022", "roger": "022 super_zombie", "steve": "000", "fran": "000"}
        position = do(table("attack", people), OpenAttack("022"))
        needs(position, Defend(("peter",), {"peter": 5}), dice=2)
        scared = do(position, Defend(("peter",), {"peter": 4}, ()))
        refused(scared, Defend(("peter",)), "6.5")


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
