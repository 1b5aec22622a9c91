"""Statements of each action, put into SQL once: SQLAlchemy's way through each of them costs more than SQLite.

SQLite's driver gets the text and the values at once. Every other database is asked through SQLAlchemy as
before. Either way errors come as SQLAlchemy's exceptions.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Mapping
from typing import Any, Protocol, cast

from sqlalchemy import Connection, Delete, Insert, Select, Update
from sqlalchemy.exc import DBAPIError


class Answer(Protocol):
    """The answer to a statement."""

    @property
    def rowcount(self) -> int:
        """The number of rows that it changed."""

    def fetchone(self) -> Any:
        """Return the next row, or None."""

    def fetchall(self) -> Any:
        """Return all rows that are left."""


class Prepared:
    """A statement whose values come by name; an insert writes those of `columns`."""

    def __init__(
        self, statement: Select[Any] | Insert | Update | Delete, columns: Collection[str] | None = None
    ) -> None:
        self._statement, self._columns = statement, columns
        self._sql, self._names = "", tuple[str, ...]()
        self._fixed: Mapping[str, Any] = {}

    def run(self, connection: Connection, values: Mapping[str, Any]) -> Answer:
        """Run it inside the transaction of the connection. Raises SQLAlchemyError."""
        if connection.dialect.name != "sqlite":
            return connection.execute(self._statement, values)
        if not self._sql:
            self._put_into_sql(connection)
        if connection.get_execution_options().get("referee_begin") and not connection.in_transaction():
            connection.begin()
        return run_text(connection, self._sql, tuple([self._value(values, name) for name in self._names]))

    def _value(self, values: Mapping[str, Any], name: str) -> Any:
        return values[name] if name in values else self._fixed[name]

    def _put_into_sql(self, connection: Connection) -> None:
        keys = None if self._columns is None else list(self._columns)
        made = self._statement.compile(dialect=connection.dialect, column_keys=keys)
        self._fixed, self._names = made.params, tuple(made.positiontup or ())
        self._sql = str(made)


def run_text(connection: Connection, sql: str, values: tuple[Any, ...] = ()) -> Answer:
    """Run a text of SQLite on the connection's driver. Raises SQLAlchemyError."""
    driver = connection.connection.driver_connection
    assert driver is not None
    try:
        return cast(Answer, driver.execute(sql, values))
    except sqlite3.Error as error:
        # The values may be secrets.
        raise DBAPIError.instance(
            sql, None, error, sqlite3.Error, hide_parameters=True, dialect=connection.dialect
        ) from error
