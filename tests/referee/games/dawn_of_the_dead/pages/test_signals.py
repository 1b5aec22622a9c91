"""Whose screen is called: by what its own seat was sent, in every mode."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.games.dawn_of_the_dead.pages.action_panel.turn_indicator import has_turn
from tests.referee.dawn_views import view_of
from tests.rows import each_row

SHOT = {"do": "hold_fire"}


def view(mode: str, phase: str, *acting: str) -> dict[str, Any]:
    return {"mode": mode, "phase": phase, "agenda": [{"seat": seat} for seat in acting]}


@each_row(
    "acting, role, here, turn",
    [
        (["human"], "human", ["human"], True),
        (["human"], "zombie", ["human"], False),
        (["zombie", "human"], "human", [], True),
        (["human"], "table", [], True),
        (["human"], "table", ["human"], False),
        (["zombie"], "table", ["human"], True),
        (["zombie", "human"], "table", ["zombie", "human"], False),
    ],
)
def test_two_players(acting: Sequence[str], role: str, here: Sequence[str], turn: bool) -> None:
    """The tablet stands in for whose device is away."""
    assert has_turn(view_of(view("two-player", "attack", *acting)), role, [], here) is turn


def test_a_game_that_is_over_calls_nobody() -> None:
    for role in ("table", "human", "zombie"):
        assert not has_turn(view_of(view("two-player", "over", "human")), role, [], [])


def test_who_looks_on_is_called_for_nothing() -> None:
    assert not has_turn(view_of(view("cooperative", "human", "human")), "spectator", [], [])
    assert not has_turn(view_of(view("two-player", "human", "human")), "spectator", [], [])


def test_together_each_phone_is_called_for_its_own_characters() -> None:
    """15.0, 6.9: in the human turn all of them, in an attack those who may shoot or are to be named."""
    assert has_turn(view_of(view("cooperative", "human", "human")), "peter", [], [])
    assert not has_turn(view_of(view("cooperative", "attack", "human")), "peter", [], [])
    assert has_turn(view_of(view("cooperative", "attack", "human")), "peter", [SHOT], [])
    assert not has_turn(view_of(view("cooperative", "human", "human")), "table", [SHOT], [])


@each_row(
    "role, moving, may, turn",
    [
        ("peter", ["peter"], [], True),
        ("roger", ["peter"], [], False),
        ("roger", ["peter"], ["start_move"], True),
        ("steve+fran", ["peter", "fran"], ["step"], True),
        ("roger", [], ["start_move", "end_turn"], True),
        ("roger", [], ["end_turn"], False),
    ],
)
def test_together_a_phone_is_not_called_while_its_characters_cannot_move(
    role: str, moving: Sequence[str], may: Sequence[str], turn: bool
) -> None:
    """5.0: somebody else moves, or those of this phone are out of the game and others still go."""
    now = view("cooperative", "human", "human", "human") | {"move": moving and {"characters": moving}}
    assert has_turn(view_of(now), role, [{"do": kind} for kind in may], []) is turn
