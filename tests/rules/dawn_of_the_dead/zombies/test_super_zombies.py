"""11.0 Super Zombies, on the move: three squares, alone or with the unit underneath.

How they come about is in test_infection.py, what they are worth and how they are fought in
test_super_zombie_fights.py, their glass in test_super_zombie_glass.py.
"""

from __future__ import annotations

from typing import Any

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import (
    CheckBerserk,
    FreeMove,
    NextPhase,
    React,
    Reveal,
    RollFreeMoves,
)
from rules.dawn_of_the_dead.position import FreeState, Position
from tests.rules.dawn_of_the_dead.small_mall import GLASS_DINER
from tests.rules.dawn_of_the_dead.table import do, legal, refused, table

ROGER = {"peter": "000", "roger": "044 super_zombie"}
TOYS = ("016", "026")


def free(
    zombies: dict[str, int | str | None] | None = None, people: dict[str, str] | None = None, **more: Any
) -> Position:
    """Return a Free Movement Phase with Roger a super zombie in 044, in the diner, and nobody near."""
    return table("free_movement", people or ROGER, zombies, **more)


def roger(*path: str, along: bool = False) -> FreeMove:
    return FreeMove(path, None, "roger", along)


def square_of(position: Position, name: str = "roger") -> str | None:
    return position.characters[name].square


class TestThreeSquares:
    """11.2: three squares, for the super zombie and for the unit that began with it."""

    @pytest.mark.parametrize("path", [("045",), ("045", "046"), ("045", "046", "036"), ("045", "055", "056")])
    def test_11_2_up_to_three_squares(self, path: tuple[str, ...]) -> None:
        legal(free(), roger(*path), "11.2")
        after = do(free({"044": 3}), roger(*path, along=True))
        assert square_of(after) == path[-1]
        assert set(after.zombies) == {path[-1]}

    def test_11_2_and_no_more(self) -> None:
        refused(free(), roger("045", "046", "036", "037"), "7.5", "3 squares")

    def test_11_2_the_unit_alone_goes_one(self) -> None:
        refused(free({"044": 3}), FreeMove(("045", "046"), "044"), "7.5")
        legal(free({"044": 3}), FreeMove(("045",), "044"), "11.4")

    def test_11_2_the_super_zombie_may_leave_it_behind(self) -> None:
        after = do(free({"044": 3}), roger("045"))
        assert set(after.zombies) == {"044"}

    def test_11_2_only_with_one_that_began_the_turn_there(self) -> None:
        """Revealed under him now, the hidden unit did not begin the Player-Turn with Roger."""
        position = free(hidden=["044"], hidden_box=[3])
        position = do(position, Reveal("044", draw=(3,)))
        refused(position, roger("045", along=True), "11.2", "did not begin")
        legal(position, roger("045"), "11.2")

    def test_11_2_nor_one_that_went_before(self) -> None:
        position = do(free({"045": 3}), RollFreeMoves(1), FreeMove(("044",), "045"))
        refused(position, roger("045", along=True), "11.2", "did not begin")

    def test_11_2_nor_one_that_took_the_place_of_his_own(self) -> None:
        position = do(
            free({"044": 2, "045": 3}), RollFreeMoves(1), FreeMove(("054",), "044"), FreeMove(("044",), "045")
        )
        refused(position, roger("045", along=True), "7.4", "already")

    def test_11_2_nor_a_hidden_one_that_appeared_under_him(self) -> None:
        """His own went away by itself, and another was revealed in its place (9.2)."""
        position = do(free({"044": 3}, hidden=["044"], hidden_box=[5]), FreeMove(("045",), "044"))
        position = do(position, Reveal("044", draw=(5,)))
        refused(position, roger("054", along=True), "11.2", "044")
        legal(position, roger("054"), "11.2")

    def test_11_2_there_must_be_one(self) -> None:
        assert refused(free(), roger("045", along=True), "11.2").firm

    def test_11_0_only_a_super_zombie_moves_so(self) -> None:
        for people in ({"peter": "000"}, {"roger": "044"}, {"roger": "044 infected"}):
            assert refused(free(people=people), roger("045"), "11.0", "Roger").firm


class TestStacking:
    """11.1 and R-11.1a: over and onto units, one at most, and never onto another super zombie."""

    def test_11_1_through_and_onto_a_unit(self) -> None:
        legal(free({"045": 3}), roger("045", "046"), "11.2")
        after = do(free({"045": 3}), roger("045"))
        assert square_of(after) == "045"
        assert set(after.zombies) == {"045"}

    def test_11_1_with_a_unit_through_but_not_onto_another(self) -> None:
        legal(free({"044": 2, "045": 3}), roger("045", "046", along=True), "11.2")
        ruling = refused(free({"044": 2, "045": 3}), roger("045", along=True), "7.6", "045")
        assert "R-11.1a" in ruling.cases
        assert ruling.firm

    def test_11_1_not_onto_or_through_another_super_zombie(self) -> None:
        people = {"roger": "044 super_zombie", "steve": "045 super_zombie"}
        for path in (("045",), ("045", "046")):
            ruling = refused(free(people=people), roger(*path), "11.1", "045")
            assert "R-11.1a" in ruling.cases
        legal(free(people=people), roger("054"), "11.2")

    def test_11_1_two_that_turned_in_one_square_part(self) -> None:
        people = {"roger": "044 super_zombie", "steve": "044 super_zombie"}
        after = do(free(people=people), roger("045"))
        assert (square_of(after), square_of(after, "steve")) == ("045", "044")

    def test_11_1_the_zombie_player_alone_looks_at_what_is_passed(self) -> None:
        position = free({"045": 9, "055": 4})
        after = do(position, roger("045", "046"))
        assert _values(after, "zombie") == {"045": 9, "055": None}
        for role in ("human", "table"):
            assert _values(after, role) == {"045": None, "055": None}
            assert game.redact(after, role).to_json()["inspected"] == {}

    def test_11_1_until_the_next_action(self) -> None:
        after = do(free({"045": 9}), roger("045", "046"), RollFreeMoves(1))
        assert _values(after, "zombie") == {"045": None}

    def test_11_1_and_at_each_of_several(self) -> None:
        after = do(free({"045": 9, "046": 2, "036": 5}), roger("045", "046", "036"))
        assert _values(after, "zombie") == {"045": 9, "046": 2, "036": 5}

    def test_11_1_he_may_look_and_come_back(self) -> None:
        after = do(free({"045": 9}), roger("045", "044"))
        assert square_of(after) == "044"
        assert _values(after, "zombie") == {"045": 9}

    def test_11_1_the_unit_that_goes_along_is_not_passed(self) -> None:
        position, path = free({"044": 9, "054": 2}), ("054", "044", "045")
        assert do(position, roger(*path)).inspected == {"044": 9, "054": 2}
        assert do(position, roger(*path, along=True)).inspected == {"054": 2}

    def test_7_7_the_unit_underneath_may_be_looked_at_while_it_lies_there(self) -> None:
        assert _values(free({"044": 7}), "zombie") == {"044": 7}
        assert _values(free({"044": 7}), "human") == {"044": None}
        assert _values(free({"044": 7}, mode="solitaire"), "zombie") == {"044": None}

    def test_15_7_in_solitaire_play_nothing_is_looked_at(self) -> None:
        position = free({"045": 9}, mode="solitaire")
        after = game.force(do(position, RollFreeMoves(1)), roger("045", "046")).after
        assert after is not None
        assert after.inspected == {}

    def test_11_1_the_log_tells_no_value(self) -> None:
        ruling = legal(free({"045": 11}), roger("045", "046"))
        assert "11" not in ruling.reason + ruling.story


def _values(position: Position, role: str) -> dict[str, int | None]:
    return {u["square"]: u["value"] for u in game.redact(position, role).to_json()["zombies"]}


class TestFreeMoves:
    """11.4: outside the moves that were rolled, and once."""

    def test_11_4_they_use_none_of_the_moves(self) -> None:
        position = do(free({"044": 2, "054": 3}), RollFreeMoves(1), roger("045", along=True))
        assert isinstance(position.phase_state, FreeState)
        assert position.phase_state.left == 1
        legal(position, FreeMove(("055",), "054"), "7.0")

    def test_11_4_the_unit_with_him_uses_none_by_itself(self) -> None:
        position = do(free({"044": 2, "054": 3}), RollFreeMoves(1), FreeMove(("055",), "054"))
        legal(position, FreeMove(("045",), "044"), "11.4")
        alone = do(free({"046": 2, "054": 3}), RollFreeMoves(1), FreeMove(("055",), "054"))
        refused(alone, FreeMove(("045",), "046"), "7.0", "used up")

    def test_11_4_once_in_the_phase(self) -> None:
        refused(do(free(), roger("045")), roger("046"), "11.4", "already")

    def test_11_4_the_unit_that_went_along_has_moved(self) -> None:
        position = do(free({"044": 2}), RollFreeMoves(2), roger("045", along=True))
        refused(position, FreeMove(("046",), "045"), "7.4")

    def test_11_4_he_need_not_move(self) -> None:
        legal(free(), NextPhase(), "4.0")


class TestReaction:
    """11.4: in reaction, or in free movement, never in both."""

    def at_the_trail(self, zombies: dict[str, int | str | None] | None = None) -> Position:
        people = {"peter": "024", "roger": "020 super_zombie"}
        return table("reaction", people, zombies, trail=["024"])

    def test_11_4_he_may_react_with_up_to_three_squares(self) -> None:
        for path in (("021",), ("021", "022"), ("021", "022", "023")):
            legal(self.at_the_trail(), React(path, None, "roger"), "11.4")

    def test_11_4_nearer_with_every_one(self) -> None:
        ruling = refused(self.at_the_trail(), React(("021", "031"), None, "roger"), "7.0", "nearer")
        assert "R-11.4b" in ruling.cases

    def test_11_4_not_without_sight_of_the_trail(self) -> None:
        people = {"peter": "024", "roger": "044 super_zombie"}
        position = table("reaction", people, trail=["024"])
        refused(position, React(("043",), None, "roger"), "11.4", "see where")

    def test_11_4_not_both(self) -> None:
        position = do(self.at_the_trail(), React(("021",), None, "roger"), NextPhase())
        refused(position, roger("022"), "11.4", "already")

    def test_11_4_having_waited_he_moves_freely(self) -> None:
        position = do(self.at_the_trail(), NextPhase())
        legal(position, roger("030"), "11.2")

    def test_11_4_with_his_unit_too_although_it_saw_the_trail(self) -> None:
        """R-11.4a: neither is required to react, so neither has had its move."""
        position = do(self.at_the_trail({"020": 3}), NextPhase())
        legal(position, roger("030", "031", along=True), "11.2")

    def test_7_4_but_not_that_unit_by_itself(self) -> None:
        """R-7.4a: it saw the trail, so it makes no free move of its own, with him there or without."""
        position = do(self.at_the_trail({"020": 3}), NextPhase(), RollFreeMoves(6))
        refused(position, FreeMove(("030",), "020"), "7.4", "020")
        refused(do(position, roger("030")), FreeMove(("021",), "020"), "7.4", "020")
        gone = do(position, roger("030", "031", along=True))
        refused(gone, FreeMove(("032",), "031"), "7.4", "031")

    def test_11_4_the_unit_may_not_go_by_itself_then(self) -> None:
        position = do(self.at_the_trail({"020": 3}), NextPhase(), RollFreeMoves(6))
        refused(position, FreeMove(("030",), "020"), "7.4")
        refused(do(position, roger("030")), FreeMove(("021",), "020"), "7.4")

    def test_11_4_what_appears_where_they_stood_moves_as_usual(self) -> None:
        """9.2: the hidden zombie of 020 is another unit than the one that went along."""
        people = {"peter": "024", "roger": "020 super_zombie"}
        position = table("reaction", people, {"020": 3}, trail=["024"], hidden=["020"], hidden_box=[5])
        position = do(position, NextPhase(), roger("030", "031", along=True), RollFreeMoves(1))
        legal(do(position, Reveal("020", draw=(5,))), FreeMove(("021",), "020"), "7.0")

    def test_11_4_not_with_a_unit_that_reacted_by_itself(self) -> None:
        position = do(self.at_the_trail({"020": 3}), React(("021",), "020"), NextPhase())
        assert refused(position, roger("030", along=True), "11.2").firm
        refused(position, FreeMove(("022",), "021"), "7.4")

    def test_11_4_a_pair_that_reacted_has_moved(self) -> None:
        position = do(self.at_the_trail({"020": 3}), React(("021",), None, "roger", with_zombie=True))
        assert set(position.zombies) == {"021"}
        refused(position, React(("022",), "021"), "7.5", "already")
        position = do(position, NextPhase())
        refused(position, FreeMove(("022",), "021"), "7.4")
        refused(position, roger("022", along=True), "11.4", "already")

    def test_11_4_onto_a_unit_in_his_way(self) -> None:
        legal(self.at_the_trail({"021": 3}), React(("021",), None, "roger"), "11.4")


class TestWhatStopsHim:
    """7.6 and R-7.6a hold for super zombies too."""

    def test_7_6_he_stops_with_the_first_character(self) -> None:
        people = {"peter": "045", "roger": "044 super_zombie"}
        legal(free(people=people), roger("045"), "11.2")
        ruling = refused(free(people=people), roger("045", "046"), "7.6", "045")
        assert "R-7.6a" in ruling.cases

    def test_7_6_and_never_leaves_one(self) -> None:
        people = {"peter": "044", "roger": "044 super_zombie"}
        refused(free(people=people), roger("045"), "7.6", "044")
        refused(free({"044": 2}, people), roger("045", along=True), "7.6", "044")

    def test_7_0_doors_stop_him_when_closed(self) -> None:
        way = roger("045", "046", "036")
        refused(free(closed=[GLASS_DINER]), way, "7.0", "closed")
        legal(free(destroyed=[GLASS_DINER]), way, "11.2")
        legal(free(), way, "11.2")

    def test_7_0_walls_stop_him(self) -> None:
        refused(free(), roger("034"), "7.0", "wall")


def test_11_7_a_super_zombie_is_never_checked() -> None:
    position = table("berserk", ROGER, {"045": 3})
    assert refused(position, CheckBerserk("044"), "11.7").firm
    legal(position, CheckBerserk("045"), "10.0")
    below = table("berserk", ROGER, {"044": 3})
    legal(below, CheckBerserk("044"), "10.0")
