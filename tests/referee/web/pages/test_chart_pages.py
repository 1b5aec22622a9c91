"""The page of a chart: what is rolled on it, the row of a roll, and the rows that the print has lost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from referee.games import registry
from referee.web.pages import rulebook
from rules.rulebook.charts import Modifier
from tests.referee.apps import app_of

CHART = "/rules/dawn-of-the-dead/chart/13.5"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[FlaskClient]:
    app = app_of({"database_url": f"sqlite:///{tmp_path / 'tables.sqlite3'}", "testing": True})
    yield app.test_client()
    app.extensions["tables"].close()


def test_a_case_leads_to_each_chart_that_is_rolled_on(client: FlaskClient) -> None:
    assert f'href="{CHART}"' in client.get("/rules/dawn-of-the-dead/13.5").text
    assert "/chart/" not in client.get("/rules/dawn-of-the-dead/5.9").text
    page = client.get(CHART).text
    assert "<h1" in page
    assert "Zombie Entrance Table" in page
    assert re.search(r"Roll\s+<strong>2d6</strong>\.", page)
    assert 'href="/rules/dawn-of-the-dead/13.5"' in page
    assert 'min="2"' in page
    assert 'max="12"' in page


@pytest.mark.parametrize(("roll", "row"), [("9", "9"), ("12", "12"), ("40", "12"), ("-3", "2")])
def test_a_roll_marks_its_row(client: FlaskClient, roll: str, row: str) -> None:
    page = client.get(f"{CHART}?roll={roll}").text
    assert re.findall(r'<tr class="rolled">\s*<th scope="row" aria-current="true">(\d+)', page) == [row]


@pytest.mark.parametrize("roll", ["", "nine", "1e9", "9.5"])
def test_what_is_no_total_marks_nothing(client: FlaskClient, roll: str) -> None:
    answer = client.get(f"{CHART}?roll={roll}")
    assert answer.status_code == 200
    assert 'class="rolled"' not in answer.text


def test_to_htmx_the_chart_alone_is_sent(client: FlaskClient) -> None:
    alone = client.get(CHART, headers={"HX-Request": "true"})
    assert alone.text.lstrip().startswith('<article id="chart"')
    assert "HX-Request" in alone.headers["Vary"]


def test_a_chart_says_its_modifiers_and_which_rows_are_ours(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = registry.game("dawn-of-the-dead").rulebook()
    torn = replace(book.chart("13.5"), lost=frozenset({4}), modifiers=(Modifier("hasty", -2),))
    monkeypatch.setattr(book, "charts", {"13.5": torn})
    page = client.get(CHART).text
    assert re.search(r"and add: hasty\s+<strong>−2</strong>", page)
    assert re.findall(r'<th scope="row">(\d+)<span class="dim">&nbsp;\*</span>', page) == ["6"]
    assert "The print has lost this row: what stands here is ours." in page


def test_a_chart_that_is_not_there_gets_a_sentence(client: FlaskClient) -> None:
    answer = client.get("/rules/dawn-of-the-dead/chart/9.9")
    assert answer.status_code == 404
    assert (
        "There is no chart “9.9” in the rulebook; its charts are 5.9, 6.7, 8.8, 13.5 and 15.8." in answer.text
    )
    assert client.get("/rules/chess/chart/9.9").status_code == 404


def test_the_pages_of_charts_are_kept_for_use_without_a_network(client: FlaskClient) -> None:
    worker = client.get("/sw.js").text
    assert f'"{CHART}"' in worker
    assert "chart/5.9" not in worker
    assert "rules/*.html" in rulebook.OFFLINE_TEMPLATES


def test_programs_read_charts_over_http(client: FlaskClient) -> None:
    listed = client.get("/api/rules/dawn-of-the-dead/charts").get_json()["charts"]
    assert listed[2] == {"name": "8.8", "case": "8.8", "title": "Zombie Attack Table"}
    chart = client.get("/api/rules/dawn-of-the-dead/charts/13.5").get_json()
    assert (chart["dice"], chart["rows"][0]["roll"]) == ("2d6", [2, 2])
    gone = client.get("/api/rules/dawn-of-the-dead/charts/9.9")
    assert gone.status_code == 404
    assert "its charts are 5.9, 6.7, 8.8, 13.5 and 15.8" in gone.get_json()["detail"]
    assert client.get("/api/rules/chess/charts").status_code == 404
