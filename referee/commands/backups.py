"""`referee backup` and `referee restore`: all games in one file, while they go on."""

from __future__ import annotations

from pathlib import Path

import click

from referee.commands.common import AS_SERVED
from referee.commands.hosting import opened, secret_of_links
from referee.errors import InputError

NOTHING = ": nothing was copied"


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--database", metavar="URL", help=f"The database to copy, {AS_SERVED}")
def backup(file: Path, database: str | None) -> None:
    """Copy all games, maps and seats into FILE, while they are played on.

    FILE opens every seat: keep it where nobody else can read it.
    """
    from referee.storage.backup import back_up  # noqa: PLC0415  (only these two commands need it)

    with opened(database, NOTHING, of_any_version=True) as source:
        copied = back_up(source, secret_of_links(source, NOTHING), file)
    click.echo(f"{file}: {_told(*copied)}. It opens every seat, so keep it to yourself.")


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--database", metavar="URL", help=f"An empty database to put it into, {AS_SERVED}")
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
    click.echo(f"Restored: {_told(*copied)}.")
    if config.secret:
        click.echo(
            "REFEREE_SECRET is set here. The seats' links only work if it is the one of the old server."
        )


def _told(games: int, documents: int) -> str:
    of_games, of_documents = "s" * (games != 1), "s" * (documents != 1)
    return f"{games} game{of_games}, {documents} map{of_documents} or counter sheet{of_documents}"
