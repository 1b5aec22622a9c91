"""The view of a seat: a position leaves the referee only as a `View`. Sums taken apart (2.5)."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from rules.battlecon.actions import SEATS, SPECIAL, Seat
from rules.battlecon.attack_pairs import hand
from rules.battlecon.beat import Beat, Side
from rules.battlecon.card_effects import reached_by_trap
from rules.battlecon.cards import NO_LIMIT, Figure, Part
from rules.battlecon.formats.position_writing import position_to_json
from rules.battlecon.position import NO_ATTACK, SPACES, Fighter, Position, Step
from rules.battlecon.sequence import OPENING

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
    """Return the figures of a seat's face-up attack, None without one."""
    beat = Beat(position)
    side = beat.sides.get(seat)
    return None if side is None or side.pair is None else _sums(beat, side)


def pair_sums(position: Position, seat: Seat, style: str, base: str) -> Sums | None:
    """Return the figures that a pair would have now, None for a special action.

    They include modifiers that wait for it, but no amounts that the ante and the reveal will add.
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
    """Return the figures that the finish of a seat would have now, with waiting modifiers (14.2)."""
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
    """Return the spaces that a range reaches from a space: 0 is its own, where no opponent can be (2.7)."""
    near, far = reach
    return tuple(space for space in SPACES if max(1, near) <= abs(space - start) <= far)


VIEWERS = frozenset({"table", *SEATS})


@dataclass(frozen=True, slots=True)
class View(Position):
    """A position as one seat may see it; only `redact` makes one.

    `committed` has this seat's own cards alone, `face_down` every seat whose cards lie face down. `pending`
    has options for this seat alone. Everything else in this game is open.
    """

    seat: str = "table"
    face_down: frozenset[Seat] = frozenset()

    @property
    def waits_for(self) -> tuple[Seat, ...]:
        """The seats that have to choose."""
        return tuple(dict.fromkeys([pending.seat for pending in self.pending]))

    def fighter_at(self, seat: str) -> Fighter | None:
        """Return the fighter of a seat, None for a seat without one."""
        return next((fighter for owner, fighter in self.fighters.items() if owner == seat), None)

    def hand(self, owner: Seat) -> tuple[list[str], list[str]]:
        """Return the styles and the bases that a seat may have in hand."""
        return hand(self, owner)

    def without_secrets(self) -> Position:
        """Return the position as if no card lay face down, so that the rules can answer questions on it.

        At the ante, where the rules want both pairs, it is the choice of pairs with the tokens of the ante.
        """
        if self.phase != "ante":
            return replace(self, committed={}, pending=())
        return replace(
            self,
            phase="select",
            attacks=dict.fromkeys(self.fighters, NO_ATTACK),
            committed={},
            pending=(),
            queue=(Step(OPENING["select"]),),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the view in the shape of the position, with secrets as null.

        `hands`, `sums` and `distance` help to read it.
        """
        data = position_to_json(self)
        data["committed"] = {
            owner: data["committed"].get(owner) for owner in SEATS if owner in self.face_down
        }
        if len(self.fighters) == len(SEATS):
            data["distance"] = self.distance
        data["hands"] = {}
        data["sums"] = {}
        for owner in self.fighters:
            styles, bases = self.hand(owner)
            data["hands"][owner] = {"styles": styles, "bases": bases}
            sums = attack_sums(self, owner)
            data["sums"][owner] = None if sums is None else asdict(sums)
        return data


def redact(position: Position, seat: str) -> View:
    """Return a position as one seat may see it; a position leaves the referee in no other form.

    Everybody may see that a seat has chosen, but not what. Raises ValueError for an unknown seat.
    """
    if seat not in VIEWERS:
        raise ValueError(f"There is no seat {seat!r}.")
    shown = {field.name: getattr(position, field.name) for field in fields(Position)}
    shown["committed"] = {owner: cards for owner, cards in position.committed.items() if owner == seat}
    shown["pending"] = tuple(
        [one if one.seat == seat else replace(one, options=()) for one in position.pending]
    )
    return View(**shown, seat=seat, face_down=frozenset(position.committed))
