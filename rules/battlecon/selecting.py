"""Selecting attack pairs in secret (5.0), at the start of a beat and again after a Cancel (14.2)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.battlecon.actions import CommitPair
from rules.battlecon.antes import begin_antes
from rules.battlecon.beat import Beat, Question
from rules.battlecon.names import SEATS, SPECIAL, Seat
from rules.battlecon.position import Fighter, Position, Step
from rules.battlecon.ruling import Verdict, refuse
from rules.sentences import listed


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

    Cards that lie face down count as in hand, so that this tells nothing secret (5.0).
    """
    fighter: Fighter = position.fighters[seat]
    card = position.figures.fighters[fighter.fighter]
    attack = position.attacks.get(seat)
    away = {*fighter.discards[0], *fighter.discards[1]}
    if attack is not None:
        away |= {attack.style or "", attack.base or "", *attack.under}
    styles = [style for style in card.style_ids if style not in away]
    return styles, [base for base in card.base_ids if base not in away]
