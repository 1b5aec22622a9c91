"""Parts of the sentences for players."""

from __future__ import annotations

from collections.abc import Iterable


def listed(words: Iterable[str]) -> str:
    """Return one or more words as a spoken list: "Peter", "Peter and Fran", "043, 062 and 081"."""
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last
