"""The answer to a tap on the map: every likely meaning, and why a refused one is refused."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from rules.dawn_of_the_dead.position import FreeState, Zombie
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
    with table.opened() as loaded:
        now = loaded.positions[-1]
        stunned = replace(now.characters[name], status="stunned")
        loaded.positions[-1] = replace(now, characters={**now.characters, name: stunned})
        loaded.views.clear()


def test_a_far_square_with_a_zombie_is_answered_as_a_shot_and_as_a_walk(table: Seated) -> None:
    table.do("human", {"do": "start_move", "characters": ["peter"]})
    seen = tapped(table, "/square/128")
    assert "No shot 009 does not see 128" in seen
    assert "✕ No Going from 009 to 128 costs 8 Movement Points; 7 left" in seen
    near = tapped(table, "/square/046")
    assert "No shot 009 does not see 046" in near
    assert "Walk there: 028, 047, 046" in near


def test_8_3_who_cannot_be_moved_is_told_beside_those_who_can(table: Seated) -> None:
    stun(table, "fran")
    seen = tapped(table, "/square/010")
    assert "Move Steve" in seen
    assert re.search(r"✕ No Fran is stunned", seen)
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


@pytest.mark.parametrize("zombies", [{}, {"030": Zombie(3)}])
def test_6_3_a_walk_to_a_companion_comes_before_the_shot_that_nobody_meant(
    table: Seated, zombies: dict[str, Zombie]
) -> None:
    """Peter is two steps away and moved last turn, so nobody meant him or a shot past him."""
    with table.opened() as loaded:
        now = loaded.positions[-1]
        peter = replace(now.characters["peter"], square="030", moved_last_turn=True)
        people = {**now.characters, "peter": peter}
        loaded.positions[-1] = replace(now, characters=people, zombies=zombies)
        loaded.views.clear()
    table.do("human", {"do": "start_move", "characters": ["steve"]})
    seen = tapped(table, "/square/030")
    assert "Walk there: 011, 030" in seen
    assert "Allow anyway" not in seen
    assert "No shot" not in seen
    assert ("line of fire" in seen) == bool(zombies)


@pytest.fixture
def free(table: Seated) -> Seated:
    """Give the Free Movement Phase: the units in 030 and 031 have had their move, that in 048 has not."""
    with table.opened() as loaded:
        start = loaded.positions[-1]
        state = FreeState(spent=frozenset({"030", "031"}), die=2, left=2)
        units = {square: Zombie(2) for square in ("030", "031", "048")}
        loaded.positions[-1] = replace(
            start, phase="free_movement", zombies=units, phase_state=state, trail=("029",)
        )
        loaded.views.clear()
    return table


def test_a_unit_that_may_not_move_is_asked_about_the_square_that_is_chosen_for_it(free: Seated) -> None:
    """Where it should go is not made up: there is no key to agree on until a square was tapped (R-7.4a)."""
    seen = tapped(free, "/square/031", "zombie")
    assert "The unit in 031 already moved, or saw where the characters went" in seen
    assert "To see why not, tap the square it should go to." in seen
    assert "Allow anyway" not in seen
    asked = tapped(free, "/square/029?from=031", "zombie")
    assert "Allow anyway (both must agree): The unit in 031 goes to 029" in asked


def test_7_0_a_look_before_the_die_for_free_moves_is_no_mistake(free: Seated) -> None:
    with free.opened() as loaded:
        loaded.positions[-1] = replace(loaded.positions[-1], phase_state=FreeState())
        loaded.views.clear()
    seen = tapped(free, "/square/048", "zombie")
    assert "Roll the die for free moves first." in seen
    assert "Not now" in seen
    assert "Not allowed" not in seen


def test_7_6_what_cannot_be_carried_out_is_not_offered_to_be_agreed_on(free: Seated) -> None:
    """The move was already made. No agreement can put two units into one square."""
    ruling = answered_ask(free, {"do": "free_move", "from": "031", "path": ["030"]})
    assert "already moved" in ruling
    assert "Allow anyway" not in ruling


def test_a_tap_on_another_unit_means_that_unit_where_the_chosen_one_may_not_move(free: Seated) -> None:
    assert "The unit in 030 already moved" in tapped(free, "/square/030?from=031", "zombie")
    assert "Tap where it should go." in tapped(free, "/square/048?from=031", "zombie")


def test_the_request_names_the_action_whole_at_every_seat(table: Seated) -> None:
    table.do("human", {"do": "start_move", "characters": ["peter", "roger"]}, {"do": "step", "to": "028"})
    behind = "Peter and Roger go from 028 to 027"
    assert f"Allow anyway (both must agree): {behind}" in tapped(table, "/square/027")
    asked = {"action": {"do": "step", "to": "027"}, "version": table.version}
    assert table.post("human", "/override", **asked).status_code == 202
    for seat in ("table", "human", "zombie"):
        page = table.client.get(f"/t/{table.code}", headers=table.headers(seat)).get_data(as_text=True)
        assert f"Allow this anyway: “{behind}”. The referee refused it." in page


def answered_ask(table: Seated, action: dict[str, object]) -> str:
    """Return what the zombie player's phone says to an action that it sends."""
    form = {"action": json.dumps(action), "version": str(table.version)}
    answer = table.client.post(f"/t/{table.code}/do", data=form, headers=table.headers("zombie"))
    page = answer.get_data(as_text=True)
    return page[page.index('id="ruling"') : page.index('id="moment"')]
