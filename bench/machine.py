"""How fast the machine is while it measures: a plain loop of Python, before and after each part.

Where a million additions take twice as long as they did for a figure told earlier, each figure of processor
time does too; where a part gets half of a core, waiting takes twice as long. So figures of two days compare.
"""

from __future__ import annotations

from time import perf_counter, process_time

ADDITIONS = 1_000_000


def speed() -> tuple[float, float]:
    """Return the processor milliseconds of a million additions, and the share of a core that they got."""
    began, began_at = process_time(), perf_counter()
    total = 0
    for number in range(ADDITIONS):
        total += number
    spent, passed = process_time() - began, perf_counter() - began_at
    return spent * 1e3, spent / passed


def speed_line() -> str:
    """Return the machine's speed now as a line of text."""
    milliseconds, share = speed()
    return f"the machine: a million additions in {milliseconds:.0f} ms, with {share:.0%} of a core"
