"""What the ante and the Reveal will surely add to an attack, as the duel stands now."""

from __future__ import annotations

from collections.abc import Iterator

from rules.battlecon.actions import OTHER, Seat
from rules.battlecon.beat import Beat
from rules.battlecon.card_effects import carry_out_refund, carry_out_spend_all, holds
from rules.battlecon.cards import CardEffect, Pair, Part
from rules.battlecon.position import Position

_WITH_TOKENS = {"refund": carry_out_refund, "spend_all": carry_out_spend_all}


def expected(beat: Beat, seat: Seat, pair: Pair, phase: str) -> Iterator[tuple[str, Part]]:
    """Yield each figure that will change by the comparison of priorities, with its origin and amount.

    Only abilities and Reveal effects are here, which depend on form and trap; tokens are a choice. In a clash
    the Reveal is over, and what it gave stands in the position (8.1).
    """
    if phase == "clash":
        return
    ability, others = beat.sides[seat].card.ability, beat.sides[OTHER[seat]].card.ability
    if phase == "select":
        yield from _amounts(beat, seat, [e for e in ability.effects if e.on == "ante"])
    yield from _amounts(beat, seat, pair.effects.get("reveal", ()))
    if phase in ("select", "ante") or any(step.do == "reveal" and step.what for step in beat.queue):
        theirs = [e for e in others.effects if e.on == "reveal" and e.on_opponent]
        yield from _amounts(beat, OTHER[seat], theirs, seat)


def with_tokens(position: Position, seat: Seat, pair: Pair, phase: str) -> Position:
    """Return the position with what the Reveal will surely do with a seat's tokens.

    Those of the ante come back without effect (18.2, 18.9), or the whole pool is spent (18.8).
    """
    coming = [effect for effect in pair.effects.get("reveal", ()) if effect.do in _WITH_TOKENS]
    if phase == "clash" or not coming:
        return position
    beat = Beat(position)
    for effect in coming:
        if not effect.condition or holds(beat, seat, effect.condition):
            _WITH_TOKENS[effect.do](beat, seat, effect, None)
    return beat.freeze()


def _amounts(
    beat: Beat, owner: Seat, effects: list[CardEffect] | tuple[CardEffect, ...], whom: Seat | None = None
) -> Iterator[tuple[str, Part]]:
    """Yield what the effects whose condition holds give a seat, their owner where none is named."""
    for effect in effects:
        if effect.condition and not holds(beat, owner, effect.condition):
            continue
        given = OTHER[owner] if effect.on_opponent else owner
        if effect.do == "modify" and effect.lasts == "this_beat" and given == (whom or owner):
            yield effect.figure, (effect.source, effect.amount)
        yield from _amounts(beat, owner, effect.then, whom)
