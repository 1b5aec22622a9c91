"""So many in all, and so many of one network."""

from __future__ import annotations

from referee.network_limit import NetworkLimit


def test_so_many_of_one_network_leave_room_for_others_until_all_places_are_taken() -> None:
    limit = NetworkLimit(most=3, most_of_one=2)
    assert [limit.enter("a"), limit.enter("a"), limit.enter("a")] == [True, True, False]
    assert [limit.enter("b"), limit.enter("b"), limit.enter("c")] == [True, False, False]


def test_a_few_networks_together_leave_room_for_others() -> None:
    limit = NetworkLimit(most=1000, most_of_one=100, leaves_room=True)
    crowd = [f"192.0.2.{n}" for n in range(20)]
    inside = sum(limit.enter(network) for _ in range(100) for network in crowd)
    assert 900 < inside < 960
    assert limit.enter("198.51.100.1")


def test_whoever_leaves_makes_room_and_whoever_was_refused_took_none() -> None:
    limit = NetworkLimit(most=2, most_of_one=1)
    assert [limit.enter("a"), limit.enter("a"), limit.enter("b"), limit.enter("c")] == [
        True, False, True, False,
    ]  # fmt: skip
    limit.leave("a")
    assert [limit.enter("b"), limit.enter("c"), limit.enter("a")] == [False, True, False]
    limit.leave("b")
    assert limit.enter("a")


def test_a_network_that_has_left_or_was_refused_is_forgotten() -> None:
    """Countless networks come in the course of time."""
    limit = NetworkLimit(most=2, most_of_one=1)
    for number in range(3):
        limit.enter(f"192.0.2.{number}")
    limit.leave("192.0.2.0")
    assert set(limit._of) == {"192.0.2.1"}
    limit.leave("192.0.2.1")
    assert not limit._of
