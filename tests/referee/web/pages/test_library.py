"""The library: what is available, as files of several formats, and uploads from files."""

from __future__ import annotations

import io
import json
import re
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from flask import Response
from flask.testing import FlaskClient

from referee.config import Config
from referee.games.toolkit.http import as_download
from referee.surveys.formats.geojson import from_geojson
from rules.dawn_of_the_dead.equipment.equipment import load_counters, load_map
from tests.referee.apps import app_of

GAME = "/games/dawn-of-the-dead"
"""The page with the form that starts a table on what is in the library."""


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    app = app_of({"database_url": f"sqlite:///{tmp_path / 'tables.sqlite3'}", "testing": True})
    return app.test_client()


def own_map() -> dict[str, Any]:
    return {**load_map("mall"), "name": "Our <own> mall"}


def bring(client: FlaskClient, *files: tuple[str, bytes]) -> Any:
    given = [(io.BytesIO(data), name) for name, data in files]
    return client.post("/library", data={"file": given}, content_type="multipart/form-data")


def test_5_what_comes_with_the_game_is_listed(client: FlaskClient) -> None:
    page = client.get("/library").get_data(as_text=True)
    assert "The mall (reconstruction)" in page
    assert "/library/counters/" in page


def test_5_a_map_is_brought_and_taken_away_in_every_format(client: FlaskClient) -> None:
    answer = bring(client, ("mine.json", json.dumps(own_map()).encode()))
    assert answer.status_code == 303
    id_ = answer.headers["Location"].partition("#")[2]
    assert "Our &lt;own&gt; mall" in client.get("/library").get_data(as_text=True)
    as_json = client.get(f"/library/map/{id_}.json")
    assert as_json.get_json() == own_map()
    assert as_json.headers["Content-Disposition"] == "attachment; filename=Our-own-mall.json"
    assert from_geojson(json.loads(client.get(f"/library/map/{id_}.geojson").data)) == own_map()
    assert client.get(f"/library/map/{id_}.svg").get_data(as_text=True).lstrip().startswith("<svg")
    assert client.get(f"/library/map/{id_}.dd2vtt").get_json()["portals"]


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Our <own> mall", "filename=Our-own-mall-a4.svg"),
        ("../Große Halle", "filename*=UTF-8''Gro%C3%9Fe-Halle-a4.svg"),
        ("…", "filename=a4.svg"),
        ("x" * 200, f"filename={'x' * 60}-a4.svg"),
    ],
)
def test_what_is_downloaded_is_called_as_people_call_it(name: str, file: str) -> None:
    answer = as_download(Response(), name, "a4", ending="svg")
    assert answer.headers["Content-Disposition"] == f"attachment; {file}"


def test_5_geojson_and_counter_sheets_are_brought_too(client: FlaskClient) -> None:
    geojson = client.get("/library/map/mall.geojson").data
    sheet = {**load_counters("stand-in"), "name": "Our counters"}
    answer = bring(client, ("a.geojson", geojson), ("b.json", json.dumps(sheet).encode()))
    assert answer.status_code == 303
    assert "Our counters" in client.get("/library").get_data(as_text=True)


def test_maps_of_one_name_are_told_apart_by_when_they_were_brought(tmp_path: Path) -> None:
    moments = ["2026-11-21T19:05:10+00:00", "2026-11-21T21:30:00+00:00", "2026-11-21T21:30:08+00:00"]
    at = {"now": moments[0]}
    sources = replace(Config().sources, now=lambda: at["now"])
    where = f"sqlite:///{tmp_path / 'moments.sqlite3'}"
    client = app_of({"database_url": where, "testing": True, "sources": sources}).test_client()
    drawn = {**load_map("mall"), "name": "My board"}

    def brought(moment: str, hall: str) -> list[tuple[str, str]]:
        at["now"] = moment
        areas = [{**drawn["areas"][0], "name": hall}, *drawn["areas"][1:]]
        bring(client, ("a.json", json.dumps({**drawn, "areas": areas}).encode()))
        page = client.get("/library").get_data(as_text=True)
        told = r'by you, <time datetime="(\S+)" data-own="\w+">\s*([^<]*?)\s*</time>'
        return re.findall(told, page)

    def told(moment: str, clock: str) -> tuple[str, str]:
        there = datetime.fromisoformat(moment).astimezone()
        return moment, f"{there.day} {there:%B %Y}{clock and f', {there:{clock}}'}"

    assert brought(moments[0], "One") == [told(moments[0], "")]
    assert brought(moments[1], "Two") == [told(moment, "%H:%M") for moment in moments[:2]]
    assert brought(moments[2], "Three") == [told(moment, "%H:%M:%S") for moment in moments]
    assert told(moments[0], "%H:%M:%S")[1] in client.get(GAME).get_data(as_text=True)


def test_maps_of_one_name_say_their_squares_and_a_code_where_one_is_chosen(client: FlaskClient) -> None:
    drawn = {**load_map("mall"), "name": "My board"}
    areas = [{**drawn["areas"][0], "name": "Another hall"}, *drawn["areas"][1:]]
    ids = []
    for data in (drawn, {**drawn, "areas": areas}):
        assert "212 squares" not in client.get("/library").get_data(as_text=True), "one name needs no more"
        answer = bring(client, ("a.json", json.dumps(data).encode()))
        ids.append(answer.headers["Location"].partition("#own-")[2])
    for page in ("/library", GAME, "/sight", "/print"):
        told = re.sub(r"\s+", " ", client.get(page).get_data(as_text=True))
        for id_ in ids:
            assert f"212 squares, code {id_[:8]}" in told, page
    shelf = client.get("/library").get_data(as_text=True)
    assert shelf.count("Uploaded by you, ") == 2
    sheet = {**load_counters("stand-in"), "name": "Ours"}
    other = {**sheet, "zombie_values": {**sheet["zombie_values"], "3": 7, "4": 9}}
    bring(client, *(("s.json", json.dumps(one).encode()) for one in (sheet, other)))
    codes = re.findall(r"Ours</b>.*?code ([0-9a-f]{8})", client.get(GAME).get_data(as_text=True), re.DOTALL)
    assert len(set(codes)) == 2


def test_each_bad_file_is_told_by_its_name(client: FlaskClient) -> None:
    answer = bring(
        client,
        ("good.json", json.dumps(own_map()).encode()),
        ("broken.json", b"{"),
        ("empty.json", b'{"format": "referee-map/1"}'),
        ("other.geojson", b'{"type": "FeatureCollection"}'),
    )
    assert answer.status_code == 422
    page = answer.get_data(as_text=True)
    for name in ("broken.json", "empty.json", "other.geojson"):
        assert f"&#34;{name}&#34; was not saved" in page
    assert "Our &lt;own&gt; mall" in page, "the good one is kept"
    assert "Choose a file first." in bring(client).get_data(as_text=True)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"\x89PNG\r\n\x1a\n", "The file is a picture. Draw a board, and lay the picture under it."),
        (
            b"\xff\xd8\xff\xe0\x00\x10JFIF",
            "The file is a picture. Draw a board, and lay the picture under it.",
        ),
        (b'{"format": 0.3}', "The file is neither a map nor a counter sheet: its format is &#34;0.3&#34;."),
    ],
)
def test_a_file_of_another_kind_gets_one_sentence(client: FlaskClient, data: bytes, says: str) -> None:
    page = bring(client, ("other", data)).get_data(as_text=True)
    told = page[page.index("was not saved") : page.index("</section>")]
    assert re.findall("<li>(.*?)</li>", told) == [says]


@pytest.mark.parametrize(
    "path", ["map/none.json", "map/mall.exe", "counters/stand-in.svg", "other/mall.json"]
)
def test_what_is_not_there(client: FlaskClient, path: str) -> None:
    assert client.get(f"/library/{path}").status_code == 404


def test_5_a_drawing_begins_with_a_map(client: FlaskClient) -> None:
    answer = client.post("/surveys", data={"map": "mall"})
    assert answer.status_code == 303
    survey = client.get("/api" + answer.headers["Location"]).get_json()
    assert survey["done"] == survey["version"] > 212
    assert client.get(f"/api{answer.headers['Location']}/wrong").get_json()["wrong"] == []
    drawings = client.get("/library").get_data(as_text=True)
    assert answer.headers["Location"] in drawings
    assert client.post("/surveys", data={"map": "none"}).status_code == 404
    both = client.post("/api/surveys", json={"map": "mall", "survey": {}})
    assert both.status_code == 422


def owned_entry(client: FlaskClient, name: str = "Mine") -> str:
    answer = bring(client, ("mine.json", json.dumps({**load_map("mall"), "name": name}).encode()))
    return str(answer.headers["Location"]).partition("#")[2]


def maps(client: FlaskClient) -> list[str]:
    return [m["name"] for m in client.get("/api/maps").get_json()["maps"] if not m["bundled"]]


def test_5_ones_own_map_is_renamed_copied_and_deleted(client: FlaskClient) -> None:
    id_ = owned_entry(client)
    answer = client.post(f"/library/map/{id_}/name", data={"do": "rename", "name": "Renamed"})
    assert (answer.status_code, maps(client)) == (303, ["Renamed"])
    renamed = answer.headers["Location"].partition("#")[2]
    client.post(f"/library/map/{renamed}/name", data={"do": "copy", "name": "A copy"})
    client.post("/library/map/mall/name", data={"do": "copy", "name": "Of the bundled one"})
    assert sorted(maps(client)) == ["A copy", "Of the bundled one", "Renamed"]
    assert "Delete Renamed?" in client.get(f"/library/map/{renamed}/delete").get_data(as_text=True)
    assert client.post(f"/library/map/{renamed}/delete").status_code == 303
    assert sorted(maps(client)) == ["A copy", "Of the bundled one"]
    assert client.get(f"/library/map/{renamed}.json").status_code == 404


def test_5_only_the_browser_that_brought_it_renames_or_deletes_it(client: FlaskClient) -> None:
    id_ = owned_entry(client)
    other = client.application.test_client()
    bring(other, ("same.json", json.dumps({**load_map("mall"), "name": "Mine"}).encode()))
    for path, data in (("delete", {}), ("name", {"do": "rename", "name": "Theirs"})):
        assert other.post(f"/library/map/{id_}/{path}", data=data).status_code == 403
    assert client.post("/library/map/mall/delete").status_code == 403
    assert maps(client) == ["Mine"]
    assert "Delete…" not in other.get("/library").get_data(as_text=True)
    assert "None of these is yours yet" in other.get("/library").get_data(as_text=True)
    sheet = client.get("/library/counters/stand-in/name").get_data(as_text=True)
    assert "Keep a copy" in sheet
    assert "Rename it" not in sheet


def test_5_a_table_keeps_the_map_that_was_deleted(client: FlaskClient) -> None:
    """A table names its map by the hash of what is in it; renaming and deleting take nothing from it."""
    id_ = owned_entry(client)
    made = client.post("/api/tables", json={"system": "dawn-of-the-dead", "mode": "two-player", "map": id_})
    assert made.status_code == 201
    client.post(f"/library/map/{id_}/delete")
    assert maps(client) == []
    assert client.get(f"/api/maps/{id_}").get_json()["name"] == "Mine"
    token = made.get_json()["seats"]["table"]["token"]
    head = {"Authorization": f"Bearer {token}"}
    again = app_of({"database_url": client.application.extensions["tables"].config.database_url})
    view = again.test_client().get(f"/api/tables/{made.get_json()['code']}/view", headers=head)
    assert view.status_code == 200
    assert owned_entry(client) == id_, "and it can be brought again"
    assert maps(client) == ["Mine"]


@pytest.mark.parametrize("name", ["", "Mine", "x" * 121])
def test_a_name_that_cannot_be_gets_a_sentence(client: FlaskClient, name: str) -> None:
    id_ = owned_entry(client)
    answer = client.post(f"/library/map/{id_}/name", data={"do": "rename", "name": name})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.get_data(as_text=True)
    assert maps(client) == ["Mine"]
    assert client.get("/library/other/mall/name").status_code == 404
