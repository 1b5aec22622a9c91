"""Open choices while effects are carried out (12.1), passing, and giving up."""

from __future__ import annotations

from collections.abc import Iterator

from rules.battlecon.actions import Action, Choose, Concede, Pass
from rules.battlecon.beat import Beat
from rules.battlecon.ending import win
from rules.battlecon.names import OTHER, Seat
from rules.battlecon.position import Position
from rules.battlecon.ruling import Verdict, refuse
from rules.battlecon.sequence import ANSWERS


def choice_refusal(position: Position, action: Choose) -> Verdict | None:
    """Return why a seat may not choose an option, or None."""
    offered = next(p for p in position.pending if p.seat == action.seat)
    if action.option in offered.options:
        return None
    return refuse(
        offered.case, f"You cannot choose that: choose one of your {len(offered.options)} options.", "13.5"
    )


def choice_options(position: Position, seat: Seat) -> Iterator[Choose]:
    """Yield the options offered."""
    for pending in position.pending:
        if pending.seat == seat:
            yield from (Choose(seat, option) for option in pending.options)


def carry_out_choice(beat: Beat, action: Choose) -> None:
    """Answer the step that waits."""
    step = beat.queue.pop()
    ANSWERS[step.do](beat, step, action.option)


def nothing_against(position: Position, action: Action) -> Verdict | None:
    """Return None: nothing more speaks against it."""
    return None


def only_pass(position: Position, seat: Seat) -> Iterator[Pass]:
    """Yield the pass."""
    yield Pass(seat)


def only_concede(position: Position, seat: Seat) -> Iterator[Concede]:
    """Yield giving up, once a seat has a fighter."""
    yield Concede(seat)


def carry_out_concede(beat: Beat, action: Concede) -> None:
    """Give the duel to the opponent (R-1.1a)."""
    win(beat, OTHER[action.seat], "gave_up")
