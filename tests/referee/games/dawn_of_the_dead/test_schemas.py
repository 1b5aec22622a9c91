"""Actions and positions at the edge: strict, forgiving about what is left out, clear about what is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.errors import InputError
from referee.games.dawn_of_the_dead.ai.simulated_games import play
from referee.games.dawn_of_the_dead.schemas.actions import load_action
from referee.games.dawn_of_the_dead.schemas.maps import load_board, load_sheet
from referee.games.dawn_of_the_dead.schemas.positions import load_position
from referee.records.text import fingerprint
from rules.dawn_of_the_dead import game, view
from rules.dawn_of_the_dead.actions import ACTIONS, React, Shoot, Step, to_json
from rules.dawn_of_the_dead.equipment import equipment
from tests import soak
from tests.referee.positions import a_position, moving
from tests.rows import each_row

FIVE = ["060", "061", "070", "071", "080"]
PLACES = {"peter": "001", "roger": "002", "steve": "003", "fran": "004"}
PEOPLE = ["peter", "fran"]
EXAMPLES: list[dict[str, Any]] = [
    {"do": "place_hidden", "squares": FIVE},
    {"do": "place_characters", "squares": PLACES},
    {"do": "start_move", "characters": ["peter"], "carry": {"by": "peter", "whom": "fran"}},
    {"do": "step", "to": "043", "draw": [3], "values": {"043": 3}},
    {"do": "put_down"},
    {"do": "open_door", "between": ["043", "062"]},
    {"do": "close_door", "between": ["043", "062"]},
    {"do": "close_main_door", "door": "north"},
    {"do": "take_rifle", "character": "fran"},
    {"do": "shoot", "by": PEOPLE, "at": "043", "panic": {"fran": 6}, "dice": [1, 2, 3], "values": {"043": 9}},
    {"do": "end_turn"},
    {"do": "roll_hidden", "dice": [1, 2], "square": "043", "draw": [11], "values": {"043": 11}},
    {"do": "check_berserk", "square": "043", "die": 1},
    {"do": "react", "from": "043", "path": ["062"]},
    {"do": "free_move", "super": "fran", "with_zombie": True, "path": ["043", "062"]},
    {"do": "smash", "from": "043", "between": ["043", "062"], "dice": [6, 6], "values": {"043": 1}},
    {"do": "reveal", "square": "043", "draw": [1], "values": {"043": 1}},
    {"do": "roll_free_moves", "die": 6},
    {"do": "open_attack", "square": "043"},
    {"do": "defend", "by": ["peter"], "panic": {"peter": 1}, "dice": [1, 2], "values": {"043": 1}},
    {"do": "hold_fire"},
    {"do": "declare_attack", "count": 2, "values": {"043": 1}},
    {"do": "choose_victims", "characters": ["peter"]},
    {"do": "roll_attack", "character": "peter", "dice": [3, 4], "values": {"043": 1}},
    {"do": "roll_entrance", "dice": [1, 1], "doors": ["north"], "draw": [4], "values": {"004": 4}},
    {"do": "roll_infection", "character": "peter", "dice": [3, 4]},
    {"do": "next_phase"},
    {"do": "read_value", "square": "004", "value": 4, "was": 10},
    {"do": "use_sheet", "sheet": equipment.load_counters(), "sha256": fingerprint(equipment.load_counters())},
]


def mistakes(data: Any) -> tuple[str, ...]:
    """Return what is wrong with an action."""
    with pytest.raises(InputError) as caught:
        load_action(data)
    return caught.value.problems


def assert_sentences(load: Callable[[], object]) -> None:
    """Assert that nothing but sentences about the input come out of reading it."""
    problems: tuple[str, ...] = ()
    try:
        load()
    except InputError as error:
        problems = error.problems
    assert all(p.endswith(".") and "\n" not in p for p in problems), problems


def wrong(position: Any) -> tuple[str, ...]:
    """Return what is wrong with a position."""
    with pytest.raises(InputError) as caught:
        load_position(position, equipment.setting())
    return caught.value.problems


def test_there_is_an_example_of_every_action() -> None:
    assert [e["do"] for e in EXAMPLES] == list(ACTIONS)


@each_row("example", EXAMPLES)
def test_every_action_is_read_and_written_the_same(example: dict[str, Any]) -> None:
    assert json.loads(json.dumps(to_json(load_action(example)))) == example


@each_row("example", EXAMPLES)
def test_no_action_takes_a_field_that_is_not_its_own(example: dict[str, Any]) -> None:
    assert mistakes(example | {"colour": "red"}) == ("colour is not a field that belongs here.",)


@each_row("example", EXAMPLES)
def test_every_field_of_every_action_is_checked_for_its_type(example: dict[str, Any]) -> None:
    for field in example:
        if field != "do":
            problems = mistakes(example | {field: 3.5})
            assert any(p.startswith(field) for p in problems), (field, problems)


def test_a_field_that_is_null_counts_as_left_out() -> None:
    assert load_action({"do": "shoot", "by": ["peter"], "at": "043", "dice": None}) == Shoot(
        ("peter",), "043"
    )


def test_the_two_squares_of_a_side_come_in_any_order() -> None:
    one = load_action({"do": "open_door", "between": ["062", "043"]})
    assert one == load_action({"do": "open_door", "between": ["043", "062"]})


def test_a_zombie_piece_is_a_unit_or_a_super_zombie_and_not_both() -> None:
    assert load_action({"do": "react", "from": "043", "path": ["062"]}) == React(("062",), "043")
    for given_ in ({}, {"from": "043", "super": "fran"}):
        assert mistakes({"do": "react", "path": ["062"], **given_})[0].startswith(
            "The action must name either"
        )
    assert mistakes({"do": "react", "from": "043", "with_zombie": True, "path": ["062"]})[0].startswith(
        "with_zombie"
    )


@each_row(
    "data, sentence",
    [
        (None, "The action must be an object, not null."),
        ("step", 'The action must be an object, not "step".'),
        ({}, 'The action must say what it does in "do".'),
        ({"do": 7}, "do: 7 is not the name of an action."),
        ({"do": "stepp"}, 'do: "stepp" is not the name of an action; perhaps step is meant.'),
        ({"do": "step", "to": "４３２"}, 'to: "４３２" is not a square number (three digits).'),
        ({"do": "step", "to": "043\n"}, 'to: "043\\n" is not a square number (three digits).'),
        ({"do": "step", "to": "0" * 9999}, 'to: "' + "0" * 39 + '…" is not a square number (three digits).'),
        ({"do": "shoot", "by": [], "at": "043"}, "by must not be empty."),
        ({"do": "shoot", "by": ["ben"], "at": "043"}, 'by[0]: "ben" is not one of the characters'),
        ({"do": "shoot", "by": ["fran", "fran"], "at": "043"}, 'by has "fran" twice.'),
        (
            {"do": "roll_attack", "character": "fran", "dice": [True]},
            "dice[0]: true is not a whole number.",
        ),
        ({"do": "roll_attack", "character": "fran", "dice": [1] * 99}, "dice must have at most 10 items"),
        ({"do": "reveal", "square": "043", "draw": [12]}, "draw[0]: 12 is not a Zombie Value (1 to 11)."),
        ({"do": "open_door", "between": ["043"]}, "between must have 2 items, not 1."),
        ({"do": "start_move", "characters": ["fran"], "carry": {"by": "fran"}}, "carry.whom is missing."),
        ({"do": "shoot", "by": ["fran"], "at": "043", "panic": {"ben": 1}}, 'panic.ben: "ben" is not one of'),
        ({"do": "step", "to": "043", "values": {"43": 1}}, 'values.43: "43" is not a square number'),
    ],
)
def test_a_mistake_names_the_field_and_the_value(data: Any, sentence: str) -> None:
    assert mistakes(data)[0].startswith(sentence)


def test_with_a_board_the_squares_of_an_action_must_be_on_it() -> None:
    board = equipment.setting().board
    for example in ({"do": "step", "to": "999"}, {"do": "react", "from": "043", "path": ["999"]}):
        with pytest.raises(InputError, match='"999" is not a square of this map'):
            load_action(example, board)
    assert load_action({"do": "step", "to": "043"}, board) == Step("043")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
FIELDS = sorted({field for example in EXAMPLES for field in example if field != "do"})


@soak.ENGINES
@given(st.sampled_from(list(ACTIONS)), st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=4))
def test_any_json_is_an_action_or_a_list_of_sentences(name: str, fields: dict[str, Any]) -> None:
    assert_sentences(lambda: load_action({"do": name, **fields}))


# --- positions ------------------------------------------------------------------------------------


def test_what_is_left_out_has_its_value_at_the_start_of_play() -> None:
    position = load_position(a_position(), equipment.setting())
    assert (position.turn, position.mode, position.counters) == (1, "two-player", "digital")
    assert position.rifles == equipment.setting().board.rifle_count
    assert not position.doors
    assert not position.main_doors
    assert not position.trail
    assert position.move is None
    assert [n for n, c in position.characters.items() if c.status == "killed"] == ["roger", "steve", "fran"]


def test_a_door_said_to_be_open_is_open() -> None:
    doors = [{"between": ["062", "043"], "state": "open"}]
    assert not load_position(a_position(doors=doors, main_doors={"north": "open"}), equipment.setting()).doors


@soak.GAMES
def test_every_position_of_a_game_is_written_and_read_the_same() -> None:
    setting = equipment.setting()
    played = play("positions")
    position = game.set_up(setting, "two-player", "digital", played.lines[0]["start"]["draw"])
    for line in played.lines[1:-1]:
        after = game.rule(position, load_action(line["action"])).after
        assert after is not None
        position = after
        data = view.position_to_json(position)
        again = load_position(json.loads(json.dumps(data)), setting)
        assert view.position_to_json(again) == data
        assert game.legal_actions(again) == game.legal_actions(position)
    assert position.phase == "over"


@each_row(
    "changes, sentence",
    [
        ({"system": "chess"}, 'system: "chess" is not "dawn-of-the-dead".'),
        ({"format": "referee-position/2"}, 'format: "referee-position/2" is not "referee-position/1".'),
        ({"mode": "solo"}, 'mode: "solo" is not one of two-player, solitaire, cooperative.'),
        ({"phase": "hidden_appearance"}, "phase: the Hidden Zombie Table is not used in two-player play."),
        (
            {"mode": "solitaire", "phase": "place_hidden"},
            "phase: no squares are chosen for hidden zombies in",
        ),
        ({"mode": "cooperative", "hidden": ["062"]}, "hidden: no squares are assigned to hidden zombies in"),
        ({"turn": "3"}, 'turn: "3" is not a Game-Turn'),
        ({"weather": "rain"}, "weather is not a field that belongs here."),
        ({"characters": {"ben": {}}}, 'characters.ben: "ben" is not one of the characters'),
        ({"characters": {"peter": 3}}, "characters.peter: 3 is not an object."),
        (
            {"characters": {"peter": {"square": "999"}}},
            'characters.peter.square: "999" is not a square of this map.',
        ),
        ({"characters": {"peter": {}}}, "characters.peter.square is missing"),
        ({"characters": {"fran": {"square": "024", "status": "killed"}}}, "characters.fran.square: a killed"),
        ({"zombies": [{"value": 3}]}, "zombies[0].square is missing."),
        ({"zombies": [{"square": "082"}]}, "zombies[0].value is missing; it may be null only"),
        ({"zombies": [{"square": "082", "value": 1}] * 2}, "zombies: 2 zombie units stand in 082"),
        ({"zombies": {}}, "zombies: {} is not a list."),
        ({"hidden": [*FIVE, "081"]}, "hidden must have at most 5 items, not 6."),
        ({"hidden": ["060", "060"]}, 'hidden has "060" twice.'),
        ({"hidden_box": [0]}, "hidden_box[0]: 0 is not a Zombie Value"),
        ({"doors": [{"between": ["024", "025"], "state": "closed"}]}, "doors[0].between: there is no door"),
        ({"doors": [{"between": ["043", "062"], "state": "ajar"}]}, 'doors[0].state: "ajar" is not'),
        ({"main_doors": {"up": "closed"}}, 'main_doors.up: "up" is not one of the main doors'),
        (
            {"phase": "attack", "move": {"characters": ["peter"]}},
            "move: a move is only in progress in the human",
        ),
        ({"move": {"characters": ["fran"]}}, "move: fran is not in play"),
        (
            {"move": {"characters": ["peter"], "carrying": {"by": "peter", "whom": "peter"}}},
            "move.carrying: peter walks",
        ),
        ({"move": {"characters": ["peter"], "rifles": ["fran"]}}, "move.rifles: fran is not on the move."),
        ({"phase": "attack", "phase_state": {"attack": 7}}, "phase_state.attack: 7 is not an object."),
        ({"phase": "reaction", "phase_state": {"pending": 5}}, "phase_state.pending: 5 is not a list."),
        (
            {"phase": "reaction", "phase_state": {"pending": ["024"]}},
            "phase_state.pending: no zombie stands in 024.",
        ),
        ({"phase": "reaction", "phase_state": {"mood": 5}}, "phase_state.mood is not a field"),
        ({"phase_state": {"pending": []}}, "phase_state must be empty in the phase human"),
        ({"phase_state": []}, "phase_state: [] is not an object."),
    ],
)
def test_a_mistake_in_a_position_names_the_field(changes: dict[str, Any], sentence: str) -> None:
    assert wrong(a_position(**changes))[0].startswith(sentence)


def test_a_cardboard_unit_may_have_no_value() -> None:
    physical = a_position(counters="physical", zombies=[{"square": "082"}])
    assert load_position(physical, equipment.setting()).zombies["082"].value is None


@given(st.dictionaries(st.sampled_from([*moving(), "doors", "hidden", "phase_state"]), JSON, max_size=3))
def test_any_json_is_a_position_or_a_list_of_sentences(changes: dict[str, Any]) -> None:
    assert_sentences(lambda: load_position(a_position() | changes, equipment.setting()))


@given(JSON)
def test_any_json_is_no_map_and_no_counter_sheet_but_mistakes(data: Any) -> None:
    for load in (load_board, load_sheet):
        with pytest.raises(InputError):
            load(data)
