"""The course of a beat (4.0): one step after another until a seat has a choice.

A search plays out beats with the same steps, so it cannot differ from the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import inf
from typing import Protocol

from rules.battlecon import attack_pairs, card_effects, execution, setting_up
from rules.battlecon.actions import OTHER, Action, Choose, Concede, Option, Pass, Seat
from rules.battlecon.beat import Beat, Question, settle, win
from rules.battlecon.position import Phase, Position, Step, Verdict, refuse

Carry = Callable[[Beat, Step], Question | None]
"""Carry out a step and return None; or change nothing and return the question to answer first."""

STEPS: Mapping[str, Carry | Callable[[Beat, Step], None]] = {
    "choose_fighters": setting_up.choose_fighters,
    "choose_discards": setting_up.choose_discards,
    "select": attack_pairs.select,
    "ante": attack_pairs.ante,
    "turn_up": execution.turn_up,
    "specials": execution.specials,
    "cancel": attack_pairs.cancel,
    "reveal": execution.reveal,
    "compare": execution.compare,
    "clash": attack_pairs.clash,
    "attacks": execution.attacks,
    "activate": execution.activate,
    "strike": execution.strike,
    "damage": execution.damage,
    "end_of_beat": execution.end_of_beat,
    "recycle": execution.recycle,
    "order": card_effects.order,
    "effect": card_effects.effect,
}
ANSWERS: Mapping[str, Callable[[Beat, Step, Option], None]] = {
    "damage": execution.answer_damage,
    "order": card_effects.answer_order,
    "effect": card_effects.answer_effect,
}
"""The steps that ask for an option."""

OPENING: Mapping[Phase, str] = {
    "choose_fighters": "choose_fighters",
    "choose_discards": "choose_discards",
    "select": "select",
}
"""The first step of each phase that needs no further state."""


def run(beat: Beat) -> None:
    """Run steps until a seat has to choose, or the match is over."""
    queue = beat.queue
    beat.question = None
    while True:
        while queue:
            step = queue.pop()
            question = STEPS[step.do](beat, step)
            if question is not None:
                queue.append(step)
                beat.question = question
                return
        if beat.winner is None or beat.phase == "over":
            return
        settle(beat)


def resumed(position: Position) -> Position:
    """Return a position with its `pending` computed again from its queue."""
    beat = Beat(position)
    run(beat)
    return beat.freeze()


def choice_refusal(position: Position, action: Choose) -> Verdict | None:
    """Return why a seat may not choose an option, or None."""
    offered = next(p for p in position.pending if p.seat == action.seat)
    if action.option in offered.options:
        return None
    return refuse(
        offered.case, f"You cannot choose that: choose one of your {len(offered.options)} options.", "13.5"
    )


def choice_options(position: Position, seat: Seat) -> Iterator[Choose]:
    """Yield the options offered."""
    for pending in position.pending:
        if pending.seat == seat:
            yield from (Choose(seat, option) for option in pending.options)


def carry_out_choice(beat: Beat, action: Choose) -> None:
    """Answer the step that waits."""
    step = beat.queue.pop()
    ANSWERS[step.do](beat, step, action.option)


def nothing_against(position: Position, action: Action) -> Verdict | None:
    """Return None: there is no further refusal."""
    return None


def only_pass(position: Position, seat: Seat) -> Iterator[Pass]:
    yield Pass(seat)


def only_concede(position: Position, seat: Seat) -> Iterator[Concede]:
    """Yield giving up, once a seat has a fighter."""
    yield Concede(seat)


def carry_out_concede(beat: Beat, action: Concede) -> None:
    """Give the duel to the opponent (R-1.1a)."""
    win(beat, OTHER[action.seat], "gave_up")


class Judge(Protocol):
    """The scores of a search where playing out stops. A high score is good for `a`."""

    def at_the_end(self, beat: Beat) -> float:
        """Return the score of a beat that is over but for its Recycle (11.0)."""

    def at_a_secret(self, beat: Beat, question: Question) -> float:
        """Return the score where secret choices are asked: a clash (8.1) or a Cancel (14.2)."""

    def when_won(self, beat: Beat) -> float:
        """Return the score of a won duel."""


RECYCLE = frozenset({"recycle"})


def go_on(beat: Beat, stops: frozenset[str]) -> Question | None:
    """Run steps until a seat has to choose; return the question, None before one of `stops` or at the end."""
    queue = beat.queue
    while queue and queue[-1].do not in stops:
        step = queue.pop()
        question = STEPS[step.do](beat, step)
        if question is not None:
            queue.append(step)
            return question
    return None


def answered(beat: Beat, option: Option) -> Beat:
    """Return a copy of a beat that waits for an open choice, with the choice made."""
    twin = beat.copy()
    _answer(twin, option)
    return twin


def play_out(beat: Beat, judge: Judge, low: float = -inf, high: float = inf) -> float:
    """Return the score of a beat if both make the best open choices. It changes the beat.

    Below `low` or above `high` the score is only a bound: it cannot matter there (alpha-beta).
    """
    question = go_on(beat, RECYCLE)
    if question is None:
        return judge.at_the_end(beat) if beat.winner is None else judge.when_won(beat)
    if question.kind != "choice":
        return judge.at_a_secret(beat, question)
    mine = question.seats[0] == "a"
    best = -inf if mine else inf
    last = question.options[-1]
    for option in question.options:
        twin = beat if option is last else beat.copy()
        _answer(twin, option)
        score = play_out(twin, judge, low, high)
        if mine:
            best = max(best, score)
            low = max(low, best)
        else:
            best = min(best, score)
            high = min(high, best)
        if low >= high:
            break
    return best


def _answer(beat: Beat, option: Option) -> None:
    step = beat.queue.pop()
    ANSWERS[step.do](beat, step, option)
