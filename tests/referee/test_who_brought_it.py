"""Who brought a map or a counter sheet over HTTP may delete it, and nobody else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.app import create_app
from referee.config import Config
from rules.dawn_of_the_dead import library

Browsers = Callable[[], FlaskClient]

MAP = {**library.load_map(), "name": "Ann's own mall"}
SHEET = {**library.load_counters(), "name": "Ann's own counters"}
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
