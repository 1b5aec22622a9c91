"""What people type, in one form: the digits of every script and of every width are 0 to 9."""

from __future__ import annotations

import unicodedata


def plain(text: str) -> str:
    """Return a code, a number or words to look for with full-width letters and other digits made plain."""
    if text.isascii():
        return text
    return "".join(
        str(unicodedata.decimal(letter)) if letter.isdecimal() else letter
        for letter in unicodedata.normalize("NFKC", text)
    )
