"""11.3 and 11.5: what super zombies are worth, and how they are shot."""

from __future__ import annotations

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import (
    DeclareAttack,
    Defend,
    OpenAttack,
    RollAttack,
    Shoot,
    Step,
)
from rules.dawn_of_the_dead.position import AttackState
from tests.rules.dawn_of_the_dead.table import do, legal, needs, refused, table


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
        """In attack and shot, with 11.5 for the panic. Alone it attacks by R-8.0b, with the value of 11.3."""
        people = {"peter": "022", "roger": "022 super_zombie", "steve": "000", "fran": "000"}
        strike, shot = RollAttack("peter", (3, 4)), Defend(("peter",), {"peter": 6}, (1, 2))
        for zombies, named in (({"022": 7}, True), ({}, False)):
            position = do(table("attack", people, zombies), OpenAttack("022"))
            struck = game.rule(position, strike, waived=True).cases
            assert "11.3" in struck
            assert ("R-8.0b" in struck) is not named
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
    """11.5: a shot at a super zombie needs a panic check, at one more, or three more in the same square."""

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
