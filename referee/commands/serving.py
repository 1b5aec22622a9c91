"""`referee serve`: the app for the tablet and the phones."""

from __future__ import annotations

from typing import Any

import click

from referee.commands.common import Whole
from referee.errors import InputError
from referee.games import registry


class _Workers(Whole):
    """A number of processes; 0 stands for "auto"."""

    def __init__(self) -> None:
        super().__init__(1, 64)

    def convert(self, value: Any, param: click.Parameter | None, context: click.Context | None) -> int:
        """Return the number."""
        return 0 if value == "auto" else super().convert(value, param, context)


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
@click.option(
    "--workers",
    metavar="N",
    type=_Workers(),
    help="Serve from N processes, or from as many as this machine can use (auto). More than one needs"
    " PostgreSQL. SIGHUP restarts them one after the other.",
)
@click.option("--fd", metavar="N", type=Whole(0, 65_535), help="Serve on a socket that is already open.")
def serve(
    host: str | None, port: int | None, database: str | None, workers: int | None, fd: int | None
) -> None:
    """Serve the app; prints its address on the local network, also as a QR code."""
    # The web server is slow to load, and only this command needs it.
    from referee import serving  # noqa: PLC0415
    from referee.problems import Problem  # noqa: PLC0415

    for fault in registry.shelf().faults:
        click.echo(fault.sentence, err=True)
    try:
        if fd is not None:
            serving.serve_as_worker(fd, database)
        elif workers is not None:
            serving.serve_together(workers or None, host, port, database)
        else:
            serving.serve(host=host, port=port, database=database)
    except Problem as problem:
        raise InputError(problem.detail) from None
