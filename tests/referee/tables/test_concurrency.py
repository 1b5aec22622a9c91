"""Two fingers or two processes at once: exactly one wins, and the other sees the table now."""

from __future__ import annotations

import threading
from collections import Counter
from pathlib import Path

from referee.config import Config
from referee.tables.service import Tables
from tests.referee.any_table import not_looking_once
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
    assert other.view(table.code, "human").version == 1
    not_looking_once(other, table.code)
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
    assert other.view(table.code, "human").version == 0
    table.do("zombie", HIDDEN)
    assert other.view(table.code, "human").version == 1
    assert other.store.version(table.code) == 1
    other.close()


def test_what_another_process_did_can_be_taken_back_at_once(tmp_path: Path) -> None:
    """A player's next request may reach another process, while a new version of the program takes over."""
    table = Seated(tmp_path, options={"mode": "solitaire"})
    other = Tables(Config.of(table.settings))
    assert other.view(table.code, "table").version == 0
    table.do("table", START)
    with other.store.locked(table.code) as held:
        other.agreements.undo(held, "table")
    assert table.view("table")["phase"] == "place_characters"
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
