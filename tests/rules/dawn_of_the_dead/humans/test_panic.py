"""6.5: panic. Panic Levels: Peter 1, Roger and Steve 2, Fran 3."""

from __future__ import annotations

import pytest

from rules.dawn_of_the_dead.actions import EndTurn, Shoot, Step
from tests.rules.dawn_of_the_dead.aiming import aiming, moved
from tests.rules.dawn_of_the_dead.table import do, needs, refused, table

LEVELS = {"peter": 1, "roger": 2, "steve": 2, "fran": 3}

PANIC = [  # number in the book, at, unit, super zombie there, what is added (None: no check is made)
    ("6.5", "022", "3", False, 0),
    ("6.5", "024", "3 berserk", False, 0),
    ("6.5", "022", "3 berserk", False, 1),
    ("6.5", "024", None, True, 1),
    ("6.5", "022", None, True, 3),
    ("R-6.5a", "022", "3 berserk", True, 4),
    ("R-6.5a", "024", "3 berserk", True, 1),
    ("11.5", "024", "3", True, 1),
    ("11.5", "022", "3", True, 3),
    ("6.5", "024", "3", False, None),
]


class TestPanic:
    """6.5: when it is checked, at which level, and what comes of it."""

    @pytest.mark.parametrize(("case", "at", "unit", "super_there", "added"), PANIC)
    @pytest.mark.parametrize("name", ["peter", "steve"])
    def test_6_5_the_level_and_what_is_added_to_it(
        self, case: str, at: str, unit: str | None, super_there: bool, added: int | None, name: str
    ) -> None:
        """The five situations, 10.6, 11.5, and how they add up (R-6.5a)."""
        people = {"fran": f"{at} super_zombie"} if super_there else {}
        position = aiming("022", {at: unit} if unit else {}, name, people=people)
        if added is None:
            needs(position, Shoot((name,), at), dice=2 if name == "peter" else 1)
            assert refused(position, Shoot((name,), at, {name: 3}), "6.5", listed=True).firm
            return
        ruling = needs(position, Shoot((name,), at), panic=(name,))
        level = LEVELS[name] + added
        assert f"{level}" in ruling.reason
        assert "6.5" in ruling.cases
        assert moved(do(position, Shoot((name,), at, {name: level})))["panicked"] == (name,)
        if level < 6:
            needs(position, Shoot((name,), at, {name: level + 1}), dice=2 if name == "peter" else 1)

    def test_6_5_the_infected_side_counts(self) -> None:
        position = aiming("022", {"022": 3}, "peter infected")
        assert moved(do(position, Shoot(("peter",), "022", {"peter": 2})))["panicked"] == ("peter",)
        needs(position, Shoot(("peter",), "022", {"peter": 3}), dice=2)

    def test_6_5_who_just_panicked_is_told_before_the_dice_of_the_others(self) -> None:
        position = aiming("022", {"022": 3}, "peter", "roger")
        ruling = needs(position, Shoot(("peter", "roger"), "022", {"peter": 2, "roger": 1}), dice=2)
        assert ruling.reason == "Roger panics. Peter may shoot at 022: 2 dice."

    def test_6_5_before_each_shot(self) -> None:
        position = do(aiming("022", {"022": 11}), Shoot(("peter",), "022", {"peter": 6}, (1, 1)))
        needs(position, Shoot(("peter",), "022"), panic=("peter",))

    def test_6_5_a_level_of_six_is_certain_panic(self) -> None:
        position = aiming("022", {"022": "3 berserk"}, "fran", people={"steve": "022 super_zombie"})
        assert moved(do(position, Shoot(("fran",), "022", {"fran": 6})))["panicked"] == ("fran",)

    def test_6_5_who_panics_neither_shoots_nor_walks(self) -> None:
        position = do(aiming("022", {"022": 3}), Shoot(("peter",), "022", {"peter": 1}))
        assert position.zombies["022"].value == 3
        assert moved(position) == {"spent": 8, "shots": {}, "panicked": ("peter",)}
        refused(position, Shoot(("peter",), "022"), "6.5", "Peter")
        refused(position, Step("021"), "6.5", "Peter panicked")

    def test_6_5_the_points_of_the_stack_are_gone_and_its_shots_are_not(self) -> None:
        position = do(aiming("022", {"022": 3}, "peter", "fran"), Shoot(("peter",), "022", {"peter": 1}))
        refused(position, Step("021"), "6.5", "Peter")
        refused(position, Shoot(("peter", "fran"), "022"), "6.5", "Peter")
        position = do(position, Shoot(("fran",), "022", {"fran": 4}, (6,)))
        assert "022" not in position.zombies

    def test_6_5_points_stay_gone_when_the_zombies_are(self) -> None:
        position = do(aiming("022", {"022": 3}, "peter", "fran"), Shoot(("peter",), "022", {"peter": 1}))
        position = do(position, Shoot(("fran",), "022", {"fran": 4}, (6,)))
        refused(position, Step("021"), "6.5")

    def test_6_5_a_position_need_not_say_that_the_points_are_gone(self) -> None:
        """A program may name who panicked and no points, or another sheet may give the stack more."""
        move = {"characters": ["peter", "roger"], "panicked": ["peter"]}
        stack = table("human", {"peter": "022", "roger": "022"}, move=move)
        refused(stack, Step("023"), "6.5", "Peter panicked, so no Movement Points are left")
        rested = do(stack, EndTurn()).characters
        assert rested["peter"].moved_last_turn
        assert rested["roger"].moved_last_turn

    def test_6_5_it_lasts_for_the_turn_and_no_longer(self) -> None:
        position = do(aiming("022", {"022": 3}), Shoot(("peter",), "022", {"peter": 1}), EndTurn())
        assert position.move is None
        assert position.characters["peter"].status == "normal"

    def test_6_5_a_panicked_shooter_leaves_a_trail(self) -> None:
        """He acted, if to no effect (R-7.0a)."""
        assert do(aiming("022", {"022": 3}), Shoot(("peter",), "022", {"peter": 1})).trail == ("022",)

    def test_6_5_dice_that_cannot_be_right(self) -> None:
        position = aiming("022", {"022": 3})
        for panic in ({"peter": 7}, {"peter": 0}, {"fran": 3}, {"peter": 3, "fran": 3}):
            assert refused(position, Shoot(("peter",), "022", panic), "6.5", listed=True).firm

    def test_6_5_gun_dice_wait_for_the_check(self) -> None:
        needs(aiming("022", {"022": 3}), Shoot(("peter",), "022", dice=(6, 6)), panic=("peter",))
        refused(aiming("022", {"022": 3}), Shoot(("peter",), "022", {"peter": 1}, (6, 6)), "6.6", listed=True)
