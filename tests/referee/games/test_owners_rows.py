"""A table with rows of charts from an owner of the book, in place of those that the print has lost."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from werkzeug.test import TestResponse

from referee.records.text import dump_line
from rules.zombies_surviving.charts import charts_of
from rules.zombies_surviving.position import Position
from tests.referee.any_table import AnyTable
from tests.referee.cli import Cli

SYSTEM = "zombies-surviving"
ROW = {"roll": 2, "cells": {"Intact": "Stays", "Barricaded": "They wander"}, "value": ["stay", "away 5"]}
OWNED: list[dict[str, Any]] = [{"name": "7.2", "rows": [ROW]}]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[AnyTable]:
    made = AnyTable(tmp_path, options={"system": SYSTEM, "players": 1, "charts": OWNED})
    yield made
    made.tables.close()


def shown(table: AnyTable, address: str, **headers: str) -> str:
    return table.client.get(address, headers={**table.headers("p1"), **headers}).get_data(as_text=True)


def test_the_record_the_rules_and_the_charts_of_a_table_have_the_rows(table: AnyTable) -> None:
    assert table.record()[0]["charts"][0]["name"] == "7.2"
    with table.locked() as loaded:
        row = charts_of(cast("Position", loaded.positions[-1]))["7.2"].row(2)
    assert (row.value, row.owned, row.lost) == (["stay", "away 5"], True, False)
    before = table.everything()
    table.restart()
    assert table.everything() == before


def test_its_charts_show_them_marked_and_no_other_table_does(table: AnyTable) -> None:
    at_table = {"HX-Request": "true", "HX-Current-URL": f"http://localhost/t/{table.code}"}
    for address in (f"/rules/{SYSTEM}/9.1", f"/rules/{SYSTEM}/chart/7.2"):
        page = shown(table, address, **at_table)
        assert "They wander" in page
        assert "from an owner’s book" in page
        assert f"table={table.code}" in page or f'value="{table.code}"' in page
        assert "They wander" not in shown(table, address)
        assert "They wander" not in table.client.get(address, headers=at_table).get_data(as_text=True)
    api = f"/api/rules/{SYSTEM}/charts/7.2"
    told = json.loads(shown(table, f"{api}?table={table.code}"))
    assert [row.get("owned", False) for row in told["rows"]][:2] == [False, True]
    assert "owned" not in shown(table, api)


def test_its_record_is_played_again_by_them(table: AnyTable, cli: Cli, tmp_path: Path) -> None:
    table.do("p1", {"do": "recruit", "character": "ana"})
    file = tmp_path / "record.jsonl"
    file.write_text("".join(dump_line(line) + "\n" for line in table.record()), encoding="utf-8")
    assert cli("replay", str(file)).status == 0


@pytest.mark.parametrize(
    ("charts", "says"),
    [
        ("{", "charts: The file of rows is not JSON."),
        ([{"rows": []}], "charts: A chart needs its name."),
        ([{"name": "99"}], "charts: There is no chart “99” here."),
        ([{"name": ["7.2"], "rows": []}], "charts: A chart needs its name."),
        (
            [{"name": "7.2", "rows": [None]}],
            "charts: Chart 7.2: A row is an object or a list, not null.",
        ),
        ([{"name": "5.2", "rows": [ROW]}], "charts: Chart 5.2: the print has lost no row of it."),
        ([*OWNED, *OWNED], "charts: The chart 7.2 appears twice."),
        ([{"name": "7.2"}], "charts: Chart 7.2: it needs the rows, a list."),
        (
            [{"name": "7.2", "rows": [{**ROW, "roll": 3}]}],
            "charts: Chart 7.2: the print still has the row 3.",
        ),
        (
            [{"name": "7.2", "rows": [{**ROW, "value": ["fly", "stay"]}]}],
            "charts: Chart 7.2: the row 2 needs a value that a row here has.",
        ),
    ],
)
def test_a_fault_in_the_file_gets_a_sentence_and_no_table(table: AnyTable, charts: object, says: str) -> None:
    answer = table.client.post("/api/tables", json={"system": SYSTEM, "charts": charts})
    assert answer.status_code == 422
    assert says in answer.get_data(as_text=True)


def test_the_form_of_a_new_table_takes_the_file(table: AnyTable) -> None:
    def post(text: bytes) -> TestResponse:
        data = {"system": SYSTEM, "charts": (io.BytesIO(text), "rows.json")}
        return table.client.post("/", data=data, content_type="multipart/form-data")

    assert 'type="file" name="charts"' in shown(table, f"/games/{SYSTEM}")
    refused = post(b'[{"name": "99"}]')
    assert (refused.status_code, "There is no chart" in refused.get_data(as_text=True)) == (422, True)
    started = post(json.dumps(OWNED).encode())
    assert started.status_code == 303
    with table.tables.store.locked(started.headers["Location"].rpartition("/")[2]) as loaded:
        assert loaded.match.options["charts"][0]["rows"][0]["cells"]["Barricaded"] == "They wander"


def test_other_games_take_none(table: AnyTable) -> None:
    answer = table.client.post("/api/tables", json={"system": "battlecon", "charts": OWNED})
    assert answer.status_code == 422
    assert 'name="charts"' not in shown(table, "/games/battlecon")
