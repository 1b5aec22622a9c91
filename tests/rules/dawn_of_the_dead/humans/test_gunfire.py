"""6.6 to 6.8: dice, modifiers, joint shots; and super zombies and cardboard as targets."""

from __future__ import annotations

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import Shoot
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS, Setting
from rules.dawn_of_the_dead.position import Position
from tests.rules.dawn_of_the_dead.aiming import Units, aiming, moved
from tests.rules.dawn_of_the_dead.table import do, legal, needs, refused


def less(position: Position, at: str, *by: str) -> int:
    """Return what the referee says is subtracted from a shot."""
    reason = game.check(position, Shoot(by or ("peter",), at)).reason
    return int(reason.partition("less ")[2].partition(".")[0] or 0)


class TestDice:
    """6.6 and 6.8: two dice for Peter and Roger, one for the others or two with a rifle, three at most."""

    @pytest.mark.parametrize(("by", "dice"), [
        (("peter",), 2), (("roger",), 2), (("steve",), 1), (("fran",), 1),
        (("steve rifle",), 2), (("fran rifle",), 2), (("fran rifle infected",), 2), (("peter infected",), 2),
        (("steve", "fran"), 2), (("peter", "steve"), 3), (("peter", "roger"), 3),
        (("steve rifle", "fran"), 3), (("steve rifle", "fran rifle"), 3),
        (("peter", "steve", "fran"), 3), (("peter", "roger", "steve", "fran"), 3),
    ])  # fmt: skip
    def test_6_8_dice_add_up_to_three_at_most(self, by: tuple[str, ...], dice: int) -> None:
        """6.6, 12.0, R-6.8a; the examples of 6.8 among them."""
        position = aiming("022", {"024": 11}, *by)
        names = tuple(b.split()[0] for b in by)
        needs(position, Shoot(names, "024"), dice=dice)
        refused(position, Shoot(names, "024", dice=(1,) * (dice + 1)), "6.6", listed=True)

    def test_6_8_they_may_shoot_one_by_one(self) -> None:
        position = do(aiming("022", {"024": 11}, "peter", "fran"), Shoot(("fran",), "024", dice=(1,)))
        legal(position, Shoot(("peter",), "024"), "6.4")

    def test_6_8_each_spends_a_shot(self) -> None:
        """R-6.8a."""
        position = aiming("022", {"024": 11}, "peter", "roger", "fran")
        position = do(position, Shoot(("peter", "fran"), "024", dice=(1, 1, 1)))
        assert moved(position)["shots"] == {"peter": 1, "fran": 1}

    def test_6_8_order_of_names_means_nothing(self) -> None:
        position = aiming("022", {"024": 11}, "peter", "fran")
        one = do(position, Shoot(("peter", "fran"), "024", dice=(6, 6, 6)))
        other = do(position, Shoot(("fran", "peter"), "024", dice=(6, 6, 6)))
        assert one == other

    def test_6_8_is_cited_for_a_joint_shot_alone(self) -> None:
        """R-6.8a."""
        position = aiming("022", {"024": 11}, "peter", "fran")
        assert legal(position, Shoot(("peter", "fran"), "024")).cases == ("6.4", "6.7", "6.8", "R-6.8a")
        assert legal(position, Shoot(("peter",), "024")).cases == ("6.4", "6.7")

    def test_6_8_the_totals_go_together(self) -> None:
        """Three dice less four against 11: only 15 and more will do."""
        position = aiming("022", {"024": 11}, "peter", "roger")
        assert "024" in do(position, Shoot(("peter", "roger"), "024", dice=(6, 6, 2))).zombies
        assert "024" not in do(position, Shoot(("peter", "roger"), "024", dice=(6, 6, 3))).zombies

    def test_6_8_each_checks_for_panic_and_who_panics_falls_out(self) -> None:
        """His die and his modifier are left out, and he has spent no shot."""
        position = aiming("022", {"022": "9 berserk"}, "peter", "steve")
        shot = Shoot(("peter", "steve"), "022")
        needs(position, shot, panic=("peter", "steve"))
        needs(position, Shoot(shot.by, "022", {"steve": 6}), panic=("peter",))
        needs(position, Shoot(shot.by, "022", {"peter": 3, "steve": 4}), dice=3)
        needs(position, Shoot(shot.by, "022", {"peter": 3, "steve": 3}), dice=2)
        needs(position, Shoot(shot.by, "022", {"peter": 2, "steve": 4}), dice=1)
        after = do(position, Shoot(shot.by, "022", {"peter": 2, "steve": 4}, (6,)))
        assert moved(after) == {"spent": 6, "shots": {"steve": 1}, "panicked": ("peter",)}
        nobody = do(position, Shoot(shot.by, "022", {"peter": 2, "steve": 3}))
        assert moved(nobody) == {"spent": 6, "shots": {}, "panicked": ("peter", "steve")}

    def test_6_5_comes_first_where_the_panic_check_decides(self) -> None:
        """It decides where nobody passes it; whoever fires does so by 6.3."""
        position = aiming("022", {"022": 9}, "peter", "steve")
        by = ("peter", "steve")
        nobody = legal(position, Shoot(by, "022", {"peter": 1, "steve": 1}))
        assert nobody.cases == ("6.5", "6.3", "6.8", "R-6.8a")
        for panic in (None, {"peter": 1, "steve": 6}, {"peter": 6, "steve": 6}):
            assert legal(position, Shoot(by, "022", panic)).cases[0] == "6.3"

    def test_6_8_modifiers_count_for_those_who_fire(self) -> None:
        """R-6.8a: two squares off, Peter panics and Steve's die loses two, not four."""
        position = aiming("022", {"024": "3 berserk"}, "peter", "steve")
        by, panic = ("peter", "steve"), {"peter": 1, "steve": 6}
        assert "024" in do(position, Shoot(by, "024", panic, (4,))).zombies
        assert "024" not in do(position, Shoot(by, "024", panic, (5,))).zombies


MODIFIERS = [  # here, at, doors closed, doors destroyed, subtraction for one gun
    ("022", "022", "", "", 0),
    *[("020", f"02{d}", "", "", d) for d in range(1, 8)],
    ("022", "033", "", "", 2),  # not diagonally
    ("021", "011", "", "", 1 + 2),
    ("021", "011", "011-021", "", 1 + 3),
    ("021", "011", "", "011-021", 1 + 2),
    ("024", "014", "", "", 1 + 2),
    ("031", "011", "", "", 2 + 2),
    ("001", "021", "", "", 2 + 2),
    ("001", "021", "011-021", "", 2 + 3),
    ("004", "024", "", "", 2 + 2),
]


class TestModifiers:
    """6.7: one for each square, two for an open door, three for closed glass, for each gun."""

    @pytest.mark.parametrize(("here", "at", "closed", "destroyed", "minus"), MODIFIERS)
    def test_6_7_every_row_of_the_chart(
        self, here: str, at: str, closed: str, destroyed: str, minus: int
    ) -> None:
        doors = {"closed": [closed] if closed else [], "destroyed": [destroyed] if destroyed else []}
        alone = aiming(here, {at: 2}, "peter", **doors)
        panic = {"peter": 6} if here == at else None
        assert less(alone, at) == (0 if here == at else minus)
        for dice, hit in (((1, 1 + minus), True), ((1, minus), False)):
            if max(dice) <= 6 and min(dice) >= 1:
                after = do(alone, Shoot(("peter",), at, panic, dice))
                assert (at not in after.zombies) is hit
        both = aiming(here, {at: 2}, "peter", "roger", **doors)
        assert less(both, at, "peter", "roger") == 2 * minus * (here != at)

    def test_6_7_the_examples_of_the_book(self, mall: Setting) -> None:
        """From 167 to 170 three; from 19 to 39 two; for two guns from 115 to 113 four (6.8)."""
        assert less(aiming("167", {"170": 3}, setting=mall), "170") == 3
        assert mall.board.distance("019", "039") == 2
        position = aiming("115", {"113": 3}, "peter", "steve", setting=mall)
        assert less(position, "113", "peter", "steve") == 4
        assert "113" not in do(position, Shoot(("peter", "steve"), "113", dice=(3, 3, 1))).zombies
        assert "113" in do(position, Shoot(("peter", "steve"), "113", dice=(2, 3, 1))).zombies

    @pytest.mark.parametrize("dice", [(1, 1), (6, 6)])
    def test_6_7_closed_glass_is_destroyed_by_hit_and_miss(self, dice: tuple[int, int]) -> None:
        """10.5: and it stays so, so that the next shot loses two instead of three."""
        position = aiming("021", {"011": 5}, closed=["011-021"])
        after = do(position, Shoot(("peter",), "011", dice=dice))
        assert after.doors == {("011", "021"): "destroyed"}
        assert ("011" in after.zombies) is (dice == (1, 1))
        if "011" in after.zombies:
            assert less(after, "011") == 3

    def test_6_7_the_shot_that_breaks_it_still_loses_three(self) -> None:
        position = aiming("021", {"011": 5}, closed=["011-021"])
        assert "011" in do(position, Shoot(("peter",), "011", dice=(4, 4))).zombies
        assert "011" not in do(position, Shoot(("peter",), "011", dice=(4, 5))).zombies

    def test_6_7_what_is_left_of_the_roll_may_be_below_nothing(self) -> None:
        """The sentence writes it with the sign of the subtraction before it."""
        position = aiming("022", {"024": 3}, "steve")
        lost = less(position, "024", "steve")
        ruling = legal(position, Shoot(("steve",), "024", dice=(1,)), "6.4")
        assert f"rolled 1 − {lost} = −{lost - 1}, needed 3: miss." in ruling.reason

    def test_6_7_open_glass_is_left_as_it_is(self) -> None:
        assert do(aiming("021", {"011": 5}), Shoot(("peter",), "011", dice=(1, 1))).doors == {}

    def test_6_7_glass_that_nobody_shoots_through_stays_whole(self) -> None:
        position = aiming("021", {"011": "5 berserk", "024": 5}, closed=["011-021"])
        closed = {("011", "021"): "closed"}
        assert do(position, Shoot(("peter",), "024", dice=(6, 6))).doors == closed
        assert do(position, Shoot(("peter",), "011", {"peter": 1})).doors == closed


class TestSuperZombiesAsTargets:
    """11.3: a super zombie counts two, and falls or stays with the unit in its square."""

    def shooting(self, unit: int | None) -> Position:
        zombies: Units = {} if unit is None else {"024": unit}
        return aiming("022", zombies, people={"fran": "024 super_zombie rifle"})

    def test_11_3_alone_it_falls_to_two(self) -> None:
        position = self.shooting(None)
        assert do(position, Shoot(("peter",), "024", {"peter": 3}, (1, 2))).supers_at("024") == ("fran",)
        after = do(position, Shoot(("peter",), "024", {"peter": 3}, (2, 2)))
        assert after.characters["fran"].status == "killed"
        assert after.characters["fran"].square is None

    def test_11_3_with_a_unit_both_or_neither(self) -> None:
        position = self.shooting(5)
        after = do(position, Shoot(("peter",), "024", {"peter": 3}, (4, 4)))
        assert (after.supers_at("024"), "024" in after.zombies) == (("fran",), True)
        after = do(position, Shoot(("peter",), "024", {"peter": 3}, (4, 5)))
        assert (after.supers_at("024"), "024" in after.zombies) == ((), False)
        assert after.eliminated == (5,)


class TestCardboard:
    """6.0 with cardboard: the target's value is read, and forgotten unless it stays face up."""

    def test_6_0_the_value_is_asked_for_with_the_dice(self) -> None:
        position = aiming("022", {"024": "?"}, counters="physical")
        needs(position, Shoot(("peter",), "024"), dice=2, value=("024",))
        needs(position, Shoot(("peter",), "024", dice=(3, 4)), value=("024",))
        needs(position, Shoot(("peter",), "024", values={"024": 5}), dice=2)
        missed = do(position, Shoot(("peter",), "024", dice=(1, 2), values={"024": 5}))
        assert missed.zombies["024"].value is None
        assert missed.shown == {"024": 5}
        hit = do(position, Shoot(("peter",), "024", dice=(3, 4), values={"024": 5}))
        assert hit.zombies == {}
        assert hit.eliminated == (None,)

    def test_6_0_in_the_own_square_it_stays_known(self) -> None:
        position = aiming("022", {"022": "?"}, counters="physical")
        needs(position, Shoot(("peter",), "022", {"peter": 6}), dice=2, value=("022",))
        missed = do(position, Shoot(("peter",), "022", {"peter": 6}, (1, 2), {"022": 5}))
        assert missed.zombies["022"].value == 5
        needs(missed, Shoot(("peter",), "022", {"peter": 6}), dice=2)

    def test_6_5_who_panics_needs_no_value(self) -> None:
        position = aiming("022", {"022": "?"}, counters="physical")
        assert not legal(position, Shoot(("peter",), "022", {"peter": 1})).needs

    def test_11_3_a_super_zombie_alone_has_no_value_to_read(self) -> None:
        position = aiming("022", {}, people={"fran": "024 super_zombie"}, counters="physical")
        needs(position, Shoot(("peter",), "024", {"peter": 6}), dice=2)


def test_6_8_every_group_with_shots_left_is_offered() -> None:
    listed = [a for a in game.legal_actions(aiming("022", {"024": 3}, *CHARACTERS)) if isinstance(a, Shoot)]
    assert len(listed) == 2 ** len(CHARACTERS) - 1
