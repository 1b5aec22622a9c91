"""What people type, in one form: the digits of every script and of every width are 0 to 9."""

from __future__ import annotations

import unicodedata

_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that fonts draw as nothing."""


def plain(text: str) -> str:
    """Return a code, a number or words to look for with full-width letters and other digits made plain."""
    if text.isascii():
        return text
    return "".join(
        str(unicodedata.decimal(letter)) if letter.isdecimal() else letter
        for letter in unicodedata.normalize("NFKC", text)
    )


def shows_nothing(text: str) -> bool:
    """Whether nothing of a text can be seen."""
    return all(letter in _BLANK or unicodedata.category(letter)[0] in "CMZ" for letter in text)
