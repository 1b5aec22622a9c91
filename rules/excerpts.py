"""Excerpts: the sentence of a text that answers a search, with the matching words marked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.words import Word

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
