"""Dice that people roll: each is asked for and typed in, but for those that fall face down."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.referee.any_table import AnyTable

ENTER = {"do": "enter", "seat": "p1", "figure": "fay", "place": "building_1", "way": "a door or window"}


@contextmanager
def playing(folder: Path, character: str) -> Iterator[AnyTable]:
    """Yield a table of one player with a character, and a building."""
    made = AnyTable(folder, options={"system": "zombies-surviving", "players": 1})
    made.do("p1", {"do": "recruit", "character": character})
    made.do("table", {"do": "lay_out", "buildings": 1, "ruins": 0, "vehicles": 1, "edge": "south"})
    made.do("table", {"do": "choose_goal", "goal": "supplies"})
    made.do("p1", {"do": "ready"})
    yield made
    made.tables.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[AnyTable]:
    """Give a table of one player who rolls, and goes into a building that is ransacked."""
    with playing(tmp_path, "fay") as made:
        begin(made, ENTER)
        typed(made, state=[1])
        typed(made, inside=[1])
        yield made


def begin(table: AnyTable, action: dict[str, Any]) -> None:
    answer = table.post("p1", "/do", action=action, version=table.version, typed=True)
    assert answer.status_code == 200, answer.data


def try_typed(table: AnyTable, **dice: Any) -> TestResponse:
    question, version = table.view("p1")["underway"]["question"], table.view("p1")["version"]
    return table.post("p1", "/do", action=dice, question=question, version=version, typed=True)


def typed(table: AnyTable, **dice: Any) -> None:
    answer = try_typed(table, **dice)
    assert answer.status_code == 200, answer.data


def post(table: AnyTable, fields: dict[str, str]) -> None:
    """Send the form of the action in progress, as a page does."""
    begun = table.view("p1")["underway"]
    form = {"question": begun["question"], "serial": begun["serial"], "version": table.version, **fields}
    form["action"] = json.dumps(begun["action"])
    sent = table.client.post(f"/t/{table.code}/do", data=form, headers=table.headers("p1"))
    assert sent.status_code == 303


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


def test_5_2_a_search_asks_for_its_die(tmp_path: Path) -> None:
    with playing(tmp_path, "fay") as table:
        begin(table, {"do": "search", "seat": "p1", "figure": "fay"})
        assert table.view("p1")["underway"]["needs"] == {"search": 1}
        typed(table, search=[2])
        assert table.record()[-1]["story"] == "Fay searches car 1: it is empty for good."


def test_5_2_the_referee_rolls_what_a_dishonest_figure_finds(tmp_path: Path) -> None:
    with playing(tmp_path, "emil") as table:
        begin(table, {"do": "search", "seat": "p1", "figure": "emil"})
        assert [*table.view("p1")["finds"]] == ["emil search", "emil honesty"]
        assert set(table.view("table")["finds"].values()) <= {None}


def test_10_1_the_referee_rolls_what_a_psychic_sees_of_the_next_event(tmp_path: Path) -> None:
    with playing(tmp_path, "hana") as table:
        begin(table, {"do": "foresee", "seat": "p1", "figure": "hana"})
        assert table.view("p1")["next_event"]["p1"] in range(11, 67)
        assert set(table.view("table")["next_event"].values()) <= {None}


def test_1_6_a_second_die_is_typed_in_for_a_score_above_six(tmp_path: Path) -> None:
    """It is added to the 4 that lies there, also where a page posts it alone."""
    with playing(tmp_path, "gus") as table:
        table.do("p1", {"do": "add_figures", "kind": "shuffler", "count": 1, "zone": "street"})
        shot = {"do": "snap_shot", "seat": "p1", "figure": "gus", "weapon": "submachine_gun"}
        begin(table, {**shot, "target": "shuffler_1", "inches": 15, "in_cover": True})
        typed(table, hit=[4])
        post(table, {"field.hit": "3"})
        assert table.record()[-1]["action"]["hit"] == [4, 3]


def test_dice_half_typed_in_do_not_count_where_the_referee_rolls_after_all(tmp_path: Path) -> None:
    states = set()
    for die in ("1", "6"):
        with playing(tmp_path / die, "fay") as table:
            begin(table, ENTER)
            post(table, {"field.state": die, "roll": "1"})
            states.add(table.record()[-1]["action"]["state"][0])
    assert len(states) == 1
