"""Effects in the answers: `judge` lists them all, and over HTTP a seat gets those that it may know."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.referee.any_table import Action
from tests.referee.cli import Cli
from tests.referee.games.dawn_of_the_dead.test_hidden_on_cardboard import STEP, at_011
from tests.referee.positions import a_position, moving
from tests.referee.seated import HIDDEN, START, Seated


def judged(cli: Cli, position: Any, action: Action) -> dict[str, Any]:
    ruling: dict[str, Any] = cli(
        "judge", stdin=json.dumps({"position": position, "action": action}) + "\n"
    ).json
    return ruling


def names(answer: dict[str, Any]) -> list[str]:
    return [effect["effect"] for effect in answer["ruling"]["effects"]]


def test_judge_tells_what_happened(cli: Cli) -> None:
    ruling = judged(cli, moving(), {"do": "step", "to": "043"})
    assert [effect["effect"] for effect in ruling["effects"]] == ["points", "trail", "move"]
    assert ruling["effects"][2] == {
        "effect": "move", "whom": "peter", "from": "024", "to": "043", "path": ["043"], "by": None,
    }  # fmt: skip


def test_judge_tells_secrets_too_as_it_does_in_the_next_position(cli: Cli) -> None:
    position = a_position(phase="free_movement", hidden=["060"], hidden_box=[7])
    ruling = judged(cli, position, {"do": "reveal", "square": "060", "draw": [7]})
    assert {"effect": "draw", "square": "060", "pool": "hidden_box", "value": 7} in ruling["effects"]


def test_without_an_outcome_there_are_no_effects(cli: Cli) -> None:
    unrolled = judged(cli, a_position(phase="free_movement"), {"do": "roll_free_moves"})
    illegal = judged(cli, moving(), {"do": "step", "to": "001"})
    assert (unrolled["needs"], unrolled["effects"]) == ({"dice": 1}, [])
    assert (illegal["legal"], illegal["effects"]) == (False, [])


def test_3_1_only_the_zombie_player_is_told_the_squares(tmp_path: Path) -> None:
    table = Seated(tmp_path)
    answer = table.do("zombie", HIDDEN)
    assert names(answer) == ["hide", "phase"]
    assert answer["ruling"]["effects"][0]["squares"] == HIDDEN["squares"]
    assert names(table.do("human", START)) == [*["place"] * 4, "player_turn", "phase"]


def test_asking_has_no_effects(tmp_path: Path) -> None:
    table = Seated(tmp_path)
    assert table.post("zombie", "/ask", action=HIDDEN).get_json()["effects"] == []


def test_6_0_what_everybody_sees_is_told_to_whoever_did_it(tmp_path: Path) -> None:
    """The value is in the view of that moment too."""
    table = Seated(tmp_path)
    table.set_up()
    table.do("human", {"do": "start_move", "characters": ["peter"]})
    shots = [a for a in table.get("human", "/actions").get_json()["actions"] if a["do"] == "shoot"]
    answer = table.do("human", shots[0])
    (shown,) = (e for e in answer["ruling"]["effects"] if e["effect"] == "show")
    assert answer["view"]["shown"] == {shown["square"]: shown["value"]}
    assert "draw" not in names(answer)


@pytest.mark.parametrize("counters", ["digital", "physical"])
def test_9_1_a_unit_drawn_is_told_once_it_is_on_the_map(tmp_path: Path, counters: str) -> None:
    """With cardboard counters nothing has happened yet while its value is read."""
    table = at_011(tmp_path, ["030", *HIDDEN["squares"][:4]], counters)
    answer = table.do("human", STEP)
    if counters == "physical":
        assert (answer["ruling"]["needs"], names(answer)) == ({"value": ["030"]}, [])
        answer = table.do("human", STEP | {"values": {"030": 3}})
    assert "appear" in names(answer)
    assert "draw" not in names(answer)
    assert any(e["effect"] in {"turn_up", "read"} and e["value"] for e in answer["ruling"]["effects"])


def shot_at(folder: Path) -> tuple[Seated, list[dict[str, Any]]]:
    """Return a table where Peter has just shot, and the effects that he was told."""
    table = Seated(folder)
    table.set_up()
    table.do("human", {"do": "start_move", "characters": ["peter"]})
    shots = [a for a in table.get("human", "/actions").get_json()["actions"] if a["do"] == "shoot"]
    return table, table.do("human", shots[0])["ruling"]["effects"]


def test_6_0_every_view_tells_of_the_last_action_and_the_log_keeps_no_value(tmp_path: Path) -> None:
    """2.3: the value of the unit shot at may only be remembered."""
    table, effects = shot_at(tmp_path)
    assert any(effect["effect"] == "show" and effect["value"] for effect in effects)
    for seat in ("human", "zombie", "table"):
        assert table.view(seat)["moment"]["effects"] == effects
        kept = table.tables.log_entries(table.code, seat)[-1]["effects"]
        assert [effect["effect"] for effect in kept] == [effect["effect"] for effect in effects]
        assert {effect.get("value") for effect in kept} | {effect.get("strength") for effect in kept} == {
            None
        }


def test_r_undo_the_log_tells_what_a_step_did_that_was_taken_back(tmp_path: Path) -> None:
    """So the cardboard can be put back, also after a restart."""
    table, _ = shot_at(tmp_path)
    done = table.tables.log_entries(table.code, "table")[-1]
    table.post("human", "/undo")
    table.post("zombie", "/undo", answer="agree")
    for restarted in (False, True):
        if restarted:
            table.restart()
        back = table.tables.log_entries(table.code, "table")[-1]
        assert (back["effects"], back["back"], back["n"]) == (done["effects"], True, done["n"])
        assert table.view()["moment"] is None


def test_the_actions_of_one_tap_tell_what_each_of_them_did(tmp_path: Path) -> None:
    table = Seated(tmp_path)
    table.set_up()
    table.do("human", {"do": "start_move", "characters": ["peter"]})
    headers = table.headers("table")
    way = {"action": '{"do":"walk","path":["008","026"]}', "version": str(table.version)}
    table.client.post(f"/t/{table.code}/do", headers=headers, data=way)
    batch = table.view()["moment"]["batch"]
    went = [[e["to"] for e in step["effects"] if e["effect"] == "move"] for step in batch]
    assert went == [["008"], ["026"]]
