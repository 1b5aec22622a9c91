"""One descriptor for each kind of action: who may do it and when, and how it is carried out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import Field, dataclass, fields
from typing import Any, Generic, TypeVar

from rules.battlecon.actions import Action
from rules.battlecon.beat import Beat
from rules.battlecon.names import Seat
from rules.battlecon.position import Kind, Phase, Position
from rules.battlecon.ruling import Verdict

ActionT = TypeVar("ActionT", bound=Action)


@dataclass(frozen=True, slots=True)
class Procedure(Generic[ActionT]):
    """One kind of action. The fields of its class `make` are those of its JSON.

    `answers` is the kind of choice that it makes; None for an action of any time. A `secret` choice stays
    face down until all are in. `label` is what a key that does it says. No action takes dice or draws.
    `refusal`: why this seat may not do it now, once phase and seat are right. `carry_out` (open actions
    alone) changes the beat, which then goes on by itself. `options`: every legal action of this kind.
    """

    make: type[ActionT]
    label: str
    case: str
    phases: frozenset[Phase]
    answers: Kind | None
    refusal: Callable[[Position, ActionT], Verdict | None]
    options: Callable[[Position, Seat], Iterable[ActionT]]
    carry_out: Callable[[Beat, ActionT], None] | None = None
    chooses: str = ""
    """What a secret choice is about, in words for spectators."""
    only_when: str = ""
    """When a player may do it: told to somebody who tries it at another time."""

    @property
    def fields(self) -> tuple[Field[Any], ...]:
        """The fields of the action in JSON, beside its seat."""
        return tuple(field for field in fields(self.make) if field.name != "seat")

    @property
    def secret(self) -> bool:
        """Whether the choice stays face down until all are in."""
        return self.carry_out is None
