"""One open question at a time: a fighter, starting discards, a token at the ante, an option of an effect."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.games.battlecon.narration.effect_lines import effect_line, short
from referee.games.battlecon.narration.narrator import Narrator
from referee.games.battlecon.pages.board import Face, Space, face_of, faces, spaces_of
from referee.games.battlecon.pages.hand import Card
from referee.games.battlecon.wording import FIGURE_NAMES, FLAGS, figure_word, first_name, signed
from referee.records.text import Json
from rules.battlecon.actions import OTHER, ChooseDiscards, Seat
from rules.battlecon.beat import Beat
from rules.battlecon.cards import CardEffect, FighterCard, Figures
from rules.battlecon.effects import Moved, TrapPlaced
from rules.battlecon.execution import damage_now
from rules.battlecon.formats.actions import action_from_json
from rules.battlecon.game import PROCEDURES, follow
from rules.battlecon.position import Fighter, Step
from rules.battlecon.view import View
from rules.effects import to_json
from rules.sentences import listed


@dataclass(frozen=True, slots=True)
class FinishKey:
    """A finish to take with a fighter, and the action that takes both."""

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
    """A pile of two cards to begin without: the numbers of its cards, its name, and the action.

    Discard 1 is no action yet: `first` is sent along with the choice of discard 2.
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
    the address of the choice. `draft` is sent in the body, because discard 1 is secret.
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
    view: View, seat: Seat, actions: Sequence[Json], first: str, link: str
) -> DiscardChoice | None:
    """Return the choice of a starting pile, or None. `first` is discard 1 as "style base", "" before it.

    `link` is the address that shows this choice; choosing discard 1 is no action yet.
    """
    cards = view.figures
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
    fighter = view.fighters[seat].fighter
    own = view.committed.get(seat)
    laid = own.discards if isinstance(own, ChooseDiscards) else ()
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


ANTE = "6.2"
"""The case under which a token is added in the ante."""


@dataclass(frozen=True, slots=True)
class Key:
    """One answer: its words, its outcome, the arena after it if it moves a piece, and the action it posts."""

    words: str
    comes: str
    spaces: tuple[Space, ...]
    action: str
    no: bool = False
    """Whether it declines what is offered."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A question with its answers and its case."""

    seat: str
    who: str
    title: str
    says: str
    case: str
    answers: tuple[Key, ...]
    arena: bool = False


def added(cards: Figures, story: Narrator, seat: str) -> str:
    """Return what the opponent of a seat has added in this ante, in a sentence; "" for nothing."""
    beat = story.beats[-1] if story.beats and not story.beats[-1].over else None
    tokens = [
        cards.name(effect["token"])
        for effect in (beat.effects if beat else ())
        if effect["effect"] == "token" and effect["case"] == ANTE and effect["seat"] != seat
    ]
    if beat is None or not tokens:
        return ""
    other = next(s for s in beat.fighters if s != seat)
    return f"{first_name(cards, beat.fighters[other])} added {listed(tokens)}."


def choice(view: View, seat: Seat, actions: Sequence[Json], before: str) -> Choice | None:
    """Return the open question to a seat, from the actions that it may do; None without one.

    `before` is the sentence on the opponent's tokens.
    """
    cards = view.figures
    pending = next((p for p in view.pending if p.seat == seat), None)
    if pending is None or pending.kind not in ("ante", "choice"):
        return None
    offered = [a for a in actions if a["seat"] == seat and PROCEDURES[a["do"]].answers == pending.kind]
    if not offered:
        return None
    name = first_name(cards, view.fighters[seat].fighter)
    if pending.kind == "ante":
        answers = tuple(_ante_key(cards, action) for action in offered)
        says = f"{before} Add a token too?" if before else "Add a token to your attack?"
        return Choice(seat, name, "Ante", says, "6.0", answers)
    title, says = _subject(view)
    answers = tuple(_option_key(view, seat, action) for action in offered)
    arena = any(key.spaces for key in answers)
    return Choice(seat, name, title, says, pending.case, answers, arena)


def _ante_key(cards: Figures, action: Json) -> Key:
    posted = json.dumps(action, separators=(",", ":"))
    if action["do"] == "pass":
        return Key("Add no token", "", (), posted, no=True)
    return Key(cards.name(action["token"]), token_says(cards, action["token"]), (), posted)


def token_says(cards: Figures, token: str) -> str:
    """Return what a token does once it is added to an attack."""
    ends = {e.figure: e.amount for e in cards.tokens[token].effects}
    if "range_low" in ends:
        return f"Range {signed(ends['range_low'])}~{signed(ends['range_high'])}"
    return ", ".join(
        FIGURE_NAMES[figure] if figure in FLAGS else f"{signed(amount)} {figure_word(figure)}"
        for figure, amount in ends.items()
    )


def _subject(view: View) -> tuple[str, str]:
    """Return the card that asks, and its effect in words."""
    cards = view.figures
    step = view.queue[-1]
    if step.do == "order":
        return "Which comes first?", "These effects happen at the same moment. You choose the order."
    if step.do == "damage":
        amount, life = damage_now(Beat(view.without_secrets()), step.seat)[0], defender(view, step).life
        says = f"You take {amount} damage (life {life} → {life - amount}) and are stunned."
        return "Iron Body", f"{says} A token spent now prevents the stun."
    effect = cards.effects[step.what[0]]
    source = "Pulse" if effect.source == "special" else cards.name(effect.source)
    return source, effect.says or _parent_says(cards, effect)


def defender(view: View, step: Step) -> Fighter:
    """Return the fighter whom the attack of a step hits."""
    return view.fighters[OTHER[step.seat]]


def _parent_says(cards: Figures, effect: CardEffect) -> str:
    """Return the words of the effect that this one follows."""
    for parent in cards.effects.values():
        if any(follower.id == effect.id for follower in parent.then):
            return parent.says or _parent_says(cards, parent)
    return ""


def _option_key(view: View, seat: Seat, action: Json) -> Key:
    cards = view.figures
    option = action["option"]
    words = option_words(view, seat, option)
    comes, spaces = _outcome(view, action) if option["what"] in ("move", "go", "trap") else ("", ())
    if option["what"] == "first":
        says = cards.effects[option["effect"]].says.split(": ", 1)[-1]
        comes = says[:1].upper() + says[1:]
    if option["what"] == "token":
        comes = token_says(cards, option["token"])
    posted = json.dumps(action, separators=(",", ":"))
    return Key(words, comes, spaces, posted, no=option["what"] == "decline")


def _outcome(view: View, action: Json) -> tuple[str, tuple[Space, ...]]:
    """Return where an option moves fighters and trap, in words and on the arena."""
    cards = view.figures
    ruling = follow(view.without_secrets(), action_from_json(dict(action)))
    places: dict[str, int] = {seat: fighter.space for seat, fighter in view.fighters.items()}
    fighters: dict[str, str] = {seat: fighter.fighter for seat, fighter in view.fighters.items()}
    trap = view.trap
    moved = next((e for e in ruling.effects if isinstance(e, (Moved, TrapPlaced))), None)
    if isinstance(moved, TrapPlaced):
        trap = moved.space
    elif moved is not None:
        if moved.end in places.values():
            places = dict.fromkeys(places, moved.start)
        places[moved.whom] = moved.end
    comes = "" if moved is None else effect_line(cards, short(cards, fighters), to_json(moved))
    return comes.rsplit(" (", 1)[0], spaces_of(cards, fighters, places, trap)


def option_words(view: View, seat: Seat, option: Json) -> str:
    """Return the words of an option, for the seat that chooses."""
    cards = view.figures
    what = option["what"]
    if what in ("move", "go"):
        whom = option["whom"]
        name = first_name(cards, view.fighters[whom].fighter)
        return _move_words(option, name, own=whom == seat)
    if what == "trap":
        return f"Trap to space {option['space']}"
    if what == "token":
        return cards.name(option["token"])
    if what == "first":
        effect = cards.effects[option["effect"]]
        return cards.name(effect.source)
    return _use_words(view, use=what == "use")


def _move_words(option: Json, name: str, *, own: bool) -> str:
    if option["what"] == "go":
        return f"Go to space {option['space']}" if own else f"Put {name} on space {option['space']}"
    spaces, forwards = option["spaces"], option["direction"] == "advance"
    if own:
        return f"{'Advance' if forwards else 'Retreat'} {spaces}" if spaces else "Stay"
    if not spaces:
        return f"Leave {name} there"
    return f"{'Pull' if forwards else 'Push'} {name} {spaces}"


def _use_words(view: View, *, use: bool) -> str:
    step = view.queue[-1]
    if step.do == "damage":
        return "Spend a token, no stun" if use else "Keep the token and be stunned"
    effect = view.figures.effects[step.what[0]]
    if effect.do == "pay_life":
        return f"Pay {effect.amount} life and attack once more" if use else "Pay nothing"
    return "Use it" if use else "Add no token"
