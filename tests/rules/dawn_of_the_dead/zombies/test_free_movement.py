"""7.0 Zombie Movement, the Free Movement Phase: as many units as the die says, one square each."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import FreeMove, NextPhase, RollFreeMoves
from rules.dawn_of_the_dead.position import FreeState, Position
from tests.rules.dawn_of_the_dead.small_mall import GLASS_DINER, SOLID_DINER
from tests.rules.dawn_of_the_dead.table import do, legal, needs, refused, table


def free(zombies: dict[str, int | str | None], people: dict[str, str] | None = None, **more: Any) -> Position:
    """Return a Free Movement Phase in which nobody saw anything; the characters are far off in 000."""
    return table("free_movement", people or {"peter": "000"}, zombies, **more)


def rolled(die: int, zombies: dict[str, int | str | None], people: dict[str, str] | None = None) -> Position:
    return do(free(zombies, people), RollFreeMoves(die))


def left(position: Position) -> int:
    assert isinstance(position.phase_state, FreeState)
    return position.phase_state.left


def test_7_5_a_berserk_unit_that_comes_back_has_not_moved() -> None:
    refused(free({"044": "3 berserk"}), FreeMove(("045", "044"), "044"), "7.5", "where it began")


class TestDie:
    """7.0: one die says how many units may be moved."""

    def test_7_0_the_die_is_wanted_first(self) -> None:
        needs(free({"044": 3}), RollFreeMoves(), dice=1)
        refused(free({"044": 3}), FreeMove(("045",), "044"), "7.0", "Roll the die")

    @pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
    def test_7_0_as_many_units_as_it_shows(self, die: int) -> None:
        """Seven units stand in a row; each goes one square down."""
        units: dict[str, int | str | None] = dict.fromkeys(
            ("020", "021", "022", "023", "024", "025", "026"), 2
        )
        position = rolled(die, units)
        for square in sorted(units)[:die]:
            position = do(position, FreeMove((square.replace("02", "03"),), square))
        assert left(position) == 0
        refused(position, FreeMove(("036",), "026"), "7.0", "one" if die == 1 else str(die), "used up")

    @pytest.mark.parametrize("die", [0, 7])
    def test_7_0_a_die_shows_one_to_six(self, die: int) -> None:
        assert refused(free({}), RollFreeMoves(die), "7.0", str(die), listed=True).firm

    def test_7_0_it_is_rolled_once(self) -> None:
        assert refused(rolled(2, {}), RollFreeMoves(3), "7.0", "2").firm

    def test_7_0_nobody_has_to_be_moved(self) -> None:
        legal(rolled(6, {"044": 3}), NextPhase(), "4.0")
        legal(free({"044": 3}), NextPhase(), "4.0")


class TestWays:
    """7.0: side by side, in any direction, through no wall and no closed door, and not out of the mall."""

    @pytest.mark.parametrize("to", ["044", "046", "055"])
    def test_7_0_in_any_direction(self, to: str) -> None:
        assert set(do(rolled(1, {"045": 3}), FreeMove((to,), "045")).zombies) == {to}

    def test_7_0_not_through_a_wall(self) -> None:
        refused(rolled(1, {"045": 3}), FreeMove(("035",), "045"), "7.0", "wall")
        refused(rolled(1, {"034": 3}), FreeMove(("035",), "034"), "7.0", "wall")

    def test_7_0_not_over_a_corner(self) -> None:
        refused(rolled(1, {"045": 3}), FreeMove(("056",), "045"), "7.0", "not adjacent")

    def test_7_0_not_out_of_the_mall(self) -> None:
        assert refused(rolled(1, {"057": 3}), FreeMove(("067",), "057"), "7.0", "067").firm

    @pytest.mark.parametrize(
        ("door", "start", "to"), [(GLASS_DINER, "036", "046"), (SOLID_DINER, "056", "057")]
    )
    def test_7_0_through_an_open_door_not_a_closed_one(self, door: str, start: str, to: str) -> None:
        legal(rolled(1, {start: 3}), FreeMove((to,), start), "7.0")
        closed = do(free({start: 3}, closed=[door]), RollFreeMoves(1))
        refused(closed, FreeMove((to,), start), "7.0", "closed")

    def test_7_0_there_must_be_a_unit_and_a_way(self) -> None:
        assert refused(rolled(1, {"045": 3}), FreeMove(("045",), "044"), "7.0").firm
        assert refused(rolled(1, {"045": 3}), FreeMove((), "045"), "7.5").firm
        assert refused(rolled(1, {"045": 3}), FreeMove(("044",)), "7.0").firm


class TestHowFar:
    """7.5: one square, two when berserk; 7.5 and 7.6 on squares taken."""

    def test_7_5_one_square_for_a_unit(self) -> None:
        refused(rolled(6, {"044": 3}), FreeMove(("045", "046"), "044"), "7.5")
        moved = do(rolled(6, {"044": 3}), FreeMove(("045",), "044"))
        refused(moved, FreeMove(("046",), "045"), "7.4", "045")

    def test_7_5_one_or_two_for_a_berserk_unit(self) -> None:
        position = rolled(1, {"044": "3 berserk"})
        legal(position, FreeMove(("045",), "044"), "10.3")
        legal(position, FreeMove(("045", "046"), "044"), "10.3")
        refused(position, FreeMove(("045", "046", "056"), "044"), "7.5")

    def test_7_5_two_squares_may_lead_past_a_unit_but_not_onto_one(self) -> None:
        position = rolled(1, {"044": "3 berserk", "045": 2, "055": 2})
        legal(position, FreeMove(("045", "046"), "044"), "10.3")
        assert refused(position, FreeMove(("045", "055"), "044"), "7.6", "055").firm

    def test_7_6_no_unit_ends_where_one_stands(self) -> None:
        refused(rolled(1, {"044": 3, "045": 2}), FreeMove(("045",), "044"), "7.6", "045")
        vacated = do(rolled(2, {"044": 3, "045": 2}), FreeMove(("046",), "045"))
        legal(vacated, FreeMove(("045",), "044"), "7.0")


class TestWithCharacters:
    """7.6: into a character's square, never out of one."""

    def test_7_6_into_a_characters_square(self) -> None:
        legal(rolled(1, {"001": 3}), FreeMove(("000",), "001"), "7.0")

    @pytest.mark.parametrize("unit", [3, "3 berserk"])
    def test_7_6_never_out_of_one(self, unit: int | str) -> None:
        refused(rolled(1, {"000": unit}), FreeMove(("001",), "000"), "7.6", "000")

    def test_7_6_a_stunned_character_holds_them_as_well(self) -> None:
        refused(rolled(1, {"045": 3}, {"fran": "045 stunned"}), FreeMove(("044",), "045"), "7.6")

    def test_7_6_berserk_or_not_it_stops_there(self) -> None:
        position = rolled(1, {"002": "3 berserk"}, {"peter": "001"})
        ruling = refused(position, FreeMove(("001", "000"), "002"), "7.6", "001")
        assert "R-7.6a" in ruling.cases
        legal(position, FreeMove(("001",), "002"), "10.3")


class TestBerserkUnits:
    """10.3 and R-4.0a: berserk units use none of the moves that the die allows."""

    def test_10_3_a_berserk_unit_uses_none_of_the_moves(self) -> None:
        position = do(rolled(1, {"044": "3 berserk", "055": 2}), FreeMove(("045", "046"), "044"))
        assert left(position) == 1
        legal(position, FreeMove(("056",), "055"), "7.0")

    def test_10_3_it_goes_when_all_are_used(self) -> None:
        position = do(rolled(1, {"044": "3 berserk", "055": 2}), FreeMove(("056",), "055"))
        legal(position, FreeMove(("045",), "044"), "10.3")

    def test_10_3_but_only_once(self) -> None:
        position = do(rolled(1, {"044": "3 berserk"}), FreeMove(("045",), "044"))
        refused(position, FreeMove(("046",), "045"), "7.4")

    def test_10_3_not_after_reacting(self) -> None:
        position = table("free_movement", {"peter": "024"}, {"020": "3 berserk"}, trail=["024"])
        refused(position, FreeMove(("030",), "020"), "7.4")


def test_7_7_a_free_move_shows_no_value() -> None:
    ruling = legal(rolled(1, {"044": 11}), FreeMove(("045",), "044"))
    assert ruling.after is not None
    assert "11" not in ruling.reason + ruling.story
    assert [u["value"] for u in game.redact(ruling.after, "zombie").to_json()["zombies"]] == [None]
