"""The text of cases: paragraphs, lists and examples, with references to other cases.

In the data a reference is in braces inside the sentence: "blocked as in {6.4}", "see {R-6.4a}".
Braces have no other use, so a number in a sentence is never read as a reference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Any

_REFERENCE = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class Part:
    """Part of a text. With `to` it is a reference to a case or a ruling, by number or id."""

    text: str
    to: str | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """One paragraph, or one list item. `label` is "1" or "B" for an item, else "".

    `str()` is its plain text.
    """

    parts: tuple[Part, ...]
    label: str = ""

    def __str__(self) -> str:
        return "".join(part.text for part in self.parts)

    @property
    def references(self) -> tuple[str, ...]:
        """The case numbers and ruling ids that the text refers to, in order."""
        return tuple(part.to for part in self.parts if part.to is not None)

    def to_json(self) -> dict[str, Any]:
        """Return the label and the parts; a reference has `to`."""
        parts = [{"text": p.text} if p.to is None else {"text": p.text, "to": p.to} for p in self.parts]
        return {"label": self.label, "parts": parts}


@dataclass(frozen=True, slots=True)
class Block:
    """A block of text. `kind` is "paragraph", "heading", "example" (one line each) or "list"."""

    kind: str
    lines: tuple[Text, ...]

    def plain(self) -> Iterator[str]:
        """Yield each line as plain text: a list item after its label, an example after "Example:"."""
        for line in self.lines:
            if self.kind == "list":
                yield f"{line.label}. {line}"
            else:
                yield f"Example: {line}" if self.kind == "example" else str(line)

    def to_json(self) -> dict[str, Any]:
        """Return the kind, and the lines in parts."""
        return {"kind": self.kind, "lines": [line.to_json() for line in self.lines]}


def read_text(source: str, label: str = "") -> Text:
    """Return `source` split into plain text and references."""
    parts: list[Part] = []
    done = 0
    for reference in _REFERENCE.finditer(source):
        if reference.start() > done:
            parts.append(Part(source[done : reference.start()]))
        parts.append(Part(reference[1], reference[1]))
        done = reference.end()
    if done < len(source) or not parts:
        parts.append(Part(source[done:]))
    return Text(tuple(parts), label)


def read_block(source: str | Mapping[str, Any]) -> Block:
    """Return one block of the data: a string is a paragraph, an object names its kind.

    `{"heading": "..."}`, `{"example": "..."}` or `{"list": [...]}`; a list is numbered from 1 unless
    `labels` says otherwise. Raises ValueError for anything else.
    """
    if isinstance(source, str):
        return Block("paragraph", (read_text(source),))
    for kind in ("heading", "example"):
        if kind in source:
            return Block(kind, (read_text(source[kind]),))
    if "list" not in source:
        raise ValueError(f"A block is a string, a heading, an example or a list, not {source!r}.")
    labels = source.get("labels") or map(str, count(1))
    return Block(
        "list", tuple(read_text(item, label) for item, label in zip(source["list"], labels, strict=False))
    )
