"""Impossible positions are refused in words. What was left out, or agreed on, is no contradiction."""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee.errors import InputError
from referee.games.dawn_of_the_dead.schemas.actions import load_action
from referee.games.dawn_of_the_dead.schemas.positions import load_position
from rules.dawn_of_the_dead import game, view
from rules.dawn_of_the_dead.equipment import equipment
from tests.referee.positions import a_position
from tests.rows import each_row

FIVE = ["060", "061", "070", "071", "080"]
UNITS = [{"square": s, "value": 1} for s in equipment.setting().board.squares]


def _moving(**move: Any) -> dict[str, Any]:
    """Return a move of Peter's."""
    return {"characters": ["peter"], **move}


def _with(**peter: Any) -> dict[str, Any]:
    """Return the characters, only Peter in play."""
    return {"peter": {"square": "024", **peter}}


def _phase(phase: str, *, berserk: bool = False, **state: Any) -> dict[str, Any]:
    """Return a phase with what it remembers, and the unit in 082."""
    changes = {"characters": state.pop("characters")} if "characters" in state else {}
    unit = {"square": "082", "value": 4, "berserk": berserk}
    return {"phase": phase, "zombies": [unit], "phase_state": state, **changes}


def wrong(position: Any) -> tuple[str, ...]:
    """Return what is wrong with a position."""
    with pytest.raises(InputError) as caught:
        load_position(position, equipment.setting())
    return caught.value.problems


@each_row(
    "changes, sentence",
    [
        ({"winner": "human"}, 'winner: nobody has won yet in the phase human, so not "human".'),
        ({"phase": "place_hidden", "hidden": FIVE}, "hidden: no squares are assigned yet in the phase place"),
        ({"mode": "solitaire", "hidden_box": [1]}, "hidden_box: no units are kept there in solitaire play"),
        ({"zombies": UNITS[:51]}, "zombies: 51 zombie units are too many; there are 50."),
        ({"rifles": 3}, "rifles: 3 are too many; there are 2."),
        (
            {"phase": "free_movement", "phase_state": {"die": 2, "left": 3}},
            "phase_state.left: 3 free moves cannot be left of a roll of 2.",
        ),
        (
            {"phase": "free_movement", "phase_state": {"left": 3}},
            "phase_state.left: 3 free moves cannot be left before the die is rolled.",
        ),
        ({"move": _moving(spent=99)}, "move.spent: 99 is not a number of Movement Points (0 to 20)."),
        ({"move": _moving(shots={"fran": 2})}, "move.shots: fran is not in play."),
        ({"move": _moving(panicked=["fran"])}, "move.panicked: fran is not in play."),
        ({"move": _moving(earlier=["peter", "peter"])}, 'move.earlier has "peter" twice.'),
        ({"move": _moving(rifles=["peter"])}, "move.rifles: peter took a rifle in this move but has none."),
        ({"characters": _with(status="killed", square=None, rifle=True)}, "characters.peter.rifle: a killed"),
        ({"characters": _with(status="super_zombie", rifle=True)}, "characters.peter.rifle: a super zombie"),
        ({"characters": _with(infected_on_turn=1)}, "characters.peter.infected_on_turn: peter is normal"),
        (
            {"turn": 2, "characters": _with(status="infected", infected_on_turn=9)},
            "characters.peter.infected_on_turn: 9 is after Game-Turn 2.",
        ),
        (_phase("berserk", due=["082"]), "phase_state.due: the unit in 082 is not berserk."),
        (_phase("berserk", lapsed=["050"]), "phase_state.lapsed: no zombie stands in 050."),
        (_phase("reaction", done=["050"]), "phase_state.done: no zombie stands in 050."),
        (_phase("reaction", pending=["082"], done=["082"]), "phase_state.pending: the unit in 082 has"),
        (_phase("reaction", watching=["peter"]), "phase_state.watching: peter is not a super zombie."),
        (_phase("free_movement", supers=["peter"]), "phase_state.supers: peter is not a super zombie."),
        (_phase("free_movement", paired=["fran"]), "phase_state.paired: fran is not a super zombie."),
        (
            _phase("attack", characters=_with(square="082"), pending=["082"], attack={"square": "082"}),
            "phase_state.pending: the attack in 082 is already open.",
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


@each_row("changes", [
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
        {"characters": _with(status="stunned"), "move": _moving()},
        {"characters": _with(moved_last_turn=True), "move": _moving()},
        {"move": _moving(spent=12)},
        _phase("berserk", berserk=True, lapsed=["082"]),
    ])  # fmt: skip
def test_what_is_left_out_or_agreed_on_is_no_contradiction(changes: dict[str, Any]) -> None:
    load_position(a_position(**changes), equipment.setting())


def test_what_may_be_drawn_unchecked_is_read_again() -> None:
    """With no pools a conversation may draw anything, and no later position is refused as too large."""
    data = a_position(phase="generation", hidden_box=None, zombies=[{"square": "082", "value": 11}])
    entering = load_action({"do": "roll_entrance", "dice": [1, 5], "draw": [11]})
    after = game.rule(load_position(data, equipment.setting()), entering).after
    assert after is not None
    assert [unit.value for unit in after.zombies.values()] == [11, 11]
    again = load_position(json.loads(json.dumps(view.position_to_json(after))), equipment.setting())
    assert again == after
