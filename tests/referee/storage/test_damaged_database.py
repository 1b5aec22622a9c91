"""A database that is damaged, or is somebody else's: one sentence that helps, and nothing written to it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from html import unescape
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from referee.errors import InputError
from referee.storage import seats
from referee.storage.database import Database
from tests.referee.seated import HIDDEN, Seated


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
    with pytest.raises(InputError, match="is damaged, or is not a database"):
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


def test_what_a_newer_program_wrote_is_not_said_to_be_damaged(tmp_path: Path) -> None:
    """Whoever read that would put an old copy in its place, and lose what was played since."""
    table = Seated(tmp_path)
    with table.tables.database.writing() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
        connection.exec_driver_sql("UPDATE games SET parts = '[7]'")
    table.tables.store.mark_deleted(table.code)
    answer = table.get("human", "/view")
    assert (answer.status_code, "Retry-After" in answer.headers) == (503, False)
    assert answer.get_json()["detail"] == "The database was changed by another version of this program."


def test_a_database_that_another_program_holds_is_said_to_be_held(tmp_path: Path) -> None:
    table = Seated(tmp_path)
    assert table.view("zombie")["version"] == 0
    with table.tables.database.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA busy_timeout=1")
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        answer = table.try_("zombie", HIDDEN)
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
        assert "Another program holds" in answer.get_json()["detail"]
    table.do("zombie", HIDDEN)


def test_a_device_that_cannot_be_counted_reads_all_the_same_and_is_counted_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the disk full nothing can be done, but whoever comes to the table may see it."""
    table = Seated(tmp_path)

    def full(*_: object) -> None:
        raise OperationalError("UPDATE", {}, sqlite3.OperationalError("database or disk is full"))

    with monkeypatch.context() as patched:
        patched.setattr(seats, "joined", full)
        assert table.get("human", "/view").status_code == 200
        assert table.client.get(f"/join/{table.tokens['zombie']}").status_code == 303
    assert joins(table) == {"table": 1, "human": 0, "zombie": 0}
    for seat in ("human", "zombie"):
        table.view(seat)
    assert joins(table) == {"table": 1, "human": 1, "zombie": 1}


def joins(table: Seated) -> dict[str, int]:
    """Return how many devices have taken each seat."""
    return {s["seat"]: s["joins"] for s in table.get("table", "/seats").get_json()["seats"]}


@pytest.mark.parametrize(
    "content", [b"", b" \n", b"\xff\xfe" * 20, None], ids=["empty", "blank", "noise", "folder"]
)
def test_a_secret_that_cannot_be_used_is_one_sentence(tmp_path: Path, content: bytes | None) -> None:
    """With an empty secret whoever copies the database could make every seat's link."""
    table = Seated(tmp_path)
    table.tables.close()
    secret = tmp_path / "tables.sqlite3.secret"
    secret.unlink()
    if content is None:
        secret.mkdir()
    else:
        secret.write_bytes(content)
    with pytest.raises(InputError, match="should hold this server's secret"):
        table.open()


def test_a_secret_that_cannot_be_written_leaves_no_draft(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", full)
        with pytest.raises(InputError, match="should hold this server's secret"):
            Seated(tmp_path)
    assert not [path.name for path in tmp_path.iterdir() if ".secret" in path.name]
    assert Seated(tmp_path).view()["version"] == 0


def test_a_table_whose_game_was_taken_away_says_so_and_comes_back_with_it(tmp_path: Path) -> None:
    """Nothing is damaged: whoever installs the game again plays on."""
    table = Seated(tmp_path)
    table.set_up()

    def plays(system: str) -> None:
        table.tables.close()
        with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as connection:
            connection.execute("UPDATE games SET system = ?", (system,))
            connection.commit()
        table.restart()

    plays("pebbles")
    for path in (f"/t/{table.code}", f"/api/tables/{table.code}/view", f"/t/{table.code}/report"):
        answer = table.client.get(path, headers=table.headers("table"))
        assert answer.status_code == 503
        told = unescape(answer.get_data(as_text=True)).replace("\\", "")
        assert f'Table "{table.code}" plays "pebbles", a game that is not installed here.' in told
    cookie = {"Cookie": f"seat-{table.code}={table.tokens['table']}"}
    assert table.client.get("/", headers=cookie).status_code == 200
    assert table.client.get("/api/tables", headers=cookie).status_code == 200
    plays("dawn-of-the-dead")
    assert table.get("table", "/view").status_code == 200


def test_a_table_whose_game_fails_says_so_and_closes_no_page_of_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Seated(tmp_path)
    table.set_up()

    def failing(*_: object) -> None:
        raise RuntimeError("a secret fell out")

    with monkeypatch.context() as patched:
        patched.setattr("referee.tables.store.replay_table", failing)
        table.restart()
        for path in (f"/t/{table.code}", f"/api/tables/{table.code}/view"):
            answer = table.client.get(path, headers=table.headers("table"))
            assert answer.status_code == 503
            told = unescape(answer.get_data(as_text=True)).replace("\\", "")
            assert (
                f'Table "{table.code}" cannot be opened, because its game, "dawn-of-the-dead", fails.' in told
            )
            assert "secret" not in told
        cookie = {"Cookie": f"seat-{table.code}={table.tokens['table']}"}
        assert table.client.get("/", headers=cookie).status_code == 200
    table.restart()
    assert table.get("table", "/view").status_code == 200
