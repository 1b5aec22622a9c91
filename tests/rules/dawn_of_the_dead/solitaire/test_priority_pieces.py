"""15.5, R-15.5f to R-15.5h: super zombies, their units and berserk units under the priorities."""

from __future__ import annotations

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import FreeMove, NextPhase
from tests.rules.dawn_of_the_dead.free_solitaire import called, free, left, moved, moves, nothing, turned_down
from tests.rules.dawn_of_the_dead.table import legal, refused, table


def test_15_5f_each_of_a_pair_goes_by_itself_where_its_own_priority_sends_it() -> None:
    """R-15.5f: as with two players. The super zombie goes first, then its unit for a rolled move."""
    people = {"peter": "021", "steve": "025 super_zombie"}
    pair = free(people, {"025": 3}, 1, state={"paired": ["steve"]})
    apart = moved(pair, "steve>024>023>022")
    called(apart, 3, "025>024")
    nothing(moved(apart, "025>024"))
    first = moved(pair, "025>024")
    assert left(first) == 1
    called(first, 3, "steve>024>023>022")
    nothing(moved(first, "steve>024>023>022"))
    nothing(moved(free(people, {"025": 3}, 0, state={"paired": ["steve"]}), "steve>024>023>022"))


def test_15_5f_a_pair_that_shares_a_priority_reaches_a_character_each_alone_or_together() -> None:
    people = {"peter": "022", "steve": "023 super_zombie"}
    pair = free(people, {"023": 3}, 0, state={"paired": ["steve"]})
    called(pair, 1, *moves(pair))
    assert {(m.split(">")[0], m.split(">")[-1]) for m in moves(pair)} == {
        ("steve", "022"), ("steve+", "022"), ("023", "022")
    }  # fmt: skip
    cases = game.check(pair, FreeMove(("022",), None, "steve")).cases
    assert cases == ("15.5.1", "R-15.5a", "R-15.5f", "11.2", "11.4")


def test_15_5f_counts_only_for_a_pair_that_began_the_player_turn_together() -> None:
    """R-11.4c: over a unit that the super zombie has just come to, the unit moves by that ruling."""
    people = {"peter": "022", "steve": "023 super_zombie"}
    unit = FreeMove(("022",), "023")
    for state, ruling in (
        ({"paired": ["steve"]}, "R-15.5f"),
        ({"supers": ["steve"]}, "R-11.4c"),
        ({"supers": ["steve"], "paired": ["steve"]}, "R-11.4c"),
        ({}, "R-11.4c"),
    ):
        cases = game.check(free(people, {"023": 3}, 0, state=state), unit).cases
        assert cases[0] == "15.5.1"
        assert {"R-15.5f", "R-11.4c"} & set(cases) == {ruling}
    alone = game.check(free(people, {"023": 3}, 0), FreeMove(("022",), None, "steve")).cases
    assert alone == ("15.5.1", "R-15.5a", "11.2", "11.4")


def test_15_5_of_two_super_zombies_the_sentence_names_the_one_that_comes_first() -> None:
    """And says by which way, and whether with its unit: never the very move that was asked."""
    people = {"peter": "021", "steve": "025 super_zombie", "roger": "027 super_zombie"}
    position = free(people, {"025": 3}, 0, state={"paired": ["steve"]})
    asked = FreeMove(("037",), None, "roger")
    refused(
        position, asked, "15.5.3", "the super zombie Steve goes with the unit in its square to 022",
        "by way of 024 and 023",
    )  # fmt: skip


def test_15_5g_berserk_units_and_super_zombies_go_their_whole_distance() -> None:
    """R-15.5g: towards a character in sight, as far as they can go nearer with every square."""
    berserk = free({"peter": "021"}, {"025": "3 berserk"}, 0)
    called(berserk, 3, "025>024>023")
    assert game.check(berserk, FreeMove(("024", "023"), "025")).cases[:3] == (
        "15.5.3",
        "R-15.5a",
        "R-15.5g",
    )
    turned_down(berserk, "15.5.3", "025", "024")
    steve = free({"peter": "021", "steve": "025 super_zombie"}, {}, 0)
    refused(steve, FreeMove(("024", "023"), None, "steve"), "15.5.3", "to 022 by way of 024 and 023")


def test_15_5h_the_die_for_free_moves_is_rolled_whatever_may_move() -> None:
    """R-15.5h: the phase does not end before it, not even with nothing on the map that could go."""
    for mode in ("solitaire", "cooperative"):
        empty = table("free_movement", {"peter": "022"}, {}, mode=mode)
        assert "R-15.5h" in refused(empty, NextPhase(), "15.5", "die").cases
    legal(table("free_movement", {"peter": "022"}, {}), NextPhase(), "4.0")
