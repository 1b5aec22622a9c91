"""15.0: together, whose players fire a gun and say who is attacked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from rules.dawn_of_the_dead.position import AttackState, Zombie
from tests.referee.games.dawn_of_the_dead.test_shots_under_attack import under_attack
from tests.referee.seated import START, Seated


def kinds(table: Seated, seat: str, do: str) -> list[dict[str, Any]]:
    """Return the actions of a kind that a seat is offered."""
    return [a for a in table.get(seat, "/actions").get_json()["actions"] if a["do"] == do]


def test_in_a_move_together_no_phone_fires_the_gun_of_another_player_alone(tmp_path: Path) -> None:
    table = Seated(tmp_path, options={"mode": "cooperative"})
    table.do("table", START)
    with table.opened() as loaded:
        now = loaded.positions[-1]
        loaded.positions[-1] = replace(now, zombies={**now.zombies, "009": Zombie(1)})
        loaded.views.clear()
    table.do("peter", {"do": "start_move", "characters": ["peter", "roger"]})
    theirs = {"do": "shoot", "by": ["roger"], "at": "009"}
    for refused in (table.try_("peter", theirs), table.post("peter", "/ask", action=theirs)):
        assert refused.status_code == 403
        assert refused.get_json()["detail"] == "Only the player of Roger can do that. You play Peter."
    assert {tuple(a["by"]) for a in kinds(table, "peter", "shoot")} == {("peter",), ("peter", "roger")}
    assert {tuple(a["by"]) for a in kinds(table, "roger", "shoot")} == {("roger",), ("peter", "roger")}
    assert kinds(table, "fran", "shoot") == []
    assert len({tuple(a["by"]) for a in kinds(table, "table", "shoot")}) == 3
    table.do("roger", theirs)


def test_who_is_attacked_is_said_by_a_player_of_those_attacked(tmp_path: Path) -> None:
    """8.0, step 3: of Peter and Roger one is attacked, and Fran is elsewhere."""
    table = under_attack(tmp_path, "cooperative")
    for seat in ("peter", "roger"):
        table.do(seat, {"do": "hold_fire", "by": [seat]})
    with table.opened() as loaded:
        now = loaded.positions[-1]
        state = now.phase_state
        assert isinstance(state, AttackState)
        assert state.attack
        one = replace(state, attack=replace(state.attack, count=1, strength=9))
        loaded.positions[-1] = replace(now, phase_state=one)
        loaded.views.clear()
    assert kinds(table, "fran", "choose_victims") == []
    refused = table.try_("fran", {"do": "choose_victims", "characters": ["peter"]})
    assert refused.status_code == 403
    assert refused.get_json()["detail"] == "Only the player of Peter or Roger can do that. You play Fran."
    assert len(kinds(table, "roger", "choose_victims")) == len(kinds(table, "table", "choose_victims")) == 2
    table.do("roger", {"do": "choose_victims", "characters": ["roger"]})
