"""4: a counter sheet is typed in by a form, adds up to 50 units, and can be played with."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from rules.dawn_of_the_dead.equipment.equipment import load_counters
from tests.referee.apps import app_of


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    app = app_of({"database_url": f"sqlite:///{tmp_path / 'tables.sqlite3'}", "testing": True})
    return app.test_client()


def typed(**other: str) -> dict[str, str]:
    """Return what somebody types who copies the stand-in figures."""
    sheet = load_counters("stand-in")
    fields = {
        f"{character}-{side}-{name}": str(value)
        for character, sides in sheet["characters"].items()
        for side, ratings in sides.items()
        for name, value in ratings.items()
    }
    counts = {f"value-{value}": str(count) for value, count in sheet["zombie_values"].items()}
    return {**fields, **counts, "name": "Our counters", **other}


def test_4_a_sheet_is_kept_and_played_with(client: FlaskClient) -> None:
    answer = client.post("/counters/new", data=typed())
    assert answer.status_code == 303
    id_ = answer.headers["Location"].partition("#")[2]
    kept = client.get(f"/api/counters/{id_}").get_json()
    ours = load_counters("stand-in")
    assert (kept["name"], kept["provenance"]) == ("Our counters", "typed in")
    assert (kept["characters"], kept["zombie_values"]) == (ours["characters"], ours["zombie_values"])
    assert client.post("/api/tables", json={"sheet": id_}).status_code == 201
    again = client.get(f"/counters/new?from={id_}").get_data(as_text=True)
    assert 'value="Our counters"' in again
    assert "50 of 50 units" in again


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"value-1": "4"}, "49"),
        ({"value-1": "4"}, "The number of units adds up to 49; there are 50 zombie units (3.1)."),
        ({"value-1": "x"}, "zombie_values.1"),
        ({"peter-normal-fire_rate": ""}, "characters.peter.normal.fire_rate"),
        ({"name": " "}, "name"),
    ],
)
def test_4_what_does_not_add_up_is_said_and_nothing_typed_is_lost(
    client: FlaskClient, wrong: dict[str, str], says: str
) -> None:
    answer = client.post("/counters/new", data=typed(**wrong))
    page = answer.get_data(as_text=True)
    assert answer.status_code == 422
    assert says in page[page.index("Not saved yet") : page.index("</section>")]
    assert page.count('value="3"') > 3


def test_4_the_form_is_empty_at_first_and_in_the_library(client: FlaskClient) -> None:
    assert "0 of 50 units" in client.get("/counters/new").get_data(as_text=True)
    assert client.get("/counters/new?from=none").status_code == 404
    page = client.get("/library").get_data(as_text=True)
    assert 'href="/counters/new"' in page
    assert 'href="/counters/new?from=stand-in"' in page
