"""Words and their forms: what makes "closing" find "closed"."""

from __future__ import annotations

import re
from dataclasses import dataclass

_WORD = re.compile(r"\d+(?:\.\d+)?|[A-Za-z]+(?:'[A-Za-z]+)?")
_VOWEL = re.compile("[aeiouy]")
_DOUBLED = re.compile(r"([bdgmnprt])\1$")
_SHORTEST = 3

IRREGULAR = {
    "dice": "die",
    "shot": "shoot",
    "shots": "shoot",
    "hidden": "hide",
    "hid": "hide",
    "panicked": "panic",
    "panicking": "panic",
    "chosen": "choose",
    "chose": "choose",
    "broken": "break",
    "broke": "break",
    "taken": "take",
    "took": "take",
    "seen": "see",
    "saw": "see",
    "losing": "lose",
    "drawn": "draw",
    "drew": "draw",
    "won": "win",
    "went": "go",
    "gone": "go",
    "goes": "go",
    "going": "go",
    "said": "say",
    "notes": "note",
    "stood": "stand",
    "found": "find",
    "bitten": "bite",
}
KEPT = frozenset({"lose", "note"})
"""Words that keep their last letter; without it they would have the stem of another word."""

ENDINGS = ("ment", "ing", "ion", "ed")
STOP_WORDS = frozenset({
    "a", "allowed", "also", "am", "an", "and", "any", "are", "as", "at", "be", "been", "but", "by", "can",
    "could", "did", "do", "does", "for", "from", "get", "gets", "got", "had", "happen", "happens", "has",
    "have", "he", "her", "him", "his", "how", "i", "if", "in", "into", "is", "it", "its", "just", "let",
    "may", "me", "more", "must", "my", "need", "of", "ok", "on", "or", "our", "possible", "she", "should",
    "so", "still", "than", "that", "the", "their", "them", "then", "there", "they", "this", "to", "too", "us",
    "want",
    "was", "we", "were", "what", "when", "where", "whether", "which", "while", "who", "whom", "whose", "why",
    "will", "with", "would", "you", "your",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a text in lower case, its stem, and its place (`text[start:end]`)."""

    word: str
    stem: str
    start: int
    end: int


def words(text: str) -> tuple[Word, ...]:
    """Return the words and numbers of a text in order; "6.4" is one number."""
    straight = text.replace("’", "'")
    return tuple(
        Word(match[0].lower(), stem(match[0]), match.start(), match.end())
        for match in _WORD.finditer(straight)
    )


def stem(word: str) -> str:
    """Return the stem that the forms of an English word share, roughly: "closes" and "closing" give "clos".

    A stem does not have to be a word. Two words with the same stem count as forms of each other.
    """
    word = word.lower().removesuffix("'s")
    word = IRREGULAR.get(word, word)
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > _SHORTEST:
        word = word[:-1]
    for ending in ENDINGS:
        base = word.removesuffix(ending)
        if base != word and len(base) >= _SHORTEST and _VOWEL.search(base):
            word = _DOUBLED.sub(r"\1", base)
            break
    if len(word) > _SHORTEST and word not in KEPT:
        word = word.removesuffix("e")
    return f"{word[:-1]}i" if word.endswith("y") and len(word) > _SHORTEST else word
