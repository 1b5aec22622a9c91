"""Each seat's device adds its part to the sealed seed of the dice, and the record proves it."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from referee.games.dawn_of_the_dead.records import chance_problems
from referee.games.interface import ChanceRequest
from referee.records.codec import Record, parse
from referee.records.seals import Chance, mixed
from referee.tables.record import replay_record, replay_table
from tests.referee.cli import Cli
from tests.referee.either_database import either, on_sqlite, table
from tests.referee.games.dawn_of_the_dead.test_solitaire_table import play_on
from tests.referee.seated import HIDDEN, START, Seated

__all__ = ["either", "table"]
ONE, TWO = "1" * 64, "2" * 64


def seal(table: Seated, seat: str = "human") -> str:
    """Return the seal on the dice, as the record shows it to a seat."""
    seals = table.record(seat)[0]["seals"]
    return str(seals[max((name for name in seals if name.startswith("dice")), key=len)])


def add(table: Seated, seat: str, part: str, **more: str) -> TestResponse:
    """Add a part from a seat that has seen the seal."""
    return table.post(seat, "/part", **{"seal": seal(table), "part": part, **more})


def dice(table: Seated) -> list[int]:
    """Return the next 20 dice of one kind, which nobody at the table knows."""
    with table.opened() as loaded:
        return list(loaded.chance.next(ChanceRequest("any", "dice", 20))[0])


def end(table: Seated) -> Record:
    """End the game, and return its record."""
    with table.opened() as loaded:
        loaded.positions[-1] = replace(loaded.positions[-1], phase="over", winner="human")
    return parse(table.get("table", "/record").data.splitlines())


class TestTheDice:
    def test_other_parts_or_another_order_give_other_dice_and_the_same_the_same(self) -> None:
        def rolled(*parts: str) -> tuple[int, ...]:
            chance = Chance("seed")
            for part in parts:
                chance.mix(part)
            return chance.next(ChanceRequest("any", "dice", 20))[0]

        assert rolled(ONE, TWO) == rolled(ONE, TWO)
        assert len({rolled(), rolled(ONE), rolled(TWO), rolled(ONE, TWO), rolled(TWO, ONE)}) == 5
        assert mixed("seed", (ONE, TWO)) == mixed(mixed("seed", (ONE,)), (TWO,))

    def test_a_part_counts_from_then_on_and_after_a_restart(self, table: Seated) -> None:
        before = dice(table)
        assert add(table, "zombie", ONE).status_code == 200
        table.do("zombie", HIDDEN)
        with_one = dice(table)
        assert add(table, "human", TWO).status_code == 200
        with_both = dice(table)
        assert len({tuple(some) for some in (before, with_one, with_both)}) == 3
        assert [(p["seat"], p["part"], p["after"]) for p in table.record("human")[0]["parts"]] == [
            ("zombie", ONE, 0), ("human", TWO, 1),
        ]  # fmt: skip
        table.restart()
        assert dice(table) == with_both

    @on_sqlite
    def test_the_dice_after_an_end_that_was_taken_back_want_new_parts(self, table: Seated) -> None:
        """Their new seed was chosen when the first parts were known, so those no longer count."""
        table.do("zombie", HIDDEN)
        end = {"after": 1, "turn": 1, "seed": "a new seed", "nonce": ""}
        given = ({"seat": "human", "part": ONE, "after": 0}, {"seat": "human", "part": TWO, "after": 1})
        with table.opened() as loaded:
            game = replace(loaded.game, reopened=(end,), seed_contributions=given)
            again = replay_table(game, loaded.match, loaded.lines, None, ())
        assert again.chance.seed == mixed("a new seed", (TWO,))

    def test_what_was_taken_back_comes_up_again_all_the_same(self) -> None:
        """R-UNDO: a part changes no die that has fallen."""
        chance, want = Chance("seed"), ChanceRequest("any", "dice", 2)
        fallen = chance.next(want)[0]
        chance.spend([(want, fallen)], {"any": 2})
        chance.take_back([(want, fallen)])
        chance.mix(ONE)
        assert chance.next(want) == (fallen, 0)

    def test_a_lot_that_was_drawn_is_drawn_the_same_again(self) -> None:
        """15.4: the same tie brings the same dice."""
        chance = Chance("seed")
        drawn = [chance.tie_break("a tie", index, 1000) for index in range(5)]
        chance.tie_breaks.add("a tie")
        chance.mix(ONE)
        assert [chance.tie_break("a tie", index, 1000) for index in range(5)] == drawn


class TestWhoMayAdd:
    @on_sqlite
    def test_only_who_was_shown_the_seal(self, table: Seated) -> None:
        other = add(table, "human", ONE, seal="0" * 64)
        assert (other.status_code, "parts" in table.record("human")[0]) == (409, False)

    @on_sqlite
    def test_each_seat_once_and_the_same_part_sent_again_counts_once(self, table: Seated) -> None:
        assert [add(table, "human", ONE).status_code, add(table, "human", ONE).status_code] == [200, 200]
        again = add(table, "human", TWO)
        assert (again.status_code, "has added its part" in again.get_json()["detail"]) == (422, True)
        assert len(add(table, "zombie", TWO).get_json()["parts"]) == 2

    @on_sqlite
    def test_no_spectator(self, table: Seated) -> None:
        invited = table.get("table", "/invitation").get_json()
        table.tokens["spectator"] = invited["spectator"]["token"]
        assert add(table, "spectator", ONE).status_code == 403

    @on_sqlite
    @pytest.mark.parametrize("part", ["", "x" * 64, "1" * 63, 5, None])
    def test_nothing_but_32_bytes(self, table: Seated, part: Any) -> None:
        answer = table.post("human", "/part", seal=seal(table), part=part)
        assert (answer.status_code, "part" in answer.get_json()["detail"]) == (422, True)

    @on_sqlite
    def test_no_tap_comes_too_late_by_it(self, table: Seated) -> None:
        """What a device adds changes nothing that anybody sees of the game."""
        before, views = table.version, [table.view(seat) for seat in ("human", "zombie", "table")]
        add(table, "human", ONE)
        assert table.version == before
        assert [table.view(seat) for seat in ("human", "zombie", "table")] == views

    @on_sqlite
    def test_nobody_once_the_seed_lies_open(self, table: Seated) -> None:
        table.do("zombie", HIDDEN)
        end(table)
        over = add(table, "human", ONE)
        assert (over.status_code, "The game is over" in over.get_json()["detail"]) == (422, True)

    def test_two_servers_on_one_database_roll_the_same(
        self, table: Seated, either: str, tmp_path: Path
    ) -> None:
        other = table.at_another_server()
        dice(other)
        assert add(table, "human", ONE).status_code == 200
        other.tables.store.invalidate(other.code)
        assert add(other, "zombie", TWO).status_code == 200
        other.do("zombie", HIDDEN)
        # A table in memory counts as current for a moment; here the disk is asked at once.
        table.tables.store.invalidate(table.code)
        table.do("human", START)
        other.tables.store.invalidate(other.code)
        assert dice(table) == dice(other)
        other.tables.close()


@pytest.fixture(params=["digital", "physical"])
def played(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Record]:
    """Give the record of a game in which a part was added at the start, and another one between the rolls."""
    seated = Seated(tmp_path, options={"mode": "solitaire", "counters": request.param})
    add(seated, "table", ONE)
    seated.do("table", START)

    def rolled(times: int) -> Any:
        return lambda _: sum(bool(line.get("rolled")) for line in seated.record("table")[1:]) >= times

    play_on(seated, rolled(2))
    assert add(seated, "human", TWO).status_code == 200
    play_on(seated, rolled(5))
    yield end(seated)
    seated.tables.close()


class TestVerifying:
    def test_every_roll_comes_from_the_seed_and_the_parts(self, played: Record) -> None:
        assert [part["part"] for part in played.header["parts"]] == [ONE, TWO]
        assert chance_problems(played, replay_record) == []

    @pytest.mark.parametrize("how", ["other", "gone", "earlier", "none"])
    def test_a_record_with_other_parts_is_caught(self, played: Record, how: str) -> None:
        one, two = (dict(part) for part in played.header["parts"])
        parts = {
            "other": [{**one, "part": "3" * 64}, two],
            "gone": [one],
            "earlier": [one, {**two, "after": 0}],
            "none": [],
        }[how]
        altered = Record({**played.header, "parts": parts}, copy.deepcopy(played.lines), played.opened)
        faults = chance_problems(altered, replay_record)
        assert "its dice or draws are not those that the sealed seed gives" in faults[0]

    def test_a_device_finds_its_own_part(self, played: Record, cli: Cli, tmp_path: Path) -> None:
        file = tmp_path / "game.jsonl"
        lines = [played.header, *played.lines, {"opened": played.opened}]
        file.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
        other = cli("verify", str(file), "--part", "3" * 64)
        assert (other.status, "Your part is not in this record" in other.out) == (1, True)
        assert "Your part is not in this record" not in cli("verify", str(file), "--part", ONE).out
