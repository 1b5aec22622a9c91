"""Whole games at random: choices changed, figures handed over, steps taken back and redone, consent asked.

After each game the table that the record makes is the one in memory, to the byte, for every seat.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.records import codec
from referee.records.text import dump_line
from referee.tables.record import replay_record
from tests import soak
from tests.referee.any_table import AnyTable
from tests.referee.standoff import GAME, RATES, installed

STEPS = 60


@pytest.fixture(autouse=True)
def _game(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with installed(monkeypatch):
        yield


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, *soak.rest(soak.GAMES, range(2, 42))])
def test_what_the_record_makes_is_the_table(tmp_path: Path, number: int) -> None:
    random = Random(number)
    options = {"system": "standoff", "players": random.randint(3, 6), "mode": random.choice(GAME.modes)}
    table = AnyTable(tmp_path, options=options)
    for step in range(STEPS):
        if table.view()["winner"]:
            break
        act(table, random)
        if step % 15 == 14:
            same_after_restart(table)
    same_after_restart(table)
    if table.view()["winner"]:
        record = codec.parse([dump_line(line) for line in table.record()])
        assert GAME.records.problems(record, replay_record) == []
    table.tables.close()


def same_after_restart(table: AnyTable) -> None:
    before = table.everything()
    table.restart()
    assert table.everything() == before


def act(table: AnyTable, random: Random) -> None:
    """Do one thing at random; what the rules refuse changes nothing."""
    seats = [seat for seat in table.tokens if seat not in {"table", "spectator", "gm"}]
    seat, asked = random.choice(seats), table.view()["request"]
    if asked:
        who = random.choice(asked["wanted"])
        path = "/consent" if asked["kind"] == "consent" else "/undo"
        said = "decline" if random.random() < 0.1 else "agree"
        status = table.post(who, path, answer=said, serial=asked["serial"]).status_code
        assert status in {200, 202}, status
        return
    version = table.view(seat)["version"]
    if random.random() < 0.15 and (lines := [line["n"] for line in table.record()[1:] if line.get("n")]):
        n = random.choice(lines[-5:])
        assert table.post(seat, "/undo", answer="ask", n=n, version=version).status_code in {200, 202, 422}
    elif random.random() < 0.1:
        assert table.post(seat, "/redo", version=version).status_code in {200, 403, 422}
    else:
        tried = table.try_(seat, filled(table, seat, random), version)
        assert tried.status_code in {200, 422}, tried.data


def filled(table: AnyTable, seat: str, random: Random) -> dict[str, Any]:
    """Return an action of a seat at random, with its choices made."""
    offered = [one for one in table.get(seat, "/actions").get_json()["actions"] if "why_not" not in one]
    kinds = sorted({one["do"] for one in offered})
    do = random.choice([*kinds, *["plot", "act"] * 3])
    one = dict(random.choice([one for one in offered if one["do"] == do] or offered))
    opens = one.pop("open", {})
    if "rates" in opens:
        one["rates"] = {figure: random.choice(RATES) for figure in opens["rates"]["each"]}
    return one
