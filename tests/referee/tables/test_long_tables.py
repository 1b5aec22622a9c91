"""A long game: what a table keeps of it in memory is what its record gives when it is read anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests import soak
from tests.referee.any_table import AnyTable
from tests.referee.tables.test_other_servers import facts

_DAWN = {"phases": "automatic"}
_OPTIONS: dict[str, dict[str, Any]] = {
    "two players": _DAWN,
    "alone": _DAWN | {"mode": "solitaire"},
    "cardboard": _DAWN | {"counters": "physical"},
    "a match": {"system": "battlecon", "duels": 3},
}
_STEPS, _MANY = 60, 140
_PAGES = ("", "/now", "/log", "/tools")


class Long:
    """A table played by chance for so many steps, some taken back, those far back too."""

    def __init__(self, folder: Path, options: dict[str, Any], steps: int) -> None:
        self.steps = steps
        self.cardboard = "counters" in options
        self.table, self.luck = AnyTable(folder, options=options), Random(11)
        self.seats = [seat for seat in self.table.tokens if seat != "spectator"]
        self.moved = self.taken_back = 0

    def go_on(self) -> None:
        """Have a seat that may act do something."""
        before = self.table.version
        for seat in self.luck.sample(self.seats, len(self.seats)):
            actions = [a for a in self.table.get(seat, "/actions").get_json()["actions"] if _goes_on(a)]
            if actions:
                version = self.table.view(seat)["version"]
                self.table.post(seat, "/do", action=self.luck.choice(actions), version=version)
                break
        self.moved += self.table.version != before

    def clock(self) -> float:
        """Return the seconds between the lines of the record."""
        clock = self.table.tables.clock(self.table.code)
        return clock.seconds - clock.since

    def take_back(self, steps: int) -> None:
        """Have every seat ask for some steps to be taken back."""
        with self.table.tables.store.locked(self.table.code) as loaded:
            numbers = [line.n for line in loaded.standing() if not line.automatic]
        for seat in self.seats if len(numbers) > steps else ():
            self.table.post(seat, "/undo", n=numbers[-steps], version=self.table.view(seat)["version"])
        self.taken_back += 1


def _goes_on(action: dict[str, Any]) -> bool:
    return str(action["do"]) != "concede"


@pytest.fixture(
    params=[
        ("two players", _STEPS),
        *soak.rest(soak.DAYS, [(("a match", _STEPS),), *(((name, _MANY),) for name in _OPTIONS)]),
    ],
    ids=str,
)
def long(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Long]:
    """Give a table."""
    name, steps = request.param
    made = Long(tmp_path, _OPTIONS[name], steps)
    yield made
    made.table.tables.close()


def test_a_table_in_memory_is_as_if_its_record_were_read_anew(long: Long) -> None:
    store, code = long.table.tables.store, long.table.code
    for n in range(long.steps):
        if n % 17 == 16:
            long.take_back(long.luck.choice([1, 2, 9]))
        long.go_on()
        if n % 5:
            continue
        seen = long.table.everything()
        with store.locked(code) as known:
            stories = [long.table.tables.story(code, seat) for seat in long.table.tokens]
            told = [long.table.tables.log_entries(code, seat) for seat in long.table.tokens]
            clock, history = long.clock(), long.table.tables.history(code)
            anew = store._read(code)
            assert facts(known) == facts(anew)
            assert [*known.steps()] == [*anew.steps()]
            assert known.lines.taken_back == sum(not line.stands for line in anew.lines)
        store._drop(code)
        assert long.table.everything() == seen
        assert [long.table.tables.story(code, seat) for seat in long.table.tokens] == stories
        assert [long.table.tables.log_entries(code, seat) for seat in long.table.tokens] == told
        assert long.clock() == clock
        assert long.table.tables.history(code) == history
    assert long.moved > long.steps // 6
    assert long.taken_back >= long.steps // 20


def test_what_two_seats_are_told_alike_is_kept_once(long: Long) -> None:
    tables, code, alike = long.table.tables, long.table.code, 0
    for _ in range(30):
        long.go_on()
        logs = [tables.log_entries(code, seat) for seat in long.table.tokens]
        for told in logs[1:]:
            assert [a is b for a, b in zip(logs[0], told, strict=True)] == [
                a == b for a, b in zip(logs[0], told, strict=True)
            ]
            alike += logs[0][-1:] == told[-1:]
    assert alike > 10
