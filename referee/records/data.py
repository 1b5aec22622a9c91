"""The data of a table as it is stored, for any game."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.errors import Problem
from referee.records.text import Json

DAMAGED = (
    "The referee’s database is damaged, so nothing was changed. Restore a copy of it,"
    " or start with another database."
)
WAITING, LET_IN, REFUSED = "waiting", "let_in", "refused"
SENT_AWAY = "sent_away"
"""The state of a row for a device that was let in and later sent away; the row notes when."""
ABANDONED = "Started, then taken back."
"""The story of an action that was given up before it was carried out."""
LAPSED = "Started, then no longer possible."
"""The story of one that lapsed, because somebody acted beside it."""
NEVER_DONE = frozenset({ABANDONED, LAPSED})


@dataclass(frozen=True, slots=True)
class Undone:
    """The lines that a seat took back, or had taken back by agreement, at one time."""

    seat: str
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Game:
    """The facts of a table, and its `version`. `draw` to `seed_nonce` are secret.

    `rematch` is the code of the table that follows it, once somebody has asked for one. `program` is the
    version of the program that made the table, None where that was before versions were noted. `changes`
    are the settings among `options` that players changed in play, in order. `reopened` holds each time that
    the end was taken back: `after` which line, its `turn`, and the `seed` and `nonce` of the dice from then
    on. `seed_contributions` is what devices added to the seed of the dice: `seat`, `part`, and `after` which
    line; None where none may. `undone` is what was taken back since the last action, the latest last.
    """

    code: str
    system: str
    options: Json = field(repr=False)
    created: str
    version: int
    pin: str = field(repr=False)
    draw: tuple[int, ...] = field(repr=False)
    draw_nonce: str = field(repr=False)
    seed: str = field(repr=False)
    seed_nonce: str = field(repr=False)
    rematch: str | None = None
    rematch_swapped: bool | None = None
    program: str | None = None
    changes: tuple[Json, ...] = ()
    reopened: tuple[Json, ...] = field(default=(), repr=False)
    seed_contributions: tuple[Json, ...] | None = ()
    undone: tuple[Undone, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat at a table.

    `joins` counts how often a device took it, and `name` is what its player is called. `spent_hash` is the
    hash of the link by which the first device took the seat, once that link no longer leads there. `unread`
    is the refusal of what this seat asked for, until somebody there has read it. `follower_hash` is the hash
    of the mark of the first device here, if it came from the table before.
    """

    code: str
    seat: str
    generation: str = field(repr=False)
    token_hash: str = field(repr=False)
    joins: int
    name: str | None = None
    spent_hash: str | None = field(default=None, repr=False)
    unread: Declined | None = None
    follower_hash: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class JoinRequest:
    """A request of another device to share a seat: `state` is "waiting", "let_in" or "refused".

    "sent_away" instead notes that a device once let in had to go. `answered_by` is the seat that answered,
    `after_line` the last line of the record at that moment, `turn` the turn and `at` the time. `joins` is how
    often the table's seat was taken when the device asked, None if it asked from that very seat. `unread`:
    others let it in, and the seat's first device has not read that yet.
    """

    n: int
    seat: str
    token_hash: str | None = field(repr=False)
    state: str
    answered_by: str | None = None
    after_line: int | None = None
    turn: int | None = None
    at: str | None = None
    name: str | None = None
    joins: int | None = None
    unread: bool = False


@dataclass(frozen=True, slots=True)
class StoredResponse:
    """The answer to a change, without the view, and the hash of what the request `asked` for."""

    asked: str
    response: Json = field(repr=False)


@dataclass(frozen=True, slots=True)
class Tap:
    """The tap that did an action: whether it did the one before too (`goes_on`), and how `far` it was to go.

    `far` is "phase" or "turn" for a key that plays on, "" for any other. Without `rolls` the players roll the
    dice that the tap left out. Only the tap itself needs that, so the record does not keep it. "time"
    stands for no tap: a time was over.
    """

    goes_on: bool = False
    far: str = ""
    rolls: bool = field(default=True, compare=False)


ONE_STEP = Tap()
PHASE, TURN, TIME = "phase", "turn", "time"


@dataclass(frozen=True, slots=True)
class Line:
    """One action of the record.

    `rolled` says how many results of each kind of roll the referee itself rolled for it; the others were
    typed in, or had come up before (R-UNDO). `taken_back_at` is the last line of the record when this one was
    taken back, None if it was not. `nonce` belongs to the seal on what the action keeps secret.
    `answered_for` are the sides for which the tablet agreed to overrule a verdict or to take the line back,
    because their devices were away; or the seats under attack for which the tablet tapped (R-8.1a).
    `automatic`: a phase with nothing left to do ended automatically. `tap`: what did the action. `changed`:
    how often its seat chose again before a secret choice was opened; `first_seal`: the seal on the first of
    those choices, None if there was only one. `told` has the seat that told each fact, by its field.
    `agreed` are the seats that consented before the dice fell, whose action it is first.
    """

    n: int
    turn: int
    seat: str
    action: Json = field(repr=False)
    cases: tuple[str, ...]
    story: str
    at: str
    overridden: bool = False
    taken_back_at: int | None = None
    rolled: Mapping[str, int] = field(default_factory=dict)
    nonce: str | None = field(default=None, repr=False)
    answered_for: tuple[str, ...] = ()
    automatic: bool = False
    tap: Tap = ONE_STEP
    changed: int = 0
    first_seal: str | None = None
    told: Mapping[str, str] = field(default_factory=dict)
    agreed: tuple[str, ...] = ()

    @property
    def stands(self) -> bool:
        return self.taken_back_at is None

    @property
    def follows(self) -> bool:
        """Whether it happened by itself together with the line before, not because a time was over."""
        return self.automatic and self.tap.far != TIME


@dataclass(frozen=True, slots=True)
class Request:
    """A request of one side for the other's agreement: an `undo` back to line `n`, or an `override`.

    `answered_for` are the sides in `agreed` for which the tablet answered while their devices were away.
    `serial` is the version of the table that first had the request: an answer names it.
    """

    kind: str
    seat: str
    agreed: tuple[str, ...]
    n: int | None = None
    action: Json | None = field(default=None, repr=False)
    answered_for: tuple[str, ...] = ()
    serial: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Declined:
    """A declined request: the `seat` that declined the `undo` or `override` (`kind`).

    All seats see it until the next step, and the seat that asked until it has read it; it is not part of the
    record. `lapsed`: the request expired because the seat acted instead, and only the seat that asked sees
    it; `why` is what it did, if that ended a request for consent.
    """

    kind: str
    seat: str
    lapsed: bool = False
    why: str = ""


@dataclass(frozen=True, slots=True)
class PendingAction:
    """An action in progress: what only people can give it is still missing.

    `question` names the question of the position that it answers, "" where a game has no questions. `told`,
    `answered_for`, `agreed` and `tap` are as in the line that it will be. `serial` is the version of the
    table that first had it as it is: an answer may name it.
    """

    seat: str
    action: Json = field(repr=False)
    rolled: Mapping[str, int]
    overridden: bool = False
    nonce: str | None = field(default=None, repr=False)
    answered_for: tuple[str, ...] = ()
    tap: Tap = ONE_STEP
    question: str = ""
    told: Mapping[str, str] = field(default_factory=dict)
    serial: int = field(default=0, compare=False)
    agreed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Deadline:
    """The time that is left to answer a question: `left` seconds, which stand, or `until` when it runs.

    `until` is in seconds since 1970, by the server's clock.
    """

    left: float = 0.0
    until: float | None = None

    def left_at(self, now: float) -> float:
        """Return how many seconds are left."""
        return self.left if self.until is None else max(0.0, self.until - now)


Deadlines = Mapping[str, Deadline]
"""The deadlines of a table by the names of their questions."""


Tick = tuple[int, tuple[str, ...]]
"""The number of actions at that time, and the ticked lines."""


@dataclass(frozen=True, slots=True)
class Ticks:
    """The ticks, in order; `serial` grows with every change."""

    serial: int = 0
    done: tuple[Tick, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """An uploaded map or counter sheet."""

    kind: str
    id: str
    system: str
    name: str
    data: Json = field(repr=False)
    created: str
    owner_hash: str | None = None
    off_shelf: bool = False
    brought_by: str | None = None


def storable(text: str) -> bool:
    """Return whether a text may be a key. A database cannot hold a NUL or a lone surrogate."""
    return text.isprintable()


def dump_json(value: Any) -> str:
    """Return JSON for a column."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=True)


def load_json(text: str | None) -> Any:
    """Return the data in a JSON column; None stays None. Raises Problem (503) for what is not JSON."""
    try:
        return None if text is None else json.loads(text)
    except ValueError:
        raise Problem(503, DAMAGED) from None


def dump_sides(answered_for: Sequence[str]) -> str | None:
    """Return the sides that the tablet answered for as they are stored: None for no side."""
    return dump_json(answered_for) if answered_for else None


def load_sides(text: str | None) -> tuple[str, ...]:
    """Return the sides that `dump_sides` stored."""
    return tuple(load_json(text) or ())
