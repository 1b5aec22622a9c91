"""What programs rely on, at the command line and by HTTP: phases, actions, facts, dice and charts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from referee.games.zombies_surviving import GAME
from rules.fields import declared_fields, kinds_of, name_of
from tests.referee.any_table import AnyTable
from tests.referee.cli import Cli

SYSTEM = "zombies-surviving"
POSITION: dict[str, Any] = {
    "system": SYSTEM,
    "phase": "survival",
    "figures": {
        "ana": {
            "kind": "survivor",
            "seat": "p1",
            "traits": ["marksman"],
            "items": [{"item": "pistol", "loaded": 12}],
        },
        "z1": {"kind": "shuffler"},
    },
}
SHOT = {"do": "aimed_shot", "figure": "ana", "weapon": "pistol", "target": "z1"}
TOLD = {"inches": 4, "in_cover": False, "hit": [5], "damage": [3]}
ACTIONS = {
    "aimed_shot", "automatic", "barricade", "burst", "double_tap", "enter", "exit", "first_aid", "get",
    "hide", "melee", "move", "negotiate", "observe", "panic", "rally", "reload", "run", "search", "shout",
    "snap_shot", "spot",
}  # fmt: skip
CHARTS = {"3.1", "4.2", "5.2", "5.3", "6.1", "7.1", "7.2", "7.3", "12", "6.0", "10"}


OPEN = {"correct", "add_figures", "place", "over_the_edge"}
"""What people may say at any time."""


def judged(cli: Cli, *lines: Any) -> list[Any]:
    ran = cli("judge", stdin="".join(json.dumps(line) + "\n" for line in lines))
    assert ran.status == 0, ran
    return ran.lines


def test_a_shot_is_judged_from_a_position_that_says_only_what_matters(cli: Cli) -> None:
    (ruling,) = judged(cli, {"position": POSITION, "action": {**SHOT, **TOLD}})
    assert (ruling["legal"], ruling["needs"]) == (True, {})
    score = ruling["score"]
    assert (score["dice"], score["needed"], score["rolled"], score["success"]) == ("d6", 3, [5], True)
    assert sum(part["value"] for part in score["parts"] if part.get("to") != "roll") == score["needed"]
    after = ruling["after"]
    assert after["figures"]["z1"]["kind"] == "ankle_biter"
    assert after["figures"]["ana"]["items"][0]["loaded"] == 11
    (again,) = judged(cli, {"position": after, "action": {**SHOT, **TOLD}})
    assert (again["legal"], again["after"]) == (False, None)
    assert again["cases"][0] == "5.0"


def test_what_an_action_lacks_is_asked_under_the_names_of_its_facts_and_dice(cli: Cli) -> None:
    facts = {"inches": 4, "in_cover": False}
    bare, told, hit = judged(
        cli,
        {"position": POSITION, "action": SHOT},
        {"position": POSITION, "action": {**SHOT, **facts}},
        {"position": POSITION, "action": {**SHOT, **facts, "hit": [5]}},
    )
    assert bare["needs"].keys() == {"inches", "in_cover"}
    asked = bare["needs"]["inches"]
    assert (asked["kind"], asked["unit"], asked["limits"]) == ("number", "inch", [3, 5, 10])
    assert told["needs"] == {"hit": 1}
    assert hit["needs"] == {"damage": 1}


def test_a_listed_aimed_shot_tells_that_nobody_is_near_and_a_program_may_say_otherwise(cli: Cli) -> None:
    """5.11: the key of an aimed shot claims it; whoever leaves it out is asked."""
    two = {**POSITION, "figures": {**POSITION["figures"], "z2": {"kind": "runner"}}}
    for position, claims in ((POSITION, set()), (two, {False})):
        listed = cli("actions", stdin=json.dumps(position) + "\n").lines[0]["actions"]
        aimed = [one for one in listed if one["do"] == "aimed_shot"]
        assert {one["danger"] for one in aimed if "danger" in one} == claims
    asked, claimed, near, known = judged(
        cli,
        {"position": two, "action": SHOT},
        {"position": two, "action": {**SHOT, **TOLD, "danger": False}},
        {"position": two, "action": {**SHOT, "danger": True}},
        {"position": {**two, "facts": {"inches ana z2": 1}}, "action": {**SHOT, "danger": False}},
    )
    assert asked["needs"].keys() == {"danger"}
    assert claimed["after"]["facts"]["danger ana turn_1"] == 0
    assert (near["legal"], known["legal"]) == (False, False)
    assert known["reason"] == "No time to aim: Z2 is within 1 inch of Ana."


def test_actions_of_each_phase_are_listed_and_may_be_done(cli: Cli) -> None:
    positions = [{**POSITION, "phase": phase} for phase in ("game", "menace", "survival")]
    ran = cli("actions", stdin="".join(json.dumps(one) + "\n" for one in positions))
    assert ran.status == 0
    listed = [line["actions"] for line in ran.lines]
    first = [{one["do"] for one in actions if one["do"] not in OPEN}
             for actions in listed]  # fmt: skip
    assert first[:2] == [{"random_event"}, {"zombies_go"}]
    assert {"move", "snap_shot", "aimed_shot", "melee", "shout", "end_turn"} <= first[2]
    lines = [
        {"position": position, "action": action}
        for position, actions in zip(positions, listed, strict=True)
        for action in actions
    ]
    assert all(ruling["legal"] for ruling in judged(cli, *lines))


def test_the_names_are_those_that_other_programs_know(cli: Cli) -> None:
    kinds = {name_of(kind): declared_fields(kind) for kind in kinds_of(GAME.rules.action)}
    assert kinds.keys() >= ACTIONS
    dice = {name for fields in kinds.values() for name, one in fields.items() if one.how == "rolled"}
    assert dice >= {"hit", "damage", "search"}
    facts = {name for fields in kinds.values() for name, one in fields.items() if one.how == "asked"}
    assert facts >= {"inches", "in_sight", "in_cover"}
    listed = {one["name"] for one in cli("charts", "--system", SYSTEM, "--json").json}
    assert listed >= CHARTS | {f"11.{n}" for n in range(1, 9)}
    for name in listed:
        chart = cli("chart", name, "--system", SYSTEM, "--json").json
        assert chart.keys() >= {"name", "case", "title", "dice", "modifiers", "columns", "rows"}
        assert all(row.keys() >= {"roll", "cells", "lost"} for row in chart["rows"])
        assert cli("case", chart["case"], "--system", SYSTEM, "--json").json["number"] == chart["case"]


@pytest.mark.parametrize(
    ("position", "action", "says"),
    [
        ({"phase": "supper"}, {}, "phase"),
        ({"figures": {"ana": {}}}, {}, "kind is missing"),
        ({"figures": {"ana": {"kind": "vampire"}}}, {}, "kind"),
        ({"figures": {"ana": {"kind": "survivor", "items": [{"item": 3}]}}}, {}, "item"),
        ({}, {"do": "fly"}, "do"),
        ({}, {"inches": "far"}, "inches"),
        ({}, {"hit": 5}, "hit"),
        ({}, {"figure": "ana", "wings": 2}, "wings"),
    ],
)
def test_what_cannot_be_read_is_one_sentence(cli: Cli, position: Any, action: Any, says: str) -> None:
    line = {"position": {**POSITION, **position}, "action": {**SHOT, **action}}
    ran = cli("judge", stdin=json.dumps(line) + "\n")
    assert ran.status == 2
    assert says in ran.json["error"]


@pytest.mark.parametrize(
    ("action", "case"),
    [
        ({"figure": "nobody"}, "5.0"),
        ({"figure": "z1"}, "5.0"),
        ({"weapon": "trebuchet"}, "5.10"),
        ({"target": "nobody", **TOLD}, "5.10"),
        ({**TOLD, "inches": 11}, "6.1"),
        ({**TOLD, "inches": -3}, "6.1"),
        ({**TOLD, "inches": 9999}, "6.1"),
        ({**TOLD, "hit": [7]}, "6.1"),
        ({**TOLD, "hit": [5, 5]}, "6.1"),
        ({**TOLD, "damage": [3, 3, 3]}, "6.1"),
    ],
)
def test_what_the_rules_forbid_is_a_ruling_with_its_case(cli: Cli, action: Any, case: str) -> None:
    (ruling,) = judged(cli, {"position": POSITION, "action": {**SHOT, **action}})
    assert (ruling["legal"], ruling["after"], ruling["needs"]) == (False, None, {})
    assert ruling["cases"][0] == case, ruling
    assert ruling["reason"].count(".") >= 1


def test_the_same_stands_at_http(tmp_path: Path) -> None:
    table = AnyTable(tmp_path, options={"system": SYSTEM, "players": 2})
    rules = f"/api/rules/{SYSTEM}"
    assert table.client.get(f"{rules}/cases/5.2").get_json()["title"] == "Searching"
    assert table.client.get(f"{rules}/search?q=shuffler").get_json()["hits"]
    names = {one["name"] for one in table.client.get(f"{rules}/charts").get_json()["charts"]}
    assert names >= CHARTS
    assert table.client.get(f"{rules}/charts/5.2").get_json()["name"] == "5.2"
    assert set(table.tokens) >= {"table", "p1", "p2"}
    listed = table.get("p1", "/actions").get_json()["actions"]
    assert {"recruit", "lay_out", "choose_goal"} <= {one["do"] for one in listed}
    asked = table.post("p1", "/ask", action={"do": "recruit", "character": "ana"}).get_json()
    assert asked["legal"]
    assert not table.view("p1")["figures"]
    for seat, name in (("p1", "ana"), ("p2", "bruno")):
        table.do(seat, {"do": "recruit", "character": name})
        table.do(seat, {"do": "ready"})
    table.do("table", {"do": "lay_out", "buildings": 1, "ruins": 0, "vehicles": 0, "edge": "south"})
    table.do("table", {"do": "choose_goal", "goal": "supplies"})
    assert table.view("p1")["phase"] == "survival"
    refused = table.try_("p2", {"do": "shout", "figure": "ana"})
    assert (refused.status_code, refused.get_json()["ruling"]["cases"]) == (422, ["5.0"])
    stale = table.try_("p1", {"do": "shout", "figure": "ana"}, version=1)
    assert stale.status_code == 409
    assert "version" in stale.get_json()["view"]
    done = table.try_("p1", {"do": "shout", "figure": "ana"})
    assert done.status_code == 200
    assert done.get_json().keys() >= {"ruling", "view"}
    assert table.record("p2")[-1]["action"]["do"] == "shout"
    table.tables.close()
