"""The clock of an evening: read off the record, breaks left out, the same for every seat."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.tables.seats.clock import BREAK_SECONDS, clock, played
from tests.referee.any_table import steady
from tests.referee.seated import HIDDEN, START, Seated


class Times:
    """Times that a test sets: minutes after eight in the evening."""

    def __init__(self) -> None:
        self.minutes = 0

    def __call__(self) -> str:
        return f"2026-11-22T{20 + self.minutes // 60:02}:{self.minutes % 60:02}:00+00:00"


@pytest.fixture
def times() -> Times:
    """Give times that stand still until a test sets them."""
    return Times()


@pytest.fixture
def table(tmp_path: Path, times: Times) -> Iterator[Seated]:
    """Give a table that keeps these times."""
    seated = Seated(tmp_path, sources=replace(steady(), now=times))
    yield seated
    seated.tables.close()


def test_before_the_first_action_it_stands(table: Seated) -> None:
    clock = table.tables.clock(table.code)
    assert (clock.seconds, clock.running) == (0, "")


def test_each_side_is_charged_for_the_time_before_its_own_action(table: Seated, times: Times) -> None:
    table.do("zombie", HIDDEN)
    times.minutes = 4
    table.do("human", START)
    times.minutes = 10
    table.do("human", {"do": "start_move", "characters": ["peter"]})
    times.minutes = 12
    clock = table.tables.clock(table.code)
    assert clock.sides == {"human": 12 * 60, "zombie": 0}
    assert (clock.seconds, clock.running) == (12 * 60, "human")


def test_it_says_how_much_came_after_the_last_action(table: Seated, times: Times) -> None:
    """A page takes that off again where nobody acts for longer than a break lasts."""
    table.do("zombie", HIDDEN)
    times.minutes = 4
    assert table.tables.clock(table.code).since == 4 * 60
    times.minutes = 31
    assert table.tables.clock(table.code).since == 0


def test_after_a_break_it_goes_on_from_where_it_was(table: Seated, times: Times) -> None:
    table.do("zombie", HIDDEN)
    times.minutes = 4
    table.do("human", START)
    times.minutes = 4 + 31
    assert table.tables.clock(table.code).running == ""
    table.do("human", {"do": "start_move", "characters": ["peter"]})
    assert table.tables.clock(table.code).seconds == 4 * 60


def test_alone_there_is_one_clock(tmp_path: Path, times: Times) -> None:
    alone = Seated(tmp_path, options={"mode": "solitaire"}, sources=replace(steady(), now=times))
    alone.do("table", START)
    times.minutes = 3
    clock = alone.tables.clock(alone.code)
    assert (clock.seconds, clock.sides) == (180, {})
    alone.tables.close()


@pytest.mark.parametrize(
    ("first", "last"),
    [
        ("soon", "2026-11-22T20:00:00+00:00"),
        ("2026-11-22T20:00:00", "2026-11-22T20:00:01+00:00"),
        ("2026-11-22T20:00:01+00:00", "2026-11-22T20:00:00+00:00"),
    ],
)
def test_times_that_make_no_sense_count_nothing(first: str, last: str) -> None:
    assert played(first, last) == 0


def test_a_break_begins_after_half_an_hour() -> None:
    assert BREAK_SECONDS == 1800
    assert played("2026-11-22T20:00:00+00:00", "2026-11-22T20:30:00+00:00") == 1800
    assert played("2026-11-22T20:00:00+00:00", "2026-11-22T20:30:01+00:00") == 0


def test_what_fails_while_it_is_counted_is_not_counted_twice(
    table: Seated, times: Times, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game from elsewhere may fail, and be asked again."""
    table.do("zombie", HIDDEN)
    assert table.tables.clock(table.code).seconds == 0
    for minutes, action in ((4, START), (6, {"do": "start_move", "characters": ["peter"]})):
        times.minutes = minutes
        table.do("human", action)
    with table.tables.store.locked(table.code) as loaded, monkeypatch.context() as failing:
        failing.setattr(type(loaded.match), "seats_for", _fails_the_second_time(loaded.match.seats_for))
        with pytest.raises(ZeroDivisionError):
            clock(loaded, times(), "human")
    assert table.tables.clock(table.code).seconds == 6 * 60


def _fails_the_second_time(real: Callable[..., Any]) -> Callable[..., Any]:
    answers = iter([real])

    def seats_for(_: object, action: object) -> Any:
        answer = next(answers, None)
        if answer is None:
            raise ZeroDivisionError
        return answer(action)

    return seats_for
