"""Effects on the pieces and doors on the map.

A zombie unit has no name: `square` is where it is, and `whom` is "unit". A value that the referee does not
know is None, as with cardboard counters that nobody has read yet.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.board.board import Pair
from rules.dawn_of_the_dead.effects.course import ZOMBIE_PLAYER
from rules.dawn_of_the_dead.position import Status
from rules.effects import Effect, Seats

SideDoorState = Literal["open", "closed", "destroyed"]
UNIT = "unit"
_VALUE = frozenset({"value"})


@dataclass(frozen=True, slots=True)
class Moved(Effect):
    """A piece moved: a character by name, or a zombie unit.

    `path` are the squares entered, the last one `end`. `by` is the character who carried it, or the super
    zombie that the unit went along with; None if it went by itself.
    """

    name = "move"
    whom: str
    start: str
    end: str
    path: tuple[str, ...]
    by: str | None = None


@dataclass(frozen=True, slots=True)
class Appeared(Effect):
    """A zombie unit came onto the map from a pool: `hidden_box` or `eliminated` (9.0, 13.3, 15.1).

    `door` is the main door by which it entered, or None.
    """

    name = "appear"
    square: str
    pool: str
    door: str | None = None


@dataclass(frozen=True, slots=True)
class Drawn(Effect):
    """The unit that came to a square was drawn from a pool, unseen (9.0, 13.3)."""

    name = "draw"
    momentary = _VALUE
    square: str
    pool: str
    value: int | None

    @property
    def known_to(self) -> Seats:
        """No seat: the unit is drawn face down."""
        return ()


@dataclass(frozen=True, slots=True)
class TurnedUp(Effect):
    """A unit was turned face up, because it shares a square with a character (5.4, 7.7)."""

    name = "turn_up"
    momentary = _VALUE
    square: str
    value: int | None


@dataclass(frozen=True, slots=True)
class TurnedDown(Effect):
    """A unit was turned face down again, because no character shares its square any more (5.4)."""

    name = "turn_down"
    square: str


@dataclass(frozen=True, slots=True)
class Shown(Effect):
    """Everybody sees the value of a unit until the next action: a target, or a unit at glass (6.0, 10.5)."""

    name = "show"
    momentary = _VALUE
    square: str
    value: int


@dataclass(frozen=True, slots=True)
class Inspected(Effect):
    """The zombie player may look at a unit until the next action (11.1).

    The super zombie `by` entered its square.
    """

    name = "look"
    momentary = _VALUE
    square: str
    value: int
    by: str

    @property
    def known_to(self) -> Seats:
        """The zombie player."""
        return ZOMBIE_PLAYER


@dataclass(frozen=True, slots=True)
class ValueRead(Effect):
    """The players read the value of a face-up cardboard unit (5.4), or corrected it (R-5.4b)."""

    name = "read"
    momentary = _VALUE
    square: str
    value: int


@dataclass(frozen=True, slots=True)
class HiddenPassed(Effect):
    """A character entered a square with a hidden zombie under another unit, and did not meet it (R-9.3a)."""

    name = "passed"
    square: str

    @property
    def known_to(self) -> Seats:
        """The zombie player."""
        return ZOMBIE_PLAYER


@dataclass(frozen=True, slots=True)
class Eliminated(Effect):
    """A zombie unit was eliminated and left the map (6.0, 13.3), with its marker if it was `berserk`."""

    name = "eliminate"
    square: str
    berserk: bool


@dataclass(frozen=True, slots=True)
class BerserkChanged(Effect):
    """A unit went berserk, or calmed down (10.0)."""

    name = "berserk"
    square: str
    berserk: bool


@dataclass(frozen=True, slots=True)
class StatusChanged(Effect):
    """A character, or a super zombie, has a new status (8.3, 8.4, 8.5, 11.0); one killed left the map.

    `square` is where it happened, `was` the status before.
    """

    name = "status"
    whom: str
    square: str
    status: Status
    was: Status


@dataclass(frozen=True, slots=True)
class MapSwept(Effect):
    """The map was empty of zombies, so that all the hidden ones must come; or they have all come (9.4)."""

    name = "swept"
    swept: bool


@dataclass(frozen=True, slots=True)
class DoorChanged(Effect):
    """A door was opened, closed or destroyed (5.5, 10.5). `was` is its state before."""

    name = "door"
    between: Pair
    state: SideDoorState
    was: SideDoorState


@dataclass(frozen=True, slots=True)
class MainDoorClosed(Effect):
    """A main door was closed for good (5.5)."""

    name = "main_door"
    door: str
    state: Literal["closed"] = "closed"


@dataclass(frozen=True, slots=True)
class SheetChanged(Effect):
    """The game went on with the figures of another counter sheet, named with its fingerprint (R-2.3a)."""

    name = "use_sheet"
    sheet: str
    sha256: str
