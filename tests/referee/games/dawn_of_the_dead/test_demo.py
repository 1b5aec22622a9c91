"""The demo: a real game, shown step by step as the table's seat would see it, and not without end."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from referee.app import create_app
from referee.games.dawn_of_the_dead.ai.simulated_games import MAX_STEPS, SEEDS, demo
from referee.games.dawn_of_the_dead.pages.report.demo import watched
from rules.dawn_of_the_dead import game
from tests import soak


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    """Start an app with a database of its own."""
    database = tmp_path_factory.mktemp("demo") / "demo.sqlite3"
    app = create_app({"database_url": f"sqlite:///{database}", "testing": True})
    yield app.test_client()
    app.extensions["tables"].close()


@soak.GAMES
def test_each_game_is_played_by_the_rules_to_its_end() -> None:
    for number in range(1, len(SEEDS) + 1):
        game = demo(number)
        assert game is not None
        assert len(game.steps) <= MAX_STEPS
        assert all(step.ruling.legal for step in game.steps)
        assert game.steps[-1].after.phase == "over"


def test_a_game_is_played_once_and_kept() -> None:
    assert demo(1) is demo(1)


def test_15_5_each_free_move_says_by_which_priority_it_is_made() -> None:
    game = demo(1)
    assert game is not None
    moves = [n for n, step in enumerate(game.steps, 1) if step.action.do == "free_move"]
    assert moves
    for n in moves:
        shown = watched(game, 1, n)
        assert shown["cases"][0].startswith("15.5.")
        assert f" {shown['cases'][0]}: " in shown["words"]


@pytest.mark.parametrize("number", [0, len(SEEDS) + 1])
def test_there_is_no_other_game(number: int) -> None:
    assert demo(number) is None


def test_the_demo_begins_with_the_first_game(client: FlaskClient) -> None:
    assert client.get("/demo").headers["Location"] == "/demo/1/0"


def test_a_step_comes_as_a_page_and_as_a_fragment_with_the_map_s_layers(client: FlaskClient) -> None:
    whole = client.get("/demo/1/3").get_data(as_text=True)
    part = client.get("/demo/1/3", headers={"HX-Request": "true"}).get_data(as_text=True)
    assert "<html" in whole
    assert "<html" not in part
    assert 'hx-target="#counters"' in part
    step_text = re.compile(r'class="told-step">([^<]+)<')
    assert step_text.findall(whole) == step_text.findall(part)


def test_the_last_step_leads_nowhere_and_a_step_beyond_it_is_unknown(client: FlaskClient) -> None:
    game = demo(1)
    assert game is not None
    last = client.get(f"/demo/1/{len(game.steps)}").get_data(as_text=True)
    assert 'id="key-next"' not in last
    beyond = client.get(f"/demo/1/{len(game.steps) + 1}")
    assert beyond.status_code == 404
    assert f"ends with step {len(game.steps)}" in beyond.get_data(as_text=True)
    unknown = client.get("/demo/99/0")
    assert unknown.status_code == 404
    assert "no game 99" in unknown.get_data(as_text=True)


def test_2_3_nothing_that_lies_face_down_is_shown(client: FlaskClient) -> None:
    """Every value that the drawing tells is one that the table's seat may see."""
    demo_game = demo(1)
    assert demo_game is not None
    for n in range(0, len(demo_game.steps) + 1, 7):
        position = demo_game.steps[n - 1].after if n else demo_game.before
        seen = {
            str(z["value"])
            for z in game.redact(position, "table").to_json()["zombies"]
            if z["value"] is not None
        }
        page = client.get(f"/demo/1/{n}").get_data(as_text=True)
        assert set(re.findall(r"Zombie Value (\d+)", page)) <= seen


def test_the_front_door_has_a_card_for_it(client: FlaskClient) -> None:
    assert 'href="/demo"' in client.get("/").get_data(as_text=True)
