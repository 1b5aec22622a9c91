"""Dealing anew what lies face down: the players' knowledge stays, the secrets go."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from referee.games.dawn_of_the_dead.ai.simple_players import redealt
from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.position import Counters, Position
from tests.rules.dawn_of_the_dead import solo
from tests.rules.dawn_of_the_dead.small_mall import small_mall
from tests.rules.dawn_of_the_dead.table import table


def values(position: Position) -> Counter[int | None]:
    """Return the values of all units, on the map and off it."""
    return Counter(
        [*(u.value for u in position.zombies.values()), *(position.hidden_box or ()), *position.eliminated]
    )


def late(seed: int, counters: Counters = "digital") -> Position:
    """Return a position some way into a game."""
    rng = Random(seed)
    *_, (position, _, _) = solo.played(solo.dealt(small_mall(), rng, counters=counters), rng, 150)
    return position


@pytest.mark.parametrize("seed", range(5))
def test_what_players_know_stays(seed: int) -> None:
    before = late(seed)
    after = redealt(before, Random(1))
    assert values(after) == values(before)
    assert set(after.zombies) == set(before.zombies)
    assert len(after.eliminated) == len(before.eliminated)
    assert all(after.zombies[s] == u for s, u in before.zombies.items() if before.revealed(s))
    assert {s: u.berserk for s, u in after.zombies.items()} == {
        s: u.berserk for s, u in before.zombies.items()
    }


def test_7_7_what_lies_face_down_does_not_matter() -> None:
    """Two positions that differ in secrets alone are dealt alike; and any unit may come up anywhere."""
    one = table("human", {"peter": "022"}, {"024": 1, "026": 9}, mode="solitaire", eliminated=[4, 5])
    other = table("human", {"peter": "022"}, {"026": 4, "024": 5}, mode="solitaire", eliminated=[9, 1])
    dealt = [redealt(one, Random(seed)) for seed in range(200)]
    assert dealt == [redealt(other, Random(seed)) for seed in range(200)]
    assert len({(p.zombies["024"].value, p.zombies["026"].value) for p in dealt}) == 12


def test_cardboard_gets_the_values_that_are_left() -> None:
    position = late(3, "physical")
    after = redealt(position, Random(2))
    assert after.counters == "digital"
    assert None not in values(after)
    assert values(after) == Counter(small_mall().sheet.units)


def test_pools_that_nobody_counted_hold_the_rest() -> None:
    position = table("human", {"peter": "022"}, {"024": 11, "022": 1}, mode="solitaire")
    assert not position.pools_known
    after = redealt(position, Random(2))
    assert after.pools_known
    assert after.zombies["022"].value == 1
    assert values(after) == Counter(small_mall().sheet.units)


def test_more_units_than_the_sheet_has_are_dealt_all_the_same() -> None:
    squares = [s for s in small_mall().board.squares if s != "022"][:47]
    position = table(
        "human", {"peter": "022"}, dict.fromkeys(squares, 11), mode="solitaire", eliminated=[None] * 9
    )
    assert sum(values(redealt(position, Random(2))).values()) == 56


def test_a_game_can_begin_from_it() -> None:
    position = redealt(late(4, "physical"), Random(3))
    assert game.legal_actions(position)
