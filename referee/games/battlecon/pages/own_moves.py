"""Where a fighter may stand when his attack checks its range: after the moves of its own cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.battlecon.actions import Seat, Trigger
from rules.battlecon.beat import Beat
from rules.battlecon.card_effects import MANNERS, ends, holds
from rules.battlecon.cards import CardEffect, Pair

BEFORE_THE_RANGE: tuple[Trigger, ...] = ("start_of_beat", "before_activating")


def standing_after(beat: Beat, seat: Seat, pair: Pair) -> tuple[int, ...]:
    """Return the spaces where the moves of an attack may bring its fighter before its range counts (10.2).

    The opponent stays where he stands now.
    """
    side, other = beat.sides[seat], beat.other(seat)
    stop = beat.trap if other.card.has_trap else None
    places = {side.space}
    for trigger in BEFORE_THE_RANGE:
        for effect in _own_moves(pair.effects.get(trigger, ())):
            if not effect.condition or holds(beat, seat, effect.condition):
                manner = MANNERS[effect.do]
                places = {
                    end
                    for start in places
                    for _, _, end in ends(start, other.space, effect.spaces, manner, stop)
                }
    return tuple(sorted(places))


def _own_moves(effects: Iterable[CardEffect]) -> Iterator[CardEffect]:
    """Yield the effects that move their own fighter, those that follow others too."""
    for effect in effects:
        if effect.do in MANNERS and not MANNERS[effect.do].opponent:
            yield effect
        yield from _own_moves(effect.then)
