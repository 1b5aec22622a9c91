"""Walking to a distant square (5.0): one key, each step an action, a stop when something happens."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.games.dawn_of_the_dead.pages.game_log import by_turn, log
from referee.games.dawn_of_the_dead.pages.map.taps import as_expected, path_posted, walk_key
from rules.dawn_of_the_dead.effects import UNIT
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.humans.human_movement import points_left
from rules.dawn_of_the_dead.humans.reach import Way, reach
from rules.dawn_of_the_dead.position import Zombie
from rules.dawn_of_the_dead.setting_up import lawful_hidden_squares
from tests.referee.dawn_views import seen_of, view_of
from tests.referee.seated import HIDDEN, START, Seated
from tests.rows import each_row

START_MOVE = {"do": "start_move", "characters": ["peter"]}
THROUGH, ACROSS = ["008", "026", "045", "044"], "026"
"""A way from where Peter begins, and a square on it where a hidden zombie may wait."""


@pytest.fixture
def seated(tmp_path: Path) -> Iterator[Seated]:
    """Give a table where the hidden squares are still to be chosen."""
    table = Seated(tmp_path)
    yield table
    table.tables.close()


def begin(table: Seated, *hidden: str) -> None:
    """Choose the hidden squares, those named among them, place the characters, and let Peter move."""
    squares = [*hidden, *HIDDEN["squares"]][:5]
    assert set(squares) <= set(lawful_hidden_squares(equipment.setting().board))
    table.do("zombie", {"do": "place_hidden", "squares": sorted(squares)})
    table.do("human", START, START_MOVE)


def post(table: Seated, path: list[str], version: int | None = None) -> str:
    """Press the key that walks a way, and return the screen that answers."""
    form = {
        "action": json.dumps({"do": "walk", "path": path}),
        "version": str(table.version if version is None else version),
    }
    answer = table.client.post(f"/t/{table.code}/do", data=form, headers=table.headers("table"))
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def peter(table: Seated) -> str | None:
    return table.position.characters["peter"].square


def steps(table: Seated) -> list[str]:
    """Return the steps on the record that stand."""
    lines = [line for line in table.record() if "action" in line and not line.get("taken_back")]
    return [line["action"]["to"] for line in lines if line["action"]["do"] == "step"]


def test_5_0_a_square_in_reach_offers_the_way_and_its_points(seated: Seated) -> None:
    begin(seated)
    page = seated.client.get(f"/t/{seated.code}/square/045", headers=seated.headers("human"))
    shown = page.get_data(as_text=True)
    assert "Walk there: 008, 026, 045 (3 points)" in shown
    assert "arrow way" in shown
    assert "one step away" not in shown


def test_6_4_a_unit_out_of_sight_is_no_target_but_one_can_walk_there(seated: Seated) -> None:
    """6.4: the shot is answered as ever, to be overruled by agreement; the way to the square stands below."""
    begin(seated)
    page = seated.client.get(f"/t/{seated.code}/square/046", headers=seated.headers("human"))
    shown = page.get_data(as_text=True)
    assert "009 does not see 046" in shown
    assert "Allow anyway" in shown
    assert re.search(r"Walk there: [0-9, ]+, 046 \(\d points\)", shown)


def test_5_3_a_wall_beside_is_a_wall_though_there_is_a_way_around(seated: Seated) -> None:
    begin(seated)
    seated.do("human", {"do": "step", "to": "028"})
    page = seated.client.get(f"/t/{seated.code}/square/027", headers=seated.headers("human"))
    shown = page.get_data(as_text=True)
    assert "There is a wall between 028 and 027" in shown
    assert "Walk there: 009, 008, 027 (3 points)" in shown


def test_5_1_a_square_beyond_the_points_is_answered_with_the_points_it_takes(seated: Seated) -> None:
    begin(seated)
    position = view_of(seated.view("human"), seated.position.setting).open_position()
    assert position.move
    near, left = reach(position), points_left(position, position.move)
    whole = reach(replace(position, move=replace(position.move, spent=-1000)))
    open_squares = set(whole) - set(near) - set(position.zombies)
    square = min(open_squares, key=lambda s: (whole[s].points, s))
    page = seated.client.get(f"/t/{seated.code}/square/{square}", headers=seated.headers("human"))
    shown = page.get_data(as_text=True)
    assert f"Going from 009 to {square} costs {whole[square].points} Movement Points; {left} left." in shown
    assert "one step away" not in shown
    assert "Walk there" not in shown


def test_5_0_a_neighbour_offers_the_step_alone(seated: Seated) -> None:
    begin(seated)
    page = seated.client.get(f"/t/{seated.code}/square/008", headers=seated.headers("human"))
    assert "Walk there" not in page.get_data(as_text=True)


def test_5_0_every_step_is_an_action_of_its_own(seated: Seated) -> None:
    begin(seated)
    post(seated, THROUGH)
    assert peter(seated) == "044"
    assert steps(seated) == THROUGH
    seated.post("human", "/undo")
    seated.post("zombie", "/undo", answer="agree")
    assert steps(seated) == THROUGH[:-1]
    assert peter(seated) == "045"


def test_9_1_a_hidden_zombie_on_the_way_stops_the_walk(seated: Seated) -> None:
    begin(seated, ACROSS)
    post(seated, THROUGH)
    assert peter(seated) == ACROSS
    assert ACROSS in seated.position.zombies
    assert steps(seated) == THROUGH[: THROUGH.index(ACROSS) + 1]


def test_5_4_a_walk_into_a_unit_ends_there(seated: Seated) -> None:
    begin(seated)
    post(seated, ["008", "007", "025", "026"])
    assert peter(seated) == "025"


def test_5_4_a_unit_turned_face_down_behind_them_does_not_stop_a_walk(seated: Seated) -> None:
    """6.0: what a shot showed lies face down again with the first step, which everybody expected."""
    begin(seated)
    with seated.opened() as loaded:
        loaded.positions[:] = [replace(p, zombies={**p.zombies, "028": Zombie(9)}) for p in loaded.positions]
        loaded.views.clear()
    seated.do("human", {"do": "shoot", "by": ["peter"], "at": "028", "dice": [1, 1]})
    assert seated.view()["shown"] == {"028": 9}
    post(seated, THROUGH)
    assert peter(seated) == "044"


def test_5_3_a_way_that_is_none_is_refused_and_nothing_moves(seated: Seated) -> None:
    begin(seated)
    assert "Not allowed" in post(seated, ["103", "104"])
    assert (peter(seated), steps(seated)) == ("009", [])


def test_a_way_of_yesterday_is_not_walked(seated: Seated) -> None:
    begin(seated)
    assert "moved on" in post(seated, THROUGH, version=1)
    assert steps(seated) == []


def test_only_who_may_move_them_may_walk_them(seated: Seated) -> None:
    begin(seated)
    form = {"action": json.dumps({"do": "walk", "path": THROUGH}), "version": str(seated.version)}
    answer = seated.client.post(f"/t/{seated.code}/do", data=form, headers=seated.headers("zombie"))
    assert answer.status_code == 403
    assert steps(seated) == []


NO_WAYS = [
    "",
    "{",
    '{"do":"walk"}',
    '{"do":"walk","path":[]}',
    '{"do":"walk","path":[1]}',
    '{"do":"walk","path":"008"}',
    '["walk"]',
    '{"do":"step","to":"walk"}',
    json.dumps({"do": "walk", "path": ["008"] * 31}),
]


@each_row("text", NO_WAYS)
def test_what_is_no_way_is_not_walked(text: str) -> None:
    assert path_posted(text) == []


def test_the_key_gives_back_its_way() -> None:
    way = Way(2, ("008", "026"))
    assert path_posted(walk_key(way).action) == ["008", "026"]
    assert walk_key(Way(2, ("008", "026"), at_least=True)).label.endswith("(at least 2 points)")


PLAIN: dict[str, Any] = {
    "underway": None,
    "phase": "human",
    "zombies": [{"square": "025", "value": None}],
    "characters": {"peter": {"square": "008", "status": "normal"},
    "fran": {"square": "026", "status": "stunned"}},
    "move": {"characters": ["peter"]},
}  # fmt: skip


@each_row(
    "change",
    [
        {"underway": {"needs": {"value": ["008"]}}},
        {"phase": "over"},
        {"zombies": [{"square": "025", "value": 4}]},
        {"zombies": [{"square": "025", "value": None}, {"square": "008", "value": None}]},
        {"zombies": []},
        {"characters": {**PLAIN["characters"], "fran": {"square": "026", "status": "normal"}}},
        {"characters": {**PLAIN["characters"], "peter": {"square": "009", "status": "normal"}}},
    ],
)
def test_5_0_what_players_must_see_is_not_as_expected(change: dict[str, Any]) -> None:
    assert as_expected(view_of(PLAIN), seen_of(PLAIN), "008")
    assert not as_expected(view_of(PLAIN), seen_of(PLAIN | change), "008")


def test_5_0_a_walk_is_told_whole(seated: Seated) -> None:
    """The ruling and the log tell where the walk began and ended; the record keeps every step."""
    begin(seated)
    shown = post(seated, THROUGH)
    told = shown[shown.index('id="log"') :]
    assert shown.count("Peter goes from 009 to 044.") == 2
    assert told.count("Peter goes from") == 1
    assert told.index("Human Player-Turn</h3>") < told.index("Peter goes from") < told.index("Set-up</h3>")
    assert [line["action"]["to"] for line in seated.record()[-4:]] == THROUGH


def line(n: int, do: str, *effects: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return a line of the log."""
    told = {"n": n, "turn": 1, "story": f"Line {n}.", "cases": ["5.0"], "action": {"do": do}}
    return {**told, "effects": effects, **more}


def went(start: str, end: str, whom: str = UNIT) -> dict[str, Any]:
    return {"effect": "move", "whom": whom, "from": start, "to": end, "by": None}


def test_7_0_what_pieces_did_one_after_the_other_is_one_line_of_the_log() -> None:
    """Only what tells nothing else is told together. The latest turn comes first, each in its own order."""
    begins = {"effect": "player_turn", "side": "zombie", "turn": 1}
    lines = [
        line(1, "place_characters", {"effect": "player_turn", "side": "human", "turn": 1}),
        line(2, "step", went("009", "008", "peter"), {"effect": "points", "left": 6}),
        line(3, "step", went("008", "026", "peter"), {"effect": "points", "left": 5}),
        line(4, "step", went("026", "045", "peter"), overridden=True),
        line(5, "step", went("045", "046", "peter"), {"effect": "appear"}),
        line(6, "end_turn", begins, {"effect": "phase"}),
        line(7, "react", went("025", "026")),
        line(8, "react", went("043", "044")),
        line(9, "react", went("044", "045"), {"effect": "turn_up"}),
    ]
    assert [(turn["title"], [entry["text"] for entry in turn["lines"]]) for turn in by_turn(log(lines))] == [
        (
            "Game-Turn 1: Zombie Player-Turn",
            ["Line 6.", "2 zombie pieces moved: 025 → 026, 043 → 044.", "Line 9."],
        ),
        ("Game-Turn 1: Human Player-Turn", ["Peter goes from 009 to 026.", "Line 4.", "Line 5."]),
        ("Set-up", ["Line 1."]),
    ]


def test_5_4_a_way_that_only_may_fail_is_not_called_forbidden(seated: Seated) -> None:
    """Nobody knows what it costs to leave a unit of unknown value; too few points or a wall are known."""
    begin(seated)
    seated.do("human", {"do": "step", "to": "008"})

    def said(square: str) -> str:
        page = seated.client.get(f"/t/{seated.code}/square/{square}", headers=seated.headers("human")).text
        return page[page.index('id="ruling"') : page.index('id="moment"')]

    past_a_unit, too_far = said("006"), said("212")
    assert "Can’t plan this route" in past_a_unit
    assert "go step by step" in past_a_unit
    assert "Not allowed" not in past_a_unit
    assert "Allow anyway" not in past_a_unit
    assert "Not allowed" in too_far
