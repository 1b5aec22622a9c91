"""Several actions in progress, each for a question of its own: begun, answered, lapsed, given up, kept."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from werkzeug.test import TestResponse

from referee.games import registry
from referee.records.codec import parse, unknown_members
from referee.tables.record import replay_record
from rules.ruling import Ruling, allow
from tests import soak
from tests.referee.any_pair import AnyPair
from tests.referee.any_table import AnyTable
from tests.referee.asking_game import GAME, ID, Ambush, Position, Shoot
from tests.referee.games.battlecon.duel_tables import lay, twins
from tests.referee.seated import beside_two_units
from tests.rows import each_row

NEW = [("lines", "told"), *(("underway", name) for name in ("question", "told", "serial", "beside"))]
SHOOT = {"do": "shoot", "target": "p2"}


@pytest.fixture(autouse=True)
def _at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Install the game beside the bundled ones."""
    with_it = replace(registry.shelf(), games={**registry.games(), ID: GAME})
    monkeypatch.setattr(registry, "shelf", lambda: with_it)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[AnyTable]:
    """Give a table of the game."""
    made = AnyTable(tmp_path, options={"system": ID})
    yield made
    made.tables.close()


def version(table: AnyTable, seat: str) -> int:
    known: int = table.view(seat)["version"]
    return known


def tell(table: AnyTable, seat: str, question: str, **given: Any) -> TestResponse:
    """Tell something for an action in progress."""
    return table.post(seat, "/do", action=given, question=question, version=version(table, seat))


def told(table: AnyTable, seat: str, question: str, **given: Any) -> dict[str, Any]:
    answer = tell(table, seat, question, **given)
    assert answer.status_code == 200, answer.data
    body: dict[str, Any] = answer.get_json()
    return body


def waits(table: AnyTable, seat: str = "table") -> dict[tuple[str, str], dict[str, Any]]:
    """Return what a seat is told that the table waits for, by question and field."""
    return {(one["question"], one.get("field", "")): one for one in table.view(seat)["waits_for"]}


def begun(table: AnyTable) -> list[str]:
    """Return the questions with an action in progress."""
    with table.locked() as loaded:
        return [one.question for one in loaded.in_progress]


def miss(table: AnyTable, seat: str, target: str, **given: Any) -> None:
    """Shoot, by a shooter who types the die."""
    shot = {"do": "shoot", "target": target, "inches": 8, "cover": False, "die": 1} | given
    table.do(seat, shot)


def test_an_action_waits_for_its_facts_and_is_one_line_once_they_are_told(table: AnyTable) -> None:
    first = table.do("p1", SHOOT)
    assert {*first["ruling"]["needs"]} == {"inches", "cover"}
    assert len(table.record()) == 1
    told(table, "table", "act p1", inches=8)
    assert begun(table) == ["act p1"]
    done = told(table, "p1", "act p1", cover=False)
    assert (done["ruling"]["needs"], "act p1" in begun(table)) == ({}, False)
    line = table.record()[1]
    assert line["action"] == {
        **SHOOT,
        "seat": "p1",
        "inches": 8,
        "cover": False,
        "die": line["action"]["die"],
    }
    assert line["told"] == {"inches": "table", "cover": "p1"}
    assert list(unknown_members(parse(table.get("p1", "/record").data.splitlines()))) == []


def test_a_choice_that_follows_a_fact_may_be_sent_with_it(
    table: AnyTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    shot = Ambush._shot

    def measured(rules: Ambush, position: Position, action: Shoot) -> Ruling[Position]:
        far: Ruling[Position] = allow(("1.0",), "Measure first.", {"inches": 1})
        return far if action.inches is None else shot(rules, position, action)

    monkeypatch.setattr(Ambush, "_shot", measured)
    assert table.post("p1", "/ask", action=SHOOT | {"inches": 8}).get_json()["legal"]
    early = table.try_("p1", SHOOT)
    assert (early.status_code, early.get_json()["detail"]) == (422, "target is not asked for here.")
    assert "cover" in table.do("p1", SHOOT | {"inches": 8})["ruling"]["needs"]


def test_a_fact_that_is_there_from_the_first_is_told_too(table: AnyTable) -> None:
    miss(table, "p1", "p2")
    assert table.record()[1]["told"] == {"inches": "p1", "cover": "p1"}
    table.do("p2", {"do": "plot", "rates": {"p2": "run"}})
    assert "told" not in table.record()[2]


def test_an_answer_to_what_is_over_is_out_of_date(table: AnyTable) -> None:
    """Two fingers at once: the second is told that the question is closed, not that it says too little."""
    table.do("p1", SHOOT | {"inches": 8})
    read = waits(table, "table")["act p1", "cover"]["serial"]
    told(table, "p1", "act p1", cover=True)
    before = table.everything()
    late = table.post(
        "table",
        "/do",
        action={"cover": False},
        question="act p1",
        serial=read,
        version=version(table, "table"),
    )
    assert (late.status_code, late.get_json()["detail"][:27]) == (409, "That question is closed. Re")
    assert table.everything() == before


def test_others_begin_beside_it_and_each_is_completed_by_itself(table: AnyTable) -> None:
    table.do("p1", SHOOT)
    table.do("p2", {"do": "spot", "target": "p3"})
    assert begun(table) == ["act p1", "spot p2"]
    told(table, "p2", "spot p2", inches=5)
    assert (begun(table), table.record()[1]["action"]["do"]) == (["act p1"], "spot")
    told(table, "p1", "act p1", inches=8, cover=True)
    assert [line["action"]["do"] for line in table.record()[1:]] == ["spot", "shoot"]


def test_they_are_all_there_after_a_restart(table: AnyTable) -> None:
    table.do("p1", SHOOT)
    told(table, "p1", "act p1", inches=7)
    table.do("p2", {"do": "spot", "target": "p3"})
    before = table.everything()
    table.restart()
    assert table.everything() == before
    assert begun(table) == ["act p1", "spot p2"]
    told(table, "p2", "spot p2", inches=5)
    told(table, "p1", "act p1", cover=False)
    assert [line["told"] for line in table.record()[1:]] == [
        {"inches": "p2"},
        {"inches": "p1", "cover": "p1"},
    ]


def test_another_server_goes_on_with_what_was_begun_at_the_first(table: AnyTable) -> None:
    table.do("p1", SHOOT)
    other = table.at_another_server()
    other.do("p2", {"do": "spot", "target": "p3"})
    told(table, "p1", "act p1", inches=7)
    assert begun(table) == begun(other) == ["act p1", "spot p2"]
    told(other, "p1", "act p1", cover=True)
    assert (begun(table), table.everything()) == (begun(other), other.everything())
    other.tables.close()


def test_any_other_is_refused_with_a_sentence(table: AnyTable) -> None:
    table.do("p2", {"do": "spot", "target": "p3"})
    refused = table.try_("p1", SHOOT)
    assert refused.status_code == 422
    assert refused.get_json()["detail"] == "Finish what P2 has begun first."
    assert begun(table) == ["spot p2"]


def test_dice_of_one_kind_fall_one_after_the_other(table: AnyTable) -> None:
    """Each takes the next dice in the order of the record, so nobody gets those that another one holds."""
    table.do("p1", {"do": "spot", "target": "p2"})
    refused = table.try_("p2", {"do": "spot", "target": "p3"})
    assert (refused.status_code, begun(table)) == (422, ["spot p1"])
    told(table, "p1", "spot p1", inches=3)
    table.do("p2", {"do": "spot", "target": "p3"})
    assert begun(table) == ["spot p2"]


WRONG = [
    ({"inches": -3}, 422, "inches: −3 is not from 0 to 48."),
    ({"inches": 9999}, 422, "inches: 9999 is not from 0 to 48."),
    ({"inches": "far"}, 422, 'inches: "far" is not a whole number.'),
    ({"inches": True}, 422, "inches: true is not a whole number."),
    ({"die": 21}, 422, "die is not asked for here."),
    ({"weapon": "gun"}, 422, "weapon: is not a field that belongs here."),
    ({"target": "p3"}, 422, 'target: "p3" is not what was said before.'),
    ({"seat": "p2"}, 422, 'seat: "p2" is not what was begun.'),
    ({"do": "rest"}, 422, 'do: "rest" is not what was begun.'),
    ("p2", 422, "The action must be an object"),
]


@each_row("given, status, says", WRONG)
def test_a_wrong_answer_leaves_it_open_with_a_sentence(
    table: AnyTable, given: Any, status: int, says: str
) -> None:
    if not begun(table):
        table.do("p1", SHOOT)
    before = table.everything()
    answer = table.post("p1", "/do", action=given, question="act p1", version=version(table, "p1"))
    assert (answer.status_code, answer.get_json()["detail"][: len(says)]) == (status, says)
    assert table.everything() == before


def test_only_the_doer_and_the_tablet_fill_it_in(table: AnyTable) -> None:
    table.do("p1", SHOOT)
    refused = tell(table, "p2", "act p1", inches=8)
    assert (refused.status_code, refused.get_json()["detail"]) == (403, "P1 is asked for this.")
    told(table, "table", "act p1", inches=8)
    table.do("table", {"do": "spot", "seat": "p2", "target": "p3"})
    assert table.view("p2")["underway"]["seat"] == "p2", "whose action it is, whoever began it"
    told(table, "p2", "spot p2", inches=8)


def test_what_the_referee_asks_everybody_may_tell(table: AnyTable) -> None:
    miss(table, "p1", "p2", die=20)
    assert begun(table) == ["panic"]
    assert waits(table, "p3")["panic", "inches"]["who"] == ["table", "p1", "p2", "p3"]
    told(table, "p3", "panic", inches=4)
    assert (table.record()[-1]["seat"], table.record()[-1]["told"]) == ("referee", {"inches": "p3"})
    assert begun(table) == []


def test_a_tap_counts_for_nothing_but_the_question_that_its_player_read(table: AnyTable) -> None:
    table.do("p1", SHOOT)
    read = waits(table, "p1")["act p1", "inches"]["serial"]
    old = version(table, "p1")
    table.do("p2", {"do": "plot", "rates": {"p2": "stand"}})
    stale = table.post("p1", "/do", action={"inches": 8}, question="act p1", version=old)
    assert stale.status_code == 409
    counts = {"action": {"inches": 8}, "question": "act p1", "version": old, "serial": read}
    assert table.post("p1", "/do", **counts).status_code == 200
    again = table.post("p1", "/do", **counts | {"action": {"cover": False}})
    assert (again.status_code, begun(table)) == (409, ["act p1"])
    assert again.get_json()["view"]["version"] == version(table, "p1")


def test_an_answer_to_an_open_question_counts_although_others_have_answered_theirs(table: AnyTable) -> None:
    seen = {seat: waits(table, seat)[f"spot {seat}", ""]["serial"] for seat in ("p2", "p3")}
    old = version(table, "p2")
    look = {"do": "spot", "target": "p1", "inches": 5}
    for seat, serial in seen.items():
        sent = {"action": look, "question": f"spot {seat}", "serial": serial, "version": old}
        assert table.post(seat, "/do", **sent).status_code == 200, seat


def test_a_second_tap_does_not_answer_a_question_again_that_is_open_again(table: AnyTable) -> None:
    look: dict[str, Any] = {"do": "spot", "target": "p3", "inches": 5}
    sent: dict[str, Any] = {"action": look, "question": "spot p2"}
    sent |= {"serial": waits(table, "p2")["spot p2", ""]["serial"], "version": version(table, "p2")}
    assert table.post("p2", "/do", **sent).status_code == 200
    assert table.post("p2", "/do", **sent).status_code == 409
    table.post("p1", "/undo", answer="ask", version=version(table, "p1"))
    for seat in ("p2", "p3"):
        table.post(seat, "/undo", answer="agree")
    assert table.record()[1]["taken_back"]
    assert table.post("p2", "/do", **sent).status_code == 409
    assert len(table.record()) == 2


@each_row(
    "sent, status",
    [
        ({"question": "act p2"}, 409),
        ({"question": "spot p1"}, 409),
        ({"question": "act p1", "serial": 7}, 409),
        ({"serial": 0}, 422),
        ({"question": 5}, 422),
        ({"question": "act p1", "serial": -1}, 422),
    ],
)
def test_an_answer_to_another_question_is_none(table: AnyTable, sent: dict[str, Any], status: int) -> None:
    before = table.everything()
    answer = table.post("p1", "/do", action=SHOOT, version=version(table, "p1"), **sent)
    assert answer.status_code == status, answer.data
    assert table.everything() == before


def test_one_that_no_longer_stands_lapses_and_its_dice_come_up_again(table: AnyTable) -> None:
    table.do("p3", {"do": "spot", "target": "p2"})
    with table.locked() as loaded:
        die = loaded.in_progress[0].action["die"]
    table.do("p2", {"do": "hide"})
    assert begun(table) == ["panic"]
    told(table, "table", "panic", inches=1)
    lines = [(line["action"]["do"], line.get("taken_back", False)) for line in table.record()[1:]]
    assert lines == [("spot", True), ("hide", False), ("panic", False)]
    news = table.view("p3")["unread"]
    assert (news["kind"], news["seat"], news["lapsed"]) == ("action", "p2", True)
    assert news["why"] == ""
    assert all(table.view(seat)["unread"] is None for seat in ("table", "p1", "p2"))
    table.do("p3", {"do": "spot", "target": "p1"})
    with table.locked() as loaded:
        assert loaded.in_progress[0].action["die"] == die


def test_one_whose_question_is_closed_lapses_and_what_was_told_stays_in_the_record(table: AnyTable) -> None:
    table.do("p1", SHOOT)
    told(table, "p1", "act p1", inches=9)
    table.do("p3", {"do": "hide"})
    assert begun(table) == ["panic"]
    assert (table.record()[1]["told"], table.record()[1]["taken_back"]) == ({"inches": "p1"}, True)
    assert table.view("p1")["unread"]["why"] == ""
    assert table.post("p1", "/undo", answer="read").status_code == 200
    assert table.view("p1")["unread"] is None


def test_one_that_nobody_told_anything_for_leaves_no_line(table: AnyTable) -> None:
    table.do("p1", SHOOT)
    table.do("p2", {"do": "hide"})
    assert [line["action"]["do"] for line in table.record()[1:]] == ["hide"]


def test_the_referee_waits_until_what_was_begun_is_done(table: AnyTable) -> None:
    table.do("p3", {"do": "spot"})
    table.do("p2", {"do": "hide"})
    assert begun(table) == ["spot p3"]
    assert waits(table)["panic", ""]["who"] == ["referee"]
    told(table, "p3", "spot p3", target="p1")
    told(table, "p3", "spot p3", inches=2)
    assert begun(table) == ["panic"]


def test_the_referee_goes_on_once_what_was_begun_is_given_up(table: AnyTable) -> None:
    table.do("p3", {"do": "spot"})
    table.do("p2", {"do": "hide"})
    assert table.post("p3", "/undo", answer="cancel", version=version(table, "p3")).status_code == 200
    assert begun(table) == ["panic"]
    told(table, "p1", "panic", inches=2)


def test_its_record_is_played_again_and_verified(table: AnyTable) -> None:
    table.do("p3", {"do": "spot", "target": "p2"})
    table.do("p2", {"do": "hide"})
    told(table, "table", "panic", inches=1)
    before = table.everything()
    table.restart()
    assert table.everything() == before
    table.do("p3", {"do": "spot", "target": "p1"})
    told(table, "p3", "spot p3", inches=2)
    miss(table, "p1", "p3", die=20)
    told(table, "table", "panic", inches=1)
    miss(table, "p2", "p1", die=20)
    record = parse(table.get("table", "/record").data.splitlines())
    assert record.opened
    assert GAME.records.problems(record, replay_record) == []


def test_one_is_given_up_alone_while_no_die_fell_and_nobody_else_has_told_for_it(table: AnyTable) -> None:
    table.do("p1", SHOOT)
    assert [table.view(seat)["underway"]["may_cancel"] for seat in ("p1", "p2", "table")] == [
        True,
        False,
        False,
    ]
    table.do("p2", {"do": "spot", "target": "p3"})
    assert table.view("p2")["underway"]["may_cancel"] is False, "its die fell"
    assert table.post("p2", "/undo", answer="cancel", version=version(table, "p2")).status_code == 422
    gone = {"answer": "cancel", "version": version(table, "p1"), "question": "act p1"}
    assert table.post("p1", "/undo", **gone).status_code == 200
    assert begun(table) == ["spot p2"]
    told(table, "p2", "spot p2", inches=3)
    table.do("p1", SHOOT)
    told(table, "p1", "act p1", inches=8)
    assert table.post("p1", "/undo", **gone | {"version": version(table, "p1")}).status_code == 200
    assert begun(table) == []
    assert [(line["told"], line["taken_back"]) for line in table.record("p1")[-1:]] == [
        ({"inches": "p1"}, True)
    ]
    table.do("p1", SHOOT)
    told(table, "table", "act p1", inches=8)
    refused = table.post("p1", "/undo", answer="cancel", version=version(table, "p1"))
    assert (refused.status_code, begun(table)) == (422, ["act p1"])


def test_taking_back_by_agreement_takes_all_back_that_was_begun(table: AnyTable) -> None:
    miss(table, "p1", "p2")
    table.do("p2", {"do": "shoot", "target": "p3"})
    told(table, "p2", "act p2", inches=4)
    table.do("p3", {"do": "spot", "target": "p1"})
    assert table.post("p1", "/undo", n=1, version=version(table, "p1")).status_code == 202
    for seat in ("p2", "p3"):
        answer = table.post(seat, "/undo", answer="agree")
    assert (answer.status_code, begun(table)) == (200, [])
    assert all(line.get("taken_back") for line in table.record()[1:])
    before = table.everything()
    table.restart()
    assert table.everything() == before


def test_only_those_who_fill_it_in_learn_what_is_asked(table: AnyTable) -> None:
    table.do("p2", {"do": "plot", "rates": {"p2": "run"}})
    table.do("p1", SHOOT)
    mine, others = waits(table, "p1"), waits(table, "p3")
    assert mine["act p1", "inches"]["needs"]["ask"] == "How far is it?"
    assert mine["act p1", "cover"]["kind"] == "fact"
    assert [one for one in others if one[0] == "act p1"] == [("act p1", "")]
    assert {*others["act p1", ""]} == {"question", "who", "kind"}
    shown = table.view("p3")["underway"]
    assert (shown["needs"], shown["reason"], shown["cases"]) == ({}, "", [])
    assert shown["action"]["target"] == "p2"


def test_the_kinds_of_what_is_waited_for(table: AnyTable) -> None:
    kinds = {question: one["kind"] for (question, _), one in waits(table).items()}
    assert kinds == {"spot p1": "choice", "spot p2": "choice", "spot p3": "choice", "act p1": "choice"}
    table.post("p1", "/do", action={"do": "shoot", "target": "p2"}, version=version(table, "p1"))
    assert {one["kind"] for (q, _), one in waits(table).items() if q == "act p1"} == {"fact"}
    told(table, "p1", "act p1", inches=3, cover=False)
    assert table.post("p2", "/undo", version=version(table, "p2")).status_code == 202
    assert waits(table)["undo", ""]["kind"] == "consent"


def test_a_secret_choice_that_is_not_whole_is_answered_and_nothing_is_kept(table: AnyTable) -> None:
    before = table.everything()
    answer = table.try_("p2", {"do": "plot"})
    assert answer.status_code == 200
    assert answer.get_json()["ruling"]["needs"] == {
        "rates": {"ask": "How do you move?", "kind": "choice", "options": ["stand", "run"], "each": ["p2"]}
    }
    assert table.everything() == before
    with closing(
        sqlite3.connect(Path(str(table.settings["database_url"]).removeprefix("sqlite:///")))
    ) as disk:
        assert disk.execute("SELECT count(*) FROM underway").fetchone() == (0,)


def test_the_list_has_an_action_once_with_its_open_fields(table: AnyTable) -> None:
    listed = table.get("p1", "/actions").get_json()["actions"]
    assert [action["do"] for action in listed] == ["spot", "hide", "plot", "shoot", "rest"]
    shoot, rest = listed[3:]
    assert shoot["open"] == {"target": {"ask": "At whom?", "kind": "choice", "options": ["p2", "p3"]}}
    assert (rest["why_not"], "open" in rest) == ("Nobody is tired yet.", False)
    assert "why_not" not in shoot
    begun = table.do("p1", {**shoot, "target": "p2"})
    assert {*begun["ruling"]["needs"]} == {"inches", "cover"}
    listed = table.get("p1", "/actions").get_json()["actions"]
    assert {*listed[0]["open"]} == {"inches", "cover"}
    assert [action["do"] for action in listed] == ["shoot", "spot", "hide", "plot"]
    refused = table.try_("p3", {"do": "spot", "target": "p3", "why_not": "", "open": {}})
    assert (refused.status_code, refused.get_json()["detail"]) == (422, "target: p3 is not p1 or p2.")


def test_of_what_others_have_begun_the_list_has_nothing(table: AnyTable) -> None:
    table.do("p1", SHOOT)
    assert [one["do"] for one in table.get("p3", "/actions").get_json()["actions"]] == [
        "spot",
        "hide",
        "plot",
    ]
    assert "shoot" in [one["do"] for one in table.get("table", "/actions").get_json()["actions"]]


def look(both: AnyPair) -> None:
    """Hold that those who have no part in it are sent the same bytes."""
    for seat in ("p3", "spectator"):
        for path in ("/view", "/actions", "/record"):
            both.api(seat, "GET", path)
        both.same(seat, "GET", f"/t/{both.a.code}")


def test_an_action_in_progress_tells_others_nothing_that_lies_face_down(tmp_path: Path) -> None:
    """Two games differ in one rate, on which the score of a shot in progress depends."""
    with twins(tmp_path, (), system=ID) as both:
        assert both.api("table", "POST", "/settings", json={"dice": "players"})[0] == 200
        lay(both, "p2", {"do": "plot", "rates": {"p2": "run"}}, {"do": "plot", "rates": {"p2": "stand"}})
        shot = SHOOT | {"inches": 8, "cover": False}
        both.both("p1", shot, shot)
        needed = [
            json.loads(twin.send("p1", "GET", f"/api/tables/{twin.code}/view")[2])["underway"]["score"][
                "needed"
            ]
            for twin in (both.a, both.b)
        ]
        assert needed == [14, 10]
        look(both)
        lay(both, "p2", {"do": "plot", "rates": {"p2": "stand"}}, {"do": "plot", "rates": {"p2": "run"}})
        look(both)
        lay(both, "p2", {"do": "plot", "rates": {"p2": "stand"}}, {"do": "plot", "rates": {"p2": "stand"}})
        look(both)
        for action in ({"die": 5}, shot, {"do": "spot", "target": "p1"}):
            known = json.loads(both.api("p3", "GET", "/view")[1])["version"]
            sent = {"action": action, "question": "act p1", "version": known}
            assert both.api("p3", "POST", "/do", json=sent)[0] == 403
            if "do" in action:
                both.api("p3", "POST", "/ask", json={"action": action})
        both.both("p1", {"do": "shoot", "die": 20}, {"do": "shoot", "die": 20})
        for path in ("/view", "/actions", "/record"):
            both.api("p3", "GET", path)


def test_a_changed_mind_is_a_line_of_its_own_while_something_is_in_progress(table: AnyTable) -> None:
    """What it asks may depend on the choice: nobody is to tell by that whether a choice has changed."""
    table.post("table", "/settings", dice="players")
    for rate in ("run", "stand"):
        plot = {"do": "plot", "rates": {"p2": rate}}
        assert table.try_("p2", plot, version(table, "p2")).status_code == 200
    assert len(table.record()) == 2, "it was put into its line"
    table.try_("p1", SHOOT | {"inches": 8, "cover": False}, version(table, "p1"))
    asked = table.view("p1")["underway"]
    assert asked["score"]["needed"] == 10
    for lines, rate in ((3, "stand"), (4, "run")):
        change = {"action": {"do": "plot", "rates": {"p2": rate}}, "version": version(table, "p2")}
        assert table.post("p2", "/do", **change).status_code == 200
        assert len(table.record()) == lines
    again = table.view("p1")["underway"]
    assert (again["score"]["needed"], again["serial"] > asked["serial"]) == (14, True)


@pytest.mark.parametrize("seed", [1, *soak.rest(soak.SEVERAL, range(2, 9))])
def test_what_people_do_at_random_is_kept_and_verified(table: AnyTable, seed: int) -> None:
    """Whatever is begun, told, given up, taken back and asked for in between: the record holds."""
    rng, statuses = Random(seed), set[int]()
    for step in range(60):
        seat = rng.choice(("p1", "p2", "p3", "table"))
        answer = _at_random(table, seat, rng)
        statuses.add(answer.status_code)
        assert answer.status_code in {200, 202, 403, 409, 422}, answer.data
        if step % 20 == 19:
            before = table.everything()
            table.restart()
            assert table.everything() == before
    assert statuses > {200}
    _finish(table)
    record = parse(table.get("table", "/record").data.splitlines())
    assert record.opened
    assert GAME.records.problems(record, replay_record) == []


def _finish(table: AnyTable) -> None:
    """Complete what is in progress, and let each shot hit until one is left."""
    if table.view()["request"]:
        table.post("table", "/undo", answer="decline")
    for _ in range(40):
        with table.locked() as loaded:
            if loaded.finished:
                return
            now: Any = loaded.positions[-1]
        acts, aims = now.acts, now.targets(now.acts).values
        asked = [one for one in table.view()["waits_for"] if "needs" in one]
        if not asked:
            if aims:
                miss(table, acts, aims[0], die=20)
            else:
                table.do(acts, {"do": "rest"})
            continue
        value = _given(asked[0]["needs"], Random(1))
        if (
            value is None
            or tell(table, "table", asked[0]["question"], **{asked[0]["field"]: value}).status_code != 200
        ):
            table.post("table", "/undo", answer="ask", version=version(table, "table"))
            for seat in ("p1", "p2", "p3"):
                table.post(seat, "/undo", answer="agree")
    raise AssertionError("it does not end")


def _at_random(table: AnyTable, seat: str, rng: Random) -> TestResponse:
    """Let a seat do something: mostly what its list offers, filled in as it is asked."""
    listed, seen = table.get(seat, "/actions").get_json()["actions"], version(table, seat)
    if rng.random() < 0.1 and table.view(seat)["undo"]:
        return table.post(seat, "/undo", version=seen)
    if rng.random() < 0.1:
        return table.post(seat, "/undo", answer=rng.choice(("cancel", "agree", "decline")), version=seen)
    if not listed:
        return table.get(seat, "/view")
    chosen = dict(rng.choice(listed))
    for name, need in chosen.get("open", {}).items():
        if rng.random() < 0.8:
            chosen[name] = _given(need, rng)
    chosen = {name: value for name, value in chosen.items() if value is not None}
    return table.post(seat, "/do", action=chosen, version=seen)


def _given(need: Any, rng: Random) -> Any:
    match need:
        case {"kind": "choice", "each": [*names], "options": [*options]}:
            return {name: rng.choice(options) for name in names}
        case {"kind": "choice", "options": [_, *_] as options}:
            return rng.choice(options)
        case {"kind": "yes_no"}:
            return rng.random() < 0.5
        case {"kind": "number"}:
            return rng.randint(-1, 48)
    return None


def page(table: AnyTable, seat: str) -> str:
    """Return the screen of a seat."""
    answer = table.client.get(f"/t/{table.code}", headers=table.headers(seat) | {"Accept": "text/html"})
    assert answer.status_code == 200, answer.data
    return answer.get_data(as_text=True)


def test_screens_show_each_with_what_it_asks_of_whom(table: AnyTable) -> None:
    table.do("p1", SHOOT)
    table.do("p2", {"do": "spot", "target": "p3"})
    asked = {seat: page(table, seat).count("<h3>How far is it?</h3>") for seat in ("table", "p1", "p2", "p3")}
    assert asked == {"table": 2, "p1": 1, "p2": 1, "p3": 0}
    read = waits(table, "p2")["spot p2", "inches"]
    form = {"action": json.dumps({"do": "spot", "target": "p3"}), "field.inches": "5", "version": "1"}
    form |= {"question": "spot p2", "serial": str(read["serial"])}
    sent = table.client.post(f"/t/{table.code}/do", data=form, headers=table.headers("p2"))
    assert (sent.status_code, begun(table)) == (303, ["act p1"]), sent.get_data(as_text=True)
    gone = {"answer": "cancel", "question": "act p1", "version": str(version(table, "p1"))}
    table.client.post(f"/t/{table.code}/undo", data=gone, headers=table.headers("p1"))
    assert begun(table) == []


def test_a_screen_says_that_what_its_seat_had_begun_lapsed(table: AnyTable) -> None:
    table.do("p3", {"do": "spot", "target": "p2"})
    table.do("p2", {"do": "hide"})
    said = "P2 played on, so what you had begun is no longer possible."
    assert said in page(table, "p3")
    assert said not in page(table, "p1")


def test_an_action_in_progress_of_an_older_database_is_gone_on_with(tmp_path: Path) -> None:
    """It had no question then, and was the only one."""
    table = next(beside_two_units(tmp_path))
    begun = table.do("human", {"do": "step", "to": "030"})["view"]["underway"]
    assert begun["needs"] == {"value": ["030"]}
    before = table.everything()
    table.tables.close()
    with closing(sqlite3.connect(tmp_path / "tables.sqlite3")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0007'")
        for name, column in NEW:
            connection.execute(f"ALTER TABLE {name} DROP COLUMN {column}")
        connection.commit()
    table.open()
    assert table.everything() == before
    table.do("human", {"do": "step", "to": "030", "values": {"030": 4}})
    assert (table.view()["underway"], table.view()["characters"]["peter"]["square"]) == (None, "030")
    assert "told" not in table.record()[-1]
    table.tables.close()
