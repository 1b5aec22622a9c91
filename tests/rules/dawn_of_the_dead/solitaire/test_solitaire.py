"""15.0 to 15.4: what is different when nobody plays the zombies, up to the free moves."""

from __future__ import annotations

from typing import Any

import pytest

from rules.board.board import Board
from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import (
    CheckBerserk,
    EndTurn,
    NextPhase,
    RollEntrance,
    RollHidden,
)
from rules.dawn_of_the_dead.equipment.equipment import Setting
from rules.dawn_of_the_dead.position import Position
from rules.dawn_of_the_dead.solitaire.solitaire import berserk_candidates
from tests.rules.dawn_of_the_dead.small_mall import GLASS_BANK, GLASS_EDWINS, map_data
from tests.rules.dawn_of_the_dead.table import do, legal, needs, refused, table

ONE = (1, 1)
"""The dice for a square whose number ends in 1: 001 and 011 above the hall, 041 and 051 below."""

FAR = {"057": 3}
POOL = [2, 4, 4]


def appearing(trail: str = "022", zombies: dict[str, Any] | None = None, **more: Any) -> Position:
    """Return a table about to roll on the Hidden Zombie Table, Peter just having moved."""
    given: dict[str, Any] = {
        "trail": [trail],
        "eliminated": POOL,
        "mode": "solitaire",
        "people": {"peter": trail},
    } | more
    return table("hidden_appearance", zombies=FAR if zombies is None else zombies, **given)


def unmoved(people: dict[str, str]) -> Position:
    """Return such a table after a Human Player-Turn in which nobody moved."""
    return table("hidden_appearance", people, FAR, mode="solitaire", eliminated=POOL)


def appeared(position: Position, **given: Any) -> set[str]:
    """Return the squares of the units that a roll of ONE put on the map."""
    after = game.rule(position, RollHidden(**{"dice": ONE, "draw": (4,)} | given)).after
    assert after
    return set(after.zombies) - set(position.zombies)


class TestCase_15_0:
    @pytest.mark.parametrize(
        ("mode", "alone"), [("two-player", False), ("solitaire", True), ("cooperative", True)]
    )
    def test_15_0_nobody_plays_the_zombies_alone_or_together(self, mode: str, alone: bool) -> None:
        position = table(mode=mode, zombies=FAR)
        assert position.solitaire is alone
        assert do(position, EndTurn()).phase == ("hidden_appearance" if alone else "berserk")


class TestCase_15_1:
    def test_15_1_no_squares_are_assigned_and_all_five_lie_with_the_eliminated(self, small: Setting) -> None:
        position = game.set_up(small, "solitaire", "physical", ())
        assert (position.phase, position.hidden, position.hidden_box) == ("place_characters", (), ())
        assert len(position.eliminated) == 50 - len(small.zombie_squares)

    def test_15_1_the_unit_comes_from_the_eliminated(self) -> None:
        after = do(appearing(), RollHidden(ONE, draw=(4,)))
        assert sorted(v or 0 for v in after.eliminated) == [2, 4]
        assert after.zombies["011"].value == 4
        refused(appearing(), RollHidden(ONE, draw=(5,)), "15.1", "not among the units", listed=True)
        refused(appearing(), RollHidden(ONE, draw=(2, 4)), "15.1", listed=True)
        needs(appearing(), RollHidden(ONE), draw=1)

    def test_15_1_with_nothing_eliminated_nothing_appears(self) -> None:
        position = appearing(eliminated=[], hidden_box=[])
        assert do(position, RollHidden(ONE)).zombies == position.zombies

    def test_15_1a_what_begins_among_the_eliminated_may_enter(self) -> None:
        """R-15.1a: the five count as eliminated for 13.3."""
        position = table("generation", zombies=FAR, mode="solitaire", eliminated=POOL)
        assert do(position, RollEntrance((4, 4))).zombies == position.zombies, "south is occupied"
        assert do(position, RollEntrance((3, 3), draw=(2,))).zombies["007"].value == 2


class TestCase_15_2:
    def test_15_2_the_table_is_rolled_on_once_and_first(self) -> None:
        refused(appearing(), NextPhase(), "15.2")
        needs(appearing(), RollHidden(), dice=2)
        refused(appearing(), RollHidden((0, 7)), "15.8", listed=True)
        rolled = do(appearing(), RollHidden((1, 6)))
        refused(rolled, RollHidden(), "15.2")
        assert do(rolled, NextPhase()).phase == "berserk"

    def test_15_2_the_nearest_to_those_who_moved_in_movement_points(self) -> None:
        assert appeared(appearing("022")) == {"011"}
        assert appeared(appearing("032")) == {"041"}

    def test_15_2_those_who_stayed_do_not_count(self) -> None:
        position = appearing("022", people={"peter": "022", "fran": "031"})
        assert appeared(position) == {"011"}

    def test_15_2a_a_closed_door_is_two_more(self) -> None:
        """R-15.2a: 011 is two away and two more for the door, 041 is three away."""
        assert appeared(appearing("022", closed=[GLASS_EDWINS])) == {"041"}
        assert appeared(appearing("022", closed=[GLASS_EDWINS, GLASS_BANK])) == {"011"}
        assert appeared(appearing("022", destroyed=[GLASS_EDWINS])) == {"011"}

    def test_15_2a_if_nobody_moved_the_nearest_character_counts(self) -> None:
        """R-15.2a: 011 is next to Peter, 041 three away from Fran."""
        people = {"peter": "021", "fran": "033", "roger": "-  killed", "steve": "051 super_zombie"}
        assert appeared(appearing("021", people=people)) == {"011"}
        assert appeared(unmoved(people)) == {"011"}
        tied = unmoved(people | {"fran": "031"})
        needs(tied, RollHidden(ONE), square=("011", "041"))

    def test_15_2_of_equally_near_squares_the_player_chooses(self) -> None:
        """From 021 both 001, behind the unit in 011, and 041 are two away."""
        tied = appearing("021", {"011": 3})
        needs(tied, RollHidden(ONE), square=("001", "041"))
        assert appeared(tied, square="041") == {"041"}
        assert appeared(tied, square="001") == {"001"}
        refused(tied, RollHidden(ONE, "051"), "15.2", "cannot appear in 051", listed=True)
        refused(appearing(), RollHidden(ONE, "041"), "15.2", listed=True)

    def test_15_2b_what_cannot_be_reached_is_no_candidate(self) -> None:
        """R-15.2b: with its doors walled up nobody gets into the diner, where 045 and 055 lie."""
        data = map_data()
        for side in data["sides"]:
            if side["between"] in (["036", "046"], ["043", "044"], ["056", "057"]):
                side["kind"] = "wall"
        setting = Setting(Board.from_json(data), table().setting.sheet)
        position = appearing("035", {"005": 1, "015": 1, "045": 1}, setting=setting)
        assert do(position, RollHidden((1, 5))).zombies == position.zombies

    def test_15_2_what_appeared_may_be_checked_at_once(self) -> None:
        after = do(appearing(), RollHidden(ONE, draw=(4,)), NextPhase(), CheckBerserk("011", 1))
        assert after.zombies["011"].berserk


class TestCase_15_3:
    def test_15_3_never_in_the_hall(self) -> None:
        """All squares that end in 7 belong to the hall, and none ends in 8."""
        for row in (2, 3):
            position = appearing("027")
            assert do(position, RollHidden((4, row))).zombies == position.zombies

    def test_15_3_where_a_unit_stands_the_next_nearest_counts(self) -> None:
        assert appeared(appearing("022", {"011": 1, "041": 1})) == {"001"}
        assert appeared(appearing("021", {"011": 1, "041": 1, "001": 1})) == {"051"}
        full = appearing("021", {"011": 1, "041": 1, "001": 1, "051": 1})
        assert do(full, RollHidden(ONE)).zombies == full.zombies

    def test_15_3_a_character_or_a_super_zombie_does_not_bar_it(self) -> None:
        assert appeared(appearing("011")) == {"011"}
        with_super = appearing("021", people={"peter": "021", "steve": "011 super_zombie"})
        assert appeared(with_super) == {"011"}

    def test_15_3_cardboard_that_appears_with_a_character_is_turned_up(self) -> None:
        position = appearing("011", counters="physical", eliminated=[None])
        needs(position, RollHidden(ONE), value=("011",))
        after = do(position, RollHidden(ONE, values={"011": 6}))
        assert after.zombies["011"].value == 6
        assert (
            do(appearing("021", counters="physical", eliminated=[None]), RollHidden(ONE)).zombies["011"].value
            is None
        )


def berserk(zombies: dict[str, Any], trail: str = "022", **more: Any) -> Position:
    people = {"peter": trail or "022", "fran": "037"}
    given: dict[str, Any] = {"trail": [trail] if trail else [], "mode": "solitaire", "people": people} | more
    return table("berserk", zombies=zombies, **given)


class TestCase_15_4:
    def test_15_4_the_nearest_unit_is_checked_and_no_other(self) -> None:
        position = berserk({"024": 3, "021": 3, "036": 3})
        legal(position, CheckBerserk("021"), "15.4")
        refused(position, CheckBerserk("024"), "15.4", "021")
        refused(position, CheckBerserk("036"), "15.4", "021")
        legal(berserk({"024": 3, "021": 3}, mode="two-player"), CheckBerserk("024"), "10.0")

    def test_15_4_the_check_is_not_left_out_nor_made_twice(self) -> None:
        position = berserk({"021": 3, "024": 3})
        refused(position, NextPhase(), "15.4", "021")
        checked = do(position, CheckBerserk("021", 6))
        assert do(checked, NextPhase()).phase == "reaction"
        refused(checked, CheckBerserk("024"), "10.0")
        legal(berserk({"021": 3}, mode="two-player"), NextPhase())

    def test_15_4_all_that_are_equally_near_may_be_checked(self) -> None:
        tied = berserk({"021": 3, "023": 3, "032": 3, "033": 3})
        assert berserk_candidates(tied) == ("021", "023", "032")
        for square in berserk_candidates(tied):
            legal(tied, CheckBerserk(square), "15.4")
        refused(tied, CheckBerserk("033"), "15.4", "021, 023 or 032")

    def test_15_4_a_unit_with_the_characters_is_the_nearest(self) -> None:
        assert berserk_candidates(berserk({"022": 3, "021": 3})) == ("022",)

    def test_15_4_distance_is_in_movement_points(self) -> None:
        """In 011 a unit is two away, and four through the closed door; that in 036 five."""
        assert berserk_candidates(berserk({"011": 3, "024": 3})) == ("011", "024")
        assert berserk_candidates(berserk({"011": 3, "025": 3}, closed=[GLASS_EDWINS])) == ("025",)

    def test_15_4a_berserk_units_come_first_and_those_that_calmed_down_are_passed_by(self) -> None:
        """R-15.4a."""
        position = berserk({"021": "3 berserk", "023": "3 berserk", "025": 3})
        refused(position, CheckBerserk("025"), "10.0", "021, 023")
        calm = do(position, CheckBerserk("021", 5), CheckBerserk("023", 4))
        refused(calm, CheckBerserk("021"), "10.1")
        assert berserk_candidates(calm) == ("025",)
        refused(calm, NextPhase(), "15.4", "025")
        legal(do(calm, CheckBerserk("025", 1)), NextPhase())

    def test_15_4a_super_zombies_are_never_checked(self) -> None:
        """R-15.4a, 11.7; and with no unit left to check the phase just ends."""
        position = berserk({"021": "3 berserk"}, people={"peter": "022", "roger": "023 super_zombie"})
        refused(position, CheckBerserk("023"), "11.7")
        assert do(position, CheckBerserk("021", 6), NextPhase()).phase == "reaction"

    def test_15_4_if_nobody_moved_the_nearest_to_anybody_is_checked(self) -> None:
        assert berserk_candidates(berserk({"020": 3, "047": 3}, trail="")) == ("047",)
