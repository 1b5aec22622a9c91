"""What the sentences for players are made of."""

from __future__ import annotations

from collections.abc import Iterable


def listed(words: Iterable[str]) -> str:
    """Return words, at least one, as one says them: "Peter", "Peter and Fran", "043, 062 and 081"."""
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last
