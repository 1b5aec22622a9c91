"""What `make bench` measures: figures, each with its goal."""

from __future__ import annotations

from typing import Any


def figure(name: str, value: float, goal: float, better: str = "lower") -> dict[str, Any]:
    """Return a figure; `better` says whether a "lower" or a "higher" one is."""
    return {"name": name, "value": value, "goal": goal, "better": better}


def percentile(times: list[float], share: float) -> float:
    """Return the time in milliseconds below which this share of some times in seconds lies; 0 of none."""
    ordered = sorted(times)
    return round(ordered[min(int(len(ordered) * share), len(ordered) - 1)] * 1000, 1) if ordered else 0.0
