"""What `referee map` and `referee counters` both do: list what is at hand, write it out, tell what is wrong with another."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import click

from referee.commands.common import print_json
from referee.errors import InputError
from rules.dawn_of_the_dead import library

Load = Callable[[str], Mapping[str, Any]]


def tell_at_hand(kind: str, names: Mapping[str, str], load: Load, *, as_json: bool) -> None:
    """Tell what is at hand, a line each: its id, its name, and where it comes from unless the name says so."""
    entries = [
        {"id": i, "name": name, "provenance": load(i).get("provenance", "")} for i, name in names.items()
    ]
    if as_json:
        print_json({kind: entries})
        return
    for entry in entries:
        mark = "" if entry["provenance"] in entry["name"].lower() else f" ({entry['provenance']})"
        click.echo(f"{entry['id']}  {entry['name']}{mark}")


def write_out(load: Load, wanted: str) -> None:
    """Write one of those at hand as JSON. Raises InputError where there is none of that id."""
    try:
        data = load(wanted)
    except library.NotAtHand as error:
        raise InputError(str(error)) from None
    click.echo(json.dumps(data, ensure_ascii=False, indent=1))


def tell_problems(problems: Sequence[str], what: str, *, as_json: bool) -> None:
    """Tell what is wrong, a line a problem, or that nothing is."""
    if as_json:
        print_json({"problems": problems})
    else:
        click.echo("\n".join(problems) or f"Nothing is wrong with this {what}.")
