"""A correction by agreement: what is right is said first, and then the others are asked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.referee.any_table import AnyTable

SEATS = ("p1", "p2")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[AnyTable]:
    made = AnyTable(tmp_path, options={"system": "zombies-surviving", "players": 2})
    made.do("p1", {"do": "recruit", "character": "ana"})
    made.do("p2", {"do": "recruit", "character": "bruno"})
    made.do("table", {"do": "lay_out", "buildings": 0, "ruins": 0, "vehicles": 0, "edge": "south"})
    made.do("table", {"do": "choose_goal", "goal": "supplies"})
    for seat in SEATS:
        made.do(seat, {"do": "ready"})
    yield made
    made.tables.close()


def test_the_others_are_asked_once_the_correction_is_whole(table: AnyTable) -> None:
    table.do("p1", {"do": "correct"})
    for field, value in (("figure", "ana"), ("what", "supplies")):
        assert table.view("p2")["request"] is None
        table.do("p1", {"do": "correct", field: value})
    assert table.view("p2")["request"] is None
    table.do("p1", {"do": "correct", "value": "7"})
    asked = table.view("p2")["request"]
    assert asked["action"] == {"do": "correct", "figure": "ana", "what": "supplies", "value": "7"}
    assert table.view("p1")["figures"]["ana"]["supplies"] != 7
    assert table.post("p2", "/consent", answer="agree").status_code == 200
    assert table.view("p1")["figures"]["ana"]["supplies"] == 7
    assert table.record()[-1]["agreed"] == ["p1", "p2"]


def test_one_that_is_whole_at_once_is_asked_about_at_once(table: AnyTable) -> None:
    table.do("p1", {"do": "correct", "figure": "ana", "what": "wounds", "value": "1"})
    assert table.view("p2")["request"]["action"]["what"] == "wounds"
    assert table.post("p2", "/consent", answer="decline").status_code == 200
    assert table.view("p1")["figures"]["ana"].get("wounds", 0) == 0
