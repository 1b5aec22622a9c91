"""Special actions (14.0): Pulse, Cancel and Finish, before any Reveal effect."""

from __future__ import annotations

from rules.battlecon.beat import Beat, Side
from rules.battlecon.effects import SpecialAction, Voided
from rules.battlecon.names import OTHER, SEATS, SPECIAL, Seat, SpecialKind
from rules.battlecon.position import Step
from rules.battlecon.showing import show
from rules.battlecon.triggers import queue_effects


def specials(beat: Beat, step: Step) -> None:
    """Carry out the special actions that were turned up; each is spent whatever comes of it (14.1)."""
    kinds: dict[Seat, SpecialKind] = {
        seat: kind_of(beat, side) for seat, side in beat.sides.items() if side.style == SPECIAL
    }
    if not kinds:
        return
    for seat in kinds:
        beat.sides[seat].special = False
    pulsing = [seat for seat, kind in kinds.items() if kind == "pulse"]
    if pulsing:
        _pulse(beat, pulsing)
        return
    for seat, kind in kinds.items():
        beat.tell(SpecialAction(seat, kind, why=_lacks(beat, beat.sides[seat])))
        if kind == "finish":
            side = beat.sides[seat]
            side.finish, side.cycles = True, False
            side.join()
            show(beat, side, "14.2")
    _cancel(beat, tuple(seat for seat, kind in kinds.items() if kind == "cancel"))


def kind_of(beat: Beat, side: Side) -> SpecialKind:
    """Return what a special action is with its base: a finish only at 7 life or less, and in its form."""
    assert side.base is not None
    return "cancel" if _lacks(beat, side) else beat.figures.special_kind(side.base)


def _lacks(beat: Beat, side: Side) -> str:
    """Return what a base that means a finish lacks for it, "life" or "form"; "" for any other (14.2)."""
    assert side.base is not None
    if beat.figures.special_kind(side.base) != "finish":
        return ""
    form = beat.figures.cards[side.finish_card].form
    if side.life > beat.figures.finish_life:
        return "life"
    return "" if form in (None, side.form) else "form"


def _cancel(beat: Beat, seats: tuple[Seat, ...]) -> None:
    """Take the bases back to hand and have these seats choose new pairs (14.2)."""
    if not seats:
        return
    for seat in seats:
        side = beat.sides[seat]
        side.style = side.base = None
        side.finish, side.cycles = False, True
        side.join()
    beat.queue.append(Step("turn_up", what=seats))
    beat.queue.append(Step("cancel", what=seats))


def call_off_finishes(beat: Beat) -> None:
    """Make two finishes of the same priority into Cancels (14.2)."""
    for seat in SEATS:
        beat.tell(SpecialAction(seat, "cancel", why="tie"))
    beat.queue.append(Step("reveal"))
    _cancel(beat, SEATS)


def _pulse(beat: Beat, pulsing: list[Seat]) -> None:
    """End the attacks of this beat, and push the fighters apart (14.2)."""
    beat.queue.clear()
    beat.queue.append(Step("recycle"))
    for seat in pulsing:
        side = beat.sides[seat]
        side.cycles = False
        beat.tell(SpecialAction(seat, "pulse"))
    if len(pulsing) == 2:
        for seat in reversed(SEATS):
            queue_effects(beat, seat, beat.figures.double_pulse)
        return
    (seat,) = pulsing
    victim = beat.other(seat)
    victim.void = True
    victim.join()
    beat.tell(Voided(OTHER[seat]))
    for effect in reversed(beat.figures.pulse):
        queue_effects(beat, seat, (effect,))
