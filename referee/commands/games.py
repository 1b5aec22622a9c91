"""`referee games`: the games at hand."""

from __future__ import annotations

import click

from referee.commands.common import json_option, print_json
from referee.games import registry


@click.command()
@json_option
def games(as_json: bool) -> None:
    """List the games at hand, and say which ones cannot be used."""
    shelf = registry.shelf()
    entries = [{"id": g.id, "title": g.title, "modes": list(g.modes)} for g in shelf.games.values()]
    if as_json:
        print_json(entries)
    else:
        for entry in entries:
            click.echo(f"{entry['id']}  {entry['title']} ({', '.join(entry['modes'])})")
    for fault in shelf.faults:
        click.echo(fault.sentence, err=True)
