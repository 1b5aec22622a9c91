"""`referee replay` and `referee verify`: judge records of games again, and check their seals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from referee.games import registry
from referee.games.toolkit.commands import json_option, print_json, read_lines
from referee.games.toolkit.records import Records
from referee.records import codec, seals
from referee.records.codec import Record
from referee.records.text import dump_line
from rules.sentences import counted


@click.command()
@click.argument("file")
@json_option
@click.pass_context
def replay(context: click.Context, file: str, as_json: bool) -> None:
    """Judge a record from first line to last; exit status 1 at the first action that is not legal."""
    replayed: list[dict[str, Any]] = []
    for record in codec.parse_all(read_lines(file)):
        own = _records_of(record)
        replayed.append(own.replayed(record))
        if not replayed[-1]["legal"]:
            break
    summary = replayed[-1] | {"records": len(replayed)}
    summary |= {name: sum(r[name] for r in replayed) for name in ("actions", "overridden", "taken_back")}
    if as_json:
        print_json(summary)
    else:
        _print_summary(summary, own)
    context.exit(0 if summary["legal"] else 1)


@click.command()
@click.argument("file")
@click.option("--part", metavar="HEX", help="What your device added to the seed: check that it is there.")
@click.pass_context
def verify(context: click.Context, file: str, part: str | None) -> None:
    """Check the seals of a finished record and that its lines agree; exit status 1 if anything is wrong."""
    from referee.tables.record import replay_record  # noqa: PLC0415 - other commands need no tables

    parsed = codec.parse_all(read_lines(file))
    problems = [
        problem for record in parsed for problem in _records_of(record).problems(record, replay_record)
    ]
    problems += [problem for record in parsed for problem in seals.faults(record)]
    problems += [problem for record in parsed for problem in codec.unknown_members(record)]
    if part is not None and not any(part == added["part"] for record in parsed for added in _parts(record)):
        problems.append("Your part is not in this record: it is not the record of your game.")
    for problem in problems:
        click.echo(problem)
    if not problems:
        count = sum(_records_of(record).seals(record) for record in parsed)
        click.echo(_seals_sentence(count))
        for record in parsed:
            if given := [f"{added['seat']} after action {added['after']}" for added in _parts(record)]:
                parts = f"The referee's seed and the parts of {', '.join(given)}"
                click.echo(f"{parts} decide whatever the referee rolls, draws or chooses.")
            for note in seals.notes(record):
                click.echo(note)
    for told in dict.fromkeys(_records_of(record).unchecked(record) for record in parsed):
        if told:
            click.echo(told)
    context.exit(1 if problems else 0)


def _print_summary(summary: dict[str, Any], own: Records) -> None:
    stop = summary["stopped_at"]
    if stop:
        click.echo(f"Action {stop['n']} is not legal: {dump_line(stop['action'])}")
        click.echo(f"{stop['reason']} ({', '.join(stop['cases'])})")
        if stop["needs"]:
            click.echo(f"It still needs {dump_line(stop['needs'])}.")
        return
    judged, overridden = counted(summary["actions"], "action"), summary["overridden"]
    click.echo(
        f"{judged} judged, {overridden} of them overridden by agreement; {summary['taken_back']} taken back."
    )
    if summary["records"] > 1:
        click.echo(f"{summary['records']} records; of the last:")
    click.echo(own.ending(summary))


def _parts(record: Record) -> Sequence[Mapping[str, Any]]:
    """Return what devices added to the seed of the dice."""
    parts: Sequence[Mapping[str, Any]] = record.header.get("parts", ())
    return parts


def _records_of(record: Record) -> Records:
    return registry.game(record.header["system"]).records


def _seals_sentence(count: int) -> str:
    """Return the sentence that every seal holds (2.3)."""
    return {1: "The seal holds.", 2: "Both seals hold."}.get(count, f"All {count} seals hold.")
