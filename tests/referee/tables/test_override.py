"""R-UNDO, 15.0: a player asks for an exception about his own characters, never about another player's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.referee.games.dawn_of_the_dead.test_shots_under_attack import HOLD, here, later, under_attack
from tests.referee.seated import START, Seated

FAR = {"do": "step", "to": "200"}
SHOT = {"do": "defend", "by": ["peter", "roger"]}


def moving(folder: Path, *characters: str) -> Seated:
    """Return a table of four where these characters move, from 009."""
    table = Seated(folder, options={"mode": "cooperative"})
    table.do("table", START)
    table.do("peter", {"do": "start_move", "characters": list(characters)})
    return table


def asked(table: Seated, seat: str, action: dict[str, Any]) -> tuple[int, str]:
    """Return the status of an exception that a seat asks for, and the sentence of a refusal."""
    answer = table.post(seat, "/override", action=action, version=table.version)
    return answer.status_code, answer.get_json().get("detail", "")


def offers(table: Seated, seat: str, action: dict[str, Any]) -> bool:
    """Return whether the page offers the exception to a seat."""
    with table.locked() as held:
        return table.tables.agreements.can_override(held, seat, action)


def where(table: Seated) -> list[str]:
    """Return where the four characters are."""
    characters = table.view()["characters"]
    return [characters[name]["square"] for name in ("peter", "roger", "steve", "fran")]


def test_15_0_no_player_moves_another_players_character_by_an_exception(tmp_path: Path) -> None:
    table = moving(tmp_path, "peter")
    before = table.everything()
    refused = table.try_("steve", FAR).get_json()["detail"]
    assert asked(table, "steve", FAR) == (403, refused)
    assert not offers(table, "steve", FAR)
    assert asked(table, "steve", {"do": "start_move", "characters": ["peter"]})[0] == 403
    form = {"action": json.dumps(FAR), "version": str(table.version)}
    table.client.post(f"/t/{table.code}/override", headers=table.headers("steve"), data=form)
    assert table.everything() == before
    page = table.client.get(f"/t/{table.code}/square/200", headers=table.headers("steve"))
    assert "/override" not in page.get_data(as_text=True)


@pytest.mark.parametrize("seat", ["peter", "table"])
def test_15_0_a_players_own_exception_takes_one_tap(tmp_path: Path, seat: str) -> None:
    table = moving(tmp_path, "peter")
    with here(table, "peter"), here(table, "roger"):
        assert offers(table, seat, FAR)
        assert asked(table, seat, FAR) == (200, "")
    assert where(table) == ["200", "009", "010", "010"]


def test_15_0_two_players_with_phones_here_decide_at_the_tablet(tmp_path: Path) -> None:
    table = moving(tmp_path, "peter", "roger")
    with here(table, "peter"), here(table, "roger"):
        assert not offers(table, "peter", FAR)
        told = "Roger would take part too. Allow this on the tablet, where everybody sees it."
        assert asked(table, "peter", FAR) == (403, told)
        assert where(table)[0] == "009"
        assert asked(table, "table", FAR) == (200, "")
    assert where(table)[:2] == ["200", "200"]


def test_15_0_a_companion_whose_phone_is_away_holds_nobody_up(tmp_path: Path) -> None:
    table = moving(tmp_path, "peter", "roger")
    with here(table, "peter"):
        assert asked(table, "peter", FAR) == (200, "")


def test_6_8_no_player_fires_the_gun_of_someone_who_stays_behind(tmp_path: Path) -> None:
    table = moving(tmp_path, "peter")
    with here(table, "steve"):
        status, told = asked(table, "peter", {"do": "shoot", "by": ["steve"], "at": "030"})
    assert (status, told.startswith("Steve would take part too.")) == (403, True)


@pytest.mark.parametrize("seat", ["steve", "roger", "peter", "table"])
def test_r_8_1a_nobody_fires_for_another_player_after_he_held_fire(tmp_path: Path, seat: str) -> None:
    table = under_attack(tmp_path, "cooperative")
    table.do("peter", {"do": "hold_fire", "by": ["peter"]})
    with here(table, "peter"), here(table, "roger"):
        assert asked(table, seat, SHOT)[0] == 403
        assert not offers(table, seat, SHOT)
    assert table.record()[-1]["action"] == {"do": "hold_fire", "by": ["peter"]}


def test_r_8_1a_who_held_fire_fires_his_own_gun_after_all(tmp_path: Path) -> None:
    table = under_attack(tmp_path, "cooperative")
    table.do("peter", {"do": "hold_fire", "by": ["peter"]})
    told = "Under attack each player fires only his own guns. Leave Roger out."
    assert asked(table, "peter", SHOT) == (403, told)
    assert asked(table, "peter", {"do": "defend", "by": ["peter"]}) == (200, "")


def test_r_8_1a_alone_the_tablet_fires_for_no_phone_that_is_here(tmp_path: Path) -> None:
    table = under_attack(tmp_path, "solitaire")
    with here(table, "human"):
        table.do("human", HOLD)
        status, told = asked(table, "table", SHOT)
        assert (status, "own devices" in told) == (403, True)
        assert not offers(table, "table", SHOT)
    later(table)
    assert asked(table, "table", SHOT) == (200, "")


def test_r_8_1a_the_record_names_those_for_whom_the_tablet_shot_by_an_exception(tmp_path: Path) -> None:
    """The log tells it as of any shot that the tablet taps while phones are away."""
    table = under_attack(tmp_path, "cooperative")
    with here(table, "peter"), here(table, "roger"):
        table.do("peter", {"do": "hold_fire", "by": ["peter"]})
        table.view("roger")
    later(table)
    assert asked(table, "table", SHOT) == (200, "")
    line = table.record()[-1]
    assert (line["overridden"], line["answered_by"]) == (True, "table")
    assert line["answered_for"] == ["peter", "roger"]
    page = table.client.get(f"/t/{table.code}", headers=table.headers("table")).get_data(as_text=True)
    assert "by agreement; the tablet answered for" in page


def test_15_0_a_phone_says_that_the_tablet_can_allow_what_several_players_do(tmp_path: Path) -> None:
    table = moving(tmp_path, "peter", "roger")
    with here(table, "peter"), here(table, "roger"):
        answer = table.client.post(
            f"/t/{table.code}/do",
            headers=table.headers("peter"),
            data={"action": json.dumps(FAR), "version": str(table.version)},
        ).get_data(as_text=True)
    assert "Roger would take part too. Allow this on the tablet, where everybody sees it." in answer
    assert "Allow anyway" not in answer


def test_r_8_1a_under_attack_a_phone_says_when_the_tablet_can_allow_it(tmp_path: Path) -> None:
    table = under_attack(tmp_path, "cooperative")
    table.do("peter", {"do": "hold_fire", "by": ["peter"]})
    with table.locked() as held:
        hint, none = (table.tables.agreements.override_hint(held, seat, SHOT) for seat in ("peter", "steve"))
    told = "Leave Roger out. The tablet can allow it for players whose phones are away."
    assert hint.endswith(told)
    assert none == ""
