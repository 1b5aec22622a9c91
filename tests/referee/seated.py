"""A table of *Dawn of the Dead* on a server of its own, and the seats at it, for tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import cast

from referee.config import Sources
from referee.tables.table import LoadedTable
from rules.dawn_of_the_dead.actions import Action as DawnAction
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.position import Position
from tests.referee.any_table import Action, AnyTable, steady

HIDDEN: Action = {"do": "place_hidden", "squares": ["001", "002", "003", "005", "006"]}
START: Action = {
    "do": "place_characters",
    "squares": {"peter": "009", "roger": "009", "steve": "010", "fran": "010"},
}


class Seated(AnyTable):
    """A table of the first game, with its positions open to a test."""

    @property
    def position(self) -> Position:
        """The position, secrets and all."""
        with self.opened() as loaded:
            return loaded.position

    @contextmanager
    def opened(self) -> Iterator[LoadedTable[Position, DawnAction]]:
        """Yield the table in memory, with its positions open to a test that looks at them or changes them."""
        with self.tables.store.locked(self.code) as loaded:
            yield cast("LoadedTable[Position, DawnAction]", loaded)

    def set_up(self, human: str = "human") -> None:
        """Choose the hidden squares and place the characters; the `human` player does so at this seat."""
        self.do("zombie", HIDDEN)
        self.do(human, START)


def units_in_order(order: Sequence[int] | None = None) -> Callable[[tuple[int, ...]], tuple[int, ...]]:
    """Return a way of mixing that gives this order, or the units as they lie on the sheet."""
    return lambda units: tuple(order) if order else units


def ordered(values: dict[str, int]) -> Sources:
    """Return sources that put units of these values on these squares, the others as they come."""
    setting = equipment.setting()
    left = list(setting.sheet.units)
    for value in values.values():
        left.remove(value)
    order = [values[s] if s in values else left.pop(0) for s in setting.zombie_squares] + left
    return replace(steady(), shuffled=units_in_order(order), seed=lambda: "a seed for tests")


def beside_two_units(folder: Path) -> Iterator[Seated]:
    """Give a table of cardboard: Peter and Roger have come to 011, beside a unit and one hidden in 030."""
    made = Seated(folder, options={"counters": "physical"}, sources=ordered({}))
    made.do("zombie", HIDDEN | {"squares": ["030", *HIDDEN["squares"][:4]]})
    places = {**START["squares"], "peter": "010", "roger": "010", "steve": "009", "fran": "009"}
    made.do("human", START | {"squares": places})
    made.do("human", {"do": "start_move", "characters": ["peter", "roger"]}, {"do": "step", "to": "011"})
    yield made
    made.tables.close()
