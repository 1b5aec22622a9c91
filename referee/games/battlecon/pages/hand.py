"""The hand of a seat: its cards, and the sum of every pair that it may lay down."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace

from referee.games.battlecon.narration.beat_view import Row, rows_of
from referee.games.battlecon.pages.board import Face, Space, face_of, faces, spaces_in
from referee.games.battlecon.wording import SPECIAL_SAYS, first_name, number, pair_name, span, special_name
from referee.records.text import Json
from rules.battlecon.actions import OTHER, SPECIAL, CommitBase, CommitPair, Seat
from rules.battlecon.beat import Beat
from rules.battlecon.cards import Figures, Pair, finish_of, pair_of
from rules.battlecon.position import Fighter, Position
from rules.battlecon.view import (
    Sums,
    View,
    after_tokens,
    certain_amounts,
    finish_lacks,
    finish_sums,
    pair_sums,
    spaces_after_moves,
    spaces_from,
)
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
    position = after_tokens(position, seat, joined, view.phase)
    sums: Sums | None = (
        finish_sums(position, seat) if finish else pair_sums(position, seat, pair["style"], pair["base"])
    )
    assert sums is not None
    parts = {str(figure): list(given) for figure, given in sums.parts.items()}
    for figure, part in certain_amounts(Beat(position), seat, joined, view.phase):
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
    lacks = finish_lacks(view, seat, base)
    if lacks == "life":
        return (f"You have more than {cards.finish_life} life, so this is a Cancel.", cancel), None
    if lacks == "form":
        return (f"{finish.name} needs the {finish.form} form, so this is a Cancel.", cancel), None
    return (f"{finish.name} takes the place of your pair.",), face
