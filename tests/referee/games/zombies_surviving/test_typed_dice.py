"""Dice that people roll: where the first say that more fall, those are typed in after them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.referee.any_table import AnyTable

ENTER = {"do": "enter", "seat": "p1", "figure": "fay", "place": "building_1", "way": "a door or window"}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[AnyTable]:
    """Give a table of one player who rolls, and goes into a building that is ransacked."""
    made = AnyTable(tmp_path, options={"system": "zombies-surviving", "players": 1})
    made.do("p1", {"do": "recruit", "character": "fay"})
    made.do("table", {"do": "lay_out", "buildings": 1, "ruins": 0, "vehicles": 0, "edge": "south"})
    made.do("table", {"do": "choose_goal", "goal": "supplies"})
    made.do("p1", {"do": "ready"})
    assert made.post("p1", "/do", action=ENTER, version=made.version, typed=True).status_code == 200
    typed(made, state=[1])
    typed(made, inside=[1])
    yield made
    made.tables.close()


def try_typed(table: AnyTable, **dice: Any) -> TestResponse:
    question, version = table.view("p1")["underway"]["question"], table.view("p1")["version"]
    return table.post("p1", "/do", action=dice, question=question, version=version, typed=True)


def typed(table: AnyTable, **dice: Any) -> None:
    answer = try_typed(table, **dice)
    assert answer.status_code == 200, answer.data


def test_9_2_dice_are_added_to_those_that_asked_for_them(table: AnyTable) -> None:
    typed(table, inside=[1, 3])
    typed(table, inside=[1, 3, 2, 5])
    kinds = [one["kind"] for one in table.view()["figures"].values()]
    assert kinds == ["survivor", "ankle_biter", "shuffler"]


@pytest.mark.parametrize("dice", [[2, 3], [1, 3, 2, 5, 6], [1, 7], [3]])
def test_9_2_other_dice_than_before_or_too_many_are_refused(table: AnyTable, dice: list[int]) -> None:
    before = table.everything()
    answer = try_typed(table, inside=dice)
    assert answer.status_code == 422
    assert table.everything() == before
