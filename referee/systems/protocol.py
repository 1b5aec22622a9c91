"""What a game must be able to do so that tables can be kept for it.

Nothing here assumes a board, two sides or turns that alternate. A `Match` is one system's rules bound to the
fixed parts of one table; to the rest of the app its positions and actions are sealed boxes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol

from referee.systems.batches import Batch
from referee.systems.secret_port import SecretPort
from rules.effects import Effect
from rules.ruling import Missing, Ruling

if TYPE_CHECKING:
    from referee.systems.adviser import Advice, Adviser

SPECTATOR = "spectator"
"""The spectators' seat, which every table has beside those of its game. It sees the public view."""
Position = Any
Action = Any
JsonObject = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ChanceRequest:
    """What an action needs from chance: `count` results of one kind for its field `field`.

    Rolls of the same `kind` are those of which R-UNDO says that they come up again. `pool` holds what may be
    drawn, without putting back; without one, dice with `sides` faces are rolled. `names` says for whom each
    result is, where the field is a mapping.
    """

    kind: str
    field: str
    count: int
    names: tuple[str, ...] = ()
    pool: tuple[int, ...] | None = None
    sides: int = 6


@dataclass(frozen=True, slots=True)
class Step:
    """A player's action that stands: its line of the record, and the position before it.

    `after` is the position from which players went on: phases that ended by themselves are over.
    """

    n: int
    action: JsonObject
    position: Position
    after: Position


@dataclass(frozen=True, slots=True)
class Place:
    """A place to take back to: the first line that is taken back, and what players call the place."""

    n: int
    name: str


class Match(SecretPort, Protocol):
    """The rules of one system, made ready for one table.

    `seats` are all seats, `sides` those that must agree when something is taken back or overruled, and
    `public_seat` the one that everybody sees. `options` are the JSON choices the table was made with.
    """

    @property
    def system(self) -> str:
        """The id of the rule system."""

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats."""

    @property
    def sides(self) -> tuple[str, ...]:
        """The seats that must agree."""

    @property
    def public_seat(self) -> str:
        """The seat that everybody sees."""

    @property
    def hosts(self) -> frozenset[str]:
        """The other seats that may open the public one on another device, with the keys to every seat."""

    @property
    def swapped_seats(self) -> Mapping[str, str]:
        """For each seat of a side, the seat its player takes when sides are swapped; else empty."""

    @property
    def private_seats(self) -> frozenset[str]:
        """The seats that may see a secret: the first device that takes one has it, and lets others in."""

    @property
    def options(self) -> JsonObject:
        """The options of the table."""

    @property
    def settings(self) -> JsonObject:
        """The options that players may change in play, with their values. No ruling depends on them."""

    def with_settings(self, wanted: JsonObject) -> Match:
        """Return the match with other settings. Raises InputError."""

    @property
    def adviser(self) -> Adviser | None:
        """The referee as a player; None where every side has a player."""

    @property
    def no_chances(self) -> str:
        """The sentence where nobody's chances are worked out, because the referee plays no side."""

    @property
    def practice_seats(self) -> frozenset[str]:
        """The seats that are shown what the referee would do for their side; most tables have none."""

    def practice(self, positions: Sequence[Position]) -> Advice | None:
        """Return what the referee would do for the side of `practice_seats` in the last position, or None.

        It depends on nothing that these seats may not know. The positions before it are those that led there.
        """

    def prepare(self) -> None:
        """Compute in advance what players would otherwise wait for."""

    def stock(self) -> tuple[int, ...]:
        """Return the values to shuffle before play, in order; empty for none."""

    def start(self, drawn: Sequence[int]) -> Position:
        """Return the position before the first action, with the stock in the order `drawn`."""

    def read(self, data: Any, seat: str | None = None) -> Action:
        """Return an action from JSON, of the `seat` that gives it. Raises InputError for each mistake."""

    def write(self, action: Action) -> dict[str, Any]:
        """Return an action as JSON."""

    def without_results(self, action: Action) -> Action:
        """Return an action without anything that chance or the cardboard gave it."""

    def forbidden_field(self, action: Action) -> str | None:
        """Return a sentence on a field that no player may give at this table, or None."""

    def check(self, position: Position, action: Action, seat: str) -> Ruling[Position]:
        """Return the ruling for a seat on an action, in words that reveal nothing secret to it."""

    def rule(self, position: Position, action: Action) -> Ruling[Position]:
        """Return the ruling on an action, carried out if legal and complete. Values read count as true."""

    def force(self, position: Position, action: Action) -> Ruling[Position]:
        """Return the ruling on a refused action that the players allow. Values read count as true."""

    def require_readings(
        self, position: Position, action: Action, ruling: Ruling[Position]
    ) -> Ruling[Position]:
        """Return the ruling on an action, or what the players must first read off a piece that it turns up.

        It is a refusal where what they read cannot be what the piece shows. Only of an action that is being
        done: asked before, it would tell what lies hidden.
        """

    def readings(self, position: Position, action: Action) -> Sequence[Action]:
        """Return the values read for an action that is not carried out, as actions to record."""

    def actions(self, position: Position) -> Sequence[Action]:
        """Return every legal action, without dice."""

    def view(self, position: Position, seat: str) -> dict[str, Any]:
        """Return what a seat may see."""

    def effects(self, ruling: Ruling[Position], seat: str) -> list[JsonObject]:
        """Return the effects of a ruling that a seat may know, in order; none if nothing was carried out."""

    def opened(self, position: Position) -> dict[str, Any]:
        """Return a position with every secret opened, for a game that is over."""

    def face_down(self, positions: Sequence[Position]) -> Mapping[int, Fraction]:
        """Return the chance of each value of a face-down piece, from what everybody has seen in play."""

    def seats_for(self, action: Action) -> frozenset[str]:
        """Return the seats that may do an action; this depends only on the action."""

    def seat_refusal(self, position: Position, action: Action, seat: str) -> str | None:
        """Return why this seat may not do an action now, or None. The reason rests only on what is public."""

    def allowing_refusal(
        self, position: Position, action: Action, seat: str, here: frozenset[str]
    ) -> str | None:
        """Return why this seat may not ask to allow a refused action that concerns others too, or None.

        `here` are the seats with a device at the table. The reason rests only on what is public.
        """

    def answerers(self, position: Position, action: Action) -> frozenset[str]:
        """Return the seats that must tap an action themselves, or none.

        The public seat taps for them only while their devices are away.
        """

    def wants(self, position: Position, action: Action, needs: Mapping[str, Missing]) -> list[ChanceRequest]:
        """Return which of `needs` chance can supply now; the players supply the rest."""

    def given(self, action: Action) -> list[tuple[ChanceRequest, tuple[int, ...]]]:
        """Return the results of chance that an action holds, by kind."""

    def fill(self, action: Action, want: ChanceRequest, results: Sequence[int]) -> Action:
        """Return the action with `results` put where `want` says."""

    def batch(self, data: Any) -> Batch:
        """Return the batch that a JSON object asks for, for one seat and one tap. Raises InputError."""

    def ending(self, position: Position) -> tuple[str, Action] | None:
        """Return the action that ends a phase by itself, and its seat; None if the phase waits.

        It depends only on what everybody may know, so that a waiting phase reveals no secret.
        """

    def ended_phases(self, effects: Sequence[Effect]) -> str:
        """Return one line on phases that ended by themselves.

        `effects` are those of the last action of a player and of each end after it, in order.
        """

    def shown_still(self, before: Position, after: Position) -> Position:
        """Return the position `after` phases that ended by themselves, with values shown `before` them."""

    def places(self, steps: Sequence[Step]) -> Sequence[Place]:
        """Return the places that players may take back to, the latest first."""

    def turn(self, position: Position) -> int:
        """Return the number of the turn, from 1."""

    def summary(self, position: Position) -> JsonObject:
        """Return what a list of tables shows of a game; it holds no secret."""

    def finished(self, position: Position) -> bool:
        """Whether the game is over, so that every secret may be opened."""

    def hide_shown(self, position: Position) -> Position:
        """Return the position with briefly shown values hidden again."""

    def sealed(self, action: Action) -> tuple[str, Any] | None:
        """Return the name and value of what an action commits to in secret, if it does."""

    def public(self, action: JsonObject, seat: str) -> dict[str, Any]:
        """Return the JSON of a recorded action, as far as a seat may know it during the game."""

    def proposed(self, action: JsonObject, seat: str) -> dict[str, Any]:
        """Return the JSON of an action that waits for agreement, as far as a seat may know it."""

    def header(self, drawn: Sequence[int] | None, seals: Mapping[str, str]) -> dict[str, Any]:
        """Return the first line of this table's record; `drawn` is None while it is sealed."""


class System(Protocol):
    """A rule system: what it is called, and how a match of it is made."""

    @property
    def id(self) -> str:
        """The name in addresses and files."""

    @property
    def title(self) -> str:
        """The name for people."""

    def options(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options of a new table, checked and complete. Raises InputError."""

    def match(self, options: JsonObject, documents: Documents) -> Match:
        """Return the rules for a table. Raises InputError when a document it names is not available."""

    def check_document(self, kind: str, data: Any) -> str:
        """Return the name of an uploaded map or counter sheet. Raises InputError with all mistakes."""

    def bundled(self, kind: str) -> Mapping[str, str]:
        """Return the names of the documents of a kind that come with the game, by id."""

    def document(self, kind: str, id_: str) -> JsonObject | None:
        """Return a document that comes with the game, or None."""


class Documents(Protocol):
    """The store of uploaded documents."""

    def get(self, kind: str, id_: str) -> JsonObject | None:
        """Return a document by kind and id, or None."""


def results_by_kind(given: Iterable[tuple[ChanceRequest, tuple[int, ...]]]) -> dict[str, tuple[int, ...]]:
    """Return all results of each kind, in order."""
    by_kind: dict[str, tuple[int, ...]] = {}
    for want, results in given:
        by_kind[want.kind] = by_kind.get(want.kind, ()) + results
    return by_kind
