"""Impossible positions are refused in words. What was left out, or agreed on, is no contradiction."""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee.errors import InputError
from referee.games.dawn_of_the_dead.schemas.actions import load_action
from referee.games.dawn_of_the_dead.schemas.positions import load_position
from rules.dawn_of_the_dead import codec, game, library
from tests.referee.positions import a_position

FIVE = ["060", "061", "070", "071", "080"]
UNITS = [{"square": s, "value": 1} for s in library.setting().board.squares]


def wrong(position: Any) -> tuple[str, ...]:
    """Return what is wrong with a position."""
    with pytest.raises(InputError) as caught:
        load_position(position, library.setting())
    return caught.value.problems


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"winner": "human"}, 'winner: nobody has won yet in the phase human, so not "human".'),
        ({"phase": "place_hidden", "hidden": FIVE}, "hidden: no squares are assigned yet in the phase place"),
        ({"mode": "solitaire", "hidden_box": [1]}, "hidden_box: no units are kept there in solitaire play"),
        ({"zombies": UNITS[:51]}, "zombies: 51 zombie units are more than the 50 that there are."),
        ({"rifles": 3}, "rifles: 3 are more than the 2 that there are."),
        (
            {"phase": "free_movement", "phase_state": {"die": 2, "left": 3}},
            "phase_state.left: 3 free moves cannot be left of a roll of 2.",
        ),
        (
            {"phase": "free_movement", "phase_state": {"left": 3}},
            "phase_state.left: 3 free moves cannot be left before the die is rolled.",
        ),
    ],
)
def test_what_cannot_be_is_one_sentence(changes: dict[str, Any], sentence: str) -> None:
    problems = wrong(a_position(**changes))
    assert len(problems) == 1
    assert problems[0].startswith(sentence)


def test_all_that_cannot_be_is_told_at_once() -> None:
    several = a_position(winner="zombie", zombies=UNITS[:51], rifles=4)
    assert [problem.split(":")[0] for problem in wrong(several)] == ["winner", "zombies", "rifles"]


@pytest.mark.parametrize(
    "changes",
    [
        {"hidden_box": [3, 1, 7, 2, 5]},
        {"hidden": FIVE, "hidden_box": None},
        {"hidden": FIVE, "hidden_box": [3, 1, 7, 2, 5], "eliminated": [2, 2, 6]},
        {"eliminated": [11, 11], "hidden_box": []},
        {"hidden": FIVE, "hidden_box": [1, 2, 3, 4]},
        {"phase": "over"},
        {"zombies": UNITS[:45], "hidden": FIVE, "eliminated": [1] * 6},
        {"zombies": [unit | {"value": 11} for unit in UNITS[:20]]},
        {"zombies": UNITS[:20], "eliminated": [1] * 50, "hidden_box": None},
        {"counters": "physical", "hidden_box": [], "eliminated": [11, 11]},
        {"characters": {"peter": {"square": "024", "rifle": True}}},
        {"doors": [{"between": ["003", "004"], "state": "destroyed"}]},
        {"characters": {"fran": {"square": "024", "status": "infected", "infected_on_turn": 4}}},
    ],
    ids=["no squares told", "no units told", "all told", "no box told", "a small box",
    "no winner told", "made up",
         "no pools told", "not counted", "cardboard", "rifle agreed on", "door agreed on", "no turn told"],
)  # fmt: skip
def test_what_is_left_out_or_agreed_on_is_no_contradiction(changes: dict[str, Any]) -> None:
    load_position(a_position(**changes), library.setting())


def test_what_may_be_drawn_unchecked_is_read_again() -> None:
    """With no pools a conversation may draw anything, and no later position is refused as too large."""
    data = a_position(phase="generation", hidden_box=None, zombies=[{"square": "082", "value": 11}])
    entering = load_action({"do": "roll_entrance", "dice": [1, 5], "draw": [11]})
    after = game.rule(load_position(data, library.setting()), entering).after
    assert after is not None
    assert [unit.value for unit in after.zombies.values()] == [11, 11]
    again = load_position(json.loads(json.dumps(codec.position_to_json(after))), library.setting())
    assert again == after
