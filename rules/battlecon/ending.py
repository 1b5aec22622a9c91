"""The end of a duel, and of a match of several (1.0)."""

from __future__ import annotations

from dataclasses import replace

from rules.battlecon.beat import Beat
from rules.battlecon.effects import MatchWon, Won
from rules.battlecon.names import SEATS, Seat
from rules.battlecon.position import Step


def win(beat: Beat, seat: Seat, why: str) -> None:
    """End the duel at once: nothing of the beat is left to do (1.1, 10.5). `Won` explains `why`."""
    beat.winner = seat
    beat.won_by = why
    beat.queue.clear()
    beat.committed = {}


def settle(beat: Beat) -> None:
    """Score a duel that was won: a point, then the match or the next duel (1.2, R-1.2a)."""
    winner = beat.winner
    assert winner is not None
    match = beat.match
    beat.tell(Won(winner, match.duel, why=beat.won_by))
    a, b = (points + (seat == winner) for seat, points in zip(SEATS, match.points, strict=True))
    beat.match = replace(match, points=(a, b))
    if max(a, b) >= match.to:
        beat.phase = "over"
        if match.to > 1:
            beat.tell(MatchWon(winner, (a, b)))
        return
    beat.match = replace(beat.match, duel=match.duel + 1)
    beat.winner = None
    beat.number = 1
    beat.active = beat.trap = None
    beat.left, beat.sides = beat.sides, {}
    beat.queue.append(Step("choose_fighters"))
