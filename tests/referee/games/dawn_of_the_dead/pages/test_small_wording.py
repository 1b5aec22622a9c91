"""Small slips that a new player stumbled over: a question mark, a missing space, a thing said twice."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from referee.games.dawn_of_the_dead.pages.game_log import agreement_note
from rules.dawn_of_the_dead.position import FreeState
from rules.dawn_of_the_dead.sequence import enter_phase
from tests.referee.seated import Seated, ordered


def read(table: Seated, seat: str, path: str = "") -> str:
    """Return what a person reads on a page of the table."""
    page = table.client.get(f"/t/{table.code}{path}", headers=table.headers(seat)).get_data(as_text=True)
    return " ".join(unescape(re.sub(r"<[^>]+>", "", page)).split())


@pytest.fixture
def table(tmp_path: Path) -> Seated:
    table = Seated(tmp_path, sources=ordered({}))
    table.set_up()
    return table


def test_the_sheet_of_this_device_sets_its_sentences_apart(table: Seated) -> None:
    said = "says “Your turn” too. Your own taps make no sound, unless they bring big news. These choices"
    assert said in read(table, "human")


def test_7_0_what_is_left_is_said_once_where_the_phase_is_ended(table: Seated) -> None:
    with table.opened() as loaded:
        now = enter_phase(replace(loaded.positions[-1], move=None), "free_movement")
        loaded.positions[-1] = replace(now, phase_state=FreeState(die=1, left=1))
        loaded.views.clear()
    page = read(table, "zombie", "/now?ending=ending")
    assert "End this phase with 1 free move left?" in page
    assert page.count("1 free move left") == 1


def test_the_question_before_a_phase_ends_gets_the_room_of_a_phone(table: Seated) -> None:
    """Its key would stand half behind the bar if the map kept half of the screen."""
    table.do("human", {"do": "start_move", "characters": ["peter"]})
    now, ending = (
        table.client.get(f"/t/{table.code}/now{query}", headers=table.headers("human")).text
        for query in ("", "?ending=ending")
    )
    assert " data-map" in now
    assert "End the turn with Movement Points" in ending
    assert " data-map" not in ending


def test_the_panel_of_places_is_headed_by_two_words(table: Seated) -> None:
    table.do("human", {"do": "start_move", "characters": ["peter"]}, {"do": "step", "to": "008"})
    panel = table.client.get(f"/t/{table.code}/now?back=back", headers=table.headers("human")).text
    assert re.search(r"<h2[^>]*>Take back\s*<", panel)


def test_a_question_bears_its_mark_at_its_end_alone(table: Seated) -> None:
    """R-UNDO: no mark stands before “Join table ...?” or “Play again?”."""
    page = table.app.test_client().get(f"/join/{table.tokens['human']}?ask=name").text
    assert "Join table" in page
    assert "ruling ask" not in page


def test_5_0_who_moves_is_asked_once(table: Seated) -> None:
    """The title of the keys asks it; a seat without these keys reads it among what there is to do."""
    for seat in ("human", "table"):
        page = read(table, seat)
        assert "Who moves?" in page
        assert "Choose who moves" not in page


def test_the_tablet_answers_for_each_of_two_characters_of_one_player() -> None:
    seats = ("roger", "steve+fran")
    told = agreement_note(taken_back=False, overridden=False, answered_for=seats)
    assert told == "the tablet answered for Roger, Steve and Fran"
    named = agreement_note(
        taken_back=False, overridden=False, answered_for=seats, names={"steve+fran": "Al and Bo"}
    )
    assert named == "the tablet answered for Roger and Al and Bo (Steve and Fran)"
