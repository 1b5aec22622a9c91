"""What the effects of cards can do (12.0), by the name that the data use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules.battlecon.beat import Beat
from rules.battlecon.cards import CardEffect, Modifier
from rules.battlecon.effects import FormChanged, Life, NotStunned, Stunned
from rules.battlecon.ending import win
from rules.battlecon.movement import (
    MANNERS,
    carry_out_go,
    carry_out_move,
    carry_out_set_opponent,
    carry_out_set_self,
    go_options,
    move_options,
    set_opponent_options,
    set_self_options,
)
from rules.battlecon.names import OTHER, Seat
from rules.battlecon.options import DECLINE, USE, Option
from rules.battlecon.tokens import (
    carry_out_add,
    carry_out_refund,
    carry_out_regain,
    carry_out_spend_all,
    regain_options,
    token_options,
)
from rules.battlecon.trap import carry_out_trap, trap_options


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
        beat.tell(NotStunned(other.seat, "stun_immunity", effect.source, "12.5"))
        return ""
    other.stunned = True
    beat.tell(Stunned(other.seat, effect.source, effect.case))
    return ""


def _lose_life(beat: Beat, seat: Seat, effect: CardEffect, option: Option | None) -> str:
    """Take life from its owner, never below 1 (12.2)."""
    lost = beat.lose_life(seat, effect.amount)
    if lost:
        beat.tell(Life(seat, -lost, beat.sides[seat].life, effect.source, effect.case))
    return ""


def _pay_options(beat: Beat, seat: Seat, effect: CardEffect) -> tuple[Option, ...]:
    """Return the choice to pay, for somebody with life to pay it whole (R-19.9a)."""
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
    beat.tell(FormChanged(seat, effect.form, effect.source, effect.case))
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
