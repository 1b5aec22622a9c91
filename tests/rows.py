"""Tables of rows that one test goes through: every row is checked, and all faults are told at once.

A parametrised table costs some milliseconds a row before anything is checked. Where the rows share their
arrangement, one test that calls `each` costs what the checks cost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

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
        except Exception as fault:  # noqa: BLE001  # whatever is wrong with a row, the others are asked too
            fault.add_note(f"Row: {row!r}")
            faults.append((row, fault))
    if faults:
        names = "\n".join(f"{row!r}: {type(fault).__name__}: {fault}"[:300] for row, fault in faults)
        shown = [fault for _, fault in faults[:SHOWN]]
        raise ExceptionGroup(f"{len(faults)} of {len(rows)} rows:\n{names}\n", shown)
