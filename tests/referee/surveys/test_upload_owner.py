"""Who brought a map or a counter sheet over HTTP may delete it, and nobody else."""

from __future__ import annotations

import html
import io
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.app import create_app
from referee.config import Config
from rules.dawn_of_the_dead.equipment import equipment

Browsers = Callable[[], FlaskClient]

MAP = {**equipment.load_map(), "name": "Ann's own mall"}
SHEET = {**equipment.load_counters(), "name": "Ann's own counters"}
THINGS = [pytest.param("maps", MAP, id="map"), pytest.param("counters", SHEET, id="sheet")]


@pytest.fixture
def browsers(tmp_path: Path) -> Browsers:
    """Give browsers of one server: each call gives one that has brought nothing yet."""
    app = create_app(Config.of({"database_url": f"sqlite:///{tmp_path / 'tables.sqlite3'}", "testing": True}))
    return app.test_client


@pytest.mark.parametrize(("kind", "data"), THINGS)
def test_11_1_6_who_brought_a_thing_deletes_it(browsers: Browsers, kind: str, data: dict[str, Any]) -> None:
    client, other = browsers(), browsers()
    id_ = client.post(f"/api/{kind}", json=data).get_json()["id"]
    assert other.delete(f"/api/{kind}/{id_}").status_code == 403
    assert other.post(f"/api/{kind}", json=data).get_json()["id"] == id_
    assert other.delete(f"/api/{kind}/{id_}").status_code == 403, "what is there stays its owner's"
    assert client.get(f"/api/{kind}/{id_}").status_code == 200
    gone = client.delete(f"/api/{kind}/{id_}")
    assert (gone.status_code, gone.get_json()) == (200, {"deleted": id_})
    assert id_ not in [entry["id"] for entry in client.get(f"/api/{kind}").get_json()[kind]]
    assert client.delete(f"/api/{kind}/{id_}").status_code == 404


@pytest.mark.parametrize("kind", ["maps", "counters"])
def test_what_comes_with_a_game_stays(browsers: Browsers, kind: str) -> None:
    client = browsers()
    known = next(e["id"] for e in client.get(f"/api/{kind}").get_json()[kind] if e["bundled"])
    assert client.delete(f"/api/{kind}/{known}").status_code == 403
    assert client.delete(f"/api/{kind}/none").status_code == 404
    assert client.get(f"/api/{kind}/{known}").status_code == 200


def told(client: FlaskClient, page: str) -> str:
    """Return what a person reads on a page."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html.unescape(client.get(page).text)))


@pytest.mark.parametrize(("kind", "data"), THINGS)
@pytest.mark.parametrize("page", ["/library", "/games/dawn-of-the-dead"])
def test_a_name_that_was_given_is_told_to_others(
    browsers: Browsers, kind: str, data: dict[str, Any], page: str
) -> None:
    client, other = browsers(), browsers()
    client.post(f"/api/{kind}?by=Ann", json=data)
    client.post(f"/api/{kind}", json={**data, "name": "Nobody's"})
    assert told(client, page).count("Uploaded by you, ") == 2
    assert "Uploaded by Ann, " in told(other, page)
    assert "Uploaded by somebody else, " in told(other, page)


def test_a_file_bears_the_name_in_its_form_and_keeps_it_under_another_title(browsers: Browsers) -> None:
    client, other = browsers(), browsers()
    given = [(io.BytesIO(json.dumps(MAP).encode()), "mall.json")]
    made = client.post("/library", data={"file": given, "by": " Ann "}, content_type="multipart/form-data")
    id_ = made.headers["Location"].partition("#")[2]
    client.post(f"/library/map/{id_}/name", data={"name": "The hall", "do": "rename"})
    assert "The hall Dawn of the Dead. Uploaded by Ann, " in told(other, "/library")
    for page in ("/library", "/counters/new"):
        assert 'name="by" value="Ann"' in client.get(page).text, "it is typed once"
        assert 'name="by" value=""' in other.get(page).text


@pytest.mark.parametrize("name", ["A" * 25, "Ann\u202eevil", "\u3164"])
def test_a_name_that_cannot_be_shown_is_refused_and_nothing_kept(browsers: Browsers, name: str) -> None:
    client = browsers()
    answer = client.post("/api/maps", json=MAP, query_string={"by": name})
    assert answer.status_code == 422
    assert answer.get_json()["detail"].startswith("name: ")
    given = [(io.BytesIO(json.dumps(MAP).encode()), "mall.json")]
    form = client.post("/library", data={"file": given, "by": name}, content_type="multipart/form-data")
    assert form.status_code == 422
    assert "own mall" not in client.get("/library").text
