"""`referee tables`: which tables a server keeps, and deleting one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.referee.cli import Cli
from tests.referee.either_database import either, table
from tests.referee.seated import HIDDEN, Seated

__all__ = ["either", "table"]


@pytest.fixture
def url(table: Seated) -> str:
    """Give the address of a database with one table that was played."""
    table.do("zombie", HIDDEN)
    return str(table.settings["database_url"])


def test_every_table_is_listed_with_its_last_action(cli: Cli, table: Seated, url: str) -> None:
    (listed,) = cli("tables", "list", "--json", "--database", url).json["tables"]
    assert (listed["code"], listed["system"], listed["actions"]) == (table.code, "dawn-of-the-dead", 1)
    assert listed["played"] == table.record()[-1]["at"]
    assert f"{table.code}  dawn-of-the-dead" in cli("tables", "list", "--database", url).out


def test_a_deleted_table_is_gone_from_the_server_that_runs(cli: Cli, table: Seated, url: str) -> None:
    told = cli("tables", "delete", table.code.lower(), "--yes", "--database", url)
    assert (told.status, told.out) == (0, f"Table {table.code} is deleted.\n")
    table.tables.store.look_again(table.code)
    assert table.get("table", "/view").status_code in {401, 404}
    assert cli("tables", "list", "--database", url).out == "No tables are kept here.\n"


def test_a_table_is_deleted_only_when_that_is_confirmed(cli: Cli, table: Seated, url: str) -> None:
    assert cli("tables", "delete", table.code, "--database", url, stdin="n\n").status != 0
    assert table.get("table", "/view").status_code == 200


def test_what_is_not_there_is_one_sentence(cli: Cli, url: str, tmp_path: Path) -> None:
    assert (
        "There is no table NONE42 here." in cli("tables", "delete", "NONE42", "--yes", "--database", url).err
    )
    missing = f"sqlite:///{tmp_path / 'none.sqlite3'}"
    assert "There is no database" in cli("tables", "list", "--database", missing).err
    assert not (tmp_path / "none.sqlite3").exists()
