"""The description of the API: what it says of an answer is what the answer is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from referee.games import registry
from rules.dawn_of_the_dead.equipment import equipment
from tests.referee.seated import HIDDEN, START, Seated


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Seated:
    table = Seated(tmp_path_factory.mktemp("described"))
    table.set_up()
    return table


@pytest.fixture(scope="module")
def paths(table: Seated) -> dict[str, Any]:
    described: dict[str, Any] = table.client.get("/api/openapi.json").get_json()["paths"]
    return described


def check(answer: TestResponse, described: dict[str, Any]) -> None:
    """Hold an answer against what is said of its status: what it is made of, and what is always in it."""
    said = described["responses"].get(str(answer.status_code), described["responses"]["default"])
    if "content" not in said:
        assert not answer.data
        return
    ((kind, content),) = said["content"].items()
    assert answer.mimetype == kind
    wanted = content["schema"].get("required", ())
    if wanted:
        assert set(wanted) <= set(answer.get_json())


TABLE = "/api/tables/{code}"
GET = [
    (TABLE + "/view", 200), (TABLE + "/actions", 200), (TABLE + "/record", 200), (TABLE + "/seats", 200),
    (TABLE + "/invitation", 200), (TABLE + "/seats/{seat}/qr.svg", 200), ("/api/tables", 200),
    (TABLE + "/advice", 422), ("/api/maps", 200), ("/api/maps/{id_}", 200),
    ("/api/counters", 200), ("/api/openapi.json", 200),
]  # fmt: skip
"""Addresses that need nothing but their parameters, and the status they answer with."""


@pytest.mark.parametrize(("path", "status"), GET)
def test_what_is_asked_for(table: Seated, paths: dict[str, Any], path: str, status: int) -> None:
    address = path.format(code=table.code, id_="mall", seat="human")
    answer = table.client.get(address, headers=table.headers("table"))
    assert answer.status_code == status
    check(answer, paths[path]["get"])


@pytest.mark.parametrize(
    ("path", "query", "status"),
    [
        ("/api/maps/{id_}/sight", "from=024&to=062", 200),
        ("/api/maps/{id_}/sight", "from=024", 422),
        ("/api/rules/{system}/cases/{number}", "", 200),
        ("/api/rules/{system}/charts", "", 200),
        ("/api/rules/{system}/charts/{chart}", "", 200),
        ("/api/rules/{system}/search", "q=glass+door", 200),
        ("/api/rules/{system}/search", "", 200),
        ("/api/rules/{system}/search", "q=" + "x" * 300, 422),
        ("/api/rules/{system}/search", "words=x", 422),
    ],
)
def test_what_is_looked_up(table: Seated, paths: dict[str, Any], path: str, query: str, status: int) -> None:
    address = path.format(id_="mall", system="dawn-of-the-dead", number="6.4", chart="8.8")
    answer = table.client.get(f"{address}?{query}")
    assert answer.status_code == status
    check(answer, paths[path]["get"])
    known = {p["name"] for p in paths[path]["get"]["parameters"] if p["in"] == "query"}
    if status == 200:
        assert {part.split("=")[0] for part in query.split("&") if part} <= known


def test_an_answer_that_is_known_already(table: Seated, paths: dict[str, Any]) -> None:
    path = f"/api/tables/{table.code}/view"
    known = table.get("human", "/view").headers["ETag"]
    answer = table.client.get(path, headers=table.headers("human") | {"If-None-Match": known})
    assert answer.status_code == 304
    check(answer, paths[TABLE + "/view"]["get"])


def test_the_stream_of_events(table: Seated, paths: dict[str, Any]) -> None:
    answer = table.get("human", "/events", buffered=False)
    assert (answer.status_code, answer.mimetype) == (200, "text/event-stream")
    assert list(paths[TABLE + "/events"]["get"]["responses"]["200"]["content"]) == [answer.mimetype]
    answer.close()


def test_what_is_sent(tmp_path: Path, paths: dict[str, Any]) -> None:
    table = Seated(tmp_path)
    made = table.client.post("/api/tables", json={})
    check(made, paths["/api/tables"]["post"])
    check(
        table.client.post("/api/maps", json=equipment.load_map("mall") | {"name": "Mine"}),
        paths["/api/maps"]["post"],
    )
    check(table.client.post("/api/maps", json={}), paths["/api/maps"]["post"])
    end = {"do": "end_turn"}
    sent: list[tuple[str, str, dict[str, Any], int]] = [
        ("zombie", "/do", {"action": HIDDEN, "version": 0}, 200),
        ("human", "/ask", {"action": START}, 200),
        ("human", "/do", {"action": START, "version": 0}, 409),
        ("human", "/do", {"action": START, "version": 1}, 200),
        ("human", "/do", {"action": {"do": "put_down"}, "version": 2}, 422),
        ("zombie", "/do", {"action": end, "version": 2}, 403),
        ("zombie", "/undo", {}, 202),
        ("human", "/undo", {}, 200),
        ("human", "/redo", {}, 403),
        ("zombie", "/redo", {}, 200),
    ]
    for seat, path, body, status in sent:
        answer = table.post(seat, path, **body)
        assert answer.status_code == status, answer.data
        check(answer, paths[TABLE + path]["post"])
    confirmed = table.client.delete(
        f"/api/tables/{table.code}", json={"confirm": table.code}, headers=table.headers("table")
    )
    check(confirmed, paths[TABLE]["delete"])


def test_each_field_of_a_request_says_what_it_takes(table: Seated) -> None:
    """The options that one game has and another has not are checked by that game."""
    schemas = table.client.get("/api/openapi.json").get_json()["components"]["schemas"]
    games = {name for game in registry.games().values() for name in game.option_names}
    untold = {
        name
        for schema in schemas.values()
        for name, said in schema["properties"].items()
        if not {"type", "$ref"} & said.keys()
    }
    assert untold < games
    assert schemas["Join"]["properties"]["pin"] == {"type": "string", "maxLength": 40}
    assert schemas["Do"]["properties"]["version"]["maximum"] == 10**9
    assert schemas["Shot"]["properties"]["answer"]["enum"] == ["agree", "decline", "withdraw"]
    assert schemas["Part"]["properties"]["seal"]["pattern"] == "^([0-9a-f]{64})$"


def test_a_body_of_blanks_is_no_empty_object(table: Seated) -> None:
    assert table.client.post("/api/tables").status_code == 201
    answer = table.client.post("/api/tables", data=" ", content_type="application/json")
    assert answer.status_code == 400
