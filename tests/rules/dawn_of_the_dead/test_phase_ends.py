"""4.0: which zombie phases leave nothing to do or choose, from what everybody knows."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.effects import PhaseBegun, PointsSpent
from rules.dawn_of_the_dead.game import nothing_left
from rules.dawn_of_the_dead.position import Position
from rules.dawn_of_the_dead.setting_up import lawful_hidden_squares
from tests.rules.dawn_of_the_dead.table import act, do, table

FAR = {"peter": "022"}


def test_10_0_a_unit_that_may_be_checked_is_a_choice() -> None:
    position = table("berserk", FAR, {"026": 3})
    assert not nothing_left(position)
    assert nothing_left(do(position, act("check_berserk", square="026", die=6)))


def test_10_0_a_berserk_unit_is_to_be_checked_first() -> None:
    position = table("berserk", FAR, {"026": "3 berserk"})
    assert not nothing_left(position)
    assert nothing_left(do(position, act("check_berserk", square="026", die=1)))


def test_10_0_without_a_unit_there_is_nothing_to_check() -> None:
    assert nothing_left(table("berserk", FAR))


def test_7_0_a_unit_that_must_react_keeps_the_phase_open() -> None:
    position = table("reaction", FAR, {"026": 3}, trail=["022"])
    waits = not nothing_left(position)
    assert waits == bool(position.phase_state.pending)  # type: ignore[union-attr]
    assert nothing_left(table("reaction", FAR, {"026": 3}))


def test_7_0_free_moves_that_some_unit_can_use_are_a_choice() -> None:
    position = table("free_movement", FAR, {"026": 3})
    assert not nothing_left(position)
    assert not nothing_left(do(position, act("roll_free_moves", die=2)))


def test_7_0_a_die_that_no_unit_could_use_is_not_waited_for() -> None:
    """7.6: the only unit stands with a character and stays."""
    assert nothing_left(table("free_movement", FAR, {"022": 3}))
    assert nothing_left(table("free_movement", FAR))


def test_15_5_alone_the_die_is_always_rolled() -> None:
    position = table("free_movement", FAR, mode="solitaire")
    assert not nothing_left(position)
    assert nothing_left(do(position, act("roll_free_moves", die=2)))


def test_8_0_an_attack_to_resolve_is_waited_for() -> None:
    assert not nothing_left(table("attack", FAR, {"022": 3}))
    assert nothing_left(table("attack", FAR, {"026": 3}))


def test_13_0_the_entrance_is_rolled_before_the_generation_phase_ends() -> None:
    assert not nothing_left(table("generation", FAR))


def test_4_0_the_players_own_turn_never_ends_by_itself() -> None:
    assert not nothing_left(table("human", {"peter": "022 moved"}))


def hiding(position: Position, *squares: str) -> Position:
    """Return the position with zombies hidden in these squares."""
    return replace(position, hidden=squares, hidden_box=(3,) * len(squares))


@pytest.mark.parametrize("phase", ["reaction", "free_movement"])
def test_9_2_a_phase_waits_alike_wherever_the_hidden_zombies_are(phase: str) -> None:
    """What could lie there by what everybody knows decides, never what does."""
    position = table(phase, FAR, trail=["022"])
    everywhere = lawful_hidden_squares(position.setting.board)
    assert nothing_left(position)
    waits = {nothing_left(hiding(position, square)) for square in everywhere}
    assert waits == {False}


def test_7_1_out_of_sight_of_every_place_that_may_hide_one_nobody_can_be_revealed_in_reaction() -> None:
    """R-7.0a: a turn without any action leaves no trail."""
    position = table("reaction", FAR)
    squares = lawful_hidden_squares(position.setting.board)
    assert {nothing_left(hiding(position, square)) for square in squares} == {True}
    assert not nothing_left(hiding(table("free_movement", FAR), squares[0]))


def ended_phases(positions: list[Position]) -> str:
    """Return the line after actions that led from position to position: each notes what it began."""
    begun = [PhaseBegun(now.phase, now.turn) for was, now in pairwise(positions) if now.phase != was.phase]
    return game.ended_phases([PointsSpent(1, 0), *begun])


def test_one_line_tells_of_all_the_phases_that_ended() -> None:
    human = table("human", FAR)
    reaction, free, attack = (table(phase, FAR) for phase in ("reaction", "free_movement", "attack"))
    assert ended_phases([human, reaction, free, attack]) == (
        "No reactions, no free moves. Zombie Attack Phase begins."
    )
    assert ended_phases([reaction, reaction, free]) == "Zombie Free Movement Phase begins."
    generation = table("generation", FAR)
    assert ended_phases([generation, generation, replace(human, turn=2)]) == "Game-Turn 2 begins."
