"""`referee replay` of a game with cardboard counters that is not over: nothing was drawn by the referee."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.referee.cli import Cli
from tests.referee.seated import HIDDEN, START, Seated, beside_two_units, ordered


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Seated]:
    """Give a table where Peter and Roger stand beside an open unit and a hidden one."""
    yield from beside_two_units(tmp_path)


def saved(table: Seated, seat: str, folder: Path) -> Path:
    file = folder / f"{seat}.jsonl"
    file.write_bytes(table.get(seat, "/record").data)
    return file


@pytest.mark.parametrize("mode", ["solitaire", "cooperative"])
def test_15_2_without_secrets_it_is_judged_up_to_its_last_line(cli: Cli, tmp_path: Path, mode: str) -> None:
    table = Seated(tmp_path, options={"counters": "physical", "mode": mode}, sources=ordered({}))
    table.do("table", START)
    table.do("table", {"do": "start_move", "characters": ["steve"]}, {"do": "step", "to": "011"})
    ran = cli("replay", saved(table, "table", tmp_path), "--json")
    assert (ran.status, ran.json["actions"], ran.json["stopped_at"]) == (0, 3, None)


@pytest.mark.parametrize("seat", ["table", "human"])
def test_3_1_it_says_that_the_hidden_zombies_are_sealed(
    cli: Cli, table: Seated, tmp_path: Path, seat: str
) -> None:
    refused = cli.refused("replay", saved(table, seat, tmp_path))
    assert "Action 1: the record does not say where the zombies hide until the game is over." in refused


def test_3_1_the_zombie_player_reads_where_they_hide(cli: Cli, table: Seated, tmp_path: Path) -> None:
    assert cli("replay", saved(table, "zombie", tmp_path), "--json").json["actions"] == 4


def test_2_3_a_value_that_is_left_out_is_no_illegal_action(cli: Cli, table: Seated, tmp_path: Path) -> None:
    table.do("human", {"do": "step", "to": "012", "values": {"012": 3}})
    file = saved(table, "zombie", tmp_path)
    assert "values" not in json.loads(file.read_text().splitlines()[-1])["action"]
    refused = cli.refused("replay", file)
    assert "Action 5: the record does not say the Zombie Value in 012 until the game is over." in refused


def test_the_record_of_a_table_where_the_referee_drew_nothing_says_so_too(cli: Cli, tmp_path: Path) -> None:
    """Nothing was shuffled for it, so its start lies open from the first line."""
    table = Seated(tmp_path, options={"counters": "physical"})
    table.do("zombie", HIDDEN)
    table.do("human", START)
    file = saved(table, "table", tmp_path)
    assert json.loads(file.read_text().splitlines()[0])["start"] == {"draw": []}
    assert "Action 1: the record does not say where the zombies hide" in cli.refused("replay", file)
    assert cli("replay", saved(table, "zombie", tmp_path), "--json").json["actions"] == 2
    table.tables.close()
