"""Questions whose time is limited: what is done once it is over, by whom, and how often."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.config import Config
from referee.errors import Problem
from referee.games.interface.screens import Screens
from referee.records import codec
from referee.records.text import dump_line
from referee.storage import games
from referee.tables.record import replay_record
from referee.tables.service import Tables
from rules.questions import Question
from rules.rulebook.rulebook import Case, Rulebook
from tests.referee import feats, menace
from tests.referee.any_table import AnyTable, steady
from tests.referee.either_database import either
from tests.referee.feats import SECONDS

__all__ = ["either"]
SHOOT = {"do": "shoot", "seat": "p1"}
_PATIENCE_S = 60.0


class Time:
    """The server's time, which a test moves on."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Time:
    return Time()


@pytest.fixture
def table(tmp_path: Path, clock: Time, monkeypatch: pytest.MonkeyPatch) -> Iterator[AnyTable]:
    menace.install(monkeypatch, feats.GAME)
    made = AnyTable(tmp_path, options={"system": feats.ID}, sources=replace(steady(), time=clock))
    yield made
    made.tables.close()


def stories(table: AnyTable) -> list[str]:
    with table.locked() as loaded:
        return [line.story for line in loaded.standing()]


def on_disk(table: AnyTable) -> list[str]:
    """Return what the standing lines on disk say; no table is used for it."""
    with table.tables.database.reading() as connection:
        rows = connection.exec_driver_sql(
            "SELECT story FROM lines WHERE taken_back_at IS NULL ORDER BY n"
        ).all()
    return [story for (story,) in rows]


def deadlines(table: AnyTable, seat: str = "table") -> dict[str, Any]:
    """Return the deadlines that a seat is told, by question."""
    return {
        asked["question"]: asked["deadline"] for asked in table.view(seat)["waits_for"] if "deadline" in asked
    }


def until(there: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + _PATIENCE_S
    while not there():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.01)


def test_all_are_told_until_when(table: AnyTable, clock: Time) -> None:
    assert deadlines(table) == {}
    table.do("p1", SHOOT)
    clock.now += 4
    told = {"until": "2027-01-15T08:00:15.000+00:00", "seconds": 11.0}
    for seat in ("table", *feats.SEATS):
        assert deadlines(table, seat) == {"feat p2": told, "feat p3": told}


def test_the_first_look_after_it_finds_it_done(table: AnyTable, clock: Time) -> None:
    table.do("p1", SHOOT)
    clock.now += SECONDS - 0.1
    assert len(stories(table)) == 1
    clock.now += 0.1
    assert table.view("p3")["shot"] is False
    assert stories(table)[1:3] == ["p2 lets it pass.", "p3 lets it pass."]
    assert stories(table)[3].endswith("wounds.")
    assert deadlines(table) == {}
    assert [line.get("automatic", False) for line in table.record()[1:]] == [False, True, True, True]
    assert [line["seat"] for line in table.record()[1:]] == ["p1", "p2", "p3", "referee"]


def test_nobody_has_to_look(table: AnyTable, clock: Time) -> None:
    table.do("p1", SHOOT)
    clock.now += SECONDS
    until(lambda: len(on_disk(table)) == 4)


def test_an_answer_in_time_counts_and_the_others_go_on(table: AnyTable, clock: Time) -> None:
    table.do("p1", SHOOT)
    clock.now += 10
    table.do("p2", {"do": "feat", "seat": "p2", "call": False})
    assert deadlines(table)["feat p3"]["seconds"] == 5.0
    clock.now += 5
    assert stories(table)[1:3] == ["p2 lets it pass.", "p3 lets it pass."]


@pytest.mark.parametrize("named", [True, False])
def test_an_answer_after_it_is_refused(table: AnyTable, clock: Time, named: bool) -> None:
    table.do("p1", SHOOT)
    version = table.version
    (asked,) = (one for one in table.view("p2")["waits_for"] if one["question"] == "feat p2")
    body = {"question": "feat p2", "serial": asked["serial"]} if named else {}
    clock.now += SECONDS
    late = table.post("p2", "/do", action={"do": "feat", "seat": "p2", "call": True}, version=version, **body)
    assert late.status_code == 409, late.data
    assert stories(table)[1] == "p2 lets it pass."
    assert len(stories(table)) == 4


def test_an_answer_after_it_is_out_of_date_where_the_referee_asks_for_something_by_then(
    table: AnyTable, clock: Time
) -> None:
    table.post("table", "/settings", dice="players")
    table.do("p1", SHOOT)
    version = table.version
    clock.now += SECONDS
    late = table.post("p2", "/do", action={"do": "feat", "seat": "p2", "call": True}, version=version)
    assert late.status_code == 409, late.data
    assert [one["question"] for one in late.get_json()["view"]["waits_for"]] == ["location"]


def test_where_people_roll_what_is_done_then_waits_for_their_dice(
    table: AnyTable, clock: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = feats.Feats.questions

    def dives(rules: feats.Feats, position: feats.Position) -> list[Question[feats.Action]]:
        dive = {f"feat {seat}": feats.Feat(seat, call=True, inches=3) for seat in feats.SEATS}
        return [replace(one, otherwise=dive.get(one.name)) for one in asked(rules, position)]

    monkeypatch.setattr(feats.Feats, "questions", dives)
    table.post("table", "/settings", dice="players")
    table.do("p1", SHOOT)
    clock.now += SECONDS
    assert {one["question"] for one in table.view("p2")["waits_for"]} == {"feat p2", "feat p3"}
    assert len(stories(table)) == 1
    told = {"action": {"die": 5}, "question": "feat p2", "version": table.version}
    assert table.post("table", "/do", **told).status_code == 200
    assert stories(table)[1] == "p2 dives with 5."


def test_it_stands_while_somebody_answers(table: AnyTable, clock: Time) -> None:
    table.do("p1", SHOOT)
    clock.now += 5
    table.do("p2", {"do": "feat", "seat": "p2", "call": True})
    clock.now += 5
    assert deadlines(table)["feat p2"] == {"until": None, "seconds": 10.0}
    assert deadlines(table)["feat p3"]["seconds"] == 5.0
    clock.now += 5
    assert stories(table)[1:] == ["p3 lets it pass."]
    clock.now += 100
    assert deadlines(table) == {"feat p2": {"until": None, "seconds": 10.0}}
    table.do("p2", {"do": "feat", "seat": "p2", "inches": 3})
    assert stories(table)[2].startswith("p2 dives with")


def test_it_goes_on_where_it_stood_when_the_answer_is_given_up(table: AnyTable, clock: Time) -> None:
    table.do("p1", SHOOT)
    clock.now += 5
    table.do("p2", {"do": "feat", "seat": "p2", "call": True})
    clock.now += 100
    gave_up = table.post("p2", "/undo", answer="cancel", version=table.version)
    assert gave_up.status_code == 200, gave_up.data
    assert deadlines(table)["feat p2"]["seconds"] == 10.0
    clock.now += 10
    assert "p2 lets it pass." in stories(table)


def test_it_survives_a_restart(table: AnyTable, clock: Time) -> None:
    table.do("p1", SHOOT)
    clock.now += 5
    table.restart()
    assert deadlines(table)["feat p2"]["seconds"] == 10.0
    table.restart()
    clock.now += 10
    table.tables.deadlines.start()
    until(lambda: len(on_disk(table)) == 4)


def test_taking_back_and_doing_again_begin_it_anew(table: AnyTable, clock: Time) -> None:
    table.do("p1", SHOOT)
    clock.now += 5
    table.do("p2", {"do": "feat", "seat": "p2", "call": False})
    take_back(table, "p2")
    assert {one["seconds"] for one in deadlines(table).values()} == {15.0}
    clock.now += 5
    assert table.post("p2", "/redo", version=table.version).status_code == 200
    assert deadlines(table)["feat p3"]["seconds"] == 15.0
    take_back(table, "p1", 1)
    assert deadlines(table) == {}
    assert table.post("p1", "/redo", version=table.version).status_code == 200
    assert {one["seconds"] for one in deadlines(table).values()} == {15.0}


def take_back(table: AnyTable, seat: str, n: int | None = None) -> None:
    """Take back a step, with whoever must agree."""
    body = {} if n is None else {"n": n}
    asked = table.post(seat, "/undo", answer="ask", version=table.version, **body)
    assert asked.status_code in {200, 202}, asked.data
    for other in feats.SEATS:
        if (request := table.view()["request"]) and other in request["wanted"]:
            table.post(other, "/undo", answer="agree", serial=request["serial"])
    assert table.view()["request"] is None


def test_what_was_done_by_the_clock_goes_back_with_the_step_before(table: AnyTable, clock: Time) -> None:
    table.do("p1", SHOOT)
    clock.now += SECONDS
    assert len(stories(table)) == 4
    assert table.view()["undo"]["action"] == SHOOT
    take_back(table, "p1")
    assert stories(table) == []


def test_all_screens_say_what_was_done_by_the_clock(table: AnyTable, clock: Time) -> None:
    table.do("p1", SHOOT)
    clock.now += SECONDS
    moment = table.view()["moment"]
    assert (moment["n"], moment["reason"], moment["far"]) == (3, "p3 lets it pass.", "time")
    assert [told["reason"] for told in moment["batch"]] == ["p2 lets it pass.", "p3 lets it pass."]
    assert moment["ended"].endswith("wounds.")
    table.restart()
    assert table.view()["moment"] == moment


def test_its_page_says_that_the_time_was_over(
    table: AnyTable, clock: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = Rulebook("Feats", [Case("1.0", "Feats", ())])
    monkeypatch.setattr(type(feats.GAME), "screens", Screens("frame/moment.html"))
    monkeypatch.setattr(type(feats.GAME), "rulebook", lambda _: book)
    table.do("p1", SHOOT)
    for over in (False, True):
        clock.now += SECONDS * over
        page = table.client.get(f"/t/{table.code}", headers=table.headers("p1")).get_data(as_text=True)
        assert ("<b>Time is up.</b>" in page) is over


def test_they_say_so_also_after_something_was_taken_back(table: AnyTable, clock: Time) -> None:
    table.do("p1", SHOOT)
    table.do("p3", {"do": "feat", "seat": "p3", "call": False})
    take_back(table, "p3")
    table.do("p3", {"do": "feat", "seat": "p3", "call": True})
    clock.now += SECONDS
    moment = table.view()["moment"]
    assert (moment["seat"], moment["reason"], moment["ended"]) == ("p2", "p2 lets it pass.", "")
    table.restart()
    assert table.view()["moment"] == moment


def test_several_processes_do_it_once(
    either: str, clock: Time, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    menace.install(monkeypatch, feats.GAME)
    options, sources = {"system": feats.ID}, replace(steady(), time=clock)
    table = AnyTable(tmp_path, options=options, sources=sources, database_url=either)
    others = [Tables(Config.of(table.settings)) for _ in range(3)]
    table.do("p1", SHOOT)
    every = (table.tables, *others)
    for tables in every:
        tables.view(table.code, "table")
    together = threading.Barrier(len(every))
    clock.now += SECONDS

    def look(tables: Tables) -> None:
        together.wait()
        tables.view(table.code, "table")

    threads = [threading.Thread(target=look, args=(tables,)) for tables in every]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for tables in every:
        assert tables.view(table.code, "table").to_json()["shot"] is False
    assert [story.split()[0] for story in on_disk(table)][:3] == ["p1", "p2", "p3"]
    assert len(on_disk(table)) == 4
    for tables in every:
        tables.close()


def test_a_repeated_request_gets_its_own_answer(table: AnyTable, clock: Time) -> None:
    table.do("p1", SHOOT)
    clock.now += SECONDS
    headers = {**table.headers("p2"), "Idempotency-Key": "one"}
    body = {"action": {"do": "shoot", "seat": "p2"}, "version": 5}
    where = f"/api/tables/{table.code}/do"
    first = table.client.post(where, headers=headers, json=body)
    again = table.client.post(where, headers=headers, json=body)
    assert first.status_code == again.status_code
    assert first.get_json().get("ruling") == again.get_json().get("ruling")


def test_a_whole_game_by_the_clock_verifies(table: AnyTable, clock: Time) -> None:
    while (seen := table.view())["winner"] is None:
        (seat,) = (one["who"][0] for one in seen["waits_for"])
        table.do(seat, {"do": "shoot", "seat": seat})
        clock.now += SECONDS
    record = codec.parse(map(dump_line, table.record()))
    assert feats.GAME.records.replayed(record)["legal"]
    assert feats.GAME.records.problems(record, replay_record) == []


def test_what_cannot_be_done_is_left_out(
    table: AnyTable, clock: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.do("p1", SHOOT)
    before = stories(table)

    def fail(*_: object) -> None:
        raise ValueError

    with monkeypatch.context() as failing:
        failing.setattr(feats.Feats, "_feat", fail)
        clock.now += SECONDS
        assert table.get("p2", "/record").status_code == 200
        assert on_disk(table) == before
    table.do("p2", {"do": "feat", "seat": "p2", "call": False})
    assert stories(table)[1] == "p2 lets it pass."


def test_what_cannot_be_written_is_done_later(
    table: AnyTable, clock: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.do("p1", SHOOT)
    before = stories(table)

    def full(*_: object) -> None:
        raise Problem(503, "The disk is full.")

    with monkeypatch.context() as failing:
        failing.setattr(games, "append", full)
        clock.now += SECONDS
        assert table.view()["shot"] is True
        assert on_disk(table) == before
    assert table.view()["shot"] is False
    assert len(stories(table)) == 4
