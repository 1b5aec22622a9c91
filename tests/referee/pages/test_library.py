"""The library: what is at hand, as files of several formats, and brought from files."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.app import create_app
from referee.board_formats.geojson import from_geojson
from rules.dawn_of_the_dead.library import load_counters, load_map


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    app = create_app({"database_url": f"sqlite:///{tmp_path / 'tables.sqlite3'}", "testing": True})
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
    assert as_json.headers["Content-Disposition"] == f'attachment; filename="{id_}.json"'
    assert from_geojson(json.loads(client.get(f"/library/map/{id_}.geojson").data)) == own_map()
    assert client.get(f"/library/map/{id_}.svg").get_data(as_text=True).lstrip().startswith("<svg")
    assert client.get(f"/library/map/{id_}.dd2vtt").get_json()["portals"]


def test_5_geojson_and_counter_sheets_are_brought_too(client: FlaskClient) -> None:
    geojson = client.get("/library/map/mall.geojson").data
    sheet = {**load_counters("stand-in"), "name": "Our counters"}
    answer = bring(client, ("a.geojson", geojson), ("b.json", json.dumps(sheet).encode()))
    assert answer.status_code == 303
    assert "Our counters" in client.get("/library").get_data(as_text=True)


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
        assert f"&#34;{name}&#34; was not kept" in page
    assert "Our &lt;own&gt; mall" in page, "the good one is kept"
    assert "Choose a file first." in bring(client).get_data(as_text=True)


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
