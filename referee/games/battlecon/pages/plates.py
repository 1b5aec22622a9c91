"""The plate of each fighter: life, form, tokens, piles, and whether the seat has chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.games.battlecon.ai import referee_of
from referee.games.battlecon.pages.faces import Face, faces
from referee.games.battlecon.wording import figure_word, first_name, signed
from referee.games.ports import Context
from rules.battlecon.cards import Figures
from rules.battlecon.position import START_LIFE

Json = Mapping[str, Any]
CHOOSING = {
    "fighter": "chooses a fighter", "discards": "chooses the first discards", "pair": "chooses a pair",
    "ante": "may add a token", "base": "chooses a new base", "choice": "chooses",
}  # fmt: skip
SHORT = {"chooses": "choosing", "chosen": "chosen"}
ALONE = {"chooses": "thinks", "chosen": "chose"}
"""What the lamp of the referee says, after "referee": no more than a phone has room for."""
BACK = ("comes back after the next beat", "comes back after this beat")


@dataclass(frozen=True, slots=True)
class Token:
    """A kind of token: its name, how many lie in the pool, and how many there are."""

    id: str
    name: str
    pool: int
    count: int


@dataclass(frozen=True, slots=True)
class DiscardPile:
    """A discard pile: its number, its cards, and when they come back."""

    number: int
    cards: tuple[Face, ...]
    back: str


@dataclass(frozen=True, slots=True)
class Plate:
    """A fighter beside the arena. `lamp` is "chosen", "chooses" or "waits", `lamp_says` the same in words.

    `lies` says whether cards of this seat lie face down. `bases_only`: in a clash nothing else can be laid.
    `may_play`: cards of the hand may come up as an attack yet.
    """

    seat: str
    letter: str
    player: str
    fighter: str
    name: str
    full_name: str
    kind: str
    ability: str
    ability_says: str
    ability_case: str
    life: int
    life_of: int
    form: str
    has_special: bool
    special_used: bool
    tokens: tuple[Token, ...]
    waiting: tuple[str, ...]
    piles: tuple[DiscardPile, ...]
    hand_styles: tuple[Face, ...]
    hand_bases: tuple[Face, ...]
    lamp: str
    lamp_says: str
    lamp_short: str
    lamp_alone: str
    lies: bool
    points: int
    bases_only: bool
    may_play: bool


def plate(cards: Figures, view: Json, seat: str, player: str) -> Plate:
    """Return the plate of a seat that has a fighter."""
    fighter = view["fighters"][seat]
    card = cards.fighters[fighter["fighter"]]
    pool = fighter.get("tokens", {})
    lamp, says = lamp_of(view, seat)
    first, second = fighter["discards"]
    special = view["match"]["special_actions"]
    return Plate(
        seat=seat,
        letter=seat.upper(),
        player=player,
        fighter=card.id,
        name=first_name(cards, card.id),
        full_name=card.name,
        kind=card.kind,
        ability=card.ability.name,
        ability_says=card.ability.says,
        ability_case=card.ability.case,
        life=fighter["life"],
        life_of=START_LIFE,
        form=fighter.get("form") or "",
        has_special=bool(special and fighter["special"]),
        special_used=bool(special and not fighter["special"]),
        tokens=tuple(Token(t.id, t.name, pool.get(t.id, 0), t.count) for t in card.tokens),
        waiting=tuple(f"{signed(n)} {figure_word(f)}" for f, n in fighter["next_beat"].items()),
        piles=tuple(
            DiscardPile(n + 1, faces(cards, card.id, pile), BACK[n]) for n, pile in enumerate((first, second))
        ),
        hand_styles=faces(cards, card.id, view["hands"][seat]["styles"]),
        hand_bases=faces(cards, card.id, view["hands"][seat]["bases"]),
        lamp=lamp,
        lamp_says=says,
        lamp_short=SHORT.get(lamp, says),
        lamp_alone=ALONE.get(lamp, says),
        lies=seat in view["committed"],
        points=view["match"]["points"][seat],
        bases_only=view["phase"] == "clash",
        may_play=_may_play(view, seat),
    )


def _may_play(view: Json, seat: str) -> bool:
    """Return whether cards of a seat's hand may come up yet: its pair is not chosen or lies face down."""
    asked = any(p["seat"] == seat and p["kind"] in ("pair", "base") for p in view["pending"])
    return asked or seat in view["committed"] or view["phase"] == "select"


def lamp_of(view: Json, seat: str) -> tuple[str, str]:
    """Return what the lamp of a seat shows, and the same in words."""
    if view["phase"] == "over":
        return "over", "won" if view["winner"] == seat else "lost"
    for pending in view["pending"]:
        if pending["seat"] == seat:
            return "chooses", CHOOSING[pending["kind"]]
    if seat in view["committed"] and view["phase"] != "ante":
        return "chosen", "has chosen"
    return "waits", "waits"


def lets_choose_first(context: Context, seat: str) -> bool:
    """Return whether the referee plays this seat and takes its fighter after the player's (3.1)."""
    view, played = context.view, referee_of(context.options)
    if played is None or not played.second or played.seat != seat or view["phase"] != "choose_fighters":
        return False
    return any(pending["seat"] != seat for pending in view["pending"])


def lamp(context: Context, seat: str) -> tuple[str, str]:
    """Return what the lamp of a seat shows before there are fighters, and the same in words."""
    if lets_choose_first(context, seat):
        return "waits", "chooses second"
    return lamp_of(context.view, seat)
