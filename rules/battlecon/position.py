"""The position: the whole state of the game between two actions; and a ruling on it.

A position never changes; an action makes a new one. Its JSON form is `referee-position/1`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, get_args

from rules.battlecon.actions import Commitment, Form, Option, Pile, Seat
from rules.battlecon.cards import Figure, Figures, Modifier
from rules.ruling import Ruling

Phase = Literal[
    "choose_fighters", "choose_discards", "select", "ante", "special", "clash", "execute", "over",
]  # fmt: skip
Kind = Literal["fighter", "discards", "pair", "ante", "base", "choice"]
Mode = Literal["duel", "match"]
StartingDiscards = Literal["icons", "free"]
PHASES: tuple[Phase, ...] = get_args(Phase)
MODES: tuple[Mode, ...] = get_args(Mode)
STARTING_DISCARDS: tuple[StartingDiscards, ...] = get_args(StartingDiscards)
START_LIFE = 20
START_SPACE: Mapping[Seat, int] = {"a": 2, "b": 6}
SPACES = range(1, 8)
"""The spaces of the arena (R-3.4a)."""


class Step(NamedTuple):
    """One remaining step of a beat. `do` names it; `what` are the effects or seats that it is about."""

    do: str
    seat: Seat = "a"
    what: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pending:
    """A choice that a seat has to make; `options` only where they are open."""

    seat: Seat
    kind: Kind
    case: str
    options: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class Fighter:
    """A fighter through a whole duel.

    `discards`: pile 1, then pile 2, which comes back next. `special`: the special action is not spent.
    `tokens`: those in the pool. `modifiers` last until the end of this beat or wait for the next.
    """

    fighter: str
    space: int
    finish: str
    life: int = START_LIFE
    discards: tuple[Pile, Pile] = ((), ())
    special: bool = True
    tokens: Mapping[str, int] = field(default_factory=dict)
    form: Form | None = None
    modifiers: tuple[Modifier, ...] = ()

    @property
    def next_beat(self) -> dict[Figure, int]:
        """The sum of the modifiers that wait for the next beat, by figure."""
        waiting: dict[Figure, int] = {}
        for modifier in self.modifiers:
            if modifier.lasts == "next_beat":
                waiting[modifier.figure] = waiting.get(modifier.figure, 0) + modifier.amount
        return waiting


@dataclass(frozen=True, slots=True)
class Attack:
    """A seat's cards of this beat once they are face up, and their result.

    `under`: bases that a clash covered. `finish`: the overdrive finish replaces the pair. `void`: a Pulse
    made it nothing. `cycles`: the piles move on at the Recycle. `anted` and `spent`: tokens that left the
    pool in this beat, for the attack and otherwise. `taken_back`: a clash used up the bases once (8.2).
    `repeats`: the attack is carried out once more.
    """

    style: str | None = None
    base: str | None = None
    under: tuple[str, ...] = ()
    finish: bool = False
    void: bool = False
    cycles: bool = True
    stunned: bool = False
    damage_taken: int = 0
    soaked: int = 0
    anted: tuple[str, ...] = ()
    spent: tuple[str, ...] = ()
    taken_back: bool = False
    repeats: bool = False


NO_ATTACK = Attack()


@dataclass(frozen=True, slots=True)
class Match:
    """A match (1.2): the points to win it, the points of `a` and `b`, and the number of this duel.

    `starting_discards` (3.5) and `special_actions` (14.0) are what the players agreed on for all its duels.
    """

    to: int = 1
    points: tuple[int, int] = (0, 0)
    duel: int = 1
    starting_discards: StartingDiscards = "icons"
    special_actions: bool = True


@dataclass(frozen=True, slots=True)
class Position:
    """A duel at one moment. `queue` has the remaining steps of this beat, the next one last."""

    figures: Figures = field(repr=False)
    phase: Phase = "choose_fighters"
    beat: int = 1
    active: Seat | None = None
    fighters: Mapping[Seat, Fighter] = field(default_factory=dict)
    attacks: Mapping[Seat, Attack] = field(default_factory=dict)
    trap: int | None = None
    committed: Mapping[Seat, Commitment] = field(default_factory=dict)
    queue: tuple[Step, ...] = ()
    pending: tuple[Pending, ...] = ()
    match: Match = field(default_factory=Match)
    winner: Seat | None = None

    @property
    def mode(self) -> Mode:
        """Whether more than one duel may be needed (1.2)."""
        return "duel" if self.match.to == 1 else "match"

    @property
    def profile(self) -> str:
        return self.figures.profile

    @property
    def distance(self) -> int:
        """The distance between the fighters; next to each other is 1 (10.2)."""
        return abs(self.fighters["a"].space - self.fighters["b"].space)


Verdict = Ruling[Position]


def refuse(case: str, reason: str, *more: str) -> Verdict:
    """Return a refusal. It is firm: nothing in this game can be carried out against its rules."""
    return Ruling(False, (case, *more), reason, firm=True)
