"""7.0 Zombie Movement, the Reaction Phase: who must move, who is exempt, and how far they go."""

from __future__ import annotations

from typing import Any

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import (
    FreeMove,
    NextPhase,
    React,
    RollFreeMoves,
)
from rules.dawn_of_the_dead.position import Position
from rules.dawn_of_the_dead.zombies.zombie_movement import must_react
from tests.rules.dawn_of_the_dead.small_mall import GLASS_TOYS
from tests.rules.dawn_of_the_dead.table import do, legal, refused, table

HUNTED = {"peter": "024"}


def reaction(
    zombies: dict[str, int | str | None], people: dict[str, str] | None = None, *trail: str, **more: Any
) -> Position:
    """Return the start of a Reaction Phase; by default Peter just entered 024."""
    return table("reaction", people or HUNTED, zombies, trail=list(trail or ("024",)), **more)


class TestDuty:
    """7.0 and R-7.2a: all that saw the trail must move, in any order, before the phase ends."""

    def test_7_2_the_phase_waits_for_whoever_can_still_react(self) -> None:
        position = reaction({"020": 3, "032": 2})
        ruling = refused(position, NextPhase(), "7.0", "020", "032")
        assert "R-7.2a" in ruling.cases
        position = do(position, React(("022",), "032"))
        refused(position, NextPhase(), "7.0", "020")
        legal(do(position, React(("021",), "020")), NextPhase(), "4.0")

    def test_7_2_any_order_will_do(self) -> None:
        first = do(reaction({"020": 3, "032": 2}), React(("021",), "020"), React(("022",), "032"))
        second = do(reaction({"020": 3, "032": 2}), React(("022",), "032"), React(("021",), "020"))
        assert first.zombies == second.zombies

    def test_7_2_who_was_barred_moves_once_the_way_is_free(self) -> None:
        """The unit in 021 stands behind that in 022, which moves on."""
        position = reaction({"021": 3, "022": 2})
        assert must_react(position) == ("022",)
        refused(position, React(("022",), "021"), "7.2")
        position = do(position, React(("023",), "022"))
        assert must_react(position) == ("021",)
        refused(position, NextPhase(), "7.0", "021")

    def test_7_2_none_moves_twice(self) -> None:
        position = do(reaction({"020": 3}), React(("021",), "020"))
        refused(position, React(("022",), "021"), "7.5", "already")


class TestExemptions:
    """7.2: the four exemptions, each with the position in which it does not hold."""

    def test_7_2_1_a_unit_with_a_character_stays(self) -> None:
        position = reaction({"022": 3}, {"peter": "024", "fran": "022"})
        ruling = refused(position, React(("023",), "022"), "7.2", "character")
        assert "7.6" in ruling.cases
        legal(position, NextPhase())

    def test_7_2_1_one_without_does_not(self) -> None:
        refused(reaction({"022": 3}), NextPhase(), "7.0", "022")

    def test_7_2_2_no_unit_crosses_a_closed_door(self) -> None:
        position = reaction({"016": 3}, {"peter": "026"}, "026", closed=[GLASS_TOYS])
        refused(position, React(("026",), "016"), "7.2", "closed")
        legal(position, NextPhase())

    def test_7_2_2_an_open_or_destroyed_door_is_crossed(self) -> None:
        position = reaction({"016": 3}, {"peter": "026"}, "026")
        refused(position, NextPhase(), "7.0", "016")
        legal(position, React(("026",), "016"), "7.0")
        broken = reaction({"016": 3}, {"peter": "026"}, "026", destroyed=[GLASS_TOYS])
        legal(broken, React(("026",), "016"), "7.0")

    def test_7_2_3_no_unit_enters_a_zombie_occupied_square(self) -> None:
        """The unit in 023 is Fran's and stays, so that in 022 has nowhere to go."""
        position = reaction({"022": 3, "023": 2}, {"peter": "024", "fran": "023"})
        ruling = refused(position, React(("023",), "022"), "7.2", "023")
        assert ruling.firm
        legal(position, NextPhase())

    def test_7_2_3_of_two_sent_to_one_square_only_one_goes(self) -> None:
        """From 013 and from 015 the one step towards 024 is 014; either may take it, not both."""
        for first, second in (("013", "015"), ("015", "013")):
            seen = reaction({"013": 2, "015": 2}, HUNTED, "014", "024")
            position = do(seen, React(("014",), first))
            refused(position, React(("014",), second), "7.2", "014")
            legal(position, NextPhase())

    def test_7_2_3_one_is_not_excused_while_another_square_is_nearer_too(self) -> None:
        position = do(
            reaction({"030": 2, "031": 2, "021": 2}), React(("022",), "021"), React(("032",), "031")
        )
        refused(position, NextPhase(), "7.0", "030")

    def test_7_2_4_a_unit_with_a_super_zombie_may_react_and_need_not(self) -> None:
        position = reaction({"020": 3}, {"peter": "024", "roger": "020 super_zombie"})
        legal(position, NextPhase())
        legal(position, React(("021",), "020"), "7.0")
        legal(position, React(("021", "022", "023"), None, "roger", with_zombie=True), "11.4")

    def test_7_2_4_once_the_super_zombie_has_left_it_must(self) -> None:
        """R-7.2b."""
        position = do(
            reaction({"020": 3}, {"peter": "024", "roger": "020 super_zombie"}),
            React(("021",), None, "roger"),
        )
        refused(position, NextPhase(), "7.0", "020")

    def test_7_2_4_a_super_zombie_itself_need_not(self) -> None:
        position = reaction({}, {"peter": "024", "roger": "020 super_zombie"})
        legal(position, NextPhase())
        legal(position, React(("021",), None, "roger"), "11.4")


class TestOneMoveEach:
    """7.4 and R-7.4a: a unit that saw the trail has had its move."""

    def test_7_4_one_that_reacted_has_no_free_move(self) -> None:
        position = _rolled(do(reaction({"020": 3}), React(("021",), "020"), NextPhase()))
        refused(position, FreeMove(("022",), "021"), "7.4", "021")

    def test_7_4_nor_one_that_could_not_react(self) -> None:
        behind_glass = reaction({"016": 3}, {"peter": "026"}, "026", closed=[GLASS_TOYS])
        position = _rolled(do(behind_glass, NextPhase()))
        ruling = refused(position, FreeMove(("015",), "016"), "7.4", "016")
        assert "R-7.4a" in ruling.cases
        assert "saw where the characters went" in ruling.reason

    def test_7_4_one_that_saw_nothing_has(self) -> None:
        position = _rolled(do(reaction({"042": 3}), NextPhase()))
        legal(position, FreeMove(("043",), "042"), "7.0")

    def test_7_4_a_phase_handed_in_without_memory_goes_by_the_trail(self) -> None:
        position = _rolled(table("free_movement", HUNTED, {"020": 3, "042": 3}, trail=["024"]))
        refused(position, FreeMove(("021",), "020"), "7.4")
        legal(position, FreeMove(("043",), "042"), "7.0")


def _rolled(position: Position) -> Position:
    return do(position, RollFreeMoves(6))


class TestHowFar:
    """7.5 and R-7.5a: one square for a unit; two for a berserk one, if it can end there."""

    def test_7_5_a_unit_goes_one_square(self) -> None:
        refused(reaction({"020": 3}), React(("021", "022"), "020"), "7.5")
        legal(reaction({"020": 3}), React(("021",), "020"), "7.0")

    def test_7_5_a_berserk_one_goes_two(self) -> None:
        position = reaction({"020": "3 berserk"})
        twice = legal(position, React(("021", "022"), "020"), "10.2")
        assert {"7.5", "R-7.5a"} <= set(twice.cases)
        ruling = refused(position, React(("021",), "020"), "7.5", "two")
        assert "R-7.5a" in ruling.cases

    def test_7_5_and_not_three(self) -> None:
        refused(reaction({"020": "3 berserk"}), React(("021", "022", "023"), "020"), "7.5")

    def test_7_5_both_steps_lead_towards(self) -> None:
        position = reaction({"030": "3 berserk"})
        for way in (("020", "021"), ("031", "021"), ("031", "032")):
            legal(position, React(way, "030"), "10.2")
        refused(reaction({"020": "3 berserk"}), React(("021", "031"), "020"), "7.0", "nearer")

    def test_7_5_coming_back_is_not_nearer(self) -> None:
        refused(reaction({"020": "3 berserk"}), React(("021", "020"), "020"), "7.0", "nearer")

    def test_7_5_it_passes_a_zombie_occupied_square(self) -> None:
        position = reaction({"020": "3 berserk", "021": "2"}, {"peter": "024", "fran": "033"})
        assert set(do(position, React(("021", "022"), "020")).zombies) == {"021", "022"}

    def test_7_5_but_cannot_end_in_one_so_one_step_is_enough(self) -> None:
        """Fran holds the unit in 022, and from 020 no other way of two squares leads towards Peter."""
        position = reaction({"020": "3 berserk", "022": 2}, {"peter": "024", "fran": "022"})
        refused(position, React(("021", "022"), "020"), "7.2", "022")
        legal(position, React(("021",), "020"), "10.2")

    def test_7_5_with_both_squares_taken_it_stays(self) -> None:
        people = {"peter": "024", "fran": "022", "steve": "021"}
        position = reaction({"020": "3 berserk", "021": 2, "022": 2}, people)
        assert must_react(position) == ()
        legal(position, NextPhase())

    def test_7_5_it_cannot_pass_a_closed_door(self) -> None:
        """Peter stands beyond the glass of 026: from 015 the berserk unit gets no farther than 016."""
        people = {"peter": "026"}
        position = reaction({"006": "3 berserk"}, people, "026", closed=[GLASS_TOYS])
        refused(position, React(("016", "026"), "006"), "7.2", "closed")
        legal(position, React(("016",), "006"), "10.2")
        open_door = reaction({"006": "3 berserk"}, people, "026")
        legal(open_door, React(("016", "026"), "006"), "10.2")


class TestWithCharacters:
    """7.6 and R-7.6a: a zombie may enter a character's square, stops there, and does not leave one."""

    def test_7_6_a_unit_enters_and_lies_open(self) -> None:
        position = do(reaction({"023": 3}), React(("024",), "023"))
        (unit,) = game.redact(position, "human").to_json()["zombies"]
        assert unit == {"square": "024", "value": 3, "berserk": False}

    def test_7_6_a_berserk_unit_stops_at_the_first_character(self) -> None:
        position = reaction({"021": "3 berserk"}, {"peter": "024", "fran": "022"})
        legal(position, React(("022",), "021"), "10.2")
        ruling = refused(position, React(("022", "023"), "021"), "7.6", "022")
        assert "R-7.6a" in ruling.cases

    def test_7_5_it_goes_past_a_character_where_that_takes_it_two_squares(self) -> None:
        """From 031 it would stop with Fran in 021; by 032 it goes two squares."""
        position = reaction({"031": "3 berserk"}, {"peter": "024", "fran": "021"})
        legal(position, React(("032", "022"), "031"), "10.2")
        for near in ("021", "032"):
            assert "R-7.5a" in refused(position, React((near,), "031"), "7.5", "two").cases
        surrounded = reaction({"031": "3 berserk"}, {"peter": "024", "fran": "021", "steve": "032"})
        legal(surrounded, React(("021",), "031"), "10.2")


class TestSecrecy:
    """7.7: values stay hidden from everybody while units move."""

    def test_7_7_a_move_shows_no_value(self) -> None:
        ruling = legal(reaction({"020": 11}), React(("021",), "020"))
        assert ruling.after is not None
        assert "11" not in ruling.reason + ruling.story
        for role in ("table", "human", "zombie"):
            assert [u["value"] for u in game.redact(ruling.after, role).to_json()["zombies"]] == [None]
