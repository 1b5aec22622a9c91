"""How well a fighter stands at the end of a beat: the score where a search stops looking.

A score is a sum over features of both sides: life, distance, room behind, the cards in the piles, the special
action, tokens, form, trap, and what waits for the next beat. It is the logarithm of the odds that `a` wins,
so 0 is even. `weights.json` says how much each feature counts; they were fitted to duels that the referee
played against itself (`tools/battlecon_weights.py`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from math import fsum

from referee.games.battlecon.opponent.same_everywhere import exp, log
from rules.battlecon.actions import OTHER, SPECIAL, Pile
from rules.battlecon.beat import Beat, Side
from rules.battlecon.cards import Modifier
from rules.battlecon.position import Position

WON = 50.0
"""The score of a duel won, farther out than any that is still open."""
LIFE_STEPS = (3, 6, 10, 20)
"""Life counts with a weight of its own up to each of these."""
FAR_TRAP = 3
Weights = Mapping[str, float]


def chance(score: float) -> float:
    """Return the chance that `a` wins, from a score."""
    return 1 / (1 + exp(-score))


def score_of(won: float) -> float:
    """Return the score of a chance that `a` wins."""
    least = 1e-12
    return log(max(won, least) / max(1 - won, least))


def is_won(score: float) -> bool:
    """Return whether a score is that of a duel already won or lost."""
    return abs(score) >= WON


@cache
def weights() -> Weights:
    """Return the weight of each feature by its name; a feature without one counts nothing."""
    text = files("referee.games.battlecon.opponent").joinpath("weights.json").read_text(encoding="utf-8")
    read: Weights = json.loads(text)["weights"]
    return read


class Scores:
    """Scores with some weights. It keeps the sums that are needed again and again."""

    def __init__(self, counted: Weights) -> None:
        self._weights = counted
        self._places: dict[tuple[str, str, int, int], float] = {}
        self._bodies: dict[tuple[str, int, str | None], float] = {}
        self._piles: dict[tuple[str, bool, str | None, str | None, tuple[Pile, Pile]], float] = {}
        self._tokens: dict[tuple[tuple[str, int], ...], float] = {}
        self._waiting: dict[tuple[Modifier, ...], float] = {}

    def score(self, beat: Beat) -> float:
        """Return the score of a beat that is over but for its Recycle, the special actions apart."""
        a, b = beat.sides.values()
        return self._side(beat, a, b) - self._side(beat, b, a)

    def specials(self, beat: Beat) -> float:
        """Return what the special actions in hand are worth, apart because no effect depends on them."""
        a, b = beat.sides.values()
        counted = self._weights.get
        score = counted(f"{a.card.id}.special", 0.0) if a.special else 0.0
        return score - counted(f"{b.card.id}.special", 0.0) if b.special else score

    def at_select(self, position: Position) -> float:
        """Return the score of a position in which pairs are chosen and nothing lies yet."""
        beat = Beat(position)
        for side in beat.sides.values():
            side.cycles = False
        return self.score(beat) + self.specials(beat)

    def _side(self, beat: Beat, side: Side, other: Side) -> float:
        name = side.card.id
        place = (name, other.card.id, side.space, other.space)
        if place not in self._places:
            self._places[place] = self._sum(_place(*place))
        body = (name, side.life, side.form)
        if body not in self._bodies:
            self._bodies[body] = self._sum(_body(*body))
        piles = (name, side.cycles, side.style, side.base, side.discards)
        if piles not in self._piles:
            self._piles[piles] = self._sum(_piles(name, *_after_recycle(side)))
        score = self._places[place] + self._bodies[body] + self._piles[piles]
        if side.tokens:
            pool = tuple(side.tokens.items())
            if pool not in self._tokens:
                self._tokens[pool] = self._sum(_tokens(side))
            score += self._tokens[pool]
        if side.modifiers:
            if side.modifiers not in self._waiting:
                self._waiting[side.modifiers] = self._sum(_waiting(side))
            score += self._waiting[side.modifiers]
        if side.card.has_trap:
            score += self._sum(_trap(beat, side))
        return score

    def _sum(self, features: Iterator[tuple[str, float]]) -> float:
        counted = self._weights
        return fsum(counted.get(name, 0.0) * amount for name, amount in features)


def piles_score(counted: Weights, name: str, first: Pile, second: Pile) -> float:
    """Return what a fighter's piles are worth; pile 2 comes back next."""
    return fsum(counted.get(feature, 0.0) * amount for feature, amount in _piles(name, first, second))


def features(beat: Beat, side: Side) -> dict[str, float]:
    """Return the features of one side in a beat that is over but for its Recycle."""
    name, other = side.card.id, beat.sides[OTHER[side.seat]]
    parts = (
        _place(name, other.card.id, side.space, other.space),
        _body(name, side.life, side.form),
        _piles(name, *_after_recycle(side)),
        _tokens(side),
        _waiting(side),
        _trap(beat, side) if side.card.has_trap else (),
        ((f"{name}.special", 1.0),) if side.special else (),
    )
    return {feature: amount for part in parts for feature, amount in part}


def _after_recycle(side: Side) -> tuple[Pile, Pile]:
    """Return the piles as they will be in the next beat (11.0)."""
    if not side.cycles:
        return side.discards
    played = tuple([card for card in (side.style, side.base) if card and card != SPECIAL])
    return played, side.discards[0]


def _place(name: str, other: str, space: int, there: int) -> Iterator[tuple[str, float]]:
    yield f"{name}/{other}.distance.{abs(space - there)}", 1.0
    yield f"{name}.room.{min(3, space - 1 if space < there else 7 - space)}", 1.0


def _body(name: str, life: int, form: str | None) -> Iterator[tuple[str, float]]:
    yield name, 1.0
    for step in LIFE_STEPS:
        yield f"{name}.life.{step}", float(min(life, step))
    if form is not None:
        yield f"{name}.{form}", 1.0


def _piles(name: str, first: Pile, second: Pile) -> Iterator[tuple[str, float]]:
    for pile, away in ((first, 2), (second, 1)):
        for card in pile:
            yield f"{name}.away.{away}.{card}", 1.0


def _tokens(side: Side) -> Iterator[tuple[str, float]]:
    for token, count in side.tokens.items():
        yield f"token.{token}", float(count)


def _waiting(side: Side) -> Iterator[tuple[str, float]]:
    for modifier in side.modifiers:
        if modifier.lasts == "next_beat":
            yield f"waiting.{modifier.figure}", float(modifier.amount)


def _trap(beat: Beat, side: Side) -> Iterator[tuple[str, float]]:
    if beat.trap is None:
        return
    there = beat.sides[OTHER[side.seat]].space
    yield f"trap.{min(FAR_TRAP, abs(beat.trap - there))}", 1.0
