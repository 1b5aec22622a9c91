"""A request sent again with its key is answered as before, and counts once; another seat learns nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from werkzeug.test import TestResponse

from referee.storage import games
from tests import soak
from tests.referee.any_table import steady
from tests.referee.either_database import either, on_sqlite, table
from tests.referee.seated import HIDDEN, START, Seated

__all__ = ["either", "table"]

ROOT = Path(__file__).resolve().parents[3]
KEY = "Idempotency-Key"
OTHER_SERVER = """
import json, sys
from referee.app import create_app
url, path, headers, body = json.loads(sys.argv[1])
answer = create_app({"database_url": url, "testing": True}).test_client(use_cookies=False).post(
    path, headers=headers, data=body.encode(), content_type="application/json")
print(json.dumps([answer.status_code, answer.get_data(as_text=True)]))
"""


def send(table: Seated, seat: str, path: str, key: str, /, **body: Any) -> TestResponse:
    """Send something about the table with a key."""
    headers = {**table.headers(seat), KEY: key}
    address, data = f"/api/tables/{table.code}{path}", json.dumps(body)
    return table.client.post(address, headers=headers, data=data, content_type="application/json")


def standing(table: Seated) -> list[int]:
    """Return the numbers of the lines that stand."""
    return [line["n"] for line in table.record()[1:] if not line.get("taken_back")]


def test_a_lost_answer_is_given_again_and_the_step_counts_once(table: Seated) -> None:
    first = send(table, "zombie", "/do", "tap 1", action=HIDDEN, version=0)
    again = send(table, "zombie", "/do", "tap 1", action=HIDDEN, version=0)
    assert (first.status_code, again.status_code) == (200, 200)
    assert again.data == first.data
    assert list(again.headers) == list(first.headers)
    assert standing(table) == [1]
    unkeyed = table.try_("zombie", HIDDEN, 0)
    assert unkeyed.status_code == 409


@on_sqlite
def test_it_is_given_again_after_a_restart_and_when_the_table_has_moved_on(table: Seated) -> None:
    first = send(table, "zombie", "/do", '"quoted"', action=HIDDEN, version=0).get_json()
    table.do("human", START)
    table.restart()
    again = send(table, "zombie", "/do", "quoted", action=HIDDEN, version=0).get_json()
    assert again["ruling"] == first["ruling"]
    assert again["view"] == table.view("zombie")
    assert standing(table) == [1, 2]


def test_another_server_gives_it_again(table: Seated) -> None:
    first = send(table, "zombie", "/do", "tap 1", action=HIDDEN, version=0)
    other = table.at_another_server()
    again = send(other, "zombie", "/do", "tap 1", action=HIDDEN, version=0)
    assert (again.status_code, again.data) == (200, first.data)
    assert standing(table) == [1]
    other.tables.close()


@soak.PROCESSES
def test_another_process_gives_it_again(table: Seated) -> None:
    first = send(table, "zombie", "/do", "tap 1", action=HIDDEN, version=0)
    asked = [
        table.settings["database_url"],
        f"/api/tables/{table.code}/do",
        {**table.headers("zombie"), KEY: "tap 1"},
        json.dumps({"action": HIDDEN, "version": 0}),
    ]
    ran = subprocess.run(
        [sys.executable, "-c", OTHER_SERVER, json.dumps(asked)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert json.loads(ran.stdout) == [200, first.get_data(as_text=True)]
    assert standing(table) == [1]


@on_sqlite
def test_the_same_key_with_another_request_is_refused(table: Seated) -> None:
    send(table, "zombie", "/do", "tap 1", action=HIDDEN, version=0)
    other = send(table, "zombie", "/do", "tap 1", action=HIDDEN, version=1)
    elsewhere = send(table, "zombie", "/undo", "tap 1")
    for answer in (other, elsewhere):
        assert (answer.status_code, answer.content_type) == (422, "application/problem+json")
        assert "this key came with another request" in answer.get_json()["detail"]
    assert table.view()["request"] is None


@on_sqlite
def test_the_key_of_another_seat_or_table_tells_nothing(table: Seated) -> None:
    """Whether somebody used a key is his own business: the answer is the same to the byte."""
    send(table, "zombie", "/do", "tap 1", action=HIDDEN, version=0)
    for seat in ("human", "table"):
        used = send(table, seat, "/do", "tap 1", action=START, version=0)
        unused = send(table, seat, "/do", "tap 2", action=START, version=0)
        assert (used.status_code, used.data) == (unused.status_code, unused.data)
        assert used.headers == unused.headers
    done = send(table, "human", "/do", "tap 1", action=START, version=1)
    assert done.status_code == 200
    assert standing(table) == [1, 2]


@on_sqlite
def test_what_changed_nothing_is_judged_anew(table: Seated) -> None:
    early = send(table, "human", "/do", "tap 1", action=START, version=0)
    assert early.status_code == 422
    send(table, "zombie", "/do", "tap 1", action=HIDDEN, version=0)
    late = send(table, "human", "/do", "tap 1", action=START, version=1)
    assert late.status_code == 200


@on_sqlite
@pytest.mark.parametrize("key", ["", '""', "x" * 201, "zoë", "a\tb"])
def test_a_key_that_cannot_be_read_is_one_sentence(table: Seated, key: str) -> None:
    answer = send(table, "zombie", "/do", key, action=HIDDEN, version=0)
    assert (answer.status_code, table.view()["version"]) == (400, 0)
    assert "write 1 to 200 characters" in answer.get_json()["detail"]


@on_sqlite
def test_taking_back_is_asked_and_agreed_once(table: Seated) -> None:
    table.set_up("table")
    asked = send(table, "human", "/undo", "ask", answer="ask")
    again = send(table, "human", "/undo", "ask", answer="ask")
    assert (asked.status_code, asked.data) == (again.status_code, again.data)
    assert asked.status_code == 202
    serial = table.view()["request"]["serial"]
    agreed = send(table, "zombie", "/undo", "agree", answer="agree", serial=serial)
    repeated = send(table, "zombie", "/undo", "agree", answer="agree", serial=serial)
    assert (agreed.status_code, agreed.data) == (repeated.status_code, repeated.data)
    assert standing(table) == [1]


def test_several_actions_in_one_call_are_answered_again(tmp_path: Path) -> None:
    table = Seated(tmp_path, options={"mode": "solitaire"})
    table.do("table", START)
    move = {"do": "start_move", "characters": ["peter"]}
    table.do("table", move, {"do": "end_turn"})
    body = {"version": table.version, "all": True}
    first = send(table, "table", "/advance", "tap 1", **body)
    lines = standing(table)
    again = send(table, "table", "/advance", "tap 1", **body)
    assert (first.status_code, len(first.get_json()["rulings"]) >= 1) == (200, True)
    assert again.get_json() == first.get_json()
    assert standing(table) == lines


def test_a_change_that_could_not_be_saved_leaves_no_answer(
    table: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OperationalError("INSERT", {}, Exception("full"))

    with monkeypatch.context() as patched:
        patched.setattr(games, "append", full)
        assert send(table, "zombie", "/do", "tap 1", action=HIDDEN, version=0).status_code == 503
    assert send(table, "zombie", "/do", "tap 1", action=HIDDEN, version=0).status_code == 200
    assert standing(table) == [1]


def test_answers_are_kept_for_a_day_and_go_with_the_table(tmp_path: Path) -> None:
    now = ["2026-03-01T12:00:00+00:00"]
    table = Seated(tmp_path, sources=replace(steady(), now=lambda: now[0]))
    send(table, "zombie", "/do", "old", action=HIDDEN, version=0)
    now[0] = "2026-03-02T13:00:00+00:00"
    for n in range(32):
        assert table.post("human", "/undo", answer="ask").status_code == 202
        assert send(table, "human", "/undo", f"tap {n}", answer="withdraw").status_code == 200
    with table.tables.database.reading() as connection:
        kept = connection.exec_driver_sql("SELECT min(at), count(*) FROM answers").one()
    assert kept[0] == now[0]
    table.client.delete(
        f"/api/tables/{table.code}", headers=table.headers("table"), json={"confirm": table.code}
    )
    with table.tables.database.reading() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM answers").scalar() == 0
