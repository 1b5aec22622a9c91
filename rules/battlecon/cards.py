"""Cards, tokens and fighters as they are printed (2.0): figures and effects, nothing that a duel changes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from rules.battlecon.names import Form, Trigger

CardKind = Literal["base", "style", "finish"]
Reach = Literal["numbers", "none", "trap", "trap_and_next"]
"""How a range is given: in numbers, not at all (N/A), or by the trap's space (X)."""
Figure = Literal[
    "range_low", "range_high", "power", "priority", "stun_guard", "soak", "exposed", "stun_immunity",
    "unhittable", "trap_fixed",
]  # fmt: skip
"""What a modifier changes. The last three count as flags: any amount above 0 means yes."""
Lasts = Literal["this_beat", "next_beat"]
NO_LIMIT = 1_000_000
"""The amount of a Stun Guard without limit."""


@dataclass(frozen=True, slots=True, order=True)
class Modifier:
    """A change to one figure. `origin` is the id of the card, token or ability that made it.

    `lasts` says until when: to the end of this beat, or waiting now and then all through the next.
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

    The figures of a style are what it adds. `range` is None and `reach` tells why where there are no
    numbers; `power` None is N/A. `icon` is the number of the starting discard pile (3.5). `form` is the form
    that a finish asks for.
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
    """A fighter with all that he owns: five styles, one base, two finishes, tokens (3.2).

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
