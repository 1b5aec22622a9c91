"""`make bench`: a line for each figure, then all of them as one JSON object."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from bench import (
    attacks,
    battlecon,
    browser,
    fast_tables,
    http,
    idle,
    many_tables,
    pages,
    renewing,
    restarting,
    rulings,
    sight,
    soak,
    solitaire,
    survey,
    taps,
)

Figures = list[dict[str, Any]]
SOURCES: tuple[Callable[[], Figures], ...] = (
    sight.figures, rulings.figures, battlecon.figures, solitaire.figures, http.figures,
    fast_tables.figures, many_tables.figures, soak.figures, restarting.figures, renewing.figures,
    attacks.figures, idle.figures, pages.figures, browser.figures, survey.figures, taps.figures,
)  # fmt: skip


def main() -> None:
    """Measure, and print each figure at once."""
    figures: Figures = []
    for measure in SOURCES:
        for figure in measure():
            figures.append(figure)
            print(line(figure), flush=True)
    print(json.dumps({"figures": figures}))


def reached(figure: dict[str, Any]) -> bool:
    """Return whether a figure reaches its goal."""
    value, goal = figure["value"], figure["goal"]
    return bool(value <= goal if figure["better"] == "lower" else value >= goal)


def line(figure: dict[str, Any]) -> str:
    """Return a figure as a line of text."""
    most = "at most" if figure["better"] == "lower" else "at least"
    verdict = "good" if reached(figure) else "MISSED"
    return f"{figure['name']:24} {figure['value']:>12}   (goal: {most} {figure['goal']}) {verdict}"


if __name__ == "__main__":
    main()
