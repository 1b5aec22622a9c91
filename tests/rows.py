"""Tables of rows that one test goes through: every row is checked, and all faults are told at once.

A parametrised table costs some milliseconds a row before anything is checked. Where the rows share their
arrangement, one test that calls `each` costs what the checks cost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from inspect import signature
from typing import Any

import pytest

SHOWN = 3
"""So many faults are told with all that pytest has to say of them."""


def each(rows: Iterable[tuple[Any, ...]], check: Callable[..., object]) -> None:
    """Check each row; raise one error that names every row with a fault."""
    faults: list[tuple[tuple[Any, ...], Exception]] = []
    rows = list(rows)
    assert rows
    for row in rows:
        try:
            check(*row)
        except pytest.fail.Exception as failed:  # as where `pytest.raises` meets no error: it is no Exception
            faults.append((row, AssertionError(str(failed)).with_traceback(failed.__traceback__)))
        except Exception as fault:  # noqa: BLE001  # whatever is wrong with a row, the others are asked too
            faults.append((row, fault))
    for row, found in faults:
        found.add_note(f"Row: {row!r}")
    if faults:
        names = "\n".join(f"{row!r}: {type(found).__name__}: {found}"[:300] for row, found in faults)
        shown = [found for _, found in faults[:SHOWN]]
        raise ExceptionGroup(f"{len(faults)} of {len(rows)} rows:\n{names}\n", shown)


def each_row(names: str, rows: Iterable[Any]) -> Callable[[Callable[..., object]], Callable[..., None]]:
    """Do what `pytest.mark.parametrize` does, in one test: `each` goes through the rows.

    For tests that leave nothing behind which the next row could meet.
    """
    columns = [name.strip() for name in names.split(",")]
    listed = [row if len(columns) > 1 else (row,) for row in rows]

    def of_rows(test: Callable[..., object]) -> Callable[..., None]:
        @wraps(test)
        def all_rows(*args: Any, **fixtures: Any) -> None:
            each(listed, lambda *row: test(*args, **fixtures, **dict(zip(columns, row, strict=True))))

        asked = signature(test)
        others = [given for name, given in asked.parameters.items() if name not in columns]
        all_rows.__signature__ = asked.replace(parameters=others)  # type: ignore[attr-defined]
        return all_rows

    return of_rows
