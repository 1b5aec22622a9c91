"""Tools to check files that anybody may have written, and to say what is wrong with them."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias, TypeGuard

LONGEST_NAME = 120
"""Letters in a name, so that it fits a screen."""
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that fonts draw as nothing."""
Members: TypeAlias = "Mapping[str, Inside]"
Inside: TypeAlias = "Members | list[Members] | None"
"""The contents of a member of a format: the members of an object or of each list item, or None."""


def shown(value: object) -> str:
    """Return any value in words for a sentence: short, on one line."""
    if isinstance(value, bool) or value is None:
        return json.dumps(value)
    if isinstance(value, int):
        return str(value) if abs(value) < 10**15 else "a number too large to print"
    if isinstance(value, str):
        hides = not value.isprintable() or shows_nothing(value)
        return json.dumps(value if len(value) <= 40 else value[:39] + "…", ensure_ascii=hides)
    if isinstance(value, list):
        if len(value) <= 4 and not any(isinstance(item, list | dict) for item in value):
            return f"[{', '.join(shown(item) for item in value)}]"
        return f"a list of {len(value)}"
    return "an object" if isinstance(value, dict) else repr(value)[:40]


def is_whole(value: object) -> TypeGuard[int]:
    """Return whether a value is an integer; true and false are not."""
    return isinstance(value, int) and not isinstance(value, bool)


def shows_nothing(text: str) -> bool:
    """Return whether nothing of a text can be seen."""
    return all(letter in _BLANK or unicodedata.category(letter)[0] in "CMZ" for letter in text)


def is_name(value: object) -> TypeGuard[str]:
    """Return whether a value is text that can serve as a name: seen, not too long, on one line."""
    return (
        isinstance(value, str)
        and len(value) <= LONGEST_NAME
        and value.isprintable()
        and not shows_nothing(value)
    )


class Report:
    """The mistakes so far, a sentence each."""

    def __init__(self) -> None:
        self._sentences: dict[str, None] = {}

    @property
    def sentences(self) -> list[str]:
        """The mistakes, in the order of the checks."""
        return list(self._sentences)

    def add(self, sentence: str) -> None:
        """Note a mistake, each sentence only once."""
        self._sentences[sentence] = None

    def want(self, holds: bool, where: str, value: object, wish: str) -> bool:
        """Return `holds`; if it is false, note that the value at `where` must be as `wish` says."""
        if not holds:
            self.add(f"{where} is {shown(value)}; it must be {wish}.")
        return holds

    def want_name(self, where: str, value: object) -> bool:
        """Return whether the value at `where` is a name; if not, note it, and how long it may be."""
        is_long = isinstance(value, str) and len(value) > LONGEST_NAME
        wish = f"a name of at most {LONGEST_NAME} letters" if is_long else "a name"
        return self.want(is_name(value), where, value, wish)

    def header(self, source: dict[str, Any], made_of: str) -> None:
        """Check the start of every file: its format, its name, and its provenance if it gives one."""
        given = self.field(source, "format", "")
        if "format" in source:
            self.want(given == made_of, "format", given, f'"{made_of}"')
        name = self.field(source, "name", "")
        if "name" in source:
            self.want_name("name", name)
        if "provenance" in source:
            self.want(is_name(source["provenance"]), "provenance", source["provenance"], "a word or a few")

    def field(self, source: dict[str, Any], name: str, where: str) -> Any:
        """Return a required field; if it is missing, note that and return None."""
        if name not in source:
            self.add(f"{where}{name} is missing.")
        return source.get(name)

    def objects(
        self, source: dict[str, Any], name: str, *, needed: bool
    ) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield the place of each object in a list, and the object; note each item that is not an object."""
        if name not in source:
            if needed:
                self.add(f"{name} is missing.")
            return
        items = source[name]
        if not self.want(isinstance(items, list), name, items, "a list"):
            return
        if needed and not items:
            self.add(f"{name} is an empty list; a map has at least one.")
        for i, item in enumerate(items):
            where = f"{name}[{i}]"
            if self.want(isinstance(item, dict), where, item, "an object"):
                yield where, item


def only_known(data: Mapping[str, Any], members: Members) -> dict[str, Any]:
    """Return an object without the members that its format does not have.

    The object is one in which the checks found no mistake.
    """
    return {name: _only_members(data[name], inside) for name, inside in members.items() if name in data}


def _only_members(value: Any, inside: Inside) -> Any:
    if inside is None:
        return value
    if isinstance(inside, list):
        return [only_known(item, inside[0]) for item in value]
    return only_known(value, inside)
