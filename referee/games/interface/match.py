"""Everything that a table needs of its game: the small ports together."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, Never, Protocol

from referee.games.interface.basics import (
    ActionT,
    ActionT_contra,
    Json,
    PositionT,
    PositionT_contra,
)
from referee.games.interface.chance import ChanceRequest, DiceTotal
from referee.games.interface.odds import OddsPort
from referee.games.interface.players import Advice, Adviser, Practice
from referee.games.interface.record import RecordPort, Step
from referee.games.interface.screens import SeenT_co
from referee.games.table_view import GameView
from rules.effects import Effect
from rules.questions import REFEREE, Question, Seat
from rules.ruling import Missing, Ruling


class Rules(Protocol[PositionT, ActionT]):
    """The rules of a game, which also read and write its positions and actions."""

    def read_position(self, data: object) -> PositionT:
        """Return a position from JSON (`referee-position/1`). Raises InputError."""

    def write_position(self, position: PositionT) -> dict[str, Any]:
        """Return a position as JSON, secrets included."""

    def read_action(self, data: object, seat: str | None = None) -> ActionT:
        """Return an action from JSON, of `seat` where it is known who asks. Raises InputError."""

    def write_action(self, action: ActionT) -> dict[str, Any]:
        """Return an action as JSON."""

    def check(self, position: PositionT, action: ActionT) -> Ruling[PositionT]:
        """Return whether an action is allowed, without carrying it out: an answer opens no card."""

    def rule(self, position: PositionT, action: ActionT) -> Ruling[PositionT]:
        """Return the ruling on an action, carried out if it is legal and complete. Never raises."""

    def actions(self, position: PositionT) -> Sequence[ActionT]:
        """Return every legal action, without what chance gives."""


class RulesPort(Protocol[PositionT, ActionT]):
    """The rules of one table: where the game begins, what is legal, and when it is over."""

    def prepare(self) -> None:
        """Compute in advance what players would otherwise wait for."""

    def start(self, drawn: Sequence[int]) -> PositionT:
        """Return the position before the first action, with the stock in the order `drawn`."""

    def read(self, data: object, seat: str | None = None) -> ActionT:
        """Return an action from JSON, of the `seat` that gives it. Raises InputError for each mistake."""

    def write(self, action: ActionT) -> dict[str, Any]:
        """Return an action as JSON."""

    def read_position(self, data: object) -> PositionT:
        """Return a position from JSON, secrets included. Raises InputError."""

    def check(self, position: PositionT, action: ActionT, seat: str) -> Ruling[PositionT]:
        """Return the ruling for a seat on an action, in words that reveal nothing secret to it."""

    def rule(self, position: PositionT, action: ActionT) -> Ruling[PositionT]:
        """Return the ruling on an action, carried out if legal and complete. Values read count as true."""

    def force(self, position: PositionT, action: ActionT) -> Ruling[PositionT]:
        """Return the ruling on a refused action that the players allow. Values read count as true."""

    def actions(self, position: PositionT) -> Sequence[ActionT]:
        """Return every legal action, without dice."""

    def turn(self, position: PositionT) -> int:
        """Return the number of the turn, from 1."""

    def summary(self, position: PositionT) -> Json:
        """Return what a list of tables shows of a game; it holds no secret."""

    def finished(self, position: PositionT) -> bool:
        """Whether the game is over, so that every secret may be opened."""


class SeatsPort(Protocol[PositionT_contra, ActionT_contra]):
    """The seats of one table. What a seat may do rests on what everybody knows."""

    def roster(self, position: PositionT_contra) -> Sequence[Seat]:
        """Return the seats at this moment. The tablet and those who watch are at every table."""

    @property
    def swapped_seats(self) -> Mapping[str, str]:
        """For each seat of a side, the seat its player takes when sides are swapped; else empty."""

    def seats_for(self, action: ActionT_contra) -> frozenset[str]:
        """Return the seats that may do an action; this depends only on the action."""

    def seat_refusal(self, position: PositionT_contra, action: ActionT_contra, seat: str) -> str | None:
        """Return why this seat may not do an action now, or None. The reason rests only on what is public."""

    def allowing_refusal(
        self, position: PositionT_contra, action: ActionT_contra, seat: str, here: frozenset[str]
    ) -> str | None:
        """Return why this seat may not ask to allow a refused action that concerns others too, or None.

        `here` are the seats with a device at the table. The reason rests only on what is public.
        """

    @property
    def consent_kind(self) -> str:
        """What requests for consent are called: "consent", but in a game with older records."""

    def consent(self, position: PositionT_contra, action: ActionT_contra) -> Collection[str]:
        """Return the seats whose yes an action needs before its dice fall; most need none.

        Whose action it is agrees by doing it. The answer rests only on what is public.
        """

    def answerers(self, position: PositionT_contra, action: ActionT_contra) -> frozenset[str]:
        """Return the seats that must tap an action themselves, or none.

        The public seat taps for them only while their devices are away.
        """


class SecrecyPort(Protocol[PositionT, ActionT_contra]):
    """Everything that leaves a table for a seat. Positions, actions and effects leave in no other way."""

    def view(self, position: PositionT, seat: str) -> GameView | dict[str, Any]:
        """Return what a seat may see: as a type of the game's own, or as the JSON that it would be."""

    def opened(self, position: PositionT) -> dict[str, Any]:
        """Return a position with every secret opened, for a game that is over."""

    @property
    def secret_needs(self) -> frozenset[str]:
        """The needs that only the referee answers, and that would tell what lies face down: none is shown."""

    def hide_shown(self, position: PositionT) -> PositionT:
        """Return the position with briefly shown values hidden again."""

    @property
    def keeps_effects(self) -> bool:
        """Whether the log and the view tell what each action did, as effects."""

    def effects(self, ruling: Ruling[PositionT], seat: str) -> list[Json]:
        """Return the effects of a ruling that a seat may know, in order; none if nothing was carried out."""

    def effects_json(
        self, effects: Sequence[Effect], seat: str | None, *, lasting: bool = False
    ) -> list[dict[str, Any]]:
        """Return those of some effects that a seat may know, as JSON; None is for everybody, at the end.

        With `lasting` they are for a list that players can read again later: it keeps nothing momentary.
        """

    def public(self, action: Json, seat: str) -> dict[str, Any]:
        """Return the JSON of a recorded action, with what a seat may know of it during the game."""

    def proposed(self, action: Json, seat: str) -> dict[str, Any]:
        """Return the JSON of an action that waits for agreement, as far as a seat may know it."""

    def sealed(self, action: ActionT_contra) -> tuple[str, object] | None:
        """Return the name and value of what an action commits to in secret, if it does."""


class SecretChoicesPort(Protocol[PositionT, ActionT_contra]):
    """Secret choices, each of which lies face down under a name until the rules turn it up."""

    def open_choice(self, action: ActionT_contra) -> str | None:
        """Return the seat that chooses openly by this action while others may choose the same, or None."""

    def secret_choice(self, action: ActionT_contra) -> str | None:
        """Return the seat whose choice this action puts face down, or None."""

    def secrets(self, position: PositionT) -> Mapping[str, Collection[str]]:
        """Return what lies face down, by name ("rates.1A"), with the seats that know it."""

    def laid(self, action: ActionT_contra) -> Collection[str]:
        """Return the names of the secrets that an action puts face down."""

    def opened_by(
        self, before: PositionT, action: ActionT_contra, ruling: Ruling[PositionT]
    ) -> Collection[str]:
        """Return the names of the secrets that a ruling on an action turned up to everybody.

        What is gone from the position and not among them stays secret.
        """

    def tied(self, step: Step[PositionT], secret: str) -> bool:
        """Return whether taking a step back goes back to where a secret was laid that was opened since.

        `step.seat` is whose step it is, and the secret may have been opened by it.
        """

    def masked(self, action: Json, hidden: Collection[str]) -> dict[str, Any]:
        """Return the JSON of a recorded action without those of its secrets that are named."""


class ChancePort(Protocol[PositionT_contra, ActionT]):
    """The dice and draws of one table. A game without chance wants none."""

    def stock(self) -> tuple[int, ...]:
        """Return the values to shuffle before play, in order; empty for none."""

    @property
    def stock_unseen(self) -> bool:
        """Whether the stock is unseen before the first action.

        Then what devices add to the seed until then changes its order too.
        """

    def wants(
        self, position: PositionT_contra, action: ActionT, needs: Mapping[str, Missing]
    ) -> list[ChanceRequest]:
        """Return which of `needs` chance can supply now; the players supply the rest."""

    def given(self, action: ActionT) -> list[tuple[ChanceRequest, tuple[int, ...]]]:
        """Return the results of chance that an action holds, by kind."""

    def fill(self, action: ActionT, want: ChanceRequest, results: Sequence[int]) -> ActionT:
        """Return the action with `results` put where `want` says."""

    def dice_of_total(self, position: PositionT_contra, action: ActionT) -> int:
        """Return the number of dice in the total that an action gives in their place; 0 without one."""

    def choices(self, action: ActionT, needs: Mapping[str, Missing]) -> Sequence[ActionT]:
        """Return an action in progress once for each choice left to its player; else the action alone."""

    def without_results(self, action: ActionT) -> ActionT:
        """Return an action without anything that chance or the cardboard gave it."""

    def forbidden_field(self, action: ActionT) -> str | None:
        """Return a sentence on a field that no player may give at this table, or None."""


def given_at(
    match: ChancePort[PositionT, ActionT], position: PositionT, action: ActionT
) -> list[tuple[ChanceRequest, tuple[int, ...]]]:
    """Return the results of chance that an action holds, each total with its number of dice."""
    given, count = match.given(action), match.dice_of_total(position, action)
    if not count:
        return given
    return [
        (want, tuple(DiceTotal(total, count) for total in results) if want.total else results)
        for want, results in given
    ]


@dataclass(frozen=True, slots=True)
class ReadEvent(Generic[ActionT]):
    """An action that was done, or taken `back`, and what it did."""

    action: ActionT
    effects: Sequence[Effect]
    back: bool = False


@dataclass(frozen=True, slots=True)
class Corrected(Generic[PositionT]):
    """The `ruling` that refuses another value without agreement, and the `story` once both sides agreed."""

    ruling: Ruling[PositionT]
    story: str


class PiecesPort(Protocol[PositionT, ActionT]):
    """Values that players read off pieces, and pieces that are face down."""

    def require_readings(
        self, position: PositionT, action: ActionT, ruling: Ruling[PositionT]
    ) -> Ruling[PositionT]:
        """Return the ruling on an action, or what the players must first read off a piece that it turns up.

        It is a refusal where what they read cannot be what the piece shows. Only of an action that is being
        done: asked before, it would give away what is hidden.
        """

    def readings(self, position: PositionT, action: ActionT) -> Sequence[ActionT]:
        """Return the values read for an action that is not carried out, as actions to record."""

    def read_otherwise(
        self, position: PositionT, action: ActionT, happened: Iterable[ReadEvent[ActionT]]
    ) -> Mapping[str, int]:
        """Return the values of an action that were read otherwise, and taken back, by place (R-UNDO)."""

    def corrects(self, position: PositionT, values: Mapping[str, int]) -> Corrected[PositionT]:
        """Return how the players may correct what they read before to these values."""

    def beside(self, action: ActionT) -> bool:
        """Whether an action may be done during another one, which then continues."""

    def face_down(self, positions: Sequence[PositionT]) -> Mapping[int, Fraction]:
        """Return the chance of each value of a face-down piece, from what everybody has seen in play."""


class QuestionsPort(Protocol[PositionT, ActionT]):
    """What a position waits for, and what the referee answers to the questions that it is asked."""

    @property
    def by_questions(self) -> bool:
        """Whether people are asked by the questions, so that each may have an action in progress.

        Else one question, without a name, is open for all that people do.
        """

    def questions(self, position: PositionT) -> Sequence[Question[ActionT]]:
        """Return the questions that are open, the top of the stack last. Not asked once the game is over.

        A question to the referee alone, `who == (REFEREE,)`, is answered at once when it is the last that
        is neither held nor optional. Whether it is open may depend only on what everybody may know, so that
        waiting reveals no secret.
        """

    def question_of(self, position: PositionT, action: ActionT) -> Question[ActionT] | None:
        """Return the open question that an action answers, None where none asks for it."""

    def open_questions(self, position: PositionT) -> Sequence[Question[ActionT]]:
        """Return the questions that may be answered now, without those that are held; none at the end."""

    def choose(self, position: PositionT, question: Question[ActionT], seed: str) -> Advice[ActionT]:
        """Return what the referee answers to a question to it, or to a seat that it plays.

        What chance and people add to it is left out. The same seed, and a position that looks the same to
        that seat, give the same answer. The seed is the same until something is taken back. For a seat it
        thinks in a process of its own, while the table goes on: see `SHARING`.
        """

    def may_choose(self, position: PositionT, question: Question[ActionT], seed: str) -> Iterable[ActionT]:
        """Return each answer that the same seed may lead to: that of `choose` first, then others."""

    def ended_phases(self, effects: Sequence[Effect]) -> str:
        """Return one line on what happened by itself; "" where the stories of its lines do.

        `effects` are those of the last action of a player and of each line after it, in order.
        """

    def shown_still(self, before: PositionT, after: PositionT) -> PositionT:
        """Return the position `after` what happened by itself, with values shown `before` it."""


def asked_of_referee(match: Match[PositionT, ActionT], position: PositionT) -> Question[ActionT] | None:
    """Return the question that waits for the referee alone, so that it goes on by itself; or None."""
    top = next((q for q in reversed(match.open_questions(position)) if not q.optional), None)
    return top if top is not None and tuple(top.who) == (REFEREE,) else None


def seats_of_referee(match: Match[PositionT, ActionT], position: PositionT) -> frozenset[str]:
    """Return the seats that the referee plays."""
    return frozenset(seat.id for seat in match.roster(position) if seat.device == "referee")


def asked_of_seat(
    match: Match[PositionT, ActionT], position: PositionT
) -> tuple[str, Question[ActionT]] | None:
    """Return a question that waits for a seat which the referee plays, with that seat; or None."""
    played = seats_of_referee(match, position)
    for question in match.open_questions(position) if played else ():
        seat = next((seat for seat in question.who if seat in played), None)
        if seat is not None and not question.optional:
            return seat, question
    return None


@dataclass(frozen=True, slots=True)
class Seen(Generic[SeenT_co]):
    """The knowledge of a seat before the next action of a batch, and nothing else.

    `actions` are those the seat may do. `after` returns those it could do after one of them; None where that
    depends on dice or on a value. `known` says whether dice of an action are known, because they were taken
    back (R-UNDO). With `typed` the seat rolls its own dice.
    """

    view: SeenT_co
    actions: Sequence[Json]
    after: Callable[[Json], Sequence[Json] | None]
    known: Callable[[Json], bool]
    typed: bool = False


class Batch(Protocol):
    """Several actions of a seat, one after the other; each is ruled on, written and published separately."""

    @property
    def far(self) -> str:
        """How far the tap was to go, as `Tap.far` says it."""

    @property
    def nothing(self) -> str:
        """The sentence where there is nothing to do."""

    def next(self, seen: Seen[Never]) -> Json | None:
        """Return the next action; None where the batch ends, or somebody has to choose."""


class BatchPort(Protocol):
    """Reads the several actions that one tap asks for."""

    def batch(self, data: object) -> Batch:
        """Return the batch that a JSON object asks for, for one seat and one tap. Raises InputError."""


class OptionalPorts(Protocol[PositionT, ActionT]):
    """Ports that only some games have. Each is None where a table has no use for it."""

    @property
    def secret_choices(self) -> SecretChoicesPort[PositionT, ActionT] | None:
        """The choices that several seats make at the same moment, each face down."""

    @property
    def adviser(self) -> Adviser[PositionT, ActionT] | None:
        """The referee as the player of a side without one."""

    @property
    def practice(self) -> Practice[PositionT, ActionT] | None:
        """The referee's proposals for players who practise."""

    @property
    def odds(self) -> OddsPort[PositionT] | None:
        """The chances of winning, where the referee can play the game on by itself."""

    @property
    def pieces(self) -> PiecesPort[PositionT, ActionT] | None:
        """Pieces whose values lie face down, or are read off by the players."""

    @property
    def batches(self) -> BatchPort | None:
        """Several actions in one tap."""


class Match(
    RulesPort[PositionT, ActionT],
    SeatsPort[PositionT, ActionT],
    SecrecyPort[PositionT, ActionT],
    ChancePort[PositionT, ActionT],
    RecordPort[PositionT],
    QuestionsPort[PositionT, ActionT],
    OptionalPorts[PositionT, ActionT],
    Protocol[PositionT, ActionT],
):
    """The rules of one game, bound to the fixed parts of one table.

    Nothing here assumes a board, two sides or turns that alternate.
    """

    @property
    def settings(self) -> Json:
        """The options that players may change in play, with their values. No ruling depends on them."""

    def with_settings(self, wanted: Json) -> Match[PositionT, ActionT]:
        """Return the match with other settings. Raises InputError."""

    @property
    def no_chances(self) -> str:
        """The sentence where no odds are worked out, because the referee plays no side."""
