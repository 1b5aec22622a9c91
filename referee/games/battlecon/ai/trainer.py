"""The trainer: after a beat, the equilibrium of its pairs, and how far the pair played was from it.

It uses the position in which pairs were chosen, without cards face down. So it shows only open information,
and the pair of the seat that asks, which is face up by then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.games.battlecon.ai.beat_game import BeatGame, pair_number
from referee.games.battlecon.ai.equilibrium import Mix
from referee.games.battlecon.ai.search import Scores, Search, weights
from rules.battlecon.actions import OTHER, CommitPair, Seat
from rules.battlecon.beat import Beat
from rules.battlecon.position import Position

SHOWN = 0.01
"""A pair less likely than this is left out of a mix."""


@dataclass(frozen=True, slots=True)
class Likely:
    """A pair of the equilibrium mix: how likely it is."""

    style: str
    base: str
    chance: float


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson for one seat on one beat.

    `mix` and `other_mix` are the equilibrium of both, the likeliest first. `value` is the chance to win the
    duel with it, and `with_pair` the chance with the pair that was played, against the same mix of the
    opponent. `lost` is the difference, 0 for a pair of the mix.
    """

    seat: Seat
    mix: tuple[Likely, ...]
    other_mix: tuple[Likely, ...]
    played: CommitPair
    value: float
    with_pair: float
    lost: float


def lesson(position: Position, played: CommitPair) -> Lesson:
    """Return the equilibrium where pairs were chosen, and the value of the pair played.

    It looks one beat ahead and ignores cards face down. Raises ValueError where no
    pairs are chosen, and for a pair that is not in hand.
    """
    if position.phase != "select":
        raise ValueError("The trainer judges only the pairs that a beat begins with.")
    beat = Beat(replace(position, committed={}))
    game = BeatGame.of(beat, Search(Scores(weights())))
    number = pair_number(beat, game.pairs[played.seat], played)
    solution = game.solve()
    gains = game.gains(played.seat, solution)
    mixes = {"a": solution.rows, "b": solution.columns}
    own, other = (_likely(game.pairs[seat], mixes[seat]) for seat in (played.seat, OTHER[played.seat]))
    best = max(gains)
    return Lesson(played.seat, own, other, played, best, gains[number], best - gains[number])


def _likely(pairs: Sequence[CommitPair], mix: Mix) -> tuple[Likely, ...]:
    shown = [Likely(p.style, p.base, chance) for p, chance in zip(pairs, mix, strict=True) if chance >= SHOWN]
    return tuple(sorted(shown, key=lambda one: -one.chance))
