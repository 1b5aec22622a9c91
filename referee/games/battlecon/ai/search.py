"""The search to the end of a beat, and the scores of where it ends.

The search plays a beat out for any cards: it makes every open choice well and solves every secret one.

A score is a sum over features of both sides: life, distance, room behind, the cards in the piles, the special
action, tokens, form, trap, and modifiers for the next beat. It is the logarithm of the odds that `a` wins, so
0 is even. `weights.json` has the weight of each feature; they were fitted to duels that the referee played
against itself (`tools/battlecon_weights.py`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from math import fsum
from typing import Any

from referee.games.battlecon.ai.equilibrium import solve
from referee.games.battlecon.ai.portable_math import exp, log
from rules.battlecon.actions import OTHER, SPECIAL, CommitBase, Commitment, CommitPair, Pile, Seat
from rules.battlecon.attack_pairs import lay
from rules.battlecon.beat import Beat, Question, Side
from rules.battlecon.cards import Modifier
from rules.battlecon.position import Position
from rules.battlecon.sequence import RECYCLE, answered, go_on, play_out

WON = 50.0
"""The score of a won duel, beyond that of any open one."""
LIFE_STEPS = (3, 6, 10, 20)
"""Life counts with a separate weight up to each of these."""
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
    text = files("referee.games.battlecon.ai").joinpath("weights.json").read_text(encoding="utf-8")
    read: Weights = json.loads(text)["weights"]
    return read


class Scores:
    """Computes scores with given weights, and caches the sums it needs again."""

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
        """Return the score of the special actions in hand, separate because no effect depends on them."""
        a, b = beat.sides.values()
        counted = self._weights.get
        score = counted(f"{a.card.id}.special", 0.0) if a.special else 0.0
        return score - counted(f"{b.card.id}.special", 0.0) if b.special else score

    def at_select(self, position: Position) -> float:
        """Return the score of a position in which pairs are chosen and no card is laid yet."""
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
    """Return the score of a fighter's piles; pile 2 comes back next."""
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


BEFORE_ATTACKS = frozenset({"compare", "recycle"})
SECRET = frozenset({"pair", "base"})
Key = tuple[Any, ...]
ROUGH = 0.004
"""The accepted gap for a choice inside a beat."""


@dataclass(slots=True)
class Search:
    """A search to the end of the beat. `nodes` counts cards laid and ends of the beat."""

    scores: Scores
    nodes: int = 0
    _known: dict[Key, float] = field(default_factory=dict)
    _pairs: dict[Key, float] = field(default_factory=dict)

    def worth(self, beat: Beat) -> float:
        """Return the score of a beat whose cards are laid. It changes the beat."""
        self.nodes += 1
        question = go_on(beat, BEFORE_ATTACKS)
        if question is None and len(beat.queue) == 1 and beat.queue[0].do == "compare":
            key = _key(beat)
            if key not in self._known:
                self._known[key] = play_out(beat.copy(), self)
            score = self._known[key]
        elif question is not None and question.kind in SECRET:
            return self._secret(beat, question)
        else:
            score = play_out(beat, self)
        return score if is_won(score) else score + self.scores.specials(beat)

    def at_the_end(self, beat: Beat) -> float:
        """Return the score of a beat that is over but for its Recycle, the special actions apart."""
        self.nodes += 1
        return self.scores.score(beat)

    def when_won(self, beat: Beat) -> float:
        """Return the score of a won duel."""
        self.nodes += 1
        return WON if beat.winner == "a" else -WON

    def at_a_secret(self, beat: Beat, question: Question) -> float:
        """Return the score where secret choices are asked, the special actions apart."""
        score = self._secret(beat, question)
        return score if is_won(score) else score - self.scores.specials(beat)

    def last_of(self, beat: Beat) -> Beat | None:
        """Return the next beat after the best open choices; None if a secret one or the end comes first."""
        beat = beat.copy()
        while question := go_on(beat, RECYCLE):
            if question.kind in SECRET:
                return None
            beat = self.best(beat, question)
        if beat.winner is not None:
            return None
        go_on(beat, frozenset())
        return beat

    def best(self, beat: Beat, question: Question) -> Beat:
        """Return the beat after the open choice that is best for its owner."""
        branches = [answered(beat, option) for option in question.options]
        worths = [self.worth(branch.copy()) for branch in branches]
        pick = max if question.seats[0] == "a" else min
        return branches[worths.index(pick(worths))]

    def table(self, beat: Beat, question: Question) -> list[list[float]]:
        """Return the scores of the secret choices of `a` (rows) with those of `b` (columns)."""
        if question.kind == "base":
            return self._clash(beat)
        rows, columns = (_new_pairs(beat, question, seat) for seat in beat.sides)
        return self.pairs(beat, rows, columns)

    def pairs(
        self, beat: Beat, rows: Sequence[CommitPair | None], columns: Sequence[CommitPair | None]
    ) -> list[list[float]]:
        """Return the scores of pairs; None is a pair that is already face up.

        After a Cancel most of them are known, because they were looked at as first choices (14.2).
        """
        a, b = beat.sides.values()
        rest = (beat.trap, *_standing(a), *_standing(b))
        specials = self.scores.specials(beat)
        return [[self._pair(beat, rest, specials, x, y) for y in columns] for x in rows]

    def _pair(
        self, beat: Beat, rest: Key, specials: float, x: CommitPair | None, y: CommitPair | None
    ) -> float:
        a, b = beat.sides.values()
        laid_a, laid_b = (
            (a.style, a.base) if x is None else (x.style, x.base),
            ((b.style, b.base) if y is None else (y.style, y.base)),
        )
        if SPECIAL in (laid_a[0], laid_b[0]):
            return self.worth(laid(beat, x, y))
        key = (*laid_a, *laid_b, *rest)
        if key not in self._pairs:
            score = self.worth(laid(beat, x, y))
            self._pairs[key] = score if is_won(score) else score - specials
            return score
        score = self._pairs[key]
        return score if is_won(score) else score + specials

    def _clash(self, beat: Beat) -> list[list[float]]:
        """Return the scores of new bases; a pair that no longer ties is often known already (8.1)."""
        specials = self.scores.specials(beat)
        rows, columns = (
            [(base, *_laid_over(side, base)) for base in side.hand_bases()] for side in beat.sides.values()
        )
        table = []
        for base_a, priority_a, state_a in rows:
            line = []
            for base_b, priority_b, state_b in columns:
                score = None
                if priority_a != priority_b:
                    score = self._known.get((beat.trap, *state_a, *state_b))
                if score is None:
                    line.append(self.worth(laid(beat, CommitBase("a", base_a), CommitBase("b", base_b))))
                else:
                    line.append(score if is_won(score) else score + specials)
            table.append(line)
        return table

    def _secret(self, beat: Beat, question: Question) -> float:
        table = self.table(beat, question)
        if question.seats == ("a",):
            return max(row[0] for row in table)
        if question.seats == ("b",):
            return min(table[0])
        won = solve([[chance(score) for score in row] for row in table], ROUGH).value
        return max(-WON, min(WON, score_of(won)))


def choices(beat: Beat, question: Question, seat: Seat) -> Sequence[Commitment | None]:
    """Return the secret choices of a seat; only None for a seat that is not asked."""
    if question.kind == "base":
        return [CommitBase(seat, base) for base in beat.sides[seat].hand_bases()]
    return _new_pairs(beat, question, seat)


def _new_pairs(beat: Beat, question: Question, seat: Seat) -> Sequence[CommitPair | None]:
    return plain_pairs(beat.sides[seat]) if seat in question.seats else (None,)


def plain_pairs(side: Side) -> list[CommitPair]:
    """Return the pairs in hand without the special action."""
    away = {*side.discards[0], *side.discards[1]}
    return [
        CommitPair(side.seat, style, base)
        for style in side.card.style_ids
        if style not in away
        for base in side.card.base_ids
        if base not in away
    ]


def laid(beat: Beat, a: Commitment | None, b: Commitment | None) -> Beat:
    """Return a copy of a beat with these cards face down."""
    twin = beat.copy()
    cards: dict[Seat, Commitment] = {}
    if a is not None:
        cards["a"] = a
    if b is not None:
        cards["b"] = b
    twin.committed = cards
    return twin


def _key(beat: Beat) -> Key:
    """Return everything that the rest of a beat depends on when priorities are compared.

    The special actions change no attack, and the covered bases matter only if a clash continues. So a beat
    reached through a clash or a Cancel is often one that is known already.
    """
    a, b = beat.sides.values()
    key = (beat.trap, *_state(a), *_state(b))
    if a.total("priority") != b.total("priority"):
        return key
    return (*key, frozenset(a.under), frozenset(b.under), a.taken_back, b.taken_back)


def _state(side: Side) -> Key:
    return side.style, side.base, side.finish, side.void, side.cycles, *_standing(side)


def _standing(side: Side) -> Key:
    """Return the state of a side apart from its pair."""
    return (
        side.space,
        side.life,
        side.form,
        side.modifiers,
        tuple(side.tokens.items()),
        side.anted,
        side.spent,
    )


def _laid_over(side: Side, base: str) -> tuple[int, Key]:
    """Return the priority and the state of a side with a new base over the old one."""
    twin = side.copy()
    lay(twin, base)
    return twin.total("priority"), _state(twin)
