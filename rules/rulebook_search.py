"""A search by words: word forms, beginnings of words, misspellings and synonyms.

It knows nothing of cases: it searches documents, each with a title and lines of text, notes and charts.
It ranks documents as BM25F does (Robertson and Zaragoza, 2009): a rare word counts more, and a word counts
more in a title than in a text. Each repetition adds to the score, but less each time. In a long search every
word may help, and no word is required. Everything is computed when the index is built.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass
from itertools import pairwise

from rules.excerpts import Excerpt
from rules.question_words import answering
from rules.quotes import Found, Quotes
from rules.search_terms import LONGEST_QUERY, Reader, Stems, Term
from rules.words import QUESTION_WORDS, STOP_WORDS, Word, words

WEIGHTS = {
    "title": 8.0, "opening": 8.0, "asked": 9.0, "heading": 5.0, "text": 3.0, "chart": 2.0, "note": 1.0,
    "section": 2.0,
}  # fmt: skip
"""How much a word counts in each field; in a title up to three times that, if it is the whole title."""

NAMES = frozenset({"title", "opening", "asked"})
"""Fields with names for a document: what the search and such a line have in common adds to the score."""

UNSHOWN = frozenset({"asked", "section"})
"""Fields that readers never see: quoted words do not match in them."""

SATURATION = 4.0
"""The weight at which a word counts half its maximum."""

LENGTH = 0.3
"""How much less the words of a long text count than those of a short one: 0 not at all, 1 in full."""

NEAR, FAR = 0.5, 10
"""The bonus if neighbours in the search are close in a line, and how many words apart is too far."""

FLOOR = 0.3
"""A document without all the words is dropped if it scores less than this share of the best."""


@dataclass(frozen=True, slots=True)
class Document:
    """A document to search. `fields` maps the names of `WEIGHTS` to lines of plain text."""

    key: str
    fields: Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Match:
    """A document that matches, by its key."""

    key: str
    score: float
    excerpt: Excerpt


@dataclass(frozen=True, slots=True)
class _Line:
    document: int
    field: str
    text: str
    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class _Spot:
    """A place where a term matches: a line, the first and last of its words there, and how well they fit."""

    line: int
    first: int
    last: int
    quality: float


@dataclass(frozen=True, slots=True)
class _TermMatch:
    """The spots of a term by document, and its rarity: the fewer the documents, the more it counts."""

    spots: Mapping[int, Sequence[_Spot]]
    rarity: float
    required: bool


class Index:
    """An index of documents. `synonyms` are groups of words or phrases that stand for each other."""

    def __init__(self, documents: Sequence[Document], synonyms: Iterable[Sequence[str]] = ()) -> None:
        self._keys = [d.key for d in documents]
        self._lines = [
            _Line(n, name, text, words(text))
            for n, d in enumerate(documents)
            for name, texts in d.fields.items()
            for text in texts
        ]
        self._at: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for n, line in enumerate(self._lines):
            for place, word in enumerate(line.words):
                self._at[word.stem].append((n, place))
        self._reader = Reader((word for line in self._lines for word in line.words), synonyms)
        self._telling = [
            [w for w in line.words if w.word not in STOP_WORDS - QUESTION_WORDS] for line in self._lines
        ]
        rarity = {s: self._rarity({self._lines[n].document for n, _ in at}) for s, at in self._at.items()}
        self._worth = [sum(rarity[w.stem] for w in telling) for telling in self._telling]
        self._longer = self._lengths()
        shown: list[list[tuple[int, str, str, Sequence[Word]]]] = [[] for _ in documents]
        for n, line in enumerate(self._lines):
            shown[line.document].append((n, line.field, line.text, line.words))
        self._quotes = [Quotes(lines) for lines in shown]

    def search(self, query: str) -> list[Match]:
        """Return the documents that match a search, best first; none if no word matches."""
        hints = answering(words(query[:LONGEST_QUERY]))
        terms = [f for f in map(self._find, self._reader.terms(query)) if f.spots or f.required]
        possible = {d for f in terms for d in f.spots}.intersection(*(f.spots for f in terms if f.required))
        scores = {d: self._score(d, terms) for d in possible}
        least = FLOOR * max(scores.values(), default=0.0)
        return [
            Match(self._keys[d], round(scores[d], 4), self._excerpt(d, terms, hints))
            for d in sorted(scores, key=lambda d: (-scores[d], d))
            if scores[d] >= least or all(d in f.spots for f in terms)
        ]

    def _lengths(self) -> list[float]:
        """Return the divisor for the words of each document's text: 1 for a text of average length."""
        sizes = dict.fromkeys(range(len(self._keys)), 0)
        for line, telling in zip(self._lines, self._telling, strict=True):
            sizes[line.document] += len(telling) if line.field == "text" else 0
        usual = sum(sizes.values()) / max(1, len(sizes)) or 1.0
        return [1 - LENGTH + LENGTH * size / usual for size in sizes.values()]

    def _rarity(self, documents: Sized) -> float:
        """Return how much a term counts. The root keeps one odd word from outweighing all the others."""
        return math.sqrt(math.log(1 + (len(self._keys) - len(documents) + 0.5) / (len(documents) + 0.5)))

    def _find(self, term: Term) -> _TermMatch:
        """Return the matches of a term; of several that begin at the same word only the best counts."""
        best: dict[tuple[int, int], _Spot] = {}
        for stems, quality in term.stands_for.items():
            for line, place in self._at.get(stems[0], ()):
                known = best.get((line, place))
                if known is not None and known.quality >= quality:
                    continue
                if self._is_open(term, line) and self._stands_at(stems, line, place):
                    best[line, place] = _Spot(line, place, place + len(stems) - 1, quality)
        spots = defaultdict(list)
        for spot in best.values():
            spots[self._lines[spot.line].document].append(spot)
        return _TermMatch(spots, self._rarity(spots), term.required)

    def _is_open(self, term: Term, line: int) -> bool:
        """Return whether a term may match in a line."""
        name = self._lines[line].field
        return not (term.required and name in UNSHOWN) and not (term.only_names and name not in NAMES)

    def _stands_at(self, stems: Stems, line: int, place: int) -> bool:
        if len(stems) == 1:
            return True
        return tuple(w.stem for w in self._lines[line].words[place : place + len(stems)]) == stems

    def _score(self, document: int, terms: Sequence[_TermMatch]) -> float:
        """Return the score of a document: its words, its names, and words close together."""
        score = near = 0.0
        in_names: dict[int, float] = defaultdict(float)
        for f in terms:
            if here := f.spots.get(document):
                weight = sum(map(self._weight, here))
                score += f.rarity * weight / (weight + SATURATION)
                for line in {s.line for s in here if self._lines[s.line].field in NAMES}:
                    in_names[line] += f.rarity * max(s.quality for s in here if s.line == line)
        for one, other in pairwise(terms):
            if document in one.spots and document in other.spots:
                nearness = _nearness(one.spots[document], other.spots[document])
                near += min(one.rarity, other.rarity) * nearness
        asked = sum(f.rarity for f in terms)
        named = (
            got * got / math.sqrt(self._worth[n] * asked) for n, got in in_names.items() if self._worth[n]
        )
        return score + max(named, default=0.0) + NEAR * near

    def _weight(self, spot: _Spot) -> float:
        """Return how much one place counts: by its field, and in a title by how much of it the term fills."""
        line = self._lines[spot.line]
        weight = WEIGHTS[line.field] * spot.quality
        if line.field == "title":
            share = (spot.last - spot.first + 1) / max(1, len(self._telling[spot.line]))
            return weight * (1 + 2 * min(1.0, share))
        return weight / self._longer[line.document] if line.field == "text" else weight

    def _excerpt(self, document: int, terms: Sequence[_TermMatch], hints: frozenset[str]) -> Excerpt:
        """Return the sentence of a document that has the most of the search."""
        found = [
            Found(n, spot.line, spot.first, spot.last, f.rarity * spot.quality)
            for n, f in enumerate(terms)
            for spot in f.spots.get(document, ())
        ]
        return self._quotes[document].best(found, hints)


def _nearness(one: Sequence[_Spot], other: Sequence[_Spot]) -> float:
    """Return how close two terms come to each other: 1 side by side, 0 far apart."""
    in_line: dict[int, list[_Spot]] = defaultdict(list)
    for spot in one:
        in_line[spot.line].append(spot)
    return max(
        (
            min(a.quality, b.quality) / apart
            for b in other
            for a in in_line.get(b.line, ())
            if 0 < (apart := max(b.first - a.last, a.first - b.last)) < FAR
        ),
        default=0.0,
    )
