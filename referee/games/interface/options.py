"""The choices that a new table is made with, as a game declares them: form, check and API come from that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from referee.errors import InputError
from referee.games.interface.basics import Json
from referee.records.text import show
from rules.sentences import either

_KINDS = {bool: "boolean", int: "integer", str: "string"}


@dataclass(frozen=True, slots=True)
class Option:
    """One choice: its name, what the form asks, and the values, of which the usual one is the `default`.

    Without one it is the first. `titles` are what the form calls the values; otherwise it says "yes" and
    "no", and the values themselves.
    """

    name: str
    text: str
    values: tuple[bool | int | str, ...]
    titles: tuple[str, ...] = ()
    default: bool | int | str | None = None

    def __post_init__(self) -> None:
        if self.usual not in self.values or type(self.usual) not in {type(value) for value in self.values}:
            raise ValueError(f"The option {self.name} is usually {self.usual}, which is none of its values.")
        if self.titles and len(self.titles) != len(self.values):
            raise ValueError(f"The option {self.name} has titles for another number of values.")

    @property
    def usual(self) -> bool | int | str:
        """The value where none is given."""
        return self.values[0] if self.default is None else self.default

    def read(self, given: object) -> bool | int | str:
        """Return the value that was given, or the usual one for nothing. Raises InputError."""
        if given is None:
            return self.usual
        for value in self.values:
            if value == given and type(value) is type(given):
                return value
        raise InputError(f"{self.name}: {show(given)} is not {either(show(value) for value in self.values)}.")

    @property
    def schema(self) -> dict[str, Any]:
        """The option as a JSON Schema."""
        return {
            "type": _KINDS[type(self.usual)],
            "enum": [*self.values],
            "default": self.usual,
            "description": self.text,
        }

    @property
    def tiles(self) -> Sequence[Json]:
        """The values as the form shows them, with what it sends, and whether it is the usual one."""
        return [
            {"sent": show(value).strip('"'), "title": title, "usual": value == self.usual}
            for value, title in self._titled()
        ]

    @property
    def numbers(self) -> bool:
        """Whether the form shows numbers without words: narrow tiles."""
        return not self.titles and type(self.usual) is int

    @property
    def switch(self) -> bool:
        """Whether the form shows one box to tick: usually no, without words of their own."""
        return not self.titles and self.usual is False

    def _titled(self) -> Iterator[tuple[bool | int | str, str]]:
        words = {True: "Yes", False: "No"}
        plain = [words[value] if isinstance(value, bool) else str(value) for value in self.values]
        yield from zip(self.values, self.titles or plain, strict=True)
