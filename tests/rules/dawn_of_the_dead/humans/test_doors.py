"""5.5 Opening and closing doors, and closing the main doors for good."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import Action, CloseDoor, CloseMainDoor, OpenDoor, Shoot, StartMove, Step
from rules.dawn_of_the_dead.equipment.equipment import Setting
from rules.dawn_of_the_dead.position import Position
from tests.rules.dawn_of_the_dead.small_mall import GLASS_DOORS, MAIN_DOORS, SOLID_DOORS
from tests.rules.dawn_of_the_dead.table import act, do, legal, refused, table

DOORS = (*GLASS_DOORS, *SOLID_DOORS)
EDWINS = ("011", "021")


def opening(door: str) -> Action:
    return act("open_door", between=door)


def closing(door: str) -> Action:
    return act("close_door", between=door)


def at(square: str, *, name: str = "peter", spent: int = 0, **more: Any) -> Position:
    """Return a position in which one character moves and has spent some points."""
    move = {"characters": [name], "spent": spent, "acted": spent > 0}
    return table("human", {name: square}, move=move, **more)


def spent(position: Position) -> int:
    assert position.move is not None
    return position.move.spent


class TestAgreed:
    """Players may agree that the only character on the move works a door while he carries another (5.6)."""

    @pytest.mark.parametrize("action", [closing(DOORS[0]), act("close_main_door", door="north")])
    def test_5_6_the_carrier_works_it(self, action: Action) -> None:
        carrying = {"characters": ["peter"], "carrying": {"by": "peter", "whom": "roger"}}
        before = table("human", {"peter": "007", "roger": "007"}, move=carrying)
        refused(before, action, "5.6", "Peter is carrying Roger")
        agreed = game.force(before, action)
        assert agreed.legal
        assert agreed.reason.startswith("Peter closes the ")


class TestDoors:
    """5.5: two points to open or close one, from either side."""

    @pytest.mark.parametrize("door", DOORS)
    def test_5_5_opened_and_closed_from_either_side(self, door: str) -> None:
        name = tuple(door.split("-"))
        for square in name:
            after = do(at(square), closing(door))
            assert after.doors == {name: "closed"}
            assert spent(after) == 2
            again = do(after, opening(door))
            assert again.doors == {}
            assert spent(again) == 4

    def test_5_5_named_by_its_squares_in_any_order(self) -> None:
        assert do(at("021"), closing("021-011")).doors == {EDWINS: "closed"}

    @pytest.mark.parametrize("door", DOORS)
    def test_5_5_only_what_is_open_is_closed_and_the_other_way_round(self, door: str) -> None:
        square = door.split("-", maxsplit=1)[0]
        assert refused(at(square), opening(door), "5.5", "is open").firm
        assert refused(at(square, closed=[door]), closing(door), "5.5", "already closed").firm

    def test_5_5_only_from_beside_it(self) -> None:
        """R-5.5b."""
        ruling = refused(at("022"), closing("011-021"), "5.5", "011", "021", "022")
        assert "R-5.5b" in ruling.cases
        refused(at("031", closed=["011-021"]), opening("011-021"), "5.5", "031")
        refused(at("001"), closing("011-021"), "5.5", "001")

    def test_5_5_only_where_there_is_a_door(self) -> None:
        for side in ("021-022", "012-022", "021-999"):
            assert refused(at("021"), closing(side), "5.5", "no door").firm
            assert refused(at("021"), opening(side), "5.5", "no door").firm

    @pytest.mark.parametrize("zombies", [{"021": 1}, {"021": "9 berserk"}])
    def test_5_5_not_with_zombies_in_the_square(self, zombies: dict[str, int | str]) -> None:
        refused(at("021", zombies=zombies), closing("011-021"), "5.5", "zombies in 021")
        refused(at("021", zombies=zombies, closed=["011-021"]), opening("011-021"), "5.5", "zombies in 021")

    def test_5_5_nor_with_a_super_zombie_there(self) -> None:
        """R-11.1c."""
        people = {"peter": "021", "fran": "021 super_zombie"}
        position = do(table(people=people), StartMove(("peter",)))
        ruling = refused(position, closing("011-021"), "5.5", "zombies in 021")
        assert "R-11.1c" in ruling.cases

    def test_5_5_zombies_on_the_other_side_are_no_bar(self) -> None:
        legal(at("021", zombies={"011": 5}), closing("011-021"), "5.5")

    def test_5_5_a_unit_shot_there_is_no_bar_any_more(self) -> None:
        position = do(at("021", zombies={"021": 3}), Shoot(("peter",), "021", {"peter": 6}, (2, 1)))
        legal(position, closing("011-021"), "5.5")

    def test_10_5_a_destroyed_door_is_open_for_good(self) -> None:
        ruling = refused(at("021", destroyed=["011-021"]), closing("011-021"), "10.5", "destroyed")
        assert "5.5" in ruling.cases
        refused(at("021", destroyed=["011-021"]), opening("011-021"), "5.5", "open")
        legal(at("021", destroyed=["011-021"]), Step("011"))

    @pytest.mark.parametrize(("left", "allowed"), [(2, True), (1, False), (0, False)])
    def test_5_1_two_points_must_be_left(self, left: int, allowed: bool) -> None:
        position = at("021", spent=8 - left)
        if allowed:
            legal(position, closing("011-021"), "5.5")
        else:
            refused(position, closing("011-021"), "5.1", "2 Movement Points", f"{left or 'none'} left")

    def test_5_5_before_and_after_walking(self) -> None:
        after = do(at("022"), Step("021"), closing("011-021"), Step("022"))
        assert spent(after) == 4

    def test_6_5_not_after_a_panic(self) -> None:
        position = do(at("021", zombies={"024": "2 berserk"}), Shoot(("peter",), "024", {"peter": 1}))
        refused(position, closing("011-021"), "6.5", "Peter panicked")

    def test_5_5_several_doors_of_one_square(self) -> None:
        after = do(at("043"), closing("033-043"), closing("043-044"))
        assert after.doors == {("033", "043"): "closed", ("043", "044"): "closed"}
        assert spent(after) == 4

    def test_5_5_a_door_overruled_past_the_points_spends_what_there_is(self) -> None:
        after = game.force(at("021", spent=7), CloseDoor(EDWINS)).after
        assert after is not None
        assert after.doors == {EDWINS: "closed"}
        assert spent(after) == 8

    def test_10_5_a_destroyed_door_is_closed_only_by_agreement(self) -> None:
        position = at("021", destroyed=["011-021"])
        assert not game.rule(position, CloseDoor(EDWINS)).legal
        assert game.force(position, CloseDoor(EDWINS)).legal
        assert not game.force(position, OpenDoor(EDWINS)).legal


class TestMainDoors:
    """5.5 and R-5.5a: for the whole allowance, from the square beside it."""

    @pytest.mark.parametrize(("door", "square"), [(d, s) for d, (s, _) in MAIN_DOORS.items()])
    def test_5_5_closed_from_its_own_square(self, door: str, square: str) -> None:
        after = do(at(square), CloseMainDoor(door))
        assert after.main_doors == {door: "closed"}
        assert spent(after) == 8
        assert after.trail == (square,)

    def test_5_5_on_the_mall_from_the_four_squares_of_the_book(self, mall: Setting) -> None:
        for door, square in {"north": "004", "west": "093", "east": "117", "south": "212"}.items():
            people = {"fran": square}
            position = do(table(people=people, setting=mall), StartMove(("fran",)))
            assert do(position, CloseMainDoor(door)).main_doors == {door: "closed"}

    @pytest.mark.parametrize(("door", "square"), [("north", "017"), ("south", "007"), ("west", "021")])
    def test_5_5_from_no_other_square(self, door: str, square: str) -> None:
        refused(at(square), CloseMainDoor(door), "5.5", door, MAIN_DOORS[door][0])

    def test_5_5_each_of_two_on_one_square(self, small: Setting) -> None:
        """A map may have two main doors in one corner."""
        north = small.board.main_doors["north"]
        both = {**small.board.main_doors, "south": replace(north, name="south")}
        setting = Setting(replace(small.board, main_doors=both), small.sheet)
        for door in ("north", "south"):
            assert do(at(north.square, setting=setting), CloseMainDoor(door)).main_doors == {door: "closed"}

    def test_5_5_not_after_coming_there(self) -> None:
        """R-5.5a: a character who has spent a point cannot spend the whole allowance."""
        position = do(at("017"), Step("007"))
        ruling = refused(position, CloseMainDoor("north"), "5.5", "whole Movement Allowance", "7 of 8")
        assert "R-5.5a" in ruling.cases

    def test_5_5_not_after_going_away_and_coming_back(self) -> None:
        """R-5.5a."""
        refused(do(at("007"), Step("017"), Step("007")), CloseMainDoor("north"), "5.5", "6 of 8")

    def test_5_5_not_after_working_another_door(self) -> None:
        """R-5.5a: on a map where a main door's square also has another door."""
        refused(do(at("057"), closing("056-057")), CloseMainDoor("south"), "5.5", "6 of 8")

    def test_5_5_nothing_is_left_afterwards_but_shots(self) -> None:
        """6.2: a shot costs no points, before or after."""
        position = do(at("007", zombies={"027": 9}), Shoot(("peter",), "027", dice=(1, 1)))
        position = do(position, CloseMainDoor("north"))
        refused(position, Step("017"), "5.1", "none left")
        legal(position, Shoot(("peter",), "027"), "6.4")

    def test_5_5_a_stack_closes_it_together(self) -> None:
        people = {"peter": "007", "fran": "007"}
        position = do(table(people=people), StartMove(("peter", "fran")), CloseMainDoor("north"))
        assert spent(position) == 5

    def test_5_5_not_with_zombies_in_the_square(self) -> None:
        refused(at("007", zombies={"007": 2}), CloseMainDoor("north"), "5.5", "zombies in 007")
        people = {"peter": "007", "fran": "007 super_zombie"}
        position = do(table(people=people), StartMove(("peter",)))
        refused(position, CloseMainDoor("north"), "5.5", "zombies in 007")

    def test_5_5_once_closed_it_is_never_opened(self) -> None:
        position = at("007", main_doors={"north": "closed"})
        assert refused(position, CloseMainDoor("north"), "5.5", "already closed").firm
        assert not any(a.do in {"open_door", "close_main_door"} for a in game.legal_actions(position))
        refused(position, opening("007-017"), "5.5", "no door")

    def test_5_5_no_main_door_of_another_name(self) -> None:
        assert refused(at("007"), CloseMainDoor("back"), "5.5", "back").firm

    def test_6_5_not_after_a_panic(self) -> None:
        position = do(at("007", zombies={"027": "2 berserk"}), Shoot(("peter",), "027", {"peter": 1}))
        refused(position, CloseMainDoor("north"), "6.5", "Peter panicked")

    def test_5_5_late_by_agreement_it_spends_what_there_is(self) -> None:
        after = game.force(do(at("017"), Step("007")), CloseMainDoor("north")).after
        assert after is not None
        assert after.main_doors == {"north": "closed"}
        assert spent(after) == 8


def test_5_0_nobody_works_a_door_who_is_not_on_the_move() -> None:
    for action in (closing("011-021"), CloseMainDoor("north")):
        refused(table(people={"peter": "021"}), action, "5.0", "choose")
    refused(table(people={"peter": "021"}, closed=["011-021"]), opening("011-021"), "5.0", "choose")
