"""What the pages that all games share say of each game: help, the card for newcomers, seats, a way back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from referee.games import registry
from referee.games.battlecon.pages.screens import BattleScreens
from tests.referee.seated import Seated
from tests.referee.web.pages.test_frame import Page

CARD = 'id="first-help"'
GAMES = ("dawn-of-the-dead", "battlecon")


@pytest.fixture(params=GAMES)
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Seated:
    return Seated(tmp_path, options={"system": request.param})


def test_each_game_has_help_of_its_own_and_one_page_tells_all(tmp_path: Path) -> None:
    client = Seated(tmp_path).client
    every, dawn, duel = (client.get(f"/help{game}").text for game in ("", "/dawn-of-the-dead", "/battlecon"))
    assert 'id="help-dawn-of-the-dead"' in every
    assert 'id="help-battlecon"' in every
    assert "zombie" in dawn
    assert 'id="help-battlecon"' not in dawn
    assert "style and a base" in duel
    assert "zombie" not in duel.lower()
    assert client.get("/help/ludo").status_code == 404


def test_the_card_for_newcomers_is_each_game_s_own_and_put_away_once(table: Seated) -> None:
    page = Page(table, "table")
    shown = page.get().text
    system = table.tables.system(table.code)
    assert CARD in shown
    assert f'href="/help/{system}"' in shown
    page.client.post("/help", data={"system": "ludo"})
    page.client.post("/help", data={"system": next(game for game in GAMES if game != system)})
    assert CARD in page.get().text, "putting away another game's card leaves this one"
    answer = page.client.post("/help", data={"system": system, "back": f"/t/{table.code}"})
    assert answer.headers["Location"] == f"/t/{table.code}"
    assert CARD not in page.get().text


def test_a_game_without_help_shows_no_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Seated(tmp_path, options={"system": "battlecon"})
    monkeypatch.setattr(
        registry.game("battlecon"), "screens", replace(BattleScreens(), first_help="", help="")
    )
    text = Page(table, "table").get().text
    assert CARD not in text
    assert 'href="/help/battlecon"' not in text


def test_a_search_box_gives_an_example_of_its_own_game(tmp_path: Path) -> None:
    client = Seated(tmp_path).client
    assert "6.4 or glass door" in client.get("/rules/dawn-of-the-dead").text
    duel = client.get("/rules/battlecon").text
    assert "glass door" not in duel
    assert 'href="/rules/dawn-of-the-dead"' in duel, "one rulebook leads on to the others"
    assert 'href="/sight"' not in duel


def test_notes_tell_a_rule_on_writing_down_in_the_game_that_has_one(table: Seated) -> None:
    text = Page(table, "table").get("/notes").text
    assert ("Zombie Values" in text) is (table.tables.system(table.code) == "dawn-of-the-dead")


def test_a_held_table_of_a_game_without_pages_stands_in_the_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The list opened with an error, so no other table could be reached either."""
    table = Seated(tmp_path, options={"system": "battlecon"})
    monkeypatch.setattr(registry.game("battlecon"), "screens", None)
    page = Page(table, "table")
    for address in ("/", "/tables"):
        answer = page.client.get(address)
        assert answer.status_code == 200
        tables = answer.text[answer.text.index('id="tables"') :]
        assert table.code in tables
        assert f'href="/t/{table.code}"' not in tables
    assert "no pages" in tables
    assert page.get("/delete").status_code == 200
