"""A rulebook of numbered cases with their notes and charts, the same for every game.

In the data a reference is in braces inside the sentence: "blocked as in {6.4}", "see {R-6.4a}".
Braces have no other use, so a number in a sentence is never read as a reference.

A rulebook is data: one file for each section, with the cases in our own words, their notes (the rulings)
and the numbers of their charts. References come from the text.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib.resources import files
from itertools import count
from typing import Any

from rules.rulebook.search import Document, Excerpt, Index, Match
from rules.rulebook.words import LONGEST_QUERY, words

__all__ = ["Case", "Chart", "Hit", "Note", "Rulebook", "RulebookError", "Searches", "UnknownCase"]


_REFERENCE = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class Part:
    """Part of a text. With `to` it is a reference to a case or a ruling, by number or id."""

    text: str
    to: str | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """One paragraph, or one list item. `label` is "1" or "B" for an item, else "".

    `str()` is its plain text.
    """

    parts: tuple[Part, ...]
    label: str = ""

    def __str__(self) -> str:
        return "".join(part.text for part in self.parts)

    @property
    def references(self) -> tuple[str, ...]:
        """The case numbers and ruling ids that the text refers to, in order."""
        return tuple(part.to for part in self.parts if part.to is not None)

    def to_json(self) -> dict[str, Any]:
        """Return the label and the parts; a reference has `to`."""
        parts = [{"text": p.text} if p.to is None else {"text": p.text, "to": p.to} for p in self.parts]
        return {"label": self.label, "parts": parts}


@dataclass(frozen=True, slots=True)
class Block:
    """A block of text. `kind` is "paragraph", "heading", "example" (one line each) or "list"."""

    kind: str
    lines: tuple[Text, ...]

    def plain(self) -> Iterator[str]:
        """Yield each line as plain text: a list item after its label, an example after "Example:"."""
        for line in self.lines:
            if self.kind == "list":
                yield f"{line.label}. {line}"
            else:
                yield f"Example: {line}" if self.kind == "example" else str(line)

    def to_json(self) -> dict[str, Any]:
        """Return the kind, and the lines in parts."""
        return {"kind": self.kind, "lines": [line.to_json() for line in self.lines]}


def read_text(source: str, label: str = "") -> Text:
    """Return `source` split into plain text and references."""
    parts: list[Part] = []
    done = 0
    for reference in _REFERENCE.finditer(source):
        if reference.start() > done:
            parts.append(Part(source[done : reference.start()]))
        parts.append(Part(reference[1], reference[1]))
        done = reference.end()
    if done < len(source) or not parts:
        parts.append(Part(source[done:]))
    return Text(tuple(parts), label)


def read_block(source: str | Mapping[str, Any]) -> Block:
    """Return one block of the data: a string is a paragraph, an object names its kind.

    `{"heading": "..."}`, `{"example": "..."}` or `{"list": [...]}`; a list is numbered from 1 unless
    `labels` says otherwise. Raises ValueError for anything else.
    """
    if isinstance(source, str):
        return Block("paragraph", (read_text(source),))
    for kind in ("heading", "example"):
        if kind in source:
            return Block(kind, (read_text(source[kind]),))
    if "list" not in source:
        raise ValueError(f"A block is a string, a heading, an example or a list, not {source!r}.")
    labels = source.get("labels") or map(str, count(1))
    return Block(
        "list", tuple(read_text(item, label) for item, label in zip(source["list"], labels, strict=False))
    )


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
        """Return a chart from its JSON data, without the `values` for programs."""
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


NEAREST = 3
SHOWN = 40
_NUMBER = re.compile(
    r"(?P<case>(?P<section>\d{1,4})(?:\.(?P<minor>\d{1,4}))?)(?:[. ]*\(?(?P<item>\d{1,2}|[a-z])\)?)?",
    re.ASCII,
)
_BEGUN = re.compile(r"(?:R-)?(?P<section>\d{1,4})(?:\.(?P<minor>\d{1,4}))?", re.ASCII | re.IGNORECASE)
_INTRODUCED = re.compile(r"^(?:case|section|rule|ruling|no\.?|§)\s*", re.IGNORECASE)


class RulebookError(ValueError):
    """Raised for rulebook data with mistakes; `problems` has a sentence for each."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__(" ".join(problems))
        self.problems = tuple(problems)


class UnknownCase(LookupError):
    """Raised for a number that is not in the rulebook. `nearest` are numbers that are, nearest first."""

    def __init__(self, asked: str, nearest: Sequence[str]) -> None:
        shown = asked if len(asked) <= SHOWN else f"{asked[:SHOWN]}…"
        said = f"There is no case “{shown}” in the rulebook." if asked else "A case number looks like 6.4."
        if nearest:
            *others, last = nearest
            listed = f"{', '.join(others)} and {last}" if others else last
            said = f"{said[:-1]}; the nearest {'are' if others else 'is'} {listed}."
        super().__init__(said)
        self.asked = shown
        self.nearest = tuple(nearest)


@dataclass(frozen=True, slots=True)
class Searches:
    """Examples of a search: a case `number`, `words` to try one by one, and a `phrase`."""

    number: str
    words: str
    phrase: str

    @property
    def advice(self) -> str:
        """Advice within a sentence: "a single word, like hand or points, or a number, like 6.4"."""
        like = f", like {self.words}," if self.words else ""
        return f"a single word{like} or a number, like {self.number}"

    @property
    def hint(self) -> str:
        """The hint in an empty search box: "6.4 or two hands"."""
        return f"{self.number} or {self.phrase}"


class Rulebook:
    """All cases in order, checked: each number and ruling only once, every reference good.

    The referee's own cases come last, in the book of every game: they hold in every game.
    """

    def __init__(
        self,
        title: str,
        cases: Iterable[Case],
        synonyms: Sequence[Sequence[str]] = (),
        asked: Mapping[str, str] | None = None,
    ) -> None:
        read = sorted((*cases, *_own_cases()), key=lambda case: in_order(case.number))
        rulings = {note.id: case.number for case in read for note in case.notes}
        problems = list(_problems(read, rulings))
        if problems:
            raise RulebookError(problems)
        self.title = title
        self.rulings: Mapping[str, str] = rulings
        self.cases = _cross_referenced(read, rulings)
        self._by_number = {case.number: case for case in self.cases}
        self._synonyms = synonyms
        self._asked: Mapping[str, str] = asked or {}

    @classmethod
    def load(
        cls,
        package: str,
        title: str,
        charts: Mapping[str, Chart],
        folder: str = "rulebook",
        more: Iterable[Case] = (),
    ) -> Rulebook:
        """Return the rulebook in data/`folder` of a package: a file for each section, and synonyms.json.

        `more` are cases that a game makes of other data. Raises RulebookError.
        """
        place = files(package) / "data" / folder
        texts = {f.name: f.read_text(encoding="utf-8") for f in place.iterdir() if f.name.endswith(".json")}
        searching = json.loads(texts.pop("synonyms.json", '{"groups": []}'))
        cases = [_read_case(c, charts) for text in texts.values() for c in json.loads(text)["cases"]]
        return cls(title, (*cases, *more), searching["groups"], searching.get("asked"))

    @property
    def searches(self) -> Searches:
        """Examples of searches in this book."""
        number = next((case.number for case in self.cases if case.number != case.section), "")
        return Searches(**{"number": number, "words": "", "phrase": "a word", **self._asked})

    def case(self, number: str) -> Case:
        """Return a case by its number in any usual form: "6.4", "[6.4]", "case 6.4.", "6" for "6.0".

        A ruling ("R-6.4a") and an item of a list ("14.2.4", "4.0 C") lead to their case. Raises UnknownCase.
        """
        asked = " ".join(number.split())
        case = self._find(asked)
        if case is None:
            raise UnknownCase(asked, self._nearest(_without_brackets(asked)))
        return case

    def unknown(self, number: str) -> UnknownCase | None:
        """Return the error for a number that is not in the rulebook, or None if it is."""
        try:
            self.case(number)
        except UnknownCase as unknown:
            return unknown
        return None

    def _find(self, asked: str) -> Case | None:
        """Return the case of a number, a ruling or a list item."""
        if asked in self._by_number:
            return self._by_number[asked]
        typed = _without_brackets(asked).lower()
        for ruling, number in self.rulings.items():
            if typed in (ruling.lower(), ruling.lower()[2:]):
                return self._by_number[number]
        match = _NUMBER.fullmatch(typed)
        case = self._by_number.get(f"{int(match['section'])}.{int(match['minor'] or 0)}") if match else None
        if match and case and (match["item"] is None or _has_item(case, match["item"])):
            return case
        return None

    def search(self, query: str) -> list[Hit]:
        """Return the cases that match `query`, best first: by number or whole title, then by words."""
        by_words = {match.key: match for match in self._index.search(query)}
        by_number = self._numbered(query) or self._titled.get(_spelt(query), [])
        best = max((match.score for match in by_words.values()), default=0.0)
        hits = [
            Hit(self._by_number[n], best + len(by_number) - rank, self._excerpt(n, by_words.get(n)))
            for rank, n in enumerate(by_number)
        ]
        rest = [match for number, match in by_words.items() if number not in by_number]
        return hits + [Hit(self._by_number[m.key], m.score, m.excerpt) for m in rest]

    @cached_property
    def _index(self) -> Index:
        documents = (_document(case, self._by_number[case.section], self.title) for case in self.cases)
        return Index(list(documents), self._synonyms)

    def _numbered(self, query: str) -> list[str]:
        """Return the case of a number; for a section, the section and then its cases."""
        named = self._find(" ".join(query.split()))
        if named is None:
            return []
        if named.number != named.section:
            return [named.number]
        return [case.number for case in self.cases if case.section == named.number]

    @cached_property
    def _titled(self) -> Mapping[str, list[str]]:
        """The cases by title, spelt as `_spelt` does."""
        titled: dict[str, list[str]] = defaultdict(list)
        for case in self.cases:
            titled[_spelt(case.title)].append(case.number)
        return titled

    def _excerpt(self, number: str, match: Match | None) -> Excerpt:
        opening = next(self._by_number[number].lines(), self._by_number[number].title)
        return match.excerpt if match else Excerpt.of(opening)

    def _nearest(self, typed: str) -> list[str]:
        """Return the case numbers nearest to a wrong one; for words, the cases that match them."""
        begun = _BEGUN.match(typed)
        if not begun:
            return [match.key for match in self._index.search(typed)[:NEAREST]]
        section, minor = int(begun["section"]), begun["minor"] or "0"
        inside = [case.number for case in self.cases if in_order(case.number)[0] == section]
        if not inside:
            sections = (case.number for case in self.cases if case.number == case.section)
            return sorted(sections, key=lambda n: abs(in_order(n)[0] - section))[:NEAREST]
        begins = [n for n in inside if minor.startswith(n.split(".")[1])]
        aim = in_order(max(begins, key=len))[1] if begins else int(minor)
        return sorted(inside, key=lambda n: abs(in_order(n)[1] - aim))[:NEAREST]


def _without_brackets(asked: str) -> str:
    """Return the number asked for without "case" before it or brackets around it."""
    return _INTRODUCED.sub("", asked).strip("[]().:,; ").replace(",", ".")


def _spelt(text: str) -> str:
    """Return the words of a text in lower case, without punctuation."""
    return " ".join(word.word for word in words(text[:LONGEST_QUERY]))


def in_order(number: str) -> tuple[int, int]:
    """Return the sort key of a case number: 6.4 before 6.10, 9.0 before 10.0."""
    section, minor = number.split(".")
    return int(section), int(minor)


def _read_case(source: Mapping[str, Any], charts: Mapping[str, Chart]) -> Case:
    text = tuple(map(read_block, source["text"]))
    notes = tuple(Note(note["id"], read_text(note["text"])) for note in source.get("notes", ()))
    shown = tuple(charts[number] for number in source.get("charts", ()))
    return Case(source["number"], source["title"], text, notes, shown, tuple(source.get("asked", ())))


@cache
def _own_cases() -> Sequence[Case]:
    """Return the cases of the referee's own rulebook."""
    text = (files("rules") / "data" / "referee" / "rulebook.json").read_text(encoding="utf-8")
    return [_read_case(source, {}) for source in json.loads(text)["cases"]]


def _problems(cases: Sequence[Case], rulings: Mapping[str, str]) -> Iterator[str]:
    """Yield a sentence for each mistake in a rulebook."""
    numbers = [case.number for case in cases]
    ids = [note.id for case in cases for note in case.notes]
    for kind, names in (("case", numbers), ("ruling", ids)):
        yield from (
            f"The {kind} {name} appears twice." for name in sorted(set(names)) if names.count(name) > 1
        )
    for case in cases:
        if case.section not in numbers:
            yield f"Case {case.number} belongs to no section."
        for to in case.references():
            if to not in numbers and to not in rulings:
                yield f"Case {case.number} refers to {to!r}, which is neither a case nor a ruling."


def _cross_referenced(cases: Sequence[Case], rulings: Mapping[str, str]) -> tuple[Case, ...]:
    """Return the cases, each with the cases it refers to and the cases that refer to it."""
    to = {c.number: {rulings.get(r, r) for r in c.references()} - {c.number} for c in cases}
    back: dict[str, set[str]] = defaultdict(set)
    for number, others in to.items():
        for other in others:
            back[other].add(number)
    return tuple(
        replace(
            case,
            refers_to=tuple(sorted(to[case.number], key=in_order)),
            referred_by=tuple(sorted(back[case.number], key=in_order)),
        )
        for case in cases
    )


def _has_item(case: Case, label: str) -> bool:
    return any(line.label.lower() == label for block in case.text for line in block.lines)


def _document(case: Case, section: Case, game: str) -> Document:
    """Return a case as a document to search. Its section's name matches too, best for the section itself.

    A section's name may contain the name of the game; that counts no more than a word of the text.
    """
    name = section.title.replace(game, "").strip() or section.title
    return Document(
        case.number,
        {
            "title": [f"{case.number} {name if case is section else case.title}"],
            "opening" if case is section else "section": [name],
            "heading": [str(line) for block in case.text for line in block.lines if block.kind == "heading"],
            "text": [
                *(str(line) for block in case.text for line in block.lines if block.kind != "heading"),
                *([case.title] if case is section and name != case.title else []),
            ],
            "asked": [phrase for line in case.asked for phrase in line.split(", ")],
            "note": [str(note.text) for note in case.notes],
            "chart": [_spoken(chart) for chart in case.charts],
        },
    )


def _spoken(chart: Chart) -> str:
    """Return a chart as one line of text: "Figures of Snare (Range, Power): Boxed X, 3; Preview X, 2"."""
    head = f"{chart.title} ({', '.join(filter(None, chart.columns))})"
    rows = "; ".join(f"{first} {', '.join(cells)}" for first, *cells in chart.rows)
    return " ".join((f"{head}: {rows}.", *map(str, chart.notes)))
