"""The hand of a seat: its cards, and the sum of every pair that it may lay down."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from referee.games.battlecon.narration.beat_view import Row, rows_of
from referee.games.battlecon.pages.board import Face, Space, face_of, faces, spaces_in
from referee.games.battlecon.wording import SPECIAL_SAYS, first_name, number, pair_name, span, special_name
from referee.records.text import Json
from rules.battlecon.actions import OTHER, SPECIAL, CommitBase, CommitPair, Seat, Trigger
from rules.battlecon.beat import Beat
from rules.battlecon.card_effects import MANNERS, carry_out_refund, carry_out_spend_all, ends, holds
from rules.battlecon.cards import CardEffect, Figures, Pair, Part, finish_of, pair_of
from rules.battlecon.position import Fighter, Position
from rules.battlecon.view import Sums, View, finish_sums, pair_sums, spaces_from
from rules.sentences import either


@dataclass(frozen=True, slots=True)
class Card:
    """A card to choose: its face, its number in its column, and whether it is chosen."""

    face: Face
    index: int
    chosen: bool
    priority: str = ""
    """The priority of the attack with this base, in a clash."""


@dataclass(frozen=True, slots=True)
class Sum:
    """A pair put together.

    `style` and `base` are the numbers of the cards. `rows` are its figures taken apart, `spaces` the arena
    with its reach, `verdict` says whom it reaches, `says` what a special action does. `finish` is the card
    that takes the place of the pair. `action` is the action that lays it down.
    """

    style: int
    base: int
    name: str
    rows: tuple[Row, ...]
    spaces: tuple[Space, ...]
    verdict: str
    reaches: bool
    says: tuple[str, ...]
    finish: Face | None
    action: str
    key: str


@dataclass(frozen=True, slots=True)
class Picker:
    """Cards to choose from: a style and a base, or a base alone (`fixed` is the style already laid)."""

    kind: str
    title: str
    hint: str
    styles: tuple[Card, ...]
    bases: tuple[Card, ...]
    sums: tuple[Sum, ...]
    fixed: Face | None = None
    changes: bool = False


def pair_picker(view: View, seat: Seat, actions: Sequence[Json]) -> Picker | None:
    """Return the choice of a pair, from the pairs that the seat may lay down; None without any."""
    cards = view.figures
    pairs = [a for a in actions if a["do"] == "commit_pair" and a["seat"] == seat]
    if not pairs:
        return None
    fighter = view.fighters[seat].fighter
    own_style, own_base = _own_cards(view, seat)
    styles = tuple(dict.fromkeys(a["style"] for a in pairs))
    bases = tuple(dict.fromkeys(a["base"] for a in pairs))
    position = view.without_secrets()
    sums = tuple(
        _sum(view, position, action, styles.index(action["style"]), bases.index(action["base"]))
        for action in pairs
    )
    again = view.phase == "special"
    return Picker(
        "pair",
        "Choose a new pair" if again else "Choose your pair",
        _after_cancel(view, seat) if again else "",
        _column(cards, fighter, styles, own_style),
        _column(cards, fighter, bases, own_base),
        sums,
        changes=seat in view.committed,
    )


def _after_cancel(view: View, seat: Seat) -> str:
    """Return the hint after a Cancel: after two Cancels no pair is face up (14.2)."""
    other = OTHER[seat]
    if other in view.face_down or any(asked.seat == other for asked in view.pending):
        return "Both players cancelled. Choose again in secret."
    return "You cancelled. The opponent’s pair is face up."


def base_picker(view: View, seat: Seat, actions: Sequence[Json]) -> Picker | None:
    """Return the choice of a new base in a clash (8.1); None where the seat has none to choose."""
    cards = view.figures
    offered = [a for a in actions if a["do"] == "commit_base" and a["seat"] == seat]
    if not offered:
        return None
    fighter = view.fighters[seat].fighter
    style = view.attacks[seat].style or ""
    _, own_base = _own_cards(view, seat)
    bases = tuple(action["base"] for action in offered)
    position = view.without_secrets()
    sums = tuple(
        _sum(view, position, {**action, "style": style}, 0, n, action) for n, action in enumerate(offered)
    )
    return Picker(
        "base",
        "Clash: choose a new base",
        _after_a_tie(view, seat),
        (),
        tuple(
            replace(card, priority=next(row.total for row in one.rows if row.figure == "priority"))
            for card, one in zip(_column(cards, fighter, bases, own_base), sums, strict=True)
        ),
        sums,
        fixed=face_of(cards.cards[style], fighter),
        changes=seat in view.committed,
    )


def _after_a_tie(view: View, seat: Seat) -> str:
    """Return why a new base is asked for: a tie, or one after which no base was left in hand (8.2)."""
    if view.attacks[seat].base:
        return "The priorities tie. Your new base replaces the old one."
    return "The priorities tied, and you had no base left. So your bases of this beat came back to your hand."


def _column(cards: Figures, fighter: str, names: Sequence[str], chosen: str) -> tuple[Card, ...]:
    return tuple(Card(face, n, face.id == chosen) for n, face in enumerate(faces(cards, fighter, names)))


def _own_cards(view: View, seat: Seat) -> tuple[str, str]:
    """Return the style and the base that a seat laid face down, as its owner sees them; "" without one."""
    own = view.committed.get(seat)
    if isinstance(own, CommitPair):
        return own.style, own.base
    return "", own.base if isinstance(own, CommitBase) else ""


def chosen_sum(view: View, seat: Seat) -> Sum | None:
    """Return the pair that a seat laid face down, as its owner sees it; None without one."""
    style, base = _own_cards(view, seat)
    if not base:
        return None
    pair = {"do": "commit_pair", "seat": seat, "style": style or view.attacks[seat].style, "base": base}
    return _sum(view, view.without_secrets(), pair, 0, 0)


def _sum(
    view: View, position: Position, pair: Json, style: int, base: int,
    action: Json | None = None,
) -> Sum:  # fmt: skip
    """Return a pair put together; `action` replaces the pair as the action that it posts."""
    cards = view.figures
    seat: Seat = pair["seat"]
    special = pair["style"] == SPECIAL
    says, finish = _special_says(view, seat, pair["base"]) if special else ((), None)
    called_off = special and finish is None and cards.special_kind(pair["base"]) == "finish"
    name = (
        special_name(cards, "cancel", pair["base"])
        if called_off
        else pair_name(cards, pair["style"], pair["base"])
    )
    posted = json.dumps(action or pair, separators=(",", ":"))
    key = f"Lay down {cards.name(pair['base'])}" if action else f"Lay down {name}"
    if special and finish is None:
        return Sum(style, base, name, (), spaces_in(view), "", False, says, None, posted, key)
    joined = _joined(cards, view.fighters[seat], pair, finish)
    position = with_tokens(position, seat, joined, view.phase)
    sums: Sums | None = (
        finish_sums(position, seat) if finish else pair_sums(position, seat, pair["style"], pair["base"])
    )
    assert sums is not None
    parts = {str(figure): list(given) for figure, given in sums.parts.items()}
    for figure, part in expected(Beat(position), seat, joined, view.phase):
        parts.setdefault(figure, []).append(part)
    moved = spaces_after_moves(Beat(position), seat, joined)
    verdict, reaches, reached = reach_verdict(view, seat, joined, sums, moved)
    spaces = spaces_in(view, reached)
    return Sum(
        style, base, name, rows_of(cards, joined, parts), spaces, verdict, reaches, says, finish, posted, key
    )


def _joined(cards: Figures, fighter: Fighter, pair: Json, finish: Face | None) -> Pair:
    """Return the cards of a pair joined, or the finish that takes its place."""
    card, form = cards.fighters[fighter.fighter], fighter.form
    return finish_of(card, finish.id, form) if finish else pair_of(card, pair["style"], pair["base"], form)


def reach_verdict(
    view: View, seat: Seat, pair: Pair, sums: Sums, moved: Sequence[int]
) -> tuple[str, bool, tuple[int, ...]]:
    """Return whom an attack reaches, in words, whether it does, and the spaces that it reaches.

    `moved` are the spaces that its moves may bring its fighter to first; the opponent does not move.
    """
    other = view.fighters[OTHER[seat]]
    name, here = first_name(view.figures, other.fighter), view.fighters[seat].space
    if pair.reach == "none":
        return "Never hits", False, ()
    if sums.range is None:
        reaches = other.space in sums.spaces
        where = "off the board" if view.trap is None else f"on {view.trap}"
        says = f"Reaches {name}" if reaches else f"{name} is out of reach: the trap is {where}"
        return says, reaches, sums.spaces
    ends = {place: spaces_from(place, sums.range) for place in moved}
    reached = tuple(sorted({space for spaces in ends.values() for space in spaces}))
    good = [place for place, spaces in ends.items() if other.space in spaces]
    if set(moved) == {here}:
        away = f"distance {number(view.distance)}, range {span(*sums.range)}"
        says = f"Reaches {name}" if good else f"{name} is out of reach: {away}"
        return says, bool(good), reached
    if not good:
        return f"{name} is out of reach after your move", False, reached
    stay = "stay" if good == [here] else f"move to {either(map(str, good))}"
    says = f"Reaches {name} after your move" if len(good) == len(moved) else f"Reaches {name} if you {stay}"
    return says, True, reached


def _life_at_the_reveal(view: View, seat: Seat) -> int:
    """Return the life with which a Finish is checked: an ability may cost some at the ante (14.2, 19.1)."""
    fighter = view.fighters[seat]
    if view.phase != "select":
        return fighter.life
    ability = view.figures.fighters[fighter.fighter].ability
    return fighter.life - sum(
        effect.amount
        for effect in ability.effects
        if (effect.on, effect.do) == ("ante", "lose_life") and effect.condition in ("", fighter.form)
    )


def _special_says(view: View, seat: Seat, base: str) -> tuple[tuple[str, ...], Face | None]:
    """Return what the special action does with a base now, and the finish that it becomes."""
    cards = view.figures
    kind = cards.special_kind(base)
    if kind == "pulse":
        return (SPECIAL_SAYS["pulse"],), None
    if kind == "cancel":
        return (SPECIAL_SAYS["cancel"],), None
    fighter = view.fighters[seat]
    finish = cards.cards[fighter.finish]
    face = face_of(finish, fighter.fighter)
    cancel = SPECIAL_SAYS["cancel"]
    if _life_at_the_reveal(view, seat) > cards.finish_life:
        return (f"You have more than {cards.finish_life} life, so this is a Cancel.", cancel), None
    if finish.form not in (None, fighter.form):
        return (f"{finish.name} needs the {finish.form} form, so this is a Cancel.", cancel), None
    return (f"{finish.name} takes the place of your pair.",), face


_WITH_TOKENS = {"refund": carry_out_refund, "spend_all": carry_out_spend_all}


def expected(beat: Beat, seat: Seat, pair: Pair, phase: str) -> Iterator[tuple[str, Part]]:
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


def with_tokens(position: Position, seat: Seat, pair: Pair, phase: str) -> Position:
    """Return the position after the certain changes of a seat's tokens at the Reveal.

    Those of the ante come back without effect (18.2, 18.9), or the whole pool is spent (18.8).
    """
    coming = [effect for effect in pair.effects.get("reveal", ()) if effect.do in _WITH_TOKENS]
    if phase == "clash" or not coming:
        return position
    beat = Beat(position)
    for effect in coming:
        if not effect.condition or holds(beat, seat, effect.condition):
            _WITH_TOKENS[effect.do](beat, seat, effect, None)
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
