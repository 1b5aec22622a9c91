"""A trial, which programs look ahead with, goes exactly as the game does."""

from __future__ import annotations

from random import Random

import pytest

from rules.battlecon.actions import ChooseDiscards, CommitBase, CommitPair, Concede
from rules.battlecon.game import Trial
from tests.rules.battlecon.random_play import begun, moments
from tests.rules.battlecon.table import after, duel, pair


@pytest.mark.parametrize("seed", range(20))
def test_a_trial_goes_as_the_game_does(seed: int) -> None:
    for position, action, ruling in moments(Random(seed)):
        trial = Trial.of(position)
        if isinstance(action, CommitPair | CommitBase | ChooseDiscards):
            if len(position.pending) > 1:
                continue
            trial = trial.committed({**position.committed, action.seat: action})
        else:
            trial = trial.done(action)
        now = after(ruling)
        assert trial.position() == now
        assert (trial.winner, trial.beat) == (now.winner, now.beat)
        assert {p.kind for p in now.pending} == ({trial.question.kind} if trial.question else set())


def test_what_is_tried_leaves_the_trial_as_it_was() -> None:
    start = begun(Random(3))
    trial = Trial.of(start)
    trial.done(Concede("a"))
    assert trial.position() == start
    near = Trial.of(duel(a_space=3, b_space=4, a_tokens={"iron_body": 0}))
    hit = near.committed({"a": pair("a", "battery drive"), "b": pair("b", "blazing strike")})
    assert (near.side("a").life, hit.side("a").life) == (20, 16)
