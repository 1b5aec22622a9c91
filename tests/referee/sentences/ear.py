"""What a player's ear would stumble over, whatever the sentence is about."""

from __future__ import annotations

import re

from tests.referee.sentences.spoken import SENTENCES, Said

_THINGS = (
    "square|unit|zombie|zombie unit|zombie piece|point|Movement Point|shot|token|step|game|Game-Turn|duel|"
    "beat|card|door|character|player|device|marker|die|table|seat|file|map|line|minute|second|hour|day"
)
_ONE = (
    rf"(?<![\d.,:–−+/~-])\b1 (?:[a-z]+ )?(?:{_THINGS})s\b"
    rf"|\b(?:one|a) (?:{_THINGS})s\b|\b1 (?:dice|clashes)\b"
)
_VALUES = r"\b(?:None(?! of| left| yet)|True|False|NaN|undefined|null)\b|<\w+ object|\[object"
_VOWEL = r"\ba (?:[aeio](?!ne\b)\w+|un(?!i)\w+|8|11|18)\b"
_CONSONANT = r"\ban (?:[bcdfgjklpqrtvwyz]\w*|[1-79])\b"
_APOSTROPHE = r"[a-zA-Z]'(?![a-z] [A-Z])(?:[a-z]|\s|$)|(?:^|\s)'[A-Za-z]"
_QUOTE = r"(?<!no map)(?<!no table)(?<!no survey)(?:^|\s)\"[A-Za-z]"
_FAULTS = {
    "a name of the program": r"\b[a-z]+_[a-z_]+\b|\b[a-z]+\+[a-z]+\b",
    "a value of the program": _VALUES,
    "a list of the program": r"\['|\", \"|\{'|\[\]|\{\}",
    "brackets around nothing": r"\(\s*\)|“\s*”|\(\s*,",
    "a place that nothing filled": r"\{[\w.]*\}|\{\{|\}\}|%[sd]\b",
    "one of many": _ONE,
    "many of one": rf"(?<![\d.,–-])\b(?:0|[2-9]|[1-9]\d) (?:{_THINGS})\b(?!-| unit| piece)",
    "a word twice": r"\b(?!had\b|that\b)(?i:([a-z]{2,}) \1)\b",
    "two articles": r"\b(?:the|a|an) (?:the|a|an|his|her|its|your)\b",
    "the other article": f"{_VOWEL}|{_CONSONANT}",
    "a gap before a stop": r"[^\W\d]\s+[.,;:?!](?:\s|$)",
    "two stops": r"(?<!\.)\.\.(?!\.)|,,|[,;:]\.|\.[,;]|[?!]\.|::|\. \.",
    "no gap after a stop": r"[a-z]{2}[.;?!][A-Z]|[a-z],[a-z]",
    "a gap inside brackets": r"\(\s|\s\)|“\s|\s”",
    "two gaps": r"\S {2,}\S",
    "a hyphen for a minus": r"(?:^|[\s(=])-\d",
    "a hyphen for a dash": r"[a-z] - [a-z]",
    "straight quotes": f"{_APOSTROPHE}|{_QUOTE}",
    "three stops": r"\.\.\.",
    "a possessive of an s": r"s’s\b",
    "a small name": r"\b(?:peter|roger|steve|fran|cadenza|kallistar|khadath|hikaru)\b",
}
"""What is wrong, and how it looks. The names of the mall's shops have their own apostrophes."""
_PATTERNS = {name: re.compile(pattern) for name, pattern in _FAULTS.items()}
_FOR_PROGRAMS = re.compile(
    r"[a-z_]+(?:[.\[][\w\]]*)*(?: is for the seat|:| has \"| is missing| must not be| is only for)|.*\"from\""
)
"""Problem documents that name a field or an action: whoever sent it wrote a program."""
_ENDS = re.compile(r"[.?!:…][”)]*$")
_BEGINS = re.compile(r"[A-Z“\d+−–]")


def faults(said: Said) -> list[str]:
    """Return what is wrong with a text."""
    if said.where == "detail" and _FOR_PROGRAMS.match(said.text):
        return []
    found = [name for name, pattern in _PATTERNS.items() if pattern.search(said.text)]
    if said.where in SENTENCES and not _ENDS.search(said.text):
        found.append("no end")
    if said.where in SENTENCES and not _BEGINS.match(said.text):
        found.append("no beginning")
    return found
