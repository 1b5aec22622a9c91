"""Parts of the sentences for players."""

from __future__ import annotations

from collections.abc import Iterable


def listed(words: Iterable[str]) -> str:
    """Return one or more words as a spoken list: "Peter", "Peter and Fran", "043, 062 and 081"."""
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last


def either(words: Iterable[str]) -> str:
    """Return words as a choice: "Peter", "Peter or Fran", "Peter, Steve or Fran"; "" for none."""
    *others, last = ("", *words)
    return f"{', '.join(others[1:])} or {last}" if others[1:] else last


def sentence(text: str) -> str:
    """Return a sentence that begins with a capital letter."""
    return text[:1].upper() + text[1:]


def times(amount: int) -> str:
    """Return how often something happened: "never", "once", "twice", "3 times"."""
    return ("never", "once", "twice")[amount] if amount < 3 else f"{amount} times"


def counted(count: int, thing: str) -> str:
    """Return a number of things: "1 shot", "3 shots"."""
    return f"{count} {thing}{'' if count == 1 else 's'}"
