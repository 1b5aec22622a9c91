"""The record and the archive of a table of ZoMbIeS! at the command line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.games.interface import DemoTable
from referee.games.zombies_surviving.demo_states import SECRETS, fight, over
from tests.referee.any_table import AnyTable
from tests.referee.cli import Cli

OPTIONS = {"system": "zombies-surviving", "players": 3, "objectives": "secret"}


class Demo:
    """A table that a demo state can be played at."""

    def __init__(self, table: AnyTable) -> None:
        self.table = table

    def do(self, seat: str, action: dict[str, Any]) -> object:
        return self.table.do(seat, action)

    def view(self, seat: str = "table") -> dict[str, Any]:
        return self.table.view(seat)

    def actions(self, seat: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.table.get(seat, "/actions").get_json()["actions"]
        return found


@pytest.fixture
def table(tmp_path: Path) -> Iterator[AnyTable]:
    made = AnyTable(tmp_path / "server", options=OPTIONS)
    yield made
    made.tables.close()


def demo(table: AnyTable) -> DemoTable:
    played: DemoTable = Demo(table)  # type: ignore[assignment]  # it needs no more than this
    return played


def saved(table: AnyTable, seat: str, folder: Path) -> Path:
    file = folder / f"{seat}.jsonl"
    file.write_text("".join(f"{json.dumps(line)}\n" for line in table.record(seat)), encoding="utf-8")
    return file


def test_while_the_game_runs_a_record_shows_a_seat_its_own_secret_alone(
    cli: Cli, table: AnyTable, tmp_path: Path
) -> None:
    fight(demo(table))
    text = {seat: saved(table, seat, tmp_path).read_text() for seat in ("table", *SECRETS)}
    for whose, secret in SECRETS.items():
        assert {seat for seat, record in text.items() if f'"{secret}"' in record} == {whose}
    early = cli("verify", tmp_path / "table.jsonl")
    assert (early.status, "the game was not over" in early.out) == (1, True)


def test_a_finished_record_is_judged_again_and_its_seals_hold(
    cli: Cli, table: AnyTable, tmp_path: Path
) -> None:
    over(demo(table))
    file = saved(table, "p1", tmp_path)
    replayed = cli("replay", file, "--json")
    assert (replayed.status, replayed.json["legal"]) == (0, True)
    assert replayed.json["actions"] == len(table.record()) - 2
    assert "All 4 seals hold." in cli("verify", file).out, "the dice, and three secret objectives"
    lines = file.read_text().splitlines()
    n = next(n for n, line in enumerate(lines) if '"do": "tokens_move"' in line)
    line = json.loads(lines[n])
    die = next(iter(line["action"]["dice"]))
    line["action"]["dice"][die] = line["action"]["dice"][die] % 6 + 1
    lines[n] = json.dumps(line)
    file.write_text("\n".join(lines) + "\n")
    wrong = cli("verify", file)
    assert (wrong.status, f"Action {line['n']}: its dice or draws" in wrong.out) == (1, True)


def test_a_table_is_archived_and_comes_back_as_it_was(cli: Cli, table: AnyTable, tmp_path: Path) -> None:
    fight(demo(table))
    url, file = str(table.settings["database_url"]), tmp_path / "table.archive"
    before = {seat: table.view(seat) for seat in table.tokens}
    assert cli("tables", "archive", table.code, file, "--database", url).status == 0
    table.tables.store.invalidate(table.code)
    assert table.get("p1", "/view").status_code in {401, 404}
    assert cli("tables", "restore", file, "--database", url).status == 0
    assert {seat: table.view(seat) for seat in table.tokens} == before
    table.do("p1", {"do": "shout", "figure": "ana"})
