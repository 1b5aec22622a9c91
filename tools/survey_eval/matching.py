"""Hold proposed cuts against the true ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.board.outlines import Segment

Ends = Sequence[Sequence[float]]


def pairs(truth: Sequence[Segment], proposed: Sequence[Ends], most: float) -> list[tuple[int, int]]:
    """Return which proposal is which true cut: both ends at most `most` off, the nearest first."""
    near = []
    for i, cut in enumerate(truth):
        for j, ends in enumerate(proposed):
            off = [abs(p[0] - q[0]) for p, q in zip(cut, ends, strict=True)]
            high = [abs(p[1] - q[1]) for p, q in zip(cut, ends, strict=True)]
            if max(off) <= most and max(high) <= most:
                near.append((sum(off), i, j))
    taken_i: set[int] = set()
    taken_j: set[int] = set()
    matched = []
    for _, i, j in sorted(near):
        if i not in taken_i and j not in taken_j:
            taken_i.add(i)
            taken_j.add(j)
            matched.append((i, j))
    return matched


def shifts(
    truth: Sequence[Segment], proposed: Sequence[Ends], matched: Sequence[tuple[int, int]]
) -> list[dict[str, Any]]:
    """Return how far along its row each end of a matched proposal is off, where it should be."""
    return [
        {"at": list(p), "shift": q[0] - p[0]}
        for i, j in matched
        for p, q in zip(truth[i], proposed[j], strict=True)
    ]
