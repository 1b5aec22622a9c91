"""Quotes: which sentence of a document answers a search.

The sentence with the rarest of the words wins. A word that most sentences of the document have, or that its
title has, tells the documents apart and not the sentences, so it counts less here.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.excerpts import Excerpt, Span, sentences
from rules.words import Word

FIELDS = {"text": 1.0, "note": 0.6, "chart": 0.4, "heading": 0.3}
"""How much a sentence counts by its field. Other fields are not quoted."""

_Line = tuple[int, str, str, Sequence[Word]]

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

    def __init__(self, lines: Sequence[_Line]) -> None:
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


def _passages(lines: Sequence[_Line]) -> list[_Passage]:
    """Return the texts to quote from: the lines of the text read on, every other one stands alone."""
    read_on = [line for line in lines if line[1] == "text"]
    alone = [[line] for line in lines if line[1] in FIELDS and line[1] != "text"]
    return [_passage(group) for group in ([read_on] if read_on else []) + alone]


def _passage(lines: Sequence[_Line]) -> _Passage:
    at, shifts, spans = 0, {}, []
    for number, _, text, _ in lines:
        shifts[number] = at
        spans += [(at + start, at + end) for start, end in sentences(text)]
        at += len(text) + 1
    return _Passage(" ".join(text for _, _, text, _ in lines), shifts, tuple(spans))


def _moved(word: Word, by: int) -> Word:
    return replace(word, start=word.start + by, end=word.end + by)
