"""`referee surveys`: list and delete the boards that people draw on a server."""

from __future__ import annotations

import click

from referee.commands.common import json_option, print_json
from referee.commands.hosting import database_option, opened


@click.group("surveys")
def surveys_group() -> None:
    """List the surveys that people draw on a server, or delete one. The server may run meanwhile."""


@surveys_group.command("list")
@database_option
@json_option
def list_surveys(database: str | None, as_json: bool) -> None:
    """Print a line for each survey, the one drawn on last first: id, game, begun, drawn on, gestures."""
    from referee.surveys.keeping import kept_surveys  # noqa: PLC0415

    with opened(database) as kept:
        rows = kept_surveys(kept)
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
def delete(id_: str, database: str | None, yes: bool) -> None:
    """Delete the survey ID with all its gestures, for good. Maps made from it stay."""
    from referee.surveys.keeping import delete_survey  # noqa: PLC0415

    with opened(database) as kept:
        if yes or click.confirm(f"Delete the survey {id_} with all its gestures?", abort=True):
            delete_survey(kept, id_)
    click.echo(f"The survey {id_} is deleted. Maps made from it stay.")
