"""How the end of a game looks on a screen: good news for the winner, bad news for the loser."""

from __future__ import annotations

from typing import Literal

Outcome = Literal["won", "lost", "open"]
"""What the end is for a screen; "open" on one that both sides share."""
SHARED_SEAT = "table"


def outcome(mode: str, winner: str, seat: str = SHARED_SEAT) -> Outcome:
    """Return what the victory of `winner` ("human" or "zombie") is for a seat.

    Two players share the tablet, so that it takes no side. In every other mode all seats play the characters.
    """
    if mode == "two-player" and seat == SHARED_SEAT:
        return "open"
    side = seat if mode == "two-player" else "human"
    return "won" if winner == side else "lost"
