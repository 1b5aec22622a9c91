"""`referee replay` and `referee verify`: judge records of games again, and check their seals."""

from __future__ import annotations

from typing import Any

import click

from referee import consistency, records, verifying
from referee.commands.common import json_option, print_json, read_lines
from referee.json_rulings import needs_json
from referee.json_text import dump_line
from referee.records import Record
from referee.replaying import Judged, start_of
from referee.replaying import replay as play_again


@click.command()
@click.argument("file")
@json_option
@click.pass_context
def replay(context: click.Context, file: str, as_json: bool) -> None:
    """Judge a record from first line to last; exit status 1 at the first action that is not legal."""
    replayed = []
    for record in records.parse_all(read_lines(file)):
        replayed.append(_replayed(record))
        if not replayed[-1]["legal"]:
            break
    summary = replayed[-1] | {"records": len(replayed)}
    summary |= {name: sum(r[name] for r in replayed) for name in ("actions", "overridden", "taken_back")}
    if as_json:
        print_json(summary)
    else:
        _tell(summary)
    context.exit(0 if summary["legal"] else 1)


@click.command()
@click.argument("file")
@click.pass_context
def verify(context: click.Context, file: str) -> None:
    """Check the seals of a finished record and that its lines agree; exit status 1 if anything is wrong."""
    parsed = records.parse_all(read_lines(file))
    problems = [
        problem
        for record in parsed
        for check in (records.verify, verifying.problems, consistency.problems)
        for problem in check(record)
    ]
    for problem in problems:
        click.echo(problem)
    if not problems:
        count = sum(len(record.header["seals"]) for record in parsed)
        click.echo(_holding(count))
    context.exit(1 if problems else 0)


def _replayed(record: Record) -> dict[str, Any]:
    """Return the result of judging one record."""
    position, last, judged, overridden = start_of(record), None, 0, 0
    for last in play_again(record, position):
        position, judged = last.position, judged + last.stands
        overridden += last.overridden
    stands = last is None or last.stands
    return {
        "legal": stands,
        "actions": judged,
        "overridden": overridden,
        "taken_back": sum(entry["taken_back"] for entry in record.lines),
        "turn": position.turn,
        "phase": position.phase,
        "winner": position.winner,
        "stopped_at": None if last is None or stands else _stopped_at(last),
    }


def _stopped_at(judged: Judged) -> dict[str, Any]:
    return {
        "n": judged.line["n"],
        "action": judged.line["action"],
        "cases": list(judged.ruling.cases),
        "reason": judged.ruling.reason,
        "needs": needs_json(judged.ruling.needs),
    }


def _tell(summary: dict[str, Any]) -> None:
    stop = summary["stopped_at"]
    if stop:
        click.echo(f"Action {stop['n']} is not legal: {dump_line(stop['action'])}")
        click.echo(f"{stop['reason']} ({', '.join(stop['cases'])})")
        if stop["needs"]:
            click.echo(f"It still needs {dump_line(stop['needs'])}.")
        return
    click.echo(
        f"{summary['actions']} actions judged, {summary['overridden']} of them overridden by agreement; "
        f"{summary['taken_back']} taken back."
    )
    if summary["records"] > 1:
        click.echo(f"{summary['records']} records; of the last:")
    if summary["winner"]:
        click.echo(f"The {summary['winner']} player won in Game-Turn {summary['turn']}.")
    else:
        click.echo(f"The record ends in Game-Turn {summary['turn']}, phase {summary['phase']}.")


def _holding(count: int) -> str:
    """Return the sentence that every seal holds (2.3)."""
    return {1: "The seal holds.", 2: "Both seals hold."}.get(count, f"All {count} seals hold.")
