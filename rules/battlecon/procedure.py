"""One descriptor for each kind of action: its fields, who may do it and when, and how it is carried out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from rules.battlecon.actions import Action
from rules.battlecon.beat import Beat
from rules.battlecon.names import Seat
from rules.battlecon.position import Kind, Phase, Position
from rules.battlecon.ruling import Verdict

ActionT = TypeVar("ActionT", bound=Action)
FieldKind = Literal["fighter", "finish", "style", "base", "token", "discards", "option"]


@dataclass(frozen=True, slots=True)
class Field:
    """A field of an action in JSON."""

    name: str
    kind: FieldKind
    required: bool = True


@dataclass(frozen=True, slots=True)
class Procedure(Generic[ActionT]):
    """One kind of action.

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
    fields: tuple[Field, ...]
    refusal: Callable[[Position, ActionT], Verdict | None]
    options: Callable[[Position, Seat], Iterable[ActionT]]
    carry_out: Callable[[Beat, ActionT], None] | None = None

    @property
    def secret(self) -> bool:
        """Whether the choice stays face down until all are in."""
        return self.carry_out is None
