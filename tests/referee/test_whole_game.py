"""A whole game at a table, with steps taken back, dice typed in and verdicts overruled, from set-up to victory."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee import records, replaying, verifying
from referee.records import Record
from referee.simulation.human_player import HumanPlayer
from referee.simulation.referee import Referee
from referee.simulation.zombie_player import ZombiePlayer
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
    found = records.parse_all(table.get(seat, "/record").data.splitlines())
    assert len(found) == 1
    return found[0]


def test_it_ends_and_opens_every_secret_to_everybody(finished: Seated) -> None:
    view = finished.view("human")
    assert (view["phase"], view["winner"] in {"human", "zombie"}) == ("over", True)
    assert finished.get("human", "/record").data == finished.get("zombie", "/record").data
    record = record_of(finished)
    assert set(record.opened or {}) == {"draw", "dice", "hidden"}
    assert any(line["taken_back"] for line in record.lines)
    assert any("draw" in line["action"] for line in record.lines)


@pytest.mark.parametrize("seat", ["table", "human", "zombie"])
def test_no_step_is_taken_back_once_every_secret_lies_open(finished: Seated, seat: str) -> None:
    before = finished.view(seat)
    answer = finished.post(seat, "/undo")
    assert (answer.status_code, before["undo"]) == (422, None)
    assert "every secret lies open" in answer.get_json()["detail"]
    assert finished.view(seat) == before


def test_it_is_legal_from_the_first_line_to_the_last_on_replay(finished: Seated) -> None:
    record = record_of(finished)
    judged = list(replaying.replay(record, replaying.start_of(record)))
    assert all(j.stands for j in judged)
    assert judged[-1].position.winner == finished.view()["winner"]
    assert len(judged) == sum(not line["taken_back"] for line in record.lines)


def test_all_seals_hold(finished: Seated) -> None:
    record = record_of(finished)
    assert records.verify(record) == []
    assert verifying.problems(record) == []


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
    found = verifying.problems(Record(record.header, tuple(lines), record.opened))
    assert found
    assert f"Action {line['n']}:" in found[0]


def test_another_seed_does_not_fit(finished: Seated) -> None:
    record = record_of(finished)
    opened = dict(record.opened or {})
    opened["dice"] = {**opened["dice"], "value": "another"}
    forged = Record(record.header, record.lines, opened)
    assert records.verify(forged) == ["Seal 'dice' does not fit what was opened."]
    assert verifying.problems(forged)


def test_the_log_tells_no_zombie_value_while_the_game_runs(finished: Seated, tmp_path: Path) -> None:
    with finished.tables.keeper.at(finished.code) as live:
        lines = [json.dumps(live.match.public(line.action, "zombie")) for line in live.lines]
    assert not [line for line in lines if '"draw"' in line or '"values"' in line]
    assert any('"dice"' in line for line in lines)
