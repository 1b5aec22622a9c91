"""Printed cards, tokens and fighters (2.0), their figures, and attack pairs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Literal

from rules.battlecon.actions import Form, SpecialKind, Trigger

CardKind = Literal["base", "style", "finish"]
Reach = Literal["numbers", "none", "trap", "trap_and_next"]
"""How a range is given: in numbers, not at all (N/A), or by the trap's space (X)."""
Figure = Literal[
    "range_low", "range_high", "power", "priority", "stun_guard", "soak", "exposed", "stun_immunity",
    "unhittable", "trap_fixed",
]  # fmt: skip
"""The figures that a modifier changes. The last three count as flags: any amount above 0 means yes."""
Lasts = Literal["this_beat", "next_beat"]
NO_LIMIT = 1_000_000
"""The amount of a Stun Guard without limit."""


@dataclass(frozen=True, slots=True, order=True)
class Modifier:
    """A change to one figure. `origin` is the id of the card, token or ability that made it.

    `lasts`: to the end of this beat, or waiting now and then all through the next.
    """

    figure: Figure
    amount: int
    origin: str
    lasts: Lasts = "this_beat"


@dataclass(frozen=True, slots=True)
class CardEffect:
    """One effect of a card, as data.

    `do` names the primitive that carries it out; the fields after it are the primitive's. `condition` must
    hold when the effect comes. `after` is the result that the effect before it must have had. `then` are the
    effects that follow directly.
    """

    id: str
    source: str
    case: str
    on: Trigger
    do: str
    condition: str = ""
    after: str = ""
    spaces: tuple[int, ...] = ()
    figure: Figure = "power"
    amount: int = 0
    per: str = ""
    on_opponent: bool = False
    lasts: Lasts = "this_beat"
    where: str = ""
    token: str = ""
    form: Form = "human"
    says: str = ""
    then: tuple[CardEffect, ...] = ()


@dataclass(frozen=True, slots=True)
class Note:
    """A ruling about a card, by its id ("R-18.6a")."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Card:
    """A base, a style or an overdrive finish (2.2, 2.3).

    The figures of a style are what it adds. Without numbers `range` is None and `reach` gives the reason;
    `power` None is N/A. `icon` is the number of the starting discard pile (3.5). `form` is the form that a
    finish asks for.
    """

    id: str
    name: str
    kind: CardKind
    case: str
    range: tuple[int, int] | None
    reach: Reach
    power: int | None
    priority: int
    stun_guard: int = 0
    soak: int = 0
    icon: int | None = None
    form: Form | None = None
    effects: tuple[CardEffect, ...] = ()
    notes: tuple[Note, ...] = ()

    @property
    def says(self) -> tuple[str, ...]:
        """The effects in our own words, a line each."""
        return tuple(effect.says for effect in self.effects if effect.says)


@dataclass(frozen=True, slots=True)
class Token:
    """A kind of token. `count` is how many a fighter owns; `regained` whether his cards bring it back."""

    id: str
    name: str
    count: int
    regained: bool
    effects: tuple[CardEffect, ...]


@dataclass(frozen=True, slots=True)
class Ability:
    """The unique ability of a fighter (2.1)."""

    id: str
    name: str
    case: str
    says: str
    effects: tuple[CardEffect, ...]
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class FighterCard:
    """A fighter and everything that he owns: five styles, one base, two finishes, tokens (3.2).

    `bases` are the six generic ones and his own; `style_ids` and `base_ids` are the ids of his cards.
    """

    id: str
    name: str
    kind: str
    case: str
    ability: Ability
    styles: tuple[Card, ...]
    base: Card
    finishes: tuple[Card, ...]
    tokens: tuple[Token, ...] = ()
    ante_limit: int = 0
    form: Form | None = None
    has_trap: bool = False
    bases: tuple[Card, ...] = field(default=(), repr=False)
    style_ids: tuple[str, ...] = ()
    base_ids: tuple[str, ...] = ()


FORM_CONDITIONS = frozenset({"human", "elemental"})
Part = tuple[str, int]
"""Where an amount comes from (the id of a card, a token or an ability), and the amount."""


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """A pair, or the finish in its place, before anything that the duel adds.

    `constants` are the sums of the figures; `parts` are their sources. `per` are amounts that grow
    with what happened in the beat: figure, amount, counter, origin. `dodges` are conditions under which the
    opponent cannot hit, with their origin.
    """

    cards: tuple[Card, ...]
    reach: Reach
    power: int | None
    priority: int
    constants: Mapping[Figure, int]
    parts: Mapping[Figure, tuple[Part, ...]]
    per: tuple[CardEffect, ...]
    dodges: tuple[CardEffect, ...]
    effects: Mapping[Trigger, tuple[CardEffect, ...]]


@lru_cache(maxsize=4096)
def pair_of(fighter: FighterCard, style: str, base: str, form: Form | None) -> Pair:
    """Return the pair of two of a fighter's cards, in a form if he has one."""
    (style_card,) = (card for card in fighter.styles if card.id == style)
    (base_card,) = (card for card in fighter.bases if card.id == base)
    return _joined((base_card, style_card), form)


@lru_cache(maxsize=256)
def finish_of(fighter: FighterCard, finish: str, form: Form | None) -> Pair:
    """Return an overdrive finish, which replaces a whole pair (14.2)."""
    (card,) = (card for card in fighter.finishes if card.id == finish)
    return _joined((card,), form)


def _joined(cards: tuple[Card, ...], form: Form | None) -> Pair:
    """Return the sum of cards, the base or finish first."""
    first = cards[0]
    effects: dict[Trigger, tuple[CardEffect, ...]] = {}
    for card in reversed(cards):
        for effect in card.effects:
            if effect.condition not in FORM_CONDITIONS or effect.condition == form or effect.on != "passive":
                effects[effect.on] = (*effects.get(effect.on, ()), effect)
    passive = effects.pop("passive", ())
    parts: dict[Figure, tuple[Part, ...]] = {}
    for card in cards:
        for figure, amount in _printed(card, first):
            if amount or card is first:
                parts[figure] = (*parts.get(figure, ()), (card.id, amount))
    for effect in passive:
        if effect.do == "modify" and not effect.per:
            parts[effect.figure] = (*parts.get(effect.figure, ()), (effect.source, effect.amount))
    constants = {figure: sum(amount for _, amount in added) for figure, added in parts.items()}
    return Pair(
        cards=cards,
        reach=first.reach,
        power=None if first.power is None else constants["power"],
        priority=constants["priority"],
        constants=constants,
        parts=parts,
        per=tuple(e for e in passive if e.per),
        dodges=tuple(e for e in passive if e.do == "dodge"),
        effects=effects,
    )


def _printed(card: Card, first: Card) -> tuple[tuple[Figure, int], ...]:
    """Return the printed figures that count; N/A and X take no modifiers (2.4, R-20.7a)."""
    low, high = card.range or (0, 0)
    ranges: tuple[tuple[Figure, int], ...] = (
        (("range_low", low), ("range_high", high)) if first.reach == "numbers" else ()
    )
    powers: tuple[tuple[Figure, int], ...] = (("power", card.power or 0),) if first.power is not None else ()
    return (
        *ranges,
        *powers,
        ("priority", card.priority),
        ("stun_guard", card.stun_guard),
        ("soak", card.soak),
    )


DATA = "rules.battlecon"
DEFAULT_PROFILE = "preview"
FIGHTERS = ("khadath", "kallistar", "cadenza", "hikaru")
"""The four fighters in the order of the book."""
FORMAT = "referee-battlecon-figures/1"
Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Figures:
    """All cards with the figures of one profile."""

    profile: str
    title: str
    provenance: str
    fighters: Mapping[str, FighterCard]
    effects: Mapping[str, CardEffect]
    cards: Mapping[str, Card]
    special_bases: Mapping[str, SpecialKind]
    finish_life: int
    pulse: tuple[CardEffect, ...]
    double_pulse: tuple[CardEffect, ...]
    abilities: Mapping[str, Ability] = field(default_factory=dict)
    tokens: Mapping[str, Token] = field(default_factory=dict)

    def special_kind(self, base: str) -> SpecialKind:
        """Return what the special action does with a base (14.2); a fighter's own base makes a finish."""
        return self.special_bases.get(base, "finish")

    def name(self, origin: str) -> str:
        """Return the printed name of a card, a token, an ability or a fighter by its id."""
        for named in (self.cards, self.tokens, self.abilities, self.fighters):
            if origin in named:
                return named[origin].name
        return origin.replace("_", " ").capitalize()


@cache
def figures(profile: str = DEFAULT_PROFILE) -> Figures:
    """Return the figures of a bundled profile, read once. Raises KeyError for an unknown profile."""
    if profile not in profiles():
        raise KeyError(profile)
    return read_figures(profiles()[profile])


@cache
def profiles() -> Mapping[str, Json]:
    """Return the data of each bundled profile by id (`referee-battlecon-figures/1`)."""
    return {name: _read("profiles", f"{name}.json") for name in (DEFAULT_PROFILE, "boxed")}


def read_figures(profile: Json) -> Figures:
    """Return the figures with the changes of a profile. Raises KeyError for a change to an unknown card."""
    changes: Mapping[str, Json] = profile["changes"]
    generic = tuple(_card(_changed(card, changes), "base") for card in _read("bases.json")["bases"])
    fighters = {}
    for name in FIGHTERS:
        fighters[name] = _fighter(_read("fighters", f"{name}.json"), generic, changes)
    cards = {c.id: c for f in fighters.values() for c in (*f.bases, *f.styles, *f.finishes)}
    abilities = {f.ability.id: f.ability for f in fighters.values()}
    unknown = set(changes) - set(cards) - set(abilities)
    if unknown:
        raise KeyError(min(unknown))
    special = _read("special.json")
    pulse, double = (
        tuple(_effect(e, "special", e["case"], e["id"]) for e in special[k])
        for k in ("pulse", "double_pulse")
    )
    tokens = {token.id: token for fighter in fighters.values() for token in fighter.tokens}
    everything = (
        *(effect for card in cards.values() for effect in card.effects),
        *(effect for ability in abilities.values() for effect in ability.effects),
        *(effect for token in tokens.values() for effect in token.effects),
        *pulse,
        *double,
    )
    return Figures(
        profile=profile["id"],
        title=profile["title"],
        provenance=profile["provenance"],
        fighters=fighters,
        effects=_by_id(everything),
        cards=cards,
        special_bases=special["bases"],
        finish_life=special["finish_life"],
        pulse=pulse,
        double_pulse=double,
        abilities=abilities,
        tokens=tokens,
    )


def _read(*path: str) -> Json:
    text = files(DATA).joinpath("data", *path).read_text(encoding="utf-8")
    data: Json = json.loads(text)
    return data


def _changed(card: Json, changes: Mapping[str, Json]) -> Json:
    """Return a card, or an ability, with the changes of the profile."""
    change = dict(changes.get(card["id"], {}))
    left_out = change.pop("without", [])
    numbered = [{"id": f"{card['id']}.{e['on']}", **e} for e in card.get("effects", ())]
    return {**card, **change, "effects": [e for e in numbered if e["id"] not in left_out]}


def _fighter(source: Json, generic: tuple[Card, ...], changes: Mapping[str, Json]) -> FighterCard:
    base = _card(_changed(source["base"], changes), "base")
    ability = _changed(source["ability"], changes)
    return FighterCard(
        id=source["id"],
        name=source["name"],
        kind=source["class"],
        case=source["case"],
        ability=Ability(
            ability["id"],
            ability["name"],
            ability["case"],
            ability["says"],
            _effects(ability),
            _notes(ability),
        ),
        styles=tuple(_card(_changed(card, changes), "style") for card in source["styles"]),
        base=base,
        finishes=tuple(_card(_changed(card, changes), "finish") for card in source["finishes"]),
        tokens=tuple(_token(token, ability["case"]) for token in source.get("tokens", ())),
        ante_limit=source.get("ante_limit", 0),
        form=source.get("form"),
        has_trap=source.get("marker") == "trap",
        bases=(*generic, base),
        style_ids=tuple(card["id"] for card in source["styles"]),
        base_ids=tuple(card.id for card in (*generic, base)),
    )


def _card(source: Json, kind: CardKind) -> Card:
    given = source["range"]
    numbers = (given[0], given[1]) if isinstance(given, list) else None
    reach: Reach = "numbers" if numbers else "none" if given is None else given
    return Card(
        id=source["id"],
        name=source["name"],
        kind=kind,
        case=source["case"],
        range=numbers,
        reach=reach,
        power=source["power"],
        priority=source["priority"],
        stun_guard=source.get("stun_guard", 0),
        soak=source.get("soak", 0),
        icon=source.get("icon"),
        form=source.get("form"),
        effects=_effects(source),
        notes=_notes(source),
    )


def _token(source: Json, case: str) -> Token:
    effects = tuple(
        _effect({"on": "ante", **e}, source["id"], case, e.get("id", f"{source['id']}.ante"))
        for e in source["effects"]
    )
    return Token(source["id"], source["name"], source["count"], source["regained"], effects)


def _notes(source: Json) -> tuple[Note, ...]:
    return tuple(Note(note["id"], note["text"]) for note in source.get("notes", ()))


def _effects(source: Json) -> tuple[CardEffect, ...]:
    return tuple(_effect(effect, source["id"], source["case"], effect["id"]) for effect in source["effects"])


def _effect(source: Json, card: str, case: str, effect_id: str) -> CardEffect:
    amount = source.get("amount", 0)
    on = source.get("on", "reveal")
    return CardEffect(
        id=effect_id,
        source=card,
        case=case,
        on=on,
        do=source["do"],
        condition=source.get("if", ""),
        after=source.get("after", ""),
        spaces=tuple(source.get("spaces", ())),
        figure=source.get("figure", "power"),
        amount=NO_LIMIT if amount == "unlimited" else amount,
        per=source.get("per", ""),
        on_opponent=source.get("who") == "opponent",
        lasts=source.get("lasts", "this_beat"),
        where=source.get("where", ""),
        token=source.get("token", ""),
        form=source.get("to", "human"),
        says=source.get("says", ""),
        then=tuple(
            replace(_effect(e, card, case, f"{effect_id}.{n}"), on=on)
            for n, e in enumerate(source.get("then", ()), 1)
        ),
    )


def _by_id(effects: tuple[CardEffect, ...]) -> Mapping[str, CardEffect]:
    """Return all effects, those that follow others too, by id."""
    by_id: dict[str, CardEffect] = {}
    for effect in effects:
        for part in _with_followers(effect):
            assert by_id.setdefault(part.id, part) is part, f"There are two effects {part.id!r}."
    return by_id


def _with_followers(effect: CardEffect) -> Iterator[CardEffect]:
    yield effect
    for follower in effect.then:
        yield from _with_followers(follower)
