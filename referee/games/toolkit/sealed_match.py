"""A match of players who are alike and choose in secret at the same moment; the last choice opens all."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any, Protocol, TypeVar

from referee.games.interface import Json, Place, Step
from referee.games.toolkit.plain_match import PlainMatch


class SealedPosition(Protocol):
    """The position of a sealed match. `committed` are the face-down choices, by seat.

    `winner` is a seat, or None before the end and for a draw.
    """

    @property
    def turn(self) -> int:
        """The number of the turn, from 1."""

    @property
    def committed(self) -> Collection[str]:
        """The face-down choices, by seat."""

    @property
    def over(self) -> bool:
        """Whether the game is over."""

    @property
    def winner(self) -> str | None:
        """The seat that has won."""

    @property
    def waits_for(self) -> Sequence[str]:
        """The seats that the game waits for."""


class SeatAction(Protocol):
    """The action of a sealed match: its name, and its seat."""

    @property
    def do(self) -> str:
        """The name of the action in JSON."""

    @property
    def seat(self) -> str:
        """The seat that takes the action."""


PositionT = TypeVar("PositionT", bound=SealedPosition)
ActionT = TypeVar("ActionT", bound=SeatAction)


class SealedMatch(PlainMatch[PositionT, ActionT]):
    """One table's game. A game says `system`, `sides`, `secret` and `start`.

    `secret` names the actions that make a face-down choice. `turn_word` is what players call a turn.
    """

    sides: tuple[str, ...]
    secret: frozenset[str]
    turn_word = "turn"

    def __init_subclass__(cls) -> None:
        """Let two players swap their seats."""
        if len(cls.sides) == len(("one", "other")):
            one, other = cls.sides
            cls.swapped_seats = {one: other, other: one}

    def view(self, position: PositionT, seat: str) -> dict[str, Any]:
        """Return what a seat may see: everything but the face-down choices of others."""
        shown = self.rules.write_position(position)
        shown["committed"] = {
            owner: choice if owner == seat else None for owner, choice in shown["committed"].items()
        }
        return {
            **shown,
            **self.summary(position),
            "pending": [{"seat": waited} for waited in position.waits_for],
        }

    def turn(self, position: PositionT) -> int:
        """Return the number of the turn."""
        return position.turn

    def winner(self, position: PositionT) -> str | None:
        """Return the seat that has won, or None."""
        return position.winner

    def finished(self, position: PositionT) -> bool:
        """Whether the game is over."""
        return position.over

    def secret_choice(self, action: ActionT) -> str | None:
        """Return the seat whose choice is face down by this action, or None."""
        return action.seat if action.do in self.secret else None

    def written_owner(self, action: Json) -> str | None:
        """Return the seat whose choice is face down by an action in JSON, or None."""
        return str(action["seat"]) if action["do"] in self.secret else None

    def lying(self, position: PositionT) -> frozenset[str]:
        """Return the seats with a face-down choice."""
        return frozenset(position.committed)

    def places(self, steps: Sequence[Step[PositionT]]) -> Sequence[Place]:
        """Return the start of this turn and of the one before it."""
        return list(self._places(steps))

    def _places(self, steps: Sequence[Step[PositionT]]) -> Iterator[Place]:
        turns: dict[int, Place] = {}
        for step in steps:
            turn = self.turn(step.position)
            turns.setdefault(turn, Place(step.n, f"the start of {self.turn_word} {turn}"))
        yield from list(turns.values())[:-3:-1]
