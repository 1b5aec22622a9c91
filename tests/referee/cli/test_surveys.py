"""`referee surveys`: which boards people draw on a server, and deleting one for them."""

from __future__ import annotations

import pytest

from tests.referee.cli import Cli
from tests.referee.either_database import either, table
from tests.referee.seated import Seated

__all__ = ["either", "table"]


@pytest.fixture
def url(table: Seated) -> str:
    """Give the address of a database."""
    return str(table.settings["database_url"])


def begun(table: Seated, names: int = 0) -> str:
    """Begin a survey, name it so often, and return its id."""
    id_ = str(table.client.post("/api/surveys", json={}).get_json()["id"])
    for version in range(names):
        gesture = {"do": "title", "name": f"Board {version}"}
        asked = {"gesture": gesture, "version": version}
        assert table.client.post(f"/api/surveys/{id_}/gestures", json=asked).status_code == 200
    return id_


def test_surveys_are_listed_with_their_gestures(cli: Cli, table: Seated, url: str) -> None:
    assert cli("surveys", "list", "--database", url).out == "No surveys are kept here.\n"
    ids = {begun(table): 0, begun(table, names=2): 2}
    listed = cli("surveys", "list", "--json", "--database", url).json["surveys"]
    assert {one["id"]: one["gestures"] for one in listed} == ids
    lines = cli("surveys", "list", "--database", url).out.splitlines()
    assert sorted(line.split()[0] for line in lines) == sorted(ids)
    assert any(line.endswith(", 2 gestures") for line in lines)


def test_a_deleted_survey_is_gone_whoever_made_it(cli: Cli, table: Seated, url: str) -> None:
    mine, other = begun(table, names=1), begun(table)
    told = table.client.get(f"/api/surveys/{mine}").get_json()
    assert cli("surveys", "delete", mine, "--database", url, stdin="n\n").status != 0
    assert table.client.get(f"/api/surveys/{mine}").status_code == 200
    assert cli("surveys", "delete", mine, "--yes", "--database", url).status == 0
    assert table.client.get(f"/api/surveys/{mine}").status_code == 404
    assert table.client.get(f"/api/surveys/{other}").status_code == 200
    again = table.client.post("/api/surveys", json={"survey": told}).get_json()["id"]
    assert table.client.get(f"/api/surveys/{again}").get_json()["gestures"] == told["gestures"]
    assert "There is no survey" in cli.refused("surveys", "delete", mine, "--yes", "--database", url)
