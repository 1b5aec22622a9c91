"""The effects of cards: movement (13.0), tokens (6.0, 17.1), the trap (20.1), triggers (15.0)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from rules.battlecon.actions import (
    DECLINE,
    OTHER,
    USE,
    Direction,
    FirstOption,
    GoOption,
    MoveOption,
    Option,
    Seat,
    TokenOption,
    TrapOption,
    Trigger,
)
from rules.battlecon.beat import Beat, Question, Side, win
from rules.battlecon.cards import CardEffect, FighterCard, Modifier
from rules.battlecon.effects import (
    FormChanged,
    Life,
    Moved,
    NotStunned,
    Stayed,
    Stunned,
    TokenMoved,
    TrapPlaced,
)
from rules.battlecon.position import NO_ATTACK, SPACES, Step

Ends = tuple[tuple[Direction, int, int], ...]
"""Moves that end on different spaces: direction, spaces counted, and the space where it ends."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How an effect moves a fighter.

    With `past` false he does not pass the opponent (13.3); with `trapped` false the trap does not stop him
    (20.1).
    """

    opponent: bool
    directions: tuple[Direction, ...]
    past: bool = True
    trapped: bool = True


MANNERS: Mapping[str, Manner] = {
    "advance": Manner(False, ("advance",)),
    "retreat": Manner(False, ("retreat",)),
    "move": Manner(False, ("advance", "retreat")),
    "push": Manner(True, ("retreat",)),
    "pull": Manner(True, ("advance",)),
    "shove": Manner(True, ("advance", "retreat")),
    "lure": Manner(True, ("advance",), past=False, trapped=False),
}


def walk(start: int, other: int, step: int, spaces: int, *, past: bool, stop: int | None) -> int:
    """Return where a move ends: at a wall (13.4), on the trap (20.1), or after all its spaces.

    `step` is +1 or -1. The opponent's space is not counted (13.3).
    """
    at = start
    for _ in range(spaces):
        to = at + step
        if to == other:
            if not past:
                break
            to += step
        if to not in SPACES:
            break
        at = to
        if at == stop:
            break
    return at


@lru_cache(maxsize=4096)
def ends(start: int, other: int, spaces: tuple[int, ...], manner: Manner, stop: int | None) -> Ends:
    """Return the moves to choose between, each with a different end.

    A move that goes nowhere is offered only where the effect allows 0 spaces or no move goes anywhere (13.5).
    """
    forwards = 1 if other > start else -1
    reached: dict[int, tuple[Direction, int, int]] = {}
    for direction in manner.directions:
        step = forwards if direction == "advance" else -forwards
        for count in spaces:
            end = walk(start, other, step, count, past=manner.past, stop=stop)
            reached.setdefault(end, (direction, count, end))
    if 0 not in spaces and len(reached) > 1:
        reached.pop(start, None)
    return tuple(reached.values())


def _moves(beat: Beat, seat: Seat, effect: CardEffect) -> tuple[Seat, Ends]:
    """Return who is moved, and the moves to choose between."""
    manner = MANNERS[effect.do]
    whom = OTHER[seat] if manner.opponent else seat
    moved, other = beat.sides[whom], beat.other(whom)
    stop = beat.trap if manner.trapped and other.card.has_trap else None
    return whom, ends(moved.space, other.space, effect.spaces, manner, stop)


def move_options(beat: Beat, seat: Seat, effect: CardEffect) -> tuple[Option, ...]:
    """Return the moves that an effect offers (13.2, 13.4, 13.5)."""
    whom, moves = _moves(beat, seat, effect)
    return tuple([MoveOption(whom, direction, count) for direction, count, _ in moves])


def carry_out_move(beat: Beat, seat: Seat, effect: CardEffect, option: Option | None) -> str:
    """Move as chosen; return "passed" if that changed sides."""
    assert isinstance(option, MoveOption)
    whom, moves = _moves(beat, seat, effect)
    (end,) = (e for direction, count, e in moves if (direction, count) == (option.direction, option.spaces))
    side, other = beat.sides[whom], beat.other(whom)
    passed = (side.space < other.space) != (end < other.space)
    if end == side.space:
        why, case = ("chosen", effect.case) if 0 in effect.spaces else ("no_room", "13.4")
        beat.record(Stayed(whom, end, why, effect.source, case))
    place(beat, whom, end, effect)
    return "passed" if passed else ""


def place(beat: Beat, whom: Seat, space: int, effect: CardEffect) -> None:
    """Move a fighter to a space, if he is not there already, and record the effect."""
    side = beat.sides[whom]
    if side.space != space:
        beat.record(Moved(whom, side.space, space, effect.source, effect.case))
        side.space = space


def go_options(beat: Beat, seat: Seat, effect: CardEffect) -> tuple[Option, ...]:
    """Return the free spaces: neither fighter is there (R-13.1a)."""
    taken = (beat.sides[seat].space, beat.other(seat).space)
    return tuple([GoOption(seat, space) for space in SPACES if space not in taken])


def carry_out_go(beat: Beat, seat: Seat, effect: CardEffect, option: Option | None) -> str:
    """Put the fighter on the space chosen; return "passed" if that changed sides."""
    assert isinstance(option, GoOption)
    other = beat.other(seat).space
    passed = (beat.sides[seat].space < other) != (option.space < other)
    place(beat, seat, option.space, effect)
    return "passed" if passed else ""


def set_self_options(beat: Beat, seat: Seat, effect: CardEffect) -> tuple[Option, ...]:
    """Return every space, the opponent's too: he then goes to the space that was left (R-20.9a)."""
    return tuple([GoOption(seat, space) for space in SPACES])


def carry_out_set_self(beat: Beat, seat: Seat, effect: CardEffect, option: Option | None) -> str:
    """Put the fighter on the space chosen, and the opponent out of the way."""
    assert isinstance(option, GoOption)
    mine = beat.sides[seat].space
    if option.space == beat.other(seat).space:
        place(beat, OTHER[seat], mine, effect)
    place(beat, seat, option.space, effect)
    return ""


def set_opponent_options(beat: Beat, seat: Seat, effect: CardEffect) -> tuple[Option, ...]:
    """Return every space but the fighter's own."""
    mine = beat.sides[seat].space
    return tuple([GoOption(OTHER[seat], space) for space in SPACES if space != mine])


def carry_out_set_opponent(beat: Beat, seat: Seat, effect: CardEffect, option: Option | None) -> str:
    """Put the opponent on the space chosen."""
    assert isinstance(option, GoOption)
    place(beat, OTHER[seat], option.space, effect)
    return ""


def _change(side: Side, token: str, change: int) -> None:
    side.tokens = {**side.tokens, token: side.tokens.get(token, 0) + change}


def add_token(beat: Beat, seat: Seat, token: str, origin: str, case: str) -> None:
    """Add a token of the pool to an attack (6.2)."""
    side = beat.sides[seat]
    _change(side, token, -1)
    side.anted = (*side.anted, token)
    beat.record(TokenMoved(seat, token, -1, origin, case))
    for effect in beat.figures.tokens[token].effects:
        beat.add_modifier(seat, Modifier(effect.figure, effect.amount, token), effect.case)


def spend_token(beat: Beat, seat: Seat, token: str, origin: str, case: str) -> None:
    """Take a token from the pool for something other than an ante (6.3)."""
    side = beat.sides[seat]
    _change(side, token, -1)
    side.spent = (*side.spent, token)
    beat.record(TokenMoved(seat, token, -1, origin, case))


def in_pool(side: Side) -> list[str]:
    """Return the kinds of tokens that a fighter has in his pool, in the order of his card."""
    return [token.id for token in side.card.tokens if side.tokens.get(token.id, 0)]


def token_options(beat: Beat, seat: Seat, effect: CardEffect) -> tuple[Option, ...]:
    """Return the tokens that may be added to an attack, or none of them (18.3)."""
    return (*[TokenOption(token) for token in in_pool(beat.sides[seat])], DECLINE)


def carry_out_add(beat: Beat, seat: Seat, effect: CardEffect, option: Option | None) -> str:
    """Add the token chosen."""
    if isinstance(option, TokenOption):
        add_token(beat, seat, option.token, effect.source, effect.case)
    return ""


def carry_out_refund(beat: Beat, seat: Seat, effect: CardEffect, option: Option | None) -> str:
    """Give the tokens of the ante back, and remove their modifiers (18.2)."""
    side = beat.sides[seat]
    for token in side.anted:
        _change(side, token, 1)
        beat.record(TokenMoved(seat, token, 1, effect.source, effect.case))
    side.modifiers = tuple([m for m in side.modifiers if m.origin not in side.anted])
    side.anted = NO_ATTACK.anted
    return ""


def carry_out_spend_all(beat: Beat, seat: Seat, effect: CardEffect, option: Option | None) -> str:
    """Spend every token of the pool on the attack (18.8)."""
    for token in in_pool(beat.sides[seat]):
        add_token(beat, seat, token, effect.source, effect.case)
    return ""


def regain_options(beat: Beat, seat: Seat, effect: CardEffect) -> tuple[Option, ...]:
    """Return the spent tokens that can come back: none that was spent in this beat (18.1)."""
    side = beat.sides[seat]
    now = (*side.anted, *side.spent)
    return tuple(
        [
            TokenOption(token.id)
            for token in side.card.tokens
            if token.regained and side.tokens.get(token.id, 0) < token.count and token.id not in now
        ]
    )


def carry_out_regain(beat: Beat, seat: Seat, effect: CardEffect, option: Option | None) -> str:
    """Take the token chosen back; return "regained"."""
    assert isinstance(option, TokenOption)
    _change(beat.sides[seat], option.token, 1)
    beat.record(TokenMoved(seat, option.token, 1, effect.source, effect.case))
    return "regained"


def trap_options(beat: Beat, seat: Seat, effect: CardEffect) -> tuple[Option, ...]:
    """Return the spaces where an effect may put the trap; none while it cannot be moved (20.7)."""
    side, other = beat.sides[seat], beat.other(seat)
    if side.total("trap_fixed"):
        return ()
    if effect.where == "own_space":
        return (TrapOption(side.space),)
    if effect.where == "in_range":
        reach = side.range()
        if reach is None:
            return ()
        near, far = reach
        return tuple(
            [TrapOption(s) for s in SPACES if near <= abs(s - side.space) <= far and s != other.space]
        )
    return tuple([TrapOption(space) for space in SPACES])


def carry_out_trap(beat: Beat, seat: Seat, effect: CardEffect, option: Option | None) -> str:
    """Put the trap on the space chosen."""
    assert isinstance(option, TrapOption)
    if beat.trap != option.space:
        beat.trap = option.space
        beat.record(TrapPlaced(option.space, effect.source, effect.case))
    return ""


def reached_by_trap(beat: Beat, side: Side, target: int) -> bool:
    """Return whether range X reaches a space: the trap's, for some cards its neighbours too (20.7, 20.8)."""
    if beat.trap is None or side.pair is None:
        return False
    return abs(target - beat.trap) <= (1 if side.pair.reach == "trap_and_next" else 0)


def holds(beat: Beat, seat: Seat, condition: str) -> bool:
    """Return whether the condition of a card's effect holds for its owner now."""
    side = beat.sides[seat]
    if condition in ("human", "elemental"):
        return side.form == condition
    if beat.trap is None:
        return False
    other = beat.other(seat).space
    away = abs(other - beat.trap)
    if condition == "opponent_on_trap":
        return away == 0
    if condition == "opponent_next_to_trap":
        return away == 1
    if condition == "opponent_near_trap":
        return away <= 1
    assert condition == "trap_between", condition
    return min(side.space, other) < beat.trap < max(side.space, other)


@dataclass(frozen=True, slots=True)
class Primitive:
    """One kind of effect.

    `carry_out` does it, with the option chosen if there was a choice, and returns a word for its result,
    which effects that follow may ask for. `options` are what its owner chooses between; without any the
    effect lapses, and a single one is taken at once. `touches` is what it reads and writes: the order of two
    effects can matter only if both touch the same (9.0).
    """

    carry_out: Callable[[Beat, Seat, CardEffect, Option | None], str]
    touches: str
    options: Callable[[Beat, Seat, CardEffect], tuple[Option, ...]] | None = None


def _modify(beat: Beat, seat: Seat, effect: CardEffect, option: Option | None) -> str:
    """Give a modifier to its owner or to the opponent."""
    whom = OTHER[seat] if effect.on_opponent else seat
    amount = effect.amount * beat.sides[seat].counter(effect.per) if effect.per else effect.amount
    if amount:
        modifier = Modifier(effect.figure, amount, effect.source, effect.lasts)
        beat.add_modifier(whom, modifier, effect.case)
    return ""


def _stun(beat: Beat, seat: Seat, effect: CardEffect, option: Option | None) -> str:
    """Stun the opponent; only Stun Immunity prevents it (12.5)."""
    other = beat.other(seat)
    if other.stunned:
        return ""
    if other.total("stun_immunity"):
        beat.record(NotStunned(other.seat, "stun_immunity", effect.source, "12.5"))
        return ""
    other.stunned = True
    beat.record(Stunned(other.seat, effect.source, effect.case))
    return ""


def _lose_life(beat: Beat, seat: Seat, effect: CardEffect, option: Option | None) -> str:
    """Take life from its owner, never below 1 (12.2)."""
    lost = beat.lose_life(seat, effect.amount)
    if lost:
        beat.record(Life(seat, -lost, beat.sides[seat].life, effect.source, effect.case))
    return ""


def _pay_options(beat: Beat, seat: Seat, effect: CardEffect) -> tuple[Option, ...]:
    """Return the choice to pay, for a player with enough life to pay it whole (R-19.9a)."""
    return (USE, DECLINE) if beat.sides[seat].life > effect.amount else ()


def _pay_life(beat: Beat, seat: Seat, effect: CardEffect, option: Option | None) -> str:
    """Pay life if chosen; return "paid"."""
    if option != USE:
        return ""
    _lose_life(beat, seat, effect, None)
    return "paid"


def _form(beat: Beat, seat: Seat, effect: CardEffect, option: Option | None) -> str:
    """Change the form (19.1)."""
    beat.sides[seat].form = effect.form
    beat.record(FormChanged(seat, effect.form, effect.source, effect.case))
    return ""


def _repeat(beat: Beat, seat: Seat, effect: CardEffect, option: Option | None) -> str:
    """Have the attack carried out once more (R-10.2a)."""
    beat.sides[seat].repeats = True
    return ""


def _lose_duel(beat: Beat, seat: Seat, effect: CardEffect, option: Option | None) -> str:
    """Lose the duel (19.8)."""
    win(beat, OTHER[seat], effect.source)
    return ""


_MOVE = Primitive(carry_out_move, "board", move_options)

PRIMITIVES: Mapping[str, Primitive] = {
    **dict.fromkeys(MANNERS, _MOVE),
    "go": Primitive(carry_out_go, "board", go_options),
    "set_self": Primitive(carry_out_set_self, "board", set_self_options),
    "set_opponent": Primitive(carry_out_set_opponent, "board", set_opponent_options),
    "trap": Primitive(carry_out_trap, "board", trap_options),
    "modify": Primitive(_modify, ""),
    "stun": Primitive(_stun, ""),
    "lose_life": Primitive(_lose_life, "life"),
    "pay_life": Primitive(_pay_life, "life", _pay_options),
    "form": Primitive(_form, "form"),
    "repeat": Primitive(_repeat, ""),
    "lose_duel": Primitive(_lose_duel, "duel"),
    "refund": Primitive(carry_out_refund, "tokens"),
    "regain": Primitive(carry_out_regain, "tokens", regain_options),
    "add_token": Primitive(carry_out_add, "tokens", token_options),
    "spend_all": Primitive(carry_out_spend_all, "tokens"),
}


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
    """Return every possible outcome of the effects if one goes first, whatever their owner chooses."""
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
