"""A rulebook of numbered cases with their notes and charts, the same for every game.

A rulebook is data: one file for each section, with the cases in our own words, their notes (the rulings)
and the numbers of their charts. References come from the text.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from rules.rulebook.charts import Chart, by_name, load
from rules.rulebook.search import Document, Excerpt, Index, Match
from rules.rulebook.text import Block, Text, read_block, read_text
from rules.rulebook.words import LONGEST_QUERY, words
from rules.sentences import listed

__all__ = ["Case", "Hit", "Note", "Rulebook", "RulebookError", "Searches", "UnknownCase", "UnknownChart"]


@dataclass(frozen=True, slots=True)
class Note:
    """A ruling: it settles a point that its case leaves open."""

    id: str
    text: Text


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
            "charts": [chart.printed() for chart in self.charts],
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


class UnknownChart(LookupError):
    """Raised for a name of a chart that is not in the rulebook, with those that are."""

    def __init__(self, asked: str, names: Collection[str]) -> None:
        shown = asked if len(asked) <= SHOWN else f"{asked[:SHOWN]}…"
        there = f"its charts are {listed(names)}" if names else "it has none"
        super().__init__(f"There is no chart “{shown}” in the rulebook; {there}.")


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
        self.charts = by_name(chart for case in read for chart in case.charts)
        """The charts of all cases by name."""
        self.cases = _cross_referenced(read, rulings)
        self._by_number = {case.number: case for case in self.cases}
        self._synonyms = synonyms
        self._asked: Mapping[str, str] = asked or {}

    @classmethod
    def load(
        cls,
        package: str,
        title: str,
        charts: Mapping[str, Chart] | None = None,
        folder: str = "rulebook",
        more: Iterable[Case] = (),
    ) -> Rulebook:
        """Return the rulebook in data/`folder` of a package: a file for each section, and synonyms.json.

        Each of the `charts`, those of data/charts unless told, stands at its case.
        `more` are cases that a game makes of other data. Raises RulebookError.
        """
        place = files(package) / "data" / folder
        texts = {f.name: f.read_text(encoding="utf-8") for f in place.iterdir() if f.name.endswith(".json")}
        searching = json.loads(texts.pop("synonyms.json", '{"groups": []}'))
        if charts is None:
            charts = load(package) if (files(package) / "data" / "charts").is_dir() else {}
        cases = [_read_case(c, charts) for text in texts.values() for c in json.loads(text)["cases"]]
        if homeless := charts.keys() - {chart.name for case in cases for chart in case.charts}:
            raise RulebookError([f"The chart {name} belongs to no case." for name in sorted(homeless)])
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

    def chart(self, name: str) -> Chart:
        """Return a chart by its name or its title. Raises UnknownChart."""
        asked = _without_brackets(" ".join(name.split())).lower()
        for chart in self.charts.values():
            if asked == chart.name.lower() or _spelt(asked) == _spelt(chart.title):
                return chart
        raise UnknownChart(name, self.charts)

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
    shown = tuple(chart for chart in charts.values() if chart.case == source["number"])
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
    charts = [chart.name for case in cases for chart in case.charts]
    for kind, names in (("case", numbers), ("ruling", ids), ("chart", charts)):
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
