"""Bad input of any kind: the right status, one clear sentence with field and value, no change."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.referee.seated import HIDDEN, START, Seated

FIVE = HIDDEN["squares"]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Seated:
    table = Seated(tmp_path_factory.mktemp("bad"))
    table.do("zombie", HIDDEN)
    return table


def problem(answer: Any, status: int, *named: str) -> dict[str, Any]:
    """Check an answer for being a problem of that status whose sentence names these things."""
    assert (answer.status_code, answer.content_type) == (status, "application/problem+json"), answer.data
    body: dict[str, Any] = answer.get_json()
    assert body["status"] == status
    for name in named:
        assert name in body["detail"]
    assert "Traceback" not in body["detail"]
    assert "\n" not in body["detail"]
    assert len(body["detail"]) < 400
    return body


BODIES = [
    (b"{", 400, "JSON"),
    (b"[1, 2", 400, "JSON"),
    (b"\xff\xfe", 400, "UTF-8"),
    (b"[" * 100_000, 400, "nested"),
    (b'{"a": NaN}', 400, "NaN"),
    (b'{"version": 1, "version": 2}', 400, '"version" twice'),
    (b"[]", 422, "object"),
    (b'"step"', 422, "object"),
    (b"{}", 422, "action"),
    (b'{"action": {"do": "end_turn"}}', 422, "version"),
    (b'{"action": {"do": "end_turn"}, "version": "1"}', 422, 'version: "1"'),
    (b'{"action": {"do": "end_turn"}, "version": true}', 422, "version: true"),
    (b'{"action": {"do": "end_turn"}, "version": -1}', 422, "version: -1"),
    (b'{"action": {"do": "end_turn"}, "version": 1e400}', 422, "version"),
    (b'{"action": {"do": "end_turn"}, "version": 99999999999999999999}', 422, "version"),
    (b'{"action": {"do": "end_turn"}, "version": 1, "extra": 2}', 422, "extra"),
    (b'{"action": null, "version": 1}', 422, "action"),
    (b'{"action": "step", "version": 1}', 422, '"step"'),
]


@pytest.mark.parametrize(
    ("body", "status", "named"), BODIES, ids=[b[:40].decode("latin-1") for b, _, _ in BODIES]
)
def test_bodies(table: Seated, body: bytes, status: int, named: str) -> None:
    before = table.everything()
    answer = table.client.post(
        f"/api/tables/{table.code}/do",
        data=body,
        headers=table.headers("human"),
        content_type="application/json",
    )
    problem(answer, status, named)
    assert table.everything() == before


@pytest.mark.parametrize("kind", ["text/plain", "multipart/form-data", "text/json"])
def test_what_says_that_it_is_no_json(table: Seated, kind: str) -> None:
    before = table.everything()
    for path in ("/api/maps", "/api/tables", f"/api/tables/{table.code}/do"):
        answer = table.client.post(path, data=b"{}", headers=table.headers("human"), content_type=kind)
        problem(answer, 415, f'Content-Type: "{kind}"')
    assert table.everything() == before


@pytest.mark.parametrize(
    "kind",
    [
        None,
        "application/json; charset=utf-8",
        "application/table+json",
        "application/x-www-form-urlencoded",  # what curl and urllib say unless told
    ],
)
def test_json_by_another_name_or_none_is_read(table: Seated, kind: str | None) -> None:
    answer = table.client.post(
        f"/api/tables/{table.code}/do", data=b"{}", headers=table.headers("human"), content_type=kind
    )
    problem(answer, 422, "action is missing.")


ACTIONS: list[tuple[Any, str]] = [
    ({}, "do"),
    ({"do": 3}, "3"),
    ({"do": "fly"}, '"fly"'),
    ({"do": "stpe", "to": "004"}, "step"),
    ({"do": "x" * 5000}, "…"),
    ({"do": "step"}, "to"),
    ({"do": "step", "to": 4}, "4"),
    ({"do": "step", "to": "4"}, '"4"'),
    ({"do": "step", "to": "９９９"}, "to"),
    ({"do": "step", "to": "999"}, "999"),
    ({"do": "step", "to": ["004"]}, "to"),
    ({"do": "step", "to": "004", "from": "003"}, "from"),
    ({"do": "step", "to": "004", "draw": [3]}, "draw"),
    ({"do": "step", "to": "004", "values": {"004": 3}}, "values"),
    ({"do": "place_characters", "squares": {"peter": "009"}}, "Roger"),
    ({"do": "place_characters", "squares": {"peter": "009", "zed": "009"}}, "zed"),
    ({"do": "place_characters", "squares": ["009"] * 4}, "squares"),
    ({"do": "start_move", "characters": []}, "character"),
    ({"do": "start_move", "characters": ["fran", "fran"]}, "fran"),
    ({"do": "start_move", "characters": ["fran"] * 9}, "4"),
    ({"do": "start_move", "characters": ["fran"], "carry": {"by": "fran"}}, "whom"),
    ({"do": "open_door", "between": ["003"]}, "between"),
    ({"do": "shoot", "by": ["fran"], "at": "002", "dice": [7]}, "Human Player-Turn"),
    ({"do": "shoot", "by": ["fran"], "at": "002", "dice": [0]}, "Human Player-Turn"),
    ({"do": "shoot", "by": ["fran"], "at": "002", "dice": [1.5]}, "1.5"),
    ({"do": "shoot", "by": ["fran"], "at": "002", "dice": [1] * 1000}, "dice"),
    ({"do": "shoot", "by": ["fran"], "at": "002", "panic": {"fran": "1"}}, "panic"),
    ({"do": "close_main_door", "door": "up"}, '"up"'),
    ({"do": "take_rifle", "character": {"a": 1}}, "character"),
]


@pytest.mark.parametrize(("action", "named"), ACTIONS, ids=[json.dumps(a)[:50] for a, _ in ACTIONS])
def test_actions_from_asking_and_from_doing(table: Seated, action: Any, named: str) -> None:
    before = table.everything()
    for path, body in (
        ("/do", {"action": action, "version": 1}),
        ("/override", {"action": action, "version": 1}),
    ):
        refused = problem(table.post("human", path, **body), 422, named)
        assert len(json.dumps(refused)) < 5000
    asked = table.post("human", "/ask", action=action)
    assert asked.status_code in {200, 422}
    if asked.status_code == 200:
        assert not asked.get_json()["legal"]
    assert table.everything() == before


@pytest.mark.parametrize(
    ("seat", "action"),
    [
        ("human", {"do": "reveal", "square": "001"}),
        ("table", {"do": "reveal", "square": "001"}),
        ("table", {"do": "place_hidden", "squares": FIVE}),
        ("human", {"do": "next_phase"}),
        ("zombie", START),
        ("zombie", {"do": "end_turn"}),
    ],
)
def test_what_is_another_seats(table: Seated, seat: str, action: dict[str, Any]) -> None:
    answers = [
        table.post(seat, "/ask", action=action),
        table.post(seat, "/do", action=action, version=1),
        table.post(seat, "/do", action=action, version=77),
        table.post(seat, "/override", action=action, version=1),
    ]
    for answer in answers:
        problem(answer, 403, action["do"], seat)
    assert len({answer.data for answer in answers}) == 1


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ({"answer": "maybe"}, '"maybe"'),
        ({"n": 0}, "0"),
        ({"n": "1"}, '"1"'),
        ({"n": 12345}, "12345"),
        ({"side": "table"}, '"table"'),
        ({"answer": "agree"}, "no request"),
        ({"undo": True}, "undo"),
    ],
)
def test_undo(table: Seated, body: dict[str, Any], named: str) -> None:
    problem(table.post("human", "/undo", **body), 422, named)
    assert table.view()["request"] is None


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ({"system": "chess"}, '"chess"'),
        ({"mode": "solitaire3"}, "solitaire3"),
        ({"map": "moon"}, '"moon"'),
        ({"map": "../mall"}, '"../mall"'),
        ({"map": "half a character \ud800"}, "half a character \\ud800"),
        ({"map": {"format": 1}}, "map"),
        ({"counters": "chocolate"}, '"chocolate"'),
        ({"sheet": 3}, "3"),
        ({"colour": "red"}, "colour"),
        ({"system": "x" * 500}, "system"),
    ],
)
def test_making_a_table(table: Seated, body: dict[str, Any], named: str) -> None:
    problem(table.client.post("/api/tables", json=body), 422, named)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api", 404),
        ("GET", "/api/nothing", 404),
        ("GET", "/api/tables/ABC/view", 404),
        ("GET", "/api/tables/%00/view", 404),
        ("GET", "/api/tables/" + "A" * 3000 + "/view", 404),
        ("PUT", "/api/tables", 405),
        ("DELETE", "/api/maps", 405),
        ("GET", "/api/join", 405),
        ("GET", "/api/maps/moon", 404),
        ("GET", "/api/maps/%00", 404),
        ("GET", "/api/maps/moon/sight?from=001&to=002", 404),
        ("GET", "/api/counters/none", 404),
    ],
)
def test_addresses(table: Seated, method: str, path: str, status: int) -> None:
    answer = table.client.open(path, method=method)
    problem(answer, status)
    if status == 405:
        assert "Allow" in answer.headers


def test_a_body_that_is_too_long(tmp_path: Path) -> None:
    table = Seated(tmp_path, max_body=2000)
    for path in ("/api/maps", "/api/tables", f"/api/tables/{table.code}/do"):
        answer = table.client.post(path, data=b"x" * 5000, headers=table.headers("table"))
        problem(answer, 413)


def test_a_form_of_very_many_fields(table: Seated) -> None:
    """Whoever sends one keeps nobody waiting: it is refused before it is read."""
    for path in ("/join", "/", "/library"):
        answer = table.client.post(
            path, data=b"a=1&" * 20_000, content_type="application/x-www-form-urlencoded"
        )
        assert answer.status_code == 413


def test_an_object_of_very_many_fields(table: Seated) -> None:
    """Each unknown field would be told: 150,000 of them kept everybody waiting for a second."""
    told = problem(table.client.post("/api/join", json={f"k{n}": 0 for n in range(10_001)}), 400)
    assert "10001 fields" in told["detail"]


def test_our_own_mistakes_are_one_sentence_and_tell_no_secret(
    table: Seated, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise KeyError("the hidden square 001")

    monkeypatch.setattr("rules.dawn_of_the_dead.game.check", fail)
    answer = table.post("human", "/ask", action=START)
    refused = problem(answer, 500)
    assert "001" not in json.dumps(refused) + caplog.text
    assert "KeyError" in caplog.text
    assert "test_bad_input.py" in caplog.text


def test_a_page_gets_a_page_and_a_program_gets_json(table: Seated) -> None:
    page = table.client.get("/no/such/page", headers={"Accept": "text/html,*/*;q=0.8"})
    program = table.client.get("/no/such/page", headers={"Accept": "application/json"})
    assert (page.status_code, page.mimetype) == (404, "text/html")
    assert (program.status_code, program.mimetype) == (404, "application/problem+json")


@pytest.mark.parametrize(
    ("path", "of_a_table"),
    [("/nosuch", False), ("/demo/99", False), ("/t/ZZZZZZ/now", True), ("/join/nonsense", True)],
)
def test_only_the_address_of_a_table_may_be_that_of_one_that_was_deleted(
    table: Seated, path: str, of_a_table: bool
) -> None:
    answer = table.client.get(path, headers={"Accept": "text/html"})
    assert answer.status_code == 404
    page = answer.get_data(as_text=True)
    assert ("A deleted table is gone" in page) == of_a_table
    assert ("Check the address" in page) != of_a_table
