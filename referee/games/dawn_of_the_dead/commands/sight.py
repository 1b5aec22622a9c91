"""`referee sight`: whether one square sees another, why, and through which squares."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from referee.errors import InputError
from referee.games.dawn_of_the_dead.labels.squares import door_states, normalized_square
from referee.games.dawn_of_the_dead.schemas.maps import setting_from
from referee.games.toolkit.commands import answer_lines, json_option, map_option, print_json
from referee.records.text import show
from rules.board.board import Board, Pair
from rules.sight.sight import SightLine, SightTable


@click.command()
@click.argument("a", metavar="A", required=False)
@click.argument("b", metavar="B", required=False)
@map_option
@click.option("--closed", metavar="A-B", multiple=True, help="A closed door; repeat it for more than one.")
@click.option(
    "--destroyed", metavar="A-B", multiple=True, help="A destroyed glass door; repeat it for more than one."
)
@click.option("--pairs", is_flag=True, help="Read lines 'A B' and write one JSON object a line.")
@json_option
def sight(
    a: str | None,
    b: str | None,
    map_file: str | None,
    closed: tuple[str, ...],
    destroyed: tuple[str, ...],
    pairs: bool,
    as_json: bool,
) -> None:
    """Trace the sight line from square A to square B. Doors not named are open."""
    if pairs and a is not None:
        raise InputError("With --pairs, give the squares on standard input, not on the command line.")
    if not pairs and (a is None or b is None):
        raise InputError("Name two squares: referee sight A B.")
    setting = setting_from(map_file)
    doors = door_states(setting.board, {"closed": closed, "destroyed": destroyed}, "--")
    if pairs:
        answer_lines(lambda text: _answer_pair(text, setting.board, setting.sight, doors))
        return
    line = trace(setting.board, setting.sight, normalized_square(str(a)), normalized_square(str(b)), doors)
    if as_json:
        print_json(line.to_json())
    else:
        click.echo("\n".join(describe(line)))


def trace(board: Board, table: SightTable, a: str, b: str, doors: Mapping[Pair, str]) -> SightLine:
    """Return the sight line between two squares. Raises InputError for one that is not on the map."""
    for square in (a, b):
        if square not in board.squares:
            raise InputError(f"{show(square)} is not a square of this map.")
    return table.line(a, b, doors)


def _answer_pair(text: bytes, board: Board, table: SightTable, doors: Mapping[Pair, str]) -> dict[str, Any]:
    words = text.decode("utf-8", "replace").split()
    if len(words) != 2:
        raise InputError(f"{show(text.decode('utf-8', 'replace').strip())} is not a pair of squares.")
    answer: dict[str, Any] = trace(board, table, words[0], words[1], doors).to_json()
    return answer


def describe(line: SightLine) -> list[str]:
    """Return a sight line as lines for people."""
    shown = [f"{line.start} to {line.end}: {'clear' if line.clear else 'no sight'}", line.reason]
    if line.squares:
        shown.append(f"It crosses {', '.join(line.squares)}.")
    if line.clear:
        shown.append(f"Distance {line.distance}; modifier to a shot {line.modifier}.")
    shown.append(f"Cases: {', '.join(line.cases)}")
    return shown
