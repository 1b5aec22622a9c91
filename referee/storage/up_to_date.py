"""The tables of a database as this version wants them: made, brought up to date, or refused."""

from __future__ import annotations

from sqlalchemy import Connection, inspect

from referee.errors import InputError
from referee.records.text import show
from referee.storage import migrations, server
from referee.storage.schema import LATER, metadata

SCHEMA = "2"
"""Noted in the database for programs that know no revisions; they refuse every value but "1"."""
_KNOWN = frozenset({"1", SCHEMA})


def bring_up_to_date(connection: Connection, shown: str) -> None:
    """Make the tables in an empty database, or migrate those of an earlier version.

    `shown` is what the database is called in sentences. Raises InputError, and changes nothing, where another
    program or a newer version of this one made the database.
    """
    there = tables_of(connection)
    if not there:
        metadata.create_all(connection)
        migrations.note_latest(connection)
        server.value(connection, "schema", lambda: SCHEMA)
        return
    _check_columns(connection, there & {"server"}, shown)
    made_for = server.value(connection, "schema", lambda: "1") if "server" in there else "1"
    revision = _checked_revision(connection, made_for, shown)
    _check_columns(connection, there, shown)
    if revision != migrations.LATEST:
        migrations.migrate(connection)


def check_made(connection: Connection, shown: str, *, of_any_version: bool) -> None:
    """Check that tables are there, and those of this version unless they may be `of_any_version`.

    Raises InputError, and changes nothing.
    """
    there = tables_of(connection)
    if not there:
        raise InputError(f"The database {shown} holds no games yet: no server was started on it.")
    if of_any_version:
        return
    _check_columns(connection, there & {"server"}, shown)
    made_for = (server.stored(connection, "schema") or "1") if "server" in there else "1"
    if _checked_revision(connection, made_for, shown) != migrations.LATEST:
        raise InputError(
            f"The database {shown} was made by an earlier version of this program."
            " Start the server once: it brings the database up to date."
        )


def _checked_revision(connection: Connection, made_for: str, shown: str) -> str | None:
    """Return the revision of a database. Raises InputError for one of a newer version."""
    revision = migrations.revision(connection)
    if revision not in {migrations.BEFORE, *migrations.REVISIONS} or made_for not in _KNOWN:
        raise InputError(
            f"The database {shown} was made by another version of this program, a newer one."
            " Update the program, or start with another database."
        )
    return revision


def tables_of(connection: Connection) -> set[str]:
    """Return the names of our tables that a database has."""
    return metadata.tables.keys() & set(inspect(connection).get_table_names())


def _check_columns(connection: Connection, there: set[str], shown: str) -> None:
    """Check that no table of ours was made by another program. Raises InputError."""
    inspector = inspect(connection)
    for name in sorted(there):
        columns = {column["name"] for column in inspector.get_columns(name)}
        wanted = (column.name for column in metadata.tables[name].columns if LATER not in column.info)
        missing = next((column for column in wanted if column not in columns), None)
        if missing:
            raise InputError(
                f"The database {shown} was made by another program or another version of this one."
                f" Its table {show(name)} has no {show(missing)}. Start with another database."
            )
