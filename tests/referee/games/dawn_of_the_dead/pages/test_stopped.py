"""A key that plays on until the players choose says in one line what it waits for (R-8.1a, 15.0)."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from referee.games.dawn_of_the_dead.pages.action_panel.agenda import line, stop_reason
from rules.dawn_of_the_dead.position import Zombie
from rules.dawn_of_the_dead.sequence import enter_phase
from tests.referee.dawn_views import seen_of
from tests.referee.games.dawn_of_the_dead.pages.test_batch_summary import attacked, in_phase, solitaire
from tests.referee.games.dawn_of_the_dead.pages.test_told_everywhere import reacting
from tests.referee.seated import START, Seated, ordered


def waits(table: Seated, path: str = "advance", **form: str) -> str:
    """Press a key, and return the line on what the table waits for, or ""."""
    data: dict[str, Any] = {"version": str(table.version), **form}
    answer = table.client.post(f"/t/{table.code}/{path}", headers=table.headers("table"), data=data)
    note = re.search(r'<p class="notice"[^>]*>(.*?)</p>', unescape(answer.get_data(as_text=True)), re.DOTALL)
    return note[1].strip() if note and "Your call" in note[1] else ""


def test_8_1_a_whole_turn_that_stops_for_the_shot_says_so(tmp_path: Path) -> None:
    table = attacked(tmp_path)
    assert waits(table, far="turn") == "Your call: Peter and Roger may shoot first, or hold fire."


def test_what_the_table_waits_for_is_said_once(tmp_path: Path) -> None:
    table = attacked(tmp_path)
    data = {"version": str(table.version), "far": "turn"}
    answer = table.client.post(f"/t/{table.code}/advance", headers=table.headers("table"), data=data)
    panel = unescape(answer.get_data(as_text=True)).split('id="moment"')[1].split("</section>")[0]
    assert panel.count("may shoot first") == 1


def test_a_phase_that_has_only_to_be_ended_gives_no_reason() -> None:
    ends = {"kind": "may", "seat": "zombie", "text": "End the phase.", "case": "4.0"}
    view = {"phase": "reaction", "request": None, "underway": None, "agenda": [ends]}
    assert stop_reason(seen_of({**view, "moment": {"far": "phase", "left_phase": False}})) == ""


@pytest.mark.parametrize(
    ("request_", "agenda", "says"),
    [({"kind": "undo"}, [], "a question waits for an answer."), (None, [], "the players choose now.")],
)
def test_what_it_waits_for_where_no_line_of_the_agenda_says_so(
    request_: dict[str, str] | None, agenda: list[dict[str, str]], says: str
) -> None:
    view = {"phase": "attack", "request": request_, "underway": None, "agenda": agenda}
    last = {"far": "phase", "left_phase": False}
    assert stop_reason(seen_of({**view, "moment": last})) == f"Your call: {says}"
    assert stop_reason(seen_of({**view, "moment": {**last, "far": ""}})) == ""


def notes(table: Seated) -> set[str]:
    """Return the lines on a stop that the screens of all seats show when they are loaded."""
    screens = (
        unescape(table.client.get(f"/t/{table.code}", headers=table.headers(seat)).get_data(as_text=True))
        for seat in table.tokens
    )
    return {"".join(re.findall(r"Your call: [^.]*\.", screen)) for screen in screens}


def test_every_screen_is_told_until_the_next_step(tmp_path: Path) -> None:
    table = attacked(tmp_path)
    assert notes(table) == {""}
    said = waits(table, far="turn")
    assert notes(table) == {said}
    table.do("table", {"do": "hold_fire"})
    assert notes(table) == {""}


def test_how_far_a_tap_was_to_go_outlives_a_restart(tmp_path: Path) -> None:
    table = solitaire(tmp_path)
    waits(table, far="phase")
    before = table.everything()
    assert (table.view()["moment"]["far"], table.view()["moment"]["left_phase"]) == ("phase", True)
    table.restart()
    assert table.everything() == before


def test_7_0_every_screen_is_told_where_the_moves_without_a_choice_stopped(tmp_path: Path) -> None:
    """With two players: what is left is the zombie player's choice, which the other screens wait for."""
    table = reacting(tmp_path)
    with table.opened() as loaded:
        now = loaded.positions[-1]
        zombies = {square: Zombie(3) for square in ("025", "011")}
        loaded.positions[-1] = enter_phase(replace(now, zombies=zombies), "reaction")
        loaded.views.clear()
    form = {"version": str(table.version), "action": '{"do":"forced"}'}
    table.client.post(f"/t/{table.code}/do", data=form, headers=table.headers("zombie"))
    assert table.view()["phase"] == "reaction"
    (said,) = notes(table)
    assert said.startswith("Your call: ")


def test_8_1_a_line_that_says_may_has_no_second_may_before_it() -> None:
    item = {"kind": "may", "seat": "zombie", "text": "You may reveal hidden zombies.", "case": "9.2"}
    assert line(item)["word"] == ""
    assert line(item | {"text": "Check one unit."})["word"] == "May"


def test_5_4_a_value_to_be_read_off_the_cardboard_stops_it_too(tmp_path: Path) -> None:
    table = Seated(tmp_path, options={"mode": "solitaire", "counters": "physical"}, sources=ordered({}))
    table.do("table", START)
    with table.opened() as loaded:
        loaded.positions[-1] = enter_phase(
            replace(loaded.positions[-1], zombies={"009": Zombie(None)}), "attack"
        )
        loaded.views.clear()
    assert "may shoot first" in waits(table, far="turn")
    table.do("table", {"do": "hold_fire"})
    said = waits(table, far="turn")
    assert table.view()["underway"]["needs"] == {"value": ["009"]}
    assert said.startswith(f"Your call: {table.view()['underway']['reason']}")


def test_what_went_all_the_way_waits_for_nothing(tmp_path: Path) -> None:
    table = solitaire(tmp_path)
    assert waits(table) == ""
    assert waits(table, far="phase") == ""
    assert waits(table, far="turn") == ""
    assert table.view()["phase"] == "human"


def test_8_0_a_phase_stops_for_the_names_of_those_attacked(tmp_path: Path) -> None:
    table = in_phase(tmp_path, "attack", seed="five", zombies={"009": Zombie(9)})
    assert waits(table, far="phase") == "Your call: Peter and Roger may shoot first, or hold fire."
