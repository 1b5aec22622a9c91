"""What the description of the API says of the options of a duel."""

from __future__ import annotations

from pathlib import Path

from referee.games import registry
from tests.referee.any_table import AnyTable


def test_the_api_says_what_each_option_of_a_duel_takes(tmp_path: Path) -> None:
    """Every value that it names makes a table."""
    table = AnyTable(tmp_path)
    schemas = table.client.get("/api/openapi.json").get_json()["components"]["schemas"]
    told = schemas["NewTable"]["properties"]
    names = registry.game("battlecon").option_names
    assert {name: said["type"] for name, said in told.items() if name in names} == {
        "mode": "string",
        "profile": "string",
        "duels": "integer",
        "opponent": "string",
        "starting_discards": "string",
        "special_actions": "boolean",
        "trainer": "boolean",
        "seconds_to_choose": "integer",
        "referee_seat": "string",
        "first_fighter": "string",
    }
    assert told["profile"]["enum"] == ["preview", "boxed"]
    assert (told["duels"]["minimum"], told["duels"]["maximum"]) == (1, 99)
    for name in names - {"mode"}:
        for value in told[name].get("enum", [told[name].get("default", 1)]):
            options = {"system": "battlecon", "opponent": "referee", name: value}
            assert table.client.post("/api/tables", json=options).status_code == 201, options
    table.tables.close()
