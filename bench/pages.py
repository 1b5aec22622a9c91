"""How much a phone or tablet must load, compressed with gzip."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from bench.figures import figure
from referee.app import create_app
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.equipment.equipment import CHARACTERS, HIDDEN_COUNT
from rules.dawn_of_the_dead.setting_up import lawful_hidden_squares

PAGE_GOAL_KB = 120
FRAGMENT_GOAL_KB = 15
KB = 1000
_LINK = re.compile(r"""(?:href|src)="(/static/[^"]+)\"""")


def figures() -> list[dict[str, Any]]:
    """Return the largest first page of a new table with all it loads, and the largest fragment."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"database_url": f"sqlite:///{Path(folder) / 'bench.sqlite3'}"})
        try:
            client = app.test_client()
            code = _begin(client)
            duel = _begin_duel(client)
            paths = (
                "/", f"/t/{code}", "/sight", "/rules/dawn-of-the-dead",
                "/games/dawn-of-the-dead", "/games/battlecon", f"/t/{duel}", "/rules/battlecon",
            )  # fmt: skip
            page = max(_whole_page(client, path) for path in paths)
            fragments = (*_fragments(code), f"/t/{duel}/now")
            fragment = max(_size(client, path, fragment=True) for path in fragments)
        finally:
            app.extensions["tables"].close()
    return [
        figure("first_page_kb", round(page / KB, 1), PAGE_GOAL_KB),
        figure("fragment_kb", round(fragment / KB, 1), FRAGMENT_GOAL_KB),
    ]


def _begin(client: FlaskClient) -> str:
    """Return the code of a new table with Peter on the move; the client has the tablet's seat."""
    table = client.post("/api/tables", json={"system": "dawn-of-the-dead"}).get_json()
    code, seats = str(table["code"]), table["seats"]
    setting = equipment.setting()
    places = setting.character_squares
    start = {name: places[i // 2] for i, name in enumerate(CHARACTERS)}
    hidden = list(lawful_hidden_squares(setting.board)[: 3 * HIDDEN_COUNT : 3])
    for seat, action in (
        ("zombie", {"do": "place_hidden", "squares": hidden}),
        ("table", {"do": "place_characters", "squares": start}),
        ("table", {"do": "start_move", "characters": ["peter"]}),
    ):
        key = {"Authorization": f"Bearer {seats[seat]['token']}"}
        version = client.get(f"/api/tables/{code}/view", headers=key).get_json()["version"]
        asked = {"action": action, "version": version}
        answer = client.post(f"/api/tables/{code}/do", json=asked, headers=key)
        assert answer.status_code == 200, answer.get_data(as_text=True)
    client.get(f"/join/{seats['table']['token']}")
    return code


def _begin_duel(client: FlaskClient) -> str:
    """Return the code of a new duel in which pairs are chosen; the client has the phone of a player."""
    table = client.post("/api/tables", json={"system": "battlecon"}).get_json()
    code, seats = str(table["code"]), table["seats"]
    for version, (seat, fighter) in enumerate((("a", "cadenza"), ("b", "kallistar"))):
        key = {"Authorization": f"Bearer {seats[seat]['token']}"}
        action = {"do": "choose_fighter", "fighter": fighter}
        asked = {"action": action, "version": version}
        answer = client.post(f"/api/tables/{code}/do", json=asked, headers=key)
        assert answer.status_code == 200, answer.get_data(as_text=True)
    client.set_cookie(f"seat-{code}", seats["a"]["token"])
    return code


def _fragments(code: str) -> Iterator[str]:
    squares = equipment.setting().character_squares
    yield f"/t/{code}/now"
    yield from (f"/t/{code}/square/{square}" for square in squares[:2])
    yield f"/t/{code}/sight?from={squares[0]}&to={squares[-1]}"
    yield "/sight?from=024&to=062"
    yield from (f"/rules/dawn-of-the-dead/{number}" for number in ("6.0", "6.4", "8.8"))
    yield "/rules/dawn-of-the-dead?q=door"


def _whole_page(client: FlaskClient, path: str) -> int:
    """Return the bytes of a page and of every file it links, each counted once."""
    page = client.get(path, headers={"Accept-Encoding": "gzip"})
    assert page.status_code == 200, path
    text = client.get(path, headers={"Accept-Encoding": "identity"}).get_data(as_text=True)
    return len(page.get_data()) + sum(_size(client, link) for link in set(_LINK.findall(text)))


def _size(client: FlaskClient, path: str, *, fragment: bool = False) -> int:
    """Return the bytes of an answer's body as sent."""
    headers = {"Accept-Encoding": "gzip"} | ({"HX-Request": "true"} if fragment else {})
    with client.get(path, headers=headers) as answer:
        assert answer.status_code == 200, (path, answer.status_code)
        return len(answer.get_data())
