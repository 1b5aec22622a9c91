"""Effects that a trigger brings (15.0): in what order, with which choices, and what follows them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from rules.battlecon.beat import Beat, Question
from rules.battlecon.cards import CardEffect, FighterCard
from rules.battlecon.names import Seat, Trigger
from rules.battlecon.options import FirstOption, Option
from rules.battlecon.position import Step
from rules.battlecon.primitives import PRIMITIVES
from rules.battlecon.trap import holds

State = tuple[object, ...]


def trigger(beat: Beat, seat: Seat, on: Trigger) -> None:
    """Queue the effects of a seat's attack for a trigger, to be carried out next."""
    pair = beat.sides[seat].pair
    if pair is not None and on in pair.effects:
        queue_effects(beat, seat, pair.effects[on])


def trigger_ability(beat: Beat, seat: Seat, on: Trigger) -> None:
    """Queue the effects of a fighter's ability for a trigger."""
    effects = _of_ability(beat.sides[seat].card, on)
    if effects:
        queue_effects(beat, seat, effects)


@cache
def _of_ability(card: FighterCard, on: Trigger) -> tuple[CardEffect, ...]:
    return tuple(effect for effect in card.ability.effects if effect.on == on)


def queue_effects(beat: Beat, seat: Seat, effects: Sequence[CardEffect]) -> None:
    """Queue effects of one trigger, to be carried out next; their owner orders them where that matters."""
    if len(effects) > 1 and _may_conflict(effects):
        beat.queue.append(Step("order", seat, tuple([effect.id for effect in effects])))
    else:
        for effect in reversed(effects):
            beat.queue.append(Step("effect", seat, (effect.id,)))


def order(beat: Beat, step: Step) -> Question | None:
    """Ask which of several effects goes first, if it makes any difference (9.0)."""
    outcomes = [_outcomes_with_first(beat, step, first) for first in step.what]
    if all(outcome == outcomes[0] for outcome in outcomes):
        _put_first(beat, step, step.what[0])
        return None
    options = tuple([FirstOption(effect) for effect in step.what])
    return Question("choice", (step.seat,), "9.0", options)


def answer_order(beat: Beat, step: Step, option: Option) -> None:
    """Put the effect chosen first."""
    assert isinstance(option, FirstOption)
    _put_first(beat, step, option.effect)


def effect(beat: Beat, step: Step) -> Question | None:
    """Carry out one effect, or ask its owner what he chooses."""
    card_effect = beat.figures.effects[step.what[0]]
    if card_effect.condition and not holds(beat, step.seat, card_effect.condition):
        return None
    primitive = PRIMITIVES[card_effect.do]
    option = None
    if primitive.options is not None:
        options = primitive.options(beat, step.seat, card_effect)
        if len(options) > 1:
            return Question("choice", (step.seat,), card_effect.case, options)
        if not options:
            _follow(beat, step.seat, card_effect, "")
            return None
        option = options[0]
    result = primitive.carry_out(beat, step.seat, card_effect, option)
    if card_effect.then:
        _follow(beat, step.seat, card_effect, result)
    return None


def answer_effect(beat: Beat, step: Step, option: Option) -> None:
    """Carry out one effect as its owner chose."""
    card_effect = beat.figures.effects[step.what[0]]
    result = PRIMITIVES[card_effect.do].carry_out(beat, step.seat, card_effect, option)
    _follow(beat, step.seat, card_effect, result)


def _follow(beat: Beat, seat: Seat, card_effect: CardEffect, result: str) -> None:
    """Queue what follows directly on an effect with this result."""
    for follower in reversed(card_effect.then):
        if follower.after in ("", result):
            beat.queue.append(Step("effect", seat, (follower.id,)))


def _may_conflict(effects: Sequence[CardEffect]) -> bool:
    """Return whether two of the effects touch the same, so that their order could matter."""
    touched: set[str] = set()
    for card_effect in effects:
        touches = {PRIMITIVES[e.do].touches for e in (card_effect, *card_effect.then)} - {""}
        if touches & touched:
            return True
        touched |= touches
    return False


def _put_first(beat: Beat, step: Step, first: str) -> None:
    """Queue one effect to come next and the others after it."""
    rest = tuple([e for e in step.what if e != first])
    beat.queue.append(Step("order" if len(rest) > 1 else "effect", step.seat, rest))
    beat.queue.append(Step("effect", step.seat, (first,)))


def _outcomes_with_first(beat: Beat, step: Step, first: str) -> frozenset[State]:
    """Return all that can come of the effects if one goes first, whatever their owner chooses."""
    trial = beat.copy()
    trial.queue = []
    _put_first(trial, step, first)
    return frozenset(_outcomes(trial))


def _outcomes(beat: Beat) -> Iterator[State]:
    """Yield the state after each way of answering the questions of the queued effects."""
    while beat.queue:
        step = beat.queue.pop()
        question = (order if step.do == "order" else effect)(beat, step)
        if question is None:
            continue
        for option in question.options:
            branch = beat.copy()
            (answer_order if step.do == "order" else answer_effect)(branch, step, option)
            yield from _outcomes(branch)
        return
    yield (beat.trap, beat.winner, *(_state(beat, seat) for seat in beat.sides))


def _state(beat: Beat, seat: Seat) -> State:
    """Return what effects can change of a side, the order of equal modifiers apart."""
    side = beat.sides[seat]
    return (
        side.space,
        side.life,
        side.form,
        side.stunned,
        side.repeats,
        frozenset(side.tokens.items()),
        tuple(sorted(side.modifiers)) if len(side.modifiers) > 1 else side.modifiers,
    )
