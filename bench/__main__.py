"""`make bench`: every figure for people, and last all of them as one JSON object."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from bench import browser, http, idle, pages, rulings, sight, solitaire

Figures = list[dict[str, Any]]
SOURCES: tuple[Callable[[], Figures], ...] = (
    sight.figures, rulings.figures, solitaire.figures, http.figures, idle.figures, pages.figures, browser.figures,
)  # fmt: skip


def main() -> None:
    """Measure, and print what was measured as it comes."""
    found: Figures = []
    for measure in SOURCES:
        for figure in measure():
            found.append(figure)
            print(told(figure), flush=True)
    print(json.dumps({"figures": found}))


def reached(figure: dict[str, Any]) -> bool:
    """Return whether a figure is as good as its goal or better."""
    value, goal = figure["value"], figure["goal"]
    return bool(value <= goal if figure["better"] == "lower" else value >= goal)


def told(figure: dict[str, Any]) -> str:
    """Return a figure as a line for people."""
    most = "at most" if figure["better"] == "lower" else "at least"
    verdict = "good" if reached(figure) else "MISSED"
    return f"{figure['name']:24} {figure['value']:>12}   (goal: {most} {figure['goal']}) {verdict}"


if __name__ == "__main__":
    main()
