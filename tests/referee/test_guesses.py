"""Whoever guesses PINs waits, longer each time; nobody else does."""

from __future__ import annotations

import pytest

from referee.problems import Problem
from referee.tables import guesses
from referee.tables.guesses import FORGOTTEN, FREE, FREE_OF_A_NETWORK, LONGEST_WAIT, Guesses, network_of
from tests.rows import each_row


class At:
    """A clock that a test sets, and guesses that go by it."""

    def __init__(self) -> None:
        self.now = 0.0
        self.guesses = Guesses(lambda: self.now)

    def wait(self, address: str, code: str) -> int:
        """Return the seconds that an address has to wait for a code."""
        try:
            self.guesses.check(address, code)
        except Problem as problem:
            return int(problem.headers["Retry-After"])
        return 0

    def fail(self, times: int, address: str = "10.0.0.1", code: str = "AAAAAA") -> list[bool]:
        """Guess wrong so often, whenever it may be done."""
        told = []
        for _ in range(times):
            self.now += self.wait(address, code)
            told.append(self.guesses.failed(address, code))
        return told


@pytest.fixture(name="at")
def _at() -> At:
    return At()


def test_each_wait_is_twice_the_last_up_to_the_longest(at: At) -> None:
    at.fail(FREE - 1)
    waits = []
    for _ in range(12):
        at.fail(1)
        waits.append(at.wait("10.0.0.1", "AAAAAA") - 1)
    assert waits == [min(int(LONGEST_WAIT), 15 * 2**n) for n in range(12)]


def test_tries_at_the_same_moment_count_one_after_the_other(at: At) -> None:
    """Each may come when it begins; by the time it is judged, the others have been."""
    at.fail(FREE - 1)
    assert at.wait("10.0.0.1", "AAAAAA") == 0
    assert at.guesses.tried("10.0.0.1", "AAAAAA", right=False)
    with pytest.raises(Problem):
        at.guesses.tried("10.0.0.1", "AAAAAA", right=True)
    assert not at.guesses.tried("10.0.0.2", "AAAAAA", right=True)


def test_a_wait_holds_for_one_network_and_one_code(at: At) -> None:
    at.fail(FREE)
    assert at.wait("10.0.0.1", "AAAAAA") > 0
    assert at.wait("10.0.0.2", "AAAAAA") == at.wait("10.0.0.1", "BBBBBB") == 0


def test_who_tries_many_codes_waits_for_all(at: At) -> None:
    for n in range(FREE_OF_A_NETWORK):
        assert at.wait("10.0.0.1", "ANY") == 0
        at.guesses.failed("10.0.0.1", f"CODE{n}")
    assert at.wait("10.0.0.1", "ANY") > 0
    assert at.wait("10.0.0.2", "ANY") == 0


def test_the_tablet_is_told_once_for_each_network(at: At) -> None:
    assert at.fail(FREE + 2) == [False] * (FREE - 1) + [True, False, False]
    assert at.guesses.wrong("AAAAAA") == FREE + 2
    assert at.fail(FREE, "10.0.0.2")[-1]
    at.now += FORGOTTEN + 1
    assert at.guesses.wrong("AAAAAA") == 0


def test_what_cannot_be_a_code_is_counted_and_told_to_nobody(at: At) -> None:
    assert not any(at.fail(FREE_OF_A_NETWORK, code=""))
    assert at.wait("10.0.0.1", "") > 0


def test_a_guesser_begins_anew_after_an_hour(at: At) -> None:
    at.fail(FREE)
    at.now += 15 + FORGOTTEN + 1
    at.fail(1)
    assert at.wait("10.0.0.1", "AAAAAA") == 0


@each_row(
    "one, other, same",
    [
        ("10.0.0.1", "10.0.0.2", False),
        ("2001:db8::1", "2001:db8::2:3:4:5", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("::ffff:10.0.0.1", "10.0.0.1", True),
        ("", "unix", False),
    ],
)
def test_what_counts_as_one_network(one: str, other: str, same: bool) -> None:
    assert (network_of(one) == network_of(other)) is same


def test_many_networks_do_not_fill_the_memory(at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guesses, "_MOST", 100)
    for n in range(500):
        at.now += 1
        at.guesses.failed(f"10.0.{n // 250}.{n % 250}", f"CODE{n}")
        at.guesses.failed("10.9.9.9", "AAAAAA")
        at.now += at.wait("10.9.9.9", "AAAAAA")
    kept = at.guesses
    assert len(kept._guessers) + len(kept._codes) <= 105
