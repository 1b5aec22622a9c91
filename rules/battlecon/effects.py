"""Effects as data: a ruling that carries an action out returns them in order.

`rules.effects` has the base classes. `origin` is the id of the card, token or ability behind an effect, and
`case` its number.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.battlecon.actions import Form, Seat, SpecialKind
from rules.battlecon.cards import Figure, Lasts
from rules.effects import Effect


@dataclass(frozen=True, slots=True)
class FighterChosen(Effect):
    """A seat took a fighter (3.1)."""

    name = "fighter"
    seat: Seat
    fighter: str
    case: str = "3.1"


@dataclass(frozen=True, slots=True)
class Chosen(Effect):
    """A seat made a secret choice for the first time; what it chose stays secret."""

    name = "chosen"
    seat: Seat
    kind: str
    case: str = "5.0"


@dataclass(frozen=True, slots=True)
class Picked(Effect):
    """The cards of a secret choice, for their owner alone."""

    name = "picked"
    seat: Seat
    cards: tuple[str, ...]
    case: str = "5.0"

    @property
    def known_to(self) -> tuple[Seat, ...] | None:
        """The owner."""
        return (self.seat,)


@dataclass(frozen=True, slots=True)
class Discards(Effect):
    """The cards that a seat begins the duel without (3.5)."""

    name = "discards"
    seat: Seat
    discards: tuple[tuple[str, ...], tuple[str, ...]]
    case: str = "3.5"


@dataclass(frozen=True, slots=True)
class Reveal(Effect):
    """A pair is turned up, or a new base laid on it, with its figures as they are now (7.1)."""

    name = "reveal"
    seat: Seat
    style: str
    base: str
    range: tuple[int, int] | None
    power: int | None
    priority: int | None
    stun_guard: int
    soak: int
    finish: str | None = None
    case: str = "7.1"


@dataclass(frozen=True, slots=True)
class SpecialAction(Effect):
    """A special action takes effect (14.2).

    `why` says why a Finish is only a Cancel: "life", "form" or "tie"; "" for anything else.
    """

    name = "special"
    seat: Seat
    kind: SpecialKind
    case: str = "14.2"
    why: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Voided(Effect):
    """A whole attack has no effect (14.2)."""

    name = "void"
    seat: Seat
    case: str = "14.2"


@dataclass(frozen=True, slots=True)
class Clash(Effect):
    """Both attacks have the same priority (7.2)."""

    name = "clash"
    case: str = "7.2"


@dataclass(frozen=True, slots=True)
class TakenBack(Effect):
    """A player without a base takes back those of this attack (8.2)."""

    name = "taken_back"
    seat: Seat
    bases: tuple[str, ...]
    case: str = "8.2"


@dataclass(frozen=True, slots=True)
class Deadlock(Effect):
    """The clash has no end, so neither fighter attacks in this beat (R-8.2b)."""

    name = "deadlock"
    case: str = "8.2"


@dataclass(frozen=True, slots=True)
class Active(Effect):
    """This seat attacks first (10.1)."""

    name = "active"
    seat: Seat
    case: str = "10.1"


@dataclass(frozen=True, slots=True)
class Modified(Effect):
    """One figure changes, now or in the next beat."""

    name = "modified"
    whom: Seat
    figure: Figure
    amount: int
    lasts: Lasts
    origin: str
    case: str


@dataclass(frozen=True, slots=True)
class Moved(Effect):
    """A fighter changes his space (13.0)."""

    name = "move"
    whom: Seat
    start: int
    end: int
    origin: str
    case: str


@dataclass(frozen=True, slots=True)
class Stayed(Effect):
    """A move leaves a fighter where he is. `why` is "no_room" (13.4), or "chosen" where 0 is allowed."""

    name = "stay"
    whom: Seat
    space: int
    why: str
    origin: str
    case: str


@dataclass(frozen=True, slots=True)
class Hit(Effect):
    """An attack reaches its target (10.2)."""

    name = "hit"
    seat: Seat
    case: str = "10.2"


@dataclass(frozen=True, slots=True)
class Miss(Effect):
    """An attack does not reach its target. `why` is "range" or the id of what prevents the hit."""

    name = "miss"
    seat: Seat
    why: str
    case: str = "10.2"


@dataclass(frozen=True, slots=True)
class Damage(Effect):
    """Damage after Soak (10.3); `soaked` is what Soak took off."""

    name = "damage"
    whom: Seat
    amount: int
    soaked: int
    case: str = "10.3"


@dataclass(frozen=True, slots=True)
class Life(Effect):
    """Life changes by `amount`, to `now` (10.5, 12.2)."""

    name = "life"
    whom: Seat
    amount: int
    now: int
    origin: str
    case: str


@dataclass(frozen=True, slots=True)
class Stunned(Effect):
    """A fighter is stunned (12.3, 12.5)."""

    name = "stunned"
    whom: Seat
    origin: str
    case: str = "12.3"


@dataclass(frozen=True, slots=True)
class NotStunned(Effect):
    """A fighter would be stunned and is not: `why` is "stun_guard" (12.3) or "stun_immunity" (12.5)."""

    name = "not_stunned"
    whom: Seat
    why: str
    origin: str
    case: str = "12.3"


@dataclass(frozen=True, slots=True)
class TokenMoved(Effect):
    """A token leaves the pool (`change` -1) or comes back to it (+1) (6.3)."""

    name = "token"
    seat: Seat
    token: str
    change: int
    origin: str
    case: str


@dataclass(frozen=True, slots=True)
class FormChanged(Effect):
    """Kallistar changes her form (19.1)."""

    name = "form"
    seat: Seat
    form: Form
    origin: str
    case: str


@dataclass(frozen=True, slots=True)
class TrapPlaced(Effect):
    """The trap goes to a space (20.1)."""

    name = "trap"
    space: int
    origin: str
    case: str


@dataclass(frozen=True, slots=True)
class Recycled(Effect):
    """The piles move on and a new beat begins (11.0)."""

    name = "recycle"
    beat: int
    case: str = "11.0"


@dataclass(frozen=True, slots=True)
class Won(Effect):
    """A seat wins the duel (1.1).

    `why` is "life", "gave_up" (R-1.1a), or the id of the card that cost the other seat the duel. An ending
    is the same whatever brought it about.
    """

    name = "won"
    seat: Seat
    duel: int
    case: str = "1.1"
    why: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class MatchWon(Effect):
    """A seat has the points to win the match (1.2)."""

    name = "match_won"
    seat: Seat
    points: tuple[int, int]
    case: str = "1.2"


BattleEffect = (
    FighterChosen | Chosen | Picked | Discards | Reveal | SpecialAction | Voided | Clash | TakenBack
    | Deadlock | Active | Modified | Moved | Stayed | Hit | Miss | Damage | Life | Stunned | NotStunned
    | TokenMoved | FormChanged | TrapPlaced | Recycled | Won | MatchWon
)  # fmt: skip
"""Every kind of effect of this game; each has its `case`."""
