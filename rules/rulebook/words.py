"""Words and their forms, and the terms of a search: what makes "closing" find "closed".

The small words of a question find no documents, but of the sentences of a document they favour the one that
answers.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

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
"""Small words that distinguish titles: "Who may have one", "When one is taken"."""
MEASURES = frozenset({"big", "far", "long", "many", "much", "often"})
"""Words that follow "how" in a question."""


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
"""Question words, and words that an answer is likely to have."""

UNDOING = ("un", "de")
"""Beginnings that turn a word into its undoing: a question how to "unstun" is about the end of a stun."""

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


SYNONYM, BEGINNING, MISSPELT, UNDONE = 0.7, 0.5, 0.5, 0.8
"""How much a synonym counts, a word that begins with the typed letters, a word with a similar spelling, and
a word whose undoing is asked for. The word itself counts 1."""

SHORTEST_BEGINNING, SHORTEST_MISSPELT = 2, 5
LIKENESS = 0.75
LONGEST_QUERY = 200

Stems = tuple[str, ...]

_QUOTED = re.compile(r'["“”„«»]([^"“”„«»]+)["“”„«»]')


@dataclass(frozen=True, slots=True)
class Term:
    """A word or phrase of a search: the stems that match it, and how much each counts.

    A quoted term is `required`: a document without it is not a match. A word that is a question's
    `only_names` counts in the names of documents alone.
    """

    stands_for: Mapping[Stems, float]
    required: bool = False
    only_names: bool = False


class Reader:
    """Reads searches. It knows the words of the texts and their synonyms."""

    def __init__(self, known: Iterable[Word], synonyms: Iterable[Sequence[str]]) -> None:
        self._spelt: dict[str, str] = {word.word: word.stem for word in known}
        self._stems = frozenset(self._spelt.values())
        self._synonyms = _alike(synonyms)
        self._longest = max(map(len, self._synonyms), default=1)
        alone = {stems[0] for stems in self._synonyms if len(stems) == 1}
        self._sorted = sorted(self._spelt)
        self._alike_by_letter: dict[str, list[str]] = defaultdict(list)
        for spelt in {*self._spelt, *alone}:
            self._alike_by_letter[spelt[0]].append(spelt)

    def terms(self, query: str) -> list[Term]:
        """Return the terms of a search in order, the quoted ones first."""
        query = query[:LONGEST_QUERY]
        quoted = [tuple(w.stem for w in words(phrase)) for phrase in _QUOTED.findall(query)]
        terms = [Term({phrase: 1.0}, required=True) for phrase in quoted if phrase]
        return terms + list(self._unquoted(words(_QUOTED.sub(" ", query))))

    def _unquoted(self, typed: Sequence[Word]) -> Iterator[Term]:
        """Yield a term for each word or phrase that is not a stop word; a repeated one counts once."""
        at, seen = 0, set()
        while at < len(typed):
            here = typed[at : at + self._size(typed[at : at + self._longest])]
            at += len(here)
            asked = tuple(w.stem for w in here)
            if asked in seen:
                continue
            seen.add(asked)
            if len(here) == 1 and _is_question(typed, at - 1):
                yield Term({asked: 1.0}, only_names=True)
            elif len(typed) == 1 or len(here) > 1 or here[0].word not in STOP_WORDS:
                yield Term(self._standing_for(here, is_last=at == len(typed)))

    def _size(self, typed: Sequence[Word]) -> int:
        """Return how many of the words form a phrase with synonyms, or 1."""
        stems = tuple(w.stem for w in typed)
        return next((n for n in range(len(stems), 1, -1) if stems[:n] in self._synonyms), 1)

    def _standing_for(self, typed: Sequence[Word], *, is_last: bool) -> dict[Stems, float]:
        phrase = tuple(w.stem for w in typed)
        phrases = {phrase: 1.0}
        for other in self._synonyms.get(phrase, ()):
            phrases.setdefault(other, SYNONYM)
        is_known = phrase in self._synonyms or phrase[0] in self._stems
        if len(typed) == 1 and (is_last or not is_known):
            for stem in self._begun(typed[0].word):
                phrases.setdefault((stem,), BEGINNING)
            if len(phrases) == 1 and not is_known:
                phrases |= self._undone(typed[0].word) or self._misspelt(typed[0].word)
        return phrases

    def _undone(self, typed: str) -> dict[Stems, float]:
        """Return the stems of the word that an "un" turns round, and of its synonyms."""
        turned = next((typed.removeprefix(un) for un in UNDOING if typed.startswith(un)), "")
        phrases: dict[Stems, float] = {}
        for word in words(turned):
            if (word.stem,) in self._synonyms or word.stem in self._stems:
                phrases[word.stem,] = UNDONE
                for other in self._synonyms.get((word.stem,), ()):
                    phrases.setdefault(other, UNDONE * SYNONYM)
        return phrases

    def _begun(self, begun: str) -> Iterator[str]:
        """Yield the stems of the words that begin with the letters typed so far."""
        if len(begun) >= SHORTEST_BEGINNING:
            for spelt in self._sorted[bisect_left(self._sorted, begun) :]:
                if not spelt.startswith(begun):
                    return
                yield self._spelt[spelt]

    def _misspelt(self, typed: str) -> dict[Stems, float]:
        """Return the stems of the most likely intended word, if it begins with the same letter."""
        if len(typed) < SHORTEST_MISSPELT:
            return {}
        near = get_close_matches(typed, self._alike_by_letter.get(typed[0], ()), n=1, cutoff=LIKENESS)
        meant = [(self._spelt.get(word, word),) for word in near]
        others = [other for stems in meant for other in self._synonyms.get(stems, ())]
        return dict.fromkeys(others, MISSPELT * SYNONYM) | dict.fromkeys(meant, MISSPELT)


def _is_question(typed: Sequence[Word], at: int) -> bool:
    """Return whether a word only asks: "when", or "many" after "how"."""
    if typed[at].word in QUESTION_WORDS:
        return len(typed) > 1
    return at > 0 and typed[at - 1].word == "how" and typed[at].word in MEASURES


def _alike(groups: Iterable[Sequence[str]]) -> dict[Stems, list[Stems]]:
    """Return the synonyms of each word or phrase of the groups, as stems."""
    alike: dict[Stems, list[Stems]] = defaultdict(list)
    for group in groups:
        stems = [tuple(w.stem for w in words(phrase)) for phrase in group]
        for phrase in stems:
            alike[phrase] += [other for other in stems if other != phrase]
    return dict(alike)
