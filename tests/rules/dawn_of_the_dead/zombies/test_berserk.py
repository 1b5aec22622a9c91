"""10.0 Berserk Zombies: the checks, and berserk movement. For broken glass see test_smash.py."""

from __future__ import annotations

import pytest

from rules.dawn_of_the_dead.actions import (
    CheckBerserk,
    NextPhase,
    React,
    Shoot,
)
from rules.dawn_of_the_dead.position import Position
from tests.rules.dawn_of_the_dead.glass_front import reaction
from tests.rules.dawn_of_the_dead.table import do, legal, needs, refused, table


def checks(zombies: dict[str, int | str | None], people: dict[str, str] | None = None) -> Position:
    return table("berserk", people or {"peter": "000"}, zombies)


class TestChecks:
    """10.0: one new unit is checked after all those that are berserk; 4 or less is berserk."""

    @pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
    def test_10_0_four_or_less_goes_berserk(self, die: int) -> None:
        after = do(checks({"044": 3}), CheckBerserk("044", die))
        assert after.zombies["044"].berserk is (die <= 4)

    @pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
    def test_10_0_and_five_or_six_ends_it(self, die: int) -> None:
        after = do(checks({"044": "3 berserk"}), CheckBerserk("044", die))
        assert after.zombies["044"].berserk is (die <= 4)

    def test_10_0_a_die_is_wanted(self) -> None:
        needs(checks({"044": 3}), CheckBerserk("044"), dice=1)
        assert refused(checks({"044": 3}), CheckBerserk("044", 7), "10.0", "7", listed=True).firm

    def test_10_0_only_one_new_unit(self) -> None:
        for die in (1, 6):
            position = do(checks({"044": 3, "045": 2}), CheckBerserk("044", die))
            refused(position, CheckBerserk("045"), "10.0")

    def test_10_0_those_already_berserk_come_first(self) -> None:
        position = checks({"044": 3, "045": "2 berserk", "046": "2 berserk"})
        refused(position, CheckBerserk("044"), "10.0", "045", "046")
        position = do(position, CheckBerserk("046", 1))
        refused(position, CheckBerserk("044"), "10.0", "045")
        legal(do(position, CheckBerserk("045", 1)), CheckBerserk("044"), "10.0")

    def test_10_0_each_and_every_one_of_them(self) -> None:
        position = do(checks({"045": "2 berserk", "046": "2 berserk"}), CheckBerserk("045", 5))
        refused(position, NextPhase(), "10.0", "046")
        legal(do(position, CheckBerserk("046", 5)), NextPhase(), "4.0")

    def test_10_0_each_once(self) -> None:
        position = do(checks({"045": "2 berserk"}), CheckBerserk("045", 2))
        assert refused(position, CheckBerserk("045"), "10.0", "045").firm
        new = do(checks({"045": 2}), CheckBerserk("045", 2))
        assert refused(new, CheckBerserk("045"), "10.0", "045").firm

    def test_10_0_the_new_check_may_be_left(self) -> None:
        legal(checks({"044": 3}), NextPhase(), "4.0")

    def test_10_0_a_unit_must_be_there(self) -> None:
        assert refused(checks({"044": 3}), CheckBerserk("045"), "10.0", "045").firm

    def test_10_0_the_check_shows_no_value(self) -> None:
        ruling = legal(checks({"044": 11}), CheckBerserk("044", 2))
        assert "11" not in ruling.reason + ruling.story


class TestCalmedDown:
    """10.1: one that stopped being berserk is not checked again in the same phase."""

    def test_10_1_not_the_one_that_just_calmed_down(self) -> None:
        position = do(checks({"045": "2 berserk", "046": 3}), CheckBerserk("045", 5))
        refused(position, CheckBerserk("045"), "10.1", "045")
        legal(position, CheckBerserk("046"), "10.0")

    def test_10_1_in_the_next_phase_it_may_be(self) -> None:
        position = do(checks({"045": "2 berserk"}), CheckBerserk("045", 6))
        fresh = checks({s: u.value for s, u in position.zombies.items()})
        legal(fresh, CheckBerserk("045"), "10.0")


def test_10_2_a_berserk_unit_must_react() -> None:
    """10.2 and 7.5: its reaction is as binding as any, and two squares long."""
    position = reaction({"020": "3 berserk"}, "024")
    refused(position, NextPhase(), "7.0", "020")
    legal(position, React(("021", "022"), "020"), "10.2")


def test_10_2_without_sight_of_the_trail_it_need_not() -> None:
    position = reaction({"042": "3 berserk"}, "024")
    legal(position, NextPhase(), "4.0")
    refused(position, React(("043",), "042"), "7.1")


class TestPanicBesideOne:
    """10.6: in the same square a berserk unit makes panic likelier by one (the checks: 6.5)."""

    def test_10_6_one_more_in_the_same_square(self) -> None:
        """Peter's Panic Level is 1: a 2 is panic only beside a berserk unit."""
        move = {"characters": ["peter"]}
        for unit, panics in ((3, False), ("3 berserk", True)):
            position = table("human", {"peter": "024"}, {"024": unit}, move=move)
            ruling = legal(position, Shoot(("peter",), "024", {"peter": 2}))
            after = do(position, Shoot(("peter",), "024", {"peter": 2}, () if panics else (6, 6)))
            assert after.move is not None
            assert after.move.panicked == (("peter",) if panics else ())
            assert bool(ruling.needs) is not panics
            if panics:
                assert ruling.reason == "Panic check 2 (1–2 panics): Peter panics and cannot shoot."

    def test_10_6_nothing_more_in_another(self) -> None:
        position = table("human", {"peter": "024"}, {"022": "3 berserk"}, move={"characters": ["peter"]})
        after = do(position, Shoot(("peter",), "022", {"peter": 2}, (6, 6)))
        assert after.move is not None
        assert after.move.panicked == ()
