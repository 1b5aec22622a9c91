"""Modifiers from JSON."""

from __future__ import annotations

from typing import get_args

from rules.battlecon.cards import NO_LIMIT, Figure, Figures, Lasts, Modifier
from rules.battlecon.formats.reading import Source

FIGURES: tuple[Figure, ...] = get_args(Figure)
LASTS: tuple[Lasts, ...] = get_args(Lasts)
LONGEST = NO_LIMIT
MAX_MODIFIERS = 40


def read_modifiers(source: Source, cards: Figures) -> tuple[Modifier, ...]:
    """Return the modifiers of a list. Raises Unreadable."""
    origins = tuple(dict.fromkeys(("next_beat", *cards.cards, *cards.tokens, *cards.abilities)))
    read = []
    for item in source.items("modifiers", MAX_MODIFIERS):
        item.only(("figure", "amount", "origin", "lasts"))
        read.append(
            Modifier(
                item.one_of("figure", FIGURES),
                item.number("amount", -LONGEST, LONGEST),
                item.one_of("origin", origins),
                item.one_of("lasts", LASTS),
            )
        )
    return tuple(read)
