"""7.2 and R-7.2a: which reactions no order of the units changes, against every order played out.

Peter has just entered 024 of the small mall, as in `test_reaction`: from 030 both 020 and 031 are nearer.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.dawn_of_the_dead.actions import React
from rules.dawn_of_the_dead.position import Position, ReactionState
from rules.dawn_of_the_dead.zombies.zombie_movement import must_react
from rules.dawn_of_the_dead.zombies.zombie_paths import reaction_paths, sure_moves, sure_run
from tests.rows import each
from tests.rules.dawn_of_the_dead.chance import lots
from tests.rules.dawn_of_the_dead.small_mall import small_mall
from tests.rules.dawn_of_the_dead.table import do, table


def reaction(zombies: dict[str, int | str | None], **more: Any) -> Position:
    """Return the start of a Reaction Phase."""
    return table("reaction", {"peter": "024"}, zombies, trail=["024"], **more)


def sure(position: Position, *glass: tuple[str, str], claimed: tuple[str, ...] = ()) -> dict[str, object]:
    """Return the moves that no order changes."""
    assert isinstance(position.phase_state, ReactionState)
    return dict(sure_moves(position, position.phase_state.pending, glass, claimed))


def test_7_0_the_only_way_of_a_unit_by_itself_is_sure() -> None:
    assert sure(reaction({"020": 3})) == {"020": ("021",)}


def test_r_7_2a_a_unit_whose_way_another_one_may_clear_has_a_choice_of_order() -> None:
    """The unit in 030 has one possible move, and a second one once the unit in 020 has gone."""
    position = reaction({"030": 3, "020": 2})
    assert reaction_paths(position, "030") == [("031",)]
    assert sure(position) == {"020": ("021",)}


def test_7_6_of_two_units_for_one_square_neither_is_sure() -> None:
    assert sure(reaction({"014": 3, "025": 3})) == {}


def test_7_0_units_in_a_row_follow_one_another() -> None:
    """020 and 021 stand in line towards 024; 030 beside them has a choice once they have gone."""
    position = reaction({"021": 2, "020": 2})
    assert isinstance(position.phase_state, ReactionState)
    assert sure(position) == {"021": ("022",)}
    assert sure_run(position, position.phase_state.pending) == ("021", "020")
    beside = reaction({"021": 2, "020": 2, "030": 2})
    assert isinstance(beside.phase_state, ReactionState)
    assert "030" not in sure_run(beside, beside.phase_state.pending)


def test_11_4_a_square_that_a_super_zombie_may_take_with_its_unit_is_nobodys_for_sure() -> None:
    assert sure(reaction({"020": 3}), claimed=("021",)) == {}


def test_10_4_a_unit_with_a_way_through_glass_that_may_break_is_not_sure() -> None:
    """From 016 the way to 024 leads by 015 and, once the glass door is gone, by 026."""
    position = table("reaction", {"peter": "024"}, {"016": 3}, trail=["015", "024"], closed=["016-026"])
    assert sure(position) == {"016": ("015",)}
    assert sure(position, ("016", "026")) == {}


@pytest.mark.parametrize("seeds", lots(15, 40))
def test_r_7_2a_a_sure_move_stays_the_only_one_in_every_order(seeds: range) -> None:
    """Units react in an order drawn by lot, each on any way it has; the sure ones never gain or lose one."""

    def check(seed: int) -> None:
        dice = Random(seed)
        board = small_mall().board
        squares = dice.sample(sorted(set(board.squares) - {"024"}), 12)
        units: dict[str, int | str | None] = {s: dice.choice(["1", "2 berserk"]) for s in squares}
        closed = dice.sample(["031-041", "014-024", "016-026"], dice.randint(0, 2))
        position = reaction(units, closed=closed)
        kept = sure(position)
        while waiting := must_react(position):
            for square, path in kept.items():
                if square in waiting:
                    assert reaction_paths(position, square) == [path]
            start = dice.choice(waiting)
            path = dice.choice(reaction_paths(position, start))
            assert kept.pop(start, path) == path
            position = do(position, React(path, start))
        assert not kept

    each(zip(seeds), check)


def test_the_lots_above_have_sure_moves_and_others() -> None:
    """Else the test above could not fail."""
    lots = [Random(seed).sample(sorted(set(small_mall().board.squares) - {"024"}), 12) for seed in range(40)]
    one_way = [
        len([s for s in must_react(p) if len(reaction_paths(p, s)) == 1])
        for p in (reaction(dict.fromkeys(squares, 2)) for squares in lots)
    ]
    kept = [len(sure(reaction(dict.fromkeys(squares, 2)))) for squares in lots]
    assert sum(one_way) > sum(kept) > 0
