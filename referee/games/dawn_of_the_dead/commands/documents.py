"""What `referee map` and `referee counters` share: list the documents, print one, check one from a file."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import click

from referee.cli.common import print_json
from referee.errors import InputError
from rules.dawn_of_the_dead.equipment import equipment

Load = Callable[[str], Mapping[str, Any]]


def tell_at_hand(kind: str, names: Mapping[str, str], load: Load, *, as_json: bool) -> None:
    """Print each document on a line: its id, its name, and its origin unless the name says it."""
    entries = [
        {"id": i, "name": name, "provenance": load(i).get("provenance", "")} for i, name in names.items()
    ]
    if as_json:
        print_json({kind: entries})
        return
    for entry in entries:
        mark = "" if entry["provenance"] in entry["name"].lower() else f" ({entry['provenance']})"
        click.echo(f"{entry['id']}  {entry['name']}{mark}")


def found_in(load: Load, wanted: str) -> Mapping[str, Any]:
    """Return the document of that id. Raises InputError if there is none."""
    try:
        return load(wanted)
    except equipment.NotAtHand as error:
        raise InputError(str(error)) from None


def write_out(load: Load, wanted: str) -> None:
    """Print the document of that id as JSON. Raises InputError if there is none."""
    click.echo(json.dumps(found_in(load, wanted), ensure_ascii=False, indent=1))


def tell_problems(problems: Sequence[str], what: str, *, as_json: bool) -> None:
    """Print the faults, one a line, or that there are none."""
    if as_json:
        print_json({"problems": problems})
    else:
        click.echo("\n".join(problems) or f"This {what} has no faults.")
