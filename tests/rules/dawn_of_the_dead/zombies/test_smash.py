"""10.4 and 10.5: glass that berserk units break."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import (
    FreeMove,
    NextPhase,
    React,
    RollFreeMoves,
    Smash,
)
from tests.rules.dawn_of_the_dead.glass_front import BANK, ROUND, TOYS, free, reaction
from tests.rules.dawn_of_the_dead.small_mall import GLASS_BANK, GLASS_TOYS, SOLID_TOYS
from tests.rules.dawn_of_the_dead.table import do, legal, needs, refused, table


class TestSmashingFreely:
    """10.4 in the Free Movement Phase: a closed glass door beside it, and a character in sight through it."""

    def test_10_4_a_berserk_unit_may_try(self) -> None:
        legal(free({"016": "9 berserk"}, "026"), Smash(TOYS, "016"), "10.4")

    def test_10_4_a_calm_one_may_not(self) -> None:
        refused(free({"016": 9}, "026"), Smash(TOYS, "016"), "10.4", "berserk")

    def test_10_4_from_either_side(self) -> None:
        legal(free({"026": "9 berserk"}, "016"), Smash(TOYS, "026"), "10.4")

    def test_10_4_the_character_may_stand_farther_off(self) -> None:
        legal(free({"016": "9 berserk"}, "036"), Smash(TOYS, "016"), "10.4")

    def test_10_4_but_in_sight(self) -> None:
        ruling = refused(free({"016": "9 berserk"}, "022"), Smash(TOYS, "016"), "10.4", "in sight")
        assert "R-10.4a" in ruling.cases

    def test_10_4_through_that_very_door(self) -> None:
        """R-10.4a: Peter in 006 is in plain sight of 016, though not through the glass."""
        refused(free({"016": "9 berserk"}, "006"), Smash(TOYS, "016"), "10.4", "through that door")

    def test_10_4_any_character_counts_even_one_who_lies_stunned(self) -> None:
        position = table("free_movement", {"fran": "026 stunned"}, {"016": "9 berserk"}, closed=[GLASS_TOYS])
        legal(position, Smash(TOYS, "016"), "10.4")

    def test_10_4_a_super_zombie_is_no_character_to_be_seen(self) -> None:
        position = table(
            "free_movement", {"fran": "026 super_zombie"}, {"016": "9 berserk"}, closed=[GLASS_TOYS]
        )
        refused(position, Smash(TOYS, "016"), "10.4", "in sight")

    def test_10_4_the_door_must_be_beside_it(self) -> None:
        refused(free({"006": "9 berserk"}, "026"), Smash(TOYS, "006"), "10.4", "side")

    def test_10_4_not_after_another_move(self) -> None:
        position = do(free({"015": "9 berserk"}, "026"), FreeMove(("016",), "015"))
        ruling = refused(position, Smash(TOYS, "016"), "10.4", "saw where the characters went")
        assert "7.4" in ruling.cases

    def test_10_4_it_counts_as_the_move(self) -> None:
        position = do(free({"016": "9 berserk"}, "026"), Smash(TOYS, "016", dice=(6, 6)))
        refused(position, FreeMove(("015",), "016"), "7.4")
        refused(position, Smash(TOYS, "016"), "10.4", "saw where the characters went")

    def test_10_4_it_uses_none_of_the_moves_rolled(self) -> None:
        position = do(
            free({"016": "9 berserk", "044": 2}, "026"), RollFreeMoves(1), Smash(TOYS, "016", dice=(6, 6))
        )
        legal(position, FreeMove(("045",), "044"), "7.0")

    def test_10_4_not_by_one_that_saw_the_trail(self) -> None:
        """R-7.4a: it had its reaction, used or not."""
        position = do(reaction({"016": "9 berserk"}, "026"), NextPhase())
        refused(position, Smash(TOYS, "016"), "10.4", "saw where the characters went")

    def test_10_4_not_with_a_character_in_its_square(self) -> None:
        position = table(
            "free_movement", {"fran": "016", "peter": "026"}, {"016": "9 berserk"}, closed=[GLASS_TOYS]
        )
        refused(position, Smash(TOYS, "016"), "7.6", "016")


class TestWhichDoors:
    """10.4: neither open glass, nor solid doors, nor main doors are broken."""

    def test_10_4_open_glass_is_not(self) -> None:
        assert refused(free({"016": "9 berserk"}, "026", closed=[]), Smash(TOYS, "016"), "10.4", "open").firm

    def test_10_4_nor_broken_glass(self) -> None:
        position = free({"016": "9 berserk"}, "026", closed=[], destroyed=[GLASS_TOYS])
        assert refused(position, Smash(TOYS, "016"), "10.4", "destroyed").firm

    def test_10_4_nor_a_solid_door(self) -> None:
        position = free({"014": "9 berserk"}, "024", closed=[SOLID_TOYS])
        refused(position, Smash(("014", "024"), "014"), "10.4", "solid")

    def test_10_4_nor_a_wall_or_an_open_side(self) -> None:
        position = free({"015": "9 berserk"}, "025")
        assert refused(position, Smash(("015", "025"), "015"), "10.4", "no door").firm
        assert refused(position, Smash(("015", "016"), "015"), "10.4", "no door").firm

    def test_10_4_nobody_strikes_where_nobody_is(self) -> None:
        assert refused(free({"016": "9 berserk"}, "026"), Smash(TOYS, "026"), "10.4", "026").firm
        assert refused(free({"016": "9 berserk"}, "026"), Smash(TOYS), "10.4").firm


class TestSmashingInReaction:
    """10.4 in the Reaction Phase: only where the glass itself keeps the unit from reacting."""

    def test_10_4_a_unit_blocked_by_the_glass_may_try(self) -> None:
        position = reaction({"016": "9 berserk"}, "026")
        legal(position, Smash(TOYS, "016"), "10.4")
        legal(position, NextPhase(), "4.0")

    def test_10_4_one_that_can_react_otherwise_may_not(self) -> None:
        """From 041 the least way to Fran in 021 is through the glass; to Peter in 043 it is not."""
        seen = {"peter": "043", "fran": "021"}
        position = reaction({"041": "9 berserk"}, "043", people=seen, closed=[GLASS_BANK])
        refused(position, Smash(BANK, "041"), "10.4", "does not block")
        hunted = reaction({"041": "9 berserk"}, "021", closed=[GLASS_BANK])
        legal(hunted, Smash(BANK, "041"), "10.4")

    def test_10_4_nor_one_with_another_way_just_as_near(self) -> None:
        """From 016 Peter in 024 is as near by the toy shop's other door; Fran stands behind the glass."""
        more: dict[str, Any] = {"people": {"peter": "024", "fran": "026"}, "trail": ROUND}
        ruling = refused(reaction({"016": "9 berserk"}, "024", **more), Smash(TOYS, "016"), "10.4")
        assert "R-10.4b" in ruling.cases
        legal(reaction({"016": "9 berserk", "015": 2, "014": 2}, "024", **more), Smash(TOYS, "016"), "10.4")

    def test_10_4_one_that_did_not_see_the_trail_may_not(self) -> None:
        """Fran stands before the glass; but it was Peter who moved, far away."""
        seen = {"peter": "055", "fran": "026"}
        position = reaction({"016": "9 berserk"}, "055", people=seen)
        refused(position, Smash(TOYS, "016"), "7.1", "016")

    def test_10_4_the_character_in_sight_may_be_another_than_the_one_who_moved(self) -> None:
        """Peter passed 026 and hurried on to 037; the glass is in the way, and Fran is behind it."""
        seen = {"peter": "027", "fran": "026"}
        position = reaction({"016": "9 berserk"}, "027", people=seen, trail=["026", "027"])
        legal(position, Smash(TOYS, "016"), "10.4")

    def test_10_4_it_must_see_somebody_through_the_door(self) -> None:
        """The trail led past the glass; now Peter is where 016 does not see him."""
        position = reaction({"016": "9 berserk"}, "022", trail=["026", "025", "024", "023", "022"])
        refused(position, Smash(TOYS, "016"), "10.4")

    def test_10_4_a_calm_unit_waits(self) -> None:
        refused(reaction({"016": 9}, "026"), Smash(TOYS, "016"), "10.4", "berserk")

    def test_10_4_it_counts_as_the_reaction(self) -> None:
        position = do(reaction({"016": "9 berserk"}, "026"), Smash(TOYS, "016", dice=(1, 1)))
        refused(position, React(("026",), "016"), "7.5", "already")
        position = do(position, NextPhase())
        refused(position, FreeMove(("026",), "016"), "7.4")


class TestDiceAgainstGlass:
    """10.5: two dice below the Zombie Value break the glass, for good."""

    @pytest.mark.parametrize(
        ("value", "dice", "breaks"),
        [(9, (4, 4), True), (9, (5, 4), False), (9, (6, 6), False), (3, (1, 1), True), (2, (1, 1), False)],
    )
    def test_10_5_less_than_the_value_breaks_it(
        self, value: int, dice: tuple[int, int], breaks: bool
    ) -> None:
        after = do(free({"016": f"{value} berserk"}, "026"), Smash(TOYS, "016", dice=dice))
        assert after.doors == ({TOYS: "destroyed"} if breaks else {TOYS: "closed"})

    def test_10_5_two_dice_are_wanted(self) -> None:
        needs(free({"016": "9 berserk"}, "026"), Smash(TOYS, "016"), dice=2)
        for dice in ((3,), (1, 1, 1), (0, 4)):
            refused(free({"016": "9 berserk"}, "026"), Smash(TOYS, "016", dice=dice), "10.5", listed=True)

    def test_10_5_everybody_sees_the_value_until_the_next_action(self) -> None:
        after = do(free({"016": "9 berserk"}, "026"), Smash(TOYS, "016", dice=(6, 6)))
        for role in ("table", "human", "zombie"):
            assert [u["value"] for u in game.redact(after, role).to_json()["zombies"]] == [9]
        later = do(after, RollFreeMoves(1))
        assert [u["value"] for u in game.redact(later, "zombie").to_json()["zombies"]] == [None]

    def test_10_5_the_log_does_not_tell_it(self) -> None:
        ruling = legal(free({"016": "11 berserk"}, "026"), Smash(TOYS, "016", dice=(6, 4)))
        assert "11" not in ruling.story

    def test_10_5_others_pass_the_broken_door_in_the_same_phase(self) -> None:
        position = free({"016": "9 berserk", "026": 2}, "036")
        position = do(position, RollFreeMoves(2), Smash(TOYS, "016", dice=(1, 1)))
        refused(position, FreeMove(("016",), "026"), "7.6")
        legal(position, FreeMove(("025",), "026"), "7.0")
        way = do(
            free({"006": 3, "016": "9 berserk"}, "036"), RollFreeMoves(1), Smash(TOYS, "016", dice=(1, 1))
        )
        assert way.doors[TOYS] == "destroyed"

    def test_10_5_cardboard_tells_its_value(self) -> None:
        position = free({"016": "? berserk"}, "026", counters="physical")
        needs(position, Smash(TOYS, "016"), dice=2, value=("016",))
        after = do(position, Smash(TOYS, "016", dice=(1, 1), values={"016": 3}))
        assert after.doors == {TOYS: "destroyed"}
        assert after.zombies["016"].value is None
