"""The charts of the book: each total has its row, and what the print has lost says so."""

from __future__ import annotations

import pytest

from rules.zombies_surviving.charts import charts

LOST = {
    "3.1": [], "4.2": ["6", "7 or more"], "5.2": [], "5.3": [], "5.4": ["4-5"], "6.1": [], "7.1": [],
    "7.2": ["1 or less", "2"], "7.3": ["4", "5", "6", "7", "10-11"], "11.0": ["4", "7 or more"],
    "11.1": ["14-18"], "11.2": ["2", "9", "11-12"], "11.3": ["5", "11-12", "17-18"], "11.4": ["11"],
    "11.5": ["2"], "11.6": ["9-10"], "11.7": [], "11.8": ["3"], "12": ["12", "31", "34", "55", "56"],
}  # fmt: skip
"""The rows that the print has lost, of each chart that is rolled on."""


@pytest.mark.parametrize("name", LOST)
def test_each_total_has_a_row_and_lost_ones_say_so(name: str) -> None:
    chart = charts()[name]
    assert chart.dice is not None
    for total in chart.dice.totals:
        row = chart.row(total)
        assert row.roll is not None
        assert row.roll[0] <= total <= row.roll[1]
    assert [row.label for row in chart.entries if row.lost] == LOST[name]


def test_4_1_each_zombie_has_its_moves() -> None:
    rows = {row.label: row.cells for row in charts()["4.1"].entries}
    assert rows["Runner"] == {
        "Quick move": "3d6", "Random move": "8", "Hits on": "3+", "Damage": "+1",
        "Wounds to be gone": "3 (a shuffler, then an ankle-biter)",
    }  # fmt: skip


def test_12_events_are_of_two_dice_read_as_tens_and_units() -> None:
    assert len(charts()["12"].entries) == 36
