"""What screens and answers say: the texts that a person reads, taken out of pages and of JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape
from typing import Any

_TAG = re.compile(r"<!--.*?-->|<(/?)([a-zA-Z][\w-]*)([^>]*)>", re.DOTALL)
_INLINE = frozenset((
    "a", "abbr", "b", "cite", "code", "em", "i", "kbd", "mark", "output", "q", "small", "span", "strong",
    "sub", "sup", "time", "tspan", "u", "wbr",
))  # fmt: skip
"""Tags that go on in the same line."""
_UNREAD = re.compile(r"<(script|style|pre|textarea)\b.*?</\1>", re.DOTALL)
"""What nobody says: programs, styles, and lines to type in."""
_DRAWN = re.compile(r"<(?:path|polygon|polyline|line|rect|circle|use|g|link|meta)\b[^>]*>|</g>|</use>")
"""The marks of a drawing, by the thousand on a map, which say nothing."""
_READ_OUT = re.compile(r'\b(aria-label|title|placeholder|alt)="([^"]+)"')
"""Attributes that are shown or read out."""
SENTENCES = frozenset(("reason", "detail", "story"))
"""Members of JSON that hold whole sentences."""


@dataclass(frozen=True, order=True)
class Said:
    """A text, and the tag, attribute or member where it stands."""

    text: str
    where: str


def _in_one_line(text: str) -> str:
    """Return a text as a browser shows it."""
    return re.sub(r"[ \t\r\n]+", " ", unescape(text)).strip()


def on_page(html: str) -> Iterator[Said]:
    """Yield what a page or a fragment says, line by line."""
    html = _DRAWN.sub(lambda tag: tag[0] if "aria-label" in tag[0] else "", _UNREAD.sub("", html))
    for name, value in _READ_OUT.findall(html):
        yield Said(_in_one_line(value), name)
    line, where, end = "", "", 0
    for tag in _TAG.finditer(html):
        line, end = line + html[end : tag.start()], tag.end()
        if tag[2] is None or tag[2].lower() in _INLINE:
            continue
        if text := _in_one_line(line):
            yield Said(text, where)
        line, where = "", "" if tag[1] else tag[2].lower()
    if text := _in_one_line(line + html[end:]):
        yield Said(text, where)


def in_json(data: Any, name: str = "") -> Iterator[Said]:
    """Yield the sentences of an answer of the API."""
    if isinstance(data, dict):
        for member, value in data.items():
            yield from in_json(value, str(member))
    elif isinstance(data, list):
        for value in data:
            yield from in_json(value, name)
    elif isinstance(data, str) and name in SENTENCES and data:
        yield Said(data, name)


_ALIKE = (
    (r"\b(?:Peter|Roger|Steve|Fran|Stephen)\b", "Peter"),
    (r"\b(?:Cadenza|Kallistar|Khadath|Hikaru)\b", "Cadenza"),
    (r"\b[A-Z2-9]{6}\b", "CODE"),
    (r"\b\d{3}\b", "000"),
    (r"\b(?:000(?:,| and)? ?)+\b", "000"),
    (r"(?<![.\d])\b(?:[2-9]|[1-9]\d+)\b(?![.\d])", "2"),
    (r"\b(north|west|east|south)\b", "north"),
    (r"\b(?:North|West|East|South)\b", "North"),
    (r"\b[0-9a-f]{8,}\b", "abcdef"),
)


def alike(text: str) -> str:
    """Return a text with other names, squares and numbers: the same for all that differ in these alone."""
    for pattern, instead in _ALIKE:
        text = re.sub(pattern, instead, text)
    return text
