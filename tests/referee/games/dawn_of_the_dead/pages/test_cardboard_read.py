"""R-5.4b: a cardboard unit that was just read lies where it was read. The list never says to put it there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from rules.dawn_of_the_dead.position import Zombie
from rules.dawn_of_the_dead.sequence import enter_phase
from tests.referee.any_table import Action
from tests.referee.games.dawn_of_the_dead.pages.test_cardboard_taken_back import listed
from tests.referee.seated import HIDDEN, START, Seated, ordered

MEET: Action = {"do": "step", "to": "030"}
TURNED_UP = "Move the unit from 011 to 010 and turn it face up."


def about(table: Seated, square: str) -> list[str]:
    """Return the lines on the tablet that name a square."""
    return [line for line in listed(table) if square in line]


def attacking(folder: Path) -> Seated:
    """Return a table with cardboard counters where a unit came from 011 to Steve and Fran in 010."""
    table = Seated(folder, options={"counters": "physical"}, sources=ordered({}))
    table.set_up()
    with table.opened() as loaded:
        now = replace(loaded.positions[-1], zombies={"011": Zombie(None)}, trail=("010",))
        loaded.positions[-1] = enter_phase(now, "reaction")
        loaded.views.clear()
    table.do("zombie", {"do": "react", "from": "011", "path": ["010"]}, {"do": "next_phase"})
    return table


def test_9_1_a_hidden_zombie_that_was_read_is_there(tmp_path: Path) -> None:
    table = Seated(tmp_path, options={"counters": "physical"}, sources=ordered({}))
    table.do("zombie", HIDDEN | {"squares": ["030", *HIDDEN["squares"][:4]]})
    places = {"peter": "010", "roger": "010", "steve": "009", "fran": "009"}
    table.do("human", START | {"squares": places})
    table.do("table", {"do": "start_move", "characters": ["peter", "roger"]}, {"do": "step", "to": "011"})
    assert table.do("table", MEET)["ruling"]["needs"]
    assert about(table, "030") == []
    table.do("table", MEET | {"values": {"030": 10}})
    assert about(table, "030") == []
    table.tables.close()


def test_8_0_a_unit_read_for_its_attack_is_turned_up_no_more(tmp_path: Path) -> None:
    table = attacking(tmp_path)
    table.do("zombie", {"do": "next_phase"}, {"do": "open_attack", "square": "010"})
    table.do("human", {"do": "hold_fire"})
    assert listed(table) == [TURNED_UP]
    table.do("zombie", {"do": "declare_attack", "count": 2, "values": {"010": 9}})
    assert listed(table) == []
    table.tables.close()


def test_a_unit_read_by_itself_is_turned_up_no_more_and_down_again_when_it_goes_back(tmp_path: Path) -> None:
    """R-UNDO: the players turned it up themselves, so the list tells them to turn it down."""
    table = attacking(tmp_path)
    assert listed(table) == [TURNED_UP]
    table.do("table", {"do": "read_value", "square": "010", "value": 9})
    assert listed(table) == []
    for _ in range(3):
        assert table.post("human", "/undo").status_code == 202
        assert table.post("zombie", "/undo", answer="agree").get_json()["undo"] == "done"
    assert listed(table) == ["Move the unit from 010 to 011 and turn it face down."]
    table.tables.close()
