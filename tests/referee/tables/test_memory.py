"""How many tables stay in memory: as many as their versions leave room for. All are on disk."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from referee.tables import store as table_store
from rules.dawn_of_the_dead.position import Position
from tests.referee.any_table import Clock, steady
from tests.referee.seated import HIDDEN, START, Seated


def test_tables_that_nobody_asked_about_for_longest_make_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_store, "_MAX_VERSIONS_IN_MEMORY", 4 * table_store._VERSIONS_PER_TABLE)
    first = Seated(tmp_path)
    first.do("zombie", HIDDEN)
    before = first.everything()
    made = [first.client.post("/api/tables", json={}).get_json() for _ in range(8)]
    for table in made:
        seat = {"Authorization": f"Bearer {table['seats']['human']['token']}"}
        assert first.client.get(f"/api/tables/{table['code']}/view", headers=seat).status_code == 200
    assert 1 <= first.tables.store.tables_in_memory <= 3
    assert first.everything() == before
    first.do("human", START)
    first.tables.close()


@pytest.mark.slow
def test_one_long_game_is_not_read_again_for_every_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_store, "_MAX_VERSIONS_IN_MEMORY", 1)
    table = Seated(tmp_path)
    table.set_up()
    monkeypatch.setattr(table.tables.store, "_read", None)
    assert table.view()["version"] == 2
    table.tables.close()


def test_of_finished_games_the_last_few_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_store, "_MAX_FINISHED_IN_MEMORY", 2)
    table = Seated(tmp_path)
    store = table.tables.store

    def made() -> str:
        code: str = table.client.post("/api/tables", json={}).get_json()["code"]
        with store.locked(code) as loaded:
            assert not loaded.finished
        return code

    for code in [made() for _ in range(4)]:
        with store.locked(code) as loaded:
            now = loaded.positions[-1]
            assert isinstance(now, Position)
            loaded.positions[-1] = replace(now, phase="over", winner="human")
    going_on = [made() for _ in range(3)]
    assert store.tables_in_memory == 2 + len(going_on)
    table.tables.close()


def test_a_table_that_nobody_asks_about_for_two_hours_makes_room(tmp_path: Path) -> None:
    """What was left in the middle would stay until the server stops."""
    clock = Clock()
    left = Seated(tmp_path, sources=replace(steady(), clock=clock))
    left.do("zombie", HIDDEN)
    store, others = left.tables.store, list[str]()

    def another() -> None:
        others.append(left.client.post("/api/tables", json={}).get_json()["code"])
        for code in others:
            with store.locked(code):
                pass

    clock.seconds = 7000.0
    another()
    assert store.tables_in_memory == 2
    clock.seconds = 7300.0
    another()
    assert store.tables_in_memory == 2
    assert left.view()["version"] == 1
    assert store.tables_in_memory == 3
    left.tables.close()


def test_a_table_of_many_steps_taken_back_makes_room_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Steps that are done and taken back again and again stay in memory as lines."""
    monkeypatch.setattr(table_store, "_MAX_VERSIONS_IN_MEMORY", 2 * table_store._VERSIONS_PER_TABLE + 9)
    table = Seated(tmp_path, options={"mode": "solitaire"})
    store = table.tables.store
    other = table.client.post("/api/tables", json={}).get_json()["code"]
    with store.locked(other):
        pass
    for _ in range(5):
        table.do("table", START)
        assert table.post("table", "/undo", version=table.version).status_code == 200
    assert store.tables_in_memory == 2
    for _ in range(5):
        table.do("table", START)
        assert table.post("table", "/undo", version=table.version).status_code == 200
    third = table.client.post("/api/tables", json={}).get_json()["code"]
    with store.locked(third):
        pass
    assert store.tables_in_memory == 1


def test_a_record_has_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading a record without one anew would take the time of everybody else; what is there stays."""
    monkeypatch.setattr(table_store, "_MAX_LINES", 2)
    table = Seated(tmp_path)
    table.set_up()
    asked = {seat: table.get(seat, "/actions").get_json()["actions"] for seat in ("human", "zombie")}
    seat, action = next((seat, actions[0]) for seat, actions in asked.items() if actions)
    for answer in (table.try_(seat, action), table.post("table", "/undo", version=2)):
        assert answer.status_code == 422
        assert "record of this table is full: it has 2 lines" in answer.get_json()["detail"]
    table.restart()
    assert table.view()["version"] == 2
    table.tables.lobby.delete(table.code, "table", table.code)
    assert table.tables.store.version(table.code) is None
    table.tables.close()
