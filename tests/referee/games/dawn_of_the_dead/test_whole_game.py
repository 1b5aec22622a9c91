"""A whole game at a table: steps taken back, typed dice, overruled verdicts, set-up to victory."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.games.dawn_of_the_dead import records
from referee.games.dawn_of_the_dead.ai.simple_players import HumanPlayer, Referee, ZombiePlayer
from referee.records import codec
from referee.records.codec import Record
from referee.tables.record import replay_record
from rules.dawn_of_the_dead import actions
from tests.referee.seated import Seated


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Seated:
    """Play a game to its end between simple players."""
    table, rng = Seated(tmp_path_factory.mktemp("whole")), Random(11)
    referee = Referee(rng)
    human, zombie = HumanPlayer(referee, rng), ZombiePlayer(referee, rng)
    for _ in range(6000):
        position = table.position
        if position.phase == "over":
            return table
        if position.phase in {"place_characters", "human"}:
            seat, action = "human", human.choose(position)
        elif position.phase in {"attack", "generation"} and (defence := human.defend(position)):
            seat, action = "human", defence
        else:
            seat, action = "zombie", zombie.choose(position)
        data = actions.to_json(action)
        if data["do"] == "check_berserk" and rng.random() < 0.5:
            data["die"] = rng.randint(1, 6)
        answer = table.try_(seat, data)
        if answer.status_code == 422:
            table.do(seat, {name: value for name, value in data.items() if name != "die"})
        elif doors := answer.get_json()["ruling"]["needs"].get("doors"):
            table.do(seat, {**data, "doors": doors[:1]})
        if rng.random() < 0.05 and table.view()["phase"] != "over":
            last = table.view()["undo"]["n"]
            if table.post("human", "/undo", n=max(1, last - rng.randint(0, 3))).status_code == 202:
                assert table.post("zombie", "/undo").get_json()["undo"] == "done"
    raise AssertionError("The game did not end.")


def record_of(table: Seated, seat: str = "table") -> Record:
    parsed = codec.parse_all(table.get(seat, "/record").data.splitlines())
    assert len(parsed) == 1
    return parsed[0]


def test_it_ends_and_opens_every_secret_to_everybody(finished: Seated) -> None:
    view = finished.view("human")
    assert (view["phase"], view["winner"] in {"human", "zombie"}) == ("over", True)
    assert finished.get("human", "/record").data == finished.get("zombie", "/record").data
    record = record_of(finished)
    assert set(record.opened or {}) == {"draw", "dice", "hidden"}
    assert any(line["taken_back"] for line in record.lines)
    assert any("draw" in line["action"] for line in record.lines)


@pytest.mark.parametrize("seat", ["table", "human", "zombie"])
def test_nobody_alone_takes_back_the_end_where_every_secret_lies_open(finished: Seated, seat: str) -> None:
    before = finished.get(seat, "/record").data
    assert finished.post(seat, "/undo").status_code == 202
    assert finished.view(seat)["phase"] == "over"
    assert finished.post(seat, "/undo", answer="decline").status_code == 200
    assert finished.get(seat, "/record").data == before


def test_it_is_legal_from_the_first_line_to_the_last_on_replay(finished: Seated) -> None:
    record = record_of(finished)
    judged = list(records.replay(record, records.start_of(record)))
    assert all(j.stands for j in judged)
    assert judged[-1].position.winner == finished.view()["winner"]
    assert len(judged) == sum(not line["taken_back"] for line in record.lines)


def test_all_seals_hold(finished: Seated) -> None:
    record = record_of(finished)
    assert codec.verify(record) == []
    assert records.chance_problems(record, replay_record) == []


def test_answers_that_the_tablet_told_are_read_and_change_nothing(finished: Seated) -> None:
    """A record without them is what every other test here reads."""
    answered = {"answered_by": "table", "answered_for": ["zombie"]}
    written = [json.loads(line) for line in finished.get("table", "/record").data.splitlines()]
    lines = [line | answered if line.get("taken_back") else line for line in written]
    assert lines != written
    record = codec.parse([json.dumps(line) for line in lines])
    assert [line for line in record.lines if line.get("answered_for") == ["zombie"]]
    assert codec.verify(record) == []
    assert records.chance_problems(record, replay_record) == []
    assert records.faults(record, replay_record) == []
    judged = list(records.replay(record, records.start_of(record)))
    assert all(j.stands for j in judged)
    assert judged[-1].position.winner == finished.view()["winner"]


@pytest.mark.parametrize("kind", ["shot", "attack", "berserk", "free moves", "draw from eliminated"])
def test_a_result_that_was_tampered_with_is_found(finished: Seated, kind: str) -> None:
    record = record_of(finished)
    lines: list[dict[str, Any]] = copy.deepcopy([dict(line) for line in record.lines])
    line = next(x for x in lines if x.get("rolled", {}).get(kind) and not x["taken_back"])
    action = line["action"]
    name = "draw" if kind.startswith("draw") else "die" if "die" in action else "dice"
    if name == "die":
        action["die"] = action["die"] % 6 + 1
    elif name == "dice":
        action["dice"][0] = action["dice"][0] % 6 + 1
    else:
        action["draw"][0] = action["draw"][0] % 11 + 1
    faults = records.chance_problems(Record(record.header, tuple(lines), record.opened), replay_record)
    assert faults
    assert f"Action {line['n']}:" in faults[0]


Lines = list[dict[str, Any]]


def _left_out(lines: Lines) -> None:
    del lines[20]


def _cut_short(lines: Lines) -> None:
    del lines[-1]


def _twice(lines: Lines) -> None:
    lines.insert(20, copy.deepcopy(lines[20]))


def _other_turn(lines: Lines) -> None:
    lines[20]["turn"] += 1


def _other_cases(lines: Lines) -> None:
    lines[20]["cases"] = ["14.2"]


def _other_sentence(lines: Lines) -> None:
    lines[20]["story"] = "Nothing came of it."


def _said_to_be_overridden(lines: Lines) -> None:
    lines[20]["overridden"] = True


def _answered_for_nothing(lines: Lines) -> None:
    lines[20]["answered_by"], lines[20]["answered_for"] = "table", ["zombie"]


def _said_to_be_taken_back(lines: Lines) -> None:
    next(line for line in reversed(lines) if not line["taken_back"])["taken_back"] = True


def _other_side(lines: Lines) -> None:
    next(line for line in lines if line["action"]["do"] == "next_phase")["seat"] = "human"


def _stranger(lines: Lines) -> None:
    lines[20]["seat"] = "somebody"


def _other_seal(lines: Lines) -> None:
    lines[0]["seal"] = "0" * 64


@pytest.mark.parametrize(
    ("alter", "fault"),
    [
        (_left_out, "has the number"), (_cut_short, "ends before the game is over"),
        (_twice, "has the number"), (_other_turn, "it belongs to Game-Turn"),
        (_other_cases, "it rests on the cases"),
        (_other_sentence, "its sentence does not say"), (_said_to_be_overridden, "nothing was overridden"),
        (_said_to_be_taken_back, "does not say when it was taken back"), (_other_side, "cannot have done it"),
        (_stranger, "cannot have done it"), (_other_seal, "a different seal from the header"),
        (_answered_for_nothing, "nobody had to agree to it"),
    ],
)  # fmt: skip
def test_a_line_that_was_altered_is_found(
    finished: Seated, alter: Callable[[Lines], None], fault: str
) -> None:
    record = record_of(finished)
    assert records.faults(record, replay_record) == []
    lines = copy.deepcopy([dict(line) for line in record.lines])
    alter(lines)
    faults = records.faults(Record(record.header, tuple(lines), record.opened), replay_record)
    assert [sentence for sentence in faults if fault in sentence]


@pytest.mark.parametrize("name", ["dice", "draw", "hidden"])
def test_a_seal_taken_off_with_its_opening_is_missed(finished: Seated, name: str) -> None:
    record = record_of(finished)
    seals = {k: v for k, v in record.header["seals"].items() if k != name}
    opened = {k: v for k, v in (record.opened or {}).items() if k != name}
    forged = Record({**record.header, "seals": seals}, record.lines, opened)
    assert codec.verify(forged) == []
    assert f"Seal {name!r} is missing." in records.faults(forged, replay_record)


@pytest.mark.parametrize("field", ["map", "counter_sheet"])
def test_another_name_in_the_header_is_found(finished: Seated, field: str) -> None:
    record = record_of(finished)
    header = {**record.header, field: {**record.header[field], "name": "Another one"}}
    faults = records.faults(Record(header, record.lines, record.opened), replay_record)
    assert faults == [f"The header's {field} has a different name from the one with that fingerprint."]


def test_another_seed_does_not_fit(finished: Seated) -> None:
    record = record_of(finished)
    opened = dict(record.opened or {})
    opened["dice"] = {**opened["dice"], "value": "another"}
    forged = Record(record.header, record.lines, opened)
    assert codec.verify(forged) == ["Seal 'dice' does not fit the value that was opened."]
    assert records.chance_problems(forged, replay_record)


def test_the_log_tells_no_zombie_value_while_the_game_runs(finished: Seated, tmp_path: Path) -> None:
    with finished.tables.store.locked(finished.code) as loaded:
        lines = [json.dumps(loaded.match.public(line.action, "zombie")) for line in loaded.lines]
    assert not [line for line in lines if '"draw"' in line or '"values"' in line]
    assert any('"dice"' in line for line in lines)
