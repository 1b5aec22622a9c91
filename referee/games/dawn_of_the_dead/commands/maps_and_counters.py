"""`referee map` and `referee counters`: list the documents, print one, check and draw others."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from referee.errors import InputError
from referee.games.dawn_of_the_dead.drawing import draw_map
from referee.games.dawn_of_the_dead.schemas.maps import load_board
from referee.games.toolkit.commands import (
    board_option,
    json_option,
    map_option,
    print_json,
    read_json_file,
    writing,
)
from referee.records.text import show
from rules.dawn_of_the_dead.equipment import counters_check, equipment, map_check

Load = Callable[[str], Mapping[str, Any]]


def list_documents(kind: str, names: Mapping[str, str], load: Load, *, as_json: bool) -> None:
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


def find_document(load: Load, wanted: str) -> Mapping[str, Any]:
    """Return the document of that id. Raises InputError if there is none."""
    try:
        return load(wanted)
    except equipment.NotAvailable as error:
        raise InputError(str(error)) from None


def print_document(load: Load, wanted: str) -> None:
    """Print the document of that id as JSON. Raises InputError if there is none."""
    click.echo(json.dumps(find_document(load, wanted), ensure_ascii=False, indent=1))


def report_problems(problems: Sequence[str], what: str, *, as_json: bool) -> None:
    """Print the faults, one a line, or that there are none."""
    if as_json:
        print_json({"problems": problems})
    else:
        click.echo("\n".join(problems) or f"This {what} has no faults.")


@click.group("map")
@board_option
def map_group() -> None:
    """List, export, check and draw maps."""


@map_group.command("list")
@board_option
@json_option
def list_maps(as_json: bool) -> None:
    """List the maps that come with the referee."""
    list_documents("maps", equipment.maps(), equipment.load_map, as_json=as_json)


@map_group.command("export")
@board_option
@click.argument("map_id", metavar="[ID]", default=equipment.DEFAULT_MAP)
@map_option
@click.option("--as", "ending", default="json", metavar="FORMAT", help="json, geojson, svg, dd2vtt or uvtt.")
@click.option("-o", "out", metavar="OUT", help="The file to write; standard output by default.")
def export_map(map_id: str, map_file: str | None, ending: str, out: str | None) -> None:
    """Write a map, as JSON or in another program's format; the bundled mall by default."""
    from referee.games.dawn_of_the_dead.drawing.maps import map_format  # noqa: PLC0415 - for this alone

    chosen = map_format(ending)
    data = read_json_file(map_file) if map_file is not None else find_document(equipment.load_map, map_id)
    _write(chosen.write(data), out)


@map_group.command("import")
@board_option
@click.argument("file", metavar="FILE")
@click.option("--survey", is_flag=True, help="Write a drawing to go on with (referee-survey/1), no map.")
@click.option("-o", "out", metavar="OUT.json", help="The file to write; standard output by default.")
@click.pass_context
def import_map(context: click.Context, file: str, out: str | None, *, survey: bool) -> None:
    """Make a map of GeoJSON or Universal VTT. Its faults go to standard error, with exit status 1.

    Of another program's Universal VTT the cells of its grid become squares, its walls and doors their sides;
    what was taken and what was not goes to standard error too.
    """
    from referee.surveys.formats import (  # noqa: PLC0415 - no other command needs them
        from_geojson,
        from_universal_vtt,
        has_own_map,
        is_universal_vtt,
        survey_import,
    )
    from referee.surveys.formats.universal_vtt import MAX_BYTES  # noqa: PLC0415

    given = read_json_file(file, MAX_BYTES)
    if survey or (is_universal_vtt(given) and not has_own_map(given)):
        if not is_universal_vtt(given):
            raise InputError("--survey: only a Universal VTT is drawn again.")
        drawn = survey_import.import_map(given)
        click.echo(drawn.says, err=True)
        data = drawn.log if survey else drawn.map
    else:
        data = from_universal_vtt(given) if is_universal_vtt(given) else from_geojson(given)
    problems = [] if survey else map_check.problems(data)
    _write(json.dumps(data, ensure_ascii=False, indent=1), out)
    for problem in problems:
        click.echo(problem, err=True)
    context.exit(1 if problems else 0)


@map_group.command("check")
@board_option
@click.argument("file")
@json_option
@click.pass_context
def check_map(context: click.Context, file: str, as_json: bool) -> None:
    """Print the faults of a map, one a line; exit status 1 if there are any."""
    problems = map_check.problems(read_json_file(file))
    report_problems(problems, "map", as_json=as_json)
    context.exit(1 if problems else 0)


@map_group.command()
@board_option
@click.argument("file")
@click.option("-o", "out", metavar="OUT.svg", help="The file to write; standard output by default.")
def draw(file: str, out: str | None) -> None:
    """Draw a map as SVG."""
    _write(draw_map(load_board(read_json_file(file))), out)


def _write(text: str, out: str | None) -> None:
    """Write text to a file, or to standard output. Raises InputError."""
    if out is None or out == "-":
        click.echo(text)
        return
    with writing(f"The file {show(out)}"):
        Path(out).write_text(text, encoding="utf-8")


@click.group("counters")
@board_option
def counters_group() -> None:
    """List, export and check counter sheets."""


@counters_group.command("list")
@board_option
@json_option
def list_counters(as_json: bool) -> None:
    """List the counter sheets that come with the referee."""
    list_documents("counters", equipment.counter_sheets(), equipment.load_counters, as_json=as_json)


@counters_group.command("export")
@board_option
@click.argument("counters_id", metavar="[ID]", default=equipment.DEFAULT_COUNTERS)
def export_counters(counters_id: str) -> None:
    """Write a counter sheet as JSON on standard output; the stand-in by default."""
    print_document(equipment.load_counters, counters_id)


@counters_group.command("check")
@board_option
@click.argument("file")
@json_option
@click.pass_context
def check_counters(context: click.Context, file: str, as_json: bool) -> None:
    """Print the faults of a counter sheet, one a line; exit status 1 if there are any."""
    problems = counters_check.problems(read_json_file(file))
    report_problems(problems, "counter sheet", as_json=as_json)
    context.exit(1 if problems else 0)
