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
    "lost": "lose",
    "left": "leave",
    "kept": "keep",
    "lay": "lie",
    "fought": "fight",
    "thrown": "throw",
    "threw": "throw",
    "given": "give",
    "gave": "give",
    "began": "begin",
    "begun": "begin",
    "ran": "run",
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
    "a", "ain't", "allowed", "also", "am", "an", "and", "any", "are", "aren't", "as", "at", "be", "been",
    "but", "by", "can", "can't", "could", "couldn't", "did", "didn't", "do", "does", "doesn't", "don't",
    "for", "from", "get", "gets", "got", "had", "hadn't", "happen", "happens", "has", "hasn't", "have",
    "haven't", "he", "her", "him", "his", "how", "how's", "i", "i'd", "i'll", "i'm", "i've", "if", "in",
    "into", "is", "isn't", "it", "it's", "its", "just", "let", "let's", "may", "me", "more", "must",
    "mustn't", "my", "need", "of", "ok", "on", "or", "our", "possible", "she", "should", "shouldn't", "so",
    "still", "than", "that", "that's", "the", "their", "them", "then", "there", "there's", "they", "they're",
    "this", "to", "too", "us", "use", "used", "uses", "using", "want", "was", "wasn't", "we", "we'll",
    "we're", "we've", "were", "weren't", "what", "what's", "when", "when's", "where", "where's", "whether",
    "which", "while", "who", "who's", "whom", "whose", "why", "will", "with", "won't", "would", "wouldn't",
    "you", "you're", "your",
})  # fmt: skip
QUESTION_WORDS = frozenset({"when", "where", "who", "whom", "whose"})
"""Small words that tell one title from another: "Who may have one", "When one is taken"."""
MEASURES = frozenset({"big", "far", "long", "many", "much", "often"})
"""What is asked after "how"."""


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
