"""8.3 to 8.7: what an attack does to each of those attacked; and attacks with cardboard units."""

from __future__ import annotations

import pytest

from rules.dawn_of_the_dead.actions import (
    ChooseVictims,
    DeclareAttack,
    Defend,
    NextPhase,
    OpenAttack,
    RollAttack,
)
from tests.rules.dawn_of_the_dead.attacking import ALL_FOUR, INFECTED, NOTHING, opened, over, strength
from tests.rules.dawn_of_the_dead.table import do, legal, needs, refused, table


class TestResults:
    """8.3, 8.4 and 8.5: stunned, infected, killed."""

    def test_8_3_stunned(self) -> None:
        position = do(opened(1, {"peter": "022", "roger": "000"}), RollAttack("peter", (1, 2)))
        assert position.characters["peter"].status == "stunned"

    @pytest.mark.parametrize(
        ("who", "dice", "cases"),
        [
            ("022", (1, 2), ("8.3",)),
            ("022", INFECTED, ("8.4",)),
            ("022 stunned", (1, 2), ("8.5", "R-8.5a")),
            ("022 infected", INFECTED, ("8.5", "R-8.5a")),
            ("022", NOTHING, ()),
        ],
    )
    def test_8_2_the_case_of_the_result_is_cited(
        self, who: str, dice: tuple[int, int], cases: tuple[str, ...]
    ) -> None:
        people = {"peter": who, "roger": "000", "steve": "000", "fran": "000"}
        ruling = legal(opened(1, people), RollAttack("peter", dice), "8.8")
        assert ruling.cases == ("8.8", "8.2", *cases)

    def test_8_4_infected_in_this_game_turn_and_armed_as_before(self) -> None:
        position = do(opened(1, {"steve": "022 rifle", "roger": "000"}), RollAttack("steve", INFECTED))
        steve = position.characters["steve"]
        assert (steve.status, steve.infected_on_turn, steve.rifle) == ("infected", 3, True)
        assert position.rating("steve").movement_allowance == 4

    @pytest.mark.parametrize("status", ["stunned", "infected"])
    @pytest.mark.parametrize("dice", [(1, 1), (1, 2)])
    def test_8_5_killed_the_second_time_by_either_result(self, status: str, dice: tuple[int, int]) -> None:
        """R-8.5a: at strength 1 a total of 2 would infect and one of 3 stun."""
        people = {"peter": f"022 {status}", "roger": "000", "steve": "000", "fran": "000"}
        position = do(opened(1, people), RollAttack("peter", dice))
        peter = position.characters["peter"]
        assert (peter.status, peter.square) == ("killed", None)
        assert position.zombies["022"].value == 1

    @pytest.mark.parametrize("status", ["stunned", "infected"])
    def test_8_5_but_not_by_nothing(self, status: str) -> None:
        position = do(opened(1, {"peter": f"022 {status}", "roger": "000"}), RollAttack("peter", NOTHING))
        assert position.characters["peter"].status == status

    def test_8_5_a_killed_character_loses_the_rifle(self) -> None:
        people = {"steve": "022 stunned rifle", "peter": "000", "roger": "000", "fran": "000"}
        position = do(opened(1, people), RollAttack("steve", INFECTED))
        assert not position.characters["steve"].rifle

    def test_8_5_a_stunned_character_alone_is_attacked_and_cannot_shoot(self) -> None:
        people = {"peter": "022 stunned", "roger": "000", "steve": "000", "fran": "000"}
        position = opened(1, people)
        refused(position, Defend(("peter",)), "8.3")
        position = do(position, RollAttack("peter", INFECTED))
        assert position.characters["peter"].status == "killed"
        legal(position, NextPhase(), "4.0")

    def test_8_3_who_lies_there_does_not_recover_by_the_fall_of_another(self) -> None:
        people = {"peter": "022 stunned", "roger": "022", "steve": "000", "fran": "000"}
        position = do(
            opened(2, people), DeclareAttack(1), ChooseVictims(("roger",)), RollAttack("roger", (1, 2))
        )
        assert position.characters["peter"].status == "stunned"
        assert position.characters["roger"].status == "stunned"


class TestEachForHimself:
    """8.6: each is attacked for himself."""

    def test_8_6_the_fate_of_one_changes_nothing_for_the_other(self) -> None:
        people = {"peter": "022 stunned", "roger": "022", "steve": "000", "fran": "000"}
        position = do(opened(6, people), DeclareAttack(2), RollAttack("peter", INFECTED))
        assert position.characters["peter"].status == "killed"
        assert strength(position) == 3
        position = do(position, RollAttack("roger", (4, 4)))
        assert position.characters["roger"].status == "normal"

    def test_8_6_all_in_the_square_may_die(self) -> None:
        people = {"peter": "022 stunned", "roger": "022 infected", "steve": "000", "fran": "000"}
        position = do(
            opened(6, people), DeclareAttack(2), RollAttack("roger", INFECTED), RollAttack("peter", INFECTED)
        )
        assert position.at("022") == ()
        assert over(position)
        legal(position, NextPhase(), "4.0")


class TestPhysicalCounters:
    """The unit lies open under the characters; its value is read once and then known."""

    def test_8_0_its_value_is_asked_when_the_number_is_declared(self) -> None:
        position = do(table("attack", ALL_FOUR, {"022": "?"}, counters="physical"), OpenAttack("022"))
        needs(position, DeclareAttack(2), value=("022",))
        position = do(position, DeclareAttack(2, values={"022": 7}))
        assert strength(position) == 3
        assert position.zombies["022"].value == 7

    def test_8_0_or_with_the_roll_on_one_alone(self) -> None:
        people = {"peter": "022"}
        position = do(table("attack", people, {"022": "?"}, counters="physical"), OpenAttack("022"))
        needs(position, RollAttack("peter"), dice=2, value=("022",))
        after = do(position, RollAttack("peter", (1, 1), {"022": 7}))
        assert after.characters["peter"].status == "infected"

    def test_8_1_or_with_the_shot(self) -> None:
        people = {"peter": "022"}
        position = do(table("attack", people, {"022": "?"}, counters="physical"), OpenAttack("022"))
        needs(position, Defend(("peter",), {"peter": 6}), dice=2, value=("022",))
        assert over(do(position, Defend(("peter",), {"peter": 6}, (5, 5), {"022": 10})))


def test_8_7_attacks_belong_to_two_phases() -> None:
    """8.7: elsewhere in the Game-Turn nobody attacks."""
    for phase in ("human", "berserk", "reaction", "free_movement"):
        assert refused(table(phase, {"peter": "022"}, {"022": 3}), OpenAttack("022"), "4.0").firm
