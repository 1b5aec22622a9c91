"""The front page: the games as cards, one's own tables, joining by code, and where older addresses lead."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import count
from pathlib import Path
from types import MappingProxyType
from xml.etree import ElementTree as ET

import pytest
from flask.testing import FlaskClient

from referee import config
from referee.config import Config
from referee.games import registry
from referee.games.battlecon import BattleGame
from referee.games.interface import Game, Screens
from referee.games.interface.screens import Introduction
from referee.web.pages.game_screens import introduction_of
from referee.web.pages.start import initials
from tests.referee.apps import app_of
from tests.referee.seated import Seated
from tests.rows import each_row

Serve = Callable[..., FlaskClient]
PICTURES = sorted(
    file for file in config.static_folder().rglob("*.svg") if file.stem in {"picture", "zombie"}
)
SEATS = sorted((config.static_folder() / "seats").glob("*.svg"))


class Another(BattleGame):
    """A game that some package brings: older screens, without a word about the front page."""

    screens = Screens("frame/moment.html")
    position_members = frozenset()

    def __init__(self, id_: str, title: str, modes: tuple[str, ...] = ("play",)) -> None:
        self.id, self.title, self.modes = id_, title, modes


@pytest.fixture
def serve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Serve]:
    """Give a function that serves only these games, and gives a browser."""
    apps = []

    def served(*games: Game) -> FlaskClient:
        shelf = registry.Shelf(MappingProxyType({game.id: game for game in games}))
        monkeypatch.setattr(registry, "shelf", lambda: shelf)
        minutes = count(10)
        sources = replace(Config().sources, now=lambda: f"2026-11-22T20:{next(minutes)}:00+00:00")
        where = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
        apps.append(app_of({"database_url": where, "testing": True, "sources": sources}))
        return apps[-1].test_client()

    yield served
    for app in apps:
        app.extensions["tables"].close()


def shelf(client: FlaskClient) -> list[str]:
    """Return the games of the front page, in its order."""
    return re.findall(r'<a href="/games/([a-z0-9-]+)">', client.get("/").text)


def test_each_game_has_a_card_with_its_picture_a_line_and_who_plays(serve: Serve) -> None:
    client = serve(*(registry.game(id_) for id_ in ("dawn-of-the-dead", "battlecon")))
    page = client.get("/").text
    for system, folder in (("dawn-of-the-dead", "dawn_of_the_dead"), ("battlecon", "battlecon")):
        card = page.partition(f'<a href="/games/{system}">')[2].partition("</a>")[0]
        picture = re.search(rf'<img class="pic" src="(/static/\w+/{folder}/picture\.svg)" alt=""', card)
        assert picture
        assert client.get(picture[1]).mimetype == "image/svg+xml"
        screens = registry.game(system).screens
        assert screens is not None
        told = introduction_of(registry.game(system), screens)
        assert told.line in card
        assert f"</span>{told.players}</span> {told.modes}" in card


@each_row("picture", [*PICTURES, *SEATS])
def test_a_picture_is_drawn_with_attributes_alone(picture: Path) -> None:
    """It is shown as an image and could do no harm; opened by itself it would otherwise look different."""
    tree = ET.parse(picture)
    names = {element.tag.rpartition("}")[2] for element in tree.iter()}
    assert names <= {"svg", "defs", "g", "path", "rect", "circle", "ellipse", "text", "use"}
    attributes = {(name, value) for element in tree.iter() for name, value in element.attrib.items()}
    assert not [name for name, _ in attributes if name == "style" or name.startswith("on")]
    assert all(value.startswith("#") for name, value in attributes if name.endswith("href"))


def test_a_game_that_says_nothing_of_itself_has_its_initials_and_what_can_be_worked_out(serve: Serve) -> None:
    client = serve(Another("two-words", "Two Words"), Another("chess", "Chess", ("blitz", "long")))
    page = client.get("/").text
    cards = page.split('<li class="game">')[1:]
    assert ["<b>TW</b>" in cards[0], "<b>Ch</b>" in cards[1]] == [True, True]
    assert "<img" not in cards[0]
    assert "</span>2</span>" in cards[0], "it has two seats"
    assert "blitz, long" in cards[1]
    assert "play" not in re.sub(r"<[^>]+>", "", cards[0]).lower().replace("players", "")
    own = client.get("/games/chess").text
    assert re.findall(r'name="mode" value="(\w+)"( checked)?', own) == [("blitz", " checked"), ("long", "")]
    assert "nothing to choose" in client.get("/games/two-words").text
    assert 'href="/rules/two-words"' in client.get("/games/two-words").text


@each_row(
    "title, says",
    [("Dawn of the Dead", "Do"), ("Go", "Go"), ("ZoMbIeS!", "Zo"), ("—", "?"), ("7 Wonders", "7W")],
)
def test_initials(title: str, says: str) -> None:
    assert initials(title) == says


def test_a_picture_that_is_not_there_is_not_shown(serve: Serve) -> None:
    game = Another("chess", "Chess")
    game.screens = replace(game.screens, introduction=Introduction(picture="chess/lid.svg"))
    assert "<b>Ch</b>" in serve(game).get("/").text


def test_each_game_is_asked_once_to_introduce_itself(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stranger's may work for it, and may say something else the second time."""
    asked = []

    class Talking:
        @property
        def introduction(self) -> Introduction:
            asked.append(self)
            return Introduction("A line.")

        def __getattr__(self, name: str) -> object:
            return getattr(Screens("frame/moment.html"), name)

    monkeypatch.setattr(Another, "screens", Talking())
    client = serve(*(Another(f"game-{n}", f"Game {n}") for n in range(2)))
    client.get("/")
    assert len(asked) == 2
    client.get("/games/game-1")
    assert len(asked) == 3


def test_twenty_games_are_a_card_each_the_last_played_first(serve: Serve) -> None:
    games = [Another(f"game-{n}", f"Game {n}") for n in range(20)]
    client = serve(*games)
    assert shelf(client) == [game.id for game in games]
    for system in ("game-7", "game-13"):
        client.post("/", data={"system": system})
    assert shelf(client)[:3] == ["game-13", "game-7", "game-0"]
    assert len(shelf(client)) == 20


def test_a_game_alone_is_not_chosen(serve: Serve) -> None:
    client = serve(registry.game("battlecon"))
    page = client.get("/").text
    assert shelf(client) == ["battlecon"]
    assert "Choose a game." not in page
    for of_no_game_here in ("/library", "/surveys", "/sight"):
        assert of_no_game_here not in page


def test_without_a_game_the_front_page_says_so(serve: Serve) -> None:
    answer = serve().get("/")
    assert answer.status_code == 200
    assert "No game is installed here." in answer.text
    assert 'id="join"' in answer.text


@pytest.fixture
def client(tmp_path: Path) -> Iterator[FlaskClient]:
    """Give a browser of a server with all games installed."""
    app = app_of({"database_url": f"sqlite:///{tmp_path / 'tables.sqlite3'}", "testing": True})
    yield app.test_client()
    app.extensions["tables"].close()


def test_somebody_new_is_told_what_this_is_and_where_to_begin(client: FlaskClient) -> None:
    page = client.get("/").text
    order = [
        page.index(words) for words in ("A referee for your table", 'id="join"', "New here?", 'id="games"')
    ]
    assert order == sorted(order)
    assert page.count('class="main"') == 1, "one filled key"
    assert 'action="/guided"' in page
    assert 'id="tables"' not in page
    assert "None yet." in client.get("/tables").text


def test_ones_tables_come_first_the_last_with_the_key_and_three_more(client: FlaskClient) -> None:
    codes = [client.post("/", data={"system": "battlecon"}).location[3:] for _ in range(6)]
    page = client.get("/").text
    shown = re.findall(r' href="/t/(\w+)"', page)
    assert len(shown) == 4
    assert set(shown) <= set(codes)
    assert page.count("Continue") == 1
    assert re.search(r'href="/tables">All 6\b', page)
    assert len(re.findall(r'class="(?:button )?main"', page)) == 1, "one filled key"
    order = [
        page.index(words) for words in ('id="tables"', 'id="join"', "earlier", 'id="games"', "New here?")
    ]
    assert order == sorted(order)
    whole = client.get("/tables").text
    assert [f'href="/t/{code}/delete"' in whole for code in codes] == [True] * 6
    assert "/delete" not in page


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("/?start=battlecon", "/games/battlecon"),
        ("/?code=ABCDEF", "/join?code=ABCDEF"),
        ("/join", "/#join"),
        ("/join?code=", "/#join"),
        ("/?map=mall", "/games/dawn-of-the-dead?map=mall"),
    ],
)
def test_older_addresses_lead_on(client: FlaskClient, old: str, new: str) -> None:
    assert client.get(old).headers["Location"] == new


def test_an_address_of_no_game_leads_to_all_of_them(client: FlaskClient) -> None:
    assert client.get("/?start=ludo").status_code == 200
    answer = client.get("/games/ludo")
    assert answer.status_code == 404
    assert "There is no game “ludo” here." in answer.text


@pytest.mark.parametrize("typed", ["zzzzzz", "12", "ABCDEFGHIJKLMNOP", "<b>"])
def test_a_code_of_no_table_is_told_above_its_field(client: FlaskClient, typed: str) -> None:
    answer = client.get("/join", query_string={"code": typed})
    form = answer.text.partition('id="join"')[2].partition("</form>")[0]
    assert answer.status_code == 404
    assert form.index('role="alert"') < form.index('<input type="text" id="code"')
    assert 'aria-describedby="code-wrong code-is"' in form
    assert "<b>" not in form


def test_a_wrong_pin_is_told_above_its_field_and_keeps_what_was_typed(tmp_path: Path) -> None:
    table = Seated(tmp_path)
    typed = {"code": table.code, "pin": "000000x", "seat": "zombie", "name": "Ann"}
    answer = table.app.test_client().post("/join", data=typed)
    assert answer.status_code == 401
    assert answer.text.index('role="alert"') < answer.text.index('id="pin"')
    assert '<input type="hidden" name="seat" value="zombie">' in answer.text
    assert 'value="Ann"' in answer.text
    assert "000000x" not in answer.text
    table.tables.close()


@pytest.mark.parametrize(
    ("sent", "form", "shown"),
    [
        ("/join", {"code": "KQ7RTM", "pin": "12"}, "/join?code=KQ7RTM"),
        ("/", {"system": "dawn-of-the-dead", "map": "none"}, "/games/dawn-of-the-dead"),
        ("/counters/new", {}, "/counters/new"),
        ("/library", {}, "/library"),
        ("/join/no-such-link", {}, ""),
    ],
)
def test_what_answers_a_form_names_the_page_with_the_form(
    client: FlaskClient, sent: str, form: Mapping[str, str], shown: str
) -> None:
    """Back leads there: a browser keeps no answer to a form."""
    answer = client.post(sent, data=form)
    assert answer.status_code in {401, 404, 422}
    assert re.findall(r'data-address="([^"]*)"', answer.text) == [shown]


def test_who_guesses_a_code_is_told_no_name_and_not_who_made_the_table(tmp_path: Path) -> None:
    table = Seated(tmp_path)
    for seat, name in (("zombie", "Anna"), ("human", "Ben")):
        table.get(seat, "/view")
        table.call(seat, name)
    page = table.app.test_client().get(f"/join?code={table.code}").text
    assert "Anna" not in page
    assert "Ben" not in page
    assert "two players" not in page
    assert page.count("Taken.") == 2
    table.tables.close()


def test_a_device_that_sits_at_the_table_is_led_back_there(tmp_path: Path) -> None:
    table = Seated(tmp_path)
    device = table.app.test_client()
    device.post(f"/join/{table.tokens['human']}", data={"name": "Ben"})
    page = device.get(f"/join?code={table.code}").text
    assert "This device sits there already: Human player." in page
    assert f'href="/t/{table.code}">Go to the table' in page
    table.tables.close()


def test_a_name_is_typed_once_on_a_device(tmp_path: Path) -> None:
    table = Seated(tmp_path)
    device, address = table.app.test_client(), f"/join?code={table.code}"
    assert 'id="name" name="name" value=""' in device.get(address).text
    device.post(f"/join/{table.tokens['human']}", data={"name": "Ben"})
    device.delete_cookie(f"seat-{table.code}")
    assert 'id="name" name="name" value="Ben"' in device.get(address).text
    table.tables.close()
