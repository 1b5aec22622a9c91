"""Duels as they stand in play."""

from __future__ import annotations

from typing import Any

from rules.battlecon.cards import figures
from rules.battlecon.position import Position
from rules.battlecon.setting_up import by_icons
from tests.rules.battlecon.table import duel


def usual(a: str, b: str, **given: Any) -> Position:
    """Return a duel in which both piles hold the cards of the icons, so that hands have their usual size."""
    cards = figures().fighters
    piles = {seat: [list(pile) for pile in by_icons(cards[name])] for seat, name in (("a", a), ("b", b))}
    return duel(a, b, a_discards=piles["a"], b_discards=piles["b"], **given)
