"""Excerpts: a line of text that answers a search, with the matching words marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.words import Word

LONGEST_EXCERPT = 180
LEAD = 60


@dataclass(frozen=True, slots=True)
class Piece:
    """Part of an excerpt; `matched` if it is a word of the search."""

    text: str
    matched: bool = False


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A line of text in pieces, with the matching words marked. `str()` is the plain text."""

    pieces: tuple[Piece, ...]

    @classmethod
    def of(cls, text: str, matched: Sequence[Word] = ()) -> Excerpt:
        """Return the part of a line around the first of its `matched` words, as long as an excerpt may be."""
        start, end = _ends(text, matched[0].start if matched else 0)
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


def _ends(text: str, at: int) -> tuple[int, int]:
    """Return the start and end of an excerpt around the place `at`, both between words."""
    if len(text) <= LONGEST_EXCERPT:
        return 0, len(text)
    near = min(max(0, at - LEAD), len(text) - LONGEST_EXCERPT)
    start = near if near == 0 else text.index(" ", near) + 1
    if start + LONGEST_EXCERPT >= len(text):
        return start, len(text)
    return start, text.rindex(" ", start, start + LONGEST_EXCERPT + 1)
