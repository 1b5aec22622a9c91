"""15.5, R-15.5e, 10.4: in solitaire nobody strikes glass to avoid a move that a priority requires."""

from __future__ import annotations

from typing import Any

from rules.dawn_of_the_dead.actions import FreeMove, RollFreeMoves, Smash
from rules.dawn_of_the_dead.equipment.equipment import Setting
from rules.dawn_of_the_dead.solitaire.zombie_player import ZombieSight, advise
from tests.rules.dawn_of_the_dead.free_solitaire import free, nothing
from tests.rules.dawn_of_the_dead.small_mall import GLASS_TOYS
from tests.rules.dawn_of_the_dead.table import do, legal, refused, table

TOYS = ("016", "026")
SHUT: dict[str, Any] = {"closed": [GLASS_TOYS]}


def test_15_5_1_a_unit_that_reaches_a_character_strikes_no_glass() -> None:
    position = free({"peter": "026", "fran": "015"}, {"016": "3 berserk"}, **SHUT)
    ruling = refused(position, Smash(TOYS, "016"), "15.5.1", "016 goes to 015", "Fran")
    assert "R-15.5e" in ruling.cases
    legal(free({"peter": "026", "fran": "015"}, {"016": "3 berserk", "015": 1}, **SHUT), Smash(TOYS, "016"))


def test_15_5_3_a_unit_that_glass_keeps_from_the_closest_character_strikes_it() -> None:
    """R-15.5d: Fran is in sight as well, but Peter is closer."""
    legal(free({"peter": "036", "fran": "013"}, {"016": "3 berserk"}, **SHUT), Smash(TOYS, "016"))


def test_15_5_3_one_that_comes_nearer_to_the_closest_strikes_none_even_while_another_comes_first(
    mall: Setting,
) -> None:
    """Glass keeps the unit in 050 from Peter, but Fran is closer; the unit beside Roger meets priority 1."""
    people = {"peter": "011", "fran": "046", "roger": "170"}
    glass = ("031", "050")
    position = free(people, {"050": "3 berserk", "169": 1}, setting=mall, closed=["031-050"])
    refused(position, Smash(glass, "050"), "15.5.3", "Fran")
    advice = advise(ZombieSight(position))
    assert advice
    assert (advice.action, advice.case) == (FreeMove(("170",), "169"), "15.5.1")


def test_15_5_a_super_zombie_moves_as_well_before_it_breaks_glass() -> None:
    """R-15.5a, 11.6: with its unit it breaks glass only where no priority moves it."""
    people = {"peter": "014", "steve": "016 super_zombie"}
    paired: dict[str, Any] = {"state": {"paired": ["steve"]}, **SHUT}
    refused(free(people, {"016": 3}, **paired), Smash(TOYS, super="steve"), "15.5.1", "Peter")
    walled = free({"peter": "026", "steve": "016 super_zombie"}, {"016": 3, "015": 1}, **paired)
    legal(walled, Smash(TOYS, super="steve"))


def test_15_5_glass_is_struck_after_the_die_for_free_moves() -> None:
    position = table("free_movement", {"peter": "026"}, {"016": "3 berserk"}, mode="solitaire", **SHUT)
    refused(position, Smash(TOYS, "016"), "15.5", "die")
    struck = do(position, RollFreeMoves(1), Smash(TOYS, "016", dice=(6, 6)))
    nothing(struck)


def test_10_4_two_players_choose_freely() -> None:
    legal(
        table("free_movement", {"peter": "026", "fran": "015"}, {"016": "3 berserk"}, **SHUT),
        Smash(TOYS, "016"),
    )


def test_15_5_a_lawful_attempt_on_glass_cites_the_ruling_that_lets_it() -> None:
    """R-15.5e: it replaces a move. With two players nothing of section 15 applies."""
    position = free({"peter": "036", "fran": "013"}, {"016": "3 berserk"}, **SHUT)
    assert legal(position, Smash(TOYS, "016")).cases[0] == "R-15.5e"


def test_15_5_a_piece_that_meets_a_priority_and_cannot_carry_it_out_is_told_so() -> None:
    """R-15.5d: the closed glass bars the unit, which sees Peter."""
    position = free({"peter": "036"}, {"016": "3 berserk"}, **SHUT)
    ruling = refused(position, FreeMove(("015",), "016"), "15.5")
    assert ruling.reason == "No zombie can carry out a priority now."
    assert ruling.cases == ("15.5", "R-15.5d")
