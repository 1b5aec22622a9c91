"""A plot of a report, with its words and the same figures as a table, for `report/_figure.html`."""

from __future__ import annotations

from dataclasses import dataclass

from referee.printing.plots import Bands, Bars, Lines


@dataclass(frozen=True, slots=True)
class Chart:
    """A plot's figures as a table: a caption, columns, and rows whose first cell is a heading."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """A plot with its words. `kind` is the template that draws it: lines, bands or bars.

    `says` is the plot in a sentence; `legend` names styles that the plot itself does not name. With nothing
    to show, `plot` is None, and the sentence says so.
    """

    id: str
    kind: str
    title: str
    says: str
    plot: Lines | Bands | Bars | None
    chart: Chart
    legend: tuple[tuple[str, str], ...] = ()
    note: str = ""
