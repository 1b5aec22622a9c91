"""An attack pair: the sums of a style and a base, and the effects of both (2.5 to 2.7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from rules.battlecon.cards import Card, CardEffect, FighterCard, Figure, Reach
from rules.battlecon.names import Form, Trigger

FORM_CONDITIONS = frozenset({"human", "elemental"})
Part = tuple[str, int]
"""Where an amount comes from (the id of a card, a token or an ability), and the amount."""


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """A pair, or the finish in its place, before anything that the duel adds.

    `constants` are the sums of the figures; `parts` tell where they come from. `per` are amounts that grow
    with what happened in the beat: figure, amount, counter, origin. `dodges` are conditions under which the
    opponent cannot hit, with their origin.
    """

    cards: tuple[Card, ...]
    reach: Reach
    power: int | None
    priority: int
    constants: Mapping[Figure, int]
    parts: Mapping[Figure, tuple[Part, ...]]
    per: tuple[CardEffect, ...]
    dodges: tuple[CardEffect, ...]
    effects: Mapping[Trigger, tuple[CardEffect, ...]]


@lru_cache(maxsize=4096)
def pair_of(fighter: FighterCard, style: str, base: str, form: Form | None) -> Pair:
    """Return the pair of two of a fighter's cards, in a form if he has one."""
    (style_card,) = (card for card in fighter.styles if card.id == style)
    (base_card,) = (card for card in fighter.bases if card.id == base)
    return _joined((base_card, style_card), form)


@lru_cache(maxsize=256)
def finish_of(fighter: FighterCard, finish: str, form: Form | None) -> Pair:
    """Return an overdrive finish, which stands for a whole pair (14.2)."""
    (card,) = (card for card in fighter.finishes if card.id == finish)
    return _joined((card,), form)


def _joined(cards: tuple[Card, ...], form: Form | None) -> Pair:
    """Return the sum of cards, the base or finish first."""
    first = cards[0]
    effects: dict[Trigger, tuple[CardEffect, ...]] = {}
    for card in reversed(cards):
        for effect in card.effects:
            if effect.condition not in FORM_CONDITIONS or effect.condition == form or effect.on != "passive":
                effects[effect.on] = (*effects.get(effect.on, ()), effect)
    passive = effects.pop("passive", ())
    parts: dict[Figure, tuple[Part, ...]] = {}
    for card in cards:
        for figure, amount in _printed(card, first):
            if amount or card is first:
                parts[figure] = (*parts.get(figure, ()), (card.id, amount))
    for effect in passive:
        if effect.do == "modify" and not effect.per:
            parts[effect.figure] = (*parts.get(effect.figure, ()), (effect.source, effect.amount))
    constants = {figure: sum(amount for _, amount in added) for figure, added in parts.items()}
    return Pair(
        cards=cards,
        reach=first.reach,
        power=None if first.power is None else constants["power"],
        priority=constants["priority"],
        constants=constants,
        parts=parts,
        per=tuple(e for e in passive if e.per),
        dodges=tuple(e for e in passive if e.do == "dodge"),
        effects=effects,
    )


def _printed(card: Card, first: Card) -> tuple[tuple[Figure, int], ...]:
    """Return the printed figures that count; N/A and X take no modifiers (2.4, R-20.7a)."""
    low, high = card.range or (0, 0)
    ranges: tuple[tuple[Figure, int], ...] = (
        (("range_low", low), ("range_high", high)) if first.reach == "numbers" else ()
    )
    powers: tuple[tuple[Figure, int], ...] = (("power", card.power or 0),) if first.power is not None else ()
    return (
        *ranges,
        *powers,
        ("priority", card.priority),
        ("stun_guard", card.stun_guard),
        ("soak", card.soak),
    )
