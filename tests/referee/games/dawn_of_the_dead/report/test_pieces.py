"""Every secret opened: the units from first to last, and the hidden zombies."""

from __future__ import annotations

from collections import Counter

import pytest

from referee.games.dawn_of_the_dead.report import hidings, units_of
from rules.dawn_of_the_dead.actions import Shoot, StartMove, Step
from tests.referee.played import simulated, steps
from tests.rows import each_row
from tests.rules.dawn_of_the_dead.table import table


@pytest.mark.parametrize("seed", ["1", "2", "9", "10"])
def test_every_unit_of_a_game_is_accounted_for(seed: str) -> None:
    """Fifty units with the values of the sheet; those on the map lie where the last position has them."""
    start, played = simulated(seed)
    units, last = units_of(start, played), played[-1].after
    assert Counter(unit.value for unit in units) == Counter(start.setting.sheet.units)
    assert {u.square: u.value for u in units if u.square} == {s: z.value for s, z in last.zombies.items()}
    off = Counter(u.value for u in units if u.fate == "eliminated")
    assert off == Counter(last.eliminated)
    assert Counter(u.value for u in units if u.fate == "boxed") == Counter(last.hidden_box)
    for unit in units:
        assert unit.chapters[0].what in {"began", "boxed"}
        assert [c.n for c in unit.chapters] == sorted(c.n for c in unit.chapters)


@each_row("seed", ["1", "2", "9", "10"])
def test_each_hidden_square_is_told_with_its_end(seed: str) -> None:
    _, played = simulated(seed)
    hidden = hidings(played)
    assert len(hidden) == 5
    assert tuple(h.square for h in hidden if not h.how) == played[-1].after.hidden
    assert all(h.value and h.turn for h in hidden if h.how)


def test_9_1_who_met_a_hidden_zombie_is_named() -> None:
    position = table(people={"peter": "022"}, zombies={"003": 4}, hidden=["021"], hidden_box=[6])
    played = steps(position, StartMove(("peter",)), Step("021", draw=(6,)))
    (hiding,) = hidings(played)
    assert (hiding.square, hiding.how, hiding.by, hiding.n, hiding.value) == ("021", "met", ("peter",), 2, 6)
    met = units_of(position, played)[-1]
    assert (met.value, met.square, [c.what for c in met.chapters]) == (6, "021", ["boxed", "appeared"])


def test_a_cardboard_value_is_known_once_somebody_had_to_tell_it() -> None:
    position = table(people={"peter": "022"}, zombies={"024": "?", "003": "?"}, counters="physical")
    played = steps(position, StartMove(("peter",)), Shoot(("peter",), "024", dice=(6, 6), values={"024": 3}))
    fallen, unseen = units_of(position, played)
    assert (fallen.value, fallen.fate, unseen.value, unseen.square) == (3, "eliminated", None, "003")
