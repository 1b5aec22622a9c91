"""Checks of the member `looks` of a map: what its owner saw (6.4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.board import Pair, pair
from rules.data_check import Report, is_whole, shown

MOST_ERROR = 10_000
"""No measured error is larger, in units of the map."""
MOST_LOOKS = 20_000
WantPair = Callable[[object, str], bool]
"""Says whether a value names two squares of the map, and notes a mistake if it does not."""


def check(looks: object, report: Report, want_pair: WantPair) -> None:
    """Note each mistake in the member `looks` of a map."""
    if not report.want(isinstance(looks, dict), "looks", looks, "an object") or not isinstance(looks, dict):
        return
    error = report.field(looks, "error", "looks.")
    if "error" in looks:
        good = is_whole(error) and 0 <= error <= MOST_ERROR
        report.want(good, "looks.error", error, f"a whole number from 0 to {MOST_ERROR}")
    lines = report.field(looks, "lines", "looks.")
    if isinstance(lines, list) and len(lines) > MOST_LOOKS:
        report.add(f"looks.lines is {shown(lines)}; at most {MOST_LOOKS} are read.")
        return
    named: set[Pair] = set()
    if "lines" in looks and not report.want(isinstance(lines, list), "looks.lines", lines, "a list"):
        return
    for where, line in report.objects(looks, "lines", needed=False):
        _check_line(line, f"looks.{where}", report, want_pair, named)


def _check_line(
    line: dict[str, Any], where: str, report: Report, want_pair: WantPair, named: set[Pair]
) -> None:
    sight = report.field(line, "sight", f"{where}.")
    if "sight" in line:
        report.want(isinstance(sight, bool), f"{where}.sight", sight, "true or false")
    between = report.field(line, "between", f"{where}.")
    if "between" not in line or not want_pair(between, f"{where}.between"):
        return
    one = pair(*between)
    if one in named:
        report.add(f"{where}: the line between {one[0]} and {one[1]} is listed twice.")
    named.add(one)
