"""What `make soak` sweeps, each kind a mark: `@soak.SIZES` on a test, `soak.rest(...)` for rows of its table.

A test that bears one of these marks is left to `make soak`. It finds the same kind of fault as a test of
`make test` beside it, only in more places.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

SIZES = pytest.mark.soak("every page at every size, theme and size of letters")
ENGINES = pytest.mark.soak("second rules engines and generated positions, by the thousand")
GAMES = pytest.mark.soak("whole games and duels, by the hundred")
PAIRS = pytest.mark.soak("pairs of games that differ only in secrets, at every moment and on every route")
PROCESSES = pytest.mark.soak("several processes, killed processes and full disks, by chance")
BOARDS = pytest.mark.soak("whole boards surveyed, under every light and from every angle")
DAYS = pytest.mark.soak("long days: many steps, many devices, long waits")
LOOKS = pytest.mark.soak("where each word and key stands, screen by screen")
HANDS = pytest.mark.soak("taps, news and lost answers in every order")
BENCH = pytest.mark.soak("each measurement of make bench, once")
SEVERAL = pytest.mark.soak("more rows of tables whose first rows make test runs")


def rest(mark: pytest.MarkDecorator, rows: Iterable[Any]) -> list[Any]:
    """Return the rows of a parametrised table, each left to `make soak`."""
    return [
        pytest.param(*row.values, marks=[*row.marks, mark], id=row.id)
        if hasattr(row, "marks")
        else pytest.param(*(row if isinstance(row, tuple) else (row,)), marks=mark)
        for row in rows
    ]
