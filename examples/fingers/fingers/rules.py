"""What is true of the game: positions, the one action, the ruling."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from rules.effects import Effect
from rules.ruling import Ruling, allow, refuse

SEATS = ("a", "b")
GOAL = 3
HAND, SUM = range(6), range(11)


@dataclass(frozen=True, slots=True)
class Show:
    """Show fingers and call their sum, in secret until both have (1.1)."""

    seat: str
    fingers: int
    call: int
    do: str = "show"


@dataclass(frozen=True, slots=True)
class Position:
    """A game as it stands. `shown` are the hands that lie face down."""

    round: int = 1
    points: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(SEATS, 0))
    shown: Mapping[str, Show] = field(default_factory=dict)

    @property
    def winner(self) -> str | None:
        """The seat with the points to win (1.0)."""
        return next((seat for seat in SEATS if self.points[seat] >= GOAL), None)


@dataclass(frozen=True, slots=True)
class Hands(Effect):
    """Both hands are open, and so is who scores."""

    name = "hands"
    fingers: tuple[int, ...]
    calls: tuple[int, ...]
    scores: str | None


def check(position: Position, action: Show) -> Ruling[Position]:
    """Return whether a seat may show this now."""
    if position.winner:
        return refuse(("1.0",), "The game is over.", firm=True)
    if action.fingers not in HAND or action.call not in SUM:
        return refuse(("1.1",), "A hand has 0 to 5 fingers, and a sum is 0 to 10.", firm=True)
    return allow(("1.1",), "This is allowed.")


def rule(position: Position, action: Show) -> Ruling[Position]:
    """Return the ruling, carried out if legal; the second hand opens both."""
    ruling = check(position, action)
    if not ruling.legal:
        return ruling
    shown = {**position.shown, action.seat: action}
    if len(shown) < len(SEATS):
        said = f"Player {action.seat.upper()} is ready."
        return replace(ruling, reason=said, after=replace(position, shown=shown))
    total = sum(hand.fingers for hand in shown.values())
    right = [seat for seat in SEATS if shown[seat].call == total]
    scores = right[0] if len(right) == 1 else None
    points = {seat: position.points[seat] + (seat == scores) for seat in SEATS}
    hands = Hands(tuple(shown[s].fingers for s in SEATS), tuple(shown[s].call for s in SEATS), scores)
    said = f"{total} fingers; {f'player {scores.upper()} scores' if scores else 'nobody scores'}."
    return replace(
        ruling,
        cases=("1.2", "1.1"),
        reason=said,
        after=Position(position.round + 1, points),
        effects=(hands,),
    )
