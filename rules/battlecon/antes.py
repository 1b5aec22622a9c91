"""The ante (6.0): Kallistar's form, and tokens added in turn until both pass."""

from __future__ import annotations

from collections.abc import Iterator

from rules.battlecon.actions import Ante, Pass
from rules.battlecon.beat import Beat, Question, Side
from rules.battlecon.names import OTHER, SEATS, Seat
from rules.battlecon.options import DECLINE, TokenOption
from rules.battlecon.position import Position, Step
from rules.battlecon.ruling import Verdict, refuse
from rules.battlecon.tokens import add_token, in_pool
from rules.battlecon.triggers import trigger_ability
from rules.sentences import listed

PASSED = ("passed",)
REVEALING = (Step("reveal", what=("abilities",)), Step("specials"), Step("turn_up", what=SEATS))
"""What comes after the antes, the next step last."""


def begin_antes(beat: Beat) -> None:
    """Queue the antes, from the seat that leads (R-6.2a); abilities that count from the ante come first."""
    beat.phase = "ante"
    for side in beat.sides.values():
        side.wake_modifiers()
    leader = beat.leader()
    beat.queue.append(Step("ante", leader))
    for seat in (OTHER[leader], leader):
        trigger_ability(beat, seat, "ante")


def ante(beat: Beat, step: Step) -> Question | None:
    """Ask a seat that can add a token; two passes in a row end the antes (6.2)."""
    tokens = anteable(beat.sides[step.seat])
    if tokens:
        options = (*[TokenOption(token) for token in tokens], DECLINE)
        return Question("ante", (step.seat,), "6.0", options)
    pass_on(beat, step)
    return None


def pass_on(beat: Beat, step: Step) -> None:
    """Go on after a pass: to the other seat, or to the reveal."""
    if step.what == PASSED:
        beat.queue += REVEALING
    else:
        beat.queue.append(Step("ante", OTHER[step.seat], PASSED))


def anteable(side: Side) -> list[str]:
    """Return the tokens that a fighter may still add in this ante."""
    return in_pool(side) if len(side.anted) < side.card.ante_limit else []


def carry_out_ante(beat: Beat, action: Ante) -> None:
    """Add the token; the other seat is asked next, whether or not it passed before (6.2)."""
    beat.queue.pop()
    beat.queue.append(Step("ante", OTHER[action.seat]))
    ability = beat.sides[action.seat].card.ability
    add_token(beat, action.seat, action.token, ability.id, "6.2")


def carry_out_pass(beat: Beat, action: Pass) -> None:
    """Add nothing."""
    pass_on(beat, beat.queue.pop())


def ante_refusal(position: Position, action: Ante) -> Verdict | None:
    """Return why a seat may not add a token, or None."""
    fighter = position.fighters[action.seat]
    card = position.figures.fighters[fighter.fighter]
    name = position.figures.name(action.token)
    if action.token not in (token.id for token in card.tokens):
        owned = listed(token.name for token in card.tokens)
        only = f", only {owned}" if owned else " and no other"
        return refuse("6.1", f"{card.name} has no token “{name}”{only}.")
    if not fighter.tokens.get(action.token, 0):
        return refuse("6.3", f"{card.name} has no {name} token left.")
    return None


def ante_options(position: Position, seat: Seat) -> Iterator[Ante]:
    """Yield the antes of the tokens in the pool."""
    for token, count in position.fighters[seat].tokens.items():
        if count:
            yield Ante(seat, token)
