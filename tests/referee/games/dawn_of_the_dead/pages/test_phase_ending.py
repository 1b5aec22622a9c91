"""Ending a phase: the key says what is left, asks again, and stands apart. One line tells a taking back."""

from __future__ import annotations

from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from referee.games.dawn_of_the_dead.pages.action_panel import phase_keys
from referee.games.dawn_of_the_dead.pages.game_log import log, undone_text
from tests.referee.dawn_views import seen_of, view_of
from tests.referee.seated import START, Seated, ordered
from tests.rows import each_row

FREE = {
    "phase": "free_movement", "phase_state": {"die": 5, "left": 5}, "zombies": [],
    "characters": {}, "turn": 1,
    "mode": "two-player", "agenda": [],
}  # fmt: skip
MOVE = {"do": "free_move", "from": "045", "path": ["046"]}
NEXT = {"do": "next_phase"}


REACTS: dict[str, Any] = {"do": "react", "super": "fran", "path": ["046"]}


def last_group(view: dict[str, Any], *actions: dict[str, Any]) -> Any:
    """Return the group of the key that ends the phase."""
    return phase_keys.groups(seen_of(view), actions, "/t/X")[-1]


def test_7_0_a_phase_with_free_moves_left_says_so_and_asks_before_it_ends() -> None:
    group = last_group(FREE, MOVE, NEXT)
    assert group.apart
    (key,) = group.keys
    assert key.label == "On to the Zombie Attack Phase (5 free moves left)"
    assert (key.action, key.tone, key.url) == ("", "", "/t/X/now?ending=ending")
    title, (yes,) = phase_keys.confirmation(view_of(FREE), [MOVE, NEXT]) or ("", ())
    assert title == "End this phase with 5 free moves left?"
    assert (yes.keys[0].label, yes.keys[0].tone) == ("Yes: on to the Zombie Attack Phase", "")


def test_a_phase_with_nothing_left_ends_with_one_tap_on_the_brightest_key() -> None:
    group = last_group(FREE, NEXT)
    (key,) = group.keys
    assert group.apart
    assert (key.label, key.action, key.tone) == (
        "On to the Zombie Attack Phase",
        '{"do":"next_phase"}',
        "main",
    )
    assert phase_keys.confirmation(view_of(FREE), [NEXT]) is None


@each_row(
    "phase, action, says, asks",
    [
        ("berserk", {"do": "check_berserk"}, "No unit checked yet", "before any unit was checked"),
        ("reaction", REACTS, "Some zombies can still react", "while zombies can still react"),
        ("reaction", {"do": "reveal"}, "1 hidden zombie to reveal", "and leave 1 hidden zombie unrevealed"),
        ("free_movement", {"do": "reveal"}, "Free moves not rolled", "without a roll for free moves"),
        ("human", {"do": "step", "to": "046"}, "Movement Points left", "with Movement Points left"),
        ("human", {"do": "shoot", "by": ["peter"]}, "Shots left", "with shots left"),
    ],
)
def test_what_is_left_is_told_on_the_key_and_asked_about(
    phase: str, action: dict[str, Any], says: str, asks: str
) -> None:
    view = {**FREE, "phase": phase, "phase_state": {}, "move": {"characters": ["peter"]}}
    assert phase_keys.left_over(view_of(view), [action, NEXT]) == says
    title, _ = phase_keys.confirmation(view_of(view), [action, NEXT]) or ("", ())
    assert title == f"End this phase {asks}?"


def test_8_0_where_only_the_end_is_left_nothing_is_asked() -> None:
    assert phase_keys.left_over(view_of({**FREE, "phase": "attack"}), [NEXT]) == ""


@pytest.mark.parametrize(
    ("units", "state", "says"),
    [
        ([{"square": "045", "berserk": False}], {"lapsed": []}, "No unit checked yet"),
        ([{"square": "045", "berserk": True}], {"lapsed": []}, "One more unit can be checked"),
        ([{"square": "045", "berserk": False}], {"lapsed": ["045"]}, "One more unit can be checked"),
    ],
)
def test_10_0_after_the_check_of_a_berserk_unit_nobody_is_told_that_none_was_checked(
    units: list[dict[str, Any]], state: dict[str, Any], says: str
) -> None:
    view = {**FREE, "phase": "berserk", "phase_state": state, "zombies": units}
    assert phase_keys.left_over(view_of(view), [{"do": "check_berserk", "square": "046"}, NEXT]) == says


def test_5_0_one_whose_characters_rest_ends_the_turn_of_the_others_with_a_second_tap_alone(
    tmp_path: Path,
) -> None:
    """Together: Roger moved last turn, and Peter's player has not moved yet."""
    table = Seated(tmp_path, options={"mode": "cooperative"})
    table.do("table", START)
    with table.opened() as loaded:
        now = loaded.positions[-1]
        rests = {**now.characters, "roger": replace(now.characters["roger"], moved_last_turn=True)}
        loaded.positions[-1] = replace(now, characters=rests)
        loaded.views.clear()
    page = shown(table, "roger")
    assert "End the Human Player-Turn (Nobody has moved yet)" in page
    assert '{"do":"end_turn"}' not in page
    assert "Yes: end the Human Player-Turn" in shown(table, "roger", "/now?ending=ending")


@pytest.fixture
def table(tmp_path: Path) -> Seated:
    """Return a table where Fran has moved two squares."""
    table = Seated(tmp_path, sources=ordered({}))
    table.set_up()
    table.do("human", {"do": "start_move", "characters": ["fran"]}, {"do": "step", "to": "011"})
    table.do("human", {"do": "step", "to": "012"})
    return table


def shown(table: Seated, seat: str, path: str = "") -> str:
    """Return a page of the table as a seat is shown it."""
    return unescape(
        table.client.get(f"/t/{table.code}{path}", headers=table.headers(seat)).get_data(as_text=True)
    )


def test_5_1_ending_the_player_turn_asks_where_points_are_left_and_belongs_to_the_human_side(
    table: Seated,
) -> None:
    page = shown(table, "human", "/now?ending=ending")
    assert (
        "End the turn with Movement Points left?" in page
        or "End the turn with Movement Points and shots left?" in page
    )
    assert "Yes: end the Human Player-Turn" in page
    assert "end the Human Player-Turn" not in shown(table, "zombie", "/now?ending=ending")
    stale = shown(table, "human", "/now?ending=1.berserk.zombie")
    assert "Yes: end" not in stale


def test_the_places_to_go_back_to_are_one_tap_each(table: Seated) -> None:
    page = shown(table, "human", "/now?back=back")
    assert "The start of this move" in page
    assert "The start of the Human Player-Turn" in page
    first = table.view()["undo"]["places"][0]["n"]
    answer = table.client.post(
        f"/t/{table.code}/undo", headers=table.headers("human"), data={"n": str(first)}
    )
    assert answer.status_code == 200
    assert "2 steps, back to the start of this move." in shown(table, "zombie")
    table.post("zombie", "/undo")
    assert table.position.characters["fran"].square == START["squares"]["fran"]


def test_many_steps_taken_back_are_one_line_of_the_log_and_one_sentence_of_the_box(table: Seated) -> None:
    before = len(log(table.tables.story(table.code, "table")))
    table.post("human", "/undo", n=3)
    table.post("zombie", "/undo")
    entries = log(table.tables.story(table.code, "table"))
    assert len(entries) == before - 2
    assert (entries[0]["mark"], entries[0]["back"]) == ("taken back", True)
    assert entries[0]["text"].startswith("3 steps, starting with “")
    assert entries[0]["text"] in shown(table, "table")


def test_many_steps_taken_back_quote_no_reason() -> None:
    """Alone the referee's first step has a second sentence, which filled a phone on its side."""
    steps = [
        {"story": "Rolled 5: nothing appears. 15.2: it may appear first."},
        {"story": "Unit: 012 → 011."},
    ]
    assert undone_text(steps) == "2 steps, starting with “Rolled 5: nothing appears”."
    assert undone_text(steps[:1]) == steps[0]["story"]


def test_4_0_phases_that_ended_by_themselves_are_one_line_of_the_log(tmp_path: Path) -> None:
    table = Seated(tmp_path, options={"phases": "automatic"}, sources=ordered({}))
    table.set_up()
    table.do("human", {"do": "end_turn"})
    table.do("zombie", {"do": "check_berserk", "square": "043", "die": 6})
    entries = log(table.tables.story(table.code, "table"))
    assert [entry["text"] for entry in entries[:2]] == [
        table.record()[-1]["story"],
        "Rolled 6: the unit in 043 does not go berserk.",
    ]
    assert "No reactions. Zombie Free Movement Phase begins." in shown(table, "table")
