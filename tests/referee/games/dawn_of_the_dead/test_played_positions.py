"""The referee reads every position and action that it writes; a conversation with `judge` needs it."""

from __future__ import annotations

import json
from dataclasses import fields
from random import Random

import pytest

from referee.games.dawn_of_the_dead.schemas import positions
from referee.games.dawn_of_the_dead.schemas.actions import load_action
from referee.games.dawn_of_the_dead.schemas.positions import load_position
from rules.dawn_of_the_dead import game, view
from rules.dawn_of_the_dead.actions import to_json
from rules.dawn_of_the_dead.position import Counters, Mode, Position
from tests import soak
from tests.rows import each_row
from tests.rules.dawn_of_the_dead.chance import completed, dealt, nonsense, played, scrambled
from tests.rules.dawn_of_the_dead.small_mall import small_mall

SEEDS = (0, *soak.rest(soak.SEVERAL, [1, 2]))
PHASES = ("human", "berserk", "reaction", "free_movement", "attack", "generation")


def read_again(position: Position) -> Position:
    """Return a position as it comes back after it was written down."""
    return load_position(json.loads(json.dumps(view.position_to_json(position))), position.setting)


def readable(position: Position) -> None:
    """Assert that a position, and each action listed in it, is read as it was written."""
    assert read_again(position) == position
    board = position.setting.board
    for action in game.legal_actions(position)[:25]:
        assert load_action(json.loads(json.dumps(to_json(action))), board) == action


@pytest.mark.parametrize("counters", ["digital", "physical"])
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("seed", SEEDS)
def test_4_0_positions_of_every_phase_are_read_as_written(phase: str, seed: int, counters: Counters) -> None:
    rng = Random(f"read {counters} {phase} {seed}")
    for position in played(scrambled(small_mall(), rng, phase, counters), rng, 30):
        readable(position)


@pytest.mark.parametrize("counters", ["digital", "physical"])
def test_4_0_and_those_of_a_game_from_set_up_on(counters: Counters) -> None:
    rng = Random(counters)
    for position in played(dealt(small_mall(), rng, counters), rng, 80):
        readable(position)


@pytest.mark.parametrize("counters", ["digital", "physical"])
@pytest.mark.parametrize("mode", ["solitaire", "cooperative"])
def test_15_0_and_those_of_a_game_against_the_rules_of_section_15(mode: Mode, counters: Counters) -> None:
    rng, setting = Random(f"{mode} {counters}"), small_mall()
    draw = rng.sample(setting.sheet.units, len(setting.sheet.units))
    for position in played(game.set_up(setting, mode, counters, draw), rng, 150):
        readable(position)


@each_row("phase", PHASES)
@each_row("seed", SEEDS)
def test_4_0_also_after_an_override(phase: str, seed: int) -> None:
    rng = Random(f"forced {phase} {seed}")
    position = scrambled(small_mall(), rng, phase)
    for _ in range(120):
        action = nonsense(position, rng)
        if game.force(position, action).legal:
            _, ruling = completed(position, action, rng, "force")
            if ruling.after is not None and ruling.after.phase != "over":
                position = ruling.after
                readable(position)


@each_row("phase", sorted(view.STATES))
def test_4_0_every_field_that_a_phase_remembers_can_be_read(phase: str) -> None:
    """Whoever adds one to the position finds out here that it must be added to the schema as well."""
    written = {f.name for f in fields(view.STATES[phase])}
    assert set(positions._SCHEMAS[phase].fields) == written
