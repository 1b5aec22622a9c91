"""The view of a seat: a position leaves the referee only as a `View`.

The figures of attacks are here too: taken apart (2.5), and as they will certainly be at the Reveal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from rules.battlecon.actions import OTHER, SEATS, SPECIAL, Seat, Trigger
from rules.battlecon.attack_pairs import hand
from rules.battlecon.beat import Beat, Side
from rules.battlecon.card_effects import (
    MANNERS,
    carry_out_refund,
    carry_out_spend_all,
    ends,
    holds,
    reached_by_trap,
)  # fmt: skip
from rules.battlecon.cards import NO_LIMIT, CardEffect, Figure, Pair, Part
from rules.battlecon.execution import lacks
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


def finish_lacks(position: Position, seat: Seat, base: str) -> str:
    """Return what the finish of a base will lack at the Reveal, "life" or "form"; "" for nothing (14.2).

    An ability may cost life at the ante (19.1).
    """
    beat = Beat(position)
    side = beat.sides[seat]
    side.base = base
    if position.phase == "select":
        side.life -= sum(
            effect.amount
            for effect in side.card.ability.effects
            if (effect.on, effect.do) == ("ante", "lose_life") and effect.condition in ("", side.form)
        )
    return lacks(beat, side)


_TOKEN_CHANGES = {"refund": carry_out_refund, "spend_all": carry_out_spend_all}


def certain_amounts(beat: Beat, seat: Seat, pair: Pair, phase: str) -> Iterator[tuple[str, Part]]:
    """Yield each figure that will change before priorities are compared, with its origin and amount.

    Only abilities and Reveal effects count, which depend on form and trap; tokens are a choice. In a clash
    the Reveal is over, and its amounts are in the position (8.1).
    """
    if phase == "clash":
        return
    ability, others = beat.sides[seat].card.ability, beat.sides[OTHER[seat]].card.ability
    if phase == "select":
        yield from _amounts(beat, seat, [e for e in ability.effects if e.on == "ante"])
    yield from _amounts(beat, seat, pair.effects.get("reveal", ()))
    if phase in ("select", "ante") or any(step.do == "reveal" and step.what for step in beat.queue):
        theirs = [e for e in others.effects if e.on == "reveal" and e.on_opponent]
        yield from _amounts(beat, OTHER[seat], theirs, seat)


def after_tokens(position: Position, seat: Seat, pair: Pair, phase: str) -> Position:
    """Return the position after the certain changes of a seat's tokens at the Reveal.

    Those of the ante come back without effect (18.2, 18.9), or the whole pool is spent (18.8).
    """
    coming = [effect for effect in pair.effects.get("reveal", ()) if effect.do in _TOKEN_CHANGES]
    if phase == "clash" or not coming:
        return position
    beat = Beat(position)
    for effect in coming:
        if not effect.condition or holds(beat, seat, effect.condition):
            _TOKEN_CHANGES[effect.do](beat, seat, effect, None)
    return beat.freeze()


def _amounts(
    beat: Beat, owner: Seat, effects: list[CardEffect] | tuple[CardEffect, ...], whom: Seat | None = None
) -> Iterator[tuple[str, Part]]:
    """Yield the amounts of effects whose condition holds for `whom`, by default their owner."""
    for effect in effects:
        if effect.condition and not holds(beat, owner, effect.condition):
            continue
        given = OTHER[owner] if effect.on_opponent else owner
        if effect.do == "modify" and effect.lasts == "this_beat" and given == (whom or owner):
            yield effect.figure, (effect.source, effect.amount)
        yield from _amounts(beat, owner, effect.then, whom)


BEFORE_THE_RANGE: tuple[Trigger, ...] = ("start_of_beat", "before_activating")


def spaces_after_moves(beat: Beat, seat: Seat, pair: Pair) -> tuple[int, ...]:
    """Return the spaces that the moves of an attack may bring its fighter to before its range counts (10.2).

    The opponent does not move.
    """
    side, other = beat.sides[seat], beat.other(seat)
    stop = beat.trap if other.card.has_trap else None
    places = {side.space}
    for trigger in BEFORE_THE_RANGE:
        for effect in _own_moves(pair.effects.get(trigger, ())):
            if not effect.condition or holds(beat, seat, effect.condition):
                manner = MANNERS[effect.do]
                places = {
                    end
                    for start in places
                    for _, _, end in ends(start, other.space, effect.spaces, manner, stop)
                }
    return tuple(sorted(places))


def _own_moves(effects: Iterable[CardEffect]) -> Iterator[CardEffect]:
    """Yield the effects that move their own fighter, those that follow others too."""
    for effect in effects:
        if effect.do in MANNERS and not MANNERS[effect.do].opponent:
            yield effect
        yield from _own_moves(effect.then)


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
