"""`referee serve`: the app for the tablet and the phones."""

from __future__ import annotations

import click

from referee.commands.common import Whole
from referee.errors import InputError
from referee.games import registry


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
    from referee.errors import Problem  # noqa: PLC0415
    from referee.serve import serve as serve_tables  # noqa: PLC0415

    for fault in registry.shelf().faults:
        click.echo(fault.sentence, err=True)
    try:
        serve_tables(host=host, port=port, database=database)
    except Problem as problem:
        raise InputError(problem.detail) from None
