"""What a seat may see; a position leaves the referee only in this form. Sums taken apart (2.5)."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from rules.battlecon.actions import SEATS, SPECIAL, Seat
from rules.battlecon.attack_pairs import hand
from rules.battlecon.beat import Beat, Side
from rules.battlecon.card_effects import reached_by_trap
from rules.battlecon.cards import NO_LIMIT, Figure, Part
from rules.battlecon.formats.position_writing import position_to_json
from rules.battlecon.position import SPACES, Position

SHOWN: tuple[Figure, ...] = (
    "range_low", "range_high", "power", "priority", "stun_guard", "soak", "exposed", "stun_immunity",
    "unhittable", "trap_fixed",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sums:
    """The figures of an attack.

    `range` and `power` have their floors (2.7) and are None for X and N/A. `parts` adds up to each figure
    before the floor. `spaces` are those that the attack reaches now. A Stun Guard without limit is
    `NO_LIMIT`.
    """

    range: tuple[int, int] | None
    power: int | None
    priority: int
    stun_guard: int
    soak: int
    stun_immunity: bool
    spaces: tuple[int, ...]
    parts: dict[Figure, tuple[Part, ...]]


def attack_sums(position: Position, seat: Seat) -> Sums | None:
    """Return the figures of what a seat has turned up, None if that is nothing."""
    beat = Beat(position)
    side = beat.sides.get(seat)
    return None if side is None or side.pair is None else _sums(beat, side)


def pair_sums(position: Position, seat: Seat, style: str, base: str) -> Sums | None:
    """Return the figures that a pair would have now, with what waits for it; None for a special action.

    What the ante and the reveal will add is not in it.
    """
    if style == SPECIAL:
        return None
    beat = Beat(position)
    side = beat.sides[seat]
    side.style, side.base = style, base
    side.join()
    if position.phase == "select":
        side.wake_modifiers()
    return _sums(beat, side)


def finish_sums(position: Position, seat: Seat) -> Sums:
    """Return the figures that the finish of a seat would have now, with what waits for it (14.2)."""
    beat = Beat(position)
    side = beat.sides[seat]
    side.style, side.finish = SPECIAL, True
    side.join()
    if position.phase == "select":
        side.wake_modifiers()
    return _sums(beat, side)


def _sums(beat: Beat, side: Side) -> Sums:
    return Sums(
        range=side.range(),
        power=side.power(),
        priority=side.total("priority"),
        stun_guard=min(side.total("stun_guard"), NO_LIMIT),
        soak=side.total("soak"),
        stun_immunity=side.total("stun_immunity") > 0,
        spaces=_spaces(beat, side),
        parts={figure: parts for figure in SHOWN if (parts := _parts(side, figure))},
    )


def _parts(side: Side, figure: Figure) -> tuple[Part, ...]:
    assert side.pair is not None
    parts = list(side.pair.parts.get(figure, ()))
    parts += [(e.source, e.amount * side.counter(e.per)) for e in side.pair.per if e.figure == figure]
    parts += [(m.origin, m.amount) for m in side.modifiers if m.figure == figure and m.lasts == "this_beat"]
    return tuple(part for n, part in enumerate(parts) if part[1] or not n)


def _spaces(beat: Beat, side: Side) -> tuple[int, ...]:
    assert side.pair is not None
    if side.pair.reach == "none":
        return ()
    reach = side.range()
    if reach is None:
        return tuple(space for space in SPACES if reached_by_trap(beat, side, space))
    return spaces_from(side.space, reach)


def spaces_from(start: int, reach: tuple[int, int]) -> tuple[int, ...]:
    """Return the spaces that a range reaches from a space: 0 is the own one, where nobody is hit (2.7)."""
    near, far = reach
    return tuple(space for space in SPACES if max(1, near) <= abs(space - start) <= far)


VIEWERS = frozenset({"table", *SEATS})


def view(position: Position, seat: str) -> dict[str, Any]:
    """Return a position as one seat may see it: in the shape of the position, with secrets as null.

    A choice that lies face down is there for its owner, and null for everybody else: everybody may see that
    somebody has chosen, but not what. Options stand with the seat that has to choose. Everything else in this
    game is open. `hands`, `sums` and `distance` help to read it. Raises ValueError for an unknown seat.
    """
    if seat not in VIEWERS:
        raise ValueError(f"There is no seat {seat!r}.")
    shown = position_to_json(position)
    shown["committed"] = {
        owner: cards if owner == seat else None for owner, cards in shown["committed"].items()
    }
    for pending in shown["pending"]:
        if pending["seat"] != seat:
            pending.pop("options", None)
    if len(position.fighters) == len(SEATS):
        shown["distance"] = position.distance
    shown["hands"] = {}
    shown["sums"] = {}
    for owner in position.fighters:
        styles, bases = hand(position, owner)
        shown["hands"][owner] = {"styles": styles, "bases": bases}
        sums = attack_sums(position, owner)
        shown["sums"][owner] = None if sums is None else asdict(sums)
    return shown
