"""What changes where players go back to the start of a beat: life and places, which everybody sees."""

from __future__ import annotations

from referee.games.battlecon.wording import first_name
from rules.battlecon.actions import SEATS
from rules.battlecon.position import Position
from rules.sentences import listed


def way_back(now: Position, then: Position) -> str:
    """Return what going back changes: "Kallistar: life 7 back to 14, space 5 back to 3."; "" is nothing.

    Across duels it says only that the later duel goes too.
    """
    if now.match.duel != then.match.duel:
        return f"Duel {now.match.duel} is taken back too."
    told = []
    for seat in SEATS:
        before, after = now.fighters.get(seat), then.fighters.get(seat)
        if before is None or after is None or before.fighter != after.fighter:
            continue
        pairs = (("life", before.life, after.life), ("space", before.space, after.space))
        changed = [f"{what} {old} back to {new}" for what, old, new in pairs if old != new]
        if changed:
            told.append(f"{first_name(now.figures, after.fighter)}: {listed(changed)}.")
    return " ".join(told)
