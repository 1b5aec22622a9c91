"""Read untrusted JSON: each mistake is one sentence with the field and the value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeGuard, TypeVar

from rules.data_check import is_whole, shown
from rules.sentences import listed

T = TypeVar("T")
T_str = TypeVar("T_str", bound=str)
Json = Mapping[str, object]
LONGEST_NAME = 40


class Unreadable(ValueError):
    """Raised for JSON that is not a position or action of this game; its text is one sentence."""


class Source:
    """One JSON object with its path, for error sentences. Every field is checked as it is read."""

    def __init__(self, data: object, where: str = "") -> None:
        if not isinstance(data, dict):
            raise Unreadable(f"{where or 'The input'} is {shown(data)}; it must be an object.")
        self.data: Json = data
        self.where = where

    def place(self, name: str) -> str:
        """Return the path of a field."""
        return f"{self.where}.{name}" if self.where else name

    def has(self, name: str) -> bool:
        return self.data.get(name) is not None

    def fail(self, name: str, wish: str) -> Unreadable:
        """Return the error for a field that is missing or not as `wish` says."""
        if name not in self.data:
            return Unreadable(f"{self.place(name)} is missing; it must be {wish}.")
        return Unreadable(f"{self.place(name)} is {shown(self.data[name])}; it must be {wish}.")

    def only(self, allowed: Iterable[str]) -> None:
        """Raise Unreadable for a field that does not belong here."""
        names = tuple(allowed)
        for name in self.data:
            if name not in names:
                given = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
                # An answer cannot carry half a surrogate pair.
                given = given.encode("utf-8", "backslashreplace").decode()
                raise Unreadable(f"{self.place(given)} is not a field here; the fields are {listed(names)}.")

    def one_of(self, name: str, choices: Sequence[T_str]) -> T_str:
        """Return a required field that is one of a few words."""
        value = self.data.get(name)
        for choice in choices:
            if choice == value:
                return choice
        raise self.fail(name, f"one of {', '.join(choices)}")

    def number(self, name: str, low: int, high: int) -> int:
        """Return a required whole number between two limits."""
        value = self.data.get(name)
        if not is_whole(value) or not low <= value <= high:
            raise self.fail(name, f"a whole number from {low} to {high}")
        return value

    def text(self, name: str) -> str:
        """Return a required text."""
        value = self.data.get(name)
        if not isinstance(value, str):
            raise self.fail(name, "a word")
        return value

    def card(self, name: str) -> str:
        """Return a required name of a card, a token or the like. A refusal repeats it: it is short."""
        value = self.data.get(name)
        if not _is_name(value):
            raise self.fail(name, f"a word of at most {LONGEST_NAME} letters")
        return value

    def flag(self, name: str) -> bool:
        """Return a required true or false."""
        value = self.data.get(name)
        if not isinstance(value, bool):
            raise self.fail(name, "true or false")
        return value

    def words(self, name: str, choices: Sequence[str], longest: int = 40) -> tuple[str, ...]:
        """Return a required list of words out of a few."""
        value = self.data.get(name)
        if not isinstance(value, list) or len(value) > longest:
            raise self.fail(name, f"a list of at most {longest}")
        for item in value:
            if item not in choices:
                wish = f"be one of {', '.join(choices)}" if choices else "stay empty here"
                raise Unreadable(f"{self.place(name)} has {shown(item)}; it must {wish}.")
        return tuple(value)

    def piles(self, name: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return a required pair of lists of cards."""
        value = self.data.get(name)
        if (
            not isinstance(value, list)
            or len(value) != 2
            or not all(isinstance(pile, list) for pile in value)
        ):
            raise self.fail(name, "two lists of cards")
        if not all(_is_name(card) for pile in value for card in pile):
            raise self.fail(name, "two lists of cards")
        return tuple(value[0]), tuple(value[1])

    def inside(self, name: str) -> Source:
        """Return a required object."""
        if name not in self.data:
            raise self.fail(name, "an object")
        return Source(self.data[name], self.place(name))

    def items(self, name: str, longest: int) -> list[Source]:
        """Return the objects of a required list."""
        value = self.data.get(name)
        if not isinstance(value, list) or len(value) > longest:
            raise self.fail(name, f"a list of at most {longest}")
        return [Source(item, f"{self.place(name)}[{n}]") for n, item in enumerate(value)]

    def given(self, name: str, read: Callable[[str], T], otherwise: T) -> T:
        """Return what `read` makes of a field, or a default where it is left out."""
        return read(name) if name in self.data else otherwise


def _is_name(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and len(value) <= LONGEST_NAME and value.isprintable()
