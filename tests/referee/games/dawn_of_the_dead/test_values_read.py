"""R-5.4b: a value read off cardboard stays known while face up. Agreement can correct it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import update

from referee.games.dawn_of_the_dead.records import replay
from referee.records.codec import Record
from referee.records.data import dump_json
from referee.storage import schema
from rules.dawn_of_the_dead.position import Zombie
from tests.referee.any_table import Action
from tests.referee.cli import Cli
from tests.referee.seated import HIDDEN, START, Seated, beside_two_units, ordered

MEET: Action = {"do": "step", "to": "030"}
LEAVE: Action = {"do": "step", "to": "031"}
BESIDE_SHOT: Action = {"do": "shoot", "by": ["peter"], "at": "012", "dice": [1, 1]}
SHOT: Action = {"do": "shoot", "by": ["peter"], "at": "030", "panic": {"peter": 6}, "dice": [1, 1]}


@pytest.fixture
def beside(tmp_path: Path) -> Iterator[Seated]:
    """Give a table with cardboard counters where Peter and Roger have come to 011, beside 012 and 030."""
    yield from beside_two_units(tmp_path)


@pytest.fixture
def table(beside: Seated) -> Seated:
    """Give that table with Peter and Roger in 030, where they have met a unit and read it as a 10."""
    beside.do("human", MEET | {"values": {"030": 10}})
    return beside


def value_in(table: Seated, square: str) -> int | None:
    values: dict[str, int | None] = {z["square"]: z["value"] for z in table.view()["zombies"]}
    return values[square]


def refusal(table: Seated, action: Action, seat: str = "human") -> dict[str, Any]:
    answer = table.try_(seat, action)
    assert answer.status_code == 422, answer.data
    ruling: dict[str, Any] = answer.get_json()["ruling"]
    return ruling


def correct(table: Seated, was: int, value: int, seat: str = "human") -> Any:
    action = {"do": "read_value", "square": "030", "value": value, "was": was}
    return table.post(seat, "/override", action=action, version=table.version)


def test_5_4_a_value_that_lies_face_up_is_not_told_anew(table: Seated) -> None:
    """A 10 that "is" a 1 would let them go, and a shot of 2 would kill it."""
    before = table.version
    assert refusal(table, LEAVE | {"values": {"030": 1}})["cases"] == ["5.1", "5.4"]
    refused = refusal(table, SHOT | {"values": {"030": 1}})
    assert (refused["firm"], refused["cases"]) == (True, ["R-5.4b", "5.4"])
    assert (
        refused["reason"] == "The unit in 030 was read as 10. To correct a misreading, both sides must agree."
    )
    assert (value_in(table, "030"), table.version) == (10, before)


def test_5_4_the_same_value_told_again_is_no_harm(table: Seated) -> None:
    table.do("human", SHOT | {"values": {"030": 10}})
    assert value_in(table, "030") == 10


def test_2_5_there_are_no_more_units_with_a_value_than_on_the_sheet(beside: Seated) -> None:
    """The sheet has a single 10, and that one lies face up beside Steve."""
    put(beside, "009", 10)
    assert beside.do("human", BESIDE_SHOT)["ruling"]["needs"] == {"value": ["012"]}
    refused = refusal(beside, BESIDE_SHOT | {"values": {"012": 10}})
    assert refused["reason"] == "The only unit with the value 10 is already known: 009."
    assert beside.view()["underway"]["needs"] == {"value": ["012"]}
    assert beside.do("human", BESIDE_SHOT | {"values": {"012": 9}})["view"]["shown"] == {"012": 9}


def test_6_0_what_a_shot_has_just_shown_is_not_asked_again(beside: Seated) -> None:
    """It is known until the next action turns it down. Then it may be read again, with no trace."""
    beside.do("human", BESIDE_SHOT | {"values": {"012": 9}})
    assert "was read as 9" in refusal(beside, BESIDE_SHOT | {"values": {"012": 8}})["reason"]
    assert refusal(beside, BESIDE_SHOT | {"values": {"012": 8}})["reason"] == (
        "The unit in 012 was read as 9. To correct a misreading, take back the action that showed it."
    )
    assert beside.do("human", BESIDE_SHOT | {"by": ["roger"]})["view"]["shown"] == {"012": 9}
    beside.do("human", {"do": "step", "to": "010"}, {"do": "step", "to": "011"})
    shot = BESIDE_SHOT | {"values": {"012": 8}}
    assert beside.do("human", shot)["view"]["shown"] == {"012": 8}


def put(table: Seated, square: str, value: int | None) -> None:
    """Have a unit stand in a square, read or not."""
    with table.opened() as loaded:
        now = loaded.positions[-1]
        loaded.positions[-1] = replace(now, zombies={**now.zombies, square: Zombie(value)})
        loaded.views.clear()


def unread(table: Seated) -> None:
    """Have the record come from an earlier version, which did not ask what a unit showed when it was met."""
    lines = schema.lines
    with table.opened() as loaded, table.tables.database.writing() as connection:
        last = loaded.lines[-1]
        unread = {name: value for name, value in last.action.items() if name != "values"}
        named = (lines.c.code == table.code) & (lines.c.n == last.n)
        connection.execute(update(lines).where(named).values(action=dump_json(unread)))
    table.restart()
    assert value_in(table, "030") is None


@pytest.mark.parametrize("at_once", [False, True], ids=["asked for it", "told at once"])
def test_5_1_a_value_read_for_a_step_that_is_refused_stays_known(table: Seated, *, at_once: bool) -> None:
    unread(table)
    if not at_once:
        assert table.do("human", LEAVE)["ruling"]["needs"] == {"value": ["030"]}
    refused = refusal(table, LEAVE | {"values": {"030": 10}})
    assert refused["cases"] == ["5.1", "5.4"]
    assert value_in(table, "030") == 10
    assert refusal(table, SHOT | {"values": {"030": 1}})["cases"] == ["R-5.4b", "5.4"]
    assert refusal(table, LEAVE)["cases"] == ["5.1", "5.4"]
    line = table.record()[-1]
    assert (line["action"], line["story"]) == (
        {"do": "read_value", "square": "030"},
        "The unit in 030 was read.",
    )
    table.restart()
    assert value_in(table, "030") == 10


def test_r_undo_a_value_read_for_a_step_that_is_given_up_stays_known(table: Seated) -> None:
    """The unit that they would leave was read already, the one that they would enter was not."""
    unread(table)
    put(table, "031", None)
    table.do("human", LEAVE, LEAVE | {"values": {"030": 1}})
    assert table.view()["underway"]["needs"] == {"value": ["031"]}
    table.post("human", "/undo")
    assert table.post("zombie", "/undo").get_json()["undo"] == "done"
    assert (table.view()["underway"], value_in(table, "030"), value_in(table, "031")) == (None, 1, None)
    table.do("human", LEAVE)
    assert table.view()["underway"]["needs"] == {"value": ["031"]}


def test_2_3_what_was_read_of_a_unit_that_lies_face_down_is_not_kept(table: Seated) -> None:
    """Whoever reads it anew is told nothing of what was read before, and is believed."""
    table.do("human", {"do": "end_turn"})
    with table.opened() as loaded:
        assert {u.value for s, u in loaded.position.zombies.items() if s != "030"} == {None}
    reading = {"do": "read_value", "square": "012", "value": 4}
    assert refusal(table, reading)["reason"] == "The unit in 012 is face down."


def test_r_5_4b_a_misreading_is_corrected_when_both_sides_agree(table: Seated) -> None:
    asked = correct(table, 10, 4).get_json()
    assert (asked["override"], value_in(table, "030")) == ("asked", 10)
    for seat in ("human", "zombie", "table"):
        request = table.view(seat)["request"]
        assert request["action"] == {"do": "read_value", "square": "030", "value": 4, "was": 10}
    page = table.client.get(f"/t/{table.code}", headers=table.headers("zombie")).text
    assert "Correct a value?" in page
    assert "The unit in 030 is a 4, not a 10." in page
    done = table.post("zombie", "/override", answer="agree").get_json()
    assert done["override"] == "done"
    assert done["ruling"]["reason"] == "The unit in 030 was misread: it is a 4, not a 10."
    assert value_in(table, "030") == 4
    line = table.record()[-1]
    assert line["overridden"]
    assert line["story"] == "The unit in 030 was misread, and its value was corrected."
    with table.opened() as loaded:
        assert loaded.lines[-1].action == {"do": "read_value", "square": "030", "value": 4, "was": 10}
    table.do("human", LEAVE)
    assert not re.search(r'"(was|value)":', json.dumps(table.record()))


def test_r_5_4b_a_declined_correction_changes_nothing(table: Seated) -> None:
    correct(table, 10, 4)
    table.post("zombie", "/override", answer="decline")
    assert value_in(table, "030") == 10


@pytest.mark.parametrize(
    ("was", "value", "sentence"),
    [
        (9, 4, "The unit in 030 was read as 10. It was not read as 9."),
        (10, 10, "The unit in 030 was read as 10. That is already noted."),
    ],
)
def test_r_5_4b_a_correction_must_fit_what_was_read(
    table: Seated, was: int, value: int, sentence: str
) -> None:
    answer = correct(table, was, value)
    assert (answer.status_code, answer.get_json()["ruling"]["reason"]) == (422, sentence)


def test_r_5_4b_the_key_stands_at_the_square_of_a_unit_that_lies_face_up(table: Seated) -> None:
    def shown(square: str) -> str:
        answer = table.client.get(f"/t/{table.code}/square/{square}", headers=table.headers("human"))
        return str(answer.text)

    assert "Misread? It is not a 10" in shown("030")
    assert "Misread?" not in shown("012")
    title = shown("030").split("Misread? It is not a 10", 1)[1].split("</summary>", 1)[0]
    assert not title.strip(), "a count of values reads like one"
    posted = {"action": json.dumps({"do": "read_value", "square": "030", "value": 4, "was": 10})}
    form = posted | {"version": str(table.version)}
    table.client.post(f"/t/{table.code}/override", headers=table.headers("human"), data=form)
    assert table.view()["request"]["kind"] == "override"


def judged(cli: Cli, zombies: list[dict[str, Any]], action: Action, **more: Any) -> dict[str, Any]:
    position = {
        "system": "dawn-of-the-dead", "phase": "human", "counters": "physical", "zombies": zombies,
        "characters": {"peter": {"square": "010"}, "roger": {"square": "010"}},
        "move": {"characters": ["peter"]},
    }  # fmt: skip
    line = json.dumps({"position": position | more, "action": action}) + "\n"
    verdict: dict[str, Any] = cli("judge", stdin=line).json
    return verdict


HERE: dict[str, Any] = {"square": "010", "value": 10}
BESIDE: dict[str, Any] = {"square": "011", "value": None}


@pytest.mark.parametrize(
    ("zombies", "values", "more", "sentence"),
    [
        ([HERE], {"010": 1}, {},
        "The unit in 010 was read as 10. To correct a misreading, both sides must agree."),
        ([HERE], {"010": 1}, {"mode": "solitaire"},
        "The unit in 010 was read as 10. To correct a misreading, one tap is enough."),
        ([HERE], {"010": 1}, {"mode": "cooperative"},
        "The unit in 010 was read as 10. To correct a misreading, one of you must allow it."),
        ([BESIDE], {"011": 11}, {"eliminated": [11]},
        "The only unit with the value 11 is already known: off the map."),
        ([HERE | {"value": 1}, BESIDE], {"011": 10}, {"hidden_box": [10]},
         "The only unit with the value 10 is already known: off the map."),
        ([HERE, BESIDE], {"011": 10}, {}, "The only unit with the value 10 is already known: 010."),
        ([HERE | {"value": None}, BESIDE], {"010": 10, "011": 10}, {},
         "The only unit with the value 10 is already known: 010."),
        ([HERE | {"value": 9}, BESIDE], {"011": 9}, {"eliminated": [9]},
         "Both units with the value 9 are already known: 010 and off the map."),
    ],
)  # fmt: skip
def test_the_command_line_holds_to_what_is_known(
    cli: Cli, zombies: list[dict[str, Any]], values: dict[str, int], more: dict[str, Any], sentence: str
) -> None:
    """A shot at 011 draws no unit, so what is known to be off the map counts."""
    shot = {"do": "shoot", "by": ["peter"], "at": "011", "dice": [1, 1], "values": values}
    ruling = judged(cli, zombies, shot, **more)
    assert (ruling["legal"], ruling["reason"], ruling["cases"]) == (False, sentence, ["R-5.4b", "5.4"])


def test_a_value_that_the_sheet_has_not_is_refused(cli: Cli, tmp_path: Path) -> None:
    sheet = json.loads(cli("counters", "export").out)
    sheet["zombie_values"] = {"1": 25, "2": 25}
    (tmp_path / "sheet.json").write_text(json.dumps(sheet), "utf-8")
    position = {
        "system": "dawn-of-the-dead", "phase": "human", "counters": "physical", "zombies": [BESIDE],
        "characters": {"peter": {"square": "010"}}, "move": {"characters": ["peter"]},
    }  # fmt: skip
    action = {"do": "step", "to": "011", "values": {"011": 3}}
    line = json.dumps({"position": position, "action": action}) + "\n"
    ruling = cli("judge", "--counters", str(tmp_path / "sheet.json"), stdin=line).json
    assert (ruling["legal"], ruling["reason"]) == (False, "The counter sheet has no unit with the value 3.")


def test_5_4_a_value_that_nothing_wants_changes_nothing(beside: Seated) -> None:
    before, record = beside.version, beside.record()
    for values, sentence in (
        ({"031": 3}, "No value is needed for 031."),
        ({"012": 9, "031": 3}, "No value is needed for 031."),
        ({}, "Name the unit whose value was read."),
    ):
        refused = refusal(beside, BESIDE_SHOT | {"values": values})
        assert (refused["reason"], refused["cases"][0]) == (sentence, "R-5.4b")
    assert (beside.version, beside.record()) == (before, record)


def test_9_0_a_value_for_a_step_tells_nothing_of_who_hides_there(beside: Seated, tmp_path: Path) -> None:
    """Asked before the step, a table says the same of 030, where one hides, as a table where nobody does."""
    (tmp_path / "other").mkdir()
    nobody = Seated(tmp_path / "other", options={"counters": "physical"}, sources=ordered({}))
    nobody.do("zombie", HIDDEN)
    places = {**START["squares"], "peter": "010", "roger": "010", "steve": "009", "fran": "009"}
    nobody.do("human", START | {"squares": places})
    nobody.do("human", {"do": "start_move", "characters": ["peter", "roger"]}, {"do": "step", "to": "011"})
    for values in ({"030": 10}, {"030": 10, "031": 1}):
        told = []
        for at in (beside, nobody):
            with at.locked() as held:
                told.append(at.tables.playing.remaining_needs(held, "human", MEET | {"values": values}))
        assert told[0] == told[1]
    assert [refusal(at, MEET | {"values": {"030": 10, "031": 1}})["reason"] for at in (beside, nobody)] == [
        "No value is needed for 031."
    ] * 2
    nobody.do("human", MEET | {"values": {"030": 10}})
    nobody.tables.close()


def test_a_record_of_old_with_a_value_that_nothing_wanted_stands(beside: Seated) -> None:
    lines = schema.lines
    with beside.opened() as loaded, beside.tables.database.writing() as connection:
        last, start = loaded.lines[-1], loaded.positions[-2]
        named = (lines.c.code == beside.code) & (lines.c.n == last.n)
        stray = {**last.action, "values": {"031": 3}}
        connection.execute(update(lines).where(named).values(action=dump_json(stray)))
    beside.restart()
    assert beside.view()["characters"]["peter"]["square"] == "011"
    entry = {**beside.record()[-1], "action": stray, "taken_back": False, "overridden": False}
    assert [judged.stands for judged in replay(Record({}, (entry,)), start)] == [True]


def test_5_4_a_value_read_for_a_step_to_no_neighbour_stays_known(table: Seated) -> None:
    """2.1: the step is refused at once, but everybody saw the counter."""
    unread(table)
    refused = refusal(table, {"do": "step", "to": "045", "values": {"030": 10}})
    assert refused["cases"] == ["2.1"]
    assert value_in(table, "030") == 10
    assert refusal(table, LEAVE | {"values": {"030": 1}})["cases"] == ["5.1", "5.4"]


@pytest.mark.parametrize("at_once", [False, True], ids=["asked for it", "told at once"])
@pytest.mark.parametrize(
    ("other", "sentence"),
    [
        ({"031": 10}, "The only unit with the value 10 is already known: 009."),
        ({"010": 3}, "No value is needed for 010."),
    ],
)
def test_r_5_4b_a_good_value_beside_one_that_cannot_be_read_stays_known(
    table: Seated, other: dict[str, int], sentence: str, *, at_once: bool
) -> None:
    """Everybody saw the unit in 030 at a 2; the referee asks on for the one that could not be."""
    unread(table)
    put(table, "031", None)
    put(table, "009", 10)
    if not at_once:
        table.do("human", LEAVE)
    assert refusal(table, LEAVE | {"values": {"030": 2} | other})["reason"] == sentence
    assert value_in(table, "030") == 2
    assert table.record()[-1]["story"] == "The unit in 030 was read."
    assert (table.view()["underway"] is None) == at_once
    if at_once:
        table.do("human", LEAVE)
    assert table.view()["underway"]["needs"] == {"value": ["031"]}
    table.do("human", LEAVE | {"values": {"031": 3}})
    assert table.view()["characters"]["peter"]["square"] == "031"


def test_r_5_4b_a_good_value_stays_known_when_the_dice_are_told_wrong(table: Seated) -> None:
    unread(table)
    table.do("human", SHOT | {"values": {"030": 10}})
    table.post("human", "/undo")
    table.post("zombie", "/undo", answer="agree")
    assert value_in(table, "030") is None
    refused = refusal(table, SHOT | {"dice": [6, 6], "values": {"030": 10}})
    assert refused["cases"] == ["R-UNDO"]
    assert value_in(table, "030") == 10
