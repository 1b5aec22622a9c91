"""`make bench`: a line for each figure, then all of them as one JSON object.

`python -m bench battlecon survey` measures what these modules of `bench` name, and nothing else.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from typing import Any

from bench import (
    attacks,
    battlecon,
    browser,
    elsewhere,
    fast_tables,
    http,
    idle,
    machine,
    many_tables,
    one_table,
    pages,
    renewing,
    restarting,
    rulings,
    sight,
    soak,
    solitaire,
    survey,
    taps,
    zombies,
)

Figures = list[dict[str, Any]]
SOURCES: tuple[Callable[[], Figures], ...] = (
    sight.figures, rulings.figures, battlecon.figures, solitaire.figures, http.figures, one_table.figures,
    fast_tables.figures, many_tables.figures, soak.figures, restarting.figures, elsewhere.figures,
    renewing.figures, attacks.figures, idle.figures, pages.figures, browser.figures, survey.figures,
    taps.figures, zombies.figures,
)  # fmt: skip


def main(only: Sequence[str] = ()) -> None:
    """Measure, and print each figure at once: those of the modules named by `only`, or all.

    How fast the machine is goes to standard error, before each part and at the end.
    """
    figures: Figures = []
    for measure in SOURCES:
        if only and name_of(measure) not in only:
            continue
        print(machine.speed_line(), file=sys.stderr)
        for figure in measure():
            figures.append(figure)
            print(line(figure), flush=True)
    print(machine.speed_line(), file=sys.stderr)
    print(json.dumps({"figures": figures}))


def name_of(measure: Callable[[], Figures]) -> str:
    """Return the name of the module that measures: "battlecon"."""
    return measure.__module__.rpartition(".")[2]


def reached(figure: dict[str, Any]) -> bool:
    """Return whether a figure reaches its goal."""
    value, goal = figure["value"], figure["goal"]
    return bool(value <= goal if figure["better"] == "lower" else value >= goal)


def line(figure: dict[str, Any]) -> str:
    """Return a figure as a line of text."""
    most = "at most" if figure["better"] == "lower" else "at least"
    verdict = "good" if reached(figure) else "MISSED"
    return f"{figure['name']:24} {figure['value']:>12}   (goal: {most} {figure['goal']}) {verdict}"


def asked() -> list[str]:
    """Return the names on the command line. Ends the program for one that nothing has."""
    names = [name_of(measure) for measure in SOURCES]
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measures the speed of everything.")
    parser.add_argument("only", nargs="*", metavar="NAME", help=f"Only these: {', '.join(names)}.")
    only: list[str] = parser.parse_args().only
    if unknown := [name for name in only if name not in names]:
        parser.error(f"Nothing is called {unknown[0]} here.")
    return only


if __name__ == "__main__":
    main(asked())
