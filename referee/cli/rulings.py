"""Rulings and the rulebook for programs and people: judge, actions, case, search."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

import click

from referee.errors import InputError
from referee.games import registry
from referee.games.failing import Unusable, check_written, is_bundled
from referee.games.ports import Desk
from referee.games.shared.commands import (
    answer_lines,
    counters_option,
    game_named,
    json_option,
    map_option,
    print_json,
    read_json_file,
    system_option,
)
from referee.games.shared.desk import RulesDesk
from referee.records.text import dump_line, plain, read_json, show
from rules.rulebook.rulebook import Case, Chart, Rulebook, UnknownCase
from rules.sentences import listed


@dataclass(slots=True)
class RulesApis:
    """The rules API of each game asked for: that of the position, and the `default` where it names none.

    A map or a counter sheet from a file goes to the default game's at once, so that a bad file is reported
    before the first line.
    """

    default: str
    map_data: object = None
    counters_data: object = None
    opened: dict[str, Desk] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._rules_api(game_named(self.default).id)

    def game_of(self, position: Any) -> str:
        """Return the id of the game that a position belongs to. Raises InputError."""
        told = registry.game_of_position(position)
        if told is None or told.id == self.default:
            return self.default
        if "system" not in position:
            named = listed(f'"{name}"' for name in sorted(registry.members_of(told) & position.keys()))
            raise InputError(f"system is missing. A position with {named} belongs to {told.id}.")
        return told.id

    def judge(self, data: object) -> dict[str, object]:
        """Return the ruling on an action in a position. Raises InputError."""
        position = data.get("position") if isinstance(data, dict) else None
        return self._answer(self.game_of(position), lambda rules_api: rules_api.judge(data))

    def actions(self, position: object) -> dict[str, object]:
        """Return what may be done in a position. Raises InputError."""
        id_ = self.game_of(position)
        return self._answer(id_, lambda rules_api: _legal_actions(id_, rules_api, position))

    def _answer(self, id_: str, ask: Callable[[Desk], dict[str, object]]) -> dict[str, object]:
        """Return what a rules API answers; where a game from elsewhere fails, InputError names it."""
        if is_bundled(id_):
            return ask(self._rules_api(id_))
        try:
            answer = ask(self._rules_api(id_))
            dump_line(answer)
        except InputError:
            raise
        except Exception as error:
            what = error.wrong if isinstance(error, Unusable) else type(error).__name__
            raise InputError(f"The game {show(id_)} fails on this line: {what}.") from error
        return answer

    def _rules_api(self, id_: str) -> Desk:
        if id_ not in self.opened:
            self.opened[id_] = registry.game(id_).desk(self.map_data, self.counters_data)
        return self.opened[id_]


def _legal_actions(id_: str, rules_api: Desk, position: object) -> dict[str, object]:
    """Return what may be done; Unusable where an action of a game from elsewhere cannot be read again."""
    answer = rules_api.actions(position)
    if isinstance(rules_api, RulesDesk) and not is_bundled(id_):
        check_written(id_, rules_api.rules, answer["actions"])
    return answer


@click.command()
@map_option
@counters_option
@system_option
def judge(map_file: str | None, counters_file: str | None, system: str) -> None:
    """Rule on actions: reads {"position": ..., "action": ...} a line, writes a ruling a line.

    A line that cannot be read gets {"error": ...} as its answer. The exit status is then 2.
    """
    rules_apis = _rules_apis(system, map_file, counters_file)
    answer_lines(lambda text: rules_apis.judge(read_json(text, "The line")))


@click.command()
@map_option
@counters_option
@system_option
def actions(map_file: str | None, counters_file: str | None, system: str) -> None:
    """List what may be done: reads a position a line, writes {"actions": [...]} a line.

    A line that cannot be read gets {"error": ...} as its answer. The exit status is then 2.
    """
    rules_apis = _rules_apis(system, map_file, counters_file)
    answer_lines(lambda text: rules_apis.actions(read_json(text, "The line")))


def _rules_apis(system: str, map_file: str | None, counters_file: str | None) -> RulesApis:
    given = [None if name is None else read_json_file(name) for name in (map_file, counters_file)]
    return RulesApis(system, map_data=given[0], counters_data=given[1])


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
