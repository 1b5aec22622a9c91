"""Names that no card has: too long to repeat, or half a character that no answer can carry."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.referee.games.battlecon.duel_tables import Duel

PAIR = {"do": "commit_pair", "style": "battery", "base": "strike"}
LONG, HALF = "battery" * 9, "\ud800"
MANY = 300
"""No sentence about a wrong name is longer."""


@pytest.fixture
def duel(tmp_path: Path) -> Iterator[Duel]:
    """Give a duel in which pairs are chosen."""
    table = Duel(tmp_path)
    yield table
    table.tables.close()


@pytest.mark.parametrize(
    ("action", "named"),
    [
        ({**PAIR, "style": LONG}, "style is "),
        ({**PAIR, "style": HALF}, "style is "),
        ({**PAIR, "base": HALF}, "base is "),
        ({**PAIR, HALF: 1}, r"\ud800 is not a field here"),
        ({"do": "ante", "token": LONG}, "token is "),
        ({"do": "choose_fighter", "fighter": HALF}, "fighter is "),
        ({"do": "choose", "option": {"what": "token", "token": HALF}}, "option.token is "),
        ({"do": "choose_discards", "discards": [[HALF], []]}, "two lists of cards"),
    ],
)
def test_a_name_that_no_card_can_have_is_refused_in_one_sentence(
    duel: Duel, action: dict[str, Any], named: str
) -> None:
    duel.refused("a", action, 422, named)
    said = duel.post("a", "/do", action=action, version=duel.seen("a")["version"]).get_json()
    assert len(said["detail"]) < MANY
