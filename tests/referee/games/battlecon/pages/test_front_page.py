"""The front page with two games: the game is chosen first, then what it asks; tables of both are listed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.games import registry
from tests.referee.apps import app_of
from tests.referee.games.battlecon.duel_tables import Duel


@pytest.fixture
def browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FlaskClient]:
    """Give a browser with its cookies, where only the bundled games are installed."""
    shelf = registry.shelved(one for one in registry.found() if one.project == registry.OURS)
    monkeypatch.setattr(registry, "shelf", lambda: shelf)
    app = app_of({"database_url": f"sqlite:///{tmp_path / 'tables.sqlite3'}", "testing": True})
    yield app.test_client()
    app.extensions["tables"].close()


def page(browser: FlaskClient, address: str) -> str:
    answer = browser.get(address, headers={"Host": "localhost"}, follow_redirects=True)
    assert answer.status_code == 200, answer.data
    return answer.get_data(as_text=True)


def started(browser: FlaskClient, **form: Any) -> str:
    """Start a table from the form, and return its code."""
    answer = browser.post("/", data=form)
    assert answer.status_code == 303
    return str(answer.headers["Location"].removeprefix("/t/"))


def test_the_game_is_chosen_first_then_what_it_asks(browser: FlaskClient) -> None:
    front = page(browser, "/")
    offered = re.findall(r'<a href="/games/([a-z-]+)">', front)
    assert offered == ["dawn-of-the-dead", "battlecon", "zombies-surviving"]
    assert "a duel, or against the referee" in front
    first, other = page(browser, "/games/dawn-of-the-dead"), page(browser, "/games/battlecon")
    assert 'name="counters"' in first
    assert 'name="profile"' not in first
    assert '<input type="hidden" name="system" value="battlecon">' in other
    assert 'name="counters"' not in other
    assert "Level 99 Games" in other
    assert len(other.encode()) < 120_000


def test_the_page_around_the_form_is_the_chosen_games(browser: FlaskClient) -> None:
    """A newcomer to this game watched zombies before, by a key that did not say so."""
    first, other = page(browser, "/games/dawn-of-the-dead"), page(browser, "/games/battlecon")
    for of_the_first in ("Watch a game", "Guided first turn", "/sight", "/surveys", "/print", "/statistics"):
        assert of_the_first in first
        assert of_the_first not in other
    assert 'href="/help/battlecon"' in other
    assert '<a class="button quiet" href="/rules/battlecon" data-case>Rules</a>' in other
    fields = re.search(r'<form method="post" action="/">(.*?)<button>Duel with the trainer', other, re.DOTALL)
    assert fields
    sent = dict(re.findall(r'name="(\w+)" value="(\w+)"', fields[1]))
    options = browser.application.extensions["tables"].match(started(browser, **sent)).options
    assert (options["opponent"], options["trainer"]) == ("referee", True)


def test_who_leaves_the_seat_open_is_asked_once_the_code_fits(tmp_path: Path) -> None:
    """Nobody is a zombie player by default. A code that fits no table is answered like a wrong PIN."""
    duel = Duel(tmp_path, fighters=())
    phone = duel.app.test_client()
    assert not re.search(r'name="seat"\s+value="[^"]+"\s+checked', page(phone, f"/join?code={duel.code}"))
    pin = duel.client.get(f"/api/tables/{duel.code}/invitation", headers=duel.headers("table")).get_json()[
        "pin"
    ]
    asked = phone.post("/join", data={"code": duel.code, "pin": pin, "name": "Ann"})
    assert asked.status_code == 422
    seats = re.findall(r'name="seat"\s+value="([^"]+)"', asked.text)
    assert seats == ["a", "b", "table", "spectator"]
    assert f'value="{pin}"' in asked.text
    other = "".join(reversed(duel.code))
    wrong = [phone.post("/join", data={"code": code, "pin": "x"}) for code in (duel.code, other)]
    assert [answer.status_code for answer in wrong] == [401, 401]
    assert wrong[0].text.replace(duel.code, other) == wrong[1].text
    duel.tables.close()


def test_a_table_starts_with_the_options_of_the_form(browser: FlaskClient) -> None:
    code = started(
        browser, system="battlecon", duels="2", profile="boxed", starting_discards="free",
        special_actions="false", opponent="",
    )  # fmt: skip
    match = browser.application.extensions["tables"].match(code)
    assert dict(match.options) == {
        "mode": "match", "profile": "boxed", "duels": 2, "opponent": None, "starting_discards": "free",
        "special_actions": False, "trainer": False,
    }  # fmt: skip
    dawn = started(browser, game="two")
    assert browser.application.extensions["tables"].match(dawn).system == "dawn-of-the-dead"
    bad = browser.post("/", data={"system": "battlecon", "duels": "many"})
    assert bad.status_code == 422
    form = bad.text[bad.text.index('id="start"') :]
    assert 'role="alert"' in form
    assert "duels: &#34;many&#34;" in form


def test_what_was_chosen_is_chosen_again_where_it_is_refused(browser: FlaskClient) -> None:
    sent = {"system": "battlecon", "duels": "many", "opponent": "referee", "profile": "boxed"}
    form = browser.post("/", data=sent).text
    chosen = dict(re.findall(r'name="(\w+)" value="(\w+)" checked', form))
    assert (chosen["opponent"], chosen["profile"], chosen["trainer"]) == ("referee", "boxed", "false")
    assert '<details id="further" open>' in form


def test_keys_that_the_form_hides_do_not_count(browser: FlaskClient) -> None:
    """Who chose where the referee sits, and then a person after all, still sends the hidden keys."""
    assert 'name="opponent" value="person" checked' in page(browser, "/?start=battlecon")
    code = started(browser, system="battlecon", opponent="person", referee_seat="a", first_fighter="player")
    options = browser.application.extensions["tables"].match(code).options
    assert options["opponent"] is None
    assert not options.keys() & {"referee_seat", "first_fighter"}


def test_tables_of_both_games_stand_in_the_list(browser: FlaskClient) -> None:
    code, _ = started(browser, system="battlecon"), started(browser, game="alone")
    listed = page(browser, "/tables")
    for title in ("Dawn of the Dead", "BattleCON"):
        assert f"</b>, {title}<br>" in listed
    assert set(re.findall(r'<p class="who">(.*?)</p>', listed)) == {"Solitaire", "Duel"}
    assert page(browser, f"/t/{code}/delete").count(code)
    assert page(browser, "/statistics")
    assert browser.post(f"/t/{code}/delete", data={"confirm": code}).status_code == 303
    assert code not in page(browser, "/tables")


def test_seats_have_their_names_wherever_somebody_joins(tmp_path: Path) -> None:
    duel = Duel(tmp_path, fighters=())
    phone = duel.app.test_client()
    seats = page(phone, f"/?code={duel.code}")
    assert re.findall(r"<b>(.*?)</b> <small>", seats) == ["Player A", "Player B", "Tablet", "Just watching"]
    assert "as player A." in page(phone, f"/join/{duel.tokens['a']}?ask=name")
    assert phone.post(f"/join/{duel.tokens['a']}", data={"name": "Ann"}).status_code == 303
    assert "Player B" in page(phone, f"/join/{duel.tokens['b']}?ask=name")  # it sits elsewhere
    other = duel.app.test_client()
    assert "<b>Player A</b> <small>Taken. Ask to be let in<" in page(other, f"/?code={duel.code}")
    pin = duel.client.get(f"/api/tables/{duel.code}/invitation", headers=duel.headers("table")).get_json()[
        "pin"
    ]
    answer = other.post("/join", data={"code": duel.code, "pin": pin, "seat": "b", "name": "Bob"})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{duel.code}")
    shown = duel.client.get(f"/api/tables/{duel.code}/invitation", headers=duel.headers("table"))
    pin = shown.get_json()["pin"]  # taking that seat has spent the one before
    wrong = duel.app.test_client().post("/join", data={"code": duel.code, "pin": pin, "seat": "human"})
    assert wrong.status_code == 404
    assert "Player A" in wrong.get_data(as_text=True)
    api = {"code": duel.code, "pin": pin, "seat": "spectator"}
    assert duel.client.post("/api/join", json=api).status_code == 200
    assert page(phone, f"/t/{duel.code}/notes")
    duel.tokens = duel.tables.seats.tokens(duel.code, ("table", "a", "b"))  # a taken seat has a new link
    duel.do("a", {"do": "choose_fighter", "fighter": "cadenza"})
    duel.do("b", {"do": "choose_fighter", "fighter": "hikaru"})
    duel.do("a", {"do": "concede"})
    again = page(phone, f"/t/{duel.code}/rematch")
    assert "Ann (Player A)" in again
    assert phone.post(f"/t/{duel.code}/rematch", data={"swap": "yes"}).status_code == 303
    duel.tables.close()
