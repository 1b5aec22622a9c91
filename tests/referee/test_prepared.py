"""The statements of an action are put into SQL once, and tell what goes wrong like all others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, bindparam, event, insert, select
from sqlalchemy.exc import IntegrityError, OperationalError

from referee.problems import Problem
from referee.storage import schema
from referee.storage.database import Clash, Database
from referee.storage.prepared import Prepared, run_text
from tests.referee.either_database import either, table
from tests.referee.seated import Seated

__all__ = ["either", "table"]

ADD = Prepared(insert(schema.server), ("name", "value"))
ONE = Prepared(select(schema.server.c.value).where(schema.server.c.name == bindparam("name")))


@pytest.fixture
def database(either: str) -> Database:
    """Give a database of each kind with its tables."""
    made = Database(either)
    made.create()
    return made


def test_a_value_that_was_written_is_read(database: Database) -> None:
    with database.writing() as connection:
        ADD.run(connection, {"name": "n1", "value": "x"})
    with database.asking() as connection:
        assert ONE.run(connection, {"name": "n1"}).fetchone()[0] == "x"
        assert ONE.run(connection, {"name": "n2"}).fetchone() is None
    database.close()


def test_a_key_that_is_taken_is_a_clash(database: Database) -> None:
    with database.writing() as connection:
        ADD.run(connection, {"name": "n1", "value": "x"})
    for _ in range(2):
        with pytest.raises(Clash), database.writing() as connection:
            ADD.run(connection, {"name": "n1", "value": "y"})
        with database.asking() as connection:
            assert ONE.run(connection, {"name": "n1"}).fetchone()[0] == "x"
    database.close()


def test_what_fails_in_sqlite_is_told_without_the_values(tmp_path: Path) -> None:
    made = Database(f"sqlite:///{tmp_path / 'tables.sqlite3'}")
    made.create()
    with made.engine.connect() as connection:
        ADD.run(connection, {"name": "n1", "value": "a secret"})
        with pytest.raises(IntegrityError) as clash:
            ADD.run(connection, {"name": "n1", "value": "a secret"})
        with pytest.raises(OperationalError):
            run_text(connection, "SELECT nothing FROM nowhere")
    assert "a secret" not in str(clash.value)
    with pytest.raises(Problem, match="does not answer"), made.asking() as connection:
        run_text(connection, "SELECT nothing FROM nowhere")
    made.close()


def test_several_questions_together_see_one_moment(database: Database) -> None:
    with database.reading(together=True) as connection:
        assert ONE.run(connection, {"name": "n1"}).fetchone() is None
        with database.writing() as other:
            ADD.run(other, {"name": "n1", "value": "x"})
        assert ONE.run(connection, {"name": "n1"}).fetchone() is None
    with database.asking() as connection:
        assert ONE.run(connection, {"name": "n1"}).fetchone() is not None
    database.close()


def test_questions_one_after_the_other_share_a_connection(tmp_path: Path) -> None:
    made = Database(f"sqlite:///{tmp_path / 'tables.sqlite3'}")
    made.create()
    seen: list[Connection] = []
    for _ in range(3):
        with made.asking() as connection:
            seen.append(connection)
    with made.asking() as first, made.asking() as second:
        assert first is not second
    assert seen[0] is seen[1] is seen[2]
    made.close()


def test_an_action_is_on_disk_with_no_statement_made_anew(tmp_path: Path) -> None:
    seated = Seated(tmp_path)
    seated.set_up()
    seen: list[str] = []

    @event.listens_for(seated.tables.database.engine, "before_cursor_execute")
    def _(_c: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        seen.append(statement)

    seated.do("human", {"do": "start_move", "characters": ["peter"]})
    assert seen == ["BEGIN IMMEDIATE"]
    seated.tables.close()
