"""15.5: the five priorities of free movement in solitaire play, one class for each."""

from __future__ import annotations

import pytest

from rules.dawn_of_the_dead.actions import FreeMove, NextPhase, RollFreeMoves
from tests.rules.dawn_of_the_dead.free_solitaire import (
    called,
    free,
    left,
    moved,
    moves,
    nothing,
    turned_down,
    whys,
)  # fmt: skip
from tests.rules.dawn_of_the_dead.small_mall import (
    GLASS_BANK,
    GLASS_BETWEEN_SHOPS,
    GLASS_DINER,
    GLASS_EDWINS,
    GLASS_TOYS,
    SOLID_TOYS,
)  # fmt: skip
from tests.rules.dawn_of_the_dead.table import do, refused, table


class TestCase_15_5:
    def test_15_5_the_die_comes_first(self) -> None:
        position = table("free_movement", {"peter": "022"}, {"023": 3}, mode="solitaire")
        refused(position, NextPhase(), "15.5", "die")
        refused(position, FreeMove(("022",), "023"), "7.0", "die")
        refused(table("free_movement", {"peter": "022"}, {"023": "3 berserk"}, mode="solitaire"),
                FreeMove(("022",), "023"), "15.5", "die")  # fmt: skip
        called(do(position, RollFreeMoves(2)), 1, "023>022")

    def test_15_5_each_priority_is_met_by_all_before_the_next(self) -> None:
        """A unit for each priority: beside Peter, at the west door, in sight, coming into sight, far."""
        position = free({"peter": "024"}, {"025": 1, "020": 1, "033": 1, "016": 1, "056": 1}, 6)
        called(position, 1, "025>024")
        turned_down(position, "15.5.1", "020", "021")
        position = moved(position, "025>024")
        called(position, 2, "020>021")
        turned_down(position, "15.5.2", "033", "034")
        position = moved(position, "020>021")
        called(position, 3, "033>023", "033>034")
        turned_down(position, "15.5.3", "016", "026")
        position = moved(position, "033>034")
        called(position, 4, "016>026")
        turned_down(position, "15.5.4", "056", "055")
        position = moved(position, "016>026")
        called(position, 5, "056>046")
        position = moved(position, "056>046")
        assert left(position) == 1
        nothing(position)

    def test_15_5_no_more_are_moved_than_were_rolled(self) -> None:
        position = moved(free({"peter": "020"}, {"023": 1, "024": 1, "033": 1}, 2), "023>022", "033>032")
        nothing(position)
        turned_down(position, "7.0", "024", "023")

    def test_15_5_a_unit_moved_in_reaction_is_not_moved_again(self) -> None:
        """7.4 holds, for a unit that should have reacted and could not as well."""
        called(free({"peter": "022"}, {"023": 1, "032": 1}, spent=["023"]), 1, "032>022")
        nothing(free({"peter": "022"}, {"023": 1}, spent=["023"]))

    def test_15_5a_berserk_units_follow_them_besides(self) -> None:
        """R-15.5a: none of the moves rolled is used up, and none need be left."""
        position = free({"peter": "022"}, {"024": "3 berserk", "026": 1}, 0)
        called(position, 1, "024>023>022")
        after = moved(position, "024>023>022")
        assert left(after) == 0
        nothing(after)
        assert left(moved(free({"peter": "022"}, {"024": "3 berserk"}, 1), "024>023>022")) == 1

    def test_15_5a_super_zombies_follow_them_besides(self) -> None:
        """R-15.5a, 11.2, 11.4: three squares, with the unit that began the Player-Turn there or alone."""
        people = {"peter": "021", "steve": "025 super_zombie"}
        called(free(people, {}, 0), 3, "steve>024>023>022")
        pair = free(people, {"025": 3}, 0, state={"paired": ["steve"]})
        called(pair, 3, "steve+>024>023>022", "steve>024>023>022", "025>024")
        nothing(moved(pair, "steve+>024>023>022"))
        joined = free(people, {"025": 3}, 1)
        called(joined, 3, "steve>024>023>022", "025>024")

    def test_15_5a_a_super_zombie_goes_where_its_unit_cannot(self) -> None:
        """11.1: only alone it gets into Peter's square, where a unit stands."""
        people = {"peter": "022", "steve": "025 super_zombie"}
        pair = free(people, {"025": 3, "022": 1}, 0, state={"paired": ["steve"]})
        called(pair, 1, "steve>024>023>022")

    def test_15_5_two_super_zombies_never_share_a_square(self) -> None:
        """R-11.1a, on the way neither."""
        people = {"peter": "021", "steve": "024 super_zombie", "roger": "023 super_zombie"}
        assert not [m for m in moves(free(people, {}, 0)) if m.startswith("steve>023")]


class TestCase_15_5_1:
    def test_15_5_1_whoever_can_reach_a_character_must(self) -> None:
        position = free({"peter": "022"}, {"021": 1, "023": 1, "024": 1})
        called(position, 1, "021>022", "023>022")
        assert whys(position) == {"it reaches Peter"}
        turned_down(position, "15.5.1", "024", "034")
        refused(position, NextPhase(), "15.5.1", "it reaches Peter")

    def test_15_5_1_only_one_unit_fits_into_a_square(self) -> None:
        """7.6; and where one stands with the characters already, nobody is called for."""
        after = moved(free({"peter": "022"}, {"021": 1, "023": 1}), "021>022")
        turned_down(after, "7.6", "023", "022")
        assert not [m for m in moves(after) if m.endswith("022")]

    def test_15_5_1_stunned_and_infected_characters_draw_them_too(self) -> None:
        position = free({"peter": "022 stunned", "fran": "026 infected"}, {"021": 1, "036": 1})
        called(position, 1, "021>022", "036>026")

    def test_15_5_1_not_through_walls_nor_closed_doors(self) -> None:
        walled = free({"peter": "034"}, {"035": 1})
        called(walled, 5, "035>025")
        turned_down(walled, "7.0", "035", "034")
        called(free({"peter": "014"}, {"024": 1}), 1, "024>014")
        shut = free({"peter": "014"}, {"024": 1}, closed=[SOLID_TOYS])
        nothing(shut)
        turned_down(shut, "7.0", "024", "014")

    def test_15_5_1_nobody_leaves_a_character(self) -> None:
        nothing(free({"peter": "022", "fran": "023"}, {"022": 1}))


class TestCase_15_5_2:
    def test_15_5_2_the_square_of_an_open_main_door_is_cleared_first(self) -> None:
        position = free({"peter": "023"}, {"020": 1, "026": 1})
        called(position, 2, "020>021")
        assert whys(position) == {"it leaves the square of the open west main door"}
        turned_down(position, "15.5.2", "026", "025")

    def test_15_5_2_a_closed_main_door_calls_for_nothing(self) -> None:
        position = free({"peter": "023"}, {"020": 1, "026": 1}, main_doors={"west": "closed"})
        called(position, 3, "020>021", "026>025")

    def test_15_5_2_reaching_a_character_comes_before_it(self) -> None:
        called(free({"peter": "021"}, {"020": 1, "037": 1}), 1, "020>021")

    def test_15_5b_towards_a_character_in_sight(self) -> None:
        """R-15.5b: 030 would be in sight of Peter as well, but no nearer."""
        called(free({"peter": "022"}, {"020": 1}), 2, "020>021")

    def test_15_5b_else_into_sight_of_one(self) -> None:
        """R-15.5b: Peter sees 021 through the glass door of the shop, and 030 not."""
        called(free({"peter": "001"}, {"020": 1}), 2, "020>021")

    def test_15_5b_else_to_the_square_nearest_one(self) -> None:
        """R-15.5b: by walking distance 021 is 4 away and 030 is 6; neither sees Peter round the corner."""
        called(free({"peter": "010"}, {"020": 1}), 2, "020>021")

    def test_15_5_2_if_all_ways_are_taken_the_fewest_units_make_room(self) -> None:
        position = free({"peter": "055"}, {"020": 1, "021": 1, "030": 1}, closed=[GLASS_EDWINS])
        called(position, 2, "021>022", "021>031", "030>031")
        assert whys(position) == {"it makes room for the unit at the open west main door"}
        after = moved(position, "030>031")
        called(after, 2, "020>030")
        assert left(moved(after, "020>030")) == 1

    def test_15_5_2_a_longer_chain_where_those_beside_cannot_move_either(self) -> None:
        """Three units move: the end of a chain first, then one beside the door, then the unit itself."""
        zombies = {"020": 1, "021": 1, "030": 1, "022": 1, "031": 1}
        doors = [GLASS_EDWINS, GLASS_BANK]
        position = free({"peter": "055"}, zombies, closed=doors)
        called(position, 2, "022>023", "022>032", "031>032")
        after = moved(position, "031>032")
        called(after, 2, "021>031", "030>031")
        after = moved(after, "030>031")
        called(after, 2, "020>030")
        assert left(moved(after, "020>030")) == 0

    def test_15_5d_a_chain_that_takes_too_many_moves_is_passed_by(self) -> None:
        """R-15.5d: two moves free nobody at the main door, so they go to the next priorities."""
        zombies = {"020": 1, "021": 1, "030": 1, "022": 1, "031": 1}
        short = free({"peter": "055"}, zombies, 2, closed=[GLASS_EDWINS, GLASS_BANK])
        called(short, 5, "022>023", "022>032", "031>032")
        berserk = free({"peter": "055"}, zombies | {"022": "1 berserk", "031": "1 berserk"}, 2,
                       closed=[GLASS_EDWINS, GLASS_BANK])  # fmt: skip
        assert "031>032" in moves(berserk)

    def test_15_5_2_those_that_had_their_move_make_no_room(self) -> None:
        zombies = {"020": 1, "021": 1, "030": 1}
        position = free({"peter": "055"}, zombies, closed=[GLASS_EDWINS], spent=["021"])
        called(position, 2, "030>031")
        assert not [m for m in moves(free({"peter": "055"}, zombies, spent=["021", "030"])) if m[0] == "020"]

    def test_15_5_2_a_super_zombie_beside_the_door_is_in_nobodys_way(self) -> None:
        """11.1: a unit may end its move with a super zombie."""
        people = {"peter": "022", "steve": "021 super_zombie"}
        called(free(people, {"020": 1, "030": 1}, state={"supers": ["steve"]}), 2, "020>021")


class TestCase_15_5_3:
    def test_15_5_3_towards_a_character_in_sight(self) -> None:
        position = free({"peter": "022"}, {"026": 1})
        called(position, 3, "026>025")
        assert whys(position) == {"it is within sight of Peter"}
        turned_down(position, "15.5.3", "026", "036")

    def test_15_5_3_towards_the_closest_of_several(self) -> None:
        called(free({"peter": "021", "fran": "027"}, {"025": 1}), 3, "025>026")
        called(free({"peter": "021", "fran": "027"}, {"024": 1}), 3, "024>023", "024>025")

    def test_15_5_3_the_closest_by_the_walking_measure(self) -> None:
        """Both are two squares away, Peter in the shop and Fran in the hall."""
        called(free({"peter": "014", "fran": "036"}, {"016": 1}), 3, "016>026")

    @pytest.mark.parametrize("character", ["035", "036"])
    def test_15_5_3_only_if_in_sight(self, character: str) -> None:
        """There is a wall between 034 and 035: a piece in 033 sees neither 035 nor 036."""
        assert whys(free({"peter": character}, {"033": 1})) != {"it is within sight of Peter"}

    def test_15_5d_a_unit_that_is_barred_is_passed_by(self) -> None:
        """R-15.5d: 025 sees Peter, but 024 stands before it; then 024 goes, and the way is free."""
        position = free({"peter": "021"}, {"024": 1, "025": 1}, 2)
        called(position, 3, "024>023")
        called(moved(position, "024>023"), 3, "025>024")
        assert moves(free({"peter": "021"}, {"024": 1, "025": 1}, spent=["024"])) == []

    def test_15_5d_glass_lets_sight_through_and_nobody_else(self) -> None:
        """R-15.5d: the unit at the closed glass stays, and the move goes to the one that meets the fifth."""
        called(free({"peter": "026"}, {"016": 1, "003": 1}, 1, closed=[GLASS_TOYS]), 5, "003>004", "003>013")

    def test_15_5_3_a_berserk_unit_goes_two_squares_if_it_can(self) -> None:
        called(free({"peter": "021"}, {"026": "1 berserk"}, 0), 3, "026>025>024")
        called(free({"peter": "021"}, {"026": "1 berserk", "025": 1}, 0), 3, "026>025>024")
        called(free({"peter": "021"}, {"026": "1 berserk", "024": 1}, 0), 3, "026>025")


class TestCase_15_5_4:
    def test_15_5_4_into_sight_of_a_character(self) -> None:
        position = free({"peter": "022"}, {"014": 1, "001": 1}, closed=[GLASS_EDWINS])
        called(position, 4, "014>024")
        assert whys(position) == {"it comes within sight of Peter"}
        turned_down(position, "15.5.4", "001", "011")

    def test_15_5_4_a_unit_that_sees_somebody_is_not_called_for(self) -> None:
        """It could go from sight to sight, but that is what the third priority is about."""
        assert moves(free({"peter": "021"}, {"024": 1, "025": 1}, spent=["024"])) == []

    def test_15_5_4_a_berserk_unit_may_need_two_squares_for_it(self) -> None:
        called(free({"peter": "022"}, {"004": "1 berserk"}, 0), 4, "004>014>024")

    @pytest.mark.parametrize("main_doors", [{}, {"south": "closed"}])
    def test_15_5_4_not_into_a_main_door_square(self, main_doors: dict[str, str]) -> None:
        """R-15.5d: from 056 only the south main door's square is in sight, so another unit moves."""
        position = free({"peter": "037"}, {"056": 1, "001": 1}, closed=[GLASS_DINER], main_doors=main_doors)
        called(position, 5, "001>002", "001>011")
        turned_down(position, "15.5.5", "056", "057")
        turned_down(position, "15.5.5", "056", "046")


class TestCase_15_5_5:
    def test_15_5_5_the_unit_closest_to_a_character_comes_nearer(self) -> None:
        position = free({"peter": "050"}, {"001": 1, "004": 1})
        called(position, 5, "001>011")
        assert whys(position) == {"it is the closest to Peter"}
        turned_down(position, "15.5.5", "004", "014")
        called(moved(position, "001>011"), 5, "004>003", "004>014")

    def test_15_5_5_hall_squares_count_one_and_store_squares_two(self) -> None:
        """Seven squares each: the four of the shop make 013 farther than 024."""
        position = free({"peter": "050"}, {"012": 1, "023": 1}, closed=[GLASS_EDWINS])
        walks = position.setting.walks.to("050")
        assert (walks["023"], walks["012"]) == (9, 10)
        assert position.setting.board.distance("023", "050") == position.setting.board.distance("012", "050")
        called(position, 5, "023>022", "023>033")

    def test_15_5_5_the_squares_entered_count(self) -> None:
        """From 041 into 031 it is one, from 031 into 041 two: the character's own square is entered."""
        walks = table().setting.walks
        assert walks.to("031")["041"] == 1
        assert walks.to("041")["031"] == 2
        assert walks.to("041")["041"] == 0

    def test_15_5_5_of_those_equally_close_any(self) -> None:
        position = free({"peter": "013"}, {"001": 1, "010": 1}, closed=[GLASS_EDWINS, "012-013"])
        called(position, 5, "001>002", "001>011", "010>011")

    def test_15_5_5_not_into_a_main_door_square(self) -> None:
        """From 047 the way leads through the square of the east main door; a different unit is moved."""
        alone = free({"peter": "021"}, {"047": 1})
        nothing(alone)
        turned_down(alone, "15.5", "047", "037")
        called(free({"peter": "021"}, {"047": 1, "004": 2}, 1), 5, "004>003", "004>014")

    def test_15_5d_a_unit_that_cannot_come_nearer_is_passed_by(self) -> None:
        """R-15.5d: the closest stands behind a closed solid door."""
        position = free({"peter": "034"}, {"014": 1, "044": 1}, closed=[SOLID_TOYS, GLASS_BETWEEN_SHOPS])
        assert {m[:3] for m in moves(position)} <= {"044"}
