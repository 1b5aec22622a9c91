"""Charts as data: what a roll means, by the row that its total falls into.

A chart is read from the JSON that `Chart.to_json` writes: its name, case and title, the dice that are rolled
on it, the modifiers that are added, its columns and its rows. A row has the totals that it is for ("2-3",
"5+", "0 or less"), and a cell for each column, or one text where there is one column. `lost` says that the
print has lost a row, and that what stands there is ours: whoever owns the book may put his own there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.resources import files
from itertools import pairwise
from typing import Any

from rules.dice import Dice
from rules.rulebook.text import Text, read_text
from rules.ruling import Part

_LABEL = re.compile(
    r"(?P<low>[+−-]?\d{1,3})\s*(?:(?P<above>\+|or more)|(?P<below>or less)|[-–]\s*(?P<high>\d{1,3}))?"
)
_FACE = re.compile(r"(?<= )[1-6]$")
"""The number at the end of a value that a die must show: "in 6"."""
_RESULT = "Result"
"""The heading of the only column of a chart that names none."""


class ChartError(ValueError):
    """Raised for a chart with mistakes; `problems` has a sentence for each."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__(" ".join(problems))
        self.problems = tuple(problems)


@dataclass(frozen=True, slots=True)
class Modifier:
    """What is added to a roll on a chart, and when: "looter", +1."""

    name: str
    value: int


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a chart.

    `label` is what stands before its cells, for people; `roll` are the first and the last total that it is
    for. `value` is what the rules of the game read off the row, in the game's own form. `owned`: an owner of
    the book has put it in the place of a `lost` one.
    """

    label: str
    cells: Mapping[str, str]
    roll: tuple[int, int] | None = None
    lost: bool = False
    value: Any = None
    owned: bool = False

    @property
    def text(self) -> str:
        """The cells as one text: that of the only column."""
        return "; ".join(self.cells.values())


@dataclass(frozen=True)
class Chart:
    """A chart. `case` is the number of its case, and its `name` too unless it has another.

    `columns` and `rows` are as people read them: the first column says what each row is for. `units` says
    what the figures count. `dice` are None for a chart that nothing is rolled on. `lost` are the places of
    the rows that the print has lost, from 0, `owned` those that an owner of the book has put there, and
    `values` what the rules read off each row.
    """

    case: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[Text, ...] = ()
    units: str = ""
    name: str = ""
    dice: Dice | None = None
    modifiers: tuple[Modifier, ...] = ()
    lost: frozenset[int] = frozenset()
    values: tuple[Any, ...] = ()
    owned: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        """Name a chart without a name by its case."""
        object.__setattr__(self, "name", self.name or self.case)

    @classmethod
    def from_json(cls, source: Mapping[str, Any], *, whole: bool = True) -> Chart:
        """Return a chart of its JSON data; its rows need not be all where it is not `whole`.

        A row may also be a list: its label, and then its cells; `columns` then names the label's too. Raises
        ChartError.
        """
        name = str(source.get("name") or source.get("case"))
        try:
            made = _read(source)
        except (TypeError, ValueError, AttributeError) as error:
            raise ChartError([f"Chart {name}: {error}"]) from error
        if problems := list(_problems(made, whole=whole)):
            raise ChartError(problems)
        return made

    @cached_property
    def entries(self) -> tuple[Row, ...]:
        """The rows with what programs ask of them."""
        values = self.values or (None,) * len(self.rows)
        return tuple(
            Row(
                label,
                dict(zip(self.columns[1:], cells, strict=False)),
                None if self.dice is None else _roll(label, self.dice, self.modifiers),
                n in self.lost,
                value,
                n in self.owned,
            )
            for n, ((label, *cells), value) in enumerate(zip(self.rows, values, strict=True))
        )

    def row(self, total: int) -> Row:
        """Return the row of a total: below the first row it is the first one, above the last one the last.

        Raises ValueError for a chart that nothing is rolled on.
        """
        by_total = sorted((row for row in self.entries if row.roll), key=lambda row: row.roll or (0, 0))
        if not by_total:
            raise ValueError(f"Nothing is rolled on the chart {self.name}.")
        for row in by_total:
            if row.roll is not None and total <= row.roll[1]:
                return row
        return by_total[-1]

    def named(self, label: str) -> Row:
        """Return the row with this label. Raises KeyError."""
        for row in self.entries:
            if row.label == label:
                return row
        raise KeyError(label)

    def parts(self, names: Iterable[str]) -> tuple[Part, ...]:
        """Return the modifiers of these names as parts of a score, which are added to the roll.

        Raises KeyError for a name that the chart does not have.
        """
        known = {modifier.name: modifier.value for modifier in self.modifiers}
        return tuple(Part(name, known[name], self.case, to="roll") for name in names)

    def with_rows(self, source: object) -> Chart:
        """Return the chart with the rows of an owner of the book in place of those that the print has lost.

        `source` is the JSON of the chart, or of those rows alone. Raises ChartError for a row that says
        something else than the print.
        """
        rows = source.get("rows") if isinstance(source, Mapping) else None
        if not isinstance(rows, list):
            raise ChartError([f"Chart {self.name}: it needs the rows, a list."])
        read = Chart.from_json({**self.to_json(), "rows": rows}, whole=False).entries
        kept = [row for row in self.entries if not row.lost]
        new = [row for row in read if not any(_same(row, printed) for printed in kept)]
        if wrong := [row.label for row in new if any(_meet(row, printed) for printed in kept)]:
            raise ChartError([f"Chart {self.name}: the print still has the row {one}." for one in wrong])
        if wrong := [row.label for row in new if not _is_known(row.value, self.values or (None,))]:
            raise ChartError([f"Chart {self.name}: the row {wrong[0]} needs a value that a row here has."])
        left = [row for row in self.entries if row.lost and not any(_meet(row, one) for one in new)]
        made = self._of([*kept, *(replace(row, lost=False, owned=True) for row in new), *left])
        if problems := list(_problems(made)):
            raise ChartError(problems)
        return made

    def _of(self, rows: Sequence[Row]) -> Chart:
        """Return the chart with other rows, by their totals, or else where a row of their label stood."""
        places = {row.label: n for n, row in enumerate(self.entries)}
        ordered = sorted(rows, key=lambda row: row.roll or (places.get(row.label, len(places)), 0))
        return replace(
            self,
            rows=tuple((row.label, *row.cells.values()) for row in ordered),
            lost=frozenset(n for n, row in enumerate(ordered) if row.lost),
            owned=frozenset(n for n, row in enumerate(ordered) if row.owned),
            values=tuple(row.value for row in ordered),
        )

    @property
    def owners_rows(self) -> dict[str, Any]:
        """The name of the chart, and its rows of an owner of the book, as `with_rows` takes them."""
        rows = [_row_json(self, row) for row in self.entries if row.owned]
        return {"name": self.name, "rows": [{k: v for k, v in row.items() if k != "owned"} for row in rows]}

    def printed(self) -> dict[str, Any]:
        """Return the chart as its case shows it: plain text in lists."""
        return {
            "case": self.case,
            "title": self.title,
            "units": self.units,
            "columns": list(self.columns),
            "rows": [list(row) for row in self.rows],
            "notes": [str(note) for note in self.notes],
        }

    def to_json(self) -> dict[str, Any]:
        """Return the chart for programs."""
        rolled = self.dice is not None
        return {
            "name": self.name,
            "case": self.case,
            "title": self.title,
            "dice": None if self.dice is None else str(self.dice),
            "modifiers": [{"name": one.name, "value": one.value} for one in self.modifiers],
            "columns": list(self.columns[1:] if rolled else self.columns),
            "rows": [_row_json(self, row) for row in self.entries],
            "units": self.units,
            "notes": [str(note) for note in self.notes],
        }


def load(package: str, folder: str = "charts") -> Mapping[str, Chart]:
    """Return the charts in data/`folder` of a package by name: a list of them in each file.

    Raises ChartError.
    """
    place = files(package) / "data" / folder
    texts = sorted((file.name, file.read_text(encoding="utf-8")) for file in place.iterdir())
    charts = [
        Chart.from_json(one) for name, text in texts if name.endswith(".json") for one in json.loads(text)
    ]
    return by_name(charts)


def by_name(charts: Iterable[Chart]) -> Mapping[str, Chart]:
    """Return charts by their names. Raises ChartError for a name that two have."""
    made: dict[str, Chart] = {}
    for chart in charts:
        if chart.name in made:
            raise ChartError([f"The chart {chart.name} appears twice."])
        made[chart.name] = chart
    return made


def with_owners_rows(charts: Mapping[str, Chart], source: object) -> Mapping[str, Chart]:
    """Return those of some charts in which an owner of the book has put rows of his own, by name.

    `source` is a list of charts, each with its `name` and `rows`, or one of them. Raises ChartError with a
    sentence for each fault.
    """
    made, problems = dict[str, Chart](), list[str]()
    for one in source if isinstance(source, list) else [source]:
        name = one.get("name") if isinstance(one, Mapping) else None
        if not isinstance(name, str) or name not in charts:
            named = isinstance(name, str) and name
            problems.append(f"There is no chart “{name}” here." if named else "A chart needs its name.")
        elif name in made:
            problems.append(f"The chart {name} appears twice.")
        elif not charts[name].lost:
            problems.append(f"Chart {name}: the print has lost no row of it.")
        else:
            try:
                made[name] = charts[name].with_rows(one)
            except ChartError as error:
                problems += error.problems
    if problems:
        raise ChartError(problems)
    return made


def _read(source: Mapping[str, Any]) -> Chart:
    """Return a chart of its JSON data. Raises ValueError or TypeError."""
    if missing := [name for name in ("case", "title", "rows") if name not in source]:
        raise ValueError(f"{missing[0]} is missing.")
    dice = None if source.get("dice") is None else Dice.read(source["dice"])
    modifiers = tuple(Modifier(one["name"], one["value"]) for one in source.get("modifiers", ()))
    rows: list[Any] = list(source["rows"])
    columns = tuple(map(str, source.get("columns") or (_RESULT,)))
    if dice is not None and not any(isinstance(row, list | tuple) for row in rows):
        columns = ("Roll" if dice.count == 1 or dice.tens else "Total", *columns)
    read = [_cells(row, columns, dice) for row in rows]
    objects = [row if isinstance(row, Mapping) else {} for row in rows]
    return Chart(
        str(source["case"]),
        str(source["title"]),
        columns,
        tuple(read),
        tuple(map(read_text, source.get("notes", ()))),
        str(source.get("units", "")),
        str(source.get("name", "")),
        dice,
        modifiers,
        frozenset(n for n, row in enumerate(objects) if row.get("lost")),
        tuple(row.get("value") for row in objects),
        frozenset(n for n, row in enumerate(objects) if row.get("owned")),
    )


def _cells(row: Any, columns: Sequence[str], dice: Dice | None) -> tuple[str, ...]:
    """Return a row as people read it. Raises ValueError or TypeError."""
    if isinstance(row, list | tuple):
        cells = tuple(map(str, row))
    elif not isinstance(row, Mapping):
        raise TypeError(f"A row is an object or a list, not {json.dumps(row)}.")
    else:
        given, names = row.get("cells"), columns if dice is None else columns[1:]
        if not isinstance(given, Mapping):
            given = {names[0]: given}
        if unknown := [name for name in given if name not in names]:
            raise ValueError(f"There is no column {unknown[0]!r}.")
        label = () if dice is None else (_label(row),)
        cells = (*label, *(str(given.get(name, "")) for name in names))
    if len(cells) != len(columns):
        raise ValueError(f"The row {cells[0] if cells else ''!r} has {len(cells)} cells, not {len(columns)}.")
    return cells


def _label(row: Mapping[str, Any]) -> str:
    """Return what stands before a row: its own label, or its totals."""
    roll = row.get("roll")
    if label := row.get("label"):
        return str(label)
    if isinstance(roll, list | tuple) and len(roll) == len(("low", "high")):
        low, high = roll
        return str(low) if low == high else f"{low}-{high}"
    if isinstance(roll, int | str):
        return str(roll)
    raise ValueError(f"A row needs its roll, like 5, [2, 3] or “5+”, not {roll!r}.")


def _roll(label: str, dice: Dice, modifiers: Sequence[Modifier]) -> tuple[int, int] | None:
    """Return the first and the last total of a label; an open end reaches as far as a roll can."""
    found = _LABEL.fullmatch(label.strip())
    if found is None:
        return None
    low = int(found["low"].replace("−", "-"))
    if found["above"]:
        return low, max(low, dice.totals[-1] + sum(one.value for one in modifiers if one.value > 0))
    if found["below"]:
        return min(low, dice.totals[0] + sum(one.value for one in modifiers if one.value < 0)), low
    return low, int(found["high"] or low)


def _problems(chart: Chart, *, whole: bool = True) -> Iterator[str]:
    """Yield a sentence for each mistake in the rows of a chart."""
    said = f"Chart {chart.name}:"
    for name in sorted({name for name in chart.columns if chart.columns.count(name) > 1}):
        yield f"{said} the column {name} appears twice."
    if chart.dice is None:
        return
    if unread := [row.label for row in chart.entries if row.roll is None or row.roll[0] > row.roll[1]]:
        yield f"{said} “{unread[0]}” is no total and no range of totals."
        return
    rolls = sorted(row.roll for row in chart.entries if row.roll is not None)
    for one, other in pairwise(rolls):
        if other[0] <= one[1]:
            yield f"{said} two rows are for {other[0]}."
        elif whole and (lacks := [n for n in chart.dice.totals if one[1] < n < other[0]]):
            yield f"{said} no row is for {lacks[0]}."


def _is_known(value: Any, values: Sequence[Any]) -> bool:
    """Return whether the rules can read a value off a row: some row has it, or in a list each of its parts.

    What a die must show may be another number: "in 4" for "in 6".
    """
    if isinstance(value, list):
        alike = [one for one in values if isinstance(one, list) and len(one) == len(value)]
        return bool(alike) and all(_is_known(part, [one[n] for one in alike]) for n, part in enumerate(value))
    return _without_face(value) in map(_without_face, values)


def _without_face(value: Any) -> Any:
    return _FACE.sub("", value) if isinstance(value, str) else value


def _same(one: Row, other: Row) -> bool:
    return (one.roll or one.label, one.cells) == (other.roll or other.label, other.cells)


def _meet(one: Row, other: Row) -> bool:
    """Return whether two rows are for the same total, or, where nothing is rolled, for the same thing."""
    if one.roll is None or other.roll is None:
        return one.label == other.label
    return one.roll[0] <= other.roll[1] and other.roll[0] <= one.roll[1]


def _row_json(chart: Chart, row: Row) -> dict[str, Any]:
    cells = dict(row.cells) if chart.dice is not None else {chart.columns[0]: row.label, **row.cells}
    return {
        "roll": None if row.roll is None else list(row.roll),
        "cells": next(iter(cells.values())) if len(cells) == 1 else cells,
        "lost": row.lost,
        **({"owned": True} if row.owned else {}),
        **({"label": row.label} if row.roll is not None else {}),
        **({} if row.value is None else {"value": row.value}),
    }
