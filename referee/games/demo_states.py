"""The states of a table that a game offers for work on its screens.

`referee demo` serves a table in one of them; the tests and the pictures of all screens begin there too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from referee.records.text import Json

SEED = "the same luck for every table"


class DemoTable(Protocol):
    """A new table, to be played to a state."""

    @property
    def seats(self) -> Collection[str]:
        """The seats that it has."""

    def view(self, seat: str = "table") -> dict[str, Any]:
        """Return what a seat sees."""

    def actions(self, seat: str) -> Sequence[dict[str, Any]]:
        """Return what a seat may do now."""

    def do(self, seat: str, action: Json, version: int | None = None) -> dict[str, Any]:
        """Carry out an action, with dice rolled by the referee.

        Returns `{"ruling": ..., "view": ...}`. A `version` that is known saves a look at the view.
        """


@dataclass(frozen=True, slots=True)
class DemoState:
    """One state: a line on it, how a new table is played to it, and the options of that table."""

    says: str
    play: Callable[[DemoTable], object]
    options: Json = field(default_factory=dict)


def shuffled(values: tuple[int, ...]) -> tuple[int, ...]:
    """Return the values in an order that is always the same."""
    return tuple(Random(SEED).sample(values, len(values)))
