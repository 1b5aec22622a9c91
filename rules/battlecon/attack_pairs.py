"""Selecting attack pairs in secret (5.0), the ante (6.0), and clashes (8.0)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.battlecon.actions import (
    DECLINE,
    OTHER,
    SEATS,
    SPECIAL,
    Ante,
    CommitBase,
    CommitPair,
    Pass,
    Seat,
    TokenOption,
)
from rules.battlecon.beat import Beat, Question, Side, show
from rules.battlecon.card_effects import add_token, in_pool, trigger_ability
from rules.battlecon.effects import Deadlock, TakenBack
from rules.battlecon.position import Fighter, Position, Step, Verdict, refuse
from rules.sentences import listed

PASSED = ("passed",)
REVEALING = (Step("reveal", what=("abilities",)), Step("specials"), Step("turn_up", what=SEATS))
"""The steps after the antes, the next one last."""


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
    """Move on after a pass: to the other seat, or to the reveal."""
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


def select(beat: Beat, step: Step) -> Question | None:
    """Ask both seats for their pairs; then come the antes."""
    beat.phase = "select"
    missing = tuple([seat for seat in SEATS if seat not in beat.committed])
    if missing:
        return Question("pair", missing, "5.0")
    begin_antes(beat)
    return None


def cancel(beat: Beat, step: Step) -> Question | None:
    """Ask the seats that cancelled for new pairs; with both, in secret again (14.2)."""
    beat.phase = "special"
    missing = tuple([seat for seat in SEATS if seat in step.what and seat not in beat.committed])
    return Question("pair", missing, "14.2") if missing else None


def pair_refusal(position: Position, action: CommitPair) -> Verdict | None:
    """Return why a seat may not lay down a pair, or None."""
    fighter = position.fighters[action.seat]
    card = position.figures.fighters[fighter.fighter]
    name = position.figures.name
    special = action.style == SPECIAL
    if special and not position.match.special_actions:
        return refuse("14.1", "This duel is played without special actions.", "14.0")
    if special and not fighter.special:
        return refuse("14.1", "You have used your special action: each player has one a duel.")
    if not special and action.style not in card.style_ids:
        owned = listed(map(name, card.style_ids))
        return refuse("5.0", f"{card.name} has no style “{name(action.style)}”, only {owned}.")
    if action.base not in card.base_ids:
        owned = listed(map(name, card.base_ids))
        return refuse("5.0", f"{card.name} has no base “{name(action.base)}”, only {owned}.")
    for number, pile in enumerate(fighter.discards, 1):
        for away in (action.style, action.base):
            if away in pile:
                return refuse("5.0", f"{name(away)} is not in your hand: it is in discard {number}.")
    return None


def pair_options(position: Position, seat: Seat) -> Iterator[CommitPair]:
    """Yield every pair of cards in hand, those with the special action last."""
    fighter = position.fighters[seat]
    styles, bases = hand(position, seat)
    for style in (*styles, SPECIAL) if fighter.special else styles:
        for base in bases:
            yield CommitPair(seat, style, base)


def hand(position: Position, seat: Seat) -> tuple[list[str], list[str]]:
    """Return the styles and bases neither in the piles nor face up on the table.

    Cards that lie face down count as in hand, so that this gives no secret away (5.0).
    """
    fighter: Fighter = position.fighters[seat]
    card = position.figures.fighters[fighter.fighter]
    attack = position.attacks.get(seat)
    away = {*fighter.discards[0], *fighter.discards[1]}
    if attack is not None:
        away |= {attack.style or "", attack.base or "", *attack.under}
    styles = [style for style in card.style_ids if style not in away]
    return styles, [base for base in card.base_ids if base not in away]


def clash(beat: Beat, step: Step) -> Question | None:
    """Ask both seats for new bases in secret, place them, and compare again (8.1)."""
    beat.phase = "clash"
    if not beat.committed and not _have_bases(beat):
        beat.record(Deadlock())
        beat.queue.append(Step("recycle"))
        beat.queue.append(Step("end_of_beat"))
        return None
    missing = tuple(seat for seat in SEATS if seat not in beat.committed)
    if missing:
        return Question("base", missing, "8.1")
    beat.queue.append(Step("compare"))
    for seat in SEATS:
        chosen = beat.committed[seat]
        assert isinstance(chosen, CommitBase)
        lay(beat.sides[seat], chosen.base)
    beat.committed = {}
    for seat in SEATS:
        show(beat, beat.sides[seat], "8.1")
    return None


def lay(side: Side, base: str) -> None:
    """Lay a base over the one in play, and replace that wholly (8.1)."""
    if side.base is not None:
        side.under = (*side.under, side.base)
    side.base = base
    side.join()


def _have_bases(beat: Beat) -> bool:
    """Give players without a base in hand theirs back (8.2); return whether the clash continues (R-8.2b)."""
    empty = [side for side in beat.sides.values() if not side.hand_bases()]
    if any(side.taken_back for side in empty):
        return False
    for side in empty:
        assert side.base is not None
        beat.record(TakenBack(side.seat, (*side.under, side.base)))
        side.under, side.base, side.taken_back = (), None, True
    return True


def base_refusal(position: Position, action: CommitBase) -> Verdict | None:
    """Return why a seat may not lay down a base, or None."""
    fighter = position.fighters[action.seat]
    card = position.figures.fighters[fighter.fighter]
    name = position.figures.name(action.base)
    if action.base not in card.base_ids:
        owned = listed(map(position.figures.name, card.base_ids))
        return refuse("8.1", f"{card.name} has no base “{name}”, only {owned}.")
    if action.base in hand(position, action.seat)[1]:
        return None
    for number, pile in enumerate(fighter.discards, 1):
        if action.base in pile:
            return refuse("8.1", f"{name} is not in your hand: it is in discard {number}.")
    return refuse("8.1", f"{name} is not in your hand: you have played it this beat.")


def base_options(position: Position, seat: Seat) -> Iterator[CommitBase]:
    for base in hand(position, seat)[1]:
        yield CommitBase(seat, base)
