"""Backups of all tables, or of one, in one file, made while games are played; and restoring them.

The file is a SQLite database whatever kind the copied one is, and holds the secret of the seats' links. So it
opens every seat; only its owner can read the file. The counts of wrong PINs are left out.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, Table, delete, func, insert, select
from sqlalchemy.exc import SQLAlchemyError

from referee.errors import InputError, Problem
from referee.records.text import show
from referee.storage import games, migrations, schema
from referee.storage.address import IN_USE, database_file, log_of
from referee.storage.atomic_file import commit_draft, is_full, new_draft
from referee.storage.database import Database
from referee.storage.schema import bring_up_to_date, tables_of
from referee.storage.secret import secret_file, write_atomically

_SECRET = "secret"  # noqa: S105  (the name of its row)
_AT_ONCE = 500
"""Rows that are copied at once."""


class CopyCounts(NamedTuple):
    """How many games, and how many maps and counter sheets, were copied."""

    games: int
    documents: int


def back_up(database: Database, secret: str, file: Path, only: str | None = None) -> CopyCounts:
    """Copy a database and the secret of its seats into a new file; or `only` the table with this code.

    Raises InputError for a file that exists or cannot be written, and Problem (503) for a database that
    cannot be read.
    """
    if file.exists():
        raise InputError(f"The file {show(str(file))} is there already. Name another one.")
    with new_draft(file) as draft:
        if database.path is not None and only is None:
            _copy_file(database.path, draft)
        else:
            _copy_rows_out(database, draft, only)
        with closing(_connect(draft)) as copy:
            copy.execute("PRAGMA journal_mode=DELETE")
            copy.execute("PRAGMA secure_delete=ON")
            _check_whole(copy, file)
            if copy.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (schema.guesses.name,)).fetchone():
                copy.execute(f"DELETE FROM {schema.guesses.name}")  # noqa: S608  (a name of ours)
            copy.execute("DELETE FROM server WHERE name IN (?, ?)", (_SECRET, IN_USE))
            copy.execute("INSERT INTO server (name, value) VALUES (?, ?)", (_SECRET, secret))
            copy.commit()
            copied = CopyCounts(*(_count(copy, name) for name in ("games", "documents")))
        commit_draft(draft, file)
    return copied


def restore(file: Path, url: str) -> CopyCounts:
    """Restore a backup into an empty database, and return how much it holds.

    The secret goes into a PostgreSQL database itself, and into a file beside a SQLite database. Raises
    InputError for a file that is not a backup or of a newer version, and for a database that is not empty.
    """
    target = database_file(url)
    if target is not None:
        _check_absent(target)
    with new_draft(target or file) as draft:
        _copy_file(file, draft)
        secret = _prepare_copy(draft, file)
        with closing(_connect(draft)) as copy:
            copied = CopyCounts(*(_count(copy, name) for name in ("games", "documents")))
        if target is None:
            _copy_rows_in(draft, url, secret)
        else:
            # A database without its secret gives every seat a new link, so this comes first.
            write_atomically(secret_file(target), secret)
            commit_draft(draft, target)
    return copied


def restore_table(file: Path, database: Database, secret: str) -> str:
    """Restore the only table of a file into the database that it came from, and return its code.

    `secret` is that of the server's seats. Raises InputError for a file that does not hold one table, is of a
    newer version or comes from another server, and if a table with its code exists; Problem (503).
    """
    with new_draft(file) as draft:
        _copy_file(file, draft)
        if _prepare_copy(draft, file) != secret:
            raise InputError(f"The table in {show(str(file))} comes from another server.")
        copy = Database(f"sqlite:///{draft}")
        try:
            with copy.reading(snapshot=True) as source, database.writing() as target:
                codes = source.execute(select(schema.games.c.code)).scalars().all()
                if len(codes) != 1:
                    raise InputError(
                        f"The file {show(str(file))} holds {len(codes)} tables. Use `referee restore`."
                    )
                if games.version(target, codes[0]) is not None:
                    raise InputError(f"There is already a table {codes[0]} here.")
                _copy_rows(source, target, {t: rows for t, rows in _all_rows().items() if "code" in t.c})
                _add_documents(source, target)
        finally:
            copy.close()
    return str(codes[0])


def _rows_of_table(source: Connection, code: str) -> dict[Table, Select[Any]]:
    """Return queries for all rows of one table, its map and its counter sheet. Raises InputError."""
    game = games.game(source, code)
    if game is None:
        raise InputError(f"There is no table {code} here.")
    names = [value for value in game.options.values() if isinstance(value, str)]
    every = {t: select(t).where(t.c.code == code) for t in schema.metadata.sorted_tables if "code" in t.c}
    return every | {schema.documents: select(schema.documents).where(schema.documents.c.id.in_(names))}


def _add_documents(source: Connection, target: Connection) -> None:
    """Copy the maps and counter sheets that are missing."""
    kept = schema.documents.c
    there = {tuple(row) for row in target.execute(select(kept.kind, kept.id))}
    for row in source.execute(select(schema.documents)).mappings():
        if (row["kind"], row["id"]) not in there:
            target.execute(insert(schema.documents), dict(row))


def _prepare_copy(draft: Path, file: Path) -> str:
    """Migrate the copy of a backup, take the secret out of it, and return that."""
    damaged = InputError(f"The file {show(str(file))} is damaged or is not a backup.")
    with closing(_connect(draft)) as copy:
        if not _is_whole(copy):
            raise damaged
    database = Database(f"sqlite:///{draft}")
    database.display_url = show(str(file))
    try:
        with database.writing() as connection:
            if not tables_of(connection):
                raise InputError(f"The file {show(str(file))} is not a backup made by `referee backup`.")
            bring_up_to_date(connection, database.display_url)
            row = schema.server.c
            secret = connection.execute(select(row.value).where(row.name == _SECRET)).scalar_one_or_none()
            connection.execute(delete(schema.server).where(row.name.in_((_SECRET, IN_USE))))
    except (Problem, SQLAlchemyError):
        raise damaged from None
    finally:
        database.close()
    if not secret:
        raise InputError(
            f"The file {show(str(file))} is not a backup: it lacks the secret of the seats' links."
        )
    with closing(_connect(draft)) as copy:
        copy.execute("PRAGMA journal_mode=DELETE")
    return str(secret)


def _copy_file(source: Path, draft: Path) -> None:
    """Copy a consistent state of a SQLite database, while others write to it."""
    try:
        with closing(_connect(source)) as there, closing(_connect(draft)) as copy:
            there.backup(copy)
    except sqlite3.Error as error:
        if is_full(error):
            raise
        raise InputError(f"The file {show(str(source))} cannot be read, or is not a database.") from None


def _copy_rows_out(database: Database, draft: Path, only: str | None) -> None:
    copy = Database(f"sqlite:///{draft}")
    try:
        with database.reading(snapshot=True) as source, copy.writing() as target:
            if migrations.revision(source) != migrations.LATEST:
                raise InputError(
                    f"The database {database.display_url} was made by another version. "
                    "Start this version's server first."
                )
            bring_up_to_date(target, copy.display_url)
            target.execute(delete(schema.server))
            _copy_rows(source, target, _all_rows() if only is None else _rows_of_table(source, only))
    finally:
        copy.close()


def _copy_rows_in(draft: Path, url: str, secret: str) -> None:
    copy, database = Database(f"sqlite:///{draft}"), Database(url)
    try:
        database.create()
        with copy.reading(snapshot=True) as source, database.writing() as target:
            for table in (schema.games, schema.documents, schema.surveys):
                if target.execute(select(func.count()).select_from(table)).scalar_one():
                    raise InputError(f"The database {database.display_url} is not empty. Name another one.")
            target.execute(delete(schema.server))
            _copy_rows(source, target, _all_rows())
            target.execute(insert(schema.server).values(name=_SECRET, value=secret))
    finally:
        copy.close()
        database.close()


def _all_rows() -> dict[Table, Select[Any]]:
    """Return queries for all rows of all tables; tables that others refer to come first."""
    return {table: select(table) for table in schema.metadata.sorted_tables}


def _copy_rows(source: Connection, target: Connection, every: Mapping[Table, Select[Any]]) -> None:
    """Copy rows; a table comes after those that its rows refer to."""
    for table, asked in every.items():
        rows = source.execution_options(yield_per=_AT_ONCE).execute(asked)
        for some in rows.mappings().partitions():
            target.execute(insert(table), [dict(row) for row in some])


def _check_whole(copy: sqlite3.Connection, file: Path) -> None:
    """Check a copy. Raises InputError if the source is damaged."""
    if not _is_whole(copy):
        raise InputError(f"The database is damaged, so {show(str(file))} was not written.")


def _is_whole(copy: sqlite3.Connection) -> bool:
    """Return whether SQLite finds nothing wrong with a file."""
    try:
        return bool(copy.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok")
    except (sqlite3.Error, UnicodeDecodeError):  # the report may hold a damaged name
        return False


def _check_absent(target: Path) -> None:
    for there in (target, log_of(target), secret_file(target)):
        if there.exists():
            raise InputError(f"The file {show(str(there))} is there already. Name another database.")


def _count(copy: sqlite3.Connection, name: str) -> int:
    number: int = copy.execute(f"SELECT count(*) FROM {name}").fetchone()[0]  # noqa: S608  (a name of ours)
    return number


def _connect(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True)
