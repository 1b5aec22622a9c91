"""9.0 Hidden Zombies: met by characters, revealed by the zombie player, all of them at last."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import (
    EndTurn,
    FreeMove,
    NextPhase,
    React,
    Reveal,
    RollFreeMoves,
    Shoot,
    StartMove,
    Step,
)
from rules.dawn_of_the_dead.position import Position
from tests.rules.dawn_of_the_dead.small_mall import SOLID_TOYS
from tests.rules.dawn_of_the_dead.table import do, legal, needs, refused, table

BOX: dict[str, Any] = {"hidden_box": [3, 7], "eliminated": [11]}


def human(zombies: dict[str, int | str | None] | None = None, **more: Any) -> Position:
    """Return a Human Player-Turn with Peter in 024, about to move, a hidden zombie in 014."""
    given: dict[str, Any] = {"hidden": ["014"], **BOX, **more}
    return do(table("human", {"peter": "024"}, zombies, **given), StartMove(("peter",)))


def reaction(hidden: list[str], zombies: dict[str, int | str | None] | None = None, **more: Any) -> Position:
    """Return a Reaction Phase: Peter, in 024, came by 023."""
    people = more.pop("people", {"peter": "024"})
    return table("reaction", people, zombies, trail=["023", "024"], hidden=hidden, **BOX, **more)


def free(hidden: list[str], zombies: dict[str, int | str | None] | None = None, **more: Any) -> Position:
    people = more.pop("people", {"peter": "024"})
    position = table("free_movement", people, zombies, hidden=hidden, **BOX, **more)
    return do(position, RollFreeMoves(1))


class TestMet:
    """9.1: the first character to enter the square meets the zombie at once."""

    def test_9_1_it_is_drawn_from_the_hidden_zombie_box(self) -> None:
        needs(human(), Step("014"), draw=1)
        after = do(human(), Step("014", draw=(7,)))
        assert after.zombies["014"].value == 7
        assert after.hidden == ()
        assert after.hidden_box == (3,)
        assert after.eliminated == (11,)

    @pytest.mark.parametrize("draw", [(11,), (2,), (3, 7), ()])
    def test_9_0_and_from_nowhere_else(self, draw: tuple[int, ...]) -> None:
        """11 lies among the eliminated units, and 2 nowhere."""
        assert refused(human(), Step("014", draw=draw), "9.0", listed=True).firm

    def test_9_1_entering_another_square_meets_nobody(self) -> None:
        after = do(human(), Step("025"))
        assert after.zombies == {}
        assert after.hidden == ("014",)

    def test_9_1_it_lies_open_and_the_square_is_zombie_occupied(self) -> None:
        after = do(human(), Step("014", draw=(7,)))
        assert [u["value"] for u in game.redact(after, "human").to_json()["zombies"]] == [7]
        refused(after, Step("015"), "5.1", "8 Movement Points")
        cheap = do(human(), Step("014", draw=(3,)))
        legal(cheap, Step("015"), "5.0", "3 Movement Points left")

    def test_9_1_whoever_shoots_at_it_checks_for_panic(self) -> None:
        after = do(human(), Step("014", draw=(7,)))
        needs(after, Shoot(("peter",), "014"), panic=("peter",))

    def test_9_1_the_log_says_that_it_was_met_and_not_its_value(self) -> None:
        ruling = legal(human(), Step("014", draw=(7,)))
        assert "hidden zombie" in ruling.story
        assert "7" not in ruling.story.replace("7 Movement", "")

    def test_9_1_it_happens_once(self) -> None:
        position = do(human(), Step("014", draw=(3,)), Shoot(("peter",), "014", {"peter": 6}, (6, 6)))
        assert position.zombies == {}
        after = do(position, Step("015"), Step("014"))
        assert after.zombies == {}


class TestPassedOver:
    """9.3 and R-9.3a: nothing is revealed where a unit stands, nor by itself once it was passed over."""

    def test_9_3_entering_where_a_unit_stands_meets_only_that(self) -> None:
        after = do(human({"014": 2}), Step("014"))
        assert after.hidden == ("014",)
        assert after.zombies["014"].value == 2

    def test_9_3_nor_does_it_appear_when_the_unit_is_shot(self) -> None:
        shot = do(human({"014": 2}), Step("014"), Shoot(("peter",), "014", {"peter": 6}, (6, 6)))
        assert shot.zombies == {}
        assert shot.hidden == ("014",)

    def test_9_3_nor_when_the_square_is_entered_again(self) -> None:
        """R-9.3a: entered while zombie-occupied, it is from then on the zombie player's to reveal."""
        position = do(human({"014": 2}), Step("014"), Shoot(("peter",), "014", {"peter": 6}, (6, 6)))
        after = do(position, Step("015"), Step("014"))
        assert after.zombies == {}
        assert after.hidden == ("014",)

    def test_9_3_the_zombie_player_may_reveal_it_once_the_square_is_free(self) -> None:
        taken = free(["014"], {"014": 2}, people={"peter": "024"})
        ruling = refused(taken, Reveal("014"), "9.3", "014")
        assert ruling.firm
        legal(do(taken, FreeMove(("015",), "014")), Reveal("014"), "9.2")

    def test_9_3_even_with_a_character_there(self) -> None:
        """He passed it over while another unit was there; now it comes up under his feet."""
        position = free(["024"], passed=["024"])
        after = do(position, Reveal("024", draw=(3,)))
        assert [u["value"] for u in game.redact(after, "human").to_json()["zombies"]] == [3]

    def test_9_3_no_second_one_in_the_square(self) -> None:
        after = do(free(["014"]), Reveal("014", draw=(3,)))
        assert refused(after, Reveal("014"), "9.0").firm

    def test_9_3_a_super_zombie_is_no_unit(self) -> None:
        people = {"peter": "024", "roger": "014 super_zombie"}
        legal(free(["014"], people=people), Reveal("014"), "9.2")
        moving = do(
            table("human", people, hidden=["014"], **BOX), StartMove(("peter",)), Step("014", draw=(3,))
        )
        assert set(moving.zombies) == {"014"}


class TestRevealedInReaction:
    """9.2 and R-9.2a: in reaction only where the unit would have to move, and then it must."""

    def test_9_2_one_that_saw_the_trail_may_be_revealed(self) -> None:
        ruling = legal(reaction(["020"]), Reveal("020"), "9.2")
        assert "R-9.2a" in ruling.cases
        assert ruling.needs == {"draw": 1}

    def test_9_2_it_must_then_react(self) -> None:
        position = do(reaction(["020"]), Reveal("020", draw=(7,)))
        refused(position, NextPhase(), "7.0", "020")
        after = do(position, React(("021",), "020"))
        assert after.zombies["021"].value == 7
        legal(after, NextPhase())

    def test_9_2_it_lies_face_down(self) -> None:
        ruling = legal(reaction(["020"]), Reveal("020", draw=(7,)))
        assert ruling.after is not None
        assert "7" not in ruling.reason + ruling.story
        for role in ("table", "human", "zombie"):
            assert [u["value"] for u in game.redact(ruling.after, role).to_json()["zombies"]] == [None]

    def test_9_2_nobody_is_obliged(self) -> None:
        legal(reaction(["020"]), NextPhase(), "4.0")

    def test_9_2_not_out_of_sight_of_the_trail(self) -> None:
        refused(reaction(["042"]), Reveal("042"), "9.2", "see where")
        refused(reaction(["014"], closed=[SOLID_TOYS]), Reveal("014"), "9.2", "see where")

    def test_9_2_not_behind_a_closed_door(self) -> None:
        """Glass lets it see the trail and keeps it from moving (7.2)."""
        position = table(
            "reaction", {"peter": "026"}, trail=["026"], hidden=["016"], closed=["016-026"], **BOX
        )
        refused(position, Reveal("016"), "9.2", "could not move")

    def test_9_2_not_behind_another_unit(self) -> None:
        position = reaction(["020"], {"021": 2}, people={"peter": "024", "fran": "021"})
        refused(position, Reveal("020"), "9.2", "could not move")

    def test_9_2_not_where_a_character_or_a_super_zombie_is(self) -> None:
        with_fran = reaction(["020"], people={"peter": "024", "fran": "020"}, passed=["020"])
        refused(with_fran, Reveal("020"), "9.2")
        with_super = reaction(["020"], people={"peter": "024", "fran": "020 super_zombie"})
        refused(with_super, Reveal("020"), "9.2")

    def test_9_2_only_where_one_waits(self) -> None:
        assert refused(reaction(["020"]), Reveal("021"), "9.0", "021").firm

    def test_9_2_not_in_other_phases(self) -> None:
        for phase in ("human", "berserk", "attack", "generation"):
            refused(table(phase, hidden=["020"], **BOX), Reveal("020"), "4.0")


class TestRevealedFreely:
    """9.2: in free movement anywhere, and it may be moved like any other."""

    def test_9_2_anywhere_without_using_a_move(self) -> None:
        position = do(free(["042"]), Reveal("042", draw=(3,)))
        legal(position, FreeMove(("043",), "042"), "7.0")

    def test_9_2_its_move_is_one_of_those_rolled(self) -> None:
        position = do(free(["042"], {"045": 2}), FreeMove(("046",), "045"), Reveal("042", draw=(3,)))
        refused(position, FreeMove(("043",), "042"), "7.0", "used up")

    def test_9_2_before_the_die_as_well(self) -> None:
        legal(table("free_movement", hidden=["042"], **BOX), Reveal("042"), "9.2")

    def test_9_2_it_need_not_be_moved(self) -> None:
        position = do(free(["042"], {"045": 2}), Reveal("042", draw=(3,)))
        legal(position, NextPhase(), "4.0")

    def test_9_2_one_in_sight_of_the_trail_that_stayed_hidden_may_still_move(self) -> None:
        """R-7.4a speaks of units; this one was none yet when the trail was seen."""
        position = table("free_movement", {"peter": "024"}, hidden=["020"], trail=["024"], **BOX)
        position = do(position, RollFreeMoves(1), Reveal("020", draw=(3,)))
        legal(position, FreeMove(("021",), "020"), "7.0")


class TestBareMap:
    """9.4 and R-9.4a: hidden ones do not count, until nobody else is left."""

    def test_9_4_a_hidden_zombie_hinders_nobody(self) -> None:
        position = do(
            table("human", {"peter": "024"}, {"026": 2}, hidden=["025"], **BOX), StartMove(("peter",))
        )
        legal(position, Shoot(("peter",), "026"), "6.4")
        assert refused(position, Shoot(("peter",), "025"), "6.0").firm

    def test_9_4_nor_does_it_react(self) -> None:
        legal(reaction(["020"]), NextPhase(), "4.0")

    def test_9_4_on_a_bare_map_they_must_come(self) -> None:
        ruling = refused(free(["042"]), NextPhase(), "9.4")
        assert "R-9.4a" in ruling.cases
        legal(do(free(["042"]), Reveal("042", draw=(3,))), NextPhase(), "4.0")

    def test_9_4_and_all_of_them(self) -> None:
        """The first that appears does not excuse the second."""
        position = do(free(["042", "050"]), Reveal("042", draw=(3,)))
        refused(position, NextPhase(), "9.4")
        legal(do(position, Reveal("050", draw=(7,))), NextPhase(), "4.0")

    def test_9_4_also_when_one_came_already_in_reaction(self) -> None:
        position = do(reaction(["020", "042"]), Reveal("020", draw=(3,)), React(("021",), "020"), NextPhase())
        refused(position, NextPhase(), "9.4")

    def test_9_4_not_while_a_unit_or_a_super_zombie_is_left(self) -> None:
        legal(free(["042"], {"045": 2}), NextPhase(), "4.0")
        people = {"peter": "024", "roger": "045 super_zombie"}
        legal(free(["042"], people=people), NextPhase(), "4.0")

    def test_9_4_not_where_one_cannot_be(self) -> None:
        """A unit stands in the square: nothing can be revealed there now, but as soon as it has gone."""
        position = free(["043"], {"043": 2}, swept=True)
        legal(position, NextPhase(), "4.0")
        refused(do(position, FreeMove(("042",), "043")), NextPhase(), "9.4")

    def test_9_4_none_that_must_come_is_barred_by_another(self) -> None:
        """The first to appear may not be moved onto the square of the second, nor be taken there."""
        position = do(free(["042", "043"]), Reveal("042", draw=(3,)))
        assert "R-9.4b" in refused(position, FreeMove(("043",), "042"), "9.4", "043").cases
        legal(position, FreeMove(("041",), "042"), "7.0")
        people = {"peter": "024", "roger": "042 super_zombie"}
        paired = free(["043"], {"042": 2}, swept=True, people=people)
        refused(paired, FreeMove(("043",), None, "roger", with_zombie=True), "9.4")
        legal(paired, FreeMove(("043",), None, "roger"), "11.2")

    def test_9_4_what_comes_onto_the_map_meanwhile_excuses_nobody(self) -> None:
        """Peter shoots the last unit and meets a hidden zombie himself: the other must still be revealed."""
        position = table("human", {"peter": "024"}, {"025": 1}, hidden=["014", "050"], **BOX)
        position = do(position, StartMove(("peter",)), Shoot(("peter",), "025", dice=(6, 6)))
        assert position.swept
        position = do(position, Step("014", draw=(3,)), EndTurn(), NextPhase(), NextPhase())
        refused(position, NextPhase(), "9.4")
        position = do(position, Reveal("050", draw=(7,)))
        assert not position.swept
        legal(position, NextPhase(), "4.0")

    def test_9_4_not_with_the_box_empty(self) -> None:
        """A position handed in with more secret squares than units must not hold the game up for ever."""
        position = table("free_movement", {"peter": "024"}, hidden=["042", "050"], hidden_box=[3])
        position = do(position, Reveal("042", draw=(3,)))
        legal(position, NextPhase(), "4.0")

    def test_9_4_the_reaction_phase_ends_all_the_same(self) -> None:
        legal(reaction(["042"]), NextPhase(), "4.0")


class TestPhysicalCounters:
    """With cardboard the unit is drawn at the table, face down, and read only when it lies open."""

    def test_9_1_a_draw_is_not_given(self) -> None:
        position = human(counters="physical", hidden_box=[None, None], eliminated=[])
        assert refused(position, Step("014", draw=(3,)), "9.0", listed=True).firm
        after = do(position, Step("014"))
        assert after.hidden_box == (None,)
        assert after.zombies["014"].value is None

    def test_9_1_its_value_is_asked_when_it_counts(self) -> None:
        position = human(counters="physical", hidden_box=[None], eliminated=[])
        after = do(position, Step("014"))
        needs(after, Step("015"), value=("014",))
        legal(after, Step("015", values={"014": 3}), "5.0", "3 Movement Points left")


def test_9_0_end_turn_then_reveal_from_play() -> None:
    """A hidden zombie that nobody met may still appear in the same Game-Turn's Reaction Phase."""
    position = do(human(), Step("025"), EndTurn(), NextPhase())
    refused(position, Reveal("014"), "9.2", "see where")
    seen = do(human(), Step("023"), Step("024"), EndTurn(), NextPhase())
    legal(seen, Reveal("014"), "9.2")
