"""Tokens: added to an attack, spent, taken back and regained (6.0, 17.1, 18.1)."""

from __future__ import annotations

from rules.battlecon.beat import Beat, Side
from rules.battlecon.cards import CardEffect, Modifier
from rules.battlecon.effects import TokenMoved
from rules.battlecon.names import Seat
from rules.battlecon.options import DECLINE, Option, TokenOption
from rules.battlecon.position import NO_ATTACK


def _change(side: Side, token: str, change: int) -> None:
    side.tokens = {**side.tokens, token: side.tokens.get(token, 0) + change}


def add_token(beat: Beat, seat: Seat, token: str, origin: str, case: str) -> None:
    """Add a token of the pool to an attack (6.2)."""
    side = beat.sides[seat]
    _change(side, token, -1)
    side.anted = (*side.anted, token)
    beat.tell(TokenMoved(seat, token, -1, origin, case))
    for effect in beat.figures.tokens[token].effects:
        beat.add_modifier(seat, Modifier(effect.figure, effect.amount, token), effect.case)


def spend_token(beat: Beat, seat: Seat, token: str, origin: str, case: str) -> None:
    """Take a token from the pool for something other than an ante (6.3)."""
    side = beat.sides[seat]
    _change(side, token, -1)
    side.spent = (*side.spent, token)
    beat.tell(TokenMoved(seat, token, -1, origin, case))


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
    """Give the tokens of the ante back, and take what they did away (18.2)."""
    side = beat.sides[seat]
    for token in side.anted:
        _change(side, token, 1)
        beat.tell(TokenMoved(seat, token, 1, effect.source, effect.case))
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
    beat.tell(TokenMoved(seat, option.token, 1, effect.source, effect.case))
    return "regained"
