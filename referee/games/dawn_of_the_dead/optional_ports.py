"""What *Dawn of the Dead* has and not every game: pieces to read, phases that end by themselves, batches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from referee.games.dawn_of_the_dead import seating
from referee.games.dawn_of_the_dead.batches import batch
from referee.games.dawn_of_the_dead.cardboard import require_readings
from referee.games.dawn_of_the_dead.read_before import corrects, read_otherwise
from referee.games.dawn_of_the_dead.table_options import AUTOMATIC
from referee.games.ports import Batch, Corrected, Json, ReadEvent
from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import Action, NextPhase, UseSheet
from rules.dawn_of_the_dead.equipment.cardboard import readings
from rules.dawn_of_the_dead.equipment.equipment import Setting
from rules.dawn_of_the_dead.equipment.units import unknown_mix
from rules.dawn_of_the_dead.position import Position
from rules.effects import Effect
from rules.ruling import Ruling


class Pieces:
    """The cardboard units, and those face down."""

    def require_readings(
        self, position: Position, action: Action, ruling: Ruling[Position]
    ) -> Ruling[Position]:
        """Return the ruling, or what it still needs of the cardboard, or why a value cannot be (R-5.4b)."""
        return require_readings(position, action, ruling)

    def readings(self, position: Position, action: Action) -> Sequence[Action]:
        """Return the values read off units face up for an action that is not carried out (R-5.4b)."""
        return tuple(readings(position, action))

    def read_otherwise(
        self, position: Position, action: Action, happened: Iterable[ReadEvent[Action]]
    ) -> Mapping[str, int]:
        """Return the values of an action that were read otherwise, and taken back, by square (R-UNDO)."""
        return read_otherwise(position, action, happened)

    def corrects(self, position: Position, values: Mapping[str, int]) -> Corrected[Position]:
        """Return how the players may correct what they read before to these values (R-5.4b)."""
        return corrects(position, values)

    def beside(self, action: Action) -> bool:
        """Whether an action tells of the counters alone: other ones are used from now on (R-2.3a)."""
        return isinstance(action, UseSheet)

    def face_down(self, positions: Sequence[Position]) -> Mapping[int, Fraction]:
        """Return the chance of each Zombie Value of a face-down unit, from what everybody saw (2.3, 13.3)."""
        return unknown_mix(positions)


@dataclass(frozen=True, slots=True)
class PhaseEnds:
    """The phases with nothing left to do, at a table with these options."""

    options: Json

    def ending(self, position: Position) -> tuple[str, Action] | None:
        """Return the action that ends a phase with nothing left to do (4.0), and its seat; else None.

        It is always None at a table that ends its phases by tapping.
        """
        if self.options.get("phases") != AUTOMATIC or not game.nothing_left(position):
            return None
        return (seating.TABLE if position.solitaire else seating.SIDES[1]), NextPhase()

    def ended_phases(self, effects: Sequence[Effect]) -> str:
        """Return one line on phases that ended by themselves: the empty ones, then what begins now."""
        return game.ended_phases(effects)

    def shown_still(self, before: Position, after: Position) -> Position:
        """Return the position with the Zombie Values that the last action of a player showed (6.0, 7.7)."""
        return replace(after, shown=before.shown, inspected=before.inspected)


@dataclass(frozen=True, slots=True)
class Batches:
    """What one tap does in several actions, on the map of a table."""

    setting: Setting

    def batch(self, data: object) -> Batch:
        """Return several actions of one tap: a walk, the forced reactions, all musts. Raises InputError."""
        return batch(data, self.setting)
