"""Trying things out: a duel taken further without rulings and positions, for programs that look ahead.

The steps are those that `game.rule` runs, so a trial and the game always agree.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from rules.battlecon.actions import Action, Commitment
from rules.battlecon.beat import Beat, Question, Side
from rules.battlecon.game import PROCEDURES
from rules.battlecon.names import Seat
from rules.battlecon.position import Position
from rules.battlecon.sequence import run


class Standing(Protocol):
    """What a search may read of one side."""

    seat: Seat
    space: int
    life: int
    special: bool


class Trial:
    """A duel at some moment. It never changes; what is done makes a new one."""

    __slots__ = ("_beat",)

    def __init__(self, beat: Beat) -> None:
        self._beat = beat

    @classmethod
    def of(cls, position: Position) -> Trial:
        """Return the trial that begins at a position."""
        beat = Beat(position)
        run(beat)
        return cls(beat)

    @property
    def question(self) -> Question | None:
        """What is waited for; None once the match is over."""
        return self._beat.question

    @property
    def beat(self) -> int:
        """The number of the beat."""
        return self._beat.number

    @property
    def winner(self) -> Seat | None:
        """The winner, once the match is over."""
        return self._beat.winner

    def side(self, seat: Seat) -> Standing:
        """Return one side, to read."""
        side: Side = self._beat.sides[seat]
        return side

    def committed(self, choices: Mapping[Seat, Commitment]) -> Trial:
        """Return what comes of the secret choices of all who are waited for; they must be legal."""
        beat = self._beat.copy()
        beat.committed = choices
        run(beat)
        return Trial(beat)

    def done(self, action: Action) -> Trial:
        """Return what comes of one open action, which must be legal."""
        carry_out = PROCEDURES[action.do].carry_out
        assert carry_out is not None, f"{action.do} is secret; it is committed."
        beat = self._beat.copy()
        carry_out(beat, action)
        run(beat)
        return Trial(beat)

    def position(self) -> Position:
        """Return the position at this moment."""
        return self._beat.freeze()
