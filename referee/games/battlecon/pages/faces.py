"""Cards as they look on the screen: a name, three large figures, and the effects in a line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.games.battlecon.wording import number, signed, span
from rules.battlecon.cards import Card, Figures

X = {"trap": "X", "trap_and_next": "X", "none": "N/A"}
SPECIAL_CASE = "14.0"


@dataclass(frozen=True, slots=True)
class Face:
    """A card to look at.

    `owner` is the fighter whose card it is, "" for a generic base. `range`, `power` and `priority` are as
    printed; `extras` are Stun Guard and Soak where the card has them.
    """

    id: str
    name: str
    kind: str
    owner: str
    range: str
    power: str
    priority: str
    extras: tuple[str, ...]
    says: tuple[str, ...]
    case: str


def face_of(card: Card, owner: str) -> Face:
    """Return a card to look at; a style shows what it adds, with signs."""
    sign = signed if card.kind == "style" else number
    extras = [f"{name} {amount}" for name, amount in (("Stun Guard", card.stun_guard), ("Soak", card.soak))
              if amount]  # fmt: skip
    return Face(
        id=card.id,
        name=card.name,
        kind=card.kind,
        owner=owner,
        range=X[card.reach] if card.range is None else span(*card.range, sign),
        power="N/A" if card.power is None else sign(card.power),
        priority=sign(card.priority),
        extras=tuple(extras),
        says=card.says,
        case=card.case,
    )


def special_face(cards: Figures, fighter: str) -> Face:
    """Return the special action card, which is played in place of a style (14.1)."""
    bases: dict[str, list[str]] = {"pulse": [], "cancel": [], "finish": []}
    for base in cards.fighters[fighter].bases:
        bases[cards.special_kind(base.id)].append(base.name)
    pulse, cancel, finish = (", ".join(bases[kind]) for kind in ("pulse", "cancel", "finish"))
    life = cards.finish_life
    says = (f"Pulse: {pulse}.", f"Cancel: {cancel}.", f"Finish at {life} life or less: {finish}.")
    return Face("special", "Special action", "special", fighter, "", "", "", (), says, SPECIAL_CASE)


def faces(cards: Figures, fighter: str, names: Iterable[str]) -> tuple[Face, ...]:
    """Return cards of a fighter by their ids, the special action too."""
    own = cards.fighters[fighter]
    owners = {card.id: fighter for card in (*own.styles, own.base, *own.finishes)}
    return tuple(
        special_face(cards, fighter) if name == "special"
        else face_of(cards.cards[name], owners.get(name, ""))
        for name in names
    )  # fmt: skip
