"""`referee judge` and `referee actions`: rulings for programs, one line of JSON at a time."""

from __future__ import annotations

import click

from referee import json_rulings
from referee.commands.common import answer_lines, counters_option, map_option, setting_from
from referee.json_text import read_json


@click.command()
@map_option
@counters_option
def judge(map_file: str | None, counters_file: str | None) -> None:
    """Rule on actions: reads {"position": ..., "action": ...} a line, writes a ruling a line.

    A line that cannot be read gets {"error": ...} as its answer. The exit status is then 2.
    """
    setting = setting_from(map_file, counters_file)
    answer_lines(lambda text: json_rulings.judge(read_json(text, "The line"), setting))


@click.command()
@map_option
@counters_option
def actions(map_file: str | None, counters_file: str | None) -> None:
    """List what may be done: reads a position a line, writes {"actions": [...]} a line.

    A line that cannot be read gets {"error": ...} as its answer. The exit status is then 2.
    """
    setting = setting_from(map_file, counters_file)
    answer_lines(lambda text: json_rulings.legal_actions(read_json(text, "The line"), setting))
