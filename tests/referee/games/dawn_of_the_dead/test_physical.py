"""Cardboard counters: the referee asks what a unit shows, and what has begun cannot be withdrawn."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules.dawn_of_the_dead.position import GenerationState, Zombie
from tests.referee.seated import HIDDEN, START, Seated, ordered

SHOT = {"do": "shoot", "by": ["peter"], "at": "012"}


@pytest.fixture
def table(tmp_path: Path) -> Seated:
    """Return a table with cardboard counters: Peter in 011 on the move, a unit in 012 beside him."""
    table = Seated(tmp_path, options={"counters": "physical"}, sources=ordered({}))
    table.do("zombie", HIDDEN)
    table.do("human", START | {"squares": {**START["squares"], "peter": "010", "fran": "009"}})
    table.do("human", {"do": "start_move", "characters": ["peter"]}, {"do": "step", "to": "011"})
    return table


def begun(table: Seated, action: dict[str, Any]) -> dict[str, Any]:
    """Begin an action that waits for a value, and return the answer."""
    answer = table.try_("human", action)
    assert answer.status_code == 200, answer.data
    body: dict[str, Any] = answer.get_json()
    assert body["ruling"]["legal"]
    return body


def test_the_referee_asks_for_the_value_once_the_dice_lie(table: Seated) -> None:
    body = begun(table, SHOT)
    assert body["ruling"]["needs"] == {"value": ["012"]}
    waiting = body["view"]["underway"]
    assert (waiting["needs"], waiting["seat"]) == ({"value": ["012"]}, "human")
    dice = waiting["action"]["dice"]
    assert len(dice) == 2
    assert len(table.record()) == 5
    done = table.do("human", SHOT | {"values": {"012": 11}})
    assert done["view"]["underway"] is None
    line = table.record()[-1]
    assert line["action"] == SHOT | {"dice": dice}
    assert line["rolled"] == {"shot": 2}


def test_what_has_begun_cannot_be_withdrawn_or_changed(table: Seated) -> None:
    dice = begun(table, SHOT)["view"]["underway"]["action"]["dice"]
    other = [7 - d for d in dice]
    for action in (
        {"do": "end_turn"},
        {"do": "step", "to": "010"},
        SHOT | {"dice": other},
        SHOT | {"by": ["roger"]},
    ):
        answer = table.try_("human", action)
        assert answer.status_code == 422, action
        assert "in progress" in answer.get_json()["ruling"]["reason"]
        assert not table.post("human", "/ask", action=action).get_json()["legal"]
    assert table.get("human", "/actions").get_json() == {"actions": [SHOT]}
    assert table.get("zombie", "/actions").get_json() == {"actions": []}


def test_asking_again_does_not_roll_again(table: Seated) -> None:
    first = begun(table, SHOT)
    again = begun(table, SHOT)
    assert first["view"] == again["view"]
    table.restart()
    assert table.view("human")["underway"] == first["view"]["underway"]
    done = table.try_("human", SHOT | {"values": {"012": 2}}, first["view"]["version"] - 1)
    assert done.status_code == 200


def test_a_value_that_cannot_be_is_refused(table: Seated) -> None:
    begun(table, SHOT)
    for values in ({"012": 0}, {"012": 12}, {"012": "3"}, {"999": 3}, {"012": None}, [3]):
        assert table.try_("human", SHOT | {"values": values}).status_code == 422
    assert table.view()["underway"]


def test_what_has_begun_is_taken_back_by_agreement_and_its_dice_are_kept(table: Seated) -> None:
    dice = begun(table, SHOT)["view"]["underway"]["action"]["dice"]
    table.post("human", "/undo")
    assert table.post("zombie", "/undo").get_json()["undo"] == "done"
    assert table.view()["underway"] is None
    assert table.record()[-1]["taken_back"]
    assert table.view()["characters"]["peter"]["square"] == "011"
    table.restart()
    assert begun(table, SHOT)["view"]["underway"]["action"]["dice"] == dice


def test_two_values_can_be_told_one_after_the_other(table: Seated) -> None:
    """5.4: leaving one unit and entering the next turns up both."""
    with table.opened() as loaded:
        now = loaded.positions[-1]
        loaded.positions[-1] = replace(now, zombies={**now.zombies, "011": Zombie(None)})
        loaded.views.clear()
    step = {"do": "step", "to": "012"}
    assert begun(table, step)["ruling"]["needs"] == {"value": ["011", "012"]}
    assert begun(table, step | {"values": {"011": 1}})["ruling"]["needs"] == {"value": ["012"]}
    changed = table.try_("human", step | {"values": {"011": 2, "012": 1}})
    assert changed.status_code == 422
    assert table.do("human", step | {"values": {"012": 1}})["view"]["characters"]["peter"]["square"] == "012"


def test_5_4_a_unit_beside_a_character_is_not_said_to_lie_face_down(table: Seated) -> None:
    """9.0, 5.4: it lies face up though the referee has not been told its value."""
    with table.opened() as loaded:
        now = loaded.positions[-1]
        loaded.positions[-1] = replace(now, zombies={"011": Zombie(None), "030": Zombie(None)})
        loaded.views.clear()
    shown = table.client.get(f"/t/{table.code}/square/011", headers=table.headers("human")).get_data(
        as_text=True
    )
    assert "<dd>face up, value not told yet</dd>" in shown
    assert "Zombie unit, face up, value not told yet" in shown
    assert shown.count("Zombie unit, face down") == 1


def test_5_4_a_step_that_proves_too_dear_is_given_up(table: Seated) -> None:
    """5.1: the unit's value makes leaving impossible. Nothing was rolled, so the turn goes on."""
    with table.opened() as loaded:
        now = loaded.positions[-1]
        loaded.positions[-1] = replace(now, zombies={"011": Zombie(None)})
        loaded.views.clear()
    step = {"do": "step", "to": "012"}
    assert begun(table, step)["ruling"]["needs"] == {"value": ["011"]}
    table.post("human", "/undo")
    before = table.version
    dear = table.try_("human", step | {"values": {"011": 11}})
    assert (dear.status_code, dear.get_json()["ruling"]["cases"]) == (422, ["5.1", "5.4"])
    after = table.view("human")
    assert (after["underway"], after["request"], table.version) == (None, None, before + 1)
    # What was read is on the record now, so a unit that is not on it does not outlast a restart
    # (test_values_read).
    table.do("human", {"do": "end_turn"})


def test_whoever_finishes_what_another_seat_began_sees_only_what_is_his(tmp_path: Path) -> None:
    """R-13.0a: the dice call for two units and one is left, so a door is to be chosen."""
    table = Seated(tmp_path)
    table.set_up()
    with table.opened() as loaded:
        phase: dict[str, Any] = {"phase": "generation", "phase_state": GenerationState(), "eliminated": (3,)}
        loaded.positions[-1] = replace(loaded.positions[-1], **phase)
        loaded.views.clear()
    roll = {"do": "roll_entrance", "dice": [1, 1]}
    first = table.try_("zombie", roll).get_json()
    assert first["ruling"]["needs"] == {"doors": ["north", "west"]}
    assert first["view"]["hidden"] == HIDDEN["squares"]
    page = table.client.get(f"/t/{table.code}", headers=table.headers("table")).get_data(as_text=True)
    panel = page[page.index('id="moment"') : page.index('id="people"')]
    assert "Enter here" in panel
    assert "Roll on the Zombie Entrance Table" not in panel.split("</form>", 1)[0]
    done = table.do("table", {"do": "roll_entrance", "doors": ["west"]})
    assert (done["view"]["seat"], done["view"]["hidden"]) == ("table", None)
    assert [z["square"] for z in done["view"]["zombies"]].count("093") == 1
    line = table.record()[-1]
    assert (line["seat"], line["action"]) == ("zombie", roll | {"doors": ["west"]})


def test_nobody_gives_values_at_a_table_with_digital_counters(tmp_path: Path) -> None:
    table = Seated(tmp_path)
    table.set_up()
    answer = table.try_("human", SHOT | {"values": {"012": 1}})
    assert answer.status_code == 422
    assert "values" in answer.get_json()["detail"]


def test_the_value_is_forgotten_when_the_unit_lies_face_down_again(table: Seated) -> None:
    begun(table, SHOT | {"dice": [1, 1]})
    shown = table.do("human", SHOT | {"values": {"012": 11}})["view"]
    assert shown["shown"] == {"012": 11}
    later = table.do("human", {"do": "end_turn"})["view"]
    assert later["shown"] == {}
    assert {z["value"] for z in later["zombies"]} == {None}
    assert " 11" not in table.record("human")[5]["story"]
    assert "values" not in str(table.record("human"))


def test_what_waits_for_a_value_sent_once_more_leaves_a_request_of_the_other_side(table: Seated) -> None:
    begun(table, SHOT)
    assert table.post("zombie", "/undo").status_code == 202
    version = table.version
    begun(table, SHOT)
    assert table.version == version
    for restarted in (False, True):
        if restarted:
            table.restart()
        kinds = [(table.view(seat)["request"] or {}).get("kind") for seat in ("table", "human", "zombie")]
        assert kinds == ["undo"] * 3
