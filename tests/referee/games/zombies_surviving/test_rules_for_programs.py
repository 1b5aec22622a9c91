"""Positions and actions as programs write them: what they leave out is filled in."""

from __future__ import annotations

from typing import Any

import pytest

from referee.errors import InputError
from referee.games.zombies_surviving import GAME
from referee.games.zombies_surviving.rules import ZombiesRules
from tests.rows import each_row

PISTOL = {"item": "pistol", "loaded": 12}
POSITION = {
    "system": "zombies-surviving",
    "phase": "survival",
    "figures": {
        "ana": {"kind": "survivor", "seat": "p1", "traits": ["marksman"], "items": [PISTOL]},
        "z1": {"kind": "shuffler"},
    },
}  # fmt: skip
SHOT = {
    "do": "aimed_shot", "figure": "ana", "weapon": "pistol", "target": "z1", "inches": 4, "in_cover": False,
    "hit": [5], "damage": [3],
}  # fmt: skip


def rules() -> ZombiesRules:
    return ZombiesRules(GAME.read_options({}), GAME.id)


def test_a_position_has_the_seats_of_its_figures() -> None:
    assert rules().read_position(POSITION).seats == ("p1",)
    written = rules().write_position(rules().read_position(POSITION))
    assert rules().read_position(written) == rules().read_position(POSITION)
    with pytest.raises(InputError, match="format"):
        rules().read_position({**POSITION, "format": "referee-position/9"})


def test_an_action_without_a_seat_is_that_of_its_figure() -> None:
    match = rules()
    shot = match.read(SHOT)
    ruling = match.rule(match.read_position(POSITION), shot)
    assert ruling.after is not None
    assert ruling.after.figures["z1"].kind == "ankle_biter"
    assert ruling.score is not None
    assert ruling.score.needed == 3
    with pytest.raises(InputError, match="seat is missing"):
        match.read({"do": "end_turn"})


SCENARIO = {
    "format": "referee-scenario/1",
    "system": "zombies-surviving",
    "name": "The clinic",
    "edge": "west",
}
ROSTER = {"format": "referee-roster/1", "system": "zombies-surviving", "characters": [{"name": "Ann"}]}


@each_row(
    "action, says",
    [
        (
            {**SCENARIO, "do": "use_roster", "seat": "p1"},
            "The format of the file is “referee-scenario/1”, not “referee-roster/1”.",
        ),
        (
            {"do": "use_scenario", "scenario": ROSTER},
            "The format of the file is “referee-roster/1”, not “referee-scenario/1”.",
        ),
        (
            {"do": "use_scenario", "scenario": {**SCENARIO, "system": "battlecon", "arena": 7}},
            "The file is for another game: “battlecon”.",
        ),
        (
            {"do": "use_scenario", "scenario": {**SCENARIO, "goals": [{"text": "Win", "measure": "luck"}]}},
            'scenario.goals[0].measure: "luck" is not "", supplies, buildings, item, tokens, turns or away.',
        ),
    ],
)
def test_1_0_of_a_file_for_something_else_only_that_is_said(action: dict[str, Any], says: str) -> None:
    with pytest.raises(InputError) as caught:
        rules().read(action, "p1")
    assert str(caught.value) == says
