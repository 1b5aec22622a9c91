"""A game master sees everything and may act for everybody; nobody else learns anything through that seat."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from tests.referee.any_pair import AnyPair, twin_at
from tests.referee.any_table import AnyTable
from tests.referee.visitors import bid, come, installed, leave
from tests.referee.web.test_every_route import sweep

OPTIONS = {"system": "visitors", "master": True}
OTHERS = ("table", "p1", "p2", "p3")


@pytest.fixture(autouse=True)
def _game(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with installed(monkeypatch):
        yield


@pytest.fixture
def table(tmp_path: Path) -> Iterator[AnyTable]:
    """Give a table of three with a game master."""
    made = AnyTable(tmp_path, options=OPTIONS)
    yield made
    made.tables.close()


def record_of(table: AnyTable, seat: str) -> list[Any]:
    return [
        line["action"]["bids"] for line in table.record(seat) if line.get("action", {}).get("do") == "bid"
    ]


def test_a_game_master_sees_the_position_the_log_and_the_record(table: AnyTable) -> None:
    table.do("p1", bid("p1", 3))
    table.do("p2", bid("p2", 1))
    assert table.view("gm")["bids"] == {"p1": 3, "p2": 1}
    assert record_of(table, "gm") == [{"p1": 3}, {"p2": 1}]
    assert table.view("gm")["moment"]["action"]["bids"] == {"p2": 1}
    for seat in ("table", "p3"):
        assert table.view(seat)["bids"] == {"p1": None, "p2": None}
        assert record_of(table, seat) == [{"p1": None}, {"p2": None}]


def test_a_changed_choice_is_a_new_version_for_nobody_else(table: AnyTable) -> None:
    table.do("p1", bid("p1", 3))
    before = {seat: table.get(seat, "/view") for seat in (*OTHERS, "gm")}
    table.do("p1", bid("p1", 2))
    after = {seat: table.get(seat, "/view") for seat in (*OTHERS, "gm")}
    for seat in ("table", "p2", "p3"):
        assert after[seat].data == before[seat].data
        assert after[seat].headers["ETag"] == before[seat].headers["ETag"]
    assert after["gm"].headers["ETag"] != before["gm"].headers["ETag"]
    assert table.view("gm")["bids"] == {"p1": 2}
    assert table.view("gm")["version"] == table.version
    known = {"If-None-Match": after["gm"].headers["ETag"], **table.headers("gm")}
    assert table.client.get(f"/api/tables/{table.code}/view", headers=known).status_code == 304


def test_streams_tell_a_changed_choice_to_its_owner_and_to_the_game_master(table: AnyTable) -> None:
    table.do("p1", bid("p1", 3))
    table.do("p1", bid("p1", 2))
    known = {seat: table.tables.version_known(table.code, seat, 99) for seat in (*OTHERS, "gm", "spectator")}
    assert known == {"gm": 2, "p1": 2, "table": 1, "p2": 1, "p3": 1, "spectator": 1}


def test_a_game_master_acts_for_everybody(table: AnyTable) -> None:
    table.do("gm", bid("p1", 2), {"do": "open"}, come("p4"), leave("p2"))
    assert table.view("p1")["shown"] == {"p1": 2}
    assert table.view("p1")["here"] == ["p1", "p3", "p4"]
    assert [line["seat"] for line in table.record()[1:]] == ["gm"] * 4


def test_it_changes_a_choice_and_the_owner_may_change_it_again(table: AnyTable) -> None:
    table.do("gm", bid("p1", 2), bid("p1", 3))
    table.try_("p1", bid("p1", 1), table.view("p1")["version"])
    assert table.view("gm")["bids"] == {"p1": 1}
    assert len(table.record("gm")) == len(["header", "bid"])


def test_it_does_not_vote_and_has_no_clock(table: AnyTable) -> None:
    table.do("p1", {"do": "come", "who": "p4"})
    table.do("table", {"do": "open"})
    assert table.post("p1", "/undo", answer="ask", n=2, version=table.version).status_code == 202
    assert "gm" not in table.view("p1")["request"]["wanted"]
    assert "gm" not in table.tables.clock(table.code).sides
    assert table.post("gm", "/undo", answer="agree").status_code in {202, 403}
    assert "gm" not in table.view("p1")["request"]["agreed"]
    assert table.post("gm", "/undo", answer="agree", side="p2").status_code in {200, 202}


def test_its_link_is_shown_where_those_of_private_seats_are(table: AnyTable) -> None:
    links = table.get("table", "/invitation").get_json()["seats"]
    assert "gm" in links
    for seat in ("p1", "p2", "p3"):
        assert list(table.get(seat, "/invitation").get_json()["seats"]) == ["table"]
    taken = table.client.post(f"/join/{table.tokens['gm']}")
    assert taken.status_code == 303
    assert "gm" not in table.get("table", "/invitation").get_json()["seats"]
    pin = table.get("table", "/invitation").get_json()["pin"]
    asked = table.client.post("/api/join", json={"code": table.code, "pin": pin, "seat": "gm"})
    assert asked.status_code == 202


def test_its_screen_has_a_key_for_each_who_has_to_agree(table: AnyTable) -> None:
    table.do("table", {"do": "open"})
    assert table.post("p1", "/undo", answer="ask", n=1, version=1).status_code == 202
    shown = table.client.get(f"/t/{table.code}", headers=table.headers("gm")).text
    for seat in ("p2", "p3"):
        assert f'name="side" value="{seat}"' in shown or f'value="{seat}" name="side"' in shown
        assert table.post("gm", "/undo", answer="agree", side=seat).status_code in {200, 202}
    assert table.view("p1")["request"] is None
    assert table.view("p1")["moment"] is None


@contextmanager
def two_games(folder: Path) -> Iterator[AnyPair]:
    """Give two games that differ in a bid of p1, which p1 and the game master changed, and p3 has left."""
    with mock.patch("referee.records.codec.seal", return_value="0" * 64):
        twins = [twin_at(folder / name, OPTIONS) for name in "ab"]
        both = AnyPair(twins[0], twins[1], ("table", "p2", "p3", "spectator"))
        both.both("p2", bid("p2", 2), bid("p2", 2))
        both.both("p1", bid("p1", 1), bid("p1", 2))
        both.both("gm", leave("p3"), leave("p3"))
        both.both("gm", bid("p1", 2), bid("p1", 3))
        both.both("p1", bid("p1", 3), bid("p1", 1))
        yield both
        for twin in twins:
            twin.app.extensions["tables"].close()


@pytest.mark.slow
def test_two_games_with_different_secrets_are_the_same_to_all_others_on_every_route(tmp_path: Path) -> None:
    with two_games(tmp_path) as both:
        views = [twin.send("gm", "GET", f"/api/tables/{twin.code}/view")[2] for twin in (both.a, both.b)]
        assert [json.loads(view)["bids"] for view in views] == [{"p2": 2, "p1": 3}, {"p2": 2, "p1": 1}]
        sweep(both, [])
