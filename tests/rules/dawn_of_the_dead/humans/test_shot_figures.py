"""6.6-6.8: the dice of a shot, the subtraction, and the roll needed. The shot hits from that roll on."""

from __future__ import annotations

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import Shoot
from rules.dawn_of_the_dead.humans.gunfire import ShotFigures, hardest, shot_figures
from rules.dawn_of_the_dead.position import Position
from rules.dawn_of_the_dead.view import redact
from tests.rules.dawn_of_the_dead.table import table


def shooting(zombies: dict[str, int | str | None], *names: str, **people: str) -> Position:
    """Return a position in which Peter, or those named, stand in 022 and are on the move."""
    movers = names or ("peter",)
    return table(
        "human", dict.fromkeys(movers, "022") | people, zombies, move={"characters": list(movers)}
    )  # fmt: skip


def test_6_6_6_7_one_gun_its_dice_and_one_off_for_each_square() -> None:
    assert shot_figures(shooting({"025": 4}), ("peter",), "022", "025") == ShotFigures(("peter",), 2, 3, 7)


def test_6_8_each_gun_takes_the_distance_off_and_three_dice_are_the_most() -> None:
    position = shooting({"024": 4}, "peter", "roger")
    both = ("peter", "roger")
    assert shot_figures(position, both, "022", "024") == ShotFigures(both, 3, 4, 8)


def test_6_0_a_value_face_down_leaves_the_roll_needed_open() -> None:
    position = shooting({"025": 4})
    seen = redact(position, "human").open_position()
    assert shot_figures(seen, ("peter",), "022", "025") == ShotFigures(("peter",), 2, 3, None)


def test_6_5_each_shooter_has_the_level_at_which_he_panics_and_most_shots_have_no_check() -> None:
    position = shooting({"022": "4 berserk", "025": 4}, "peter", "roger")
    both = ("peter", "roger")
    assert shot_figures(position, both, "022", "022").panic == {"peter": 2, "roger": 3}
    assert shot_figures(position, both, "022", "025").panic == {}


def test_11_3_a_super_zombie_is_known_for_a_two() -> None:
    position = shooting({}, steve="024 super_zombie")
    assert shot_figures(position, ("peter",), "022", "024").needed == 2 + 2


def test_6_8_the_hardest_shot_weighs_a_die_against_what_a_second_gun_takes_off() -> None:
    position = shooting({"023": None, "027": None}, "peter", "roger")
    ways = (("peter",), ("roger",), ("peter", "roger"))
    for at, by in (("023", ways[2]), ("027", ways[0])):
        assert hardest(shot_figures(position, w, "022", at) for w in ways).by == by


@pytest.mark.parametrize("dice", [(a, b) for a in range(1, 7) for b in range(1, 7)])
def test_6_0_a_shot_hits_from_the_roll_needed_on(dice: tuple[int, int]) -> None:
    position = shooting({"024": 5})
    figures = shot_figures(position, ("peter",), "022", "024")
    ruling = game.rule(position, Shoot(("peter",), "024", dice=dice))
    assert ruling.after is not None
    assert figures.needed is not None
    assert ("024" not in ruling.after.zombies) == (sum(dice) >= figures.needed)
