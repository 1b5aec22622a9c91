"""The duel on the screen: cards, the arena with both fighters, and the plate of each fighter."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from referee.games.battlecon.ai import referee_of
from referee.games.battlecon.match import DuelContext
from referee.games.battlecon.wording import figure_word, first_name, number, signed, span
from rules.battlecon.actions import SEATS, Seat
from rules.battlecon.cards import Card, Figures
from rules.battlecon.position import SPACES, START_LIFE
from rules.battlecon.view import View

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


@dataclass(frozen=True, slots=True)
class Piece:
    """A fighter on the arena: his seat, who he is, and which way he faces."""

    seat: str
    fighter: str
    name: str
    looks: str


@dataclass(frozen=True, slots=True)
class Space:
    """A space: its number, its fighter, whether it has the trap, and whether an attack reaches it.

    `label` has all of it in words.
    """

    number: int
    piece: Piece | None
    trap: bool
    reached: bool
    label: str


def spaces_of(
    cards: Figures, fighters: Mapping[str, str], places: Mapping[str, int], trap: int | None,
    reached: Collection[int] = (),
) -> tuple[Space, ...]:  # fmt: skip
    """Return the arena with fighters by seat at their places; `reached` are the spaces in reach."""
    standing = {space: _piece(cards, seat, fighters, places) for seat, space in places.items()}
    return tuple(_space(n, standing.get(n), n == trap, n in reached) for n in SPACES)


def spaces_in(view: View, reached: Collection[int] = ()) -> tuple[Space, ...]:
    """Return the arena of a view."""
    fighters: dict[str, str] = {seat: fighter.fighter for seat, fighter in view.fighters.items()}
    places: dict[str, int] = {seat: fighter.space for seat, fighter in view.fighters.items()}
    return spaces_of(view.figures, fighters, places, view.trap, reached)


def _piece(cards: Figures, seat: str, fighters: Mapping[str, str], places: Mapping[str, int]) -> Piece:
    other = next((places[s] for s in places if s != seat), 4)
    looks = "right" if other > places[seat] else "left"
    return Piece(seat, fighters[seat], first_name(cards, fighters[seat]), looks)


def _space(n: int, piece: Piece | None, trap: bool, reached: bool) -> Space:
    said = [f"Space {n}"]
    if piece is not None:
        said.append(piece.name)
    if trap:
        said.append("the trap")
    if reached:
        said.append("in reach")
    return Space(n, piece, trap, reached, ", ".join(said))


CHOOSING = {
    "fighter": "chooses a fighter", "discards": "chooses the first discards", "pair": "chooses a pair",
    "ante": "may add a token", "base": "chooses a new base", "choice": "chooses",
}  # fmt: skip
SHORT = {"chooses": "choosing", "chosen": "chosen"}
ALONE = {"chooses": "thinks", "chosen": "chose"}
"""The words of the referee's lamp, after "referee", short enough for a phone."""
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

    `lies`: cards of this seat lie face down. `bases_only`: in a clash only a base can be laid. `may_play`:
    cards of the hand may still become the attack.
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


def plate(view: View, seat: Seat, player: str) -> Plate:
    """Return the plate of a seat that has a fighter."""
    cards = view.figures
    fighter = view.fighters[seat]
    card = cards.fighters[fighter.fighter]
    pool = fighter.tokens
    lamp, says = lamp_of(view, seat)
    first, second = fighter.discards
    special = view.match.special_actions
    styles, bases = view.hand(seat)
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
        life=fighter.life,
        life_of=START_LIFE,
        form=fighter.form or "",
        has_special=bool(special and fighter.special),
        special_used=bool(special and not fighter.special),
        tokens=tuple(Token(t.id, t.name, pool.get(t.id, 0), t.count) for t in card.tokens),
        waiting=tuple(f"{signed(n)} {figure_word(f)}" for f, n in fighter.next_beat.items()),
        piles=tuple(
            DiscardPile(n + 1, faces(cards, card.id, pile), BACK[n]) for n, pile in enumerate((first, second))
        ),
        hand_styles=faces(cards, card.id, styles),
        hand_bases=faces(cards, card.id, bases),
        lamp=lamp,
        lamp_says=says,
        lamp_short=SHORT.get(lamp, says),
        lamp_alone=ALONE.get(lamp, says),
        lies=seat in view.face_down,
        points=view.match.points[SEATS.index(seat)],
        bases_only=view.phase == "clash",
        may_play=_may_play(view, seat),
    )


def _may_play(view: View, seat: str) -> bool:
    """Return whether cards of a hand may still become the attack: no pair is chosen, or it lies face down."""
    asked = any(p.seat == seat and p.kind in ("pair", "base") for p in view.pending)
    return asked or seat in view.face_down or view.phase == "select"


def lamp_of(view: View, seat: str) -> tuple[str, str]:
    """Return what the lamp of a seat shows, and the same in words."""
    if view.phase == "over":
        return "over", "won" if view.winner == seat else "lost"
    for pending in view.pending:
        if pending.seat == seat:
            return "chooses", CHOOSING[pending.kind]
    if seat in view.face_down and view.phase != "ante":
        return "chosen", "has chosen"
    return "waits", "waits"


def lets_choose_first(context: DuelContext, seat: str) -> bool:
    """Return whether the referee plays this seat and takes its fighter after the player's (3.1)."""
    view, played = context.view.game, referee_of(context.options)
    if played is None or not played.second or played.seat != seat or view.phase != "choose_fighters":
        return False
    return any(pending.seat != seat for pending in view.pending)


def lamp(context: DuelContext, seat: str) -> tuple[str, str]:
    """Return what the lamp of a seat shows before there are fighters, and the same in words."""
    if lets_choose_first(context, seat):
        return "waits", "chooses second"
    return lamp_of(context.view.game, seat)
