"""The referee's own cases (99.0, R-UNDO): in the rulebook of every game, whoever made it and however."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from flask.testing import FlaskClient

from referee.games import registry
from tests.referee.apps import app_of
from tests.referee.cli import Cli
from tests.referee.games import test_games_with_chance

STRANGER = test_games_with_chance.ID
"""A game that makes its rulebook of cases in Python."""
GAMES = [*registry.games(), STRANGER]


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    games = {**registry.games(), STRANGER: cast("Any", test_games_with_chance.GAME)}
    with_it = replace(registry.shelf(), games=games)
    monkeypatch.setattr(registry, "shelf", lambda: with_it)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[FlaskClient]:
    app = app_of({"database_url": f"sqlite:///{tmp_path / 'tables.sqlite3'}", "testing": True})
    yield app.test_client()
    app.extensions["tables"].close()


@pytest.mark.parametrize("system", GAMES)
def test_the_command_line_shows_and_finds_what_holds_in_every_game(system: str, cli: Cli) -> None:
    for number in ("R-UNDO", "99.1", "r-undo"):
        shown = cli("case", number, "--system", system, "--json").json
        assert (shown["number"], shown["notes"][0]["id"]) == ("99.1", "R-UNDO")
    found = cli("search", "undo", "--system", system, "--json").json
    assert found["hits"][0]["number"] == "99.1"


@pytest.mark.parametrize("system", GAMES)
def test_pages_and_the_api_show_and_find_it(system: str, client: FlaskClient) -> None:
    for number in ("R-UNDO", "99.1"):
        assert "Taking Back" in client.get(f"/rules/{system}/{number}").text
        assert client.get(f"/api/rules/{system}/cases/{number}").get_json()["number"] == "99.1"
    assert client.get(f"/rules/{system}?q=R-UNDO").headers["Location"] == f"/rules/{system}/99.1"
    assert f'href="/rules/{system}/99.1"' in client.get(f"/rules/{system}?q=misclick").text
    hits = client.get(f"/api/rules/{system}/search?q=R-UNDO").get_json()["hits"]
    assert hits[0]["number"] == "99.1"
    everywhere = client.get("/rules?q=R-UNDO").text
    assert f'href="/rules/{system}/99.1"' in everywhere
