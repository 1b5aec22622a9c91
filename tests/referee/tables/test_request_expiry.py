"""R-UNDO, 6.8: a request is never lost without a word when somebody else taps."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules.dawn_of_the_dead.position import Zombie
from rules.dawn_of_the_dead.sequence import enter_phase
from tests.referee.seated import START, Seated, ordered
from tests.referee.tables.test_undo import BERSERK, shown

TOGETHER = {"do": "defend", "by": ["peter", "roger"]}


def hold(*who: str) -> dict[str, Any]:
    return {"do": "hold_fire", "by": list(who)}


@pytest.fixture
def table(tmp_path: Path) -> Seated:
    """Give a table of four where a zombie attacks Peter, Roger and Steve in 009."""
    table = Seated(tmp_path, options={"mode": "cooperative"}, sources=ordered({}))
    table.do("table", START)
    with table.opened() as loaded:
        now = loaded.positions[-1]
        steve = replace(now.characters["steve"], square="009")
        moved = replace(
            now, zombies={**now.zombies, "009": Zombie(1)}, characters={**now.characters, "steve": steve}
        )
        loaded.positions[-1] = enter_phase(moved, "attack")
        loaded.views.clear()
    table.do("table", {"do": "open_attack", "square": "009"})
    return table


@pytest.mark.parametrize("seat", ["steve", "table"])
def test_a_joint_shot_waits_while_somebody_outside_it_taps(table: Seated, seat: str) -> None:
    table.do("peter", TOGETHER)
    asked = table.view("peter")["request"]
    table.do(seat, hold("steve"))
    assert table.view("peter")["request"] == asked
    assert "Waiting for" in shown(table, "peter")
    assert table.post("roger", "/shot", answer="agree", serial=asked["serial"]).get_json()["shot"] == "done"
    assert table.record()[-1]["action"]["by"] == TOGETHER["by"]
    assert table.view("peter")["unread"] is None


def test_another_shot_asked_outside_it_waits_its_turn(table: Seated) -> None:
    table.do("peter", TOGETHER)
    asked = table.view()["request"]
    later = table.try_("steve", {"do": "defend", "by": ["peter", "steve"]})
    assert (later.status_code, "shoot together?" in later.get_json()["detail"]) == (409, True)
    assert table.view()["request"] == asked


def test_who_asked_is_told_when_one_of_the_shot_does_something_else(table: Seated) -> None:
    table.do("peter", TOGETHER)
    table.do("roger", hold("roger"))
    told = "Roger played on, so the request lapsed: nobody shoots together. Roger holds fire."
    assert_told_until_read(table, "peter", told)


def test_who_asked_is_told_when_another_ends_the_attack(table: Seated) -> None:
    table.do("peter", TOGETHER)
    shot = {"do": "defend", "by": ["steve"], "panic": {"steve": 6}, "dice": [6]}
    table.do("steve", shot)
    assert table.view()["phase_state"].get("attack") is None
    assert_told_until_read(table, "peter", "Steve played on, so the request lapsed")


def test_who_asked_is_told_when_another_of_the_shot_asks_for_a_different_one(table: Seated) -> None:
    table.do("peter", TOGETHER)
    table.do("roger", {"do": "defend", "by": ["roger", "steve"]})
    assert table.view()["request"]["seat"] == "roger"
    table.post("steve", "/shot", answer="decline")
    assert_told_until_read(table, "peter", "Roger played on, so the request lapsed")


def test_who_plays_on_himself_is_told_nothing(table: Seated) -> None:
    table.do("peter", TOGETHER)
    table.do("peter", hold("peter"))
    assert (table.view("peter")["request"], table.view("peter")["unread"]) == (None, None)


def assert_told_until_read(table: Seated, seat: str, told: str) -> None:
    """Check that a seat, and no other, is told something, until a tap on OK."""
    table_seats = [s for s in table.tokens if s not in {seat, "spectator"}]
    assert told in shown(table, seat)
    assert not any(told in shown(table, other) for other in table_seats)
    assert "OK</button>" in shown(table, seat)
    assert table.post(seat, "/undo", answer="read").get_json()["undo"] == "read"
    assert told not in shown(table, seat)
    assert table.view(seat)["unread"] is None


@pytest.fixture
def two(tmp_path: Path) -> Seated:
    """Give a table of two in the zombie Player-Turn."""
    table = Seated(tmp_path)
    table.set_up()
    table.do("table", {"do": "end_turn"})
    return table


def test_who_asked_to_take_back_is_told_that_the_other_played_on(two: Seated) -> None:
    two.post("human", "/undo")
    two.do("zombie", BERSERK)
    assert two.view("human")["request"] is None
    assert two.view("human")["unread"] == {"kind": "undo", "seat": "zombie", "lapsed": True, "why": ""}
    told = "The zombie player played on, so the request lapsed: nothing is taken back."
    two.restart()
    assert_told_until_read(two, "human", told)


def test_the_tablet_that_played_on_is_named(two: Seated) -> None:
    two.post("human", "/undo")
    two.do("table", BERSERK)
    assert_told_until_read(two, "human", "The game went on at the tablet, so the request lapsed")


def test_what_is_asked_anew_takes_the_place_of_the_old_answer(two: Seated) -> None:
    """No "Declined" and "Taken back" stand side by side."""
    two.post("human", "/undo")
    two.post("zombie", "/undo", answer="decline")
    two.post("human", "/undo")
    assert two.view("human")["unread"] is None
    two.post("zombie", "/undo", answer="agree")
    two.restart()
    assert "eclined" not in shown(two, "human")
    assert two.view("human")["unread"] is None
