"""2.0: the available maps and counter sheets."""

from __future__ import annotations

import pytest

from rules.dawn_of_the_dead.equipment import equipment


def test_the_mall_and_the_stand_in_sheet_are_at_hand() -> None:
    assert "mall" in equipment.maps()
    assert "stand-in" in equipment.counter_sheets()
    assert equipment.load_map()["provenance"] == "reconstruction"
    assert equipment.load_counters()["provenance"] == "stand-in"


def test_each_caller_gets_a_copy_of_its_own() -> None:
    equipment.load_map("mall")["squares"].clear()
    assert len(equipment.load_map("mall")["squares"]) == 212


def test_the_setting_is_built_once() -> None:
    assert equipment.setting("mall", "stand-in") is equipment.setting("mall", "stand-in")
    assert len(equipment.setting().board.squares) == 212


@pytest.mark.parametrize("name", ["airport", "", "../counters/stand-in", "mall.json"])
def test_what_is_not_available_gets_one_clear_sentence(name: str) -> None:
    with pytest.raises(equipment.NotAvailable, match=r"There is no map .*; there is mall\."):
        equipment.load_map(name)
    with pytest.raises(equipment.NotAvailable, match=r"There is no counter sheet .*; there is stand-in\."):
        equipment.load_counters(name)
