"""Duels played at random, for tests of what always holds."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from rules.battlecon.actions import SEATS, Action, ChooseFighter
from rules.battlecon.game import legal_actions, rule, set_up
from rules.battlecon.position import Position, Verdict
from tests.rules.battlecon.table import after

Moment = tuple[Position, Action, Verdict]
LONGEST = 40


def begun(rng: Random) -> Position:
    """Return a duel that chance set up."""
    position = set_up(rng.choice(("preview", "boxed")))
    for seat, name in zip(SEATS, rng.sample(sorted(position.figures.fighters), 2), strict=True):
        finish = rng.choice(position.figures.fighters[name].finishes).id
        position = after(rule(position, ChooseFighter(seat, name, finish)))
    return position


def moments(rng: Random) -> Iterator[Moment]:
    """Yield each position of a duel with the action that was taken there, and its ruling."""
    position = begun(rng)
    while position.phase != "over" and position.beat < LONGEST:
        seat = rng.choice(position.pending).seat
        action = rng.choice([a for a in legal_actions(position, seat) if a.do != "concede"])
        ruling = rule(position, action)
        yield position, action, ruling
        position = after(ruling)
