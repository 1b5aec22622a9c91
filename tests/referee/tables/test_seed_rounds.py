"""Devices promise their parts of the dice before they show them, so nobody chooses his own last (#11)."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from referee.errors import Problem
from referee.games.dawn_of_the_dead.records import chance_problems
from referee.records.codec import Record, parse
from referee.records.seals import (
    LINES_TO_REVEAL,
    commitment_to,
    counted_contributions,
    faults,
    notes,
    reordered,
)
from referee.tables import dice as rounds
from referee.tables.record import replay_record, replay_table
from tests.referee.cli import Cli
from tests.referee.games.dawn_of_the_dead.test_solitaire_table import play_on
from tests.referee.seated import HIDDEN, START, Seated
from tests.referee.tables.test_seed import dice, seal

ONE, TWO, THREE, FOUR = ("1" * 64, "2" * 64, "3" * 64, "4" * 64)
Change = Callable[[dict[str, Any]], None]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Seated]:
    """Give a table of two with digital counters, at which no device has taken a seat."""
    seated = Seated(tmp_path)
    yield seated
    seated.tables.close()


def promise(table: Seated, seat: str, part: str) -> TestResponse:
    """Promise a part from a seat that has seen the seal."""
    return table.post(seat, "/part", seal=seal(table, seat), commit=commitment_to(part))


def show(table: Seated, seat: str, part: str) -> TestResponse:
    """Show a part that was promised."""
    return table.post(seat, "/part", seal=seal(table, seat), part=part)


def both(table: Seated, seat: str, part: str) -> None:
    """Promise a part and show it."""
    assert promise(table, seat, part).status_code == 200
    assert show(table, seat, part).status_code == 200


def taken(table: Seated, *seats: str) -> None:
    """Have devices take seats."""
    with table.opened() as loaded:
        loaded.unclaimed.difference_update(seats)


def why(answer: TestResponse) -> tuple[int, str]:
    return answer.status_code, str(answer.get_json().get("detail", ""))


class TestARound:
    def test_nothing_is_shown_before_every_device_has_promised(self, table: Seated) -> None:
        taken(table, "human", "zombie")
        before = dice(table)
        first = promise(table, "human", ONE).get_json()
        assert (first["parts"], [(p["seat"], "closed" in p) for p in first["commits"]]) == (
            [], [("human", False)],
        )  # fmt: skip
        status, said = why(show(table, "human", ONE))
        assert (status, "not fixed yet" in said) == (422, True)
        assert all(p["closed"] == 0 for p in promise(table, "zombie", TWO).get_json()["commits"])
        assert show(table, "zombie", TWO).get_json()["parts"] == []
        assert dice(table) == before, "the parts count together"
        every = show(table, "human", ONE).get_json()["parts"]
        assert [(p["seat"], p["part"], p["round"]) for p in every] == [("human", ONE, 1), ("zombie", TWO, 1)]
        assert dice(table) != before

    def test_another_part_than_was_promised_is_refused(self, table: Seated) -> None:
        promise(table, "human", ONE)
        status, said = why(show(table, "human", TWO))
        assert (status, "not the one that the seat had promised" in said) == (422, True)
        assert "parts" not in table.record("human")[0]

    def test_nobody_adds_in_one_step_once_somebody_has_promised(self, table: Seated) -> None:
        """So nobody who knows the seed and the other parts chooses his own by them."""
        both(table, "human", ONE)
        status, said = why(show(table, "zombie", TWO))
        assert (status, "promise their part" in said) == (422, True)

    def test_a_device_that_is_away_keeps_nobody_waiting(self, table: Seated) -> None:
        taken(table, "human", "zombie")
        promise(table, "human", ONE)
        table.do("zombie", HIDDEN)
        assert promise(table, "human", ONE).get_json()["commits"][0]["closed"] == 1
        assert [p["part"] for p in show(table, "human", ONE).get_json()["parts"]] == [ONE]

    def test_the_dice_are_the_same_after_a_restart(self, table: Seated) -> None:
        both(table, "human", ONE)
        table.do("zombie", HIDDEN)
        promise(table, "zombie", TWO)
        promise(table, "human", THREE)
        show(table, "human", THREE)
        show(table, "zombie", TWO)
        with table.opened() as loaded:
            start = loaded.positions[0]
        rolled = dice(table)
        table.restart()
        with table.opened() as loaded:
            assert loaded.positions[0] == start
        assert dice(table) == rolled

    def test_no_tap_comes_too_late_by_it_and_no_seat_sees_anything_else(self, table: Seated) -> None:
        before = table.version, [table.get(seat, "/view").data for seat in table.tokens]
        for send in (promise, show):
            for n, seat in enumerate(table.tokens):
                assert send(table, seat, f"{n:064x}").status_code == 200
        assert len(table.record()[0]["parts"]) == len(table.tokens)
        assert (table.version, [table.get(seat, "/view").data for seat in table.tokens]) == before

    def test_either_the_part_or_its_promise_is_sent(self, table: Seated) -> None:
        status, said = why(
            table.post("human", "/part", seal=seal(table), part=ONE, commit=commitment_to(ONE))
        )
        assert (status, "either the part or its SHA-256" in said) == (422, True)


class TestWhoHasTakenPart:
    """After a device has shown its part, nobody changes the dice without it."""

    def test_a_later_round_waits_for_him(self, table: Seated) -> None:
        both(table, "human", ONE)
        promise(table, "zombie", TWO)
        rolled = dice(table)
        table.do("zombie", HIDDEN)
        table.do("human", START)
        assert "closed" not in promise(table, "zombie", TWO).get_json()["commits"][-1]
        assert dice(table) == rolled
        promise(table, "human", THREE)
        show(table, "human", THREE)
        assert [p["part"] for p in show(table, "zombie", TWO).get_json()["parts"]] == [ONE, TWO, THREE]

    def test_another_device_of_the_seat_adds_its_own(self, table: Seated) -> None:
        both(table, "human", ONE)
        both(table, "human", TWO)
        assert [(p["part"], p["round"]) for p in table.record("human")[0]["parts"]] == [(ONE, 1), (TWO, 2)]
        status, said = why(promise(table, "human", THREE))
        assert (status, "cannot begin another" in said) == (422, True)


class TestAPartThatIsNotShown:
    def withheld(self) -> rounds.Entries:
        """Return a round in which one of two has shown his part, after line 1."""
        entries = rounds.with_commitment((), 0, "a", commitment_to(ONE), 1)
        entries = rounds.with_commitment(entries, 0, "b", commitment_to(TWO), 1)
        shown = rounds.with_reveal(rounds.advance_rounds(entries, 0, ("a", "b"), 1), 0, "a", ONE)
        assert shown is not None
        return shown

    def test_the_round_counts_without_it_once_the_table_has_gone_on(self) -> None:
        entries = self.withheld()
        assert counted_contributions(rounds.advance_rounds(entries, 0, (), 1 + LINES_TO_REVEAL)) == []
        late = rounds.advance_rounds(entries, 0, (), 2 + LINES_TO_REVEAL)
        assert [(p["seat"], p["after"]) for p in counted_contributions(late)] == [("a", 2 + LINES_TO_REVEAL)]
        with pytest.raises(Problem, match="counts without this part"):
            rounds.with_reveal(late, 0, "b", TWO)

    def test_then_nobody_adds_more_under_this_seal(self) -> None:
        """Else somebody could look at each round, and take or leave it."""
        late = rounds.advance_rounds(self.withheld(), 0, (), 9)
        with pytest.raises(Problem, match="did not show it"):
            rounds.with_commitment(late, 0, "a", commitment_to(THREE), 9)
        assert rounds.with_commitment(late, 9, "a", commitment_to(THREE), 9)[-1]["round"] == 2, (
            "a new seal begins anew"
        )


class TestTheOrderOfTheUnits:
    def order(self, table: Seated) -> list[int | None]:
        with table.opened() as loaded:
            position = loaded.positions[0]
            return [unit.value for unit in position.zombies.values()]

    def test_parts_of_before_the_first_action_change_it(self, table: Seated) -> None:
        sealed = self.order(table)
        both(table, "human", ONE)
        mixed = self.order(table)
        promise(table, "human", TWO)
        show(table, "human", TWO)
        assert len({tuple(map(str, order)) for order in (sealed, mixed, self.order(table))}) == 3

    def test_later_ones_do_not(self, table: Seated) -> None:
        table.do("zombie", HIDDEN)
        before = self.order(table)
        both(table, "zombie", ONE)
        assert self.order(table) == before

    def test_one_that_was_added_in_one_step_does_not(self, table: Seated) -> None:
        """As in the records of earlier versions."""
        before = self.order(table)
        show(table, "human", ONE)
        assert self.order(table) == before

    def test_every_order_can_come_of_it(self) -> None:
        def part(n: int) -> list[dict[str, Any]]:
            return [{"seat": "a", "part": f"{n:064x}", "after": 0, "round": 1}]

        assert len({reordered((1, 2, 3), part(n)) for n in range(100)}) == 6
        assert reordered((1, 2, 3), ()) == (1, 2, 3)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Record]:
    """Give the record of a game with a round before the first action, and one of two seats between rolls."""
    seated = Seated(tmp_path_factory.mktemp("played"), options={"mode": "solitaire", "counters": "digital"})
    both(seated, "table", ONE)
    seated.do("table", START)

    def rolled(times: int) -> Any:
        return lambda _: sum(bool(line.get("rolled")) for line in seated.record("table")[1:]) >= times

    play_on(seated, rolled(2))
    promise(seated, "human", TWO)
    promise(seated, "table", THREE)
    show(seated, "table", THREE)
    show(seated, "human", TWO)
    play_on(seated, rolled(4))
    with seated.opened() as loaded:
        loaded.positions[-1] = replace(loaded.positions[-1], phase="over", winner="human")
    yield parse(seated.get("table", "/record").data.splitlines())
    seated.tables.close()


def altered(record: Record, change: Change) -> Record:
    header = copy.deepcopy(dict(record.header))
    change(header)
    return Record(header, record.lines, record.opened)


def other_part(header: dict[str, Any]) -> None:
    header["parts"][1]["part"] = FOUR


def no_promise(header: dict[str, Any]) -> None:
    header["commits"] = header["commits"][:1]


def without_somebody(header: dict[str, Any]) -> None:
    header["parts"].pop(2)
    header["commits"].pop(2)


def in_one_step(header: dict[str, Any]) -> None:
    header["parts"].append({"seat": "human", "part": FOUR, "after": header["parts"][-1]["after"]})


def promised_twice(header: dict[str, Any]) -> None:
    header["commits"].append({**header["commits"][-1], "commit": commitment_to(FOUR)})


def began_too_many(header: dict[str, Any]) -> None:
    header["commits"] += [{**header["commits"][0], "round": n, "after": 9} for n in (3, 4)]


def went_on(header: dict[str, Any]) -> None:
    header["parts"].pop(1)
    header["commits"].append({**header["commits"][0], "round": 3})


def counted_late(header: dict[str, Any]) -> None:
    for part in header["parts"][1:]:
        part["after"] = header["commits"][1]["closed"] + LINES_TO_REVEAL + 1


class TestVerifying:
    def test_it_holds(self, played: Record) -> None:
        assert [(p["seat"], p["round"]) for p in played.header["parts"]] == [
            ("table", 1), ("human", 2), ("table", 2),
        ]  # fmt: skip
        assert [*chance_problems(played, replay_record), *faults(played)] == []
        opened = played.opened or {}
        assert played.header["start"]["draw"] != opened["draw"]["value"]

    @pytest.mark.parametrize(
        ("change", "said"),
        [
            (other_part, "the part of human is not the one that it had promised"),
            (no_promise, "the part of human is not the one that it had promised"),
            (without_somebody, "Round 2 went on without table"),
            (in_one_step, "A part was added in one step without human and table"),
            (promised_twice, "Round 2 has two promises of one seat"),
            (began_too_many, "Round 4 was begun by table, who had begun 2 before"),
            (went_on, "Round 3 was begun although a part of round 2 was not shown"),
            (counted_late, "Round 2 began to count too late"),
        ],
    )
    def test_what_breaks_a_promise_is_found(self, played: Record, change: Change, said: str) -> None:
        assert any(said in fault for fault in faults(altered(played, change)))

    def test_another_order_of_the_units_is_found(self, played: Record, cli: Cli, tmp_path: Path) -> None:
        def as_sealed(header: dict[str, Any]) -> None:
            header["start"]["draw"] = (played.opened or {})["draw"]["value"]

        told = self.verified(altered(played, as_sealed), cli, tmp_path)
        assert (told.status, "Seal 'draw' does not hold what the record plays" in told.out) == (1, True)

    def test_it_is_told_who_took_part_and_who_did_not(self, played: Record) -> None:
        assert "Round 2: human and table showed what they had promised before." in [*notes(played)]

        def never_shown(header: dict[str, Any]) -> None:
            header["commits"].append({**header["commits"][0], "round": 3})

        told = [*notes(altered(played, never_shown))]
        assert "Round 3: table never showed the part, so it does not count." in told

    def verified(self, record: Record, cli: Cli, tmp_path: Path) -> Any:
        file = tmp_path / "game.jsonl"
        lines = [record.header, *record.lines, {"opened": record.opened}]
        file.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
        return cli("verify", str(file))


def test_a_table_built_from_its_record_has_the_parts_of_its_rounds(table: Seated) -> None:
    both(table, "human", ONE)
    with table.opened() as loaded:
        again = replay_table(loaded.game, loaded.match, loaded.lines, None, ())
        assert again.chance.seed == loaded.chance.seed
        assert again.positions == loaded.positions
