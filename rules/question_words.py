"""What the small words of a question tell: "how many" asks for a number, "when" for a moment.

They find no documents, but of the sentences of a document they favour the one that answers.
"""

from __future__ import annotations

from collections.abc import Sequence

from rules.words import Word, words

_NUMBERS = (
    "two three four five six seven eight nine ten half whole once twice many most least number limit "
    "0 1 2 3 4 5 6 7 8 9 10 20"
)
_MOMENTS = "when while until once before after during begins ends start phase step turn moment soon always"
_DENIALS = "not never no none cannot nobody neither nor only without except"
_LEAVE = "may can must cannot never only not nobody allowed need have free"
_UNDONE = "until again longer back normal ends recover off"

_ANSWERS: tuple[tuple[str, str], ...] = (
    ("how many", _NUMBERS),
    ("how much", _NUMBERS),
    ("how often", _NUMBERS),
    ("how far", _NUMBERS),
    ("how long", f"{_NUMBERS} {_MOMENTS}"),
    ("how big", _NUMBERS),
    ("what number", _NUMBERS),
    ("what roll", _NUMBERS),
    ("how strong", _NUMBERS),
    ("when", _MOMENTS),
    ("can", _LEAVE),
    ("may", _LEAVE),
    ("must", _LEAVE),
    ("allowed", _LEAVE),
    ("have to", _LEAVE),
    ("who", f"{_LEAVE} player"),
    ("run out", f"{_DENIALS} left last"),
    ("cannot", _DENIALS),
    ("not", _DENIALS),
    ("never", _DENIALS),
)
"""What is asked, and words that an answer is likely to have."""

UNDOING = ("un", "de")
"""Beginnings that turn a word into its undoing: whoever asks how to "unstun" asks when a stun ends."""

_NOT = "n't"


def answering(asked: Sequence[Word]) -> frozenset[str]:
    """Return the stems that a sentence which answers a question is likely to have."""
    plain = f" {' '.join(_spelt(word.word) for word in asked)} "
    told = [answer for question, answer in _ANSWERS if f" {question} " in plain]
    if any(word.word.startswith(UNDOING) for word in asked):
        told.append(_UNDONE)
    return frozenset(word.stem for answer in told for word in words(answer))


def _spelt(word: str) -> str:
    """Return a word with its "not" spelt out: "can't" is "can not"."""
    return f"{word.removesuffix(_NOT)} not" if word.endswith(_NOT) else word
