"""How far a long command is."""

from __future__ import annotations

import sys

import pytest

from referee.games.toolkit.commands import Games


@pytest.fixture
def clock() -> list[float]:
    """Give the time, in seconds."""
    return [0.0]


def games(total: int, clock: list[float]) -> Games:
    """Return the progress of some games, by that clock."""
    return Games(total, lambda: clock[0])


def test_what_is_over_within_a_second_tells_nothing(
    clock: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    assert list(games(3, clock).counted("abc")) == ["a", "b", "c"]
    assert not capsys.readouterr().err


def test_without_a_terminal_there_is_a_line_for_each_tenth(
    clock: list[float], capsys: pytest.CaptureFixture[str]
) -> None:
    over = games(20, clock)
    clock[0] = 1.0
    for _ in over.counted(range(20)):
        over(", beat 2")
    lines = capsys.readouterr().err.splitlines()
    assert lines == [f"{done} of 20 games." for done in range(2, 21, 2)]


def test_on_a_terminal_one_line_counts_games_and_beats(
    clock: list[float], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    over = games(1, clock)
    over(", beat 2")
    clock[0] = 1.0
    over(", beat 3")
    assert list(over.counted("a")) == ["a"]
    assert capsys.readouterr().err == "\r0 of 1 games, beat 3.\r1 of 1 games.        \n"
