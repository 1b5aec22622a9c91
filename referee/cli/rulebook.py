"""The rulebook for people: `referee case`, `referee search`, `referee charts` and `referee chart`."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Iterator, Sequence
from itertools import zip_longest

import click

from referee.errors import InputError
from referee.games.toolkit.commands import (
    game_named,
    json_option,
    print_json,
    read_json_file,
    system_option,
)
from referee.records.text import plain
from rules.rulebook.charts import Chart, ChartError
from rules.rulebook.rulebook import Case, Rulebook, UnknownCase, UnknownChart

_WIDTH = 88
_WIDEST, _NARROWEST = 110, 16
"""Letters in a line of a chart, and in a column that is made narrower."""
_ROLLED, _OURS = ">", "*"
"""The marks before a row of a chart: that of the roll, and one that the print has lost."""


@click.command()
@click.argument("number")
@system_option
@json_option
def case(number: str, system: str, as_json: bool) -> None:
    """Show a case: its text, notes, charts, and the cases it refers to and that refer to it."""
    book = game_named(system).rulebook()
    try:
        rule = book.case(plain(number))
    except UnknownCase as error:
        raise InputError(str(error)) from None
    if as_json:
        print_json(rule.to_json())
    else:
        click.echo("\n".join(describe(rule)))


@click.command()
@click.argument("words", nargs=-1, required=True)
@system_option
@json_option
def search(words: tuple[str, ...], system: str, as_json: bool) -> None:
    """Find cases by number or by words, best first."""
    book = game_named(system).rulebook()
    query = plain(" ".join(words))
    if not query.strip():
        raise InputError("Give words or a number: referee search WORDS.")
    hits = book.search(query)
    if as_json:
        print_json({"query": query, "hits": [hit.to_json() for hit in hits]})
        return
    for hit in hits:
        click.echo(f"{hit.case.number:5} {hit.case.title}")
        click.echo(textwrap.indent("\n".join(_wrapped(str(hit.excerpt))), "      "))
    if not hits:
        click.echo(_nothing_found(book, query))


@click.command()
@system_option
@json_option
def charts(system: str, as_json: bool) -> None:
    """List the charts of a game."""
    game = game_named(system)
    listed = game.rulebook().charts.values()
    if as_json:
        print_json([{"name": one.name, "case": one.case, "title": one.title} for one in listed])
        return
    if not listed:
        click.echo(f"{game.title} has no charts.")
    for one in listed:
        dice = f" ({one.dice})" if one.dice else ""
        case = "" if one.name == one.case else f", case {one.case}"
        click.echo(f"{one.name:5} {one.title}{dice}{case}")


@click.command()
@click.argument("name")
@click.option("--roll", metavar="TOTAL", type=int, help="Mark the row that a total falls into.")
@click.option(
    "--rows", "rows_file", metavar="FILE", help="Rows of your own book, where the print has lost them."
)
@system_option
@json_option
def chart(name: str, roll: int | None, rows_file: str | None, system: str, as_json: bool) -> None:
    """Show a chart: its dice, its modifiers, and a row for each total."""
    try:
        shown = game_named(system).rulebook().chart(plain(name))
        if rows_file is not None:
            shown = shown.with_rows(read_json_file(rows_file))
    except (UnknownChart, ChartError) as error:
        raise InputError(getattr(error, "problems", str(error))) from None
    if roll is not None and shown.dice is None:
        raise InputError(f"--roll: nothing is rolled on the chart {shown.name}.")
    if as_json:
        told = shown.to_json()
        print_json(told if roll is None else {**told, "total": roll, "row": _place(shown, roll)})
        return
    if shown.dice is not None:
        click.echo(f"Roll {shown.dice}{_modifiers(shown)}.")
        click.echo()
    click.echo("\n".join(_table(shown, () if roll is None else {_place(shown, roll)})))


def _place(chart: Chart, total: int) -> int:
    """Return the place of the row of a total, from 0."""
    return chart.entries.index(chart.row(total))


def _modifiers(chart: Chart) -> str:
    """Return what is added to a roll: " and add: looter +1, careless −1"; "" for nothing."""
    added = ", ".join(f"{one.name} {one.value:+}".replace("-", "−") for one in chart.modifiers)
    return f" and add: {added}" if added else ""


def _nothing_found(book: Rulebook, query: str) -> str:
    """Return the sentence for a search without a result: for a number, with the nearest cases."""
    unknown, bare = book.unknown(query), query.replace('"', "").strip()
    return (
        str(unknown)
        if unknown and unknown.nearest
        else f"No case mentions “{bare or query}”. Try {book.searches.advice}."
    )


def describe(case: Case) -> list[str]:
    """Return a case as lines for people."""
    shown = [f"{case.number}  {case.title}", ""]
    for line in case.lines():
        shown += [*_wrapped(line), ""]
    if case.notes:
        shown += ["Rulings (ours, on what the printed rules leave open)", ""]
    for note in case.notes:
        shown += [*_wrapped(f"{note.id}  {note.text}", hanging=2), ""]
    for chart in case.charts:
        shown += [*_table(chart), ""]
    if case.refers_to:
        shown.append(f"See also: {', '.join(case.refers_to)}")
    if case.referred_by:
        shown.append(f"Referred to by: {', '.join(case.referred_by)}")
    return shown if shown[-1] else shown[:-1]


def _wrapped(text: str, hanging: int = 0) -> list[str]:
    return textwrap.wrap(text, _WIDTH, subsequent_indent=" " * hanging) or [""]


def _table(chart: Chart, marked: Collection[int] = ()) -> list[str]:
    """Return a chart with its columns lined up; `marked` are the places of the rows of a roll."""
    rows = [chart.columns, *chart.rows]
    if marked or chart.lost:
        marks = ["  ", *(_mark(n in marked, n in chart.lost) for n in range(len(chart.rows)))]
        rows = [(f"{mark} {first}", *cells) for mark, (first, *cells) in zip(marks, rows, strict=True)]
    widths = _fitting([max(map(len, column)) for column in zip_longest(*rows, fillvalue="")])
    head, *lines = [list(_lines(row, widths)) for row in rows]
    rule = "  ".join("-" * width for width in widths)
    units = f" ({chart.units})" if chart.units else ""
    notes = [line for note in chart.notes for line in _wrapped(str(note), hanging=2)]
    if chart.lost:
        notes += _wrapped(f"{_OURS} The print has lost this row: what stands here is ours.", hanging=2)
    return [
        *_wrapped(f"{chart.name}  {chart.title}{units}"),
        *head,
        rule,
        *(line for row in lines for line in row),
        *notes,
    ]


def _fitting(widths: Sequence[int]) -> list[int]:
    """Return the widths of columns, the widest ones narrower where all are too wide for a line."""
    fitting = list(widths)
    while sum(fitting) + 2 * (len(fitting) - 1) > _WIDEST and max(fitting) > _NARROWEST:
        fitting[fitting.index(max(fitting))] -= 1
    return fitting


def _lines(row: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    """Yield the lines of a row, a long cell on several."""
    cells = [
        [cell] if len(cell) <= width else textwrap.wrap(cell, width)
        for cell, width in zip(row, widths, strict=False)
    ]
    for parts in zip_longest(*cells, fillvalue=""):
        yield "  ".join(part.ljust(width) for part, width in zip(parts, widths, strict=False)).rstrip()


def _mark(rolled: bool, lost: bool) -> str:
    return f"{_ROLLED if rolled else ' '}{_OURS if lost else ' '}"
