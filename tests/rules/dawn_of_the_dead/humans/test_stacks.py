"""5.2 Stacks, and 5.6 Carrying. Allowances: Peter 8, Roger 7, Steve 6, Fran 5."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import (
    CloseDoor,
    CloseMainDoor,
    EndTurn,
    OpenDoor,
    PutDown,
    Shoot,
    StartMove,
    Step,
    TakeRifle,
)
from rules.dawn_of_the_dead.position import Position
from tests.rules.dawn_of_the_dead.small_mall import GLASS_EDWINS, RIFLES
from tests.rules.dawn_of_the_dead.table import do, legal, refused, table

ALL_FOUR = {"peter": "022", "roger": "022", "steve": "022", "fran": "022"}
DOOR = ("011", "021")


def carry(by: str, whom: str, *others: str) -> StartMove:
    return StartMove((by, *others), {"by": by, "whom": whom})


def spent(position: Position) -> int:
    assert position.move is not None
    return position.move.spent


class TestStacks:
    """5.2: those who begin together may move together."""

    def test_5_2_as_many_as_begin_in_one_square(self) -> None:
        position = do(table(people=ALL_FOUR), StartMove(("peter", "roger", "steve", "fran")), Step("021"))
        assert {c.square for c in position.characters.values()} == {"021"}

    def test_5_2_some_may_stay_behind(self) -> None:
        position = do(table(people=ALL_FOUR), StartMove(("roger", "fran")), Step("021"))
        squares = {n: c.square for n, c in position.characters.items()}
        assert squares == {"peter": "022", "roger": "021", "steve": "022", "fran": "021"}

    def test_5_2_not_from_different_squares(self) -> None:
        people = {"peter": "022", "steve": "021"}
        refused(
            table(people=people), StartMove(("peter", "steve")), "5.2", "Peter and Steve", "different squares"
        )

    @pytest.mark.parametrize(("words", "case"), [("stunned", "8.3"), ("moved", "5.0")])
    def test_5_2_each_must_be_eligible(self, words: str, case: str) -> None:
        position = table(people={**ALL_FOUR, "steve": f"022 {words}"})
        refused(position, StartMove(("peter", "steve")), case, "Steve")
        legal(position, StartMove(("peter", "roger")), "5.2")

    @pytest.mark.parametrize(
        ("stack", "points"),
        [(("peter", "roger"), 7), (("peter", "steve"), 6), (("peter", "roger", "steve", "fran"), 5)],
    )
    def test_5_2_the_lowest_allowance_is_that_of_all(self, stack: tuple[str, ...], points: int) -> None:
        """R-5.2a: one count of points for the stack, one point a square whatever its size."""
        position = do(table(people=ALL_FOUR), StartMove(stack))
        to_and_fro = [Step("021"), Step("022")] * points
        position = do(position, *to_and_fro[:points])
        assert spent(position) == points
        refused(position, to_and_fro[points], "5.1", "none left")

    def test_5_2_an_infected_character_counts_with_his_infected_allowance(self) -> None:
        position = table(people={**ALL_FOUR, "peter": "022 infected"})
        assert "5 Movement Points" in legal(position, StartMove(("peter", "roger"))).reason

    def test_5_2_they_stay_together(self) -> None:
        """Nobody can be chosen again once the stack has moved, alone or with others."""
        position = do(table(people=ALL_FOUR), StartMove(("peter", "fran")), Step("021"))
        refused(position, StartMove(("peter",)), "5.0")
        refused(position, StartMove(("fran",)), "5.0")
        position = do(position, Step("020"))
        assert position.characters["peter"].square == position.characters["fran"].square == "020"

    def test_5_2_the_zombie_value_is_paid_once_for_the_stack(self) -> None:
        """R-5.2a."""
        position = do(table(people=ALL_FOUR, zombies={"022": 3}), StartMove(("peter", "fran")), Step("021"))
        assert spent(position) == 4

    def test_5_2_a_door_is_paid_once_for_the_stack(self) -> None:
        """R-5.2a."""
        people = {"peter": "021", "fran": "021"}
        position = do(table(people=people), StartMove(("peter", "fran")), CloseDoor(DOOR))
        assert spent(position) == 2

    def test_5_2_with_no_points_left_they_still_shoot(self) -> None:
        people = {"peter": "022", "fran": "022"}
        position = do(table(people=people, zombies={"025": 9}), StartMove(("peter", "fran")))
        position = do(position, *[Step("021"), Step("022")] * 2, Step("021"))
        refused(position, Step("022"), "5.1", "none left")
        refused(position, CloseDoor(DOOR), "5.1")
        legal(position, Shoot(("peter", "fran"), "025"))


class TestWhoMayCarry:
    """5.6: who may carry whom."""

    def test_5_6_one_in_the_same_square(self) -> None:
        legal(table(people=ALL_FOUR), carry("peter", "fran"), "5.6", "Peter", "carrying Fran")
        reason = game.check(table(people=ALL_FOUR), carry("peter", "fran")).reason
        assert "2 Movement Points more" in reason

    @pytest.mark.parametrize("words", ["stunned", "infected", "moved", "infected moved"])
    def test_5_6_the_carried_need_not_be_eligible(self, words: str) -> None:
        position = do(table(people={**ALL_FOUR, "fran": f"022 {words}"}), carry("peter", "fran"), Step("021"))
        fran = position.characters["fran"]
        assert fran.square == "021"
        assert fran.status == words.split(maxsplit=1)[0].replace("moved", "normal")

    @pytest.mark.parametrize(("words", "case"), [("stunned", "8.3"), ("moved", "5.0")])
    def test_5_6_the_carrier_must_be_eligible(self, words: str, case: str) -> None:
        refused(table(people={**ALL_FOUR, "peter": f"022 {words}"}), carry("peter", "fran"), case, "Peter")

    def test_5_9_an_infected_character_carries_nobody(self) -> None:
        position = table(people={**ALL_FOUR, "peter": "022 infected"})
        ruling = refused(position, carry("peter", "fran"), "5.9", "Peter", "infected")
        assert "5.6" in ruling.cases
        legal(position, carry("fran", "peter"), "5.6")

    def test_5_6_not_after_a_shot(self) -> None:
        """Carrying begins with the move, so an earlier shot rules it out; and nobody else may move (5.0)."""
        position = table(people=ALL_FOUR, zombies={"025": 1})
        position = do(position, StartMove(("peter",)), Shoot(("peter",), "025", dice=(6, 6)))
        assert "R-5.6c" in refused(position, carry("peter", "fran"), "5.6", "begins with the move").cases
        refused(position, carry("roger", "fran"), "5.0", "nobody else")

    def test_5_6_nobody_from_another_square(self) -> None:
        position = table(people={"peter": "022", "fran": "021 stunned", "steve": "022 super_zombie"})
        refused(position, carry("peter", "fran"), "5.6", "Fran", "022")
        refused(position, carry("peter", "steve"), "5.6", "Steve", "super zombie")
        refused(position, carry("peter", "roger"), "5.6", "Roger", "out of play")

    def test_5_6_nobody_who_walks_along(self) -> None:
        position = table(people=ALL_FOUR)
        refused(position, StartMove(("peter", "fran"), {"by": "peter", "whom": "fran"}), "5.6")
        refused(position, StartMove(("peter",), {"by": "peter", "whom": "peter"}), "5.6")
        refused(position, StartMove(("peter",), {"by": "roger", "whom": "fran"}), "5.6")
        refused(position, StartMove(("peter",), {"by": "peter", "whom": "nobody"}), "5.6")

    def test_5_6_only_from_the_beginning(self) -> None:
        """Once something was done nobody can be picked up any more, put down or not."""
        people = {"peter": "022", "fran": "022", "steve": "021"}
        position = do(table(people=people), carry("peter", "fran"), Step("021"), PutDown())
        refused(position, carry("peter", "fran"), "5.6", "begins with the move")
        refused(position, carry("peter", "steve"), "5.6", "begins with the move")

    def test_5_6_picking_up_is_free_and_so_is_putting_down(self) -> None:
        position = do(table(people=ALL_FOUR), carry("peter", "fran"))
        assert spent(position) == 0
        assert spent(do(position, PutDown())) == 0


class TestWhatCarryingCosts:
    """5.9: two, two, three or four points more for each square entered."""

    @pytest.mark.parametrize(("by", "cost"), [("peter", 3), ("roger", 3), ("steve", 4), ("fran", 5)])
    def test_5_9_each_square_costs_more(self, by: str, cost: int) -> None:
        whom = "steve" if by == "peter" else "peter"
        position = do(table(people=ALL_FOUR), carry(by, whom), Step("021"))
        assert spent(position) == cost
        assert position.characters[whom].square == "021"

    def test_5_6_who_is_carried_does_not_count_in_the_allowance(self) -> None:
        """Fran's five points do not hold Peter back: 3 and 3 of 8, and two are too few for a third square."""
        position = do(table(people=ALL_FOUR), carry("peter", "fran"), Step("021"), Step("022"))
        ruling = refused(position, Step("021"), "5.1", "3 Movement Points", "2 for carrying", "2 left")
        assert "5.6" in ruling.cases

    def test_5_6_carrying_adds_to_leaving(self) -> None:
        """R-5.6a: out of a square with a 4 for 4, 1 and 2."""
        position = do(table(people=ALL_FOUR, zombies={"022": 4}), carry("peter", "fran"), Step("021"))
        assert spent(position) == 7
        position = do(table(people=ALL_FOUR, zombies={"022": 6}), carry("peter", "fran"))
        ruling = refused(position, Step("021"), "5.1", "9 Movement Points")
        assert {"5.4", "5.6"} <= set(ruling.cases)

    def test_5_6_put_down_on_the_way_the_rest_is_spent_as_usual(self) -> None:
        """R-5.6a: on with the points left, and with the gun."""
        position = do(
            table(people=ALL_FOUR, zombies={"025": 9}), carry("peter", "fran"), Step("021"), PutDown()
        )
        assert position.characters["fran"].square == "021"
        assert spent(position) == 3
        position = do(
            position, Step("022"), Shoot(("peter",), "025", dice=(1, 2)), Step("021"), CloseDoor(DOOR)
        )
        assert spent(position) == 7
        assert position.characters["fran"].square == "021"

    def test_5_2_a_stack_with_a_carrier_pays_what_the_carrier_pays(self) -> None:
        """R-5.2a: the costliest member sets the price for all."""
        position = do(table(people=ALL_FOUR), carry("steve", "fran", "peter"), Step("021"))
        assert spent(position) == 4
        assert {position.characters[n].square for n in ("steve", "fran", "peter")} == {"021"}
        refused(position, Step("022"), "5.1", "2 left")


class TestWhatCarryingForbids:
    """5.6: neither may shoot or do anything but walk."""

    def carrying(
        self, square: str = "022", zombies: dict[str, int | str | None] | None = None, **more: Any
    ) -> Position:
        people = {"peter": square, "fran": square, "steve": square}
        return do(table(people=people, zombies=zombies, **more), carry("peter", "fran"))

    def test_5_6_neither_shoots(self) -> None:
        position = self.carrying(zombies={"025": 3})
        refused(position, Shoot(("peter",), "025"), "5.6", "Peter", "carrying Fran")
        refused(position, Shoot(("fran",), "025"), "5.6", "Fran", "carried")
        legal(do(position, PutDown()), Shoot(("peter",), "025"), "6.4")

    def test_6_2_put_down_she_is_not_being_moved_and_may_not_shoot(self) -> None:
        position = do(self.carrying(zombies={"025": 3}), PutDown())
        refused(position, Shoot(("fran",), "025"), "6.2", "Fran")

    def test_5_6_no_shot_even_in_a_square_with_zombies(self) -> None:
        refused(self.carrying(zombies={"022": 3}), Shoot(("peter",), "022"), "5.6")

    def test_5_6_no_door_is_opened_or_closed(self) -> None:
        refused(self.carrying("021"), CloseDoor(DOOR), "5.6", "Peter", "Fran")
        refused(self.carrying("021", closed=[GLASS_EDWINS]), OpenDoor(DOOR), "5.6")
        legal(do(self.carrying("021"), PutDown()), CloseDoor(DOOR), "5.5")

    def test_5_6_no_main_door_is_closed(self) -> None:
        refused(self.carrying("007"), CloseMainDoor("north"), "5.6")
        legal(do(self.carrying("007"), PutDown()), CloseMainDoor("north"), "5.5")

    def test_5_6_no_rifle_is_taken(self) -> None:
        people = {"steve": RIFLES, "fran": RIFLES}
        position = do(table(people=people), carry("steve", "fran"))
        refused(position, TakeRifle("steve"), "5.6", "Steve")
        assert not game.rule(position, TakeRifle("fran")).legal
        legal(do(position, PutDown()), TakeRifle("steve"))

    def test_5_6_a_companion_with_free_hands_does_as_usual(self) -> None:
        """The bar is on the two, not on who walks with them."""
        people = {"peter": "021", "fran": "021", "steve": "021"}
        position = do(table(people=people, zombies={"025": 3}), carry("peter", "fran", "steve"))
        legal(position, Shoot(("steve",), "025"), "6.4")
        legal(position, CloseDoor(DOOR), "5.5")
        refused(position, Shoot(("peter", "steve"), "025"), "5.6", "Peter")

    def test_5_6_nobody_to_put_down(self) -> None:
        refused(do(table(), StartMove(("peter",))), PutDown(), "5.6", "Nobody")
        refused(table(), PutDown(), "5.6")
        refused(do(self.carrying(), PutDown()), PutDown(), "5.6")

    def test_5_6_the_turn_may_end_with_somebody_on_his_back(self) -> None:
        legal(do(self.carrying(), Step("021")), EndTurn(), "4.0")


class TestCarryingAndStunned:
    """R-8.3a with a stunned character on somebody's back, or in the way."""

    def test_8_3_being_carried_wakes_nobody(self) -> None:
        people = {"peter": "022", "fran": "022 stunned"}
        position = do(table(people=people), carry("peter", "fran"), Step("021"), PutDown(), Step("022"))
        assert position.characters["fran"].status == "stunned"
        assert do(position, Step("021")).characters["fran"].status == "normal"

    def test_8_3_being_carried_to_somebody_wakes_nobody_but_the_carrier_does(self) -> None:
        people = {"peter": "022", "fran": "022 stunned", "steve": "021 stunned"}
        position = do(table(people=people), carry("peter", "fran"), Step("021"))
        assert position.characters["steve"].status == "normal"
        assert position.characters["fran"].status == "stunned"
