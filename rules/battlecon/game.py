"""The one interface of the game: rule on an action, carry it out, list legal actions, search.

Every tap, request and line of a record comes through here. A `Trial` runs the steps of `rule`, so a search
and the game always agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Protocol

from rules.battlecon import attack_pairs, sequence, setting_up
from rules.battlecon.actions import (
    SEATS,
    Action,
    Ante,
    Choose,
    ChooseDiscards,
    ChooseFighter,
    CommitBase,
    Commitment,
    CommitPair,
    Concede,
    Pass,
    Seat,
    cards_of,
)
from rules.battlecon.beat import Beat, Procedure, Question, Side
from rules.battlecon.effects import BattleEffect, Chosen, Picked
from rules.battlecon.position import PHASES, Pending, Phase, Position, Verdict, refuse
from rules.battlecon.reasons import FIRST, NOW, chosen_reason, outcome_reason, seat_name
from rules.battlecon.sequence import run
from rules.battlecon.setting_up import set_up
from rules.battlecon.view import View, redact
from rules.ruling import Ruling

__all__ = ["PROCEDURES", "View", "choices", "follow", "legal_actions", "redact", "refusal", "rule", "set_up"]


PHASE_NAMES: Mapping[Phase, str] = {
    "choose_fighters": "choice of fighters",
    "choose_discards": "choice of starting discards",
    "select": "choice of attack pairs",
    "ante": "ante",
    "special": "special actions",
    "clash": "clash",
    "execute": "attacks",
    "over": "end",
}
IN_PLAY: frozenset[Phase] = frozenset(PHASES) - {"over"}
_BOTH_CHOSE: frozenset[Phase] = frozenset({"ante", "special", "clash", "execute"})

PROCEDURES: Mapping[str, Procedure[Any]] = {
    procedure.make.do: procedure
    for procedure in (
        Procedure(
            ChooseFighter, "Take this fighter", "3.1", frozenset({"choose_fighters"}), "fighter",
            setting_up.fighter_refusal, setting_up.fighter_options, setting_up.take_fighter,
            only_when="You choose a fighter before the first beat",
        ),
        Procedure(
            ChooseDiscards, "Begin without these cards", "3.5", frozenset({"choose_discards"}), "discards",
            setting_up.discards_refusal, setting_up.discards_options, chooses="first discards",
            only_when="You choose your first discards before the first beat",
        ),
        Procedure(
            CommitPair, "Lay this pair face down", "5.0", frozenset({"select", "special"}), "pair",
            attack_pairs.pair_refusal, attack_pairs.pair_options, chooses="pair",
            only_when="You choose a pair at the start of a beat",
        ),
        Procedure(
            CommitBase, "Lay this base face down", "8.1", frozenset({"clash"}), "base",
            attack_pairs.base_refusal, attack_pairs.base_options, chooses="new base",
            only_when="You choose a new base only in a clash",
        ),
        Procedure(
            Ante, "Add this token", "6.0", frozenset({"ante"}), "ante",
            attack_pairs.ante_refusal, attack_pairs.ante_options, attack_pairs.carry_out_ante,
            only_when="You add tokens only in the ante",
        ),
        Procedure(
            Pass, "Add no token", "6.2", frozenset({"ante"}), "ante",
            sequence.nothing_against, sequence.only_pass, attack_pairs.carry_out_pass,
            only_when="You can pass only in the ante",
        ),
        Procedure(
            Choose, "Choose this", "12.1", frozenset({"special", "execute"}), "choice",
            sequence.choice_refusal, sequence.choice_options, sequence.carry_out_choice,
            only_when="You have nothing to choose here",
        ),
        Procedure(
            Concede, "Give up the duel", "1.1", IN_PLAY - {"choose_fighters"}, None,
            sequence.nothing_against, sequence.only_concede, sequence.carry_out_concede,
            only_when="You cannot give up before the duel begins",
        ),
    )
}  # fmt: skip
"""Every kind of action by its name in JSON."""


def refusal(position: Position, action: Action) -> Verdict | None:
    """Return why a seat may not do this now, or None if it may."""
    procedure = PROCEDURES[action.do]
    if position.phase not in procedure.phases:
        return _out_of_phase(position, action)
    if procedure.answers is not None and not _waited_for(position, action.seat, procedure):
        return _not_asked(position, procedure)
    refused: Verdict | None = procedure.refusal(position, action)
    return refused


def rule(position: Position, action: Action) -> Verdict:
    """Return the ruling on an action, with the next position and what happened if it is legal.

    After a secret choice the others wait on; after the last one the duel continues automatically to the
    next real choice. Never raises: a bad action is a refusal.
    """
    return refusal(position, action) or follow(position, action)


def follow(position: Position, action: Action) -> Verdict:
    """Return the ruling on an action that `legal_actions` offered, without checking it again.

    This is for programs that play thousands of duels; players' actions go through `rule`.
    """
    procedure = PROCEDURES[action.do]
    if procedure.secret:
        return _commit(position, action)  # type: ignore[arg-type]  # the secret actions are the commitments
    beat = Beat(position)
    assert procedure.carry_out is not None
    procedure.carry_out(beat, action)
    run(beat)
    return _done(procedure.case, beat)


def legal_actions(position: Position, seat: Seat | None = None) -> list[Action]:
    """Return every action that a seat may do now, or both seats, in a fixed order."""
    seats = SEATS if seat is None else (seat,)
    return [action for one in seats for _, actions in choices(position, one) for action in actions]


def choices(position: Position, seat: Seat) -> Iterator[tuple[Procedure[Any], tuple[Action, ...]]]:
    """Yield what a seat may do now, by the kind of action, in a fixed order."""
    for procedure in PROCEDURES.values():
        if position.phase not in procedure.phases:
            continue
        if procedure.answers is None or _waited_for(position, seat, procedure):
            options = procedure.options(position, seat)
            if legal := tuple([a for a in options if not procedure.refusal(position, a)]):
                yield procedure, legal


def _waited_for(position: Position, seat: Seat, procedure: Procedure[Any]) -> bool:
    """Return whether a seat makes this kind of choice now; a secret one may be changed until all are in."""
    for pending in position.pending:
        if pending.seat == seat and pending.kind == procedure.answers:
            return True
    return isinstance(position.committed.get(seat), procedure.make)


def _out_of_phase(position: Position, action: Action) -> Verdict:
    if position.phase == "over":
        return refuse("1.1", "The duel is over." if position.mode == "duel" else "The match is over.")
    if isinstance(action, CommitPair) and position.phase in _BOTH_CHOSE:
        return refuse("5.0", "It is too late to change your pair: both players have chosen.")
    return refuse("4.0", f"{PROCEDURES[action.do].only_when}; now {NOW[position.phase]}.")


def _not_asked(position: Position, procedure: Procedure[Any]) -> Verdict:
    waiting = [seat_name(position, p.seat) for p in position.pending]
    kinds = {p.kind for p in position.pending}
    if procedure.answers in kinds or not waiting:
        return refuse(procedure.case, f"It is {' and '.join(waiting)}’s turn, not yours.")
    return refuse(procedure.case, f"{' and '.join(waiting)} must {FIRST[min(kinds)]} first.")


def _commit(position: Position, action: Commitment) -> Verdict:
    """Lay a secret choice face down; when the last is in, all are turned up in the same action (5.0)."""
    seat = action.seat
    first = seat not in position.committed
    committed = {**position.committed, seat: action}
    pending: tuple[Pending, ...] = tuple([p for p in position.pending if p.seat != seat])
    kind = PROCEDURES[action.do].answers
    assert kind is not None
    case = position.pending[0].case
    picked = Picked(seat, cards_of(action), case)
    effects: tuple[BattleEffect, ...] = (Chosen(seat, kind, case), picked) if first else (picked,)
    if pending:
        after = replace(
            position, committed={s: committed[s] for s in SEATS if s in committed}, pending=pending
        )
        return Ruling(True, (case,), chosen_reason(position, seat), after=after, effects=effects)
    beat = Beat(position)
    beat.committed = committed
    beat.effects.extend(effects)
    run(beat)
    return _done(case, beat)


def _done(case: str, beat: Beat) -> Verdict:
    """Return the ruling on a finished action, with the case of each effect."""
    reason, effects = outcome_reason(beat), tuple(beat.effects)
    cases = dict.fromkeys((case, *[effect.case for effect in effects]))
    return Ruling(True, tuple(cases), reason, after=beat.freeze(), story=reason, effects=effects)


class Standing(Protocol):
    """The part of a side that a search may read."""

    seat: Seat
    space: int
    life: int
    special: bool


class Trial:
    """An immutable duel for searches: each action makes a new one."""

    __slots__ = ("_beat",)

    def __init__(self, beat: Beat) -> None:
        self._beat = beat

    @classmethod
    def of(cls, position: Position) -> Trial:
        """Return the trial that begins at a position."""
        beat = Beat(position)
        run(beat)
        return cls(beat)

    @property
    def question(self) -> Question | None:
        """The choice that the duel waits for; None once the match is over."""
        return self._beat.question

    @property
    def beat(self) -> int:
        return self._beat.number

    @property
    def winner(self) -> Seat | None:
        return self._beat.winner

    def side(self, seat: Seat) -> Standing:
        """Return one side, to read."""
        side: Side = self._beat.sides[seat]
        return side

    def committed(self, choices: Mapping[Seat, Commitment]) -> Trial:
        """Return the trial after the secret choices of all seats that have to choose; they must be legal."""
        beat = self._beat.copy()
        beat.committed = choices
        run(beat)
        return Trial(beat)

    def done(self, action: Action) -> Trial:
        """Return the trial after one open action, which must be legal."""
        carry_out = PROCEDURES[action.do].carry_out
        assert carry_out is not None, f"{action.do} is secret; it is committed."
        beat = self._beat.copy()
        carry_out(beat, action)
        run(beat)
        return Trial(beat)

    def position(self) -> Position:
        return self._beat.freeze()
