"""`referee library`: what people brought to a server, and deleting it for them."""

from __future__ import annotations

import pytest

from rules.dawn_of_the_dead.equipment import equipment
from tests.referee.cli import Cli
from tests.referee.either_database import either, table
from tests.referee.seated import Seated

__all__ = ["either", "table"]


@pytest.fixture
def url(table: Seated) -> str:
    """Give the address of a database."""
    return str(table.settings["database_url"])


def brought(table: Seated, name: str = "Our mall") -> str:
    """Bring a map, and return its id."""
    answer = table.client.post("/api/maps", json=equipment.load_map() | {"name": name})
    assert answer.status_code == 201
    return str(answer.get_json()["id"])


def test_what_people_brought_is_listed(cli: Cli, table: Seated, url: str) -> None:
    assert cli("library", "list", "--database", url).out == "Nobody has uploaded a map or a counter sheet.\n"
    id_ = brought(table)
    sheet = table.client.post("/api/counters", json=equipment.load_counters() | {"name": "Ours"}).get_json()
    listed = cli("library", "list", "--json", "--database", url).json["library"]
    told = {(one["id"], one["kind"], one["name"]) for one in listed}
    assert told == {(id_, "map", "Our mall"), (sheet["id"], "counter sheet", "Ours")}
    assert f"{id_}  map  added " in cli("library", "list", "--database", url).out


def test_a_deleted_map_is_gone_whoever_brought_it(cli: Cli, table: Seated, url: str) -> None:
    id_ = brought(table)
    assert table.client.delete(f"/api/maps/{id_}").status_code == 403
    told = cli("library", "delete", id_, "--yes", "--database", url)
    assert (told.status, told.out) == (0, "“Our mall” is deleted.\n")
    assert table.client.get(f"/api/maps/{id_}").status_code == 404
    assert "Nobody has uploaded" in cli.refused("library", "delete", id_, "--yes", "--database", url)


def test_a_table_keeps_the_map_that_it_is_played_on(cli: Cli, table: Seated, url: str) -> None:
    id_ = brought(table)
    made = table.client.post("/api/tables", json={"map": id_}).get_json()
    assert cli("library", "delete", id_, "--yes", "--database", url).status == 0
    seat = {"Authorization": f"Bearer {made['seats']['table']['token']}"}
    table.restart()
    assert table.client.get(f"/api/tables/{made['code']}/view", headers=seat).get_json()["map"] == id_
    assert cli("library", "list", "--database", url).out.startswith("Nobody")


def test_it_is_deleted_only_when_that_is_confirmed(cli: Cli, table: Seated, url: str) -> None:
    id_ = brought(table)
    assert cli("library", "delete", id_, "--database", url, stdin="n\n").status != 0
    assert table.client.get(f"/api/maps/{id_}").status_code == 200
