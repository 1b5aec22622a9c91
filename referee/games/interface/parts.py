"""Parts that only some games have: pieces that people read, and several actions in one tap."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, Never, Protocol

from referee.games.interface.basics import ActionT, Json, PositionT
from referee.games.interface.screens import SeenT_co
from rules.effects import Effect
from rules.ruling import Ruling


@dataclass(frozen=True, slots=True)
class ReadEvent(Generic[ActionT]):
    """An action that was done, or taken `back`, and what it did."""

    action: ActionT
    effects: Sequence[Effect]
    back: bool = False


@dataclass(frozen=True, slots=True)
class Corrected(Generic[PositionT]):
    """The `ruling` that refuses another value without agreement, and the `story` once both sides agreed."""

    ruling: Ruling[PositionT]
    story: str


class PiecesPort(Protocol[PositionT, ActionT]):
    """Values that players read off pieces, and pieces that are face down."""

    def require_readings(
        self, position: PositionT, action: ActionT, ruling: Ruling[PositionT]
    ) -> Ruling[PositionT]:
        """Return the ruling on an action, or what the players must first read off a piece that it turns up.

        It is a refusal where what they read cannot be what the piece shows. Only of an action that is being
        done: asked before, it would give away what is hidden.
        """

    def readings(self, position: PositionT, action: ActionT) -> Sequence[ActionT]:
        """Return the values read for an action that is not carried out, as actions to record."""

    def read_otherwise(
        self, position: PositionT, action: ActionT, happened: Iterable[ReadEvent[ActionT]]
    ) -> Mapping[str, int]:
        """Return the values of an action that were read otherwise, and taken back, by place (R-UNDO)."""

    def corrects(self, position: PositionT, values: Mapping[str, int]) -> Corrected[PositionT]:
        """Return how the players may correct what they read before to these values."""

    def beside(self, action: ActionT) -> bool:
        """Whether an action may be done during another one, which then continues."""

    def face_down(self, positions: Sequence[PositionT]) -> Mapping[int, Fraction]:
        """Return the chance of each value of a face-down piece, from what everybody has seen in play."""


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
