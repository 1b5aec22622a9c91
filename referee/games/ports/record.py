"""The record of a table while it grows (`RecordPort`), and a saved one that is judged again (`Records`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol

from referee.games.ports.basics import Json, PositionT_co, PositionT_contra

if TYPE_CHECKING:
    from referee.records.codec import (
        Record,  # records are read by way of the registry, which stands on the ports
    )


@dataclass(frozen=True, slots=True)
class Step(Generic[PositionT_co]):
    """A player's action that stands: its line of the record, and the position before it.

    `after` is the position from which players went on: phases that ended by themselves are over.
    """

    n: int
    action: Json
    position: PositionT_co
    after: PositionT_co


@dataclass(frozen=True, slots=True)
class Place:
    """A place to take back to: the first line that is taken back, and what players call the place.

    `undone` is one sentence on what the way back changes in all, from what everybody may see; "" is nothing.
    """

    n: int
    name: str
    undone: str = ""


class RecordPort(Protocol[PositionT_contra]):
    """What the record of one table says first, and where it can be taken back to."""

    @property
    def system(self) -> str:
        """The id of the game."""

    @property
    def options(self) -> Json:
        """The JSON choices that the table was made with."""

    def header(self, drawn: Sequence[int] | None, seals: Mapping[str, str]) -> dict[str, Any]:
        """Return the first line of this table's record; `drawn` is None while it is sealed."""

    def places(self, steps: Sequence[Step[PositionT_contra]]) -> Sequence[Place]:
        """Return the places that players may take back to, the latest first."""

    def shows(self, step: Step[PositionT_contra]) -> bool:
        """Return whether a step may have shown anybody what he did not know, or that there was nothing.

        Dice, draws and choices that it opened are not asked about. The answer rests on nothing secret: one's
        own last step that shows nothing is taken back alone, and everybody sees whether it was (R-UNDO).
        """


class Records(Protocol):
    """A saved game, judged again from its first line to its last."""

    def first_line(self, shared: Json, declared: Json) -> dict[str, Any]:
        """Return the first line of a new record: the members that all games share, and those of this one.

        `declared` is what this game's members are made of; a member that it does not have is a TypeError.
        """

    def header(self, data: object) -> dict[str, Any]:
        """Return the first line of a record, checked. Raises InputError."""

    def replayed(self, record: Record) -> dict[str, Any]:
        """Return what judging a record came to: `legal`, `actions`, `overridden`, `taken_back` and more."""

    def ending(self, summary: Json) -> str:
        """Return the sentence on how a replayed record ends."""

    def plays(self, record: Record, name: str, value: object) -> bool:
        """Whether a record plays what the seal of this name in its header held.

        A seal that the game does not know proves only itself: True.
        """

    def problems(self, record: Record) -> list[str]:
        """Return a sentence for each fault in a finished record: its seals, its chance, its lines."""

    def unchecked(self, record: Record) -> str:
        """Return one line on what another version wrote and this one cannot compare; "" for nothing."""

    def seals(self, record: Record) -> int:
        """Return how many seals a record has."""
