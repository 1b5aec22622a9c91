"""`actions` lists a roll that has fallen with each choice it leaves (15.2, R-13.0a)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules.dawn_of_the_dead.position import AppearanceState, GenerationState
from rules.dawn_of_the_dead.solitaire.solitaire import appearance_squares
from tests.referee.seated import START, Seated


def listed(table: Seated, seat: str) -> list[dict[str, Any]]:
    """Return what `actions` lists for a seat."""
    actions: list[dict[str, Any]] = table.get(seat, "/actions").get_json()["actions"]
    return actions


def change(table: Seated, **phase: Any) -> None:
    """Put the table into another position."""
    with table.opened() as loaded:
        loaded.positions[-1] = replace(loaded.positions[-1], **phase)
        loaded.views.clear()


def each_moves_on(table: Seated, seat: str, roll: dict[str, Any], choices: list[dict[str, Any]]) -> None:
    """Check that the list has these choices of a roll in progress, and that the last one completes it."""
    assert listed(table, seat) == choices
    for choice in choices:
        asked = table.post(seat, "/ask", action=choice).get_json()
        assert (asked["legal"], list(asked["needs"])) == (True, list(set(choice) - {"do"}))
    # A second tap on the roll changes nothing.
    before = table.version
    assert table.try_(seat, {"do": roll["do"]}).status_code == 200
    assert table.version == before
    table.do(seat, choices[-1])
    assert table.version > before
    assert table.record()[-1]["action"] == roll | choices[-1]


def test_13_0a_the_doors_of_an_entrance_are_listed(tmp_path: Path) -> None:
    """One unit is left for two doors: each door is an action; the human player has none."""
    table = Seated(tmp_path)
    table.set_up()
    change(table, phase="generation", phase_state=GenerationState(), eliminated=(3,))
    roll = {"do": "roll_entrance", "dice": [1, 1]}
    table.do("zombie", roll)
    assert listed(table, "human") == []
    choices = [{"do": "roll_entrance", "doors": [door]} for door in ("north", "west")]
    assert listed(table, "table") == choices
    each_moves_on(table, "zombie", roll, choices)


@pytest.mark.parametrize("counters", ["digital", "physical"])
def test_15_2_the_squares_of_a_hidden_zombie_are_listed(tmp_path: Path, counters: str) -> None:
    """Equally near squares are each an action, whoever holds the values."""
    table = Seated(tmp_path, options={"mode": "solitaire", "counters": counters})
    table.do("table", START)
    change(table, phase="hidden_appearance", phase_state=AppearanceState(), eliminated=(3, 4))
    digit, squares = next(
        (n, near) for n in range(10) if len(near := appearance_squares(table.position, n)) > 1
    )
    dice = [1, digit] if 1 <= digit <= 5 else [6, digit - 5 if digit else 5]
    roll = {"do": "roll_hidden", "dice": dice}
    table.do("table", roll)
    each_moves_on(table, "table", roll, [{"do": "roll_hidden", "square": square} for square in squares])
