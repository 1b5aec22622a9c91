"""The end of a beat (11.0): End of Beat effects, and the piles that move on."""

from __future__ import annotations

from rules.battlecon.beat import Beat
from rules.battlecon.effects import Recycled
from rules.battlecon.names import OTHER, SPECIAL
from rules.battlecon.position import NO_ATTACK, Step
from rules.battlecon.triggers import trigger


def end_of_beat(beat: Beat, step: Step) -> None:
    """Queue the End of Beat effects, the active player's first, a stunned player's too (11.0)."""
    beat.phase = "execute"
    first = beat.leader()
    trigger(beat, OTHER[first], "end_of_beat")
    trigger(beat, first, "end_of_beat")


def recycle(beat: Beat, step: Step) -> None:
    """Move the piles on, let what lasts one beat end, and begin the next beat."""
    for side in beat.sides.values():
        if side.cycles:
            played = tuple([card for card in (side.style, side.base) if card and card != SPECIAL])
            side.discards = (played, side.discards[0])
        side.modifiers = tuple([m for m in side.modifiers if m.lasts == "next_beat"])
        side.begin(NO_ATTACK)
    beat.number += 1
    beat.tell(Recycled(beat.number))
    beat.queue.append(Step("select"))
