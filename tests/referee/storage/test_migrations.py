"""Databases of earlier versions go on with this one, and a newer one is refused."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config as AlembicConfig
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, insert, text

from referee.errors import InputError
from referee.records.codec import parse, unknown_members
from referee.storage import migrations
from referee.storage.database import Database
from referee.storage.schema import metadata
from tests import soak
from tests.referee.either_database import either
from tests.referee.seated import Seated

__all__ = ["either"]
OLD = Path(__file__).parent / "old_databases"
VERSIONS = ("0.1.0", "0.1.0-late", "0.2.0")
NOTED = ("0.3.0", "0.3.2", "0.3.3", "0.3.3-late", "0.3.3-last", "0.3.3-pins")
"""Versions that noted the revision of their database: 0002 to 0007."""
DRAWN = ("0.3.2", "ALTER TABLE surveys ADD COLUMN drawn VARCHAR(40)")
BROUGHT_BY = (*DRAWN, "ALTER TABLE documents ADD COLUMN brought_by VARCHAR(24)")
UNDONE = (*BROUGHT_BY, "ALTER TABLE games ADD COLUMN undone TEXT")
_WRONG_PINS = """
CREATE TABLE guesses (code VARCHAR(12) NOT NULL, who VARCHAR(64) NOT NULL, wrong INTEGER NOT NULL,
 at VARCHAR(40) NOT NULL, PRIMARY KEY (code, who))
"""
GUESSES = (*UNDONE, _WRONG_PINS)
AS_BEFORE_BUT = {
    "0.3.3": (*DRAWN, "UPDATE alembic_version SET version_num = '0004'"),
    "0.3.3-late": (*BROUGHT_BY, "UPDATE alembic_version SET version_num = '0005'"),
    "0.3.3-last": (*UNDONE, "UPDATE alembic_version SET version_num = '0006'"),
    "0.3.3-pins": (*GUESSES, "UPDATE alembic_version SET version_num = '0007'"),
}
"""A version that kept all as the one before did, and what its database had besides."""


def read(version: str) -> dict[str, Any]:
    """Return a game that an earlier version kept: its statements, rows, secret and links."""
    like, *besides = AS_BEFORE_BUT.get(version, (version,))
    kept: dict[str, Any] = json.loads((OLD / f"{like}.json").read_text(encoding="utf-8"))
    return kept | {name: kept[name] + besides for name in ("sqlite", "postgresql")}


def fill(url: str, old: dict[str, Any]) -> None:
    """Make the database as the earlier version left it."""
    database = Database(url)
    with database.writing() as connection:
        for statement in old["sqlite" if database.path else "postgresql"]:
            connection.exec_driver_sql(statement)
        for name, rows in old["rows"].items():
            for row in rows:
                connection.execute(insert(metadata.tables[name]).values(row))
        if not database.path:
            connection.execute(text("DELETE FROM server WHERE name = 'secret'"))
            connection.execute(insert(metadata.tables["server"]).values(name="secret", value=old["secret"]))
    if database.path:
        Path(f"{database.path}.secret").write_text(old["secret"], encoding="ascii")
    database.close()


def reopened(url: str, old: dict[str, Any]) -> Seated:
    """Return the old game's table, opened by the program of today."""
    table = Seated.__new__(Seated)
    table.settings = {"database_url": url, "testing": True}
    table.open()
    table.code, table.tokens = old["code"], old["tokens"]
    return table


@pytest.fixture(params=[VERSIONS[0], *soak.rest(soak.SEVERAL, VERSIONS[1:])])
def old(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Give the game of each earlier version."""
    return read(request.param)


@pytest.fixture
def table(either: str, old: dict[str, Any]) -> Iterator[Seated]:
    """Give the old game, opened by the program of today."""
    fill(either, old)
    opened = reopened(either, old)
    yield opened
    opened.tables.close()


def differences(connection: Connection) -> list[Any]:
    """Return how the tables of a database differ from the schema, as Alembic sees it."""
    return list(compare_metadata(MigrationContext.configure(connection), metadata))


def check_played_on(table: Seated, old: dict[str, Any]) -> None:
    """Hold that the old game is as it was left, and goes on."""
    assert table.version == old["version"]
    record = table.record()[1:]
    assert len(record) == old["lines"]
    assert [line["n"] for line in record if not line.get("taken_back")] == list(range(1, old["stood"] + 1))
    assert table.view("zombie").get("hidden") == old["hidden"]
    assert table.view()["request"]["kind"] == "undo"
    assert table.post("zombie", "/undo", answer="decline").status_code == 200
    for _ in range(3):
        offered = [(seat, action) for seat in ("human", "zombie") for action in actions(table, seat)]
        table.do(*offered[0])
    before = table.everything()
    table.restart()
    assert table.everything() == before


def actions(table: Seated, seat: str) -> list[dict[str, Any]]:
    """Return what a seat may do now."""
    listed: list[dict[str, Any]] = table.get(seat, "/actions").get_json()["actions"]
    return listed


def check_tables(table: Seated) -> None:
    """Hold that the tables of a database are those of today."""
    with table.tables.database.writing() as connection:
        assert differences(connection) == []
        assert migrations.revision(connection) == migrations.LATEST
        values = connection.execute(text("SELECT value FROM server WHERE name = 'schema'")).scalars().all()
    assert values == ["2"], "programs that know no revisions leave the database alone"


def test_a_game_of_every_earlier_version_is_played_on(table: Seated, old: dict[str, Any]) -> None:
    check_played_on(table, old)


def test_its_record_has_nothing_that_it_should_not_have(table: Seated) -> None:
    assert list(unknown_members(parse(table.get("human", "/record").data.splitlines()))) == []


def test_its_tables_are_those_of_today(table: Seated) -> None:
    check_tables(table)


@pytest.mark.parametrize("version", NOTED)
def test_what_a_version_with_a_revision_left_goes_on(either: str, version: str) -> None:
    """Its game, its drawing of which a cut was undone, and the parts that devices added to the dice."""
    old = read(version)
    fill(either, old)
    table = reopened(either, old)
    check_tables(table)
    check_played_on(table, old)
    address = f"/api/surveys/{old['rows']['surveys'][0]['id']}"
    told = table.client.get(address).get_json()
    assert (told["version"], told["done"], len(told["gestures"])) == (3, 1, 2)
    again = table.client.post(f"{address}/gestures", json={"gesture": {"do": "redo"}, "version": 3})
    assert again.get_json() == {"version": 4}
    parts = json.loads(old["rows"]["games"][0].get("parts", "[]"))
    assert len(parts) == (0 if version == "0.3.0" else 2)
    header = json.dumps(table.record()[0])
    assert all(part["part"] in header for part in parts)
    table.tables.close()


def test_a_database_of_every_revision_that_a_version_had_is_kept() -> None:
    statements = [read(version)["sqlite"][-1] for version in NOTED]
    noted = [revision for revision in migrations.REVISIONS if any(f"'{revision}'" in s for s in statements)]
    assert tuple(noted) == migrations.REVISIONS[1:-1]


def test_a_new_database_has_the_tables_of_the_last_revision(either: str) -> None:
    database = Database(either)
    database.create()
    with database.writing() as connection:
        assert differences(connection) == []
    database.close()
    scripts = AlembicConfig()
    scripts.set_main_option("script_location", str(Path(migrations.__file__).parent))
    walked = [script.revision for script in ScriptDirectory.from_config(scripts).walk_revisions()]
    assert tuple(reversed(walked)) == migrations.REVISIONS


def test_a_migration_that_fails_leaves_the_database_as_it_was(
    either: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = read("0.1.0")
    fill(either, old)

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("stopped in the midst")

    with monkeypatch.context() as patched:
        patched.setattr("alembic.op.execute", fail)
        database = Database(either)
        with pytest.raises(RuntimeError):
            database.create()
    with database.writing() as connection:
        assert migrations.revision(connection) is None
        assert differences(connection)
    database.close()
    table = reopened(either, old)
    assert len(table.record()[1:]) == old["lines"]
    table.tables.close()


@pytest.mark.parametrize(
    "newer",
    [
        "UPDATE alembic_version SET version_num = '9999'",
        "UPDATE server SET value = '9' WHERE name = 'schema'",
    ],
)
def test_a_newer_database_is_refused_with_a_sentence_and_left_alone(
    either: str, newer: str, tmp_path: Path
) -> None:
    seated = Seated(tmp_path, database_url=either)
    with seated.tables.database.writing() as connection:
        connection.execute(text(newer))
        connection.execute(text("ALTER TABLE lines RENAME COLUMN nonce TO salt"))
    seated.tables.close()
    database = Database(either)
    with pytest.raises(InputError, match=r"a newer one\. Update the program") as raised:
        database.create()
    database.close()
    assert "tables.sqlite3" in raised.value.sentence or "postgresql" in raised.value.sentence


def test_alembic_is_loaded_only_where_a_migration_is_due(tmp_path: Path) -> None:
    script = """
import sys
from referee.storage.database import Database
for _ in range(2):
    database = Database(sys.argv[1])
    database.create()
    database.close()
print([name for name in ("alembic", "mako") if name in sys.modules])
"""
    url = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    ran = subprocess.run([sys.executable, "-c", script, url], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
