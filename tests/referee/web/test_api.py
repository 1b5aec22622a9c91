"""The API, row by row as other programs may rely on it."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest

from referee.games import registry
from rules.dawn_of_the_dead.equipment import equipment
from rules.sentences import listed
from tests.referee.seated import HIDDEN, START, Seated

GAME = "/games/dawn-of-the-dead"
"""The page with the form that starts a table."""


@pytest.fixture
def table(tmp_path: Path) -> Seated:
    return Seated(tmp_path)


def test_a_table_is_made_with_a_link_for_each_seat(table: Seated) -> None:
    wanted = {"system": "dawn-of-the-dead", "mode": "two-player", "map": "mall", "counters": "digital"}
    made = table.client.post("/api/tables", json=wanted)
    body = made.get_json()
    assert (made.status_code, set(body)) == (201, {"code", "seats"})
    assert set(body["seats"]) == {"table", "human", "zombie"}
    tokens = {seat["token"] for seat in body["seats"].values()}
    assert len(tokens) == 3
    assert min(len(token) for token in tokens) >= 43
    assert all(seat["url"] == f"http://localhost/join/{seat['token']}" for seat in body["seats"].values())
    assert len(body["code"]) == 6


def test_a_view_has_the_shape_of_a_position_and_a_version(table: Seated) -> None:
    answer = table.get("human", "/view")
    view = answer.get_json()
    assert {"format", "mode", "turn", "phase", "characters", "zombies", "hidden", "doors", "move"} <= set(
        view
    )
    assert (view["version"], answer.headers["ETag"], view["hidden"]) == (0, '"0"', None)
    assert len(view["zombies"]) == 45
    assert {z["value"] for z in view["zombies"]} == {None}
    again = table.client.get(
        f"/api/tables/{table.code}/view", headers=table.headers("human") | {"If-None-Match": '"0"'}
    )
    assert (again.status_code, again.data) == (304, b"")
    table.set_up()
    assert table.get("human", "/view").headers["ETag"] == '"2"'
    assert table.view("zombie")["hidden"] == HIDDEN["squares"]


def test_actions_are_those_of_the_seat(table: Seated) -> None:
    assert table.get("human", "/actions").get_json() == {"actions": []}
    assert table.get("table", "/actions").get_json() == {"actions": []}
    assert len(table.get("zombie", "/actions").get_json()["actions"]) > 20
    table.do("zombie", HIDDEN)
    assert table.get("zombie", "/actions").get_json() == {"actions": []}
    ours = table.get("human", "/actions").get_json()["actions"]
    assert ours == table.get("table", "/actions").get_json()["actions"]
    assert START in ours


def test_asking_changes_nothing_and_tells_no_outcome(table: Seated) -> None:
    table.set_up()
    before = table.everything()
    may = table.post("human", "/ask", action={"do": "start_move", "characters": ["fran"]})
    may_not = table.post("human", "/ask", action={"do": "shoot", "by": ["fran"], "at": "002", "dice": [6]})
    assert (may.status_code, may.get_json()["legal"], may.get_json()["needs"]) == (200, True, {})
    assert (may_not.status_code, may_not.get_json()["legal"]) == (200, False)
    assert {*may.get_json()} >= {"legal", "cases", "reason", "needs", "after"}
    assert may.get_json()["after"] is None
    assert table.everything() == before
    table.do("human", {"do": "end_turn"})
    needs = table.post("zombie", "/ask", action={"do": "check_berserk", "square": "043", "die": 6}).get_json()
    assert (needs["legal"], needs["needs"]) == (True, {"dice": 1})


def test_doing_answers_with_ruling_and_view(table: Seated) -> None:
    answer = table.try_("zombie", HIDDEN)
    body = answer.get_json()
    assert (answer.status_code, set(body)) == (200, {"ruling", "view"})
    assert (body["ruling"]["legal"], body["ruling"]["after"]) == (True, None)
    assert body["view"] == table.view("zombie")
    assert body["view"]["version"] == 1


def test_a_stale_version_gets_the_present_view(table: Seated) -> None:
    table.set_up()
    answer = table.try_("human", {"do": "end_turn"}, 1)
    assert (answer.status_code, answer.content_type) == (409, "application/problem+json")
    assert answer.get_json()["view"] == table.view("human")
    assert answer.get_json()["detail"] == "version: 1 is out of date; the table is at 2 now."
    assert table.version == 2


def test_what_is_not_legal_gets_the_ruling(table: Seated) -> None:
    table.do("zombie", HIDDEN)
    crowd = START | {"squares": dict.fromkeys(START["squares"], "009")}
    answer = table.try_("human", crowd)
    body = answer.get_json()
    assert (answer.status_code, answer.content_type) == (422, "application/problem+json")
    assert (body["ruling"]["legal"], body["ruling"]["cases"][0]) == (False, "3.2")
    assert body["detail"] == body["ruling"]["reason"]
    assert table.version == 1


def test_dice_left_out_are_rolled_and_dice_given_are_used(table: Seated) -> None:
    table.set_up()
    table.do("human", {"do": "end_turn"})
    table.do("zombie", {"do": "check_berserk", "square": "043", "die": 2})
    table.do("zombie", {"do": "next_phase"}, {"do": "next_phase"}, {"do": "roll_free_moves"})
    lines = table.record()[1:]
    assert (lines[3]["action"]["die"], lines[3].get("rolled")) == (2, None)
    assert lines[-1]["action"]["die"] in range(1, 7)
    assert lines[-1]["rolled"] == {"free moves": 1}
    assert table.view()["phase_state"]["left"] == lines[-1]["action"]["die"]


@pytest.mark.parametrize(("given", "named"), [(7, "7"), (0, "0"), (-1, "−1")])
def test_a_die_that_cannot_be_is_refused(table: Seated, given: int, named: str) -> None:
    table.set_up()
    table.do("human", {"do": "end_turn"})
    answer = table.try_("zombie", {"do": "check_berserk", "square": "043", "die": given})
    assert answer.status_code == 422
    assert named in answer.get_json()["detail"]
    assert len(table.record()) == 4


def test_the_record_is_json_lines_as_the_seat_may_see_it(table: Seated) -> None:
    table.set_up()
    record = table.get("human", "/record")
    assert record.content_type == "application/jsonl"
    assert record.headers["Content-Disposition"] == f"attachment; filename={table.code}-record.jsonl"
    header, first, second = table.record("human")
    assert header["format"] == "referee-record/1"
    assert {"system", "mode", "map", "counters", "seats", "seals", "version"} <= set(header)
    assert set(header["map"]) == {"name", "sha256"}
    assert set(header["seals"]) == {"draw", "dice", "hidden"}
    assert first["action"] == {"do": "place_hidden"}
    assert first["seal"] == header["seals"]["hidden"]
    assert "hidden" in first["story"]
    public_part = {name: value for name, value in first.items() if name not in {"seal", "at"}}
    assert not [s for s in HIDDEN["squares"] if s in json.dumps(public_part)]
    assert (second["n"], second["turn"], second["seat"], second["action"]) == (2, 1, "human", START)
    assert table.record("zombie")[1]["action"] == HIDDEN


def test_own_tables_are_listed_by_cookie(table: Seated) -> None:
    browser = table.app.test_client()
    assert browser.get("/api/tables").get_json() == {"tables": []}
    browser.get(f"/join/{table.tokens['human']}")
    other = table.client.post("/api/tables", json={}).get_json()
    browser.get(f"/join/{other['seats']['table']['token']}")
    browser.set_cookie("seat-ABCDEF", "nonsense")
    listed = {t["code"]: t for t in browser.get("/api/tables").get_json()["tables"]}
    assert {code: t["seat"] for code, t in listed.items()} == {table.code: "human", other["code"]: "table"}
    assert listed[table.code]["phase"] == "place_hidden"


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true", "HX-Target": "section#hits"}])
def test_the_search_box_tells_the_nearest_of_a_number_that_is_none(
    table: Seated, headers: dict[str, str]
) -> None:
    page = table.client.get("/rules/dawn-of-the-dead?q=16.1", headers=headers).get_data(as_text=True)
    hits = page[page.index('id="hits"') :]
    hits = hits[: hits.index("</section>")]
    assert "There is no case “16.1” in the rulebook" in hits
    assert 'href="/rules/dawn-of-the-dead/15.0"' in hits


def test_the_rulebook(table: Seated) -> None:
    response = table.client.get("/api/rules/dawn-of-the-dead/cases/8.8")
    assert (response.status_code, response.get_json()["number"]) == (200, "8.8")
    unknown = table.client.get("/api/rules/dawn-of-the-dead/cases/8.88")
    assert unknown.status_code == 404
    assert unknown.get_json()["nearest"]
    chess = table.client.get("/api/rules/chess/cases/1.0")
    assert chess.status_code == 404
    told = f'There are no rules for "chess" here, only for {listed(registry.games())}.'
    assert chess.get_json()["detail"] == told
    hits = table.client.get("/api/rules/dawn-of-the-dead/search?q=glass+door").get_json()["hits"]
    assert "10.4" in [hit["number"] for hit in hits[:4]]
    assert table.client.get("/api/rules/dawn-of-the-dead/search").get_json()["hits"] == []
    assert table.client.get("/api/rules/dawn-of-the-dead/search?q=" + "x" * 300).status_code == 422


def test_maps_and_sight(table: Seated) -> None:
    client = table.client
    assert {m["id"] for m in client.get("/api/maps").get_json()["maps"]} >= {"mall"}
    assert client.get("/api/maps/mall").get_json() == equipment.load_map()
    line = client.get("/api/maps/mall/sight?from=024&to=062").get_json()
    assert (line["from"], line["to"], line["sight"]) == ("024", "062", True)
    assert line == equipment.setting().sight.line("024", "062", {}).to_json()
    between = line["doors"][0]["between"]
    closed = client.get(f"/api/maps/mall/sight?from=024&to=062&closed={between[0]}-{between[1]}").get_json()
    assert closed["doors"][0]["state"] == "closed"
    several = client.get(f"/api/maps/mall/sight?from=024&to=062&destroyed={between[1]}-{between[0]},003-004")
    assert several.get_json()["doors"][0]["state"] == "destroyed"


@pytest.mark.parametrize(
    ("query", "named"),
    [("from=024", "to"), ("from=999&to=024", "999"), ("from=024&to=062&closed=001-212", "001-212"),
    ("to=024", "from"),
     ("from=024&to=062&closed=043-062&destroyed=062-043", "062-043"),
     ("from=024&to=062&from=abc&x=1", "x"),
     ("from=024&to=062&closed=" + ",".join(["003-004"] * 500), "closed")],
)  # fmt: skip
def test_a_bad_sight_question_names_what_is_wrong(table: Seated, query: str, named: str) -> None:
    answer = table.client.get(f"/api/maps/mall/sight?{query}")
    assert answer.status_code == 422
    assert named in answer.get_json()["detail"]


def test_a_map_of_ones_own_can_be_brought_and_played_on(table: Seated) -> None:
    data = equipment.load_map() | {"name": "Our own mall"}
    made = table.client.post("/api/maps", json=data)
    assert made.status_code == 201
    id_ = made.get_json()["id"]
    assert table.client.post("/api/maps", json=data).get_json()["id"] == id_
    assert table.client.get(f"/api/maps/{id_}").get_json() == data
    assert [m["name"] for m in table.client.get("/api/maps").get_json()["maps"]].count("Our own mall") == 1
    ours = table.client.post("/api/tables", json={"map": id_})
    assert ours.status_code == 201
    seat = {"Authorization": f"Bearer {ours.get_json()['seats']['human']['token']}"}
    code = ours.get_json()["code"]
    header = json.loads(table.client.get(f"/api/tables/{code}/record", headers=seat).data.splitlines()[0])
    assert header["map"]["data"] == data


def test_what_was_brought_is_offered_where_a_table_starts(table: Seated) -> None:
    owner, stranger = table.app.test_client(), table.app.test_client()
    ours = owner.post("/api/maps", json=equipment.load_map() | {"name": "Our own mall"}).get_json()["id"]
    sheet = owner.get("/api/counters/stand-in").get_json() | {"name": "Our own figures"}
    figures = owner.post("/api/counters", json=sheet).get_json()["id"]
    page, strange = owner.get(GAME).text, stranger.get(GAME).text
    for field, id_, name in (("map", ours, "Our own mall"), ("sheet", figures, "Our own figures")):
        offer = rf'name="{field}" value="{id_}"(?: checked)?>\s*<span class="face"><b>{name}</b>'
        assert re.search(offer, page)
        assert f'value="{id_}" checked' in page, "its owner plays on it"
        assert f'value="{id_}">' in strange, "nobody else unless he wants to"
    assert (
        f'value="{ours}" checked' in table.app.test_client().get(f"/?map={ours}", follow_redirects=True).text
    )
    browser = table.app.test_client()
    begun = browser.post("/", data={"game": "two", "map": ours, "sheet": figures}).location
    header = json.loads(browser.get(f"/api/tables/{begun[3:]}/record").data.splitlines()[0])
    assert header["map"]["data"]["name"] == "Our own mall"


def test_the_page_of_the_game_tells_the_values_that_it_takes_of_cardboard(table: Seated) -> None:
    """An owner of the set met "already known" in mid-game, where his counters were not those of the sheet."""
    assert "Stand-in figures: units of 1: 5; of 2: 7;" in table.client.get(GAME).text
    sheet = equipment.load_counters() | {"name": "Mine", "zombie_values": {"1": 20, "11": 30}}
    owner = table.app.test_client()
    assert owner.post("/api/counters", json=sheet).status_code == 201
    assert "Mine: units of 1: 20; of 11: 30." in owner.get(GAME).text


def test_all_mistakes_of_a_map_are_listed_at_once(table: Seated) -> None:
    data: dict[str, Any] = copy.deepcopy(equipment.load_map())
    data["squares"][0]["id"] = "1"
    data["main_doors"] = data["main_doors"][:2]
    answer = table.client.post("/api/maps", json=data)
    assert answer.status_code == 422
    assert len(answer.get_json()["problems"]) >= 2
    assert answer.get_json()["detail"] == answer.get_json()["problems"][0]


def test_a_counter_sheet_of_ones_own(table: Seated) -> None:
    data = equipment.load_counters() | {"name": "From the box"}
    made = table.client.post("/api/counters", json=data)
    assert made.status_code == 201
    assert table.client.get(f"/api/counters/{made.get_json()['id']}").get_json() == data
    bad = table.client.post("/api/counters", json=data | {"zombie_values": {"1": 3}})
    assert bad.status_code == 422
    assert table.client.post("/api/tables", json={"sheet": made.get_json()["id"]}).status_code == 201


def test_openapi_describes_every_route(table: Seated) -> None:
    document = table.client.get("/api/openapi.json").get_json()
    assert document["openapi"].startswith("3.")
    described = {(p, m) for p, operations in document["paths"].items() for m in operations}
    routes = set()
    for rule in table.app.url_map.iter_rules():
        if rule.rule.startswith("/api"):
            path = rule.rule.replace("<", "{").replace(">", "}")
            routes |= {(path, m.lower()) for m in rule.methods or () if m not in {"HEAD", "OPTIONS"}}
    assert described == routes
    assert ("/api/tables/{code}/do", "post") in routes
    body = document["paths"]["/api/tables/{code}/do"]["post"]["requestBody"]["content"]["application/json"]
    name = body["schema"]["$ref"].rsplit("/", 1)[1]
    assert set(document["components"]["schemas"][name]["required"]) == {"action", "version"}


def test_headers_that_keep_browsers_safe(table: Seated) -> None:
    for answer in (table.get("human", "/view"), table.client.get("/api/nothing"), table.client.get("/rules")):
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "same-origin"
    for path in ("/actions", "/record", "/invitation", "/seats"):
        assert table.get("table", path).headers["Cache-Control"] == "no-store"
    assert "private" in table.get("human", "/view").headers["Cache-Control"]


def test_answers_are_packed_for_who_can_unpack(table: Seated) -> None:
    plain = table.get("table", "/view")
    packed = table.client.get(
        f"/api/tables/{table.code}/view", headers=table.headers("table") | {"Accept-Encoding": "gzip"}
    )
    assert (plain.headers.get("Content-Encoding"), packed.headers["Content-Encoding"]) == (None, "gzip")
    assert len(packed.data) < len(plain.data) / 3
