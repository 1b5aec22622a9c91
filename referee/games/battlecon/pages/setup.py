"""Before the first beat: the choice of fighters, and the choice of starting discards."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.games.battlecon.pages.faces import Face, face_of, faces
from referee.games.battlecon.pages.hand import Card
from rules.battlecon.cards import FighterCard, Figures

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class FinishKey:
    """A finish to take with a fighter, and what taking both posts."""

    face: Face
    action: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """A fighter to choose: who he is, his cards, his finishes. `taken` says who has him already."""

    id: str
    name: str
    short: str
    kind: str
    ability: str
    ability_says: str
    styles: tuple[Face, ...]
    base: Face
    finishes: tuple[FinishKey, ...]
    taken: str
    index: int


@dataclass(frozen=True, slots=True)
class FighterChoice:
    """The choice of a fighter, for a seat."""

    seat: str
    candidates: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class PileKey:
    """A pile of two cards to begin without: the numbers of its cards, its name, and what its choice posts.

    Discard 1 is no action yet: `first` goes along when discard 2 is asked for.
    """

    style: int
    base: int
    name: str
    first: str
    action: str


@dataclass(frozen=True, slots=True)
class DiscardChoice:
    """The choice of one of the two starting piles; `first` are the cards of discard 1 once chosen.

    `laid` are both piles that this seat has chosen already and may still change, none before that. `here` is
    the address of the choice, `draft` what goes along in the body: discard 1 is secret.
    """

    seat: str
    number: int
    styles: tuple[Card, ...]
    bases: tuple[Card, ...]
    first: tuple[Face, ...]
    piles: tuple[PileKey, ...]
    laid: tuple[tuple[Face, ...], ...]
    here: str
    draft: str


def fighter_choice(
    cards: Figures, seat: str, actions: Sequence[Json], takers: Mapping[str, str]
) -> FighterChoice | None:
    """Return the choice of a fighter, None where the seat has none to make.

    `takers` names who has taken a fighter already.
    """
    offered = [a for a in actions if a["do"] == "choose_fighter" and a["seat"] == seat]
    if not offered:
        return None
    return FighterChoice(
        seat,
        tuple(_candidate(card, offered, takers, n) for n, card in enumerate(cards.fighters.values())),
    )


def _candidate(card: FighterCard, offered: Sequence[Json], takers: Mapping[str, str], n: int) -> Candidate:
    posts = {a["finish"]: json.dumps(a) for a in offered if a["fighter"] == card.id and a.get("finish")}
    return Candidate(
        id=card.id,
        name=card.name,
        short=card.name.split()[0],
        kind=card.kind,
        ability=card.ability.name,
        ability_says=card.ability.says,
        styles=tuple(face_of(style, card.id) for style in card.styles),
        base=face_of(card.base, card.id),
        finishes=tuple(
            FinishKey(face_of(finish, card.id), posts[finish.id])
            for finish in card.finishes
            if finish.id in posts
        ),
        taken="" if posts else f"taken by {takers[card.id]}" if card.id in takers else "taken",
        index=n,
    )


def discard_choice(
    cards: Figures, view: Json, seat: str, actions: Sequence[Json], first: str, link: str
) -> DiscardChoice | None:
    """Return the choice of a starting pile, or None. `first` is discard 1 as "style base", "" before it.

    `link` is the address that shows this choice; choosing discard 1 asks nothing of the game yet.
    """
    offered = [a["discards"] for a in actions if a["do"] == "choose_discards" and a["seat"] == seat]
    if not offered:
        return None
    chosen = tuple(first.split())
    lawful = [(tuple(one), tuple(two)) for one, two in offered]
    if chosen and chosen not in {one for one, _ in lawful}:
        chosen = ()
    piles = list(dict.fromkeys(two if chosen else one for one, two in lawful if not chosen or one == chosen))
    styles = tuple(dict.fromkeys(style for style, _ in piles))
    bases = tuple(dict.fromkeys(base for _, base in piles))
    fighter = view["fighters"][seat]["fighter"]
    laid = (view["committed"].get(seat) or {}).get("discards", ())
    return DiscardChoice(
        seat,
        2 if chosen else 1,
        _column(cards, fighter, styles),
        _column(cards, fighter, bases),
        faces(cards, fighter, chosen),
        tuple(
            PileKey(
                styles.index(style),
                bases.index(base),
                f"{cards.name(style)} and {cards.name(base)}",
                "" if chosen else f"{style} {base}",
                json.dumps({"do": "choose_discards", "seat": seat, "discards": [list(chosen), [style, base]]})
                if chosen
                else "",
            )
            for style, base in piles
        ),
        tuple(faces(cards, fighter, pile) for pile in laid),
        link.rstrip("?&"),
        json.dumps({"first": " ".join(chosen)}) if chosen else "",
    )


def _column(cards: Figures, fighter: str, names: Sequence[str]) -> tuple[Card, ...]:
    return tuple(Card(face, n, chosen=False) for n, face in enumerate(faces(cards, fighter, names)))
