"""Steps that happen by themselves: a phase of the referee, with dice and questions to people."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import Connection

from referee.games.interface import Advice
from referee.games.interface.rules import PLAYERS
from referee.games.toolkit.random_play import play
from referee.games.toolkit.recording import recorded
from referee.records import codec
from referee.records.data import Line
from referee.records.seals import Chance
from referee.records.text import dump_line
from referee.storage import games
from referee.tables.record import replay_record
from rules.ruling import done
from tests.referee import menace
from tests.referee.any_table import AnyTable

END: dict[str, Any] = {"do": "end_turn", "seat": "ana"}


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    menace.install(monkeypatch)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[AnyTable]:
    made = AnyTable(tmp_path, options={"system": menace.ID})
    yield made
    made.tables.close()


def steps(table: AnyTable) -> list[tuple[str, str]]:
    """Return who did the standing lines, and what they say."""
    with table.locked() as loaded:
        return [(line.seat, line.story) for line in loaded.standing()]


def answer(table: AnyTable, seat: str, **told: Any) -> dict[str, Any]:
    """Tell something for the referee's action in progress."""
    asked = table.view()["underway"]
    return table.do(seat, {"do": asked["action"]["do"], "group": asked["action"]["group"], **told})


def whole_phase(table: AnyTable, seat: str = "ben") -> None:
    """Answer all that the referee asks until the players act."""
    while asked := table.view()["underway"]:
        told = {"nearest": "ana"} if "nearest" in asked["needs"] else {"inches": 3}
        answer(table, seat, **told)


def problems(table: AnyTable) -> list[str]:
    """Return what is wrong with the record of a finished game."""
    record = codec.parse(map(dump_line, table.record()))
    assert menace.GAME.records.replayed(record)["legal"]
    return menace.GAME.records.problems(record, replay_record)


def to_the_end(table: AnyTable) -> None:
    """Play until somebody has three wounds."""
    while table.view()["winner"] is None:
        table.do("ana", END)
        whole_phase(table)


def state(table: AnyTable) -> Any:
    """Return all that everybody sees, but for what a server does not keep."""
    return {name: text for name, text in table.everything().items() if "/record" in name or "/view" in name}


def test_the_first_step_is_there_before_anybody_acts(table: AnyTable) -> None:
    assert steps(table) == [("referee", f"The light is {table.view()['light']}.")]
    (line,) = table.record()[1:]
    assert (line["automatic"], line["rolled"]) == (True, {"weather": 1})
    assert table.view()["undo"] is None


def test_a_phase_of_the_referees_goes_on_between_questions(table: AnyTable) -> None:
    before = table.version
    table.do("ana", END)
    assert table.version == before + 1
    asked = table.view("ben")["underway"]
    assert (asked["seat"], asked["action"]["group"], [*asked["needs"]]) == ("referee", "A", ["nearest"])
    for seat, told in (("ben", {"nearest": "ana"}), ("table", {"inches": 60})):
        answer(table, seat, **told)
    assert steps(table)[2] == ("referee", f"Group A goes {6 + asked['action']['die']} inches at ana.")
    assert table.view()["underway"]["action"]["group"] == "B"


def test_lines_say_who_took_part_and_a_whole_game_verifies(table: AnyTable) -> None:
    to_the_end(table)
    assert problems(table) == []
    lines = [line for line in table.record() if line.get("seat") == "referee"]
    told = [line for line in lines if "nearest" in line["action"]]
    assert told
    assert all("automatic" not in line for line in told)
    assert all(line["automatic"] and line["rolled"] for line in lines if line not in told)
    assert any(line["action"]["die"] == 1 for line in lines[1:]), "a group only groans"


def test_a_restarted_server_goes_on_where_it_was(table: AnyTable) -> None:
    table.do("ana", END)
    before = state(table)
    table.restart()
    assert state(table) == before
    whole_phase(table)
    to_the_end(table)
    at_the_end = state(table)
    table.restart()
    assert state(table) == at_the_end


def test_whoever_sits_there_may_answer_and_nobody_else(table: AnyTable) -> None:
    table.do("ana", END)
    asked = {"do": "group", "group": "A", "nearest": "nobody"}
    offered = table.get("ben", "/actions").get_json()["actions"]
    assert [(action["do"], action.get("group")) for action in offered] == [("group", "A"), ("pace", None)]
    with table.locked() as loaded:
        spectator = table.tables.seats.token(loaded.code, "spectator")
    as_spectator = {"Authorization": f"Bearer {spectator}"}
    body = {"action": asked, "version": table.version}
    assert (
        table.client.post(f"/api/tables/{table.code}/do", headers=as_spectator, json=body).status_code == 403
    )
    table.do("ben", asked)


@pytest.mark.parametrize(
    "told",
    [
        {"nearest": "cat"},
        {"inches": 3},
        {"nearest": "ana", "inches": 9999},
        {"nearest": "ana", "inches": -3},
        {"nearest": "ana", "bite": 6},
        {"die": 6},
        {"group": "B"},
        {"nearest": 3},
    ],
)
def test_a_wrong_answer_leaves_the_question_open(table: AnyTable, told: dict[str, Any]) -> None:
    table.do("ana", END)
    before = state(table)
    assert table.view()["underway"]["action"]["die"] != 6
    refused = table.try_("ana", {"do": "group", "group": "A", **told})
    assert refused.status_code == 422, refused.data
    assert state(table) == before


def test_nothing_else_is_done_meanwhile(table: AnyTable) -> None:
    table.do("ana", END)
    before = state(table)
    refused = table.try_("ben", {"do": "wait", "seat": "ben"})
    assert refused.status_code == 422
    assert "Finish what the referee has begun first." in refused.get_data(as_text=True)
    assert state(table) == before


def test_nobody_begins_what_is_the_referees(table: AnyTable) -> None:
    before = state(table)
    refused = table.try_("table", {"do": "group", "group": "A"})
    assert refused.status_code == 422
    assert state(table) == before


def test_a_told_step_is_taken_back_by_agreement_and_asked_again_with_its_dice(table: AnyTable) -> None:
    table.do("ana", END)
    die = table.view()["underway"]["action"]["die"]
    answer(table, "ben", nearest="ana")
    answer(table, "ben", inches=60)
    at = table.view()["undo"]
    assert (at["alone"], at["action"]["group"]) == (False, "A")
    table.post("ana", "/undo", version=table.version)
    assert table.view()["request"]["seat"] == "ana"
    assert table.post("ben", "/undo", answer="agree").get_json()["undo"] == "done"
    asked = table.view()["underway"]
    assert (asked["action"]["group"], asked["action"]["die"]) == ("A", die)
    answer(table, "ana", nearest="nobody")
    whole_phase(table)
    to_the_end(table)
    assert problems(table) == []


def test_a_step_after_which_dice_fell_by_themselves_goes_back_by_agreement(
    table: AnyTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.do("ana", {"do": "wait", "seat": "ana"})
    assert table.view("ana")["undo"]["alone"]
    with monkeypatch.context() as ones:
        ones.setattr(Chance, "stream", lambda *_: 0)
        table.do("ana", END)
    assert steps(table)[-1] == ("referee", "Group C groans.")
    assert (table.view("ana")["undo"]["n"], table.view("ana")["undo"]["alone"]) == (3, False)


@pytest.fixture
def by_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the referee choose which group moves, by the seed; only before that may anybody pace out."""
    real = menace.Menace.questions

    def questions(self: menace.Menace, position: menace.Position) -> Any:
        *others, top = real(self, position)
        groups = tuple(menace.Group(group) for group in position.left)
        return [*(others if len(groups) != 2 else ()), replace(top, answers=groups or top.answers)]

    def choose(_self: menace.Menace, position: menace.Position, question: Any, seed: str) -> Any:
        return Advice(Random(f"{seed}/{position.left}").choice(question.answers), "", "", "")

    monkeypatch.setattr(menace.Menace, "questions", questions)
    monkeypatch.setattr(menace.Menace, "choose", choose)


@pytest.mark.usefixtures("by_seed")
def test_what_it_chooses_is_verified_although_something_beside_it_lapsed(table: AnyTable) -> None:
    for _ in range(4):
        table.do("ana", END)
        if len(table.view()["left"]) == 3:
            table.do("ben", {"do": "pace", "seat": "ben"})
            table.do("ben", {"do": "pace", "seat": "ben", "inches": 30})
        while table.view()["underway"]:
            answer(table, "ana", nearest="nobody")
    assert any(line.get("taken_back") for line in table.record()[1:])
    to_the_end(table)
    assert problems(table) == []


@pytest.mark.usefixtures("by_seed")
def test_what_it_chooses_is_verified_also_after_taking_back(table: AnyTable) -> None:
    orders = set[str]()
    for _ in range(6):
        table.do("ana", END)
        while asked := table.view()["underway"]:
            answer(table, "ben", **({"nearest": "ana"} if "nearest" in asked["needs"] else {"inches": 60}))
        ended = max(line["n"] for line in table.record()[1:] if line["action"]["do"] == "end_turn")
        told = [line["n"] for line in table.record()[1:] if "nearest" in line["action"] and line["n"] > ended]
        table.post("ana", "/undo", version=table.version, n=min(told, default=ended))
        table.post("ben", "/undo", answer="agree")
        while table.view()["underway"]:
            answer(table, "ben", nearest="nobody")
        orders.add("".join(story.split()[1] for _, story in steps(table)[-3:]))
    assert len(orders) > 1
    to_the_end(table)
    assert problems(table) == []


def test_taking_back_begins_at_what_somebody_did(table: AnyTable) -> None:
    table.do("ana", END)
    die = table.view()["underway"]["action"]["die"]
    assert table.view()["undo"]["action"] == END
    table.post("ana", "/undo", version=table.version)
    table.post("ben", "/undo", answer="agree")
    assert [seat for seat, _ in steps(table)] == ["referee"]
    assert table.view()["underway"] is None
    table.do("ben", {"do": "wait", "seat": "ben"}, {"do": "end_turn", "seat": "ben"})
    assert table.view()["underway"]["action"]["die"] == die, "the same die comes up again"
    whole_phase(table)
    to_the_end(table)
    assert problems(table) == []


@pytest.mark.parametrize("given_up", [True, False])
def test_the_referee_waits_for_what_was_begun_beside_it(table: AnyTable, given_up: bool) -> None:
    table.do("ben", {"do": "pace", "seat": "ben"})
    table.do("ana", END)
    assert [waits["question"] for waits in table.view("ben")["waits_for"]][-1] == "pace ben"
    if given_up:
        gone = table.post("ben", "/undo", answer="cancel", version=table.version)
        assert gone.status_code == 200, gone.data
    else:
        table.do("ben", {"do": "pace", "seat": "ben", "inches": 30, "deep": 20})
    assert table.view()["underway"]["action"]["group"] == "A"
    whole_phase(table)
    to_the_end(table)
    assert problems(table) == []


def test_what_the_referee_had_begun_is_asked_again_when_a_step_beside_it_goes_back(table: AnyTable) -> None:
    table.do("ana", END)
    before = table.view()["underway"]
    table.do("ben", {"do": "pace", "seat": "ben"})
    table.do("ben", {"do": "pace", "seat": "ben", "inches": 30, "deep": 20})
    table.post("ben", "/undo", version=table.version)
    table.post("ana", "/undo", answer="agree")
    assert steps(table)[-1] == ("ana", "ana ends the turn.")
    assert table.view()["underway"]["action"] == before["action"]
    whole_phase(table)
    to_the_end(table)
    assert problems(table) == []


def test_a_process_that_is_killed_in_the_middle_leaves_nothing(table: AnyTable) -> None:
    table.do("ana", END)
    whole_phase(table)
    before = state(table)
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, str(table.settings["database_url"]), table.code, table.tokens["ana"]],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        check=False,
    )
    assert killed.returncode == 9
    table.restart()
    assert state(table) == before
    table.do("ana", END)
    whole_phase(table)


KILLED = f"""
import os, sys
from pytest import MonkeyPatch
from referee.config import Config
from referee.records.seals import Chance
from referee.storage import games
from tests.referee import menace
from tests.referee.any_table import steady
from tests.referee.apps import app_of

menace.install(MonkeyPatch())
url, code, token = sys.argv[1:]
client = app_of(Config.of({{"database_url": url, "testing": True, "sources": steady()}})).test_client()
real, written = games.append, []

def append(*of):
    real(*of)
    written.append(of)
    if len(written) == 3:
        os._exit(9)

games.append, Chance.stream = append, lambda *_: 0
headers = {{"Authorization": "Bearer " + token}}
version = client.get(f"/api/tables/{{code}}/view", headers=headers).get_json()["version"]
client.post(f"/api/tables/{{code}}/do", headers=headers, json={{"action": {END!r}, "version": version}})
"""
"""Ends the turn in another process, which is killed while it writes the third line."""


def test_what_was_taken_back_is_done_again_and_goes_on(table: AnyTable) -> None:
    table.do("ana", END)
    before = table.view()["underway"]
    table.post("ana", "/undo", version=table.version)
    table.post("ben", "/undo", answer="agree")
    assert table.post("ana", "/redo", version=table.version).status_code == 200
    assert table.view()["underway"]["action"] == before["action"]
    answer(table, "ben", nearest="ana")
    answer(table, "ben", inches=60)
    done = steps(table)
    table.post("ana", "/undo", version=table.version)
    table.post("ben", "/undo", answer="agree")
    assert table.view()["underway"]["action"]["group"] == "A"
    assert table.post("ana", "/redo", version=table.version).status_code == 200
    assert steps(table) == done
    whole_phase(table)
    to_the_end(table)
    assert problems(table) == []


def test_a_write_that_fails_in_the_middle_leaves_nothing(
    table: AnyTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.do("ana", END)
    whole_phase(table)
    before, real, count = state(table), games.append, iter(range(9))

    def append(connection: Connection, code: str, line: Line) -> None:
        real(connection, code, line)
        if next(count):
            raise RuntimeError

    monkeypatch.setattr(Chance, "stream", lambda *_: 0)
    monkeypatch.setattr(games, "append", append)
    assert table.try_("ana", END).status_code == 500
    monkeypatch.setattr(games, "append", real)
    assert state(table) == before
    table.restart()
    assert state(table) == before
    table.do("ana", END)
    assert [story for _, story in steps(table)[-3:]] == [f"Group {group} groans." for group in menace.GROUPS]


class TestPeopleRoll:
    @pytest.fixture
    def table(self, tmp_path: Path) -> Iterator[AnyTable]:
        made = AnyTable(tmp_path, options={"system": menace.ID, "dice": PLAYERS})
        yield made
        made.tables.close()

    def test_dice_of_the_referees_steps_are_typed_by_anybody(self, table: AnyTable) -> None:
        asked = table.view()["underway"]
        assert (asked["action"], asked["needs"]) == ({"do": "weather"}, {"die": 1})
        table.do("table", {"do": "weather", "die": 5})
        assert steps(table) == [("referee", "The light is 5.")]
        table.do("ana", END)
        assert table.view()["underway"]["needs"] == {"die": 1}
        answer(table, "ben", die=4)
        answer(table, "ana", nearest="ben")
        answer(table, "ana", inches=7)
        assert table.view()["underway"]["needs"] == {"bite": 1}
        assert table.try_("table", {"do": "group", "group": "A", "bite": 7}).status_code in {400, 422}
        answer(table, "table", bite=6)
        assert steps(table)[-1] == ("referee", "Group A bites ben with 6.")
        assert "rolled" not in table.record()[-1]

    def test_typed_dice_come_up_again(self, table: AnyTable) -> None:
        table.do("table", {"do": "weather", "die": 5})
        table.do("ana", END)
        answer(table, "ben", die=4)
        answer(table, "ben", nearest="nobody")
        table.post("ana", "/undo", version=table.version)
        table.post("ben", "/undo", answer="agree")
        again = table.try_("ben", {"do": "group", "group": "A", "die": 2})
        assert again.status_code == 422
        assert "taken back: 4 comes up again" in again.get_data(as_text=True)
        answer(table, "ben", die=4)
        answer(table, "ben", nearest="ana")
        answer(table, "ben", inches=60)
        assert steps(table)[-1] == ("referee", "Group A goes 10 inches at ana.")


def test_a_question_that_its_answer_leaves_open_ends_in_a_sentence(
    table: AnyTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, real = state(table), menace.Menace.judge

    def judge(self: menace.Menace, position: menace.Position, action: menace.Action) -> Any:
        if isinstance(action, menace.Group):
            return done(position, ("4.1",), "Nothing moves.")
        return real(self, position, action)

    monkeypatch.setattr(menace.Menace, "judge", judge)
    failed = table.try_("ana", END)
    assert failed.status_code == 503
    assert "asks the referee “group A” again and again" in failed.get_data(as_text=True)
    monkeypatch.setattr(menace.Menace, "judge", real)
    assert state(table) == before


def test_a_changed_die_and_a_step_that_nobody_asked_for_are_told(table: AnyTable) -> None:
    to_the_end(table)
    lines = table.record()
    groan = next(n for n, line in enumerate(lines) if line.get("story", "").endswith("groans."))
    other = [*lines]
    other[1] = {**lines[1], "action": {"do": "weather", "die": lines[1]["action"]["die"] % 6 + 1}}
    assert "dice or draws are not those" in faults(other)[-1] or "dice" in " ".join(faults(other))
    mine = [*lines]
    mine[groan] = {**lines[groan], "seat": "dan"}
    assert faults(mine) == [f"Action {groan}: the seat 'dan' cannot have done it."]
    theirs = [{**line, "seat": "referee"} if line.get("seat") == "ana" else line for line in lines]
    assert faults(theirs)[0] == "Action 2: the referee was not asked for anything here."


def faults(lines: list[dict[str, Any]]) -> list[str]:
    """Return what is wrong with lines of a record."""
    return menace.GAME.records.problems(codec.parse(map(dump_line, lines)), replay_record)


def test_a_game_without_a_table_has_the_referees_steps_too() -> None:
    match = menace.GAME.table(menace.GAME.read_options({}))
    first = next(play(match, "a seed"))
    assert isinstance(first, menace.Weather)
    header, line = recorded(match, [first], "a seed")
    assert (line["seat"], line["automatic"], line["rolled"]) == ("referee", True, {"weather": 1})
    assert menace.GAME.records.replayed(codec.parse(map(dump_line, (header, line))))["legal"]
