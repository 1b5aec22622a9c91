"""Several actions in one tap: a way of several steps, all moves without a choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Never, Protocol

from referee.games.ports.basics import Json
from referee.games.showing import SeenT_co


@dataclass(frozen=True, slots=True)
class Seen(Generic[SeenT_co]):
    """The knowledge of a seat before the next action of a batch, and nothing else.

    `actions` are those the seat may do. `after` returns those it could do after one of them; None where that
    depends on dice or on a value. `known` says whether dice of an action are known, because they were taken
    back (R-UNDO). With `typed` the seat rolls its own dice.
    """

    view: SeenT_co
    actions: Sequence[Json]
    after: Callable[[Json], Sequence[Json] | None]
    known: Callable[[Json], bool]
    typed: bool = False


class Batch(Protocol):
    """Several actions of a seat, one after the other; each is ruled on, written and published separately."""

    @property
    def far(self) -> str:
        """How far the tap was to go, as `Tap.far` says it."""

    @property
    def nothing(self) -> str:
        """The sentence where there is nothing to do."""

    def next(self, seen: Seen[Never]) -> Json | None:
        """Return the next action; None where the batch ends, or somebody has to choose."""


class BatchPort(Protocol):
    """Reads the several actions that one tap asks for."""

    def batch(self, data: object) -> Batch:
        """Return the batch that a JSON object asks for, for one seat and one tap. Raises InputError."""
