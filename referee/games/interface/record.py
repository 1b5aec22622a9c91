"""The record of a table: its steps while it grows, and a saved one that is played again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol

from referee.games.interface.basics import ActionT, Json, PositionT, PositionT_co

if TYPE_CHECKING:
    from referee.games.interface.rules import Rules
    from referee.records.codec import (
        Record,  # records are read by way of the registry, which stands on the interface
    )
    from referee.records.data import Line
    from rules.ruling import Ruling


@dataclass(frozen=True, slots=True)
class Step(Generic[PositionT_co]):
    """A player's action that stands: its line of the record, and the position before it.

    `after` is the position from which players went on: phases that ended by themselves are over. `seat` did
    it. `last`: nobody has acted since. `chance`: a die fell or something was drawn, or a fact was told that
    binds. `opened` names the secrets that it turned up, `told` the seats that told its facts.
    """

    n: int
    action: Json
    position: PositionT_co
    after: PositionT_co
    seat: str = ""
    last: bool = False
    chance: bool = False
    opened: tuple[str, ...] = ()
    told: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """A place to take back to: the first line that is taken back, and what players call the place.

    `undone` is one sentence on what the way back changes in all, from what everybody may see; "" is nothing.
    """

    n: int
    name: str
    undone: str = ""


class Replay(Protocol[PositionT, ActionT]):
    """A record that is played again from its opened seed, line by line."""

    @property
    def match(self) -> Rules[PositionT, ActionT]:
        """The rules of the record's table."""

    @property
    def position(self) -> PositionT:
        """The position now, with what was shown only for the moment."""

    @property
    def true_position(self) -> PositionT:
        """The position now, by the record alone."""

    @property
    def finished(self) -> bool:
        """Whether the game is over."""

    def lines(self) -> Iterator[tuple[Line, list[int]]]:
        """Yield each line with the numbers of the lines taken back while it was the last."""

    def play(self, line: Line, action: ActionT, back: Sequence[int]) -> None:
        """Play one more line, then take back those. Raises Problem where it cannot be played."""

    def judge(self, line: Line, action: ActionT) -> Ruling[PositionT]:
        """Return the ruling on the action of a line, which may have been allowed by agreement."""

    def log_entry(self, action: ActionT, ruling: Ruling[PositionT]) -> tuple[tuple[str, ...], str]:
        """Return the cases and the story that the record has for an action."""

    def tie(self, action: ActionT) -> tuple[str, str] | None:
        """Return the case and sentence of a tie that sealed dice decide for an action; or None."""

    def seed_mismatches(self, beside: Callable[[Line, ActionT], Iterable[str]] = ...) -> Iterator[str]:
        """Play on, and yield a sentence for each action with other dice or draws than those of the seed.

        `beside` says what else is wrong with an action, before it is played.
        """


class ReplayRecord(Protocol):
    """Plays records again: `referee.tables.record.replay_record`."""

    def __call__(
        self, match_of: Callable[[Json], Rules[PositionT, ActionT]], record: Record, draw: Sequence[int], /
    ) -> Replay[PositionT, ActionT] | None:
        """Return a record before its first line, with the opened dice; None without opened dice.

        `match_of` makes a match of the record's header, and `draw` is the order of its stock as it was
        played.
        """
