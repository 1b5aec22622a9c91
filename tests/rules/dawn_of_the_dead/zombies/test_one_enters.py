"""13.2 and 13.3: where two doors are rolled and one unit enters, the sentence says why."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dawn_of_the_dead.actions import RollEntrance
from tests.rules.dawn_of_the_dead.small_mall import MAIN_DOORS
from tests.rules.dawn_of_the_dead.table import legal, table

BOTH = (1, 1)
"""A two on the Zombie Entrance Table: the north and the west door."""
WEST = MAIN_DOORS["west"][0]


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"main_doors": {"west": "closed"}}, "The west door is closed, so none enters there."),
        ({"zombies": {WEST: 2}}, f"A zombie is in {WEST}, so none enters by the west door."),
        ({}, "two zombie units enter"),
    ],
)
def test_13_2_the_sentence_says_why_one_unit_alone_enters(more: dict[str, Any], why: str) -> None:
    given = {"people": {"peter": "022"}, "eliminated": [3, 4], "hidden_box": [], **more}
    action = RollEntrance(BOTH, draw=(3, 4) if not more else (3,))
    assert why in legal(table("generation", **given), action).reason


def test_13_3_or_that_no_other_unit_is_left() -> None:
    """R-13.0a: the zombie player chose the door."""
    position = table("generation", {"peter": "022"}, eliminated=[3], hidden_box=[])
    ruling = legal(position, RollEntrance(BOTH, doors=("north",), draw=(3,)))
    assert "No other eliminated unit is left for the west door." in ruling.reason
    assert "13.3" in ruling.cases
