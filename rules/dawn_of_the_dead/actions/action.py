"""One descriptor for an action: the class of its kind says its fields, its side, its phases and its chance.

The section of the rulebook that it belongs to has its procedure.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Literal

from rules.dawn_of_the_dead.position import Phase

PlayedBy = Literal["human", "zombie", "either"]
PoolName = Literal["hidden_box", "eliminated"]
Phases = frozenset[Phase]
NOTHING: frozenset[str] = frozenset()


def during(*phases: Phase) -> Phases:
    """Return the phases in which an action may be done."""
    return frozenset(phases)


ATTACKS = during("attack", "generation")
"""The phases with attacks: entering units attack in the second (8.7)."""


@dataclass(frozen=True, slots=True)
class Action:
    """The base of all kinds of action; each kind overrides only what differs."""

    do: ClassVar[str]
    """Its name in JSON."""
    side: ClassVar[PlayedBy]
    """The side that does it. Either side may enter values of the counters (2.3, 5.4)."""
    phases: ClassVar[Phases]
    """The phases in which it may be done (4.0)."""

    rolls: ClassVar[str] = ""
    """The purpose of its dice (R-UNDO)."""
    draws_from: ClassVar[PoolName | None] = None
    """The pool from which it draws a unit (9.0, 13.3, 15.1)."""

    secret: ClassVar[bool] = False
    """Whether it names a hidden square, so that no public screen may show it (3.1, 9.0)."""
    own_fields: ClassVar[frozenset[str]] = NOTHING
    """The fields that its side alone may see (3.1)."""
    unseen_fields: ClassVar[frozenset[str]] = NOTHING
    """The fields that no seat may see once it is done (2.3)."""

    spends_points: ClassVar[bool] = False
    """Whether it takes Movement Points (5.0)."""
    if_all_must_come: ClassVar[str] = ""
    """The zombie player's words for it while all hidden zombies must come (9.4): "end this phase"."""
    due: ClassVar[bool] = False
    """Whether it is a roll that must come before the phase can end, with nothing to choose."""
    changes_order: ClassVar[bool] = False
    """Whether its outcome can decide how the next roll goes."""
    ends: ClassVar[bool] = False
    """Whether it ends a phase or a Player-Turn (4.0)."""
    strikes: ClassVar[bool] = False
    """Whether the characters attacked must have shot or held fire before it (8.0, R-8.1a)."""
    answers: ClassVar[bool] = False
    """Whether it is a shot or holding fire under attack, by each player for his own (8.1, R-8.1a)."""
    awaited: ClassVar[bool] = False
    """Whether the referee's zombies wait for it (6.9, 8.0)."""
    led_by: ClassVar[Literal["", "move", "by", "characters"]] = ""
    """Whose players do it in cooperative play (15.0).

    "move" means those on the move or, in an attack, those in its square. Any other word is the field that
    names them.
    """
    waives: ClassVar[bool] = False
    """Whether it gives up shots. Its player may then name only his own characters (8.1, 15.0)."""


def is_kind(value: object) -> bool:
    """Return whether a value is a kind of action, and not a base of several kinds."""
    return isinstance(value, type) and issubclass(value, Action) and "do" in value.__dict__


def kinds_in(values: Iterable[object]) -> Iterable[type[Action]]:
    """Yield the kinds of actions among some values, in order."""
    yield from (value for value in values if is_kind(value))  # type: ignore[misc]  # `is_kind` has looked
