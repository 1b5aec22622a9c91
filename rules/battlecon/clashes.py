"""Clashes (8.0): new bases until one attack has the higher priority."""

from __future__ import annotations

from collections.abc import Iterator

from rules.battlecon.actions import CommitBase
from rules.battlecon.beat import Beat, Question, Side
from rules.battlecon.effects import Deadlock, TakenBack
from rules.battlecon.names import SEATS, Seat
from rules.battlecon.position import Position, Step
from rules.battlecon.ruling import Verdict, refuse
from rules.battlecon.selecting import hand
from rules.battlecon.showing import show
from rules.sentences import listed


def clash(beat: Beat, step: Step) -> Question | None:
    """Ask both seats for new bases in secret, lay them on, and compare again (8.1)."""
    beat.phase = "clash"
    if not beat.committed and not _have_bases(beat):
        beat.tell(Deadlock())
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
    """Lay a base over the one in play, which it replaces wholly (8.1)."""
    if side.base is not None:
        side.under = (*side.under, side.base)
    side.base = base
    side.join()


def _have_bases(beat: Beat) -> bool:
    """Give those without a base in hand theirs back (8.2); return whether the clash can go on (R-8.2b)."""
    empty = [side for side in beat.sides.values() if not side.hand_bases()]
    if any(side.taken_back for side in empty):
        return False
    for side in empty:
        assert side.base is not None
        beat.tell(TakenBack(side.seat, (*side.under, side.base)))
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
    """Yield every base in hand."""
    for base in hand(position, seat)[1]:
        yield CommitBase(seat, base)
