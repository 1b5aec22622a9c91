"""Finding passages by words: word forms, beginnings of words, and the synonyms of a field.

It knows nothing of cases: it searches documents, each a title and lines of text, notes and charts.
Everything is worked out when the index is built; a question after that costs about a millisecond.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rules.words import STOP_WORDS, Word, words

WEIGHTS = {
    "title": 8.0, "heading": 5.0, "opening": 4.0, "text": 3.0, "chart": 2.0, "note": 1.0, "section": 1.0,
}  # fmt: skip
"""What finding a word counts for in each field; more in a title that has
few other words, and somewhat more elsewhere if it is found often."""

NAMES = frozenset({"title", "opening", "section"})
"""Fields that name a document: a hit shows its title anyway, so no excerpt is taken from them."""

SYNONYM, BEGINNING = 0.7, 0.5
"""How much a synonym counts, and a word that only begins with what was typed, when the word itself counts 1."""

PHRASE = 4.0
SHORTEST_BEGINNING = 2
LONGEST_QUERY = 200
LONGEST_EXCERPT = 180
LEAD = 60

Stems = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of an excerpt, and whether it is a word that was searched for."""

    text: str
    matched: bool = False


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A line of what was found, the words searched for apart. `str()` is the plain text."""

    pieces: tuple[Piece, ...]

    @classmethod
    def of(cls, line: str) -> Excerpt:
        """Return the beginning of a line, with nothing in it searched for."""
        return _cut(_Line(0, "text", line, ()), ())

    def __str__(self) -> str:
        return "".join(piece.text for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class Document:
    """What is searched: `fields` maps the names of `WEIGHTS` to lines of plain text."""

    key: str
    fields: Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Match:
    """A document that was found, by its key."""

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
    """Where an alternative of a term was found: a line, the first and the last of its words there."""

    line: int
    first: int
    last: int
    quality: float


class Index:
    """An index of documents. `synonyms` are groups of words or phrases that stand for each other."""

    def __init__(self, documents: Sequence[Document], synonyms: Iterable[Sequence[str]] = ()) -> None:
        self._keys = [d.key for d in documents]
        self._lines = [
            _Line(n, field, text, words(text))
            for n, d in enumerate(documents)
            for field, texts in d.fields.items()
            for text in texts
        ]
        self._at: dict[str, list[tuple[int, int]]] = defaultdict(list)
        self._spelt: dict[str, set[str]] = defaultdict(set)
        for n, line in enumerate(self._lines):
            for place, word in enumerate(line.words):
                self._at[word.stem].append((n, place))
                self._spelt[word.word].add(word.stem)
        self._synonyms = _alike(synonyms)
        self._longest = max(map(len, self._synonyms), default=1)

    def search(self, query: str) -> list[Match]:
        """Return what has the most of the query's words, best first; nothing if no word of it is found."""
        found = [self._spots(term) for term in self._terms(query)]
        by_document: dict[int, list[list[_Spot]]] = defaultdict(lambda: [[] for _ in found])
        for n, spots in enumerate(found):
            for spot in spots:
                by_document[self._lines[spot.line].document][n].append(spot)
        most = max((sum(map(bool, terms)) for terms in by_document.values()), default=0)
        rarity = [math.log(1 + len(self._keys) / self._spread(spots)) for spots in found]
        matches = [
            Match(self._keys[document], round(self._score(terms, rarity), 3), self._excerpt(document, terms))
            for document, terms in sorted(by_document.items())
            if sum(map(bool, terms)) == most
        ]
        return sorted(matches, key=lambda m: -m.score)

    def _terms(self, query: str) -> list[dict[Stems, float]]:
        """Return the terms of a query, each as what may stand for it and how much that counts."""
        typed = words(query[:LONGEST_QUERY])
        terms: list[dict[Stems, float]] = []
        at = 0
        while at < len(typed):
            here = typed[at : at + self._size(typed[at : at + self._longest])]
            at += len(here)
            if len(here) > 1 or here[0].word not in STOP_WORDS or len(typed) == 1:
                terms.append(self._alternatives(here))
        return terms

    def _size(self, typed: Sequence[Word]) -> int:
        """Return how many of the words make up a phrase that has synonyms, at least one."""
        stems = tuple(w.stem for w in typed)
        return next((n for n in range(len(stems), 1, -1) if stems[:n] in self._synonyms), 1)

    def _alternatives(self, typed: Sequence[Word]) -> dict[Stems, float]:
        phrase = tuple(w.stem for w in typed)
        found = {phrase: 1.0}
        for other in self._synonyms.get(phrase, ()):
            found.setdefault(other, SYNONYM)
        begun = typed[-1].word
        known_elsewhere = phrase in self._synonyms and phrase[0] not in self._at
        if len(typed) == 1 and len(begun) >= SHORTEST_BEGINNING and not known_elsewhere:
            for spelt, stems in self._spelt.items():
                if spelt.startswith(begun):
                    for stem in stems:
                        found.setdefault((stem,), BEGINNING)
        return found

    def _spots(self, term: Mapping[Stems, float]) -> list[_Spot]:
        """Return where a term is found; of alternatives beginning at one word the best counts."""
        best: dict[tuple[int, int], _Spot] = {}
        for stems, quality in term.items():
            for line, place in self._at.get(stems[0], ()):
                there = self._lines[line].words[place : place + len(stems)]
                if tuple(w.stem for w in there) != stems:
                    continue
                known = best.get((line, place))
                if known is None or known.quality < quality:
                    best[line, place] = _Spot(line, place, place + len(stems) - 1, quality)
        return list(best.values())

    def _spread(self, spots: Sequence[_Spot]) -> int:
        return max(1, len({self._lines[s.line].document for s in spots}))

    def _score(self, terms: Sequence[Sequence[_Spot]], rarity: Sequence[float]) -> float:
        score = 0.0
        for spots, rare in zip(terms, rarity, strict=True):
            for field, weight in WEIGHTS.items():
                qualities = [s.quality for s in spots if self._lines[s.line].field == field]
                if qualities:
                    more = self._share(spots) if field == "title" else math.log(len(qualities)) / 3
                    score += rare * weight * max(qualities) * (1 + more)
        return score + PHRASE * self._phrases(terms)

    def _share(self, spots: Sequence[_Spot]) -> float:
        """Return how much of its title a term makes up, small words apart: 1 if it is all of it."""
        titles = [s for s in spots if self._lines[s.line].field == "title"]
        words_in = [w for w in self._lines[titles[0].line].words if w.word not in STOP_WORDS]
        return min(1.0, sum(s.last - s.first + 1 for s in titles) / max(1, len(words_in)))

    def _phrases(self, terms: Sequence[Sequence[_Spot]]) -> int:
        """Count the neighbours of the query that are neighbours in the document too."""
        return sum(
            bool({(s.line, s.last + 1) for s in one} & {(s.line, s.first) for s in other})
            for one, other in pairwise(terms)
        )

    def _excerpt(self, document: int, terms: Sequence[Sequence[_Spot]]) -> Excerpt:
        """Return the line that holds most of the terms; if only the title holds any, the first line."""
        in_line: dict[int, dict[int, float]] = defaultdict(dict)
        spans: dict[int, set[int]] = defaultdict(set)
        for n, spots in enumerate(terms):
            for spot in spots:
                if self._lines[spot.line].field not in NAMES:
                    in_line[spot.line][n] = max(spot.quality, in_line[spot.line].get(n, 0))
                    spans[spot.line] |= set(range(spot.first, spot.last + 1))
        if in_line:
            best = max(in_line, key=lambda n: (len(in_line[n]), sum(in_line[n].values()), -n))
            return _cut(self._lines[best], sorted(spans[best]))
        lines = [line for line in self._lines if line.document == document]
        return _cut(next((line for line in lines if line.field not in NAMES), lines[0]), [])


def _alike(groups: Iterable[Sequence[str]]) -> dict[Stems, list[Stems]]:
    """Return for each word or phrase of the groups, as stems, what else may stand for it."""
    alike: dict[Stems, list[Stems]] = defaultdict(list)
    for group in groups:
        stems = [tuple(w.stem for w in words(phrase)) for phrase in group]
        for phrase in stems:
            alike[phrase] += [other for other in stems if other != phrase]
    return dict(alike)


def _cut(line: _Line, matched: Sequence[int]) -> Excerpt:
    """Return a line around its first matched word, no longer than an excerpt should be."""
    text, start, end = line.text, 0, len(line.text)
    if end > LONGEST_EXCERPT:
        first = line.words[matched[0]].start if matched else 0
        near = min(max(0, first - LEAD), end - LONGEST_EXCERPT)
        start = near if near == 0 else text.index(" ", near) + 1
        end = text.rindex(" ", start, start + LONGEST_EXCERPT + 1) if start + LONGEST_EXCERPT < end else end
    pieces = [Piece("… ")] if start else []
    done = start
    for place in matched:
        word = line.words[place]
        if word.start < start or word.end > end:
            continue
        pieces += [Piece(text[done : word.start]), Piece(text[word.start : word.end], matched=True)]
        done = word.end
    pieces += [Piece(text[done:end])] + ([Piece(" …")] if end < len(text) else [])
    return Excerpt(tuple(piece for piece in pieces if piece.text))
