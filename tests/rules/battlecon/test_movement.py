"""Movement (13.0), case by case."""

from __future__ import annotations

import pytest

from rules.battlecon.card_effects import MANNERS, ends, walk
from rules.battlecon.effects import Moved
from tests.rules.battlecon.table import after, duel, lay, options, play, spaces, told

BARE = {"iron_body": 0}

ENDS = [
    # case, who, start, opponent, spaces, trap that stops, where he may end
    ("13.1", "advance", 2, 6, (1,), None, {3}),
    ("13.1", "retreat", 3, 6, (1,), None, {2}),
    ("13.1", "advance", 6, 2, (1,), None, {5}),
    ("13.1", "retreat", 5, 2, (1,), None, {6}),
    ("13.2", "advance", 2, 6, (1, 2), None, {3, 4}),
    ("13.2", "advance", 2, 6, (0, 1), None, {2, 3}),
    ("13.3", "advance", 3, 5, (1, 2, 3), None, {4, 6, 7}),
    ("13.3", "advance", 3, 4, (1,), None, {5}),
    ("13.4", "retreat", 2, 6, (2,), None, {1}),
    ("13.4", "retreat", 2, 6, (1, 2), None, {1}),
    ("13.4", "retreat", 1, 6, (1, 2), None, {1}),
    ("13.4", "advance", 4, 7, (3,), None, {6}),
    ("13.4", "advance", 6, 7, (1, 2), None, {6}),
    ("13.5", "move", 1, 4, (1,), None, {2}),
    ("13.5", "move", 6, 7, (1, 2), None, {5, 4}),
    ("13.5", "shove", 1, 2, (1,), None, {3}),
    ("20.1", "advance", 2, 6, (1, 2, 3), 4, {3, 4}),
    ("20.1", "advance", 3, 4, (2,), 4, {6}),
    ("20.1", "advance", 4, 6, (1,), 4, {5}),
    ("20.5", "lure", 2, 6, (0, 1, 2, 3, 4, 5), None, {2, 3, 4, 5}),
]


@pytest.mark.parametrize(("case", "manner", "start", "other", "counts", "trap", "found"), ENDS)
def test_where_moves_end(
    case: str, manner: str, start: int, other: int, counts: tuple[int, ...], trap: int | None, found: set[int]
) -> None:
    """13.1 to 13.5, 20.1: a row for each."""
    assert {end for _, _, end in ends(start, other, counts, MANNERS[manner], trap)} == found


def test_13_0_every_move_stays_in_the_arena_and_off_the_opponent() -> None:
    for start in range(1, 8):
        for other in set(range(1, 8)) - {start}:
            for step in (1, -1):
                for count in range(7):
                    end = walk(start, other, step, count, past=True, stop=None)
                    assert end in range(1, 8)
                    assert end != other
                    assert (end - start) * step >= 0


def test_13_5_moves_that_end_alike_are_one_and_an_only_one_is_made_at_once() -> None:
    """R-13.5a, R-13.4a: Burst with one space behind asks nothing."""
    ruling = lay(duel(a_tokens=BARE), "battery burst", "caustic shot")
    assert Moved("a", 2, 1, "burst", "16.4") in ruling.effects


def test_13_5_nobody_stays_put_by_a_blocked_direction() -> None:
    """16.5: in the corner Grasp can only pull."""
    position = duel(a_space=1, b_space=2, a_tokens=BARE)
    ruling = play(position, "battery press", "blazing grasp")
    assert Moved("a", 1, 3, "grasp", "16.5") in ruling.effects


def test_13_4_with_no_room_at_all_the_move_lapses() -> None:
    ruling = play(duel(a_space=6, b_space=7, a_tokens=BARE), "hydraulic strike", "caustic shot")
    assert not [e for e in told(ruling, Moved) if isinstance(e, Moved) and e.origin == "hydraulic"]


def test_13_1_going_straight_to_a_space_crosses_none() -> None:
    """R-13.1a: Khadath's trap on the way stops nobody, and one's own space is not free."""
    position = duel("khadath", "kallistar", a_space=1, b_space=6, trap=4)
    asked = after(lay(position, "hunters shot", "volcanic strike"))
    assert options(asked) == ["go 2", "go 3", "go 4", "go 5", "go 7"]
    assert spaces(after(play(position, "hunters shot", "volcanic strike", "go 2"))) == (1, 2)


def test_13_2_any_number_may_be_0() -> None:
    """R-13.2a."""
    position = duel("khadath", "hikaru", b_tokens={"fire": 0})
    ruling = play(position, "lure shot", "sweeping burst", "advance 0")
    assert spaces(after(ruling)) == (2, 7)
