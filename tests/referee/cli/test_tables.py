"""`referee tables`: which tables a server keeps, and deleting one."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from referee.errors import InputError, Problem
from referee.storage.database import Database
from referee.storage.secret import secret_file
from referee.tables.lobby import delete_table, unused_tables, version_of
from rules.dawn_of_the_dead.equipment import equipment
from tests.referee.cli import Cli
from tests.referee.either_database import either, table
from tests.referee.seated import HIDDEN, START, Seated

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
    assert cli("tables", "list", "--database", url).out.endswith(", 1 action\n")


def test_a_deleted_table_is_gone_from_the_server_that_runs(cli: Cli, table: Seated, url: str) -> None:
    told = cli("tables", "delete", table.code.lower(), "--yes", "--database", url)
    assert (told.status, told.out) == (0, f"Table {table.code} is deleted.\n")
    table.tables.store.invalidate(table.code)
    assert table.get("table", "/view").status_code in {401, 404}
    assert cli("tables", "list", "--database", url).out == "No tables are kept here.\n"


def test_a_table_is_deleted_only_when_that_is_confirmed(cli: Cli, table: Seated, url: str) -> None:
    assert cli("tables", "delete", table.code, "--database", url, stdin="n\n").status != 0
    assert table.get("table", "/view").status_code == 200


def test_an_archived_table_is_gone_and_comes_back_as_it_was(
    cli: Cli, table: Seated, url: str, tmp_path: Path
) -> None:
    """With its seats and its secrets, and no other table with it; the phones play on."""
    other = table.client.post("/api/tables", json={}).get_json()["code"]
    before, file = {seat: table.view(seat) for seat in table.tokens}, tmp_path / "table.archive"
    told = cli("tables", "archive", table.code, str(file), "--database", url)
    assert (told.status, "no longer here" in told.out) == (0, True)
    table.tables.store.invalidate(table.code)
    assert table.get("table", "/view").status_code in {401, 404}
    (listed,) = cli("tables", "list", "--json", "--database", url).json["tables"]
    assert listed["code"] == other
    assert (
        cli("tables", "restore", str(file), "--database", url).out == f"Table {table.code} is here again.\n"
    )
    assert {seat: table.view(seat) for seat in table.tokens} == before
    table.do("human", START)
    again = cli("tables", "restore", str(file), "--database", url)
    assert (again.status, f"There is already a table {table.code} here." in again.err) == (2, True)
    with closing(sqlite3.connect(file)) as kept:
        assert kept.execute("SELECT code FROM games").fetchall() == [(table.code,)]
        assert other.encode() not in file.read_bytes()


def test_an_archive_takes_the_map_and_the_sheet_of_its_table_along(
    cli: Cli, table: Seated, url: str, tmp_path: Path
) -> None:
    brought = {**equipment.load_counters(), "name": "Ours"}
    sheet = table.client.post("/api/counters", json=brought).get_json()["id"]
    other = {**equipment.load_counters(), "name": "Not with it"}
    table.client.post("/api/counters", json=other)
    made = table.client.post("/api/tables", json={"sheet": sheet}).get_json()
    file = tmp_path / "table.archive"
    assert cli("tables", "archive", made["code"], str(file), "--database", url).status == 0
    with closing(sqlite3.connect(file)) as kept:
        assert kept.execute("SELECT id FROM documents").fetchall() == [(sheet,)]


def test_an_archive_of_another_server_or_of_several_tables_is_not_put_back(
    cli: Cli, table: Seated, url: str, tmp_path: Path
) -> None:
    (tmp_path / "elsewhere").mkdir()
    stranger = Seated(tmp_path / "elsewhere")
    theirs = str(stranger.settings["database_url"])
    secret_file(tmp_path / "elsewhere" / "tables.sqlite3").write_text("of another server")
    file, whole = tmp_path / "theirs.archive", tmp_path / "whole.backup"
    assert cli("tables", "archive", stranger.code, str(file), "--database", theirs).status == 0
    assert "comes from another server" in cli("tables", "restore", str(file), "--database", url).err
    table.client.post("/api/tables", json={})
    assert cli("backup", str(whole), "--database", url).status == 0
    assert "holds 2 tables" in cli("tables", "restore", str(whole), "--database", url).err
    assert (
        "There is no table NONE42 here."
        in cli("tables", "archive", "NONE42", str(whole), "--database", url).err
    )
    stranger.tables.close()


def test_a_table_that_is_played_on_meanwhile_is_not_deleted(table: Seated, url: str) -> None:
    database = table.tables.database
    version = version_of(database, table.code)
    table.do("human", START)
    with pytest.raises(Problem, match="is being played") as refused:
        delete_table(database, table.code, version)
    assert refused.value.status == 409
    assert table.view()["version"] == version + 1


def test_tables_that_nobody_plays_any_more_are_deleted_by_their_age(
    cli: Cli, table: Seated, url: str
) -> None:
    database, now = table.tables.database, datetime.now(UTC)
    assert unused_tables(database, 30, now) == []
    assert "within 30 days" in cli("tables", "delete", "--unplayed-for", "30", "--database", url).out
    assert "within 1 day." in cli("tables", "delete", "--unplayed-for", "1", "--database", url).out
    (old,) = unused_tables(database, 30, now + timedelta(days=31))
    assert old.code == table.code
    with database.writing() as connection:
        connection.exec_driver_sql("UPDATE lines SET at = '2020-01-01T00:00:00+00:00'")
    kept = cli("tables", "delete", "--unplayed-for", "30", "--database", url, stdin="n\n")
    assert (kept.status, "is deleted" in kept.out) == (0, False)
    gone = cli("tables", "delete", "--unplayed-for", "30", "--yes", "--database", url)
    assert gone.out == f"Table {table.code} is deleted.\n"
    assert "Name the CODE" in cli("tables", "delete", "--database", url).err


def test_what_is_not_there_is_one_sentence(cli: Cli, url: str, tmp_path: Path) -> None:
    assert (
        "There is no table NONE42 here." in cli("tables", "delete", "NONE42", "--yes", "--database", url).err
    )
    missing = f"sqlite:///{tmp_path / 'none.sqlite3'}"
    assert "There is no database" in cli("tables", "list", "--database", missing).err
    assert not (tmp_path / "none.sqlite3").exists()


@pytest.mark.parametrize(
    "command", [("tables", "list"), ("library", "list"), ("surveys", "list"), ("backup", "BACKUP")]
)
def test_a_database_that_cannot_be_used_is_refused_as_by_serve(
    cli: Cli, url: str, tmp_path: Path, command: tuple[str, ...]
) -> None:
    words = [str(tmp_path / "backup") if word == "BACKUP" else word for word in command]

    def refused(*words: str, of: str) -> str:
        return cli.refused(*words, "--database", of).splitlines()[-1]

    nowhere = "postgresql://me:tiger@127.0.0.1:1/games"
    no_database = tmp_path / "none.sqlite3"
    no_database.write_text("no database at all")
    for of in (nowhere, f"sqlite:///{no_database}"):
        assert refused(*words, of=of) == refused("serve", of=of)
    assert "tiger" not in refused(*words, of=nowhere)
    (tmp_path / "empty.sqlite3").touch()
    assert "holds no games yet: no server was" in refused(*words, of=f"sqlite:///{tmp_path}/empty.sqlite3")


def test_a_database_of_another_version_is_refused_as_by_serve(cli: Cli, table: Seated, url: str) -> None:
    database = table.tables.database
    with database.writing() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with closing(Database(url)) as again, pytest.raises(InputError) as raised:
        again.create()
    assert raised.value.sentence in cli.refused("tables", "list", "--database", url)
    with database.writing() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0003'")
    assert "an earlier version of this program. Start the" in cli.refused("tables", "list", "--database", url)
