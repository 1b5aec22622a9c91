"""The commands of a host: serve, backup and restore, and the tables, uploads and surveys of a server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from referee.errors import InputError, Problem
from referee.games import registry
from referee.games.toolkit.commands import Whole, json_option, print_json
from rules.sentences import counted

if TYPE_CHECKING:
    from referee.storage.database import Database
    from referee.tables.lobby import TableInfo


DATABASE_DEFAULT = (
    "as of `referee serve`. [default: the variable DATABASE_URL, else a file in ~/.local/share/referee/]"
)
"""The end of the help of `--database`."""


def check_exists(url: str, so: str = "") -> None:
    """Check that the file of a SQLite database is there; `so` ends the refusal. Raises InputError."""
    from referee.storage.address import database_file  # noqa: PLC0415  (few commands need a database)

    there = database_file(url)
    if there is not None and not there.exists():
        raise InputError(f"There is no database {there}{so}.")


database_option = click.option(
    "--database", metavar="URL", help=f"The database of the server, {DATABASE_DEFAULT}"
)


@contextmanager
def open_database(url: str | None, so: str = "", *, of_any_version: bool = False) -> Iterator[Database]:
    """Open the database of a server, which must be there; `so` ends the refusal. Raises InputError.

    One that another version of the program wrote is refused, unless it may be `of_any_version`.
    """
    from referee.config import Config  # noqa: PLC0415  (few commands need a database)
    from referee.storage.database import Database  # noqa: PLC0415

    config = Config.of({"database_url": url or ""})
    check_exists(config.database_url, so)
    database = Database(config.database_url)
    try:
        database.check_served(of_any_version=of_any_version)
        yield database
    except Problem as problem:
        raise InputError(problem.detail) from None
    finally:
        database.close()


def secret_of_links(database: Database, so: str = "") -> str:
    """Return the secret of the seats' links. Raises InputError, which ends with `so`, where there is none."""
    from referee.config import Config  # noqa: PLC0415
    from referee.storage.secret import server_secret  # noqa: PLC0415

    def none_there() -> NoReturn:
        raise InputError(
            f"The database {database.display_url} does not hold the secret of the seats' links{so}."
        )

    return Config.of(None).secret or server_secret(database, none_there)


@click.command()
@click.option(
    "--host", metavar="H", help="The address to listen on. [default: every address of this machine]"
)
@click.option("--port", metavar="P", type=Whole(0, 65_535), help="The port to listen on. [default: 8000]")
@click.option(
    "--database",
    metavar="URL",
    help="Where games are kept: sqlite:///games.sqlite3 (a file in this folder),"
    " sqlite:////home/me/games.sqlite3"
    " (a whole path), or postgresql://USER:PASSWORD@HOST/NAME."
    " [default: the variable DATABASE_URL, else a file in ~/.local/share/referee/]",
)
def serve(host: str | None, port: int | None, database: str | None) -> None:
    """Serve the app; prints its address on the local network, also as a QR code."""
    # The web server is slow to load, and only this command needs it.
    from referee.cli.serve import serve as serve_tables  # noqa: PLC0415
    from referee.errors import Problem  # noqa: PLC0415

    for fault in registry.shelf().faults:
        click.echo(fault.sentence, err=True)
    try:
        serve_tables(host=host, port=port, database=database)
    except Problem as problem:
        raise InputError(problem.detail) from None


NOTHING_COPIED = ": nothing was copied"


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--database", metavar="URL", help=f"The database to copy, {DATABASE_DEFAULT}")
def backup(file: Path, database: str | None) -> None:
    """Copy all games, maps and seats into FILE, while they are played on.

    FILE opens every seat: keep it where nobody else can read it.
    """
    from referee.storage.backup import back_up  # noqa: PLC0415  (only these two commands need it)

    with open_database(database, NOTHING_COPIED, of_any_version=True) as source:
        copied = back_up(source, secret_of_links(source, NOTHING_COPIED), file)
    click.echo(f"{file}: {_copied_counts(*copied)}. It opens every seat, so keep it to yourself.")


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--database", metavar="URL", help=f"An empty database to put it into, {DATABASE_DEFAULT}")
def restore(file: Path, database: str | None) -> None:
    """Put what `referee backup` copied into FILE back, on SQLite or PostgreSQL.

    Every phone plays on at the same address; a backup of an earlier version is brought up to date.
    """
    from referee.config import Config  # noqa: PLC0415
    from referee.errors import Problem  # noqa: PLC0415
    from referee.storage.backup import restore as restore_backup  # noqa: PLC0415

    config = Config.of({"database_url": database or ""})
    if not file.is_file():
        raise InputError(f"There is no file {file}.")
    try:
        copied = restore_backup(file, config.database_url)
    except Problem as problem:
        raise InputError(problem.detail) from None
    click.echo(f"Restored: {_copied_counts(*copied)}.")
    if config.secret:
        click.echo(
            "REFEREE_SECRET is set here. The seats' links only work if it is the one of the old server."
        )


def _copied_counts(games: int, documents: int) -> str:
    of_games, of_documents = "s" * (games != 1), "s" * (documents != 1)
    return f"{games} game{of_games}, {documents} map{of_documents} or counter sheet{of_documents}"


@click.group("tables")
def tables_group() -> None:
    """List the tables that a server keeps, archive or delete one. The server may run meanwhile."""


@tables_group.command("list")
@database_option
@json_option
def list_tables(database: str | None, as_json: bool) -> None:
    """Print a line for each table, the most recently played first: code, game, made, played, actions."""
    from referee.tables.lobby import list_tables  # noqa: PLC0415

    with open_database(database) as kept:
        rows = list_tables(kept)
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
def delete_table(code: str | None, days: int | None, database: str | None, yes: bool) -> None:
    """Delete the table CODE with its record, or every table that nobody has played for so long, for good."""
    from referee.tables.lobby import delete_table, unused_tables  # noqa: PLC0415

    if (code is None) == (days is None):
        raise InputError("Name the CODE of a table, or --unplayed-for DAYS.")
    with open_database(database) as kept:
        rows = unused_tables(kept, days, datetime.now(UTC)) if days else [_table_of_code(kept, code or "")]
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

    with open_database(database) as kept:
        there = _table_of_code(kept, code)
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
def restore_table(file: Path, database: str | None) -> None:
    """Bring the table back that `referee tables archive` moved into FILE. Every phone plays on."""
    from referee.storage.backup import restore_table  # noqa: PLC0415

    if not file.is_file():
        raise InputError(f"There is no file {file}.")
    with open_database(database) as kept:
        code = restore_table(file, kept, secret_of_links(kept))
    click.echo(f"Table {code} is here again.")


def _table_of_code(kept: Database, code: str) -> TableInfo:
    from referee.tables.lobby import list_tables  # noqa: PLC0415

    rows = list_tables(kept, code.upper())
    if not rows:
        raise InputError(f"There is no table {code} here.")
    return rows[0]


@click.group("library")
def library_group() -> None:
    """List the maps and counter sheets that people uploaded, or delete one. The server may run meanwhile."""


@library_group.command("list")
@database_option
@json_option
def list_library(database: str | None, as_json: bool) -> None:
    """Print a line for each map and counter sheet, the oldest first: id, kind, when it came, name."""
    from referee.surveys.uploads import list_uploads  # noqa: PLC0415

    with open_database(database) as kept:
        entries = list_uploads(kept)
    if as_json:
        print_json({"library": entries})
        return
    for entry in entries:
        click.echo(f"{entry['id']}  {entry['kind']}  added {entry['created'][:10]}  {entry['name']}")
    if not entries:
        click.echo("Nobody has uploaded a map or a counter sheet.")


@library_group.command("delete")
@click.argument("id_", metavar="ID")
@database_option
@click.option("--yes", is_flag=True, help="Delete without asking.")
def delete_upload(id_: str, database: str | None, yes: bool) -> None:
    """Delete the map or counter sheet ID. Tables that use it keep it."""
    from referee.surveys.uploads import discard_upload, find_upload  # noqa: PLC0415

    with open_database(database) as kept:
        document = find_upload(kept, id_)
        if yes or click.confirm(f"Delete “{document.name}”? Tables that use it keep it.", abort=True):
            discard_upload(kept, document)
    click.echo(f"“{document.name}” is deleted.")


@click.group("surveys")
def surveys_group() -> None:
    """List the surveys that people draw on a server, or delete one. The server may run meanwhile."""


@surveys_group.command("list")
@database_option
@json_option
def list_surveys(database: str | None, as_json: bool) -> None:
    """Print a line for each survey, the one drawn on last first: id, game, begun, drawn on, gestures."""
    from referee.surveys.service import list_surveys  # noqa: PLC0415

    with open_database(database) as kept:
        rows = list_surveys(kept)
    if as_json:
        print_json({"surveys": rows})
        return
    for row in rows:
        begun, drawn = row["created"][:10], row["drawn"][:16].replace("T", " ")
        click.echo(
            f"{row['id']}  {row['system']}  begun {begun}, drawn on {drawn}, {row['gestures']} gestures"
        )
    if not rows:
        click.echo("No surveys are kept here.")


@surveys_group.command("delete")
@click.argument("id_", metavar="ID")
@database_option
@click.option("--yes", is_flag=True, help="Delete without asking.")
def delete_survey(id_: str, database: str | None, yes: bool) -> None:
    """Delete the survey ID with all its gestures, for good. Maps made from it stay."""
    from referee.surveys.service import delete_survey  # noqa: PLC0415

    with open_database(database) as kept:
        if yes or click.confirm(f"Delete the survey {id_} with all its gestures?", abort=True):
            delete_survey(kept, id_)
    click.echo(f"The survey {id_} is deleted. Maps made from it stay.")
