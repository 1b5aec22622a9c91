"""A die of a figure: what it needs, good sense afterwards, and what a 1 does to the insane and the clumsy.

An action that rolls against a number has the fields `sensible` and `clumsy` beside its dice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.ruling import Options, Part, Ruling, Score, allow, done
from rules.zombies_surviving import scores
from rules.zombies_surviving.position import Position
from rules.zombies_surviving.survival.economy import is_mad, must_roll, spend, stumble, wander
from rules.zombies_surviving.traits import SENSE


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the dice came to: whether they were enough, or the total on a chart; whether sense was used."""

    score: Score
    success: bool = True
    total: int = 0
    sense: bool = False
    hits: tuple[bool, ...] = ()


def told(needed: int) -> str:
    """Return what has to be rolled, as a sentence: "3 or more."."""
    if needed > scores.HIGHEST:
        return f"{needed} is needed: a 4, and then a second die that is added to it (1.6)."
    return f"{needed} or more." if needed > 1 else "Anything will do."


def attempt(
    position: Position,
    act: Any,
    kind: str,
    field: str,
    score: Score,
    case: str,
    cost: int | None = None,
    more: Sequence[int] = (),
) -> Ruling[Position] | Outcome:
    """Return what the dice in a field of an action come to against a number, or what is missing for it.

    `more` are the numbers of further dice that are rolled with the first. The ruling is whole where an
    insane figure wanders off instead: `kind` is the action that it loses.
    """
    needs = (score.needed, *more)
    name, me = act.figure, position.figures[act.figure]
    dice: tuple[int, ...] = getattr(act, field) or ()
    sense = scores.may_use_sense(me, act.sensible)
    rolls = scores.read(needs, dice, sense=sense)
    if mad := _mad(position, name, kind, dice[: len(needs)], score, cost):
        return mad
    if len(dice) < rolls.dice:
        return allow((case,), told(score.needed), {field: rolls.dice}, score)
    if sense is None and rolls.helped is not None:
        wish = {"sensible": Options((True, False))}
        return allow(("10.1",), "1 more is enough.", wish, replace(score, rolled=dice))
    if need := clumsy_need(position, act, dice):
        return need
    used = bool(sense and rolls.helped is not None)
    return Outcome(scores.rolled(score, dice, rolls.hits), any(rolls.hits), sense=used, hits=rolls.hits)


def on_chart(
    position: Position,
    act: Any,
    kind: str,
    field: str,
    score: Score,
    row: Callable[[int], object],
    case: str,
    reason: str = "A die on the chart.",
) -> Ruling[Position] | Outcome:
    """Return what the die in a field of an action comes to on a chart, or what is missing for it.

    Good sense is asked for where one more would find another row.
    """
    name, me = act.figure, position.figures[act.figure]
    dice: tuple[int, ...] = getattr(act, field) or ()
    if not dice:
        return allow((case,), reason, {field: 1}, score)
    if mad := _mad(position, name, kind, dice, score, None):
        return mad
    total = dice[0] + sum(part.value for part in score.parts)
    sense = scores.may_use_sense(me, act.sensible)
    if sense is None and row(total + 1) != row(total):
        reason = f"That is {total}; 1 more would be {total + 1}."
        return allow(("10.1",), reason, {"sensible": Options((True, False))}, replace(score, rolled=dice))
    if need := clumsy_need(position, act, dice):
        return need
    used = bool(sense) and row(total + 1) != row(total)
    if used:
        score = replace(score, parts=(*score.parts, Part("good sense", 1, "10.1", "roll")))
    return Outcome(replace(score, rolled=dice, success=True), total=total + used, sense=used)


def _mad(
    position: Position, name: str, kind: str, dice: Sequence[int], score: Score, cost: int | None
) -> Ruling[Position] | None:
    if not is_mad(position, name, dice):
        return None
    after, story = wander(spend(position, name, kind, cost), name)
    return done(after, ("10.3",), story, score=replace(score, rolled=tuple(dice), success=False))


def clumsy_need(position: Position, act: Any, dice: Sequence[int]) -> Ruling[Position] | None:
    """Return the need for a die of a clumsy figure that has rolled a 1 (10.2), or None."""
    if must_roll(position, act.figure, dice) and not act.clumsy:
        return allow(("10.2",), f"A 1 of the clumsy {act.figure}.", {"clumsy": 1})
    return None


def use_sense(position: Position, name: str, *uses: bool) -> Position:
    """Return the position after good sense was used so often (10.1)."""
    used = (*position.figures[name].used, *((SENSE,) * sum(uses)))
    return position.put(name, used=used) if any(uses) else position


def settle(position: Position, act: Any, *, sense: bool = False) -> tuple[Position, str]:
    """Return the position after good sense was used and a clumsy figure rolled its die, and what to say."""
    position = use_sense(position, act.figure, sense)
    return stumble(position, act.figure, act.clumsy[0]) if act.clumsy else (position, "")


def happens(position: Position, event: str) -> bool:
    """Whether a random event lasts now: "rain", "fit", "no_run_in_armour" (12.0)."""
    return any(one.name == event and (not one.until or one.until >= position.turn) for one in position.events)


def inches(count: float) -> str:
    """Return a number of inches in words: "1 inch", "7.5 inches"."""
    return "1 inch" if count == 1 else f"{count:g} inches"
