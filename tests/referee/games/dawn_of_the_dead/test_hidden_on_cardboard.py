"""9.1 with cardboard: a hidden zombie that is met is read at once, like a unit that was on the map."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from rules.dawn_of_the_dead.position import Zombie
from tests.referee.any_table import Action
from tests.referee.games.dawn_of_the_dead.pages.listing import of_table, taken_back_at
from tests.referee.seated import HIDDEN, START, Seated, ordered

STEP: Action = {"do": "step", "to": "030"}
ON: Action = {"do": "step", "to": "031"}
PUT = "Put a unit from the Hidden Zombie box into 030, face up."


def at_011(folder: Path, hidden: list[str], counters: str) -> Seated:
    """Seat people at a table at which Peter and Roger have come to 011, beside 030."""
    table = Seated(folder, options={"counters": counters}, sources=ordered({}))
    table.do("zombie", HIDDEN | {"squares": hidden})
    table.do(
        "human",
        START
        | {"squares": {**START["squares"], "peter": "010", "roger": "010", "steve": "009", "fran": "009"}},
    )
    table.do("human", {"do": "start_move", "characters": ["peter", "roger"]}, {"do": "step", "to": "011"})
    return table


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Seated]:
    """Give a table with cardboard counters and a hidden zombie in 030, which nobody has entered."""
    made = at_011(tmp_path, ["030", *HIDDEN["squares"][:4]], "physical")
    yield made
    made.tables.close()


def unread(table: Seated, square: str) -> None:
    """Have a unit lie in a square that nobody has read to the referee."""
    with table.opened() as loaded:
        loaded.positions[-1] = replace(loaded.positions[-1], zombies={square: Zombie(None)})
        loaded.views.clear()


def page(table: Seated, path: str, seat: str = "table", **posted: str | int) -> str:
    """Press a key of a seat's screen, or look at it, and return what htmx is sent."""
    headers, where = {**table.headers(seat), "HX-Request": "true"}, f"/t/{table.code}{path}"
    if posted:
        answer = table.client.post(where, data=posted, headers=headers)
    else:
        answer = table.client.get(where, headers=headers)
    assert answer.status_code == 200, answer.data
    return answer.get_data(as_text=True)


def press(table: Seated, action: Action, version: int, **read: int) -> str:
    """Do an action from the human player's screen at a version, with the value read off the cardboard."""
    return page(table, "/do", "human", action=json.dumps(action), version=version, **read)


def test_9_1_it_is_read_in_the_step_that_meets_it(table: Seated) -> None:
    lines = len(table.record())
    met = table.do("human", STEP)
    assert (met["ruling"]["needs"], met["ruling"]["cases"][0]) == ({"value": ["030"]}, "9.1")
    assert met["view"]["underway"]["needs"] == {"value": ["030"]}
    assert len(table.record()) == lines
    done = table.do("human", STEP | {"values": {"030": 2}})["view"]
    assert (done["underway"], done["characters"]["peter"]["square"]) == (None, "030")
    assert {z["square"]: z["value"] for z in done["zombies"]}["030"] == 2
    assert table.position.hidden == tuple(HIDDEN["squares"][:4])
    assert table.record()[-1]["action"] == STEP
    table.restart()
    assert {z["square"]: z["value"] for z in table.view()["zombies"]}["030"] == 2


def test_5_4_leaving_it_is_then_refused_without_another_question(table: Seated) -> None:
    """Nobody can try values out until one fits: it was told when the unit was met."""
    table.do("human", STEP, STEP | {"values": {"030": 9}})
    version = table.version
    for readings in ({}, {"values": {"030": 9}}):
        refused = table.try_("human", ON | readings)
        assert (refused.status_code, refused.get_json()["ruling"]["cases"]) == (422, ["5.1", "5.4"])
    assert table.version == version
    shown = press(table, ON, version)
    assert "9 to get away from the zombies in 030" in shown
    assert "moved on" not in shown


def test_9_0_asking_about_the_step_tells_nothing(table: Seated, tmp_path: Path) -> None:
    """That somebody hides in a square is told by entering it alone."""
    (tmp_path / "other").mkdir()
    nobody = at_011(tmp_path / "other", HIDDEN["squares"], "physical")
    for at in (table, nobody):
        answer = at.post("human", "/ask", action=STEP).get_json()
        assert (answer["legal"], answer["needs"], answer["cases"]) == (True, {}, ["5.0"])
    nobody.do("human", STEP)
    assert nobody.view()["characters"]["peter"]["square"] == "030"
    nobody.tables.close()


def test_5_4_what_is_left_is_read_before_anybody_is_met(table: Seated) -> None:
    """A unit that proves too strong to be left keeps them where they are, so they meet nobody."""
    unread(table, "011")
    assert table.do("human", STEP)["ruling"]["needs"] == {"value": ["011"]}
    assert table.try_("human", STEP | {"values": {"011": 11}}).status_code == 422
    assert (table.view()["underway"], table.view()["characters"]["peter"]["square"]) == (None, "011")
    assert table.try_("human", STEP | {"values": {"011": 1}}).status_code == 422
    corrected = {"do": "read_value", "square": "011", "value": 1, "was": 11}
    table.post("human", "/override", action=corrected, version=table.version)
    table.post("zombie", "/override", answer="agree")
    assert table.do("human", STEP)["ruling"]["needs"] == {"value": ["030"]}
    assert "030" in table.position.hidden


def test_r_undo_a_meeting_that_has_begun_is_taken_back(table: Seated) -> None:
    table.do("human", STEP)
    table.post("human", "/undo")
    assert table.post("zombie", "/undo").get_json()["undo"] == "done"
    assert (table.view()["underway"], table.view()["characters"]["peter"]["square"]) == (None, "011")
    assert table.record()[-1]["taken_back"]
    back = [line.text for line in taken_back_at(table)]
    assert "Take the unit in 030 off the map, back to the Hidden Zombie box." in back
    assert table.do("human", STEP)["ruling"]["needs"] == {"value": ["030"]}


def test_9_1_with_the_referees_counters_nothing_is_asked(tmp_path: Path) -> None:
    table = at_011(tmp_path, ["030", *HIDDEN["squares"][:4]], "digital")
    met = table.do("human", STEP)
    assert (met["ruling"]["needs"], met["view"]["underway"]) == ({}, None)
    assert "030" in {z["square"] for z in met["view"]["zombies"]}
    table.tables.close()


def test_9_1_the_screen_says_what_to_put_there_and_asks_what_it_says(table: Seated) -> None:
    shown = press(table, STEP, table.version)
    assert "What value is on the unit in 030?" in shown
    assert PUT in shown
    assert PUT not in page(table, "/now", "zombie")
    press(table, STEP, table.version, **{"value-030": 2})
    listed = {line.text: line.case for line in of_table(table)}
    assert listed[PUT] == "9.1"
    assert listed["Move Peter from 010 to 030."] == "5.0"


def test_5_4_a_value_that_makes_a_step_too_dear_is_answered_with_the_ruling(table: Seated) -> None:
    """It is this tap itself that lets go of what had begun, so nobody is told that the table has moved on."""
    unread(table, "011")
    asked = press(table, STEP, table.version)
    assert "What value is on the unit in 011?" in asked
    shown = press(table, STEP, table.version, **{"value-011": 9})
    assert "moved on" not in shown
    assert "Not allowed" in shown
    assert "9 to get away from the zombies in 011" in shown
    assert "What value is on the unit in 011?" not in shown
    assert f'data-version="{table.version}"' in shown
    assert "Allow anyway" in shown


def test_5_4_a_step_that_a_value_forbids_is_done_by_agreement(table: Seated) -> None:
    """The value goes with the request; without it the step would be legal and need no agreement."""
    unread(table, "011")
    dear = STEP | {"values": {"011": 9}}
    table.do("human", STEP)
    assert table.try_("human", dear).status_code == 422
    cheap = STEP | {"values": {"011": 1}}
    allowed = table.post("human", "/override", action=cheap, version=table.version)
    assert (allowed.status_code, table.view()["request"]) == (422, None)
    asked = page(table, "/override", "human", action=json.dumps(dear), version=table.version)
    assert "allowed as it is" not in asked
    assert "9" not in json.dumps(table.view("zombie")["request"]["action"])
    page(table, "/override", "zombie", answer="agree")
    page(table, "/do", "human", action=json.dumps(STEP), version=table.version, **{"value-030": 1})
    after = table.view()
    assert (after["characters"]["peter"]["square"], after["underway"]) == ("030", None)
    assert table.record()[-1]["overridden"]
