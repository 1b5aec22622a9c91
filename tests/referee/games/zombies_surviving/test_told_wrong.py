"""What one has seen or measured wrong, one takes back alone, as long as no die has fallen for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.referee.any_table import AnyTable

SEATS = ("p1", "p2", "p3")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[AnyTable]:
    """Give a table of three players in the first turn, with two shufflers in the street."""
    made = AnyTable(tmp_path, options={"system": "zombies-surviving", "players": 3})
    for seat, name in zip(SEATS, ("ana", "bruno", "dora"), strict=True):
        made.do(seat, {"do": "recruit", "character": name})
    made.do("table", {"do": "lay_out", "buildings": 1, "ruins": 0, "vehicles": 0, "edge": "south"})
    made.do("table", {"do": "choose_goal", "goal": "supplies"})
    for seat in SEATS:
        made.do(seat, {"do": "ready"})
    for _ in range(2):
        made.do("table", {"do": "add_figures", "kind": "shuffler", "count": 1, "zone": "street"})
    yield made
    made.tables.close()


def begun(table: AnyTable) -> list[str]:
    with table.locked() as loaded:
        return [one.action["do"] for one in loaded.in_progress]


SHOT = {"do": "snap_shot", "figure": "ana", "weapon": "pistol", "target": "shuffler_1"}


def tell(table: AnyTable, seat: str, **given: object) -> None:
    """Tell something for the first action in progress."""
    view = table.view(seat)
    told = table.post(
        seat, "/do", action=given, question=view["underway"]["question"], version=view["version"]
    )
    assert told.status_code == 200, told.data


def undo(table: AnyTable, seat: str) -> str:
    alone = table.view(seat)["undo"]["alone"]
    said = table.post(seat, "/undo", answer="ask", version=table.view(seat)["version"]).get_json()["undo"]
    assert alone == (said == "done")
    return str(said)


def test_who_told_a_distance_chooses_something_else_alone(table: AnyTable) -> None:
    table.do("p1", SHOT)
    tell(table, "p1", do="snap_shot", inches=8)
    may = {seat: table.view(seat)["underway"]["may_cancel"] for seat in ("p1", "p2", "table")}
    assert may == {"p1": True, "p2": False, "table": False}
    gone = table.post("p1", "/undo", answer="cancel", version=table.view("p1")["version"])
    assert (gone.status_code, begun(table)) == (200, [])


def test_what_another_told_for_it_is_not_given_up_alone(table: AnyTable) -> None:
    table.do("p1", SHOT)
    tell(table, "table", do="snap_shot", inches=8)
    assert table.view("p1")["underway"]["may_cancel"] is False


def test_a_shot_is_not_taken_back_alone_once_its_die_fell(table: AnyTable) -> None:
    table.do("p1", SHOT)
    tell(table, "p1", do="snap_shot", inches=2, in_cover=False)
    assert not begun(table)
    assert undo(table, "p1") == "asked"


def test_who_told_where_zombies_go_takes_it_back_alone_until_they_attack(table: AnyTable) -> None:
    for seat in SEATS:
        table.do(seat, {"do": "end_turn"})
    while begun(table) == ["token_meets"]:
        tell(table, "table", do="token_meets", token="none")
    for _ in range(2):
        tell(table, "table", do="zombies_go", pair="shuffler_1 ana")
        tell(table, "table", do="zombies_go", inches=1)
        assert table.view("table")["phase"] == "menace"
        assert not table.view("p1")["undo"]["alone"]
        assert undo(table, "table") == "done"
    tell(table, "table", do="zombies_go", pair="shuffler_1 ana")
    tell(table, "table", do="zombies_go", inches=1)
    tell(table, "table", do="zombies_go", pair="shuffler_2 dora")
    tell(table, "table", do="zombies_go", inches=1)
    assert table.view("table")["phase"] == "survival"
    assert undo(table, "table") == "asked"
