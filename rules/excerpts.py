"""Excerpts: the line of a text that a search found, with the words searched for apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.words import Word

LONGEST_EXCERPT = 180
LEAD = 60


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
    def of(cls, text: str, matched: Sequence[Word] = ()) -> Excerpt:
        """Return a line around the first of its `matched` words, no longer than an excerpt should be."""
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
    """Return where an excerpt that shows the place `at` begins and ends, both between words."""
    if len(text) <= LONGEST_EXCERPT:
        return 0, len(text)
    near = min(max(0, at - LEAD), len(text) - LONGEST_EXCERPT)
    start = near if near == 0 else text.index(" ", near) + 1
    if start + LONGEST_EXCERPT >= len(text):
        return start, len(text)
    return start, text.rindex(" ", start, start + LONGEST_EXCERPT + 1)
