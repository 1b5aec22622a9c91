"""A mutable duel, with the same facts as a position.

An action makes one from the position, changes it, and freezes it again; no other code sees it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import Field, dataclass, fields, replace
from typing import Any, Generic, TypeVar

from rules.battlecon.actions import OTHER, SEATS, Action, Commitment, Form, Option, Pile, Seat
from rules.battlecon.cards import Figure, Figures, Modifier, Pair, finish_of, pair_of
from rules.battlecon.effects import BattleEffect, MatchWon, Modified, Reveal, Won
from rules.battlecon.position import (
    NO_ATTACK,
    Attack,
    Fighter,
    Kind,
    Match,
    Pending,
    Phase,
    Position,
    Step,
    Verdict,
)


@dataclass(frozen=True, slots=True)
class Question:
    """A choice that the duel waits for: its seats, kind and case, and its options where they are open."""

    kind: Kind
    seats: tuple[Seat, ...]
    case: str
    options: tuple[Option, ...] = ()


class Side:
    """One seat's fighter and attack, mutable. The fields are those of Fighter and Attack."""

    __slots__ = (
        "anted", "base", "card", "cycles", "damage_taken", "discards", "finish", "finish_card", "form",
        "life", "modifiers", "pair", "repeats", "seat", "soaked", "space", "special", "spent", "stunned",
        "style", "taken_back", "tokens", "under", "void",
    )  # fmt: skip

    def __init__(self, seat: Seat, fighter: Fighter, attack: Attack, figures: Figures) -> None:
        self.seat = seat
        self.card = figures.fighters[fighter.fighter]
        self.space = fighter.space
        self.finish_card = fighter.finish
        self.life = fighter.life
        self.discards: tuple[Pile, Pile] = fighter.discards
        self.special = fighter.special
        self.tokens: Mapping[str, int] = fighter.tokens
        self.form: Form | None = fighter.form
        self.modifiers: tuple[Modifier, ...] = fighter.modifiers
        self.begin(attack)

    def begin(self, attack: Attack) -> None:
        """Set the attack; NO_ATTACK begins a beat."""
        self.style = attack.style
        self.base = attack.base
        self.under = attack.under
        self.finish = attack.finish
        self.void = attack.void
        self.cycles = attack.cycles
        self.stunned = attack.stunned
        self.damage_taken = attack.damage_taken
        self.soaked = attack.soaked
        self.anted = attack.anted
        self.spent = attack.spent
        self.taken_back = attack.taken_back
        self.repeats = attack.repeats
        self.pair: Pair | None = None
        self.join()

    def join(self) -> None:
        """Set the pair from the cards on the table; of special actions only a finish makes one."""
        if self.void:
            self.pair = None
        elif self.finish:
            self.pair = finish_of(self.card, self.finish_card, self.form)
        elif self.style is not None and self.base is not None and self.style != "special":
            self.pair = pair_of(self.card, self.style, self.base, self.form)
        else:
            self.pair = None

    def total(self, figure: Figure) -> int:
        """Return a figure with everything counted, before any floor (2.5)."""
        pair = self.pair
        amount = 0
        if pair is not None:
            amount = pair.constants.get(figure, 0)
            for effect in pair.per:
                if effect.figure == figure:
                    amount += effect.amount * self.counter(effect.per)
        for modifier in self.modifiers:
            if modifier.figure == figure and modifier.lasts == "this_beat":
                amount += modifier.amount
        return amount

    def wake_modifiers(self) -> None:
        """Apply the modifiers that waited for this beat."""
        if self.modifiers:
            self.modifiers = tuple([replace(m, lasts="this_beat") for m in self.modifiers])

    def counter(self, per: str) -> int:
        """Return the counter of an amount: the damage taken or soaked in this beat."""
        return self.damage_taken if per == "damage_taken" else self.soaked

    def range(self) -> tuple[int, int] | None:
        """Return the nearest and the farthest distance hit, None for a range without numbers (2.6, 2.7)."""
        if self.pair is None or self.pair.reach != "numbers":
            return None
        return max(0, self.total("range_low")), max(0, self.total("range_high"))

    def power(self) -> int | None:
        """Return the power, never below 0; None for N/A (2.4, 2.7)."""
        if self.pair is None or self.pair.power is None:
            return None
        return max(0, self.total("power"))

    def hand_bases(self) -> list[str]:
        """Return the bases in hand."""
        away = {*self.discards[0], *self.discards[1], self.base, *self.under}
        return [base for base in self.card.base_ids if base not in away]

    def fighter(self) -> Fighter:
        """Return the fighter, which lasts through the duel."""
        return Fighter(
            self.card.id,
            self.space,
            self.finish_card,
            self.life,
            self.discards,
            self.special,
            self.tokens,
            self.form,
            self.modifiers,
        )

    def attack(self) -> Attack:
        """Return the attack of this beat."""
        return Attack(
            self.style,
            self.base,
            self.under,
            self.finish,
            self.void,
            self.cycles,
            self.stunned,
            self.damage_taken,
            self.soaked,
            self.anted,
            self.spent,
            self.taken_back,
            self.repeats,
        )

    def copy(self) -> Side:
        """Return an independent copy."""
        twin = Side.__new__(Side)
        # One by one: a search copies very many, and a loop over names takes six times as long.
        twin.anted = self.anted
        twin.base = self.base
        twin.card = self.card
        twin.cycles = self.cycles
        twin.damage_taken = self.damage_taken
        twin.discards = self.discards
        twin.finish = self.finish
        twin.finish_card = self.finish_card
        twin.form = self.form
        twin.life = self.life
        twin.modifiers = self.modifiers
        twin.pair = self.pair
        twin.repeats = self.repeats
        twin.seat = self.seat
        twin.soaked = self.soaked
        twin.space = self.space
        twin.special = self.special
        twin.spent = self.spent
        twin.stunned = self.stunned
        twin.style = self.style
        twin.taken_back = self.taken_back
        twin.tokens = self.tokens
        twin.under = self.under
        twin.void = self.void
        return twin


class Beat:
    """A mutable duel. `effects` records what happens; a `quiet` beat may leave some of it out.

    `left` are the sides of a duel of this match that the action has ended.
    """

    __slots__ = (
        "active", "committed", "effects", "figures", "left", "match", "number", "phase", "question", "queue",
        "quiet", "sides", "trap", "winner", "won_by",
    )  # fmt: skip

    def __init__(self, position: Position) -> None:
        attacks = position.attacks
        self.figures = position.figures
        self.number = position.beat
        self.phase: Phase = position.phase
        self.active: Seat | None = position.active
        self.trap = position.trap
        self.committed: Mapping[Seat, Commitment] = position.committed
        self.queue: list[Step] = list(position.queue)
        self.match: Match = position.match
        self.winner: Seat | None = position.winner
        self.won_by = ""
        self.question: Question | None = None
        self.effects: list[BattleEffect] = []
        self.quiet = False
        self.left: dict[Seat, Side] = {}
        self.sides: dict[Seat, Side] = {
            seat: Side(seat, fighter, attacks.get(seat, NO_ATTACK), self.figures)
            for seat, fighter in position.fighters.items()
        }

    def freeze(self) -> Position:
        """Return the current position."""
        question = self.question
        pending = (
            tuple(Pending(seat, question.kind, question.case, question.options) for seat in question.seats)
            if question is not None
            else ()
        )
        sides = self.sides.items()
        untouched = self.phase == "select"
        return Position(
            self.figures,
            self.phase,
            self.number,
            self.active,
            {seat: side.fighter() for seat, side in sides},
            {seat: NO_ATTACK if untouched else side.attack() for seat, side in sides},
            self.trap,
            self.committed,
            tuple(self.queue),
            pending,
            self.match,
            self.winner,
        )

    def copy(self) -> Beat:
        """Return an independent copy."""
        twin = Beat.__new__(Beat)
        twin.active = self.active
        twin.committed = self.committed
        twin.figures = self.figures
        twin.left = self.left
        twin.match = self.match
        twin.number = self.number
        twin.phase = self.phase
        twin.quiet = self.quiet
        twin.question = self.question
        twin.trap = self.trap
        twin.winner = self.winner
        twin.won_by = self.won_by
        twin.queue = self.queue.copy()
        twin.effects = []
        twin.sides = {seat: side.copy() for seat, side in self.sides.items()}
        return twin

    def record(self, effect: BattleEffect) -> None:
        self.effects.append(effect)

    def other(self, seat: Seat) -> Side:
        return self.sides[OTHER[seat]]

    def leader(self) -> Seat:
        """Return the seat that goes first where this beat does not decide it (R-6.2a)."""
        return self.active or ("a" if self.match.duel % 2 else "b")

    def add_modifier(self, whom: Seat, modifier: Modifier, case: str) -> None:
        """Apply a modifier and record the effect."""
        side = self.sides[whom]
        side.modifiers = (*side.modifiers, modifier)
        self.record(Modified(whom, modifier.figure, modifier.amount, modifier.lasts, modifier.origin, case))

    def lose_life(self, whom: Seat, amount: int) -> int:
        """Take life without damage, never below 1 (12.2); return how much was lost."""
        side = self.sides[whom]
        lost = max(0, min(amount, side.life - 1))
        side.life -= lost
        return lost


def show(beat: Beat, side: Side, case: str = "7.1") -> None:
    """Record the figures of what a seat plays now, unless the beat is quiet."""
    if beat.quiet:
        return
    assert side.style is not None
    assert side.base is not None
    beat.record(
        Reveal(
            seat=side.seat,
            style=side.style,
            base=side.base,
            range=side.range(),
            power=side.power(),
            priority=None if side.pair is None else side.total("priority"),
            stun_guard=side.total("stun_guard"),
            soak=side.total("soak"),
            finish=side.finish_card if side.finish else None,
            case=case,
        )
    )


def win(beat: Beat, seat: Seat, why: str) -> None:
    """End the duel at once, without the rest of the beat (1.1, 10.5). `Won` explains `why`."""
    beat.winner = seat
    beat.won_by = why
    beat.queue.clear()
    beat.committed = {}


def settle(beat: Beat) -> None:
    """Score a duel that was won: a point, then the match or the next duel (1.2, R-1.2a)."""
    winner = beat.winner
    assert winner is not None
    match = beat.match
    beat.record(Won(winner, match.duel, why=beat.won_by))
    a, b = (points + (seat == winner) for seat, points in zip(SEATS, match.points, strict=True))
    beat.match = replace(match, points=(a, b))
    if max(a, b) >= match.to:
        beat.phase = "over"
        if match.to > 1:
            beat.record(MatchWon(winner, (a, b)))
        return
    beat.match = replace(beat.match, duel=match.duel + 1)
    beat.winner = None
    beat.number = 1
    beat.active = beat.trap = None
    beat.left, beat.sides = beat.sides, {}
    beat.queue.append(Step("choose_fighters"))


ActionT = TypeVar("ActionT", bound=Action)


@dataclass(frozen=True, slots=True)
class Procedure(Generic[ActionT]):
    """One kind of action. The fields of its class `make` are those of its JSON.

    `answers` is the kind of choice that it makes; None for an action of any time. A `secret` choice stays
    face down until all are in. `label` is what a key that does it says. No action takes dice or draws.
    `refusal`: why this seat may not do it now, once phase and seat are right. `carry_out` (open actions
    alone) changes the beat, which then continues automatically. `options`: every legal action of this kind.
    """

    make: type[ActionT]
    label: str
    case: str
    phases: frozenset[Phase]
    answers: Kind | None
    refusal: Callable[[Position, ActionT], Verdict | None]
    options: Callable[[Position, Seat], Iterable[ActionT]]
    carry_out: Callable[[Beat, ActionT], None] | None = None
    chooses: str = ""
    """The subject of a secret choice, in words for spectators."""
    only_when: str = ""
    """When a player may do it: for the refusal at any other time."""

    @property
    def fields(self) -> tuple[Field[Any], ...]:
        """The fields of the action in JSON, beside its seat."""
        return tuple(field for field in fields(self.make) if field.name != "seat")

    @property
    def secret(self) -> bool:
        """Whether the choice stays face down until all are in."""
        return self.carry_out is None
