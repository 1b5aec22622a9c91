"""The clock of a beat: off by default, the same on every screen, and it forces nothing on anybody."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from referee.config import Sources
from referee.errors import InputError
from referee.games.battlecon.options import BEAT_CLOCKS, table_options, with_settings
from referee.games.battlecon.pages.beat_clock import in_words
from tests.referee.any_table import AnyTable, steady
from tests.referee.games.battlecon.duel_screens import duel as begun

FIGHTERS = ({"do": "choose_fighter", "seat": "a", "fighter": "cadenza"},
            {"do": "choose_fighter", "seat": "b", "fighter": "kallistar"})  # fmt: skip
PAIRS = ({"do": "commit_pair", "seat": "a", "style": "battery", "base": "strike"},
         {"do": "commit_pair", "seat": "b", "style": "volcanic", "base": "drive"})  # fmt: skip


@dataclass
class Time:
    """The time of day at a server."""

    now: datetime = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)

    def iso(self) -> str:
        return self.now.isoformat()

    def passes(self, **time: float) -> None:
        self.now += timedelta(**time)


class Timed:
    """A duel at a table whose clock is moved by hand."""

    def __init__(self, folder: Path, **options: Any) -> None:
        self.time = Time()
        sources = steady()
        sources = Sources(**{**vars_of(sources), "now": self.time.iso})
        self.table = AnyTable(folder, options={"system": "battlecon", **options}, sources=sources)

    def do(self, *actions: dict[str, Any]) -> None:
        for action in actions:
            view = self.view("table")
            answer = self.post(action["seat"], "do", {"action": action, "version": view["version"]})
            assert answer.status_code == 200, answer.data

    def view(self, seat: str) -> dict[str, Any]:
        told: dict[str, Any] = self.table.client.get(
            f"/api/tables/{self.table.code}/view", headers=self.headers(seat)
        ).get_json()
        return told

    def post(self, seat: str, what: str, given: dict[str, Any]) -> Any:
        address = f"/api/tables/{self.table.code}/{what}"
        return self.table.client.post(address, json=given, headers=self.headers(seat))

    def headers(self, seat: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.table.tokens[seat]}"}

    def screen(self, seat: str) -> str:
        return self.table.client.get(f"/t/{self.table.code}", headers=self.headers(seat)).text

    def left(self, seat: str) -> int | None:
        """Return the seconds left on a screen, None where it has no such clock."""
        found = re.search(r'data-left="(\d+)"', self.screen(seat))
        return int(found[1]) if found else None


def vars_of(sources: Sources) -> dict[str, Any]:
    return {name: getattr(sources, name) for name in sources.__dataclass_fields__}


@pytest.fixture
def duel(tmp_path: Path) -> Iterator[Timed]:
    timed = Timed(tmp_path, seconds_to_choose=90)
    timed.do(*FIGHTERS)
    yield timed
    timed.table.tables.close()


def test_it_counts_down_on_every_screen_until_both_have_chosen(duel: Timed) -> None:
    duel.time.passes(seconds=30)
    assert [duel.left(seat) for seat in ("table", "a", "b")] == [60] * 3
    duel.do(PAIRS[0])
    duel.time.passes(seconds=10)
    assert [duel.left(seat) for seat in ("table", "a", "b")] == [50] * 3, "the first choice begins no new one"
    duel.do({**PAIRS[0], "base": "drive"})
    assert duel.left("b") == 50, "nor does another mind"
    assert 'id="time-up" hidden' in duel.screen("b")


def test_when_it_has_run_out_it_says_so_and_nothing_is_chosen(duel: Timed) -> None:
    duel.time.passes(seconds=200)
    for seat in ("table", "a", "b"):
        assert duel.left(seat) == 0
        assert '<p class="time-up" id="time-up">' in duel.screen(seat)
    assert duel.view("table")["phase"] == "select"
    duel.do(*PAIRS)
    assert duel.view("table")["phase"] != "select", "a pair is laid as before"


def test_a_break_has_no_clock(duel: Timed) -> None:
    duel.time.passes(hours=9)
    assert duel.left("table") is None


def test_it_begins_anew_with_each_choice_and_stands_in_no_other(duel: Timed) -> None:
    duel.time.passes(seconds=80)
    duel.do(*PAIRS)
    if duel.view("table")["phase"] not in {"select", "clash"}:
        assert duel.left("table") is None
    for seat in ("a", "b") * 20:
        if duel.view("table")["phase"] == "select":
            break
        offered = duel.table.client.get(
            f"/api/tables/{duel.table.code}/actions", headers=duel.headers(seat)
        ).get_json()["actions"]
        offered = [one for one in offered if one["do"] != "concede"]
        if offered:
            duel.do(next((one for one in offered if one["do"] == "pass"), offered[0]))
    assert (duel.view("table")["phase"], duel.view("table")["beat"]) == ("select", 2)
    assert duel.left("table") == 90


def test_a_player_changes_it_for_everybody_and_every_screen_says_so(duel: Timed) -> None:
    duel.time.passes(seconds=60)
    answer = duel.post("a", "settings", {"seconds_to_choose": 120})
    assert answer.get_json()["settings"] == {"seconds_to_choose": 120}
    assert duel.left("b") == 120, "it begins now"
    for seat in ("table", "a", "b"):
        assert "2 minutes to choose in a beat." in duel.screen(seat)
    address = f"/t/{duel.table.code}/setting"
    form = {"name": "seconds_to_choose", "to": "0"}
    assert duel.table.client.post(address, data=form, headers=duel.headers("table")).status_code == 303
    assert duel.left("b") is None
    assert "At the tablet: a beat has no clock now." in duel.screen("b")
    assert duel.post("table", "settings", {"seconds_to_choose": 61}).status_code == 422


def test_who_only_watches_sets_no_clock() -> None:
    assert [key.to for key in begun().screen("a").clock_keys] == [0, 60, 120, 180]
    assert begun().screen("spectator").clock_keys == ()


def test_the_record_is_the_same_with_it_and_without(tmp_path: Path) -> None:
    records = []
    for folder, options in (("with", {"seconds_to_choose": 60}), ("without", {})):
        timed = Timed(tmp_path / folder, **options)
        timed.do(*FIGHTERS, *PAIRS)
        text = timed.table.client.get(
            f"/api/tables/{timed.table.code}/record", headers=timed.headers("table")
        ).text
        records.append(text)
        timed.table.tables.close()
    assert records[0] == records[1]


@pytest.mark.parametrize("wrong", ["60", 61, -1, True, 60.0, [], 10**30])
def test_no_other_time_is_taken(wrong: object) -> None:
    with pytest.raises(InputError, match="seconds_to_choose: "):
        table_options({"seconds_to_choose": wrong})
    with pytest.raises(InputError, match="seconds_to_choose: "):
        with_settings(table_options({}), {"seconds_to_choose": wrong})


def test_the_options_of_a_table_without_it_are_as_they_were() -> None:
    assert (
        table_options({"seconds_to_choose": 0})
        == table_options({"seconds_to_choose": None})
        == table_options({})
    )
    assert "seconds_to_choose" not in table_options({})
    assert with_settings(table_options({"seconds_to_choose": 60}), {"seconds_to_choose": 0}) == table_options(
        {}
    )
    with pytest.raises(InputError, match="dice: this game has no such setting"):
        with_settings(table_options({}), {"dice": "players"})


def test_it_is_told_in_words() -> None:
    assert [in_words(seconds) for seconds in BEAT_CLOCKS] == [
        "no clock", "30 seconds", "1 minute", "90 seconds", "2 minutes", "3 minutes", "5 minutes",
    ]  # fmt: skip
