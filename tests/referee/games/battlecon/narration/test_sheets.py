"""An attack taken apart on the screens (2.5)."""

from __future__ import annotations

import pytest

from referee.games.battlecon.narration.beat_view import rows_of
from rules.battlecon.cards import Pair, Part, figures, finish_of, pair_of

CARDS = figures("preview")
CADENZA = CARDS.fighters["cadenza"]
GROWING: tuple[tuple[Pair, list[Part], list[tuple[str, str]]], ...] = (
    (
        pair_of(CADENZA, "battery", "press", None),
        [("press", 1), ("battery", 1), ("press", 4)],
        [("1", "Press"), ("+1", "Battery"), ("+4", "Press (damage taken)")],
    ),
    (
        finish_of(CADENZA, "feedback_field", None),
        [("feedback_field", 1), ("feedback_field", 8)],
        [("1", "Feedback Field"), ("+8", "Feedback Field (damage soaked)")],
    ),
)


@pytest.mark.parametrize(("pair", "parts", "told"), GROWING)
def test_what_a_card_adds_for_damage_says_so(
    pair: Pair, parts: list[Part], told: list[tuple[str, str]]
) -> None:
    """17.7, 17.9."""
    (power,) = (row for row in rows_of(CARDS, pair, {"power": parts}) if row.figure == "power")
    assert [(term.amount, term.name) for term in power.terms] == told
