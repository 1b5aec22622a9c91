"""What there is to do, as the seat reads it that does it and as the one does that waits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules.dawn_of_the_dead.position import Zombie
from rules.dawn_of_the_dead.sequence import enter_phase
from tests.referee.seated import HIDDEN, START, Seated

STRIKES = ("Attack 1 character", "Attack 2 characters")
NO_SHOT = "No shot: the attack goes on"


def test_only_who_acts_is_told_that_he_must(tmp_path: Path) -> None:
    """7.0: the one who waits sees who is being waited for, and no order to do what another one does."""
    seated = Seated(tmp_path)
    shown = {
        seat: seated.client.get(f"/t/{seated.code}", headers=seated.headers(seat)).text
        for seat in ("human", "zombie")
    }
    text = "Choose five secret squares"
    assert text not in shown["human"]
    assert "Waiting for the zombie player." in shown["human"]
    assert 'class="kind waits"' not in shown["human"]
    assert 'class="kind must"' not in shown["human"]
    assert 'class="kind must">Must' in shown["zombie"]
    seated.tables.close()


def test_those_who_play_together_read_that_one_places_all_characters(tmp_path: Path) -> None:
    """3.2: each phone shows the form, and the first to send it places everybody's characters."""
    says = "One of you places them for everybody."
    for options, told in (({"mode": "cooperative", "players": 3}, True), ({"mode": "solitaire"}, False)):
        seated = Seated(tmp_path / str(told), options=options)
        for seat in seated.tokens:
            page = seated.client.get(f"/t/{seated.code}", headers=seated.headers(seat)).text
            assert (says in page) is told
        seated.do("table", START)
        assert says not in seated.client.get(f"/t/{seated.code}", headers=seated.headers("table")).text
        seated.tables.close()


def test_those_who_play_together_read_who_is_moving(tmp_path: Path) -> None:
    """5.0: one character moves at a time, and the other phones lie there with keys of their own."""
    seated = Seated(tmp_path, options={"mode": "cooperative", "players": 3})
    seated.do("table", START)

    def phone(seat: str) -> str:
        return seated.client.get(f"/t/{seated.code}", headers=seated.headers(seat)).text

    seated.do("steve+fran", {"do": "start_move", "characters": ["steve"]})
    assert "Steve is moving." in phone("peter")
    assert "is moving." not in phone("steve+fran")
    assert "is moving." not in phone("table")
    seated.post("table", "/name", seat="steve+fran", name="Cara")
    assert "Cara is moving Steve." in phone("roger")
    seated.do("peter", {"do": "start_move", "characters": ["peter"]})
    assert "Peter is moving." in phone("roger")
    assert "moving Steve" not in phone("roger")
    seated.tables.close()


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({}, "Waiting for the zombie player."),
        ({"mode": "solitaire"}, "Waiting for the player."),
        ({"mode": "cooperative", "players": 3}, "Waiting for the players."),
    ],
)
def test_a_spectator_is_told_who_acts_and_never_to_act(
    tmp_path: Path, options: dict[str, Any], says: str
) -> None:
    """3.2, 4.0: those who look on get no order, in any phase."""
    seated = Seated(tmp_path, options=options)
    if not options:
        assert says in looking_on(seated)
        seated.do("zombie", HIDDEN)
        says = "Waiting for the human player."
    assert says in looking_on(seated)
    seated.do("table", START)
    assert says in looking_on(seated)
    with seated.opened() as loaded:
        start = replace(loaded.positions[-1], move=None)
    for phase in ("berserk", "reaction", "free_movement", "attack", "generation"):
        with seated.opened() as loaded:
            loaded.positions[-1] = enter_phase(start, phase)
            loaded.views.clear()
        assert ("the zombie player." if not options else says) in looking_on(seated)
    seated.tables.close()


def looking_on(seated: Seated) -> str:
    """Return the panel of somebody who looks on, in which nothing must or may be done."""
    seated.tokens["spectator"] = seated.tables.lobby.invitation(seated.code, "table")["spectator"]["token"]
    page = panel(seated, "spectator", "/now")
    assert 'class="kind must"' not in page
    assert 'class="kind may"' not in page
    return page


def test_5_1_what_is_left_to_spend_is_named_once(tmp_path: Path) -> None:
    seated = Seated(tmp_path)
    seated.set_up()
    seated.do("human", {"do": "start_move", "characters": ["peter"]})
    shown = seated.client.get(f"/t/{seated.code}", headers=seated.headers("human")).text
    assert re.search(r'<li>\s*<span class="grow">Peter: ', shown)
    assert "kind left" not in shown
    seated.tables.close()


@pytest.fixture
def attacked(tmp_path: Path) -> Iterator[Seated]:
    """Give a table at which Peter and Roger are attacked in 009."""
    seated = Seated(tmp_path)
    seated.set_up()
    people = {"peter": "009", "roger": "009", "steve": "010", "fran": "010"}
    assert {n: c.square for n, c in seated.position.characters.items()} == people
    with seated.opened() as loaded:
        loaded.positions[-1] = enter_phase(
            replace(loaded.positions[-1], zombies={"009": Zombie(7)}, move=None), "attack"
        )
        loaded.views.clear()
    seated.do("zombie", {"do": "open_attack", "square": "009"})
    yield seated
    seated.tables.close()


def panel(seated: Seated, seat: str, path: str) -> str:
    """Return what a seat is shown at an address of the table."""
    shown = seated.client.get(f"/t/{seated.code}{path}", headers=seated.headers(seat))
    assert shown.status_code == 200
    return shown.text


@pytest.mark.parametrize("path", ["", "/square/009"])
def test_8_0_no_tap_cuts_off_a_shot_that_the_human_player_has_not_decided_on(
    attacked: Seated, path: str
) -> None:
    """6.9, 8.1: the keys to strike come to every screen when the shots have been made or let go."""
    for seat in ("zombie", "table", "human"):
        shown = panel(attacked, seat, path)
        assert not any(strike in shown for strike in STRIKES)
        assert (NO_SHOT in shown) is (seat != "zombie")
    assert "Waiting for the human player." in panel(attacked, "zombie", "")
    attacked.do("human", {"do": "hold_fire"})
    for seat in ("zombie", "table", "human"):
        shown = panel(attacked, seat, path)
        assert all((strike in shown) is (seat != "human") for strike in STRIKES)
        assert NO_SHOT not in shown


def test_8_1_over_http_the_strike_waits_as_well(attacked: Seated) -> None:
    """R-8.1a: a program too must wait for the shot or its waiver, and no agreement avoids it."""
    strike = {"do": "declare_attack", "count": 1}
    assert attacked.get("zombie", "/actions").get_json()["actions"] == []
    assert {"do": "hold_fire"} in attacked.get("human", "/actions").get_json()["actions"]
    early = attacked.try_("zombie", strike)
    assert early.status_code == 422
    ruling = early.get_json()["ruling"]
    assert ruling["cases"] == ["8.1", "R-8.1a"]
    assert ruling["reason"] == "Peter and Roger may shoot before the attack, or hold fire."
    over = attacked.post("zombie", "/override", action=strike, version=attacked.version)
    assert over.status_code == 422
    attacked.do("human", {"do": "hold_fire"})
    assert strike in attacked.get("zombie", "/actions").get_json()["actions"]
    attacked.do("zombie", strike)
    assert attacked.try_("human", {"do": "hold_fire"}).status_code == 422


def test_8_1_a_record_from_before_the_strike_waited_is_played_on(attacked: Seated) -> None:
    """R-8.1a: a record of old strikes without a word of the shots; lines of it are played as they stand."""
    with attacked.opened() as loaded:
        start = loaded.positions[-1]
        match, strike = loaded.match, loaded.match.read({"do": "declare_attack", "count": 1})
        assert not match.check(start, strike, "zombie").legal
        after = match.rule(start, strike).after
        assert after is not None
        named = match.rule(after, match.read({"do": "choose_victims", "characters": ["peter"]})).after
        assert named is not None
        assert match.rule(
            named, match.read({"do": "roll_attack", "character": "peter", "dice": [5, 5]})
        ).after


def test_8_1_only_the_side_under_attack_lets_its_shots_go(attacked: Seated) -> None:
    assert attacked.try_("zombie", {"do": "hold_fire"}).status_code == 403
    attacked.do("table", {"do": "hold_fire"})
    assert "Peter and Roger hold fire." in panel(attacked, "zombie", "")


@pytest.mark.parametrize("tool", ["/sight", "/sight?from=024&to=062", "/squares"])
def test_a_tool_calls_the_players_whom_the_game_waits_for(attacked: Seated, tool: str) -> None:
    """8.1: the human player decides on the shot, then the zombie player strikes. The tablet serves both."""
    calls = "Your turn. Peter and Roger may shoot first"
    assert calls in panel(attacked, "human", tool)
    assert calls not in panel(attacked, "human", "")
    assert "Your turn." not in panel(attacked, "zombie", tool) + panel(attacked, "table", tool)
    attacked.do("human", {"do": "hold_fire"})
    assert "Your turn." in panel(attacked, "zombie", tool)
    assert "Your turn." not in panel(attacked, "human", tool) + panel(attacked, "table", tool)


def test_a_tool_says_that_the_game_is_over(tmp_path: Path) -> None:
    seated = Seated(tmp_path)
    seated.set_up()
    with seated.opened() as loaded:
        loaded.positions[-1] = replace(loaded.positions[-1], phase="over", winner="zombie")
        loaded.views.clear()
    for seat in seated.tokens:
        assert "The game is over." in panel(seated, seat, "/squares")
    seated.tables.close()
