"""The sentences of rulings. None of them names a card that lies face down."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from rules.battlecon.actions import OTHER, Seat
from rules.battlecon.beat import Beat
from rules.battlecon.cards import Figures
from rules.battlecon.effects import (
    Clash,
    Deadlock,
    FighterChosen,
    MatchWon,
    Recycled,
    Reveal,
    SpecialAction,
    TakenBack,
    Won,
)
from rules.battlecon.position import Position
from rules.effects import Effect
from rules.sentences import listed

WAITING = {
    "fighter": "chooses a fighter",
    "discards": "chooses the starting discards",
    "pair": "chooses a pair",
    "base": "chooses a new base",
    "ante": "may add a token",
    "choice": "chooses",
}

NOW = {
    "choose_fighters": "the players choose their fighters",
    "choose_discards": "both players choose their first discards",
    "select": "both players choose a pair",
    "ante": "the players add tokens",
    "special": "the special actions happen",
    "clash": "both players choose a new base",
    "execute": "the attacks happen",
}
"""The events of each phase, as part of a sentence."""
FIRST = {
    "fighter": "choose a fighter",
    "discards": "choose first discards",
    "pair": "choose a pair",
    "base": "choose a new base",
    "ante": "add a token or pass",
    "choice": "make a choice",
}
"""The choice that a player must make before any other action, by its kind."""


def seat_name(position: Position, seat: Seat) -> str:
    """Return the short name of a seat's fighter, or of its player before it has one: "player B"."""
    fighter = position.fighters.get(seat)
    if fighter is None:
        return f"player {seat.upper()}"
    return position.figures.fighters[fighter.fighter].name.split()[0]


def chosen_reason(position: Position, seat: Seat) -> str:
    """Return the sentence after a secret choice."""
    name = seat_name(position, seat)
    return f"{name[0].upper()}{name[1:]} has chosen."


def outcome_reason(beat: Beat) -> str:
    """Return the sentence after an action: what happened, and who chooses now."""
    happened = [SAYINGS[type(effect)](beat, effect) for effect in beat.effects if type(effect) in SAYINGS]
    question = beat.question
    if question is not None and not (len(question.seats) > 1 and happened):
        names = " and ".join(_name(beat, seat) for seat in question.seats)
        waits = WAITING[question.kind]
        if question.kind == "choice":
            waits += f" {_subject(beat.figures, question.case)}"
        both = len(question.seats) > 1
        happened.append(f"{names} {waits.replace('chooses', 'choose') if both else waits}")
    said = "; ".join(happened) or "Done"
    return f"{said[0].upper()}{said[1:]}."


@cache
def _subject(cards: Figures, case: str) -> str:
    """Return what is chosen, by its case: the order of effects, or what a Pulse or a card does."""
    if case == "9.0":
        return "which effect goes first"
    names = {card.case: card.name for card in cards.cards.values()}
    names |= {ability.case: ability.name for ability in cards.abilities.values()}
    return f"what {names.get(case, 'the Pulse')} does"


def _name(beat: Beat, seat: Seat) -> str:
    side = beat.sides.get(seat) or beat.left.get(seat)
    return side.card.name.split()[0] if side is not None else f"player {seat.upper()}"


def _reveal(beat: Beat, effect: Reveal) -> str:
    base = beat.figures.name(effect.base)
    style = "the special action with" if effect.style == "special" else beat.figures.name(effect.style)
    card = beat.figures.name(effect.finish) if effect.finish else f"{style} {base}"
    return f"{_name(beat, effect.seat)} shows {card}"


def _clash(beat: Beat, effect: Clash) -> str:
    return "the priorities tie"


def _special(beat: Beat, effect: SpecialAction) -> str:
    if effect.why:
        return f"{_name(beat, effect.seat)}’s Finish becomes a Cancel"
    return f"{_name(beat, effect.seat)} plays a {effect.kind.capitalize()}"


def _taken_back(beat: Beat, effect: TakenBack) -> str:
    bases = listed(beat.figures.name(base) for base in effect.bases)
    return f"{_name(beat, effect.seat)} has no base left and takes back {bases}"


def _deadlock(beat: Beat, effect: Deadlock) -> str:
    return "the clash has no end, and nobody attacks"


def _fighter(beat: Beat, effect: FighterChosen) -> str:
    return f"{beat.figures.fighters[effect.fighter].name} is taken"


def _recycled(beat: Beat, effect: Recycled) -> str:
    return f"beat {effect.beat} begins"


def _won(beat: Beat, effect: Won) -> str:
    loser = OTHER[effect.seat]
    return (
        f"{_name(beat, effect.seat)} wins the duel: {ended_by(beat.figures, _name(beat, loser), effect.why)}"
    )


def _match_won(beat: Beat, effect: MatchWon) -> str:
    high, low = sorted(effect.points, reverse=True)
    return f"{_name(beat, effect.seat)} wins the match, {high} to {low}"


def ended_by(cards: Figures, loser: str, why: str) -> str:
    """Return how a duel ended, from the name of its loser and the `why` of the effect `Won`."""
    if why in cards.cards:
        return f"{loser} loses by {cards.name(why)}"
    return f"{loser} gives up" if why == "gave_up" else f"{loser} has no life left"


SAYINGS: Mapping[type[Effect], Callable[[Beat, Any], str]] = {
    Reveal: _reveal,
    SpecialAction: _special,
    Clash: _clash,
    TakenBack: _taken_back,
    Deadlock: _deadlock,
    FighterChosen: _fighter,
    Recycled: _recycled,
    Won: _won,
    MatchWon: _match_won,
}
"""A few words for the effects that matter most."""
