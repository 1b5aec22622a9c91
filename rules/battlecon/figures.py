"""The figures of all cards, read from data files (2.0), in one of the profiles (21.0)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from typing import Any

from rules.battlecon.cards import (
    NO_LIMIT,
    Ability,
    Card,
    CardEffect,
    CardKind,
    FighterCard,
    Note,
    Reach,
    Token,
)  # fmt: skip
from rules.battlecon.names import SpecialKind

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
