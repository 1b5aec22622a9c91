"""A device's part goes into what the referee chooses as a player; the record of the duel proves it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from referee.records import codec
from referee.records.seals import opened_choice_seed
from tests.referee.cli import Cli
from tests.referee.games.battlecon.duel_tables import Duel, quick_thoughts
from tests.referee.games.battlecon.test_opponent_at_a_table import waits_for_a

PART = "1" * 64


def played(table: Duel) -> bytes:
    """Add a part once the referee has chosen its fighter, play to its choice of a pair, and end the duel."""
    fighter = waits_for_a(table)["fighters"]["b"]["fighter"]
    given = {"seal": table.record("a")[0]["seals"]["dice"], "part": PART}
    answer = table.client.post(f"/api/tables/{table.code}/part", json=given, headers=table.headers("a"))
    assert answer.status_code == 200, answer.data
    table.do("a", {"do": "choose_fighter", "fighter": "cadenza" if fighter != "cadenza" else "hikaru"})
    waits_for_a(table)
    table.do("a", {"do": "concede"})
    return bytes(table.get("a", "/record").data)


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Give the record of a short duel with a part."""
    with quick_thoughts():
        table = Duel(tmp_path_factory.mktemp("duel"), fighters=(), options={"opponent": "referee"})
        try:
            return played(table)
        finally:
            table.tables.close()


@pytest.mark.usefixtures("quick_referee")
def test_it_holds_and_says_whose_part_it_has(record: bytes, cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "duel.jsonl"
    path.write_bytes(record)
    checked = cli("verify", path, "--part", PART)
    assert checked.status == 0, checked.out
    parts = "The referee's seed and the parts of a after action 1"
    assert f"{parts} decide whatever the referee rolls, draws or chooses." in checked.out
    other = cli("verify", path, "--part", "2" * 64)
    assert (other.status, "Your part is not in this record" in other.out) == (1, True)


def test_the_part_counts_for_the_choices_after_it_alone(record: bytes) -> None:
    read = codec.parse(record.splitlines())
    header: Mapping[str, Any] = {k: v for k, v in read.header.items() if k != "parts"}
    without = codec.Record(header, read.lines, read.opened)
    chosen = [line["n"] for line in read.lines if line["seat"] == "b"]
    assert opened_choice_seed(read, chosen[0]) == opened_choice_seed(without, chosen[0])
    assert opened_choice_seed(read, chosen[-1]) != opened_choice_seed(without, chosen[-1])
