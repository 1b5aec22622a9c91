"""R-8.1a: the shot of those attacked, or its waiver, is their player's own tap while his phone is here."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from referee.events import GRACE_SECONDS
from rules.dawn_of_the_dead.position import Zombie
from rules.dawn_of_the_dead.sequence import enter_phase
from tests.referee.any_table import Clock
from tests.referee.seated import START, Seated, ordered

HOLD = {"do": "hold_fire"}
ANSWERS = {"defend", "hold_fire"}


def under_attack(folder: Path, mode: str, **options: Any) -> Seated:
    """Return a table where a zombie attacks Peter and Roger in 009."""
    sources = replace(ordered({}), clock=Clock())
    table = Seated(folder, options={"mode": mode, **options}, sources=sources)
    if mode == "two-player":
        table.set_up()
    else:
        table.do("table", START)
    with table.opened() as loaded:
        now = loaded.positions[-1]
        zombies = {**now.zombies, "009": Zombie(9)}
        loaded.positions[-1] = enter_phase(replace(now, zombies=zombies), "attack")
        loaded.views.clear()
    table.do("table", {"do": "open_attack", "square": "009"})
    return table


@contextmanager
def here(table: Seated, seat: str) -> Iterator[None]:
    """Let a phone of a seat listen for news."""
    with table.tables.events.open_stream(table.code, seat):
        yield


def later(table: Seated) -> None:
    """Let so much time pass that a phone without a stream counts as away."""
    table.settings["sources"].clock.seconds += GRACE_SECONDS  # type: ignore[attr-defined]


def offered(table: Seated, seat: str) -> list[dict[str, Any]]:
    """Return the answers to the attack that a seat is offered."""
    return [a for a in table.get(seat, "/actions").get_json()["actions"] if a["do"] in ANSWERS]


@pytest.mark.parametrize("mode", ["two-player", "solitaire"])
def test_the_tablet_answers_for_a_player_whose_phone_is_away_and_for_no_other(
    tmp_path: Path, mode: str
) -> None:
    table = under_attack(tmp_path, mode)
    assert HOLD in offered(table, "table")
    with here(table, "human"):
        assert offered(table, "table") == []
        refused = table.try_("table", HOLD)
        assert (refused.status_code, "own devices" in refused.get_json()["detail"]) == (403, True)
        page = table.client.get(f"/t/{table.code}", headers=table.headers("table")).get_data(as_text=True)
        assert "Waiting for the characters under attack: their player answers on a phone." in page
        assert HOLD in offered(table, "human")
    later(table)
    table.do("table", HOLD)


@pytest.mark.parametrize("mode", ["two-player", "solitaire"])
def test_a_phone_between_two_of_its_streams_still_answers_itself(tmp_path: Path, mode: str) -> None:
    table = under_attack(tmp_path, mode)
    with here(table, "human"):
        pass
    assert offered(table, "table") == []
    assert table.try_("table", HOLD).status_code == 403
    later(table)
    assert HOLD in offered(table, "table")


def test_15_0_each_player_answers_for_his_own_characters(tmp_path: Path) -> None:
    table = under_attack(tmp_path, "cooperative")
    own = {"do": "hold_fire", "by": ["peter"]}
    assert own in offered(table, "peter")
    assert HOLD not in offered(table, "peter")
    assert offered(table, "fran") == []
    assert table.try_("peter", HOLD).status_code == 403
    assert table.try_("peter", {"do": "hold_fire", "by": ["roger"]}).status_code == 403
    table.do("peter", own)
    strike = {"do": "declare_attack"}
    assert table.try_("table", strike).status_code == 422
    assert table.post("table", "/advance", version=table.version, all=True).status_code == 422
    assert table.try_("table", {"do": "hold_fire", "by": ["peter"]}).status_code == 422
    table.do("roger", HOLD)
    table.do("table", strike)
    assert table.view()["phase_state"]["attack"]["waived"] == ["peter", "roger"]


def test_r_8_1a_the_tablet_says_that_several_phones_answer(tmp_path: Path) -> None:
    table = under_attack(tmp_path, "cooperative")
    with here(table, "peter"), here(table, "roger"):
        page = table.client.get(f"/t/{table.code}", headers=table.headers("table")).text
        assert "Waiting for the characters under attack: their players answer on their phones." in page


def test_r_8_1a_the_tablet_names_the_player_of_the_only_character_under_attack(tmp_path: Path) -> None:
    """By name where it is known, else by the character."""
    table = under_attack(tmp_path, "cooperative")
    with table.opened() as loaded:
        now = loaded.positions[-1]
        people = {**now.characters, "roger": replace(now.characters["roger"], square="012")}
        loaded.positions[-1] = replace(now, characters=people)
        loaded.views.clear()
    with here(table, "peter"):
        for said, name in (("Waiting for Peter.", ""), ("Waiting for Cleo (Peter).", "Cleo")):
            table.app.test_client().post(f"/join/{table.tokens['peter']}", data={"name": name})
            page = table.client.get(f"/t/{table.code}", headers=table.headers("table")).text
            assert said in page


def test_r_8_1a_the_refusal_and_the_note_say_that_each_holds_fire_for_his_own(tmp_path: Path) -> None:
    """No refusal names a player as one who may do it and refuses him in the same breath."""
    table = under_attack(tmp_path, "cooperative")
    for whole in (HOLD, {"do": "hold_fire", "by": ["peter", "roger"]}):
        detail = table.try_("peter", whole).get_json()["detail"]
        assert detail == "Each player holds fire for his own characters alone. You play Peter."
    other = table.try_("peter", {"do": "hold_fire", "by": ["roger"]}).get_json()["detail"]
    assert other == "Only the player of Roger can do that. You play Peter."
    case = table.client.get("/api/rules/dawn-of-the-dead/cases/8.1").get_json()
    (note,) = [note["text"] for note in case["notes"] if note["id"] == "R-8.1a"]
    assert "One player says it for everybody" not in note
    assert "each fires only the guns of his own and holds fire only for his own" in note


def test_the_phone_of_one_player_leaves_the_tablet_the_others_answer(tmp_path: Path) -> None:
    table = under_attack(tmp_path, "cooperative")
    with here(table, "peter"):
        assert table.try_("table", HOLD).status_code == 403
        table.do("table", {"do": "hold_fire", "by": ["roger"]})
        table.do("peter", HOLD)
    assert not offered(table, "table")


def test_5_0_who_plays_none_of_those_on_the_move_does_not_end_their_turn(tmp_path: Path) -> None:
    table = Seated(tmp_path, options={"mode": "cooperative"}, sources=ordered({}))
    table.do("table", START)
    table.do("peter", {"do": "start_move", "characters": ["peter"]})
    end = {"do": "end_turn"}
    assert table.try_("fran", end).status_code == 403
    table.do("peter", end)


SKIP = {"do": "next_phase"}


def test_r_4_0b_both_sides_are_told_which_attack_they_would_skip(tmp_path: Path) -> None:
    table = under_attack(tmp_path, "two-player")
    asked = table.post("zombie", "/override", action=SKIP, version=table.version)
    assert asked.status_code == 202
    page = table.client.get(f"/t/{table.code}", headers=table.headers("human")).get_data(as_text=True)
    assert "The attack in 009 would not be made." in page
    table.post("human", "/override", answer="agree")
    assert table.record()[-1]["story"].startswith("The attack in 009 is not made.")


def test_r_4_0b_together_no_agreement_skips_an_attack(tmp_path: Path) -> None:
    table = under_attack(tmp_path, "cooperative")
    refused = table.post("peter", "/override", action=SKIP, version=table.version)
    assert (refused.status_code, refused.get_json()["ruling"]["firm"]) == (422, True)
    with table.locked() as held:
        assert not table.tables.agreements.can_override(held, "peter", SKIP)
    assert table.view()["phase"] == "attack"


@pytest.mark.parametrize("act", [HOLD, {"do": "defend", "by": ["peter", "roger"]}], ids=["waiver", "shot"])
def test_the_record_and_the_log_tell_for_whose_player_the_tablet_answered(
    tmp_path: Path, act: dict[str, Any]
) -> None:
    """Peter's phone has been at the table and is away; nobody ever took Roger's seat."""
    table = under_attack(tmp_path, "cooperative")
    table.view("peter")
    table.do("table", act)
    line = table.record("roger")[-1]
    assert (line["answered_by"], line["answered_for"]) == ("table", ["peter"])
    for seat in ("table", "fran"):
        page = table.client.get(f"/t/{table.code}", headers=table.headers(seat)).get_data(as_text=True)
        assert "the tablet answered for Peter" in page


def test_of_two_players_the_tablet_answers_for_the_one_whose_phone_is_away(tmp_path: Path) -> None:
    table = under_attack(tmp_path, "two-player")
    table.view("human")
    table.do("table", HOLD)
    assert table.record()[-1]["answered_for"] == ["human"]


def test_who_answers_himself_or_plays_alone_is_answered_for_by_nobody(tmp_path: Path) -> None:
    table = under_attack(tmp_path, "two-player")
    table.do("human", HOLD)
    assert "answered_for" not in table.record()[-1]
    (tmp_path / "alone").mkdir()
    alone = under_attack(tmp_path / "alone", "solitaire")
    alone.view("human")
    alone.do("table", HOLD)
    assert "answered_for" not in alone.record()[-1]


@pytest.mark.parametrize(
    ("mode", "seat", "name"),
    [("two-player", "human", "the human player"), ("cooperative", "steve+fran", "Steve and Fran’s player")],
)
def test_a_tap_on_the_tablet_after_the_phone_came_back_is_refused_on_its_screen(
    tmp_path: Path, mode: str, seat: str, name: str
) -> None:
    """The names are those of players, and the table's screen stays."""
    table = under_attack(tmp_path, mode, **({"players": 3} if mode == "cooperative" else {}))
    with table.opened() as loaded:
        now = loaded.positions[-1]
        steve = replace(now.characters["steve"], square="009")
        loaded.positions[-1] = replace(now, characters={**now.characters, "steve": steve})
        loaded.views.clear()
    with here(table, seat):
        late = table.client.post(
            f"/t/{table.code}/do",
            headers=table.headers("table") | {"HX-Request": "true"},
            data={"action": json.dumps(HOLD), "version": str(table.version)},
        )
    text = unescape(late.get_data(as_text=True))
    assert f"This is answered on the players’ own devices: by {name}." in text
    assert (late.status_code, 'id="ruling"' in text, "steve+fran." in text) == (200, True, False)
