"""What the map points out: points and rolls from what lies open, arrows for those that go and those gone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from referee.games.dawn_of_the_dead.drawing import Annotations, Arrow, Roll
from referee.games.dawn_of_the_dead.pages.map import overlay as map_overlay
from referee.games.dawn_of_the_dead.pages.seat_context import SeatContext
from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import to_json
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.position import Position
from tests.referee.dawn_views import seen_of, view_of
from tests.rules.dawn_of_the_dead.table import table

MALL = equipment.setting()
Json = dict[str, Any]


def context(position: Position, role: str = "table") -> tuple[Json, list[Json]]:
    """Return the view of a seat and the legal actions, as the pages are sent them."""
    actions = [to_json(a) for a in game.legal_actions(position) if role in game.seats_for(a.do)]
    return {**game.redact(position, role).to_json(), "underway": None}, actions


def marks(position: Position, role: str = "table") -> dict[str, str]:
    """Return the squares that are highlighted while none is tapped."""
    view, actions = context(position, role)
    return map_overlay.marks(view_of(view), actions)


def overlay(
    position: Position, *lines: Json, square: str = "", chosen: str = "", role: str = "table"
) -> Annotations:
    """Return what is written on the map for a position, after the actions in `lines`."""
    view, actions = context(position, role)
    return written(view, actions, [told(line) for line in lines], square, chosen)


def told(action: Json, start: str = "") -> Json:
    """Return the line of the log on an action; a piece that it moves came from `start`."""
    if "path" not in action:
        return {"action": action, "effects": []}
    path = action["path"]
    went = {"from": action.get("from", start), "to": path[-1], "path": path, "by": None}
    return {"action": action, "effects": [{"effect": "move", "whom": action.get("super", "unit"), **went}]}


def written(
    view: Json, actions: list[Json], lines: Sequence[Json] = (), square: str = "", chosen: str = ""
) -> Annotations:
    """Return what is written on the map of a seat that was sent a view and actions."""
    return map_overlay.overlay(SeatContext(seen_of(view), actions, "table", MALL, ""), lines, square, chosen)


def moving(zombies: dict[str, int | str | None], *names: str) -> Position:
    people = dict.fromkeys(names or ("peter",), "044")
    return table("human", people, zombies, setting=MALL, move={"characters": list(people)})


def reacting(zombies: dict[str, int | str | None], **more: Any) -> Position:
    return table("reaction", {"peter": "044"}, zombies, setting=MALL, trail=["044"], **more)


def test_5_1_every_square_in_reach_has_its_points() -> None:
    costs = overlay(moving({})).costs
    assert (costs["043"], costs["042"], costs["045"]) == ("1", "2", "1")
    assert "044" not in costs


def test_5_1_a_seat_that_moves_nobody_sees_no_points() -> None:
    assert overlay(moving({}), role="zombie").costs == {}


def test_5_1_while_an_action_waits_for_a_value_nothing_else_can_be_done() -> None:
    view, actions = context(moving({"046": 3}))
    assert written({**view, "underway": {"needs": {"value": ["046"]}}}, actions) == Annotations()


def test_5_0_a_far_square_shows_the_way_that_would_be_walked() -> None:
    assert overlay(moving({}), square="042").arrows == (Arrow(("044", "043", "042"), "way"),)
    assert overlay(moving({}), square="043").arrows == ()


@pytest.mark.parametrize("secret", [1, 11])
def test_6_7_a_unit_face_down_shows_the_dice_and_what_comes_off(secret: int) -> None:
    assert overlay(moving({"046": secret})).rolls == {"046": Roll(2, "−2")}


def test_6_0_a_unit_that_lies_open_shows_the_roll_needed() -> None:
    assert overlay(moving({"044": 7})).rolls == {"044": Roll(2, "7+")}


def test_6_8_of_all_who_may_shoot_the_map_shows_the_hardest_shot_and_the_panel_all() -> None:
    view, actions = context(moving({"045": 5}, "peter", "steve"))
    shots = SeatContext(seen_of(view), actions, "table", MALL, "").shots
    assert overlay(moving({"045": 5}, "peter", "steve")).rolls == {"045": Roll(3, "−2")}
    words = "Peter: 2 dice, less 1; Steve: 1 die, less 1; Peter and Steve: 3 dice, less 2"
    assert map_overlay.shot_words(shots["045"]) == words


def test_6_9_under_attack_the_roll_needed_stands_in_the_square() -> None:
    state = {"pending": [], "attack": {"square": "044"}}
    position = table("attack", {"peter": "044"}, {"044": 5}, setting=MALL, phase_state=state)
    view, actions = context(position)
    assert written(view, actions).rolls == {"044": Roll(2, "5+")}
    assert (
        map_overlay.shot_words(SeatContext(seen_of(view), actions, "table", MALL, "").shots["044"])
        == "Peter: 5 or more on 2 dice"
    )


def test_7_0_a_unit_with_one_way_has_one_arrow() -> None:
    assert overlay(reacting({"046": 3})).arrows == (Arrow(("046", "045"), "forced"),)


def test_7_0_a_unit_with_a_choice_has_an_arrow_for_each() -> None:
    position = table("reaction", {"peter": "045"}, {"022": 3}, setting=MALL, trail=["045"])
    arrows = overlay(position).arrows
    assert {a.kind for a in arrows} == {"choice"}
    assert {a.squares for a in arrows} == {("022", "041"), ("022", "023")}
    assert overlay(position, chosen="022").arrows == arrows
    assert overlay(position, chosen="046").arrows == ()


def test_7_5_free_moves_have_arrows_for_the_unit_that_was_chosen() -> None:
    free = {"die": 3, "left": 3}
    position = table("free_movement", {"peter": "009"}, {"104": 3, "110": 2}, setting=MALL, phase_state=free)
    assert overlay(position).arrows == ()
    assert {a.squares[0] for a in overlay(position, chosen="104").arrows} == {"104"}


GONE: list[Json] = [
    {"do": "end_turn"}, {"do": "next_phase"},
    {"do": "react", "from": "043", "path": ["044"]}, {"do": "react", "from": "046", "path": ["045"]},
]  # fmt: skip
WENT = (Arrow(("043", "044"), "done"), Arrow(("046", "045"), "done"))


def test_7_0_units_that_went_keep_an_arrow_until_something_else_is_done() -> None:
    position = reacting({})
    assert overlay(position, *GONE).arrows == WENT
    assert overlay(position, *GONE, {"do": "next_phase"}).arrows == ()


def test_11_2_a_super_zombie_that_went_keeps_an_arrow_too() -> None:
    """Its action names it and where it went; what happened tells where it came from."""
    view, actions = context(reacting({}))
    move = {"do": "free_move", "super": "roger", "path": ["031", "032"]}
    lines = [told({"do": "free_move", "from": "043", "path": ["044"]}), told(move, start="030")]
    written_on = written(view, actions, lines)
    assert written_on.arrows == (Arrow(("043", "044"), "done"), Arrow(("030", "031", "032"), "done"))


def test_a_move_that_was_taken_back_has_no_arrow() -> None:
    view, actions = context(reacting({}))
    lines = [told(a) for a in GONE[:-1]] + [told(GONE[-1]) | {"taken_back": True}]
    assert written(view, actions, lines).arrows == WENT[:1]


def test_15_0_alone_all_that_the_zombies_did_shows_when_the_players_turn_has_come() -> None:
    after: list[Json] = [
        {"do": "next_phase"},
        {"do": "free_move", "from": "044", "path": ["045"]},
        {"do": "next_phase"},
    ]
    position = table("human", {"peter": "009"}, {}, setting=MALL, mode="solitaire")
    arrows = (*WENT, Arrow(("044", "045"), "done"))
    assert overlay(position, *GONE, *after).arrows == arrows
    assert overlay(position, *GONE, *after, {"do": "start_move"}).arrows == ()


def test_15_0_what_the_referee_proposes_has_its_arrow() -> None:
    view, actions = context(reacting({"046": 3}, mode="solitaire"))
    proposed = {"do": "react", "from": "046", "path": ["045"]}
    annotations = written({**view, "advice": {"action": proposed, "among": []}}, actions)
    assert annotations.arrows == (Arrow(("046", "045"), "forced"),)
    tied = {"action": proposed, "among": [proposed]}
    assert written({**view, "advice": tied}, actions).arrows == ()


def test_3_2_the_squares_where_characters_may_start_are_pointed_out_to_those_who_set_them_up() -> None:
    setting_up = table("place_characters", {}, {}, setting=MALL)
    assert marks(setting_up) == dict.fromkeys(MALL.character_squares, "go")
    assert marks(setting_up, "zombie") == {}


@pytest.mark.parametrize("role", ["table", "human", "zombie"])
def test_5_0_everybody_is_shown_who_is_on_the_move(role: str) -> None:
    assert marks(moving({}), role)["044"] == "chosen"
    assert "chosen" not in marks(reacting({}), role).values()


def test_6_0_a_unit_to_shoot_at_in_the_square_of_those_on_the_move_stays_a_target() -> None:
    assert marks(moving({"044": 7}))["044"] == "target"
