"""A beat played out while both players make their open choices as well as they can (12.1).

This is the inner part of a search. It runs the steps of the game itself, so it cannot differ from it.
"""

from __future__ import annotations

from math import inf
from typing import Protocol

from rules.battlecon.beat import Beat, Question
from rules.battlecon.options import Option
from rules.battlecon.sequence import ANSWERS, STEPS


class Judge(Protocol):
    """What a search says of the moments where playing out stops. Scores are high where `a` stands well."""

    def at_the_end(self, beat: Beat) -> float:
        """Return the score of a beat that is over but for its Recycle (11.0)."""

    def at_a_secret(self, beat: Beat, question: Question) -> float:
        """Return the score where secret choices are asked: a clash (8.1) or a Cancel (14.2)."""

    def when_won(self, beat: Beat) -> float:
        """Return the score of a duel that somebody has won."""


RECYCLE = frozenset({"recycle"})


def go_on(beat: Beat, stops: frozenset[str]) -> Question | None:
    """Go on until somebody has to choose, and return that; None before one of `stops`, or at the end."""
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
    """Return the score of a beat if both make each open choice as well as they can. The beat is used up.

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
