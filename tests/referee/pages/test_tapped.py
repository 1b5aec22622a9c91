"""What a tap on the map is answered with: everything that may have been meant, and why what is not allowed is not."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from tests.referee.seated import Seated, ordered

STAGE = "in=1.human.human"


@pytest.fixture
def table(tmp_path: Path) -> Seated:
    table = Seated(tmp_path, sources=ordered({}))
    table.set_up()
    return table


def tapped(table: Seated, path: str, seat: str = "human") -> str:
    """Return what a person reads on the page after a tap, its panels only."""
    page = table.client.get(f"/t/{table.code}{path}", headers=table.headers(seat)).get_data(as_text=True)
    side = page[page.index('id="ruling"') : page.index('id="ways"')]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", side)).split())


def stun(table: Seated, name: str) -> None:
    with table.tables.keeper.at(table.code) as live:
        now = live.positions[-1]
        stunned = replace(now.characters[name], status="stunned")
        live.positions[-1] = replace(now, characters={**now.characters, name: stunned})
        live.views.clear()


def test_a_far_square_with_a_zombie_is_answered_as_a_shot_and_as_a_walk(table: Seated) -> None:
    table.do("human", {"do": "start_move", "characters": ["peter"]})
    seen = tapped(table, "/square/128")
    assert "No shot 009 does not see 128" in seen
    assert "✕ Not Going from 009 to 128 costs 8 Movement Points; 7 left" in seen
    near = tapped(table, "/square/046")
    assert "No shot 009 does not see 046" in near
    assert "Walk there: 028, 047, 046" in near


def test_8_3_who_cannot_be_moved_is_told_beside_those_who_can(table: Seated) -> None:
    stun(table, "fran")
    seen = tapped(table, "/square/010")
    assert "Move Steve" in seen
    assert re.search(r"✕ Not Fran is stunned", seen)
    assert "Steve is" not in seen


def test_8_3_all_who_cannot_be_moved_are_told(table: Seated) -> None:
    stun(table, "steve")
    stun(table, "fran")
    seen = tapped(table, "/square/010")
    assert "Steve is stunned" in seen
    assert "Fran is stunned" in seen


def test_the_zombie_player_is_told_nothing_of_who_may_move(table: Seated) -> None:
    stun(table, "fran")
    assert "✕" not in tapped(table, "/square/010", "zombie")


@pytest.mark.parametrize("what", ["square/043", "square/043?from=009", "door/043-062"])
def test_what_was_looked_at_is_over_with_its_phase(table: Seated, what: str) -> None:
    """Asked anew in the same phase it is still there; in the next one it makes room for what comes."""
    mark = "&" if "?" in what else "?"
    asked = f"/{what}{mark}{STAGE}"
    title = "Square 043" if "square" in what else "Door between 043 and 062"
    assert title in tapped(table, asked, "zombie")
    table.do("human", {"do": "start_move", "characters": ["peter"]}, {"do": "end_turn"})
    seen = tapped(table, asked, "zombie")
    assert title not in seen
    assert "Check one unit" in seen
    assert title in tapped(table, f"/{what}", "zombie")


def test_the_dice_lie_beside_the_question_for_a_value(tmp_path: Path) -> None:
    table = Seated(tmp_path, options={"counters": "physical"}, sources=ordered({}))
    table.set_up()
    shot = {"do": "shoot", "by": ["peter"], "at": "025", "dice": [6, 5]}
    table.do("human", {"do": "start_move", "characters": ["peter"]}, shot)
    page = table.client.get(f"/t/{table.code}", headers=table.headers("table")).get_data(as_text=True)
    assert "<dt>Dice</dt><dd>6 and 5</dd>" in page
    assert 'class="mark must" data-square="025"' in page
    assert 'class="mark chosen" data-square="009"' in page
