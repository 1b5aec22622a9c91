"""Several actions in one call: a walk, the reactions without a choice, all that must be done."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules.dawn_of_the_dead.position import Zombie
from tests.referee.games.dawn_of_the_dead.pages.test_told_everywhere import reacting
from tests.referee.seated import Seated, ordered

START_MOVE = {"do": "start_move", "characters": ["peter"]}
WALK = {"do": "walk", "path": ["008", "026"]}


@pytest.fixture
def seated(tmp_path: Path) -> Iterator[Seated]:
    """Give a table where Peter is on the move."""
    table = Seated(tmp_path, sources=ordered({}))
    table.set_up()
    table.do("human", START_MOVE)
    yield table
    table.tables.close()


def done(table: Seated) -> list[Any]:
    """Return the actions on the record, in order."""
    return [line["action"] for line in table.record() if "action" in line]


def test_5_0_a_walk_is_one_call_and_each_step_an_action(seated: Seated) -> None:
    answer = seated.post("human", "/batch", batch=WALK, version=seated.version)
    assert answer.status_code == 200
    body = answer.get_json()
    steps = [{"do": "step", "to": square} for square in WALK["path"]]
    assert [line["action"] for line in body["steps"]] == steps == done(seated)[-2:]
    assert [ruling["legal"] for ruling in body["rulings"]] == [True, True]
    assert body["ruling"] == body["rulings"][-1]
    assert body["view"] == seated.view("human")
    assert [step["action"] for step in body["view"]["moment"]["batch"]] == steps


def test_5_4_a_walk_stops_at_a_unit(seated: Seated) -> None:
    with seated.opened() as loaded:
        now = loaded.positions[-1]
        loaded.positions[-1] = replace(now, zombies={**now.zombies, "008": Zombie(1)})
        loaded.views.clear()
    body = seated.post("human", "/batch", batch=WALK, version=seated.version).get_json()
    assert [line["action"]["to"] for line in body["steps"]] == ["008"]


def test_7_0_units_without_a_choice_move_in_one_call(tmp_path: Path) -> None:
    table = reacting(tmp_path)
    body = table.post("zombie", "/batch", batch={"do": "forced"}, version=table.version).get_json()
    assert [line["action"]["do"] for line in body["steps"]] == ["react", "react"]
    again = table.post("zombie", "/batch", batch={"do": "forced"}, version=table.version)
    assert (again.status_code, again.get_json()["detail"]) == (
        422,
        "No unit here has only one legal reaction.",
    )
    table.tables.close()


def test_4_0_a_turn_in_which_nothing_is_done_is_one_call(tmp_path: Path) -> None:
    table = Seated(tmp_path, options={"phases": "automatic"}, sources=ordered({}))
    table.set_up()
    table.do("human", {"do": "end_turn"})
    answer = table.post("zombie", "/batch", batch={"do": "musts"}, version=table.version)
    assert answer.status_code == 200
    assert answer.get_json()["view"]["turn"] == 2
    table.tables.close()


@pytest.mark.parametrize(
    ("seat", "batch", "status"),
    [
        ("human", {"do": "walk", "path": ["103"]}, 422),
        ("zombie", WALK, 403),
        ("human", {"do": "forced"}, 422),
        ("human", {"do": "musts"}, 422),
        ("human", {"do": "walk"}, 422),
        ("human", {"do": "walk", "path": []}, 422),
        ("human", {"do": "walk", "path": ["008"] * 31}, 422),
        ("human", {"do": "walk", "path": [8]}, 422),
        ("human", {"do": "forced", "path": ["008"]}, 422),
        ("human", {"do": "run"}, 422),
        ("human", [], 422),
        ("human", None, 422),
    ],
)
def test_what_cannot_be_done_changes_nothing(seated: Seated, seat: str, batch: Any, status: int) -> None:
    before = done(seated), seated.version
    answer = seated.post(seat, "/batch", batch=batch, version=seated.version)
    assert answer.status_code == status
    assert answer.get_json()["detail"]
    assert (done(seated), seated.version) == before


@pytest.mark.parametrize("square", ["999", "abc", ""])
def test_a_square_of_a_walk_that_is_not_on_the_map_is_told_as_it_was_sent(
    seated: Seated, square: str
) -> None:
    walk = {"do": "walk", "path": ["008", square]}
    before = done(seated), seated.version
    answer = seated.post("human", "/batch", batch=walk, version=seated.version)
    assert answer.status_code == 422
    assert answer.get_json()["detail"] == f'batch.path: "{square}" is not a square of this map.'
    assert (done(seated), seated.version) == before


def test_a_late_call_does_nothing(seated: Seated) -> None:
    answer = seated.post("human", "/batch", batch=WALK, version=seated.version - 1)
    assert answer.status_code == 409
    assert answer.get_json()["view"] == seated.view("human")
    assert done(seated)[-1]["do"] == "start_move"


def test_a_game_without_batches_says_so(tmp_path: Path) -> None:
    table = Seated(tmp_path, options={"system": "battlecon"})
    answer = table.post("a", "/batch", batch={"do": "walk", "path": ["1"]}, version=0)
    assert answer.status_code == 422
    assert answer.get_json()["detail"] == "batch: this game does one action at a time."
    table.tables.close()
