"""R-UNDO: what was read off a counter stays known when the reading is taken back, as dice do."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.games.dawn_of_the_dead.readings import corrects
from rules.dawn_of_the_dead.position import Mode, Zombie
from tests.referee.any_table import Action
from tests.referee.seated import START, Seated, ordered
from tests.rules.dawn_of_the_dead.table import table as positioned

SHOT: Action = {"do": "shoot", "by": ["peter"], "at": "025"}
OTHERWISE = "The unit in 025 showed a different value before that was taken back."


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Seated]:
    """Give a table with cardboard counters where Peter stands in 026, beside a unit in 025."""
    made = Seated(tmp_path, options={"counters": "physical"}, sources=ordered({}))
    made.set_up()
    made.do("human", {"do": "start_move", "characters": ["peter"]})
    made.do("human", {"do": "step", "to": "008"}, {"do": "step", "to": "026"})
    yield made
    made.tables.close()


def taken_back(table: Seated, *, steps: int = 1) -> None:
    for _ in range(steps):
        table.post("human", "/undo")
        table.post("zombie", "/undo", answer="agree")


def shot_and_taken_back(table: Seated, value: int = 9) -> None:
    """Peter rolls 7, less 1: too little for a 9, enough for a 6."""
    table.do("human", SHOT | {"dice": [3, 4], "values": {"025": value}})
    taken_back(table)


def refused(table: Seated, action: Action) -> dict[str, Any]:
    answer = table.try_("human", action)
    assert answer.status_code == 422, answer.data
    ruling: dict[str, Any] = answer.get_json()["ruling"]
    return ruling


def ask(table: Seated, action: Action) -> Any:
    return table.post("human", "/override", action=action, version=table.version)


@pytest.mark.parametrize("begun", [False, True], ids=["at once", "asked for it"])
@pytest.mark.parametrize("restarted", [False, True], ids=["", "after a restart"])
def test_another_value_needs_the_agreement_of_both(table: Seated, *, begun: bool, restarted: bool) -> None:
    shot_and_taken_back(table)
    if begun:
        assert table.do("human", SHOT)["ruling"]["needs"] == {"value": ["025"]}
    if restarted:
        table.restart()
    claimed = SHOT | {"values": {"025": 6}}
    no = refused(table, claimed)
    assert (no["firm"], no["cases"]) == (False, ["R-5.4b", "5.4", "R-UNDO"])
    assert no["reason"] == f"{OTHERWISE} To make it 6 now, both sides must agree."
    assert ask(table, claimed).get_json()["override"] == "asked"
    assert table.view("zombie")["request"]["corrects"] == {"025": 6}
    page = table.client.get(f"/t/{table.code}", headers=table.headers("zombie")).text
    assert "the unit in 025 is a 6" in page
    done = table.post("zombie", "/override", answer="agree").get_json()
    assert done["override"] == "done"
    assert "eliminated" in done["ruling"]["reason"]
    line = table.record()[-1]
    assert line["overridden"]
    assert line["story"].endswith("The unit in 025 was misread before; both sides agreed on what it is.")
    assert "R-UNDO" in line["cases"]
    before = table.everything()
    table.restart()
    assert table.everything() == before


def test_the_same_value_goes_through(table: Seated) -> None:
    shot_and_taken_back(table)
    told = table.do("human", SHOT | {"values": {"025": 9}})["ruling"]
    assert told["reason"].endswith("miss.")


def test_a_correction_that_is_declined_leaves_the_shot_to_the_value_that_was_read(table: Seated) -> None:
    shot_and_taken_back(table)
    table.do("human", SHOT)
    ask(table, SHOT | {"values": {"025": 6}})
    table.post("zombie", "/override", answer="decline")
    refused(table, SHOT | {"values": {"025": 6}})
    assert table.do("human", SHOT | {"values": {"025": 9}})["ruling"]["legal"]


def test_a_corrected_value_is_what_stays_known(table: Seated) -> None:
    shot_and_taken_back(table)
    ask(table, SHOT | {"values": {"025": 6}})
    table.post("zombie", "/override", answer="agree")
    taken_back(table)
    refused(table, SHOT | {"values": {"025": 9}})
    assert table.do("human", SHOT | {"values": {"025": 6}})["ruling"]["legal"]


def test_it_holds_for_the_counter_not_for_the_square(table: Seated) -> None:
    """5.4: a step reads it; the shot at the same counter from beside it has to read the same."""
    table.do("human", {"do": "step", "to": "025", "values": {"025": 11}})
    taken_back(table, steps=2)
    refused(table, SHOT | {"dice": [1, 1], "values": {"025": 3}})


def test_once_read_again_it_is_forgotten_as_ever(table: Seated) -> None:
    """2.3: the next action turns the unit down, and the referee keeps no note of it."""
    shot_and_taken_back(table)
    table.do("human", SHOT | {"values": {"025": 9}}, {"do": "step", "to": "008"})
    table.do("human", {"do": "step", "to": "026"})
    assert table.do("human", SHOT | {"dice": [1, 1], "values": {"025": 3}})["ruling"]["legal"]


def test_alone_one_tap_corrects_it_and_the_key_says_so(tmp_path: Path) -> None:
    table = Seated(tmp_path, options={"counters": "physical", "mode": "solitaire"}, sources=ordered({}))
    table.do("table", START)
    table.do("table", {"do": "start_move", "characters": ["peter"]})
    table.do("table", {"do": "step", "to": "008"}, {"do": "step", "to": "026"})
    table.do("table", SHOT | {"dice": [3, 4], "values": {"025": 9}})
    table.post("table", "/undo")
    claimed = json.dumps(SHOT | {"values": {"025": 6}})
    posted = {"action": claimed, "version": str(table.version)}
    page = table.client.post(f"/t/{table.code}/do", headers=table.headers("table"), data=posted).text
    assert "Correct it: 025 is a 6" in " ".join(page.split())
    table.client.post(f"/t/{table.code}/override", headers=table.headers("table"), data=posted)
    assert "eliminated" in table.record()[-1]["story"]
    table.tables.close()


MEET: Action = {"do": "step", "to": "025", "values": {"025": 11}}
CORRECT: Action = {"do": "read_value", "square": "025", "value": 4, "was": 11}


def corrected(table: Seated) -> None:
    """Peter meets an 11; both sides agree that it is a 4."""
    table.do("human", MEET)
    ask(table, CORRECT)
    assert table.post("zombie", "/override", answer="agree").get_json()["override"] == "done"


def test_a_correction_that_alone_is_taken_back_is_forgotten(table: Seated) -> None:
    """The first reading stands again, so the same counter is still that when it is met anew."""
    corrected(table)
    taken_back(table)
    assert {z["square"]: z["value"] for z in table.view()["zombies"]}["025"] == 11
    table.do("human", {"do": "end_turn"})
    taken_back(table, steps=2)
    assert table.view()["characters"]["peter"]["square"] == "026"
    assert refused(table, MEET | {"values": {"025": 4}})["cases"] == ["R-5.4b", "5.4", "R-UNDO"]
    table.do("human", MEET)


def test_a_correction_taken_back_with_its_reading_stays_known(table: Seated) -> None:
    corrected(table)
    first = table.view("human")["undo"]["n"] - 1
    table.post("human", "/undo", n=first)
    table.post("zombie", "/undo", answer="agree")
    assert table.view()["characters"]["peter"]["square"] == "026"
    assert refused(table, MEET)["cases"] == ["R-5.4b", "5.4", "R-UNDO"]
    table.do("human", MEET | {"values": {"025": 4}})


def test_a_reading_of_its_own_is_held_to_what_was_read_before(table: Seated) -> None:
    """A value read for a refused step, and taken back, is not told otherwise by `read_value` either."""
    table.do("human", MEET)
    with table.opened() as loaded:
        now = loaded.positions[-1]
        loaded.positions[-1] = replace(now, zombies={**now.zombies, "025": Zombie(None)})
        loaded.views.clear()
    away = {"do": "step", "to": "090", "values": {"025": 11}}
    assert refused(table, away)["cases"] == ["2.1"]
    taken_back(table)
    reading = {"do": "read_value", "square": "025", "value": 3}
    assert refused(table, reading)["cases"] == ["R-5.4b", "5.4", "R-UNDO"]
    table.do("human", reading | {"value": 11})


@pytest.mark.parametrize(
    ("mode", "takes"), [("solitaire", "one tap is enough"), ("cooperative", "one of you must allow it")]
)
def test_nobody_is_told_of_a_second_side_where_there_is_none(mode: Mode, takes: str) -> None:
    position = positioned("human", {"peter": "009"}, {"010": None}, mode=mode, counters="physical")
    told = corrects(position, {"010": 6})
    assert told.ruling.reason.endswith(f"To make it 6 now, {takes}.")
    assert told.story == "The unit in 010 was misread before, and its value was corrected."
    several = corrects(position, {"010": 6, "011": 3}).story
    assert several == "The units in 010 and 011 were misread before, and their values were corrected."


@pytest.mark.parametrize("restarted", [False, True], ids=["", "after a restart"])
def test_a_value_for_a_square_without_a_unit_is_no_reading(table: Seated, *, restarted: bool) -> None:
    """9.1: a step may name one, for the players do not know where a hidden zombie waits."""
    step = {"do": "step", "to": "027"}
    table.do("human", step | {"values": {"027": 3}})
    taken_back(table)
    if restarted:
        table.restart()
    table.do("human", step | {"values": {"027": 4}})


@pytest.mark.parametrize("restarted", [False, True], ids=["", "after a restart"])
def test_a_value_that_a_step_reads_stays_known(table: Seated, *, restarted: bool) -> None:
    """5.4: the unit in 025 is turned up by whoever enters."""
    step = {"do": "step", "to": "025"}
    table.do("human", step | {"values": {"025": 9}})
    taken_back(table)
    if restarted:
        table.restart()
    assert refused(table, step | {"values": {"025": 6}})["reason"].startswith(OTHERWISE)
