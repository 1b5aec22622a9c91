"""What happens when PostgreSQL fails or belongs to others, if REFEREE_TEST_POSTGRESQL names one."""

from __future__ import annotations

import logging
import subprocess
import sys
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from textwrap import dedent
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, event

from referee.errors import InputError, Problem
from referee.storage import database as database_module
from referee.storage import games
from referee.storage.database import Database
from referee.storage.dialect import POSTGRESQL
from tests.referee import postgresql
from tests.referee.postgresql import cut, second, stoppable, url
from tests.referee.seated import HIDDEN, START, Seated
from tests.referee.seated_on_postgresql import table

postgresql.wanted()
__all__ = ["stoppable", "table", "url"]
ROOT = Path(__file__).resolve().parents[3]


def test_a_table_that_another_program_holds_is_said_to_be_held(table: Seated) -> None:
    database, other = table.tables.database, second(table)
    database._dialect = replace(
        POSTGRESQL, write={**POSTGRESQL.write, "referee_begin": "SET LOCAL lock_timeout = 9"}
    )
    with other.writing() as connection:
        assert games.advance(connection, table.code, 0)
        answer = table.try_("zombie", HIDDEN, 0)
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
        assert "Another program holds" in answer.get_json()["detail"]
        connection.rollback()
    table.do("zombie", HIDDEN)
    other.close()


def test_a_database_that_was_started_anew_is_found_again(table: Seated) -> None:
    database, other = table.tables.database, second(table)
    with database.reading() as connection:
        cut(connection, other)
    table.do("zombie", HIDDEN)
    other.close()


def test_the_log_does_not_repeat_what_the_driver_said(
    table: Seated, caplog: pytest.LogCaptureFixture
) -> None:
    """It names the host and the database."""
    caplog.set_level(logging.INFO, logger="referee")
    other = second(table)
    with suppress(Problem), table.tables.database.reading() as connection:
        cut(connection, other)
        connection.exec_driver_sql("SELECT 1")
    table.do("zombie", HIDDEN)
    assert "OperationalError" in caplog.text
    assert "terminating connection" not in caplog.text
    other.close()


def test_a_database_that_goes_away_in_the_midst_changes_nothing(
    table: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = second(table)
    real = games.append

    def cut_first(connection: Connection, *rest: Any) -> None:
        cut(connection, other)
        real(connection, *rest)

    with monkeypatch.context() as patched:
        patched.setattr(games, "append", cut_first)
        answer = table.try_("zombie", HIDDEN, 0)
    assert answer.status_code == 503
    assert "does not answer just now; nothing was changed" in answer.get_json()["detail"]
    table.do("zombie", HIDDEN)
    assert [line["n"] for line in table.record()[1:]] == [1]
    other.close()


def test_what_may_or_may_not_be_saved_is_not_said_to_be_unchanged(table: Seated) -> None:
    database, other = table.tables.database, second(table)

    def cut_first(connection: Connection) -> None:
        cut(connection, other)

    event.listen(database.engine, "commit", cut_first)
    answer = table.try_("zombie", HIDDEN, 0)
    event.remove(database.engine, "commit", cut_first)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "may or may not be done" in answer.get_json()["detail"]
    assert table.view()["version"] == 0
    other.close()


def test_a_database_that_takes_no_changes_is_said_to_take_none(table: Seated) -> None:
    database = table.tables.database
    read_only = "SET TRANSACTION READ ONLY"
    database._dialect = replace(POSTGRESQL, write={**POSTGRESQL.write, "referee_begin": read_only})
    answer = table.try_("zombie", HIDDEN, 0)
    assert answer.status_code == 503
    assert "takes no changes just now" in answer.get_json()["detail"]


def test_a_schema_of_another_program_is_left_alone(url: str) -> None:
    database = Database(url)
    with database.writing() as connection:
        connection.exec_driver_sql("CREATE TABLE games (id integer)")
    with pytest.raises(InputError, match=r'another program .* "games" has no "code"'):
        database.create()
    with database.reading() as connection:
        tables = connection.exec_driver_sql(
            "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
        )
        assert tables.scalars().all() == ["games"]
    database.close()


def test_a_database_of_an_earlier_version_gets_the_columns_that_came_later(table: Seated) -> None:
    table.set_up()
    before = table.everything()
    with table.tables.database.writing() as connection:
        connection.exec_driver_sql("DROP TABLE alembic_version")
        for name in ("lines", "requests", "underway"):
            connection.exec_driver_sql(f"ALTER TABLE {name} DROP COLUMN answered_for")
    table.restart()
    assert table.everything() == before
    table.do("human", {"do": "start_move", "characters": ["peter"]})


@pytest.mark.parametrize("path", ["/api/tables/%00/view", "/api/maps/%00", "/t/%00"])
def test_what_the_database_cannot_write_is_not_there(table: Seated, path: str) -> None:
    assert table.client.get(path).status_code == 404


@pytest.mark.parametrize(
    ("elsewhere", "cause"),
    [
        ({"port": 1}, ", port 1 failed: Connection refused."),
        ({"username": "nobody"}, "FATAL: "),
        ({"database": "none"}, "FATAL: "),
    ],
    ids=["port", "user", "name"],
)
def test_a_database_that_is_away_is_one_sentence_with_its_cause(
    url: str, caplog: pytest.LogCaptureFixture, elsewhere: dict[str, Any], cause: str
) -> None:
    """It has the address as it was written, but no password."""
    with closing(Database(url)) as there:
        away = there.engine.url.set(drivername="postgres", password="tiger", **elsewhere)
    written = away.update_query_dict({"password": "tiger"}).render_as_string(hide_password=False)
    with closing(Database(written)) as database, pytest.raises(InputError) as raised:
        database.create()
    said = raised.value.sentence
    assert said.startswith(f'The database "postgres://{away.username}:***@{away.host}:{away.port}/')
    assert cause in said
    assert said.count("\n") == said.count("tiger") == said.count("psycopg") == 0
    assert not caplog.records


def test_a_database_in_which_nothing_can_be_made_is_said_to_be_one(url: str) -> None:
    nowhere = url.replace("search_path%3D", "search_path%3Dno_")
    assert nowhere != url
    with (
        closing(Database(nowhere)) as database,
        pytest.raises(InputError, match="no schema has been selected"),
    ):
        database.create()


def test_who_needs_another_connection_keeps_none_from_others(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise as many as there are connections would wait for each other when they open tables at once."""
    monkeypatch.setattr(database_module, "share", lambda _: {"pool_size": 1, "max_overflow": 0})
    with closing(Database(url)) as database, database.reuse_connection():
        for together in (False, True, False):
            with database.reading(snapshot=together) as connection:
                assert connection.exec_driver_sql("SELECT 1").scalar_one() == 1


def test_an_error_of_the_driver_itself_is_a_problem_that_passes(table: Seated) -> None:
    """SQLAlchemy puts most of them into its own, but not what goes wrong while a connection is set up."""
    for block in (table.tables.database.reading, table.tables.database.writing):
        with pytest.raises(Problem, match="does not answer just now"), block():
            raise psycopg.OperationalError("the connection is closed")


def test_a_question_without_an_answer_is_a_problem_that_passes(table: Seated) -> None:
    database = table.tables.database
    with pytest.raises(Problem, match="does not answer just now"), database.reading() as connection:
        connection.exec_driver_sql("SELECT nothing FROM nowhere")
    assert table.view()["version"] == 0


def test_connections_that_were_cut_while_they_lay_idle_are_noticed(
    stoppable: tuple[str, int], tmp_path: Path
) -> None:
    table = Seated(tmp_path, database_url=stoppable[0])
    table.do("zombie", HIDDEN)
    other = second(table)
    with other.reading() as connection:
        ended = connection.exec_driver_sql(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'idle'"
        ).scalars()
        assert list(ended)
    other.close()
    assert table.view()["version"] == 1
    table.do("human", START)
    assert table.view()["version"] == 2
    table.tables.close()


@pytest.mark.parametrize(
    ("event_", "said"), [("commit", "may or may not be done"), ("begin", "does not answer just now")]
)
def test_under_gevent_a_silent_database_is_told_by_what_it_was_silent_at(
    url: str, event_: str, said: str
) -> None:
    """Only after a commit was sent may the change be there."""
    told = f"""
        from gevent import monkey; monkey.patch_all()
        import sys, time
        from sqlalchemy import event
        from referee.errors import Problem
        from referee.storage import database as module
        from referee.storage.database import Database
        module.DATABASE_SECONDS = 0.2
        database = Database(sys.argv[1])
        event.listen(database.engine, "{event_}", lambda connection: time.sleep(60))
        try:
            with database.writing() as connection:
                connection.exec_driver_sql("SELECT 1")
        except Problem as problem:
            print(problem.status, problem.detail)
        """
    ran = subprocess.run(
        [sys.executable, "-c", dedent(told), url], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert ran.stdout.startswith("503 ")
    assert said in ran.stdout
    assert ran.stderr == "Database: NoAnswer\n"
