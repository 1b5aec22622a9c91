"""Sentences that confused new players: who asks, a refused shot, a counter to turn, a sum."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from referee.games.dawn_of_the_dead.pages.map import sight_panel
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.sequence import enter_phase
from tests.referee.seated import START, Seated, ordered


def read(table: Seated, seat: str, path: str = "", *, part: str = "body") -> str:
    """Return what a person reads on a page of the table, or in one panel of it."""
    page = table.client.get(f"/t/{table.code}{path}", headers=table.headers(seat)).get_data(as_text=True)
    if part != "body":
        page = page[page.index(f'id="{part}"') :]
        page = page[: page.index("</section>") if "</section>" in page else len(page)]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


@pytest.fixture
def table(tmp_path: Path) -> Seated:
    table = Seated(tmp_path, sources=ordered({}))
    table.set_up()
    return table


class TestWhoAsks:
    """R-UNDO: a request names the player who made it."""

    def test_a_take_back_names_who_asks(self, table: Seated) -> None:
        table.do("table", {"do": "start_move", "characters": ["peter"]})
        table.call("human", "Anna")
        table.post("human", "/undo")
        asks = "Anna (characters) asks to take back the last step:"
        assert asks in read(table, "zombie", part="agreement")
        assert asks in read(table, "table", part="agreement")
        assert "You ask to take back the last step:" in read(table, "human", part="agreement")

    def test_several_steps_at_the_tablet(self, table: Seated) -> None:
        table.do("human", {"do": "start_move", "characters": ["peter"]}, {"do": "step", "to": "008"})
        table.post("table", "/undo", n=2)
        assert "The tablet asks to take back" in read(table, "zombie", part="agreement")

    def test_an_exception_names_who_asks(self, table: Seated) -> None:
        table.do("human", {"do": "start_move", "characters": ["peter"]})
        wall = {"do": "step", "to": "007"}
        asked = table.post("human", "/override", action=wall, version=table.version)
        assert asked.status_code == 202, asked.data
        panel = read(table, "zombie", part="agreement")
        assert "The human player asks for an exception. Allow this anyway:" in panel


def test_6_3_a_shot_that_nobody_asked_for_is_refused_among_the_facts(table: Seated) -> None:
    table.do("human", {"do": "start_move", "characters": ["peter"]})
    page = table.client.get(f"/t/{table.code}/square/128", headers=table.headers("human")).get_data(
        as_text=True
    )
    ruling = page[page.index('id="ruling"') : page.index('id="moment"')]
    assert "ruling no" not in ruling
    assert re.search(r"<dt>No shot</dt><dd>009 does not see 128", page)
    assert "Shoot anyway?" in page
    assert "Allow anyway" in page


def test_9_0_the_cardboard_is_turned_before_its_value_is_read(tmp_path: Path) -> None:
    table = Seated(tmp_path, options={"counters": "physical"}, sources=ordered({}))
    table.set_up()
    shot = {"do": "shoot", "by": ["peter"], "at": "025", "dice": [6, 5]}
    table.do("human", {"do": "start_move", "characters": ["peter"]}, shot)
    assert "First turn that unit face up on the table." in read(table, "table", part="moment")


def test_6_7_the_modifier_of_a_line_is_told_once() -> None:
    line = equipment.setting().sight.line("009", "010", {}).to_json()
    told = [fact["value"] for fact in sight_panel.verdict(line)["facts"]]
    assert sum("−" in value for value in told) == (1 if line["modifier"] else 0)
    assert line["modifier"]


def test_nobody_is_greeted_as_new_when_the_game_is_over(table: Seated) -> None:
    with table.opened() as loaded:
        loaded.positions[-1] = replace(loaded.positions[-1], phase="over", winner="zombie")
        loaded.views.clear()
    page = table.client.get(f"/t/{table.code}", headers=table.headers("table")).get_data(as_text=True)
    assert "data-over" in page
    assert "New here?" not in page


def test_15_2_the_hidden_zombie_table_is_named_once(tmp_path: Path) -> None:
    """What the referee proposes is said there alone: not as a reason too, nor as a thing to be done."""
    table = Seated(tmp_path, options={"mode": "solitaire"}, sources=ordered({}))
    table.do("table", START, {"do": "end_turn"})
    panel = read(table, "table", part="moment")
    assert panel.count("Hidden Zombie Table") == 1
    assert "Must" not in panel


def test_4_0_that_a_phase_is_done_is_said_once(table: Seated) -> None:
    table.do("human", {"do": "end_turn"})
    with table.opened() as loaded:
        loaded.positions[-1] = enter_phase(replace(loaded.positions[-1], zombies={}), "attack")
        loaded.views.clear()
    panel = read(table, "zombie", part="moment")
    assert panel.count("is done") == 1
    assert panel.index("Zombie Attack Phase is done") < panel.index("On to the")
    assert "Now" not in panel.split("On to the")[0]


def test_every_roll_that_is_told_says_that_it_is_one(tmp_path: Path) -> None:
    """A figure at the start of a sentence is no number of units."""
    table = Seated(tmp_path, options={"mode": "solitaire"}, sources=ordered({}))
    table.do("table", START, {"do": "end_turn"}, {"do": "roll_hidden", "dice": [6, 6]})
    assert table.record()[-1]["story"].startswith("Rolled 6 and 6: ")
    proposal = read(table, "table", part="proposal")
    assert re.search(r"\b1[05]\.\S+ [A-Z]", proposal)
