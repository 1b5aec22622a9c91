"""5.4 and 9.1: squares with zombies in them, known, hidden and of cardboard. Peter has 8 Movement Points."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import FreeMove, React, RollFreeMoves, Shoot, StartMove, Step
from rules.dawn_of_the_dead.position import Position
from tests.rules.dawn_of_the_dead.table import do, legal, needs, refused, table


def on_the_move(zombies: dict[str, int | str | None], spent: int = 0) -> Position:
    """Return a position in which Peter moves from 022 and has spent some points."""
    move = {"characters": ["peter"], "spent": spent, "acted": spent > 0}
    return table("human", {"peter": "022"}, zombies, move=move)


def spent(position: Position) -> int:
    assert position.move is not None
    return position.move.spent


class TestZombiesInTheSquare:
    """5.4: in for one point, out for the Zombie Value and one."""

    def test_5_4_a_unit_is_no_bar_and_costs_nothing_to_meet(self) -> None:
        position = do(on_the_move({"021": 4}), Step("021"))
        assert spent(position) == 1

    def test_5_4_the_unit_is_turned_up_while_anybody_is_there(self) -> None:
        before = on_the_move({"021": 2})
        assert game.redact(before, "human").to_json()["zombies"][0]["value"] is None
        there = do(before, Step("021"))
        for role in ("human", "zombie", "table"):
            assert game.redact(there, role).to_json()["zombies"][0]["value"] == 2
        gone = do(there, Step("031"))
        for role in ("human", "zombie", "table"):
            assert game.redact(gone, role).to_json()["zombies"][0]["value"] is None

    def test_5_4_it_stays_turned_up_for_who_stays_behind(self) -> None:
        people = {"peter": "022", "steve": "022"}
        position = do(table(people=people, zombies={"022": 2}), StartMove(("peter",)), Step("021"))
        assert game.redact(position, "table").to_json()["zombies"][0]["value"] == 2

    @pytest.mark.parametrize("value", [1, 4, 7])
    def test_5_4_leaving_costs_the_value_and_one(self, value: int) -> None:
        position = on_the_move({"022": value})
        assert spent(do(position, Step("021"))) == value + 1

    def test_5_4_no_way_out_without_the_points(self) -> None:
        legal(on_the_move({"022": 7}), Step("021"), "5.0")
        ruling = refused(
            on_the_move({"022": 8}),
            Step("021"),
            "5.1",
            "9 Movement Points",
            "8 to get away",
            "022",
            "8 left",
        )
        assert "5.4" in ruling.cases
        refused(on_the_move({"022": 7}, spent=1), Step("021"), "5.1", "7 left")

    def test_5_4_from_one_unit_to_the_next(self) -> None:
        position = do(on_the_move({"021": 3, "031": 2}), Step("021"), Step("031"))
        assert spent(position) == 1 + 4
        assert spent(do(position, Step("032"))) == 5 + 3

    @pytest.mark.parametrize(("value", "cost"), [(None, 3), (4, 7)])
    def test_5_4_a_super_zombie_counts_two_more(self, value: int | None, cost: int) -> None:
        """R-5.4a and 11.3: the values in the square add up, and one for the next square."""
        people = {"peter": "022", "fran": "022 super_zombie"}
        zombies: dict[str, int | str | None] = {} if value is None else {"022": value}
        position = do(table(people=people, zombies=zombies), StartMove(("peter",)))
        assert spent(do(position, Step("021"))) == cost

    def test_5_4_a_super_zombie_and_a_unit_may_be_too_much(self) -> None:
        """R-5.4a: 6 and 2 and 1 are more than Peter's 8."""
        people = {"peter": "022", "fran": "022 super_zombie"}
        position = do(table(people=people, zombies={"022": 6}), StartMove(("peter",)))
        refused(position, Step("021"), "5.1", "9 Movement Points")

    def test_5_4_a_hidden_zombie_does_not_hold_anybody_until_met(self) -> None:
        """9.4: not on the map, not there; R-9.3a: met later it is another matter."""
        position = table(people={"peter": "044"}, hidden=["044"])
        assert spent(do(position, StartMove(("peter",)), Step("045"))) == 1


class TestMeetingHiddenZombies:
    """9.1 as it interrupts a move."""

    def test_9_1_it_is_drawn_turned_up_and_holds(self) -> None:
        before = table(people={"peter": "034"}, hidden=["033"], hidden_box=[3, 5], eliminated=[])
        before = do(before, StartMove(("peter",)))
        needs(before, Step("033"), draw=1)
        after = do(before, Step("033", draw=(5,)))
        assert after.zombies["033"].value == 5
        assert after.hidden == ()
        assert after.hidden_box == (3,)
        assert game.redact(after, "human").to_json()["zombies"] == [
            {"square": "033", "value": 5, "berserk": False}
        ]
        assert spent(do(after, Step("023"))) == 1 + 6

    def test_9_0_only_what_lies_in_the_box_can_be_drawn(self) -> None:
        before = table(people={"peter": "034"}, hidden=["033"], hidden_box=[3, 5], eliminated=[4])
        before = do(before, StartMove(("peter",)))
        for draw in ((4,), (3, 5), (), (12,)):
            assert refused(before, Step("033", draw=draw), "9.0", listed=True).firm

    def test_9_0_without_pools_any_value_can_be_drawn(self) -> None:
        before = do(table(people={"peter": "034"}, hidden=["033"]), StartMove(("peter",)))
        for value in (1, 11):
            assert do(before, Step("033", draw=(value,))).zombies["033"].value == value
        refused(before, Step("033", draw=(12,)), "9.0", "1 to 11", listed=True)

    def test_9_3_a_unit_in_the_square_keeps_it_hidden(self) -> None:
        """R-9.3a: it does not come out by itself later either."""
        before = do(table(people={"peter": "034"}, zombies={"033": 2}, hidden=["033"]), StartMove(("peter",)))
        after = do(before, Step("033"))
        assert after.hidden == ("033",)
        assert after.passed == {"033"}
        shot = do(after, Shoot(("peter",), "033", {"peter": 6}, (3, 3)), Step("034"))
        assert do(shot, Step("033")).hidden == ("033",)


class TestCardboard:
    """2.3, 5.4, 9.1 with cardboard counters: values are asked for when they count, and forgotten after."""

    def begun(self, people: str, zombies: dict[str, int | str | None], **more: Any) -> Position:
        position = table(people={"peter": people}, zombies=zombies, counters="physical", **more)
        return do(position, StartMove(("peter",)))

    def test_5_4_a_unit_turned_up_is_read(self) -> None:
        before = self.begun("022", {"021": "?"})
        needs(before, Step("021"), value=("021",))
        after = do(before, Step("021", values={"021": 3}))
        assert after.zombies["021"].value == 3
        gone = do(after, Step("031"))
        assert spent(gone) == 1 + 4
        assert gone.zombies["021"].value is None

    def test_5_4_it_is_read_anew_the_next_time(self) -> None:
        gone = do(self.begun("022", {"021": "?"}), Step("021", values={"021": 3}), Step("020"))
        needs(gone, Step("021"), value=("021",))

    def test_9_1_a_hidden_zombie_is_not_asked_about_beforehand(self) -> None:
        """Asking first would give it away; it is asked for when somebody leaves or shoots."""
        before = self.begun("034", {}, hidden=["033"])
        assert not legal(before, Step("033")).needs
        assert game.check(before, Step("033")).reason == game.check(before, Step("024")).reason.replace(
            "024", "033"
        )
        met = do(before, Step("033"))
        assert met.zombies["033"].value is None
        needs(met, Step("032"), value=("033",))
        away = do(met, Step("032", values={"033": 4}))
        assert spent(away) == 1 + 5
        assert away.zombies["033"].value is None

    def test_9_1_a_hidden_zombie_is_drawn_at_the_table(self) -> None:
        before = self.begun("034", {}, hidden=["033"])
        refused(before, Step("033", draw=(3,)), "9.0", "cardboard", listed=True)

    def test_5_4_a_value_too_high_to_leave(self) -> None:
        before = self.begun("033", {"033": "?"})
        refused(before, Step("032", values={"033": 9}), "5.1", "9 to get away", listed=True)
        legal(before, Step("032", values={"033": 7}))

    def test_5_4_from_one_unread_unit_to_the_next(self) -> None:
        before = self.begun("033", {"033": "?", "032": "?"})
        needs(before, Step("032"), value=("033", "032"))
        needs(before, Step("032", values={"033": 2}), value=("032",))
        assert spent(do(before, Step("032", values={"033": 2, "032": 4}))) == 3

    def test_5_4_a_unit_that_comes_to_a_character_may_be_read_at_once(self) -> None:
        """It is not asked for until it counts; in reaction as in free movement."""
        reacting = table("reaction", {"peter": "022"}, {"023": "?"}, counters="physical", trail=["022"])
        assert do(reacting, React(("022",), "023")).zombies["022"].value is None
        assert do(reacting, React(("022",), "023", values={"022": 5})).zombies["022"].value == 5
        free = do(
            table("free_movement", {"peter": "022"}, {"023": "?"}, counters="physical"), RollFreeMoves(1)
        )
        assert do(free, FreeMove(("022",), "023", values={"022": 5})).zombies["022"].value == 5

    def test_2_3_a_value_given_for_a_unit_that_stays_face_down_is_refused(self) -> None:
        free = do(
            table("free_movement", {"peter": "022"}, {"044": "?"}, counters="physical"), RollFreeMoves(1)
        )
        refused(free, FreeMove(("045",), "044", values={"045": 5}), "R-5.4b", "045", listed=True)
        assert do(free, FreeMove(("045",), "044")).zombies["045"].value is None

    def test_2_3_digital_values_are_not_taken_from_players(self) -> None:
        before = do(table(zombies={"022": 5}), StartMove(("peter",)))
        refused(before, Step("021", values={"022": 1}), "R-5.4b", "own counters", listed=True)
        assert spent(do(before, Step("021"))) == 6
