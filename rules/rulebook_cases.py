"""The parts of a rulebook: cases with their notes and charts, and the hits of a search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules.excerpts import Excerpt
from rules.rulebook_text import Block, Text, read_text


@dataclass(frozen=True, slots=True)
class Note:
    """A ruling: it settles a point that its case leaves open."""

    id: str
    text: Text


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart as people read it. `case` is its number; `units` says what its figures count."""

    case: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[Text, ...] = ()
    units: str = ""

    @classmethod
    def from_json(cls, source: Mapping[str, Any]) -> Chart:
        """Return the chart of its data, without the `values` for programs."""
        rows = tuple(tuple(map(str, row)) for row in source["rows"])
        notes = tuple(map(read_text, source.get("notes", ())))
        columns = tuple(source["columns"])
        return cls(source["case"], source["title"], columns, rows, notes, source.get("units", ""))

    def to_json(self) -> dict[str, Any]:
        """Return the chart as plain text in lists."""
        return {
            "case": self.case,
            "title": self.title,
            "units": self.units,
            "columns": list(self.columns),
            "rows": [list(row) for row in self.rows],
            "notes": [str(note) for note in self.notes],
        }


@dataclass(frozen=True, slots=True)
class Case:
    """A numbered case, or the general rule and procedure of a section ("6.0").

    `refers_to` and `referred_by` are case numbers in order, without its own; a ruling counts as its case.
    `asked` holds the words people use when they look for the case. It is for the search and never shown.
    """

    number: str
    title: str
    text: tuple[Block, ...]
    notes: tuple[Note, ...] = ()
    charts: tuple[Chart, ...] = ()
    asked: tuple[str, ...] = ()
    refers_to: tuple[str, ...] = ()
    referred_by: tuple[str, ...] = ()

    @property
    def section(self) -> str:
        """The number of the section ("6.0") with this case; for a section, its own number."""
        return f"{self.number.split('.')[0]}.0"

    def lines(self) -> Iterator[str]:
        """Yield the text line by line as plain text."""
        for block in self.text:
            yield from block.plain()

    def references(self) -> Iterator[str]:
        """Yield every reference in the text, the notes and the charts."""
        for block in self.text:
            for line in block.lines:
                yield from line.references
        for text in (*(note.text for note in self.notes), *(n for chart in self.charts for n in chart.notes)):
            yield from text.references

    def to_json(self) -> dict[str, Any]:
        """Return the case: `text` as plain lines, `blocks` as the same text in parts with references."""
        return {
            "number": self.number,
            "title": self.title,
            "section": self.section,
            "text": list(self.lines()),
            "blocks": [block.to_json() for block in self.text],
            "notes": [{"id": note.id, "text": str(note.text)} for note in self.notes],
            "charts": [chart.to_json() for chart in self.charts],
            "refers_to": list(self.refers_to),
            "referred_by": list(self.referred_by),
        }


@dataclass(frozen=True, slots=True)
class Hit:
    """A case that matches a search. `score` is only for ranking; `excerpt` marks the matching words."""

    case: Case
    score: float
    excerpt: Excerpt

    def to_json(self) -> dict[str, Any]:
        """Return the number, title and score, and the excerpt both plain and in pieces."""
        return {
            "number": self.case.number,
            "title": self.case.title,
            "score": self.score,
            "excerpt": str(self.excerpt),
            "pieces": [{"text": p.text, "matched": p.matched} for p in self.excerpt.pieces],
        }
