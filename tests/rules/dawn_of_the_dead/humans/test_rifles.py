"""12.0 Hunting Rifles: in 177 on the mall, in 001 on the small one."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import EndTurn, OpenAttack, RollAttack, Shoot, StartMove, Step, TakeRifle
from rules.dawn_of_the_dead.equipment.equipment import Setting
from rules.dawn_of_the_dead.position import Position
from tests.rules.dawn_of_the_dead.small_mall import RIFLES
from tests.rules.dawn_of_the_dead.table import act, do, legal, needs, refused, table


def arming(*stack: str, **more: Any) -> Position:
    """Return a position in which a stack moves, having begun where the rifles lie."""
    people = {s.split()[0]: " ".join([RIFLES, *s.split()[1:]]) for s in stack}
    names = tuple(people)
    return do(table(people={**people, **more.pop("people", {})}, **more), StartMove(names))


def take(name: str = "fran") -> TakeRifle:
    return TakeRifle(name)


class TestWho:
    """12.1: Steve and Fran, one each."""

    @pytest.mark.parametrize("name", ["steve", "fran"])
    def test_12_1_steve_and_fran_may(self, name: str) -> None:
        position = arming(name)
        asked = game.check(position, take(name))
        assert "for the whole Movement Allowance" in asked.reason
        assert asked.cases == ("12.2", "12.0")
        after = do(position, take(name))
        assert after.characters[name].rifle
        assert after.rifles == 1

    @pytest.mark.parametrize("name", ["peter", "roger"])
    def test_12_1_peter_and_roger_may_not(self, name: str) -> None:
        refused(arming(name), take(name), "12.1", "Steve and Fran")
        refused(arming(name, "fran"), take(name), "12.1")

    def test_12_1_nobody_takes_two(self) -> None:
        refused(arming("fran rifle"), take(), "12.1", "Fran", "already")
        refused(do(arming("fran"), take()), take(), "12.1", "already")

    def test_12_0_there_are_two_and_then_no_more(self) -> None:
        """R-12.0a: in one Player-Turn, if they move together."""
        after = do(arming("steve", "fran"), take("steve"), take("fran"))
        assert after.rifles == 0
        assert refused(arming("fran", rifles=0), take(), "12.0", "taken").firm

    def test_12_0_an_infected_character_may(self) -> None:
        legal(arming("fran infected"), take(), "12.2")

    def test_12_2_only_who_is_on_the_move(self) -> None:
        assert refused(arming("steve", people={"fran": RIFLES}), take("fran"), "12.2", "Fran").firm
        assert refused(arming("steve"), take("bub"), "12.0", "bub").firm


class TestWhen:
    """12.2: an eligible character that begins there, with all points, and no zombies about."""

    @pytest.mark.parametrize(("words", "case"), [("stunned", "8.3"), ("moved", "5.0")])
    def test_12_2_not_who_is_not_eligible(self, words: str, case: str) -> None:
        refused(table(people={"fran": f"{RIFLES} {words}"}), StartMove(("fran",)), case, "Fran")

    def test_12_2_only_where_they_lie(self, mall: Setting) -> None:
        position = do(table(people={"fran": "002"}), StartMove(("fran",)))
        refused(position, take(), "12.2", RIFLES)
        position = do(table(people={"fran": "177"}, setting=mall), StartMove(("fran",)))
        legal(position, take(), "12.2")

    def test_12_2_not_after_coming_there(self) -> None:
        """R-5.5a."""
        position = do(table(people={"fran": "002"}), StartMove(("fran",)), Step(RIFLES))
        ruling = refused(position, take(), "12.2", "4 of 5")
        assert {"R-5.5a", "12.0"} <= set(ruling.cases)

    def test_12_2_not_after_going_and_coming_back(self) -> None:
        """R-5.5a."""
        refused(do(arming("fran"), Step("002"), Step(RIFLES)), take(), "12.2", "3 of 5")

    def test_12_2_not_with_zombies_in_the_square(self) -> None:
        refused(arming("fran", zombies={RIFLES: 2}), take(), "12.2", f"zombies in {RIFLES}")
        refused(arming("fran", people={"steve": f"{RIFLES} super_zombie"}), take(), "12.2", RIFLES)
        legal(arming("fran", zombies={"002": 2}), take(), "12.2")

    def test_12_2_a_unit_shot_there_is_no_bar_any_more(self) -> None:
        position = do(arming("fran", zombies={RIFLES: 2}), Shoot(("fran",), RIFLES, {"fran": 6}, (6,)))
        legal(position, take(), "12.2")

    def test_6_5_not_after_a_panic(self) -> None:
        position = do(arming("steve", "fran", zombies={RIFLES: 1}), Shoot(("steve",), RIFLES, {"steve": 1}))
        position = do(position, Shoot(("fran",), RIFLES, {"fran": 6}, (6,)))
        refused(position, take(), "6.5", "Steve panicked")

    def test_12_0_it_takes_the_whole_allowance(self) -> None:
        position = do(arming("fran"), take())
        refused(position, Step("002"), "5.1", "none left")
        refused(position, act("close_door", between="011-021"), "5.5")
        assert position.move is not None
        assert position.move.spent == 5

    def test_12_0_both_of_a_stack_in_one_turn_and_nothing_else(self) -> None:
        """R-12.0a."""
        position = do(arming("steve", "fran"), take("steve"))
        ruling = legal(position, take("fran"), "12.2")
        assert "R-12.0a" in ruling.cases
        position = do(position, take("fran"))
        assert position.characters["steve"].rifle
        refused(position, Step("002"), "5.1")

    def test_12_0_with_peter_along_they_may_as_well(self) -> None:
        position = do(arming("peter", "fran"), take())
        refused(position, take("peter"), "12.1")
        refused(position, Step("002"), "5.1", "none left")

    def test_12_0_it_shoots_with_two_dice_as_soon_as_it_is_taken(self) -> None:
        """R-12.0b, 6.2, 6.6, 12.3: the pistol is gone; its earlier shot still counts (6.1)."""
        position = arming("steve", zombies={"002": 9})
        needs(position, Shoot(("steve",), "002"), dice=1)
        assert "R-12.0b" not in game.check(position, Shoot(("steve",), "002")).cases
        position = do(position, Shoot(("steve",), "002", None, (1,)), take("steve"))
        needs(position, Shoot(("steve",), "002"), dice=2)
        assert "R-12.0b" in legal(position, Shoot(("steve",), "002"), "6.4").cases
        refused(do(position, Shoot(("steve",), "002", None, (1, 1))), Shoot(("steve",), "002"), "6.1")

    def test_12_2_it_is_a_move(self) -> None:
        """R-5.0a, 7.3: it counts as moving, and zombies that see it react."""
        position = do(arming("fran", zombies={"002": 3}), take(), EndTurn())
        assert position.characters["fran"].moved_last_turn
        assert position.trail == (RIFLES,)
        legal(do(position, act("next_phase")), act("react", source="002", path=(RIFLES,)), "7.0")

    def test_6_2_it_does_not_keep_anybody_from_shooting(self) -> None:
        position = do(arming("fran", zombies={"003": 3}), take())
        refused(position, Shoot(("fran",), "003"), "6.4")
        position = do(arming("fran", zombies={"000": 3}), take())
        needs(position, Shoot(("fran",), "000"), dice=2)


class TestWhatItDoes:
    """12.0, 12.1, 12.3: two dice instead of one, for good."""

    def test_12_0_two_dice_instead_of_one(self) -> None:
        for words, dice in (("", 1), (" rifle", 2)):
            position = do(table(people={"fran": f"022{words}"}, zombies={"024": 3}), StartMove(("fran",)))
            needs(position, Shoot(("fran",), "024"), dice=dice)

    def test_12_0_no_more_shots(self) -> None:
        position = do(table(people={"fran": "022 rifle"}, zombies={"024": 11}), StartMove(("fran",)))
        position = do(position, Shoot(("fran",), "024", dice=(1, 1)))
        refused(position, Shoot(("fran",), "024"), "6.1", "Fire Rate 1")

    def test_12_0_it_is_carried_along_for_nothing(self) -> None:
        position = do(table(people={"fran": "022 rifle"}), StartMove(("fran",)), Step("021"))
        assert position.move is not None
        assert position.move.spent == 1
        assert position.characters["fran"].rifle

    def test_12_1_it_is_nobody_elses(self) -> None:
        people = {"steve": "022", "fran": "022 rifle"}
        position = do(table(people=people, zombies={"024": 3}), StartMove(("steve", "fran")))
        needs(position, Shoot(("steve",), "024"), dice=1)

    @pytest.mark.parametrize("status", ["stunned", "infected"])
    def test_12_3_it_stays_with_who_is_hurt(self, status: str) -> None:
        dice = {"stunned": (1, 2), "infected": (1, 1)}[status]
        position = table("attack", {"fran": "022 rifle", "peter": "030"}, {"022": 1})
        after = do(position, OpenAttack("022"), RollAttack("fran", dice)).characters["fran"]
        assert (after.status, after.rifle) == (status, True)

    def test_12_3_it_is_gone_with_who_is_killed(self) -> None:
        position = table("attack", {"fran": "022 rifle stunned", "peter": "030"}, {"022": 1}, rifles=1)
        after = do(position, OpenAttack("022"), RollAttack("fran", (1, 1)))
        assert after.characters["fran"].status == "killed"
        assert not after.characters["fran"].rifle
        assert after.rifles == 1

    def test_12_3_it_is_gone_with_who_becomes_a_super_zombie(self) -> None:
        people = {"steve": "022 rifle infected", "peter": "030", "fran": "032"}
        position = do(table("generation", people, rifles=1), act("roll_entrance", dice=(2, 2)))
        position = do(position, act("roll_infection", character="steve", dice=(6, 6)))
        assert position.characters["steve"].status == "super_zombie"
        assert not position.characters["steve"].rifle
        assert position.rifles == 1


def test_12_0_by_agreement_a_rifle_is_taken_after_all() -> None:
    """A rifle taken late spends what is left; one that nobody has left is not to be had."""
    after = game.force(do(arming("fran"), Step("002"), Step(RIFLES)), take()).after
    assert after is not None
    assert after.move is not None
    assert (after.characters["fran"].rifle, after.move.spent) == (True, 5)
    assert not game.force(arming("fran", rifles=0), take()).legal
