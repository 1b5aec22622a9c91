"""A search by words: word forms, misspellings and synonyms, and the sentence that answers.

The sentence with the rarest of the words wins. A word that most sentences of the document have, or that its
title has, distinguishes documents, not sentences, so it counts less here.

The search knows nothing of cases: it searches documents, each with a title and lines of text, notes and
charts. It ranks documents as BM25F does (Robertson and Zaragoza, 2009): a rare word counts more, and a word
counts more in a title than in a text. Each repetition adds to the score, but less each time. In a long search
every word may help, and no word is required. Everything is computed when the index is built.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Sized
from dataclasses import dataclass, replace
from itertools import pairwise

from rules.rulebook.words import (
    LONGEST_QUERY,
    QUESTION_WORDS,
    STOP_WORDS,
    Reader,
    Stems,
    Term,
    Word,
    answering,
    words,
)

LONGEST_EXCERPT = 180
LEAD = 60

Span = tuple[int, int]
"""The start and the end of a part of a text."""

_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+(?=[^a-z])")


@dataclass(frozen=True, slots=True)
class Piece:
    """Part of an excerpt; `matched` if it is a word of the search."""

    text: str
    matched: bool = False


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Part of a text in pieces, with the matching words marked. `str()` is the plain text."""

    pieces: tuple[Piece, ...]

    @classmethod
    def of(
        cls, text: str, matched: Sequence[Word] = (), start: int = 0, spans: Sequence[Span] = ()
    ) -> Excerpt:
        """Return the sentence that begins at `start`, and those around it that fit in an excerpt.

        Of a longer sentence it is the part around the first of its `matched` words. `spans` are the sentences
        of the text, where they are known.
        """
        start, end = _ends(text, start, [word.start for word in matched], spans or list(sentences(text)))
        pieces = [Piece("… ")] if start else []
        done = start
        for word in matched:
            if start <= word.start and word.end <= end:
                pieces += [Piece(text[done : word.start]), Piece(text[word.start : word.end], matched=True)]
                done = word.end
        pieces += [Piece(text[done:end])] + ([Piece(" …")] if end < len(text) else [])
        return cls(tuple(piece for piece in pieces if piece.text))

    def __str__(self) -> str:
        return "".join(piece.text for piece in self.pieces)


def sentences(text: str) -> Iterator[Span]:
    """Yield the start and the end of each sentence of a text."""
    start = 0
    for gap in _SENTENCE_END.finditer(text):
        yield start, gap.start()
        start = gap.end()
    if start < len(text):
        yield start, len(text)


def _ends(text: str, start: int, matched: Sequence[int], spans: Sequence[Span]) -> Span:
    """Return the start and end of an excerpt, both between words."""
    whole = [end for begun, end in spans if begun >= start and end - start <= LONGEST_EXCERPT]
    if whole:
        end = whole[-1]
        return min(begun for begun, _ in spans if end - begun <= LONGEST_EXCERPT), end
    at = next((place for place in matched if place >= start), start)
    near = min(max(start, at - LEAD), len(text) - LONGEST_EXCERPT)
    begun = near if near == start else text.index(" ", near) + 1
    if begun + LONGEST_EXCERPT >= len(text):
        return begun, len(text)
    return begun, text.rindex(" ", begun, begun + LONGEST_EXCERPT + 1)


FIELDS = {"text": 1.0, "note": 0.6, "chart": 0.4, "heading": 0.3}
"""How much a sentence counts by its field. Other fields are not quoted."""

_QuotedLine = tuple[int, str, str, Sequence[Word]]

IN_TITLE = 0.5
"""The share that a word counts if it is in the title too."""

HINT = 0.6
"""How much it counts that a sentence has one of the words that an answer is likely to have."""

FIRST = 0.2
"""How much it counts that a sentence opens its document: it often says the whole of it."""


@dataclass(frozen=True, slots=True)
class Found:
    """A term of the search in a line: its words there, how rare it is, and how well they fit."""

    term: int
    line: int
    first: int
    last: int
    worth: float


@dataclass(frozen=True, slots=True)
class _Passage:
    """Lines that are read on as one text, with the place of each in it."""

    text: str
    shifts: Mapping[int, int]
    spans: Sequence[Span]


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence of a passage, where it begins there, and the stems of its words."""

    passage: _Passage
    field: str
    start: int
    stems: frozenset[str]


class Quotes:
    """The sentences of one document. `lines` are its fields and texts by their numbers, with their words."""

    def __init__(self, lines: Sequence[_QuotedLine]) -> None:
        self._words = {number: line_words for number, _, _, line_words in lines}
        self._titles = {number for number, field, _, _ in lines if field in ("title", "opening")}
        self._opening = next((text for _, field, text, _ in lines if field in FIELDS), lines[0][2])
        self._sentences: list[_Sentence] = []
        self._at: dict[tuple[int, int], int] = {}
        for passage in _passages(lines):
            for number, field, text, line_words in lines:
                if number in passage.shifts:
                    self._read(passage, number, field, text, line_words)

    def _read(self, passage: _Passage, number: int, field: str, text: str, line: Sequence[Word]) -> None:
        """Take in the sentences of a line, and which of them each word is in."""
        for start, end in sentences(text):
            places = [place for place, word in enumerate(line) if start <= word.start < end]
            self._at.update(((number, place), len(self._sentences)) for place in places)
            stems = frozenset(line[place].stem for place in places)
            self._sentences.append(_Sentence(passage, field, passage.shifts[number] + start, stems))

    def best(self, found: Sequence[Found], hints: frozenset[str] = frozenset()) -> Excerpt:
        """Return the sentence that answers best; where no sentence has a word of the search, the opening.

        `hints` are stems that an answer is likely to have.
        """
        if not self._sentences:
            return Excerpt.of(self._opening)
        scores = [
            HINT * FIELDS[sentence.field] * math.sqrt(len(hints & sentence.stems))
            for sentence in self._sentences
        ]
        scores[0] += FIRST
        in_title = {spot.term for spot in found if spot.line in self._titles}
        for term, worths in self._worths(found).items():
            telling = (IN_TITLE if term in in_title else 1.0) * math.log(1 + len(scores) / len(worths))
            for n, worth in worths.items():
                scores[n] += FIELDS[self._sentences[n].field] * telling * worth
        chosen = self._sentences[scores.index(max(scores))]
        passage = chosen.passage
        return Excerpt.of(passage.text, self._matched(passage, found), chosen.start, passage.spans)

    def _worths(self, found: Iterable[Found]) -> dict[int, dict[int, float]]:
        """Return what each term is worth in each of the sentences that have it."""
        worths: dict[int, dict[int, float]] = defaultdict(dict)
        for spot in found:
            n = self._at.get((spot.line, spot.first))
            if n is not None:
                worths[spot.term][n] = max(spot.worth, worths[spot.term].get(n, 0.0))
        return worths

    def _matched(self, passage: _Passage, found: Iterable[Found]) -> list[Word]:
        """Return the words of a passage that match, each with its place in the passage."""
        places = {
            (spot.line, place)
            for spot in found
            if spot.line in passage.shifts
            for place in range(spot.first, spot.last + 1)
        }
        return [_moved(self._words[line][place], passage.shifts[line]) for line, place in sorted(places)]


def _passages(lines: Sequence[_QuotedLine]) -> list[_Passage]:
    """Return the texts to quote from: the lines of the text read on, every other one is separate."""
    read_on = [line for line in lines if line[1] == "text"]
    alone = [[line] for line in lines if line[1] in FIELDS and line[1] != "text"]
    return [_passage(group) for group in ([read_on] if read_on else []) + alone]


def _passage(lines: Sequence[_QuotedLine]) -> _Passage:
    at, shifts, spans = 0, {}, []
    for number, _, text, _ in lines:
        shifts[number] = at
        spans += [(at + start, at + end) for start, end in sentences(text)]
        at += len(text) + 1
    return _Passage(" ".join(text for _, _, text, _ in lines), shifts, tuple(spans))


def _moved(word: Word, by: int) -> Word:
    return replace(word, start=word.start + by, end=word.end + by)


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
    """An index of documents. `synonyms` are groups of words or phrases with the same meaning."""

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
