"""`referee tables`: for whoever runs a server, which tables it keeps, and deleting one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from referee.commands.common import AS_SERVED, check_there, json_option, print_json
from referee.errors import InputError

if TYPE_CHECKING:
    from referee.storage.database import Database

_DATABASE = click.option("--database", metavar="URL", help=f"The database of the server, {AS_SERVED}")


@click.group("tables")
def tables_group() -> None:
    """List the tables that a server keeps, or delete one. The server may run meanwhile."""


@tables_group.command("list")
@_DATABASE
@json_option
def list_tables(database: str | None, as_json: bool) -> None:
    """Print a line for each table, the one played last first: code, game, made, played, actions."""
    from referee.tables.keeping import kept_tables  # noqa: PLC0415

    with _opened(database) as kept:
        rows = kept_tables(kept)
    if as_json:
        print_json({"tables": [row.to_json() for row in rows]})
        return
    for row in rows:
        made, played = row.made[:10], row.played[:16].replace("T", " ")
        click.echo(f"{row.code}  {row.system}  made {made}, played {played}, {row.actions} actions")
    if not rows:
        click.echo("No tables are kept here.")


@tables_group.command("delete")
@click.argument("code")
@_DATABASE
@click.option("--yes", is_flag=True, help="Do not ask.")
def delete(code: str, database: str | None, yes: bool) -> None:
    """Delete the table CODE with its record, for ever."""
    from referee.tables.keeping import delete_table, kept_tables  # noqa: PLC0415

    with _opened(database) as kept:
        rows = kept_tables(kept, code.upper())
        if not rows:
            raise InputError(f"There is no table {code} here.")
        (there,) = rows
        if not yes:
            asks = f"Table {there.code} was played last on {there.played[:10]}. Delete it with its record?"
            click.confirm(asks, abort=True)
        delete_table(kept, there.code)
    click.echo(f"Table {there.code} is deleted.")


@contextmanager
def _opened(url: str | None) -> Iterator[Database]:
    """Open the database of a server, which must be there. Raises InputError."""
    from referee.config import Config  # noqa: PLC0415
    from referee.problems import Problem  # noqa: PLC0415
    from referee.storage.database import Database  # noqa: PLC0415

    config = Config.of({"database_url": url or ""})
    check_there(config.database_url)
    database = Database(config.database_url)
    try:
        database.check()
        yield database
    except Problem as problem:
        raise InputError(problem.detail) from None
    finally:
        database.close()
