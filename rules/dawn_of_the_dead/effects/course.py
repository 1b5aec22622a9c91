"""Effects on the course of the game: set-up, phases, the move of a Human Player-Turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from rules.dawn_of_the_dead.position import Phase, Winner
from rules.effects import Effect, Seats

Side = Literal["human", "zombie"]
ZOMBIE_PLAYER: Seats = ("zombie",)


@dataclass(frozen=True, slots=True)
class HiddenChosen(Effect):
    """The zombie player chose the squares of the hidden zombies (3.1)."""

    name = "hide"
    squares: tuple[str, ...]

    @property
    def known_to(self) -> Seats:
        """The zombie player."""
        return ZOMBIE_PLAYER


@dataclass(frozen=True, slots=True)
class CharacterPlaced(Effect):
    """A character was set up in a square (3.2)."""

    name = "place"
    whom: str
    square: str


@dataclass(frozen=True, slots=True)
class PlayerTurnBegun(Effect):
    """A Player-Turn of a Game-Turn began (4.0). The move of the last one is over."""

    name = "player_turn"
    side: Side
    turn: int


@dataclass(frozen=True, slots=True)
class PhaseBegun(Effect):
    """A phase began (4.0)."""

    name = "phase"
    phase: Phase
    turn: int


@dataclass(frozen=True, slots=True)
class MustRest(Effect):
    """The characters who moved in this Human Player-Turn must rest in the next; nobody else must (5.0)."""

    name = "rest"
    characters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameWon(Effect):
    """A side has won, and the game is over (14.0)."""

    name = "won"
    side: Winner


@dataclass(frozen=True, slots=True)
class MoveBegun(Effect):
    """These characters move together (5.2). In `carry`, `by` carries `whom`; `points` are theirs."""

    name = "start_move"
    characters: tuple[str, ...]
    carry: Mapping[str, str] | None
    points: int


@dataclass(frozen=True, slots=True)
class SetDown(Effect):
    """A character who was carried was put down (5.6)."""

    name = "put_down"
    by: str
    whom: str
    square: str


@dataclass(frozen=True, slots=True)
class PointsSpent(Effect):
    """The stack spent, or lost, Movement Points; this many are left (5.1, 6.5)."""

    name = "points"
    spent: int
    left: int


@dataclass(frozen=True, slots=True)
class TrailLaid(Effect):
    """The trail now goes through these squares, in order (R-7.0a)."""

    name = "trail"
    squares: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RifleChanged(Effect):
    """A character took a hunting rifle, or lost it; this many are `left` in the shop (12.0)."""

    name = "rifle"
    whom: str
    has: bool
    left: int
