"""The sight tool without script: what a square sees, a line's sum, the doors, the address."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from referee.config import Config
from referee.games.dawn_of_the_dead.pages.map import sight_panel
from rules.board.board import pair
from rules.dawn_of_the_dead.equipment import equipment
from tests.referee.apps import app_of
from tests.referee.seated import Seated

SETTING = equipment.setting()
BOARD = SETTING.board


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    folder = tmp_path_factory.mktemp("sight")
    return app_of(
        Config.of({"database_url": f"sqlite:///{folder / 'tables.sqlite3'}", "testing": True})
    ).test_client()


def test_6_4_one_square_shades_all_it_sees(client: FlaskClient) -> None:
    """6.4: the count, a path over exactly those squares, and each by number, ready for the line to it."""
    page = client.get("/sight?from=024").text
    seen = SETTING.sight.seen_from("024", {})
    assert f"Sees {len(seen) - 1} squares" in page
    assert "works both ways" in page
    area = re.search(r'id="seen-area" d="([^"]+)"', page)
    assert area
    assert area[1].count("M") == len(seen)
    assert set(re.findall(r'name="with" value="(\d+)"', page)) == seen - {"024"}


def test_6_4_a_closed_door_takes_squares_away(client: FlaskClient) -> None:
    """6.4: 028 sees through its solid door until that is closed."""
    assert 'name="with" value="047"' in client.get("/sight?from=028").text
    assert 'name="with" value="047"' not in client.get("/sight?from=028&closed=028-047").text


def test_a_square_picked_from_the_list_is_the_other_end(client: FlaskClient) -> None:
    page = client.get("/sight?from=024&to=&with=062").text
    assert "In sight" in page
    assert "seen-area" not in page


def test_6_7_the_verdict_says_what_the_distance_and_the_door_cost() -> None:
    """6.7: two squares, and 2 for an open or a destroyed door, 3 for closed glass."""

    def sums(*doors: tuple[str, str]) -> dict[str, str]:
        line = SETTING.sight.line("024", "062", {pair(*d.split("-")): s for d, s in doors}).to_json()
        return {f["name"]: f["value"] for f in sight_panel.verdict(line)["facts"]}

    assert sums()["Distance"] == "2 squares, −2"
    assert sums()["Door 043–062"] == "open glass, −2"
    assert sums()["Taken off each gun’s roll"] == "−4"
    assert sums(("043-062", "closed"))["Door 043–062"] == "closed glass, −3"
    assert sums(("043-062", "closed"))["Taken off each gun’s roll"] == "−5"
    assert sums(("043-062", "destroyed"))["Door 043–062"] == "destroyed glass, −2"


def test_6_7_a_blocked_line_has_no_costs() -> None:
    line = SETTING.sight.line("028", "047", {pair("028", "047"): "closed"}).to_json()
    facts = {f["name"]: f["value"] for f in sight_panel.verdict(line)["facts"]}
    assert facts == {"Distance": "1 square", "Door 028–047": "closed solid"}


def test_every_door_can_be_switched_without_script(client: FlaskClient) -> None:
    page = client.get("/sight").text
    assert set(re.findall(r'<option value="([\d-]+)"', page)) == {"-".join(b) for b in BOARD.doors}
    assert 'class="door solid closed"' in client.get("/sight?turn=028-047").text
    closed = client.get("/sight?turn=every").text.partition('<dialog id="map-key"')[0]
    assert len(re.findall(r'class="door (?:solid|glass) closed"', closed)) == len(BOARD.doors)


def test_r_6_4d_main_doors_are_said_never_to_matter(client: FlaskClient) -> None:
    page = client.get("/sight").text
    assert "Main doors are in the outer wall" in page
    assert not set(BOARD.main_doors) & set(re.findall(r'<option value="(\w+)"', page))


def test_the_address_to_share_shows_the_same_again(client: FlaskClient) -> None:
    """What was asked with a door to turn comes back as an address that turns nothing."""
    answer = client.get("/sight?from=28&to=47&turn=028-047", headers={"HX-Request": "true"})
    link = answer.headers["HX-Replace-Url"]
    assert link == "/sight?from=028&to=047&closed=028-047"
    assert "No sight" in client.get(link).text
    assert client.get(link, headers={"HX-Request": "true"}).headers["HX-Replace-Url"] == link


def test_6_4_over_a_game_the_doors_stand_as_they_do_there(tmp_path: Path) -> None:
    """6.4: the panel over a game shades with the game's doors, and leads to the free tool with them."""
    seated = Seated(tmp_path)
    token = {"Authorization": f"Bearer {seated.tokens['human']}"}
    page = seated.client.get(f"/t/{seated.code}/sight?from=024", headers=token).text
    assert "Sees 8 squares" in page
    assert 'href="/sight?from=024"' in page
    assert "seen-area" in page
    line = seated.client.get(f"/t/{seated.code}/sight?from=024&to=&with=062", headers=token).text
    assert "In sight" in line
    assert "Everything 062 sees" in line
    assert "Pieces in between" in line


def bring_with_glass(seated: Seated) -> str:
    """Bring a mall whose door between 028 and 047 is glass, and return its id."""
    mall = equipment.load_map()
    mall.pop("depicts")
    next(s for s in mall["sides"] if s["between"] == ["028", "047"])["kind"] = "glass_door"
    own = seated.client.post("/api/maps", json={**mall, "name": "Ann's own mall"}).get_json()
    return str(own["id"])


def test_any_map_at_hand_can_be_chosen_and_every_link_keeps_it(tmp_path: Path) -> None:
    """An uploaded map is drawn and judged under its own name, with a mark."""
    seated = Seated(tmp_path)
    shown = html.unescape(seated.client.get("/sight?from=028&to=047").text)
    assert "The mall (reconstruction)</span> <span" in shown
    assert "bundled reconstruction</span>" in shown
    assert 'id="sight-maps"' not in shown
    own = bring_with_glass(seated)
    assert f'value="{own}"' in seated.client.get("/sight").text
    page = html.unescape(seated.client.get(f"/sight?map={own}&from=024&turn=028-047").text)
    assert "Ann's own mall</span>" in page
    assert "uploaded</span>" in page
    assert re.search(rf'<option value="{own}"\s+selected>', page)
    assert page.count(f'type="hidden" name="map" value="{own}"') == 2
    assert set(re.findall(r'href="(/sight\?[^"]+)"', page)) == {
        f"/sight?map={own}&from=024&closed=028-047",
        f"/sight?map={own}&from=024",
    }
    line = html.unescape(seated.client.get(f"/sight?map={own}&from=024&to=062").text)
    assert f'href="/sight?map={own}&from=062"' in line
    assert seated.client.get("/sight?map=moon").status_code == 404
    seated.tables.close()


def test_a_line_is_judged_on_the_map_that_was_chosen(tmp_path: Path) -> None:
    """6.4: a closed door between 028 and 047 blocks on the bundled mall. On the uploaded map it is glass."""
    seated = Seated(tmp_path)
    own = bring_with_glass(seated)
    asked = "from=028&to=047&closed=028-047"
    assert "No sight" in seated.client.get(f"/sight?{asked}").text
    line = seated.client.get(f"/sight?map={own}&{asked}").text
    assert "In sight" in line
    assert "closed glass" in line
    assert "Everything 047 sees" in line
    seated.tables.close()


def test_at_a_table_the_panel_names_the_tables_map_and_leads_to_the_tool_with_it(tmp_path: Path) -> None:
    seated = Seated(tmp_path)
    own = bring_with_glass(seated)
    made = seated.client.post("/api/tables", json={"map": own}).get_json()
    token = {"Authorization": f"Bearer {made['seats']['table']['token']}"}
    page = html.unescape(seated.client.get(f"/t/{made['code']}/sight?from=028&to=047", headers=token).text)
    assert "open glass" in page
    assert re.search(r'id="sight-map"><span>Ann\'s own mall</span> <span class="tag">uploaded<', page)
    assert f'href="/sight?map={own}&from=028&to=047"' in page
    seated.tables.close()


@pytest.mark.parametrize("path", ["/sight", "/counters/new", "/statistics", "/demo"])
def test_the_rulebook_of_the_game_opens_over_its_pages(client: FlaskClient, path: str) -> None:
    text = client.get(path, follow_redirects=True).text
    assert '<a class="button quiet" href="/rules/dawn-of-the-dead" data-case>Rules</a>' in text
