"""A database that is damaged, or is somebody else's: one sentence that helps, and nothing written to it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from referee.errors import InputError
from referee.storage.database import Database
from tests.referee.seated import Seated


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("CREATE TABLE games (id INTEGER)", "'games' has no 'code'"),
        ("CREATE TABLE server (name TEXT)", "'server' has no 'value'"),
    ],
)
def test_a_database_of_another_program_is_left_alone(tmp_path: Path, statement: str, named: str) -> None:
    file = tmp_path / "other.sqlite3"
    with closing(sqlite3.connect(file)) as other:
        other.execute(statement)
        other.commit()
    before = tables_in(file)
    with pytest.raises(InputError, match="another program") as raised:
        Database(f"sqlite:///{file}").create()
    assert named.replace("'", '"') in raised.value.sentence
    assert tables_in(file) == before


def tables_in(file: Path) -> list[str]:
    """Return the statements that made the tables of a database."""
    with closing(sqlite3.connect(file)) as connection:
        return [row[0] for row in connection.execute("SELECT sql FROM sqlite_master ORDER BY name")]


def test_what_is_no_database_is_said_to_be_none(tmp_path: Path) -> None:
    file = tmp_path / "letter.sqlite3"
    file.write_bytes(b"Dear referee, " * 1000)
    with pytest.raises(InputError, match="is damaged, or is none"):
        Database(f"sqlite:///{file}").create()
    assert file.read_bytes() == b"Dear referee, " * 1000


def test_a_damaged_record_is_said_to_be_damaged(tmp_path: Path) -> None:
    """Trying again in a moment would not help here, so nobody is told to."""
    table = Seated(tmp_path)
    table.set_up()
    table.tables.close()
    file = tmp_path / "tables.sqlite3"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        size = connection.execute("PRAGMA page_size").fetchone()[0]
        page = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'lines'").fetchone()[0]
    with file.open("r+b") as database:
        database.seek((page - 1) * size)
        database.write(b"\xff" * size)
    table.open()
    answer = table.get("human", "/view")
    assert (answer.status_code, "Retry-After" in answer.headers) == (503, False)
    assert "is damaged" in answer.get_json()["detail"]
