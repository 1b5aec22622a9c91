"""The charts, held against a transcription made by columns where the data go by rows."""

from __future__ import annotations

import pytest

from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.equipment.rulebook import rulebook

ATTACK_COLUMNS = [  # strengths, results for totals 2 to 12
    ((1,), "ISS--------"),
    ((2,), "IS--S-----I"),
    ((3, 4), "IIS--S----I"),
    ((5, 6), "IIISS----SI"),
    ((7, 8), "IIISS-SI---"),
    ((9, 10, 11, 12, 13), "IIIISSSI--S"),
]
ENTRANCE = {
    "north": {2, 3, 6},
    "west": {2, 9, 11},
    "east": {3, 5, 12},
    "south": {8, 11, 12},
}
CARRYING = {"peter": 2, "roger": 2, "steve": 3, "fran": 4}


def test_5_9_entering_and_doors() -> None:
    assert equipment.enter_cost() == 1
    assert equipment.door_cost() == 2


@pytest.mark.parametrize(("character", "cost"), CARRYING.items())
def test_5_9_carrying_for_each_square(character: str, cost: int) -> None:
    assert equipment.carry_cost(character) == cost


def test_5_9_as_people_read_it() -> None:
    (chart,) = rulebook().case("5.9").charts
    assert [cost for _, cost in chart.rows] == [
        "1",
        "the unit’s Zombie Value (a)",
        "2 (b)",
        "the whole Movement Allowance (b)",
        "the whole Movement Allowance (b)",
        "2 (c)",
        "3 (c)",
        "4 (c)",
    ]
    assert [str(note)[0] for note in chart.notes] == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("squares", "door", "modifier"),
    [
        (0, None, 0),
        (3, None, 3),
        (2, "open_door", 4),
        (2, "closed_glass_door", 5),
        (1, "closed_glass_door", 4),
    ],
)
def test_6_7_distance_and_doors_add_up(squares: int, door: str | None, modifier: int) -> None:
    assert equipment.shot_modifier(squares, door) == modifier


def test_6_7_as_people_read_it() -> None:
    (chart,) = rulebook().case("6.7").charts
    assert [row[1] for row in chart.rows] == ["−1 for each square of distance", "0 (a)", "−3 (b)", "−2"]


@pytest.mark.parametrize(("strengths", "column"), ATTACK_COLUMNS, ids=[str(s[0]) for s, _ in ATTACK_COLUMNS])
def test_8_8_column_by_column(strengths: tuple[int, ...], column: str) -> None:
    for strength in strengths:
        assert "".join(equipment.attack_result(strength, total) for total in range(2, 13)) == column


def test_8_8_the_last_column_serves_for_more() -> None:
    assert [equipment.attack_result(14, n) for n in range(2, 13)] == [
        equipment.attack_result(9, n) for n in range(2, 13)
    ]


def test_8_8_as_people_read_it() -> None:
    (chart,) = rulebook().case("8.8").charts
    assert chart.columns == ("Dice", "1", "2", "3-4", "5-6", "7-8", "9-13")
    assert [row[0] for row in chart.rows] == [str(total) for total in range(2, 13)]
    for n, (_, column) in enumerate(ATTACK_COLUMNS, 1):
        assert "".join(row[n] for row in chart.rows) == column


@pytest.mark.parametrize("total", range(2, 13))
def test_13_5_door_by_door(total: int) -> None:
    assert set(equipment.entrance_doors(total)) == {
        door for door, totals in ENTRANCE.items() if total in totals
    }


def test_13_5_as_people_read_it() -> None:
    (chart,) = rulebook().case("13.5").charts
    for total, doors in chart.rows:
        named = equipment.entrance_doors(int(total))
        assert doors.lower() == (" and ".join(named) or "no unit")


@pytest.mark.parametrize("column", range(1, 7))
@pytest.mark.parametrize("row", range(1, 7))
def test_15_8_digit_by_digit(column: int, row: int) -> None:
    expected = None if row == 6 else (row if column <= 3 else (row + 5) % 10)
    assert equipment.hidden_digit(column, row) == expected


def test_15_8_as_people_read_it() -> None:
    (chart,) = rulebook().case("15.8").charts
    assert ["".join(row) for row in chart.rows] == ["116", "227", "338", "449", "550", "6--"]


def test_2_2_the_charts_are_the_five_that_the_rules_name() -> None:
    charts = [chart for case in rulebook().cases for chart in case.charts]
    assert [chart.case for chart in charts] == ["5.9", "6.7", "8.8", "13.5", "15.8"]
    listed = "\n".join(rulebook().case("2.2").lines())
    assert [chart.title for chart in charts if chart.title not in listed] == []
    assert [chart.case for chart in charts if chart.case not in rulebook().case("2.2").refers_to] == []
