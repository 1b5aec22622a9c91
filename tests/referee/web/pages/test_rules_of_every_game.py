"""One search over the rulebooks of all games, from the front page and from the page of the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from referee.games import registry
from tests.referee.apps import app_of


@pytest.fixture
def client(tmp_path: Path) -> Iterator[FlaskClient]:
    app = app_of({"database_url": f"sqlite:///{tmp_path / 'tables.sqlite3'}", "testing": True})
    yield app.test_client()
    app.extensions["tables"].close()


def test_the_rules_of_every_game_are_searched_at_once(client: FlaskClient) -> None:
    page = client.get("/rules?q=move").text
    hits = page[page.index('id="hits"') : page.index("Rulebooks")]
    assert re.findall(r"<h2>(.*?)</h2>", hits) == ["Dawn of the Dead", "BattleCON", "ZoMbIeS!"]
    assert 'href="/rules/battlecon/' in hits
    assert 'href="/rules/dawn-of-the-dead?q=move">All of Dawn of the Dead' in hits
    alone = client.get("/rules?q=move", headers={"HX-Request": "true", "HX-Target": "section#hits"}).text
    assert alone.lstrip().startswith('<section id="hits"')
    only = client.get("/rules?q=15.5").headers["Location"]
    assert only == "/rules/dawn-of-the-dead/15.5", "one game has this number"
    both = client.get("/rules?q=13.5").text
    assert [f'href="/rules/{id_}/13.5"' in both for id_ in ("dawn-of-the-dead", "battlecon")] == [True, True]
    assert "No rulebook here has a case on “qwertz”." in client.get("/rules?q=qwertz").text
    front = client.get("/rules").text
    assert [f'href="/rules/{id_}"' in front for id_ in ("dawn-of-the-dead", "battlecon")] == [True, True]


def test_where_there_is_one_game_its_rulebook_is_the_rules(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = registry.Shelf({"battlecon": registry.game("battlecon")})
    monkeypatch.setattr(registry, "shelf", lambda: shelf)
    assert client.get("/rules").headers["Location"] == "/rules/battlecon"
    assert client.get("/rules?q=un stun").headers["Location"] == "/rules/battlecon?q=un+stun"


def test_a_rulebook_that_cannot_be_read_keeps_no_other_from_being_searched(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken(type(registry.game("battlecon"))):  # type: ignore[misc]
        id = "broken"

        def rulebook(self) -> None:
            raise KeyError("a secret fell out")

    shelf = registry.Shelf({**registry.games(), "broken": Broken()})
    monkeypatch.setattr(registry, "shelf", lambda: shelf)
    page = client.get("/rules?q=move")
    assert page.status_code == 200
    assert "/rules/battlecon/" in page.text
    assert "/rules/broken" not in page.text
