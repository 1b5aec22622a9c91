"""A phone that joined and is away: the tablet answers for it, and the record says so (R-UNDO)."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.events import GRACE_SECONDS
from referee.games.dawn_of_the_dead.pages.game_log import agreement_note
from tests.referee.seated import Seated, ordered
from tests.referee.tables.test_undo import undo_answer
from tests.rows import each_row

FAR = {"do": "step", "to": "060"}
MARKS = ("taken_back", "overridden", "answered_by", "answered_for")


@pytest.fixture
def clock() -> list[float]:
    return [0.0]


@pytest.fixture
def table(tmp_path: Path, clock: list[float]) -> Seated:
    return Seated(tmp_path, sources=replace(ordered({}), clock=lambda: clock[0]))


def marks(table: Seated) -> list[dict[str, Any]]:
    """Return what each line of the record says of agreements, the same to every seat and in the log."""
    actions = [line for line in table.record()[1:] if "action" in line]
    for seat in ("human", "zombie"):
        assert [of(line) for line in table.record(seat)[1:] if "action" in line] == [
            of(line) for line in actions
        ]
        assert [of(line) for line in table.tables.story(table.code, seat)] == [of(line) for line in actions]
    return [of(line) for line in actions]


def of(line: dict[str, Any]) -> dict[str, Any]:
    return {mark: line[mark] for mark in MARKS if mark in line}


def told_by_the_tablet(table: Seated, clock: list[float], kind: str, *sides: str) -> None:
    """Let the tablet tell the answer of sides whose phones are away."""
    clock[0] += GRACE_SECONDS
    for side in sides:
        answer = table.post("table", f"/{kind}", answer="agree", side=side)
    assert answer.get_json()[kind] == "done"


def overruled(table: Seated, action: dict[str, Any]) -> None:
    """Let the human player ask that a step be taken although it is refused."""
    table.set_up()
    table.do("human", {"do": "start_move", "characters": ["fran"]})
    assert table.post("human", "/override", action=action, version=table.version).status_code == 202


class TestAway:
    """A phone that joined and is away holds nobody up: the tablet tells what its player answered."""

    def test_the_tablet_answers_for_a_side_whose_phone_is_away(
        self, table: Seated, clock: list[float]
    ) -> None:
        table.set_up("table")
        table.post("human", "/undo")
        here = table.post("table", "/undo", answer="agree", side="zombie")
        assert (here.status_code, "answers there" in here.get_json()["detail"]) == (403, True)
        clock[0] += GRACE_SECONDS
        assert undo_answer(table.post("table", "/undo", answer="agree", side="zombie")) == (200, "done")
        assert table.view()["phase"] == "place_characters"

    def test_no_tap_that_names_nobody_counts_for_who_is_away(self, table: Seated, clock: list[float]) -> None:
        table.set_up()
        clock[0] += GRACE_SECONDS
        asked = table.post("table", "/undo", side="zombie")
        assert (asked.status_code, "ask first" in asked.get_json()["detail"]) == (403, True)
        assert undo_answer(table.post("table", "/undo")) == (202, "asked")
        assert table.post("table", "/undo", answer="agree").status_code == 403
        assert table.view()["request"]["agreed"] == []

    def test_a_phone_never_answers_for_the_other_side(self, table: Seated, clock: list[float]) -> None:
        table.set_up("table")
        table.post("human", "/undo")
        clock[0] += GRACE_SECONDS
        assert table.post("human", "/undo", answer="agree", side="zombie").status_code == 403

    def test_a_verdict_is_overruled_for_who_is_away(self, table: Seated, clock: list[float]) -> None:
        table.set_up()
        table.do("human", {"do": "start_move", "characters": ["fran"]})
        far = {"do": "step", "to": "060"}
        table.post("human", "/override", action=far, version=table.version)
        clock[0] += GRACE_SECONDS
        done = table.post("table", "/override", answer="agree", side="zombie")
        assert (done.status_code, done.get_json()["override"]) == (200, "done")
        assert table.record()[-1]["overridden"]

    def test_nobody_agrees_from_the_tablet_to_what_is_secret(self, table: Seated, clock: list[float]) -> None:
        hall = {"do": "place_hidden", "squares": ["001", "002", "003", "005", "060"]}
        table.view("human")
        asked = table.post("zombie", "/override", action=hall, version=table.version)
        assert asked.status_code == 202
        clock[0] += GRACE_SECONDS
        refused = table.post("table", "/override", answer="agree", side="human")
        assert (refused.status_code, "secret" in refused.get_json()["detail"]) == (403, True)
        assert "060" not in refused.get_json()["detail"]


class TestOnTheRecord:
    """The record and the log tell, beside what was agreed on, for whom the tablet answered."""

    def test_a_step_taken_back(self, table: Seated, clock: list[float]) -> None:
        table.set_up("table")
        table.post("human", "/undo")
        told_by_the_tablet(table, clock, "undo", "zombie")
        assert marks(table) == [
            {},
            {"taken_back": True, "answered_by": "table", "answered_for": ["zombie"]},
        ]

    def test_several_steps_and_both_phones(self, table: Seated, clock: list[float]) -> None:
        table.set_up()
        table.post("table", "/undo", n=1)
        told_by_the_tablet(table, clock, "undo", "zombie", "human")
        assert marks(table) == 2 * [
            {"taken_back": True, "answered_by": "table", "answered_for": ["human", "zombie"]}
        ]

    def test_a_request_waits_with_what_was_told_so_far(self, table: Seated, clock: list[float]) -> None:
        """The server is started anew between the answers, and the human player comes back to give his own."""
        table.set_up()
        table.post("table", "/undo")
        clock[0] += GRACE_SECONDS
        assert undo_answer(table.post("table", "/undo", answer="agree", side="zombie")) == (202, "asked")
        table.restart()
        assert undo_answer(table.post("human", "/undo")) == (200, "done")
        assert marks(table)[1]["answered_for"] == ["zombie"]

    def test_a_verdict_overruled(self, table: Seated, clock: list[float]) -> None:
        overruled(table, FAR)
        told_by_the_tablet(table, clock, "override", "zombie")
        assert marks(table)[-1] == {"overridden": True, "answered_by": "table", "answered_for": ["zombie"]}
        before = table.everything()
        table.restart()
        assert table.everything() == before

    def test_what_is_agreed_on_later_takes_nothing_away(self, table: Seated, clock: list[float]) -> None:
        overruled(table, FAR)
        told_by_the_tablet(table, clock, "override", "zombie")
        for seat in ("human", "zombie"):
            table.post(seat, "/undo")
        expected = {
            "overridden": True,
            "taken_back": True,
            "answered_by": "table",
            "answered_for": ["zombie"],
        }
        assert marks(table)[-1] == expected
        table.restart()
        assert marks(table)[-1] == expected

    def test_those_who_answer_themselves_are_not_named(self, table: Seated) -> None:
        overruled(table, FAR)
        table.post("zombie", "/override", answer="agree")
        assert marks(table)[-1] == {"overridden": True}
        for seat in ("human", "zombie"):
            table.post(seat, "/undo")
        assert marks(table)[-1] == {"overridden": True, "taken_back": True}

    def test_nor_those_who_have_no_phone_at_all(self, table: Seated) -> None:
        with table.opened() as loaded:
            loaded.unclaimed.clear()  # nobody's first visit is counted: as if no phone had ever come
        table.set_up()
        for answer in ("ask", "agree"):
            table.post("table", "/undo", answer=answer)
        with table.opened() as loaded:
            assert [line.answered_for for line in loaded.lines if not line.stands] == [()]

    def test_an_action_that_waits_for_the_cardboard(self, tmp_path: Path, clock: list[float]) -> None:
        """It was allowed on behalf of the absent seat. Its line says so when finished and when taken back."""
        sources = replace(ordered({}), clock=lambda: clock[0])
        table = Seated(tmp_path, options={"counters": "physical"}, sources=sources)
        onto = {"do": "step", "to": "002"}
        overruled(table, onto)
        told_by_the_tablet(table, clock, "override", "zombie")
        table.restart()
        assert table.view("zombie")["underway"]["needs"] == {"value": ["002"]}
        for seat in ("human", "zombie"):
            table.post(seat, "/undo")
        mark = {"overridden": True, "answered_by": "table", "answered_for": ["zombie"]}
        assert marks(table)[-1] == mark | {"taken_back": True}
        table.post("human", "/override", action=onto, version=table.version)
        told_by_the_tablet(table, clock, "override", "zombie")
        table.restart()
        table.do("human", onto | {"values": {"002": 3}})
        assert marks(table)[-1] == mark


@each_row("taken_back, overridden, answered_for, said", [
        (False, False, (), ""),
        (True, False, (), "taken back"),
        (False, True, (), "by agreement"),
        (True, True, (), "taken back"),
        (True, False, ("zombie",), "taken back; the tablet answered for the zombie player"),
        (False, True, ("human", "zombie"),
        "by agreement; the tablet answered for the human player and the zombie player"),
    ])  # fmt: skip
def test_what_the_log_says_of_it(
    taken_back: bool, overridden: bool, answered_for: tuple[str, ...], said: str
) -> None:
    assert agreement_note(taken_back=taken_back, overridden=overridden, answered_for=answered_for) == said


@pytest.mark.parametrize("seat", ["table", "human", "zombie"])
def test_so_does_the_log_beside_the_game(table: Seated, clock: list[float], seat: str) -> None:
    table.set_up("table")
    table.post("human", "/undo")
    told_by_the_tablet(table, clock, "undo", "zombie")
    page = table.client.get(f"/t/{table.code}", headers=table.headers(seat) | {"Accept": "text/html"})
    assert '<span class="tag">taken back; the tablet answered for the zombie player</span>' in page.text


def test_the_game_stepped_through_afterwards_says_so(table: Seated, clock: list[float]) -> None:
    table.set_up("table")
    table.post("human", "/undo")
    told_by_the_tablet(table, clock, "undo", "zombie")
    with table.opened() as loaded:
        loaded.positions[-1] = replace(loaded.positions[-1], phase="over", winner="human")
    page = table.client.get(
        f"/t/{table.code}/report/2", headers=table.headers("table") | {"Accept": "text/html"}
    )
    assert '<span class="tag">taken back; the tablet answered for the zombie player</span>' in page.text


LATER = [("lines", "answered_for"), ("requests", "answered_for"), ("underway", "answered_for")]


def test_a_database_from_before_is_read_and_goes_on(
    table: Seated, tmp_path: Path, clock: list[float]
) -> None:
    """The columns that it lacks are added, and what it tells stays what it was."""
    overruled(table, FAR)
    table.post("zombie", "/override", answer="agree")
    before = table.everything()
    table.tables.close()
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as connection:
        connection.execute("DROP TABLE alembic_version")
        for name, column in LATER:
            connection.execute(f"ALTER TABLE {name} DROP COLUMN {column}")
        connection.commit()
    table.open()
    assert table.everything() == before
    assert table.post("human", "/undo").status_code == 202
    told_by_the_tablet(table, clock, "undo", "zombie")
    assert marks(table)[-1]["answered_for"] == ["zombie"]
    table.restart()
    assert marks(table)[-1]["answered_for"] == ["zombie"]
