"""7.0 Zombie Movement, the Reaction Phase: who reacts, where to, and who is exempt.

Most tests have Peter in 024, in the hall, with a trail of 024 alone: units in the hall see it. The least
number of steps counts: from 020 to 024 it is four, and 021 the only step that shortens it.
"""

from __future__ import annotations

from typing import Any

import pytest

from rules.dawn_of_the_dead.actions import (
    CloseDoor,
    EndTurn,
    NextPhase,
    OpenDoor,
    React,
    Shoot,
    StartMove,
    Step,
    TakeRifle,
)
from rules.dawn_of_the_dead.position import Position, ReactionState
from rules.dawn_of_the_dead.zombies.zombie_movement import must_react
from tests.rules.dawn_of_the_dead.small_mall import GLASS_TOYS, RIFLES, SOLID_TOYS
from tests.rules.dawn_of_the_dead.table import do, legal, refused, table

HUNTED = {"peter": "024"}


def reaction(
    zombies: dict[str, int | str | None], people: dict[str, str] | None = None, *trail: str, **more: Any
) -> Position:
    """Return the start of a Reaction Phase; by default Peter just entered 024."""
    return table("reaction", people or HUNTED, zombies, trail=list(trail or ("024",)), **more)


def pending(position: Position) -> frozenset[str]:
    """Return the squares of the units that saw the trail and have not moved."""
    assert isinstance(position.phase_state, ReactionState)
    return position.phase_state.pending


def to_reaction(position: Position) -> Position:
    """Go from the Human Player-Turn to the Reaction Phase."""
    return do(position, EndTurn(), NextPhase())


class TestTrail:
    """7.0 and R-7.0a: each square entered, and each where somebody acted, is watched."""

    def test_every_square_entered_is_on_the_trail_not_the_one_left(self) -> None:
        position = to_reaction(do(table(people={"peter": "014"}), *_walk("peter", "024", "025")))
        assert position.trail == ("024", "025")

    def test_7_0_a_unit_that_saw_only_the_first_square_entered_reacts(self) -> None:
        """The unit in 004 sees 024 through the open door, and nothing of 025."""
        position = to_reaction(
            do(table(people={"peter": "023"}, zombies={"004": 3}), *_walk("peter", "024", "025"))
        )
        assert pending(position) == {"004"}
        legal(position, React(("014",), "004"), "7.0")

    def test_7_0_a_unit_that_saw_only_the_square_left_behind_does_not(self) -> None:
        """From 004 nothing but 024 of Peter's way is in sight, and there he began."""
        position = to_reaction(do(table(people={"peter": "024"}, zombies={"004": 3}), *_walk("peter", "025")))
        assert "024" not in position.trail
        refused(position, React(("014",), "004"), "7.1", "004")

    def test_7_0_the_first_square_counts_when_it_is_entered_again(self) -> None:
        position = do(table(people={"peter": "024"}, zombies={"004": 3}), *_walk("peter", "025", "024"))
        assert pending(to_reaction(position)) == {"004"}

    def test_7_0_without_any_action_nobody_reacts(self) -> None:
        idle = to_reaction(table(people={"peter": "024"}, zombies={"025": 3}))
        assert idle.trail == ()
        refused(idle, React(("024",), "025"), "7.1")
        chosen = to_reaction(do(table(people={"peter": "024"}, zombies={"025": 3}), StartMove(("peter",))))
        assert chosen.trail == ()
        assert must_react(chosen) == ()


def _walk(name: str, *squares: str) -> list[StartMove | Step]:
    return [StartMove((name,)), *(Step(s) for s in squares)]


class TestActions:
    """7.3 and 5.7: what is done in a square is seen as if the square had been entered."""

    def test_7_3_a_shot_from_the_first_square_is_seen(self) -> None:
        position = do(
            table(people={"peter": "024"}, zombies={"004": 9, "020": 11}),
            StartMove(("peter",)),
            Shoot(("peter",), "020", dice=(1, 1)),
        )
        assert pending(to_reaction(position)) == {"004", "020"}

    def test_7_3_closing_and_opening_a_door_is_seen(self) -> None:
        shut = do(
            table(people={"peter": "026"}, zombies={"022": 3}),
            StartMove(("peter",)),
            CloseDoor(("016", "026")),
        )
        assert pending(to_reaction(shut)) == {"022"}
        opened = do(shut, OpenDoor(("016", "026")))
        assert pending(to_reaction(opened)) == {"022"}

    def test_7_3_taking_a_rifle_is_seen(self) -> None:
        position = do(
            table(people={"steve": RIFLES}, zombies={"000": 2}), StartMove(("steve",)), TakeRifle("steve")
        )
        position = to_reaction(position)
        assert position.trail == (RIFLES,)
        legal(position, React((RIFLES,), "000"), "7.0")

    def test_7_3_doing_nothing_is_not(self) -> None:
        position = to_reaction(table(people={"steve": RIFLES}, zombies={"000": 2}))
        refused(position, React((RIFLES,), "000"), "7.1")


class TestSight:
    """7.1: sight is that of 6.4, with the doors as they stand in this phase (R-7.1a)."""

    def test_7_1_a_unit_in_sight_reacts(self) -> None:
        legal(reaction({"020": 3}), React(("021",), "020"), "7.0")

    def test_7_1_a_unit_out_of_sight_does_not(self) -> None:
        refused(reaction({"042": 3}), React(("043",), "042"), "7.1", "042", "see where")

    def test_7_1_a_closed_solid_door_hides_the_trail(self) -> None:
        refused(reaction({"014": 3}, closed=[SOLID_TOYS]), React(("024",), "014"), "7.1")

    def test_7_1_an_open_solid_door_does_not(self) -> None:
        legal(reaction({"014": 3}), React(("024",), "014"), "7.0")

    def test_7_1_glass_hides_nothing_open_or_closed(self) -> None:
        at_glass = {"peter": "026"}
        assert pending(reaction({"016": 3}, at_glass, "026")) == {"016"}
        assert pending(reaction({"016": 3}, at_glass, "026", closed=[GLASS_TOYS])) == {"016"}

    def test_7_1_the_door_counts_as_it_stands_now(self) -> None:
        """R-7.1a: Peter passed the open door and closed it behind him, so nothing behind it saw him."""
        walked = do(table(people={"peter": "014"}, zombies={"004": 3}), *_walk("peter", "024"))
        assert pending(to_reaction(walked)) == {"004"}
        assert pending(to_reaction(do(walked, CloseDoor(("014", "024"))))) == frozenset()

    def test_7_1_zombies_and_characters_in_between_hide_nothing(self) -> None:
        """R-6.3a: pieces block shots, never sight."""
        position = reaction({"022": 3, "021": 3, "020": 3}, {"peter": "024", "fran": "023"})
        assert pending(position) == {"020", "021", "022"}


class TestTowards:
    """7.0 and R-7.0b: a step towards the characters lowers the least number of steps to them."""

    @pytest.mark.parametrize("to", ["021", "032"])
    def test_7_0_any_square_that_is_nearer_will_do(self, to: str) -> None:
        after = do(reaction({"031": 3}), React((to,), "031"))
        assert set(after.zombies) == {to}

    @pytest.mark.parametrize("to", ["030", "041"])
    def test_7_0_a_square_that_is_not_nearer_will_not(self, to: str) -> None:
        ruling = refused(reaction({"031": 3}), React((to,), "031"), "7.0", "nearer")
        assert "R-7.0b" in ruling.cases

    def test_7_0_towards_where_the_characters_are_now_not_where_they_were_seen(self) -> None:
        """The unit in 004 saw them in 024; they have gone on to 016 through the other door of the shop."""
        position = reaction({"004": 3}, {"peter": "016"}, "024", "025", "026", "016")
        legal(position, React(("005",), "004"), "7.0")
        legal(position, React(("014",), "004"), "7.0")
        refused(position, React(("003",), "004"), "7.0")

    def test_7_0_walls_make_the_way_longer(self) -> None:
        """Beside the wall of 035 the only way from 034 leads back through 024."""
        position = reaction({"034": 3}, {"peter": "036"}, "024", "025", "035", "036")
        legal(position, React(("024",), "034"), "7.0")
        refused(position, React(("035",), "034"), "7.0", "wall")
        refused(position, React(("033",), "034"), "7.0", "nearer")

    def test_7_0_closed_doors_do_not_make_it_longer(self) -> None:
        """With the glass of 036 closed the unit in 046 has no other step towards 035, only a detour."""
        position = reaction({"046": 3}, {"peter": "035"}, "036", "035", closed=["036-046"])
        refused(position, React(("045",), "046"), "7.0", "nearer")
        refused(position, React(("036",), "046"), "7.2", "closed")
        assert must_react(position) == ()

    def test_7_0_squares_only_from_side_to_side(self) -> None:
        refused(reaction({"033": 3}), React(("024",), "033"), "7.0", "not adjacent")

    def test_7_0_no_piece_is_asked_that_is_not_there(self) -> None:
        assert refused(reaction({}), React(("023",), "022"), "7.0").firm
