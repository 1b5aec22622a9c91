"""The sentences of rulings. None of them names a card that lies face down."""

from __future__ import annotations

from rules.battlecon.beat import Beat
from rules.battlecon.effects import Clash, FighterChosen, Recycled, Reveal, Won
from rules.battlecon.names import Seat
from rules.battlecon.position import Position
from rules.effects import Effect

WAITING = {
    "fighter": "chooses a fighter",
    "discards": "chooses the starting discards",
    "pair": "chooses a pair",
    "base": "chooses a new base",
    "ante": "may add a token",
    "choice": "chooses",
}


def seat_name(position: Position, seat: Seat) -> str:
    """Return the name of a seat's fighter, or the seat before it has one."""
    fighter = position.fighters.get(seat)
    return f"seat {seat}" if fighter is None else position.figures.fighters[fighter.fighter].name


def chosen_reason(position: Position, seat: Seat) -> str:
    """Return the sentence after a secret choice."""
    name = seat_name(position, seat)
    return f"{name[0].upper()}{name[1:]} has chosen."


def outcome_reason(beat: Beat) -> str:
    """Return the sentence after an action that the duel went on from: what happened, and who chooses now."""
    happened = [said for effect in beat.told if (said := _said(beat, effect))]
    question = beat.question
    if question is not None and not (len(question.seats) > 1 and happened):
        names = " and ".join(_name(beat, seat) for seat in question.seats)
        waits = WAITING[question.kind]
        both = len(question.seats) > 1
        happened.append(f"{names} {waits.replace('chooses', 'choose') if both else waits}")
    said = "; ".join(happened) or "Done"
    return f"{said[0].upper()}{said[1:]}."


def _name(beat: Beat, seat: Seat) -> str:
    return beat.sides[seat].card.name if seat in beat.sides else f"seat {seat}"


def _said(beat: Beat, effect: Effect) -> str:
    """Return a few words for the effects that matter most, "" for the others."""
    if isinstance(effect, Reveal):
        style = "special action" if effect.style == "special" else beat.figures.name(effect.style)
        card = (
            beat.figures.name(effect.finish) if effect.finish else f"{style} {beat.figures.name(effect.base)}"
        )
        return f"{_name(beat, effect.seat)} shows {card}"
    if isinstance(effect, Clash):
        return "the priorities tie"
    if isinstance(effect, FighterChosen):
        return f"{beat.figures.fighters[effect.fighter].name} is taken"
    if isinstance(effect, Recycled):
        return f"beat {effect.beat} begins"
    if isinstance(effect, Won):
        return f"{_name(beat, effect.seat)} wins the duel"
    return ""
