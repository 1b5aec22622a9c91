"""6.0 to 6.4, 6.9: who shoots, how often, at what. Fire Rates: Peter and Roger 3, Steve 2, Fran 1."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import (
    CloseDoor,
    CloseMainDoor,
    EndTurn,
    NextPhase,
    React,
    Shoot,
    StartMove,
    Step,
)
from rules.dawn_of_the_dead.equipment.equipment import Setting
from rules.dawn_of_the_dead.position import Position
from tests.rules.dawn_of_the_dead.small_mall import GLASS_DOORS, SOLID_DOORS
from tests.rules.dawn_of_the_dead.table import do, legal, needs, refused, table

Units = dict[str, int | str | None]


def aiming(square: str, zombies: Units, *others: str, **more: Any) -> Position:
    """Return a position in which Peter, and others in his square, are on the move."""
    stack = ("peter", *others)
    people = {**dict.fromkeys(stack, square), **more.pop("people", {})}
    return do(table(people=people, zombies=zombies, **more), StartMove(stack))


def shot(at: str, *dice: int, by: tuple[str, ...] = ("peter",), **more: Any) -> Shoot:
    return Shoot(by, at, dice=dice or None, **more)


def moved(position: Position) -> dict[str, Any]:
    assert position.move is not None
    return {"spent": position.move.spent, "shots": dict(position.move.shots)}


class TestTheShot:
    """6.0: dice less modifiers against the Zombie Value."""

    @pytest.mark.parametrize(("dice", "hit"), [((3, 3), False), ((3, 4), True), ((6, 6), True)])
    def test_6_0_the_value_must_be_reached(self, dice: tuple[int, int], hit: bool) -> None:
        """Two squares away a 5 falls to 7 or more."""
        after = do(aiming("022", {"024": 5}), shot("024", *dice))
        assert ("024" not in after.zombies) is hit
        assert after.eliminated == ((5,) if hit else ())

    def test_6_0_the_unit_is_turned_up_hit_or_miss(self) -> None:
        for dice in ((1, 1), (6, 6)):
            after = do(aiming("022", {"024": 5}), shot("024", *dice))
            assert after.shown == {"024": 5}
            assert do(after, EndTurn()).shown == {}

    def test_6_0_there_must_be_something_to_shoot_at(self) -> None:
        assert refused(aiming("022", {"024": 5}), shot("025"), "6.0", "no zombie in 025").firm
        assert refused(aiming("022", {"024": 5}), shot("999"), "6.0", "999").firm
        hidden = aiming("022", {}, hidden=["044"])
        assert refused(hidden, shot("044"), "6.0").firm

    def test_6_0_the_question_tells_nothing_of_the_outcome(self) -> None:
        """A miss and a hit are asked about in the same words."""
        position = aiming("022", {"024": 5})
        assert game.check(position, shot("024", 1, 1)) == game.check(position, shot("024", 6, 6))
        other = aiming("022", {"024": 9})
        assert game.check(position, shot("024")) == game.check(other, shot("024"))

    @pytest.mark.parametrize("dice", [(3,), (3, 4, 5), (0, 4), (7, 1)])
    def test_6_6_the_dice_must_be_those_of_the_gun(self, dice: tuple[int, ...]) -> None:
        assert refused(aiming("022", {"024": 5}), shot("024", *dice), "6.6", listed=True).firm


class TestHowOften:
    """6.1: as often as the Fire Rate says."""

    @pytest.mark.parametrize(("name", "words", "rate"), [
        ("peter", "", 3), ("peter", "infected", 2), ("steve", "", 2), ("steve", "infected", 1),
        ("fran", "", 1),
    ])  # fmt: skip
    def test_6_1_no_oftener_than_the_fire_rate(self, name: str, words: str, rate: int) -> None:
        position = do(table(people={name: f"022 {words}"}, zombies={"024": 11}), StartMove((name,)))
        dice = (1, 1) if name == "peter" else (1,)
        for count in range(1, rate + 1):
            position = do(position, Shoot((name,), "024", dice=dice))
            assert moved(position)["shots"] == {name: count}
        refused(position, Shoot((name,), "024"), "6.1", f"Fire Rate {rate}")

    def test_6_1_all_at_one_unit_or_at_several(self) -> None:
        position = aiming("022", {"024": 11, "032": 11})
        position = do(position, shot("024", 1, 1), shot("032", 1, 1), shot("024", 1, 1))
        refused(position, shot("032"), "6.1")

    def test_6_1_walking_goes_on_when_the_shots_are_gone(self) -> None:
        position = do(aiming("022", {"024": 11}), *[shot("024", 1, 1)] * 3, Step("021"))
        assert moved(position) == {"spent": 1, "shots": {"peter": 3}}

    def test_6_1_shooting_goes_on_when_the_points_are_gone(self) -> None:
        position = do(aiming("022", {"024": 11}), *[Step("021"), Step("022")] * 4)
        refused(position, Step("021"), "5.1")
        assert moved(do(position, shot("024", 1, 1))) == {"spent": 8, "shots": {"peter": 1}}

    def test_6_1_between_steps(self) -> None:
        position = do(
            aiming("022", {"025": 11}), shot("025", 1, 1), Step("023"), shot("025", 1, 1), Step("024")
        )
        assert moved(position) == {"spent": 2, "shots": {"peter": 2}}

    def test_6_1_each_counts_his_own_shots(self) -> None:
        position = aiming("022", {"024": 11}, "fran")
        position = do(position, shot("024", 1, by=("fran",)))
        refused(position, shot("024", by=("fran",)), "6.1", "Fran")
        refused(position, shot("024", by=("peter", "fran")), "6.1", "Fran")
        legal(position, shot("024"), "6.4")


class TestWhoShoots:
    """6.2: those on the move, and nobody else."""

    def test_6_2_a_shot_costs_no_points(self) -> None:
        assert moved(do(aiming("022", {"024": 11}), shot("024", 1, 1)))["spent"] == 0

    def test_6_2_who_is_not_on_the_move_may_not(self) -> None:
        position = aiming("022", {"024": 11}, people={"steve": "022", "fran": "021"})
        assert refused(position, shot("024", by=("steve",)), "6.2", "Steve").firm
        assert refused(position, shot("024", by=("peter", "fran")), "6.2", "Fran").firm

    def test_6_2_who_works_a_door_may(self) -> None:
        position = aiming("021", {"024": 11})
        legal(do(position, CloseDoor(("011", "021"))), shot("024"), "6.4")
        position = aiming("007", {"027": 11})
        legal(do(position, CloseMainDoor("north")), shot("027"), "6.4")

    def test_6_2_standing_still_one_may_shoot_and_counts_as_moved(self) -> None:
        """R-5.0a and 7.3: the shot alone leaves a trail and costs the next turn."""
        position = do(aiming("022", {"024": 11}), shot("024", 1, 1), EndTurn())
        assert position.characters["peter"].moved_last_turn
        assert position.trail == ("022",)

    def test_5_0_neither_the_stunned_nor_those_at_rest(self) -> None:
        for words, case in (("stunned", "8.3"), ("moved", "5.0")):
            refused(table(people={"peter": f"022 {words}"}), StartMove(("peter",)), case)

    def test_6_8_somebody_is_named_and_nobody_twice(self) -> None:
        for by in ((), ("peter", "peter")):
            assert refused(aiming("022", {"024": 5}), shot("024", by=by), "6.8").firm

    @pytest.mark.parametrize("phase", ["berserk", "reaction", "free_movement", "attack", "generation"])
    def test_6_9_this_is_no_way_to_shoot_in_the_zombie_player_turn(self, phase: str) -> None:
        refused(table(phase, zombies={"022": 3}), shot("022"), "4.0")


class TestWhatMayBeShotAt:
    """6.3 and R-6.3a: own square first, and nothing in between."""

    def test_6_3_in_the_own_square_even_with_others_there(self) -> None:
        position = aiming("022", {"022": 5}, people={"fran": "022"})
        needs(position, shot("022"), panic=("peter",))

    def test_6_3_nothing_else_from_a_square_with_zombies(self) -> None:
        refused(aiming("022", {"022": 5, "024": 3}), shot("024"), "6.3", "022 itself")
        super_there = aiming("022", {"024": 3}, people={"fran": "022 super_zombie"})
        refused(super_there, shot("024"), "6.3", "022 itself")
        legal(super_there, shot("022"), "6.3")

    @pytest.mark.parametrize("words", ["", "stunned", "infected"])
    def test_6_3_not_into_a_square_with_another_character(self, words: str) -> None:
        refused(aiming("022", {"024": 3}, people={"fran": f"024 {words}"}), shot("024"), "6.3", "Fran", "024")

    def test_6_3_a_super_zombie_is_nobody_to_spare(self) -> None:
        legal(aiming("022", {"024": 3}, people={"fran": "024 super_zombie"}), shot("024"), "6.4")
        legal(aiming("022", {}, people={"fran": "024 super_zombie"}), shot("024"), "6.4")

    def test_6_3_not_through_zombies(self) -> None:
        ruling = refused(aiming("022", {"024": 3, "025": 3}), shot("025"), "6.3", "Zombies in 024", "025")
        assert "R-6.3a" in ruling.cases
        position = aiming("022", {"025": 3}, people={"fran": "023 super_zombie"})
        refused(position, shot("025"), "6.3", "Zombies in 023")

    @pytest.mark.parametrize("words", ["", "stunned", "infected"])
    def test_6_3_not_through_characters(self, words: str) -> None:
        ruling = refused(
            aiming("022", {"025": 3}, people={"fran": f"023 {words}"}),
            shot("025"),
            "6.3",
            "Fran in 023 blocks",
        )
        assert "R-6.3a" in ruling.cases

    def test_6_3_a_hidden_zombie_is_not_there_yet(self) -> None:
        """9.4 as well: it neither blocks nor falls."""
        legal(aiming("031", {"051": 3}, hidden=["041"], closed=[]), shot("051"), "6.4")

    @pytest.mark.parametrize("blocker", ["021", "031"])
    def test_6_3_a_square_that_the_line_cuts_is_in_the_way(self, blocker: str) -> None:
        """R-6.3a: from 020 to 032 the line cuts 021 and 031, each for half its width."""
        refused(aiming("020", {"032": 3, blocker: 3}), shot("032"), "6.3", blocker)

    @pytest.mark.parametrize("beside", ["030", "022", "041"])
    def test_6_3_a_square_beside_the_line_is_not(self, beside: str) -> None:
        legal(aiming("020", {"032": 3, beside: 3}), shot("032"), "6.4")

    def test_6_3_a_line_over_a_corner_passes_between(self) -> None:
        """R-6.3a: from 022 to 033 the line meets 023 and 032 at one point each, not their inside."""
        position = aiming("022", {"033": 3, "032": 3}, people={"fran": "023"})
        legal(position, shot("033"), "6.4")

    def test_6_3_units_block_shots_and_never_sight(self) -> None:
        """R-6.3a: a unit behind another still sees the trail and reacts."""
        position = do(aiming("022", {"024": 3, "026": 4}), Step("021"))
        refused(position, shot("026"), "6.3", "024")
        legal(do(position, EndTurn(), NextPhase()), React(("025",), "026"), "7.0")


class TestSight:
    """6.4: a target must be in sight."""

    @pytest.mark.parametrize(
        ("here", "at", "why"),
        [
            ("022", "012", "the wall of a shop"),
            ("033", "036", "a wall in the hall"),
            ("031", "001", "a door beside neither square"),
            ("041", "011", "two doors"),
            ("034", "025", "the corner of a wall"),
        ],
    )
    def test_6_4_not_out_of_sight(self, here: str, at: str, why: str) -> None:
        refused(aiming(here, {at: 3}), shot(at), "6.4", here, at)

    @pytest.mark.parametrize(("here", "at"), [("020", "027"), ("022", "033"), ("021", "001"), ("031", "011")])
    def test_6_4_in_sight(self, here: str, at: str) -> None:
        legal(aiming(here, {at: 3}), shot(at), "6.4")
        legal(aiming(at, {here: 3}), shot(here), "6.4")

    @pytest.mark.parametrize("door", SOLID_DOORS)
    def test_6_4_a_closed_solid_door_blocks(self, door: str) -> None:
        here, at = door.split("-")
        legal(aiming(here, {at: 3}), shot(at), "6.4")
        refused(aiming(here, {at: 3}, closed=[door]), shot(at), "6.4", "closed")

    @pytest.mark.parametrize("door", GLASS_DOORS)
    def test_6_4_glass_does_not_open_or_closed_or_destroyed(self, door: str) -> None:
        here, at = door.split("-")
        legal(aiming(here, {at: 3}), shot(at), "6.4")
        legal(aiming(here, {at: 3}, closed=[door]), shot(at), "6.4")
        legal(aiming(here, {at: 3}, destroyed=[door]), shot(at), "6.4")

    @pytest.mark.parametrize(("a", "b"), [("021", "001"), ("031", "011"), ("034", "014"), ("024", "004")])
    def test_6_4_through_the_door_of_the_first_square_or_of_the_last(self, a: str, b: str) -> None:
        """R-6.4b, both ways (R-6.4e): past 011-021 and 014-024."""
        legal(aiming(a, {b: 3}), shot(b), "6.4")
        legal(aiming(b, {a: 3}), shot(a), "6.4")

    def test_6_4_the_examples_of_the_book(self, mall: Setting) -> None:
        """From 24 to 62 and back, not from 24 to 82, not from 98 to 79."""
        for a, b, clear in (("024", "062", True), ("024", "082", False), ("098", "079", False)):
            for here, at in ((a, b), (b, a)):
                position = aiming(here, {at: 3}, setting=mall)
                if clear:
                    legal(position, shot(at), "6.4")
                else:
                    refused(position, shot(at), "6.4", here, at)
