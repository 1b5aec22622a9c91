"""`referee tables`: list, archive and delete the tables that a server keeps."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.commands.common import Whole, json_option, print_json
from referee.commands.hosting import database_option, opened, secret_of_links
from referee.errors import InputError, Problem
from rules.sentences import counted

if TYPE_CHECKING:
    from referee.storage.database import Database
    from referee.tables.lobby import KeptTable


@click.group("tables")
def tables_group() -> None:
    """List the tables that a server keeps, archive or delete one. The server may run meanwhile."""


@tables_group.command("list")
@database_option
@json_option
def list_tables(database: str | None, as_json: bool) -> None:
    """Print a line for each table, the most recently played first: code, game, made, played, actions."""
    from referee.tables.lobby import kept_tables  # noqa: PLC0415

    with opened(database) as kept:
        rows = kept_tables(kept)
    if as_json:
        print_json({"tables": [row.to_json() for row in rows]})
        return
    for row in rows:
        made, played = row.made[:10], row.played[:16].replace("T", " ")
        actions = counted(row.actions, "action")
        click.echo(f"{row.code}  {row.system}  made {made}, played {played}, {actions}")
    if not rows:
        click.echo("No tables are kept here.")


@tables_group.command("delete")
@click.argument("code", required=False)
@click.option(
    "--unplayed-for", "days", metavar="DAYS", type=Whole(1, 36500), help="Delete old tables instead."
)
@database_option
@click.option("--yes", is_flag=True, help="Delete without asking.")
def delete(code: str | None, days: int | None, database: str | None, yes: bool) -> None:
    """Delete the table CODE with its record, or every table that nobody has played for so long, for good."""
    from referee.tables.lobby import delete_table, unplayed  # noqa: PLC0415

    if (code is None) == (days is None):
        raise InputError("Name the CODE of a table, or --unplayed-for DAYS.")
    with opened(database) as kept:
        rows = unplayed(kept, days, datetime.now(UTC)) if days else [_one(kept, code or "")]
        for there in rows:
            asks = f"Table {there.code} was last played on {there.played[:10]}. Delete it with its record?"
            if yes or click.confirm(asks, abort=bool(code)):
                delete_table(kept, there.code)
                click.echo(f"Table {there.code} is deleted.")
    if days and not rows:
        click.echo(f"Every table here was played within {counted(days, 'day')}.")


@tables_group.command("archive")
@click.argument("code")
@click.argument("file", type=click.Path(path_type=Path))
@database_option
def archive(code: str, file: Path, database: str | None) -> None:
    """Move the table CODE out of the server into FILE; `referee tables restore FILE` brings it back.

    FILE opens every seat: keep it where nobody else can read it.
    """
    from referee.storage.backup import back_up  # noqa: PLC0415
    from referee.tables.lobby import delete_table, version_of  # noqa: PLC0415

    with opened(database) as kept:
        there = _one(kept, code)
        version = version_of(kept, there.code)
        back_up(kept, secret_of_links(kept), file, there.code)
        try:
            delete_table(kept, there.code, version)
        except Problem:
            file.unlink()
            raise
    click.echo(f"Table {there.code} is in {file} now, and no longer here. It opens every seat.")


@tables_group.command("restore")
@click.argument("file", type=click.Path(path_type=Path))
@database_option
def restore(file: Path, database: str | None) -> None:
    """Bring the table back that `referee tables archive` moved into FILE. Every phone plays on."""
    from referee.storage.backup import restore_table  # noqa: PLC0415

    if not file.is_file():
        raise InputError(f"There is no file {file}.")
    with opened(database) as kept:
        code = restore_table(file, kept, secret_of_links(kept))
    click.echo(f"Table {code} is here again.")


def _one(kept: Database, code: str) -> KeptTable:
    from referee.tables.lobby import kept_tables  # noqa: PLC0415

    rows = kept_tables(kept, code.upper())
    if not rows:
        raise InputError(f"There is no table {code} here.")
    return rows[0]
