"""All that one tap did is told in one sentence, and every screen at the table gets the same one."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from rules.dawn_of_the_dead.position import Zombie
from rules.dawn_of_the_dead.sequence import enter_phase
from tests.referee.seated import START, Seated, ordered

Json = dict[str, Any]
ALL = ("table", "human", "zombie")


def told(table: Seated, seat: str) -> str:
    """Return the sentence of the ruling on a screen that is loaded now."""
    page = unescape(table.client.get(f"/t/{table.code}", headers=table.headers(seat)).text)
    reason = re.search(r'<p class="reason"[^>]*>(.*?)</p>', page[page.index('id="ruling"') :])
    assert reason
    return reason[1]


def press(table: Seated, seat: str, path: str, **form: str) -> None:
    """Press a key on the screen of a seat."""
    form = {"version": str(table.version), **form}
    answer = table.client.post(f"/t/{table.code}/{path}", data=form, headers=table.headers(seat))
    assert answer.status_code == 200


def reacting(folder: Path, **options: str) -> Seated:
    """Return a table in its Reaction Phase, with two units that have one possible move each."""
    table = Seated(folder, options=dict(options), sources=ordered({}))
    table.set_up()
    with table.opened() as loaded:
        zombies = {square: Zombie(3) for square in ("007", "011")}
        now = replace(loaded.positions[-1], zombies=zombies, trail=("008", "009", "010"))
        loaded.positions[-1] = enter_phase(now, "reaction")
        loaded.views.clear()
    return table


def test_5_0_a_walk_is_told_whole_on_every_screen(tmp_path: Path) -> None:
    table = Seated(tmp_path)
    table.set_up()
    table.do("human", {"do": "start_move", "characters": ["peter"]})
    press(table, "human", "do", action=json.dumps({"do": "walk", "path": ["008", "007"]}))
    assert {told(table, seat) for seat in ALL} == {"Peter goes from 009 to 007. 5 Movement Points left."}
    table.restart()
    assert told(table, "table") == "Peter goes from 009 to 007. 5 Movement Points left."
    table.do("human", {"do": "step", "to": "008"})
    assert {told(table, seat) for seat in ALL} == {"Peter goes from 007 to 008. 4 Movement Points left."}
    table.tables.close()


def arrows(table: Seated, seat: str) -> int:
    """Return how many arrows on the map show where a zombie went, without the one in its key."""
    page = table.client.get(f"/t/{table.code}", headers=table.headers(seat)).text
    return re.sub(r'<dialog id="map-key".*?</dialog>', "", page, flags=re.DOTALL).count('class="arrow done"')


@pytest.mark.parametrize("phases", ["tap", "automatic"])
def test_7_0_reactions_without_a_choice_are_told_whole_on_every_screen(tmp_path: Path, phases: str) -> None:
    """Their arrows stay on the map, also where the phase ends by itself with the last of them."""
    table = reacting(tmp_path, phases=phases)
    press(table, "zombie", "do", action='{"do":"forced"}')
    moved = [line["action"] for line in table.record() if line.get("action", {}).get("do") == "react"]
    assert len(moved) == 2
    sentences = {told(table, seat) for seat in ALL}
    assert len(sentences) == 1
    for move in moved:
        assert f"{move['from']} → {move['path'][-1]}" in next(iter(sentences))
    for seat in ALL:
        assert arrows(table, seat) == 2
    table.tables.close()


def test_15_0_a_whole_phase_is_told_alike_on_tablet_and_phone(tmp_path: Path) -> None:
    """What the referee did at one tap on the tablet is told whole on the phone, with all arrows."""
    table = Seated(tmp_path, options={"mode": "solitaire"}, sources=ordered({}))
    table.do("table", START, {"do": "start_move", "characters": ["peter"]}, {"do": "step", "to": "008"})
    table.do("table", {"do": "end_turn"})
    moves: list[Json] = []
    while not moves:
        first = table.record()[-1]["n"]
        press(table, "table", "advance", far="phase")
        done = [line["action"] for line in table.record() if line.get("n", 0) > first]
        moves = [action for action in done if action["do"] in {"react", "free_move"}]
    assert f"{len(moves)} zombie piece" in told(table, "table")
    assert told(table, "human") == told(table, "table")
    assert arrows(table, "human") == len(moves)
    table.tables.close()
