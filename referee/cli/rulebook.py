"""The rulebook for people: `referee case` and `referee search`."""

from __future__ import annotations

import textwrap
from itertools import zip_longest

import click

from referee.errors import InputError
from referee.games.toolkit.commands import game_named, json_option, print_json, system_option
from referee.records.text import plain
from rules.rulebook.rulebook import Case, Chart, Rulebook, UnknownCase

_WIDTH = 88


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


def _table(chart: Chart) -> list[str]:
    """Return a chart with its columns lined up."""
    rows = [chart.columns, *chart.rows]
    widths = [max(len(cell) for cell in column) for column in zip_longest(*rows, fillvalue="")]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False)) for row in rows]
    rule = "  ".join("-" * width for width in widths)
    units = f" ({chart.units})" if chart.units else ""
    notes = [line for note in chart.notes for line in _wrapped(str(note), hanging=2)]
    return [
        f"{chart.case}  {chart.title}{units}",
        lines[0].rstrip(),
        rule,
        *map(str.rstrip, lines[1:]),
        *notes,
    ]
