"""4.0: where phases end by themselves, one with nothing left to do ends without a tap."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.games.dawn_of_the_dead import records
from referee.games.dawn_of_the_dead.records import replay, start_of
from referee.records import codec
from referee.records.text import dump_line
from referee.tables.record import replay_record
from tests import soak
from tests.referee.seated import HIDDEN, START, Seated, ordered

AUTOMATIC = {"phases": "automatic"}
BLUNT: dict[str, Any] = {"do": "check_berserk", "square": "043", "die": 6}
"""A check after which nothing is left in the Berserk Zombie Phase (10.0)."""


@pytest.fixture
def table(tmp_path: Path) -> Seated:
    """Return a table in its Berserk Zombie Phase: nobody moved, so that no unit reacts (R-7.0a)."""
    table = Seated(tmp_path, options=AUTOMATIC, sources=ordered({}))
    table.set_up()
    table.do("human", {"do": "end_turn"})
    return table


def test_a_phase_with_nothing_left_to_do_ends_by_itself(table: Seated) -> None:
    """7.0: nobody reacts; the Free Movement Phase waits for its die."""
    assert table.view()["phase"] == "berserk"
    view = table.do("zombie", BLUNT)["view"]
    assert view["phase"] == "free_movement"
    ended = [line for line in table.record() if line.get("automatic")]
    assert [(line["seat"], line["action"], line["turn"]) for line in ended] == (
        [("zombie", {"do": "next_phase"}, 1)] * 2
    )
    assert view["moment"]["action"]["do"] == "check_berserk"
    assert view["moment"]["ended"] == "No reactions. Zombie Free Movement Phase begins."


def test_it_stays_so_after_a_restart(table: Seated) -> None:
    table.do("zombie", BLUNT)
    before = table.everything()
    table.restart()
    assert table.everything() == before


def test_unless_told_every_phase_waits_for_a_tap(tmp_path: Path) -> None:
    table = Seated(tmp_path, sources=ordered({}))
    table.set_up()
    table.do("human", {"do": "end_turn"})
    assert table.do("zombie", BLUNT)["view"]["phase"] == "berserk"
    assert table.client.post("/api/tables", json={"phases": "never"}).status_code == 422


def test_the_last_step_is_taken_back_with_the_phases_that_ended_after_it(table: Seated) -> None:
    """R-UNDO: a phase that ended by itself is no step, so what is asked for is the check."""
    table.do("zombie", BLUNT)
    assert table.view()["undo"]["n"] == 4
    for n in (None, 4, 5, 6):
        body = {} if n is None else {"n": n}
        table.post("human", "/undo", **body)
        assert table.view()["request"]["lines"] == [4, 5, 6]
        assert table.view()["request"]["steps"] == 1
        table.post("human", "/undo", answer="withdraw")
    table.post("human", "/undo")
    table.post("zombie", "/undo")
    assert table.view()["phase"] == "berserk"
    assert table.view()["undo"]["n"] == 3
    before = table.everything()
    table.restart()
    assert table.everything() == before


def test_an_action_by_agreement_ends_its_phase_too(table: Seated) -> None:
    table.do("zombie", BLUNT)
    table.do("zombie", {"do": "roll_free_moves", "die": 1})
    table.post("human", "/undo", n=4)
    table.post("zombie", "/undo")
    again = table.do("table", {"do": "check_berserk", "square": "043"})
    assert again["view"]["phase"] == "free_movement"


@soak.GAMES
def test_a_whole_game_alone_with_phases_that_end_by_themselves_replays_and_verifies(tmp_path: Path) -> None:
    table = Seated(
        tmp_path, options={**AUTOMATIC, "mode": "solitaire", "practice": True}, sources=ordered({})
    )
    for _ in range(400):
        view = table.view()
        if view["phase"] == "over":
            break
        side = "human" if view["practice"] else "zombie"
        answer = table.post("table", "/advance", version=view["version"], side=side, all=True)
        if answer.status_code != 200:
            actions = table.get("table", "/actions").get_json()["actions"]
            table.do("table", actions[-1])
    assert table.view()["phase"] == "over"
    lines = table.record()
    assert any(line.get("automatic") for line in lines)
    record = codec.parse(map(dump_line, lines))
    assert records.chance_problems(record, replay_record) == []
    assert all(judged.stands for judged in replay(record, start_of(record)))


def test_the_places_to_go_back_to_are_those_that_players_think_of(table: Seated) -> None:
    """R-UNDO: the start of the move, the phase and the zombie Player-Turn, each with its steps."""
    assert table.view()["undo"]["places"] == []
    table.do("zombie", BLUNT, {"do": "roll_free_moves", "die": 2})
    places = table.view()["undo"]["places"]
    assert [(place["n"], place["name"], place["steps"]) for place in places] == (
        [(4, "the start of the Zombie Player-Turn", 2)]
    )
    moves = [a for a in table.get("zombie", "/actions").get_json()["actions"] if a["do"] == "free_move"]
    table.do("zombie", moves[0])
    names = {place["name"]: place["steps"] for place in table.view()["undo"]["places"]}
    assert names == {
        "the start of the Zombie Free Movement Phase": 2,
        "the start of the Zombie Player-Turn": 3,
    }
    table.post("human", "/undo", n=4)
    assert table.view("zombie")["request"]["place"] == "the start of the Zombie Player-Turn"
    assert table.view("zombie")["request"]["steps"] == 3
    table.post("zombie", "/undo")
    assert table.view()["phase"] == "berserk"


def test_5_0_a_move_goes_back_to_where_it_began(tmp_path: Path) -> None:
    table = Seated(tmp_path, sources=ordered({}))
    table.do("zombie", HIDDEN)
    table.do("human", START, {"do": "start_move", "characters": ["fran"]})
    assert table.view()["undo"]["places"] == []
    for to in ("011", "012"):
        table.do("human", {"do": "step", "to": to})
    places = table.view()["undo"]["places"]
    assert [(place["n"], place["name"]) for place in places] == [
        (4, "the start of this move"),
        (3, "the start of the Human Player-Turn"),
    ]
