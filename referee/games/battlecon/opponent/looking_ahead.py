"""What a beat leads to, for any cards that are laid: every open choice made well, every secret one solved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.games.battlecon.opponent.equilibrium import solve
from referee.games.battlecon.opponent.scores import WON, Scores, chance, is_won, score_of
from rules.battlecon.actions import SPECIAL, CommitBase, Commitment, CommitPair, Seat
from rules.battlecon.attack_pairs import lay
from rules.battlecon.beat import Beat, Question, Side
from rules.battlecon.sequence import RECYCLE, answered, go_on, play_out

BEFORE_ATTACKS = frozenset({"compare", "recycle"})
SECRET = frozenset({"pair", "base"})
Key = tuple[Any, ...]
ROUGH = 0.004
"""The gap that will do for a choice inside a beat."""


@dataclass(slots=True)
class LookAhead:
    """A search to the end of the beat. `nodes` counts what it looked at: cards laid, and ends of the beat."""

    scores: Scores
    nodes: int = 0
    _known: dict[Key, float] = field(default_factory=dict)
    _pairs: dict[Key, float] = field(default_factory=dict)

    def worth(self, beat: Beat) -> float:
        """Return the score of a beat from here on, its cards laid down. The beat is used up."""
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
        """Return the score of a duel that somebody has won."""
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
        """Return the scores of pairs; None stands for a pair that is already face up.

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
    """Return all that the rest of a beat can depend on as priorities are compared.

    The special actions change no attack, and what a clash covered matters only if it goes on. So a beat
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
    """Return what a side brings to any pair."""
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
