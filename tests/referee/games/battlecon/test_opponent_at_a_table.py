"""The referee plays the second seat of a table: by itself, sealed, from what it may know."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee import heavy
from referee.games.opponent_choice import think
from referee.records.codec import seal
from referee.tables.automatic import bots
from tests import soak
from tests.referee.cli import Cli
from tests.referee.games.battlecon.duel_tables import Duel, pair_of

PATIENCE_S = 120.0
"""So long a test waits at the most for what has to come; nothing in a passing test takes nearly as long."""


@pytest.fixture
def thoughtful(tmp_path: Path) -> Iterator[Duel]:
    """Give a table where somebody plays Cadenza against the referee as it is, in a process of its own."""
    table = Duel(tmp_path, fighters=(), options={"opponent": "referee"})
    yield table
    table.tables.close()


@pytest.fixture
def duel(tmp_path: Path, quick_referee: None) -> Iterator[Duel]:
    """Give such a table where the referee does not think long."""
    table = Duel(tmp_path, fighters=(), options={"opponent": "referee"})
    yield table
    table.tables.close()


def waits_for_a(table: Duel) -> Any:
    """Wait until the referee has chosen what it owes, and return what the player sees."""
    return waits_for(table, "a")


def waits_for(table: Duel, seat: str) -> Any:
    """Wait until the referee has chosen what it owes a seat, and return what that player sees."""
    until = time.monotonic() + PATIENCE_S
    while {p["seat"] for p in table.seen(seat)["pending"]} - {seat}:
        assert time.monotonic() < until
        time.sleep(0.05)
    return table.seen(seat)


@soak.GAMES
def test_the_referee_chooses_by_itself_and_its_choices_are_sealed(
    thoughtful: Duel, cli: Cli, tmp_path: Path
) -> None:
    duel = thoughtful
    assert set(duel.tokens) == {"table", "a"}
    fighter = waits_for_a(duel)["fighters"]["b"]["fighter"]
    duel.do("a", {"do": "choose_fighter", "fighter": "kallistar" if fighter != "kallistar" else "khadath"})
    seen = waits_for_a(duel)
    assert (seen["phase"], seen["committed"]) == ("select", {"b": None})
    (line,) = [line for line in duel.record("a")[1:] if line["action"]["do"] == "commit_pair"]
    assert (line["seat"], line["action"]) == ("b", {"do": "commit_pair", "seat": "b"})
    assert duel.record("table") == duel.record("a")
    duel.do("a", next(a for a in duel.get("a", "/actions").get_json()["actions"] if a["do"] == "commit_pair"))
    while waits_for_a(duel)["phase"] in {"ante", "execute"}:
        actions = duel.get("a", "/actions").get_json()["actions"]
        duel.do("a", next(a for a in actions if a["do"] in {"pass", "choose"}))
    opened = duel.record("a")[line["n"]]
    assert opened["seal"] == line["seal"] == seal(opened["nonce"], opened["action"])
    duel.do("a", {"do": "concede"})
    path = tmp_path / "duel.jsonl"
    path.write_bytes(duel.get("a", "/record").data)
    checked = cli("verify", path)
    assert checked.status == 0, checked.out


def test_nobody_speaks_for_the_referees_seat(duel: Duel) -> None:
    waits_for_a(duel)
    duel.do("a", {"do": "choose_fighter", "fighter": free(duel)})
    waits_for_a(duel)
    for seat in ("a", "table"):
        action = {**pair_of("battery", "strike"), "seat": "b"}
        duel.refused(seat, action, 403, "commit_pair is for the referee here")
    assert {a["seat"] for a in duel.get("table", "/actions").get_json()["actions"]} == {"a"}


def test_it_goes_on_after_a_restart_and_chooses_anew_what_was_taken_back(duel: Duel) -> None:
    waits_for_a(duel)
    duel.do("a", {"do": "choose_fighter", "fighter": free(duel)})
    duel.restart()
    seen = waits_for_a(duel)
    assert seen["committed"] == {"b": None}
    assert duel.post("a", "/undo", n=3).get_json()["undo"] == "done"
    assert waits_for_a(duel)["committed"] == {"b": None}
    assert [line["n"] for line in duel.record("a")[1:] if line.get("taken_back")] == [3]


def test_one_tap_takes_back_what_the_player_did_with_all_that_the_referee_did_since(duel: Duel) -> None:
    """R-UNDO: the referee would choose again at once what was taken back alone."""
    assert waits_for_a(duel)["undo"] is None
    duel.do("a", {"do": "choose_fighter", "fighter": free(duel)})
    seen = waits_for_a(duel)
    assert (seen["undo"]["n"], seen["undo"]["action"]["do"]) == (2, "choose_fighter")
    duel.do("a", {"do": "commit_pair", **pair(duel)})
    waits_for_a(duel)
    assert duel.post("a", "/undo").get_json()["undo"] == "done"
    assert waits_for_a(duel)["committed"] == {"b": None}
    assert 4 in {line["n"] for line in duel.record("a")[1:] if line.get("taken_back")}
    assert duel.post("a", "/undo").get_json()["undo"] == "done"
    assert waits_for_a(duel)["phase"] == "choose_fighters"
    assert duel.seen("a")["undo"] is None
    assert duel.post("a", "/undo").status_code == 422


def test_the_log_does_not_tell_a_choice_that_was_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    refused = threading.Event()

    def wrong(_: object, asked: Any) -> Any:
        return {"do": "choose_fighter", "seat": "b", "fighter": "cadenza"}

    def told(record: logging.LogRecord) -> bool:
        refused.set()
        return True

    monkeypatch.setattr(bots.Opponents, "_thought", wrong)
    table = Duel(tmp_path, fighters=(), options={"opponent": "referee", "first_fighter": "player"})
    caplog.handler.addFilter(told)
    table.do("a", {"do": "choose_fighter", "fighter": "cadenza"})
    assert refused.wait(PATIENCE_S)
    table.tables.close()
    told_of = {r.getMessage() for r in caplog.records if "came to nothing" in r.getMessage()}
    assert told_of == {"The referee's choice at a table came to nothing (422)."}


def test_it_thinks_again_where_its_process_was_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    deaths = iter([heavy.WorkerDied()])

    def dies_once(_: object, function: Any, *asked: Any) -> Any:
        for death in deaths:
            raise death
        return function(*asked)

    monkeypatch.setattr(heavy, "run", dies_once)
    table = Duel(tmp_path, fighters=(), options={"opponent": "referee"})
    assert waits_for_a(table)["fighters"]["b"]
    table.tables.close()
    assert "came to a sudden end" in caplog.text


def pair(table: Duel) -> Any:
    """Return a pair that the player may lay."""
    actions = table.get("a", "/actions").get_json()["actions"]
    first = next(action for action in actions if action["do"] == "commit_pair")
    return {"style": first["style"], "base": first["base"]}


def free(table: Duel) -> str:
    """Return a fighter that the referee has not taken."""
    taken = table.seen("a")["fighters"]["b"]["fighter"]
    return "cadenza" if taken != "cadenza" else "hikaru"


@pytest.mark.usefixtures("quick_referee")
def test_the_referee_thinks_at_two_tables_at_the_same_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With two cores: no thought ends before the other table's has begun."""
    both = threading.Barrier(2)

    def met(_: object, asked: Any) -> Any:
        both.wait(PATIENCE_S)
        return think(*asked)

    monkeypatch.setattr(heavy.POOL, "size", 2)
    monkeypatch.setattr(bots.Opponents, "_thought", met)
    one = Duel(tmp_path, fighters=(), options={"opponent": "referee"})
    made = one.client.post("/api/tables", json={"system": "battlecon", "opponent": "referee"}).get_json()
    other, tokens = made["code"], {seat: link["token"] for seat, link in made["seats"].items()}
    for _ in range(2):
        one.code, other = other, one.code
        one.tokens, tokens = tokens, one.tokens
        one.seen("a")
    for code, held in ((one.code, one.tokens), (other, tokens)):
        one.code, one.tokens = code, held
        waits_for_a(one)
    assert not both.broken
    one.tables.close()


@pytest.mark.usefixtures("quick_referee")
def test_the_player_may_take_a_fighter_first_from_either_seat(cli: Cli, tmp_path: Path) -> None:
    """3.1: the referee waits for the player; what it then takes comes from a seed that was sealed before."""
    chosen = {"opponent": "referee", "referee_seat": "a", "first_fighter": "player"}
    table = Duel(tmp_path, fighters=(), options=chosen)
    assert set(table.tokens) == {"table", "b"}
    header = table.record("b")[0]
    assert "dice" in header["seals"]
    assert (header["referee_seat"], header["first_fighter"]) == ("a", "player")
    table.do("b", {"do": "choose_fighter", "fighter": "kallistar"})
    lines = table.record("b")[1:]
    assert (lines[0]["seat"], lines[0]["action"]["fighter"]) == ("b", "kallistar")
    waits_for(table, "b")
    assert {line["action"]["do"] for line in table.record("b")[2:]} >= {"choose_fighter"}
    taken = next(line for line in table.record("b")[1:] if line["seat"] == "a")
    assert taken["action"]["fighter"] != "kallistar"
    page = table.client.get(f"/t/{table.code}", headers=table.headers("b")).get_data(as_text=True)
    listed = page[page.index("At the table") :]
    assert "Kallistar" in listed
    assert 'data-presence="a"' not in listed
    table.do("b", {"do": "concede"})
    path = tmp_path / "duel.jsonl"
    path.write_bytes(table.get("b", "/record").data)
    checked = cli("verify", path)
    assert checked.status == 0, checked.out
    table.tables.close()


@pytest.mark.parametrize("name", ["referee_seat", "first_fighter"])
def test_a_wrong_choice_about_the_referee_gets_one_sentence(duel: Duel, name: str) -> None:
    made = {"system": "battlecon", "opponent": "referee", name: "zombie"}
    answer = duel.client.post("/api/tables", json=made)
    assert answer.status_code == 422
    assert f'{name}: "zombie" is neither ' in answer.get_json()["detail"]


@pytest.mark.usefixtures("quick_referee")
def test_six_thoughts_at_once_hold_up_no_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two think and four wait for their turn; a table of two people plays, and all six show their game."""
    go_on, begun = threading.Event(), threading.Semaphore(0)

    def held(_: object, asked: Any) -> Any:
        begun.release()
        assert go_on.wait(PATIENCE_S)
        return think(*asked)

    monkeypatch.setattr(heavy.POOL, "size", 2)
    monkeypatch.setattr(bots.Opponents, "_thought", held)
    table = Duel(tmp_path, fighters=())
    people = (table.code, table.tokens)
    alone = []
    for _ in range(6):
        made = table.client.post(
            "/api/tables", json={"system": "battlecon", "opponent": "referee"}
        ).get_json()
        alone.append((made["code"], {seat: link["token"] for seat, link in made["seats"].items()}))
    for table.code, table.tokens in alone:
        assert "b" in {pending["seat"] for pending in table.seen("a")["pending"]}
    for _ in range(2):
        assert begun.acquire(timeout=PATIENCE_S)
    table.code, table.tokens = people
    for seat, fighter in (("a", "cadenza"), ("b", "kallistar")):
        table.do(seat, {"do": "choose_fighter", "fighter": fighter})
    assert table.seen("a")["phase"] == "select"
    assert not go_on.is_set()
    go_on.set()
    for table.code, table.tokens in alone:
        assert waits_for_a(table)["fighters"]["b"]
    table.tables.close()
