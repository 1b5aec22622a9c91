"""The charts show where the roll just made was read: 6.7, 8.8, 13.5."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from referee.games.dawn_of_the_dead.pages.game_log import chart_links
from referee.web.pages.rulebook import case_view
from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import from_json
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.equipment.rulebook import rulebook
from rules.dawn_of_the_dead.position import Position
from rules.effects import to_json
from rules.ruling import Ruling
from tests.referee.dawn_views import seen_of
from tests.referee.seated import Seated
from tests.rows import each_row
from tests.rules.dawn_of_the_dead.table import table

MALL = equipment.setting()


def links(position: Position, action: dict[str, Any]) -> Mapping[str, dict[str, list[str]]]:
    """Carry an action out, and return what the links to the charts mark, from what everybody sees of it."""
    ruling = game.rule(position, from_json(action), waived=True)
    assert ruling.after is not None, ruling.reason
    view = game.redact(ruling.after, "table").to_json() | {"moment": told(action, ruling)}
    return {c: parse_qs(urlsplit(url).query) for c, url in chart_links(seen_of(view), MALL).items()}


def told(action: dict[str, Any], ruling: Ruling[Position]) -> dict[str, Any]:
    """Return the moment of a view after an action."""
    effects = [to_json(effect) for effect in game.effects_for(ruling.effects, "table")]
    return {"action": action, "reason": ruling.reason, "effects": effects}


def under_attack(value: int) -> Position:
    """Return a position in which Peter in 043 is about to be attacked at this strength."""
    start = table("attack", {"peter": "043"}, {"043": value}, setting=MALL)
    opened = game.rule(start, from_json({"do": "open_attack", "square": "043"})).after
    assert opened is not None
    return opened


@each_row("value, column", [(1, "1"), (2, "2"), (4, "3-4"), (5, "5-6"), (8, "7-8"), (11, "9-13")])
def test_8_8_the_row_is_the_total_and_the_column_the_strength(value: int, column: str) -> None:
    marked = links(under_attack(value), {"do": "roll_attack", "character": "peter", "dice": [3, 4]})
    assert marked == {"8.8": {"row": ["7"], "column": [column]}}


def test_8_8_without_the_strength_in_the_sentence_only_the_row_is_marked() -> None:
    """Once an attack is over nothing but the moment's sentence tells its strength."""
    action = {"do": "roll_attack", "character": "peter", "dice": [3, 4]}
    moment = {"action": action, "reason": "Peter is attacked: 7, stunned.", "effects": []}
    view = {"phase_state": {}, "moment": moment}
    assert chart_links(seen_of(view), MALL)["8.8"].endswith("/8.8?row=7")


def test_8_2_a_divided_attack_is_read_in_its_own_column_from_what_is_noted() -> None:
    """8.2: a 7 on two is 3 on each; the column does not hang on how the sentence is worded."""
    position = table("attack", {"peter": "043", "fran": "043"}, {"043": 7}, setting=MALL)
    held: dict[str, Any] = {"do": "hold_fire"}
    for step in ({"do": "open_attack", "square": "043"}, held, {"do": "declare_attack", "count": 2}):
        position = game.rule(position, from_json(step)).after or position
    action = {"do": "roll_attack", "character": "peter", "dice": [3, 4]}
    ruling = game.rule(position, from_json(action))
    assert ruling.after is not None
    view = game.redact(ruling.after, "table").to_json() | {
        "moment": told(action, ruling) | {"reason": "Done."}
    }
    assert parse_qs(urlsplit(chart_links(seen_of(view), MALL)["8.8"]).query) == {
        "row": ["7"],
        "column": ["3-4"],
    }


def test_a_restart_leaves_the_marks_of_the_moment_as_they_were(tmp_path: Path) -> None:
    """6.7: the record is judged again from its first line, and the last sentence with it."""
    seated = Seated(tmp_path)
    seated.set_up()
    seated.do("human", {"do": "start_move", "characters": ["peter", "roger"]})
    seated.do("human", {"do": "shoot", "by": ["peter", "roger"], "at": "025", "dice": [1, 2, 3]})
    before = chart_links(seen_of(seated.view()), MALL)
    assert before["6.7"]
    seated.restart()
    assert chart_links(seen_of(seated.view()), MALL) == before


def test_13_5_the_row_is_the_total() -> None:
    start = table("generation", {"peter": "043"}, setting=MALL, eliminated=[3, 4])
    marked = links(start, {"do": "roll_entrance", "dice": [2, 2]})
    assert marked == {"13.5": {"row": ["4"]}}


@pytest.mark.parametrize(
    ("dice", "column", "cell"), [([3, 2], "First die 1-3", "2"), ([4, 2], "First die 4-6", "7")]
)
def test_15_8_the_first_die_is_the_column_and_the_second_the_row(
    dice: list[int], column: str, cell: str
) -> None:
    here: dict[str, Any] = {"setting": MALL, "mode": "solitaire", "counters": "physical"}
    start = table("hidden_appearance", {"peter": "043"}, eliminated=[], hidden_box=[], **here)
    marked = links(start, {"do": "roll_hidden", "dice": dice})
    assert marked == {"15.8": {"row": ["2"], "column": [column]}}
    (chart,) = case_view(rulebook().case("15.8"), marked["15.8"]["row"], column)["charts"]
    assert chart["said"].endswith(f": {cell}")


SHOTS = [
    # from, at, doors, rows
    ("042", "043", {}, ["At a target in another square"]),
    ("043", "043", {}, ["At a target in the shooter’s own square"]),
    ("043", "062", {}, ["At a target in another square", "Through an open door, glass or solid"]),
    ("043", "062", {"closed": ["043-062"]}, ["At a target in another square", "Through a closed glass door"]),
    ("043", "062", {"destroyed": ["043-062"]},
    ["At a target in another square", "Through an open door, glass or solid"]),
]  # fmt: skip


@each_row("here, at, doors, rows", SHOTS)
def test_6_7_the_rows_are_the_distance_and_the_door(
    here: str, at: str, doors: dict[str, Any], rows: list[str]
) -> None:
    """6.7, 10.5: closed glass is told from open although the shot has destroyed it."""
    start = table("human", {"peter": here}, {at: 4}, setting=MALL, **doors)
    start = game.rule(start, from_json({"do": "start_move", "characters": ["peter"]})).after or start
    shot: dict[str, Any] = {"do": "shoot", "by": ["peter"], "at": at, "dice": [6, 6]}
    if here == at:
        shot["panic"] = {"peter": 6}
    assert links(start, shot) == {"6.7": {"row": rows}}


def test_6_7_two_shooters_take_it_off_twice() -> None:
    start = table("human", {"peter": "043", "roger": "043"}, {"062": 4}, setting=MALL, closed=["043-062"])
    begun = game.rule(start, from_json({"do": "start_move", "characters": ["peter", "roger"]})).after
    assert begun is not None
    shot = {"do": "shoot", "by": ["peter", "roger"], "at": "062", "dice": [6, 6, 6]}
    assert links(begun, shot) == {
        "6.7": {"row": ["At a target in another square", "Through a closed glass door"]}
    }


def test_6_7_no_door_is_marked_when_somebody_panicked() -> None:
    """6.5, 6.8: fewer guns fired than were announced, so the sum does not tell what the door cost each."""
    people = {"peter": "043", "roger": "043"}
    start = table("human", people, {"062": "4 berserk"}, setting=MALL, closed=["043-062"])
    begun = game.rule(start, from_json({"do": "start_move", "characters": ["peter", "roger"]})).after
    assert begun is not None
    panic = {"peter": 1, "roger": 6}
    shot = {"do": "shoot", "by": ["peter", "roger"], "at": "062", "panic": panic, "dice": [6, 6]}
    assert links(begun, shot) == {"6.7": {"row": ["At a target in another square"]}}


def test_6_5_nothing_is_marked_when_all_panicked_and_nobody_fired() -> None:
    people = {"peter": "043"}
    walking = table("human", people, {"043": 3}, setting=MALL, move={"characters": ["peter"]})
    assert links(walking, {"do": "shoot", "by": ["peter"], "at": "043", "panic": {"peter": 1}}) == {}
    attacked = {"do": "defend", "by": ["peter"], "panic": {"peter": 1}}
    assert links(under_attack(3), attacked) == {}
    shot = attacked | {"panic": {"peter": 6}, "dice": [1, 1]}
    assert links(under_attack(3), shot)["6.7"]["row"] == ["At a target in the shooter’s own square"]


def test_nothing_is_marked_when_nothing_was_rolled() -> None:
    assert chart_links(seen_of({"moment": None}), MALL) == {}
    assert chart_links(seen_of({"moment": {"action": {"do": "next_phase"}, "reason": ""}}), MALL) == {}


def test_the_chart_says_in_words_what_it_marks() -> None:
    chart = case_view(rulebook().case("8.8"), ["7"], "3-4")["charts"][0]
    assert (chart["marked"], chart["across"], chart["said"]) == (["7"], 3, "7, column 3-4: S")
    assert case_view(rulebook().case("13.5"), ["5"])["charts"][0]["said"] == "5: East"
    assert case_view(rulebook().case("8.8"), ["7"])["charts"][0]["said"] == "7"


@each_row("query", [{}, {"row": "99"}, {"row": "7", "column": "nonsense"}, {"column": "3-4"}])
def test_an_unknown_row_or_column_marks_nothing(query: dict[str, str]) -> None:
    chart = case_view(rulebook().case("8.8"), [query.get("row", "")], query.get("column", ""))["charts"][0]
    assert not chart["across"]
    assert chart["marked"] == (["7"] if query.get("row") == "7" else [])
    assert not re.search("nonsense|99", chart["said"])
