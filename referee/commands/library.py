"""`referee library`: list and delete the maps and counter sheets that people uploaded to a server."""

from __future__ import annotations

import click

from referee.commands.common import json_option, print_json
from referee.commands.hosting import database_option, opened


@click.group("library")
def library_group() -> None:
    """List the maps and counter sheets that people brought, or delete one. The server may run meanwhile."""


@library_group.command("list")
@database_option
@json_option
def list_library(database: str | None, as_json: bool) -> None:
    """Print a line for each map and counter sheet, the oldest first: id, kind, when it came, name."""
    from referee.documents import shelf  # noqa: PLC0415

    with opened(database) as kept:
        entries = shelf(kept)
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
def delete(id_: str, database: str | None, yes: bool) -> None:
    """Delete the map or counter sheet ID. Tables that use it keep it."""
    from referee.documents import discard, named  # noqa: PLC0415

    with opened(database) as kept:
        document = named(kept, id_)
        if yes or click.confirm(f"Delete “{document.name}”? Tables that use it keep it.", abort=True):
            discard(kept, document)
    click.echo(f"“{document.name}” is deleted.")
