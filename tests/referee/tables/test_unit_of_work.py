"""A change is written, noted in memory and told in one place, and a conflict is met there once."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.config import Config
from referee.tables.service import Tables
from referee.tables.table import LoadedTable
from tests.referee.any_table import not_looking_once
from tests.referee.seated import HIDDEN, START, Seated


@pytest.mark.parametrize(
    ("address", "body"),
    [
        ("/renew", {"seat": "human"}),
        ("/name", {"name": "Ann"}),
        ("/settings", {"phases": "automatic"}),
        ("/do", {"action": START, "version": 1}),
    ],
)
def test_who_was_slower_is_shown_the_table_now(tmp_path: Path, address: str, body: dict[str, object]) -> None:
    """Another process saved a change between the look and the change: nothing is done, and it is said."""
    table = Seated(tmp_path)
    table.do("zombie", HIDDEN)
    other = Tables(Config.of(table.settings))
    not_looking_once(other, table.code)
    table.do("human", START)
    table.tables.close()
    table.app.extensions["tables"] = other
    answer = table.post("human", address, **body)
    assert answer.status_code == 409
    assert answer.get_json()["view"]["version"] == 2
    assert answer.get_json()["view"]["names"] == {}
    other.close()


def test_what_is_on_disk_is_read_again_where_memory_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Seated(tmp_path)
    table.do("zombie", HIDDEN)

    def fails(*_: object) -> None:
        raise MemoryError

    with monkeypatch.context() as failing:
        failing.setattr(LoadedTable, "_add", fails)
        assert table.try_("human", START, 1).status_code == 500
    assert table.view("human")["phase"] == "human"
    assert [line["n"] for line in table.record()[1:]] == [1, 2]
    table.tables.close()
