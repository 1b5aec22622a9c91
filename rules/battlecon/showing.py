"""What everybody sees of an attack as it is turned up (7.1)."""

from __future__ import annotations

from rules.battlecon.beat import Beat, Side
from rules.battlecon.effects import Reveal


def show(beat: Beat, side: Side, case: str = "7.1") -> None:
    """Tell the figures of what a seat plays now, unless nobody will read it."""
    if beat.quiet:
        return
    assert side.style is not None
    assert side.base is not None
    beat.tell(
        Reveal(
            seat=side.seat,
            style=side.style,
            base=side.base,
            range=side.range(),
            power=side.power(),
            priority=None if side.pair is None else side.total("priority"),
            stun_guard=side.total("stun_guard"),
            soak=side.total("soak"),
            finish=side.finish_card if side.finish else None,
            case=case,
        )
    )
