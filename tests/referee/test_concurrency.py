"""Two fingers or two processes at once: exactly one wins, and the other sees the table now."""

from __future__ import annotations

import threading
from collections import Counter
from pathlib import Path

import pytest

from referee.config import Config
from referee.tables import Tables
from tests.referee.seated import HIDDEN, START, Seated


def test_of_many_at_the_same_version_one_wins(tmp_path: Path) -> None:
    table = Seated(tmp_path)
    table.do("zombie", HIDDEN)
    fingers, statuses, views = 8, Counter[int](), []
    ready = threading.Barrier(fingers)

    def press(square: str) -> None:
        action = START | {"squares": {**START["squares"], "fran": square}}
        ready.wait(timeout=10)
        answer = table.try_("human", action, 1)
        statuses[answer.status_code] += 1
        if answer.status_code == 409:
            views.append(answer.get_json()["view"])

    threads = [threading.Thread(target=press, args=(("010", "028")[i % 2],)) for i in range(fingers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=20)
    assert statuses == {200: 1, 409: fingers - 1}
    assert [view["version"] for view in views] == [2] * (fingers - 1)
    assert views[0] == table.view("human")
    assert [line["n"] for line in table.record()[1:]] == [1, 2]


def test_a_second_process_that_was_slower_is_told_so(tmp_path: Path) -> None:
    table = Seated(tmp_path)
    other = Tables(Config.of(table.settings))
    table.do("zombie", HIDDEN)
    assert other.view(table.code, "human")["version"] == 1
    with other.store.at(table.code) as loaded:
        loaded.checked = float("inf")  # it does not look at the disk again before it writes
    table.do("human", START)
    table.tables.close()
    table.app.extensions["tables"] = other
    answer = table.try_("human", START, 1)
    assert answer.status_code == 409
    assert answer.get_json()["view"]["version"] == 2
    assert answer.get_json()["view"]["phase"] == "human"
    other.close()


def test_another_process_shows_what_this_one_did(tmp_path: Path) -> None:
    table = Seated(tmp_path)
    other = Tables(Config.of(table.settings))
    assert other.view(table.code, "human")["version"] == 0
    table.do("zombie", HIDDEN)
    with other.store.at(table.code) as loaded:
        loaded.checked = 0.0  # the moment in which memory is trusted has passed
    assert other.view(table.code, "human")["version"] == 1
    assert other.store.version(table.code) == 1
    other.close()


def test_many_tables_at_once_do_not_get_in_each_others_way(tmp_path: Path) -> None:
    first = Seated(tmp_path)
    codes: list[str] = []

    def play() -> None:
        made = first.client.post("/api/tables", json={}).get_json()
        token = made["seats"]["zombie"]["token"]
        for version, squares in enumerate((HIDDEN["squares"],)):
            answer = first.client.post(
                f"/api/tables/{made['code']}/do",
                headers={"Authorization": f"Bearer {token}"},
                json={"action": {"do": "place_hidden", "squares": squares}, "version": version},
            )
            assert answer.status_code == 200
        codes.append(made["code"])

    threads = [threading.Thread(target=play) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=20)
    assert len(set(codes)) == 12
    assert {first.tables.store.version(code) for code in codes} == {1}


def test_what_was_saved_a_moment_ago_is_not_looked_up_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A change looks at the disk itself; the question that comes at once after it needs no other look."""
    table = Seated(tmp_path)
    store, looks = table.tables.store, list[str]()
    real = store.version

    def version(code: str) -> int | None:
        looks.append(code)
        return real(code)

    monkeypatch.setattr(store, "version", version)
    store._trusted = 60.0
    with store.at(table.code) as loaded:
        loaded.checked = 0.0  # the moment in which memory is trusted has passed
        looks.clear()
        assert table.post("zombie", "/do", action=HIDDEN, version=0).status_code == 200
    assert table.get("table", "/actions").status_code == 200
    assert looks == []
