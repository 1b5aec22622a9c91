"""What a story is made of: beats, what each side shows in them, and the lines of what happened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.battlecon.actions import Form
from rules.battlecon.cards import Pair, Part
from rules.battlecon.position import START_LIFE

Json = Mapping[str, Any]
Parts = dict[str, list[Part]]
Pile = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that happened: its words, its case, whose it is ("" for both), and its kind."""

    text: str
    case: str
    seat: str
    kind: str


@dataclass(slots=True)
class Sheet:
    """What a seat shows in a beat: its cards, and every figure by its origins.

    `under` are bases that a clash covered. `special` is the special action that came off. `void`: a Pulse
    made the attack nothing. `pair` is None for a special action that is no finish.
    """

    style: str
    base: str
    finish: str | None = None
    under: tuple[str, ...] = ()
    special: str = ""
    void: bool = False
    pair: Pair | None = None
    parts: Parts = field(default_factory=dict)


@dataclass(slots=True)
class Side:
    """A seat in a duel, as the effects tell it."""

    fighter: str
    form: Form | None
    tokens: dict[str, int]
    space: int
    life: int = START_LIFE
    discards: tuple[Pile, Pile] = ((), ())
    waiting: list[tuple[str, Part]] = field(default_factory=list)
    """Modifiers for the next beat: the figure, and where the amount comes from."""
    now: list[tuple[str, Part]] = field(default_factory=list)
    """Modifiers of this beat."""
    damage_taken: int = 0
    soaked: int = 0


@dataclass(slots=True)
class BeatStory:
    """A beat of a duel: what was shown, what happened, and how it ended.

    `life` and `spaces` are those at its end. `stunned` are the seats stunned in it, `dealt` the damage by
    attacker.
    """

    duel: int
    number: int
    fighters: Mapping[str, str]
    sheets: dict[str, Sheet] = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)
    effects: list[Json] = field(default_factory=list)
    returned: dict[str, Pile] = field(default_factory=dict)
    """The cards that come back to hand at the Recycle, by seat; only seats whose piles move."""
    moved_on: dict[str, Pile] = field(default_factory=dict)
    """The cards that go from discard 1 to discard 2, by seat."""
    played: dict[str, Pile] = field(default_factory=dict)
    life: dict[str, int] = field(default_factory=dict)
    spaces: dict[str, int] = field(default_factory=dict)
    stunned: list[str] = field(default_factory=list)
    dealt: dict[str, int] = field(default_factory=dict)
    clashes: int = 0
    cancelled: dict[str, str] = field(default_factory=dict)
    """The base of a Cancel, which goes back to hand, by seat."""
    specials: dict[str, str] = field(default_factory=dict)
    """The special action of each seat, as it came off in the end."""
    active: str = ""
    over: bool = False
    winner: str | None = None
    why: str = ""
    """What ended the duel, as the effect `won` says it."""
