"""A match of a game without chance and settings, and without the optional ports: a game adds what it has."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any, Generic

from referee.errors import InputError
from referee.games.interface import (
    ActionT,
    Advice,
    Adviser,
    BatchPort,
    ChanceRequest,
    GameView,
    Json,
    OddsPort,
    PiecesPort,
    Place,
    PositionT,
    Practice,
    Rules,
    SecretChoicesPort,
    Step,
    chance,
)  # fmt: skip
from rules.effects import Effect, effects_known_to, to_json
from rules.questions import TABLE, Question, Seat
from rules.ruling import Missing, Ruling

_COMMITTED = "committed."
"""The names of face-down choices begin so, where each seat has one."""
# ruff: noqa: ARG002 - each of these plain answers is the same whatever was asked


class KnownEffects:
    """The part of a match about effects: each effect says which seats may know it."""

    keeps_effects = True

    def effects_json(
        self, effects: Sequence[Effect], seat: str | None, *, lasting: bool = False
    ) -> list[dict[str, Any]]:
        """Return those of some effects that a seat may know, as JSON; None is for everybody, at the end.

        With `lasting` they are for a list that players can read again later: it keeps nothing momentary.
        """
        shown = effects if seat is None else effects_known_to(effects, seat)
        return [to_json(effect, lasting=lasting and seat is not None) for effect in shown]


class PlainMatch(KnownEffects, Generic[PositionT, ActionT]):
    """One table's game. `system` is the id of the game, `options` are the choices the table was made with.

    `sides` are the seats that players take.
    """

    system: str
    sides: tuple[str, ...]
    by_questions = False
    secret_needs: frozenset[str] = frozenset()
    swapped_seats: Mapping[str, str] = MappingProxyType({})
    adviser: Adviser[PositionT, ActionT] | None = None
    practice: Practice[PositionT, ActionT] | None = None
    odds: OddsPort[PositionT] | None = None
    pieces: PiecesPort[PositionT, ActionT] | None = None
    batches: BatchPort | None = None
    stock_unseen = False
    no_chances = "The referee works out the odds of winning only at a table where it plays a side itself."

    def __init__(self, rules: Rules[PositionT, ActionT], options: Json) -> None:
        self.rules, self.options = rules, options

    @property
    def settings(self) -> Json:
        """The options that players may change in play, with their values: none."""
        return {}

    def roster(self, position: PositionT) -> Sequence[Seat]:
        """Return the seats at this moment: always the same, with secrets where there are secret choices."""
        return self._roster

    @cached_property
    def _roster(self) -> tuple[Seat, ...]:
        secret = self.secret_choices is not None
        return tuple(Seat(seat, "", secret=secret) for seat in self.sides)

    def start(self, drawn: Sequence[int]) -> PositionT:
        """Return the position before the first action."""
        raise NotImplementedError

    def view(self, position: PositionT, seat: str) -> GameView | dict[str, Any]:
        """Return what a seat may see."""
        raise NotImplementedError

    def turn(self, position: PositionT) -> int:
        """Return the number of the turn, from 1."""
        raise NotImplementedError

    def winner(self, position: PositionT) -> str | None:
        """Return the seat that has won, or None."""
        raise NotImplementedError

    def summary(self, position: PositionT) -> Json:
        """Return what a list of tables shows of a game; it holds no secret."""
        phase = "over" if self.finished(position) else "play"
        return {"turn": self.turn(position), "phase": phase, "winner": self.winner(position)}

    def finished(self, position: PositionT) -> bool:
        """Whether the game is over: here, as soon as somebody has won."""
        return self.winner(position) is not None

    def seats_for(self, action: ActionT) -> frozenset[str]:
        """Return the seats that may do an action: the one it names, and the tablet."""
        seat = getattr(action, "seat", None)
        return frozenset({TABLE, *([seat] if seat in self.sides else ())})

    def read(self, data: object, seat: str | None = None) -> ActionT:
        """Return an action from JSON. Raises InputError."""
        return self.rules.read_action(data, seat if seat in self.sides else None)

    def read_position(self, data: object) -> PositionT:
        """Return a position from JSON, secrets included. Raises InputError."""
        return self.rules.read_position(data)

    def write(self, action: ActionT) -> dict[str, Any]:
        """Return an action as JSON."""
        return self.rules.write_action(action)

    def check(self, position: PositionT, action: ActionT, seat: str) -> Ruling[PositionT]:
        """Return the ruling for a seat on an action; nothing is carried out."""
        return self.rules.check(position, action)

    def rule(self, position: PositionT, action: ActionT) -> Ruling[PositionT]:
        """Return the ruling on an action, carried out if it is legal."""
        return self.rules.rule(position, action)

    def force(self, position: PositionT, action: ActionT) -> Ruling[PositionT]:
        """Return the ruling on a refused action that the players allow: no refusal here can be allowed."""
        return self.rules.rule(position, action)

    def part(self, position: PositionT) -> str:
        """Return what the part of a game is called that a position belongs to; "" where it has no parts."""
        return ""

    def actions(self, position: PositionT) -> Sequence[ActionT]:
        """Return every legal action of all seats."""
        return self.rules.actions(position)

    def effects(self, ruling: Ruling[PositionT], seat: str) -> list[Json]:
        """Return the effects of a ruling that a seat may know, in order."""
        return [] if ruling.after is None else list(self.effects_json(ruling.effects, seat))

    def opened(self, position: PositionT) -> dict[str, Any]:
        """Return a position with every secret opened."""
        return self.rules.write_position(position)

    def seat_refusal(self, position: PositionT, action: ActionT, seat: str) -> str | None:
        """Return why this seat may not do an action now, or None."""
        return None

    def allowing_refusal(
        self,
        position: PositionT,
        action: ActionT,
        seat: str,
        here: frozenset[str],
    ) -> str | None:
        """Return why this seat may not ask to allow a refused action, or None."""
        return None

    def answerers(self, position: PositionT, action: ActionT) -> frozenset[str]:
        """Return the seats that must tap an action themselves: the owner of a secret choice."""
        owner = self.secret_choice(action)
        return frozenset() if owner is None else frozenset({owner})

    def sealed(self, action: ActionT) -> tuple[str, object] | None:
        """Return the name and value of what an action commits to in secret, if it does."""
        owner = self.secret_choice(action)
        return None if owner is None else (owner, self.write(action))

    def public(self, action: Json, seat: str) -> dict[str, Any]:
        """Return the JSON of a recorded action, as far as a seat may know it while it is face down."""
        owner = self.written_owner(action)
        if owner in {None, seat}:
            return dict(action)
        return {name: action[name] for name in ("do", "seat") if name in action}

    def proposed(self, action: Json, seat: str) -> dict[str, Any]:
        """Return the JSON of an action that waits for agreement, as far as a seat may know it."""
        return self.public(action, seat)

    def places(self, steps: Sequence[Step[PositionT]]) -> Sequence[Place]:
        """Return the places that players may take back to, the latest first."""
        return ()

    def shows(self, step: Step[PositionT]) -> bool:
        """Return whether a step may have shown anybody what he did not know.

        Here none did, but where seats know what others do not: a game without secret choices says it itself.
        """
        return self.secret_choices is None and any(seat.secret for seat in self.roster(step.position))

    def must_agree(self, step: Step[PositionT], asker: str) -> Collection[str]:
        """Return the seats that must agree when a seat takes back a step.

        Nobody, where it is its own last step, no die fell, and nothing was drawn, turned up or shown.
        """
        harmless = not (step.chance or step.opened or self.shows(step))
        if step.last and step.seat == asker and harmless:
            return ()
        return [seat.id for seat in self.roster(step.position) if seat.id != asker]

    consent_kind = "consent"
    """What requests for consent are called; a game with older records has its own word."""

    def consent(self, position: PositionT, action: ActionT) -> Collection[str]:
        """Return the seats whose yes an action needs before its dice fall: nobody's."""
        return ()

    def declared(self, drawn: Sequence[int] | None) -> Json:
        """Return what the first line of the record says of this table: its options."""
        return self.options

    @property
    def secret_choices(self) -> SecretChoicesPort[PositionT, ActionT] | None:
        """The match itself where it has face-down choices."""
        return None if type(self).secret_choice is PlainMatch.secret_choice else self

    def open_choice(self, action: ActionT) -> str | None:
        """Return the seat that chooses openly by this action while others may choose the same, or None.

        Such a choice is not too late because another seat was quicker.
        """
        return None

    def secret_choice(self, action: ActionT) -> str | None:
        """Return the seat whose choice is face down by this action until all are in, or None."""
        return None

    def written_owner(self, action: Json) -> str | None:
        """Return the owner of a choice as `secret_choice` does, of an action that `write` made.

        A game that can tell by the JSON alone need not read the action again.
        """
        return self.secret_choice(self.read(action))

    def lying(self, position: PositionT) -> frozenset[str]:
        """Return the seats with a face-down choice."""
        return frozenset()

    def opens(self, before: PositionT, action: ActionT, after: PositionT) -> frozenset[str]:
        """Return the seats whose choice an action opened to everybody."""
        owner = self.secret_choice(action)
        lay = self.lying(before) | (frozenset() if owner is None else frozenset({owner}))
        return lay - self.lying(after)

    def questions(self, position: PositionT) -> Sequence[Question[ActionT]]:
        """Return what is open, the top last: nothing where a game says it by its actions alone."""
        return ()

    def question_of(self, position: PositionT, action: ActionT) -> Question[ActionT] | None:
        """Return the open question that an action answers: none."""
        return None

    def choose(self, position: PositionT, question: Question[ActionT], seed: str) -> Advice[ActionT]:
        """Return what the referee answers: the first answer."""
        return Advice(question.answers[0], "", "", "")

    def open_questions(self, position: PositionT) -> Sequence[Question[ActionT]]:
        """Return the questions that may be answered now."""
        return () if self.finished(position) else [q for q in self.questions(position) if not q.held]

    def may_choose(self, position: PositionT, question: Question[ActionT], seed: str) -> Iterable[ActionT]:
        """Return each answer that the same seed may lead to: the one of `choose`."""
        return (self.choose(position, question, seed).action,)

    def ended_phases(self, effects: Sequence[Effect]) -> str:
        """Return one line on what happened by itself: none but the stories of its lines."""
        return ""

    def shown_still(self, before: PositionT, after: PositionT) -> PositionT:
        """Return the position `after` what happened by itself: nothing is shown only for a moment."""
        return after

    def secrets(self, position: PositionT) -> Mapping[str, Collection[str]]:
        """Return what lies face down, by name, with the seats that know it: one choice of each seat."""
        return {_COMMITTED + seat: (seat,) for seat in self.lying(position)}

    def laid(self, action: ActionT) -> Collection[str]:
        """Return the names of the secrets that an action puts face down."""
        owner = self.secret_choice(action)
        return () if owner is None else (_COMMITTED + owner,)

    def opened_by(self, before: PositionT, action: ActionT, ruling: Ruling[PositionT]) -> Collection[str]:
        """Return the names of the secrets that a ruling on an action turned up to everybody."""
        if ruling.after is None:
            return ()
        return [_COMMITTED + seat for seat in self.opens(before, action, ruling.after)]

    def tied(self, step: Step[PositionT], secret: str) -> bool:
        """Return whether taking a step back goes back to where a secret was laid that was opened since.

        It does where the doer of the step did not know it: nobody chooses again with what he did not know
        when he chose.
        """
        return step.seat not in self.secrets(step.position).get(secret, ())

    def masked(self, action: Json, hidden: Collection[str]) -> dict[str, Any]:
        """Return the JSON of a recorded action without those of its secrets that are named."""
        return self.public(action, TABLE) if hidden else dict(action)

    # Dice and draws, as the fields of actions declare them.

    def wants(
        self, position: PositionT, action: ActionT, needs: Mapping[str, Missing]
    ) -> list[ChanceRequest]:
        """Return the dice and draws among the `needs`."""
        return chance.wanted(action, needs)

    def given(self, action: ActionT) -> list[tuple[ChanceRequest, tuple[int, ...]]]:
        """Return the dice and draws that an action holds."""
        return chance.held(action)

    def fill(self, action: ActionT, want: ChanceRequest, results: Sequence[int]) -> ActionT:
        """Return the action with dice or draws put in."""
        return chance.filled(action, want, results)

    def choices(self, action: ActionT, needs: Mapping[str, Missing]) -> Sequence[ActionT]:
        """Return the action once for each value of a choice that it leaves open; else the action alone."""
        return chance.choices(action, needs)

    def without_results(self, action: ActionT) -> ActionT:
        """Return an action without dice, draws and facts."""
        return chance.bare(action)

    def forbidden_field(self, action: ActionT) -> str | None:
        """Return a sentence on a field that no player may give, or None: a draw is the referee's."""
        return chance.forbidden(action)

    def dice_of_total(self, position: PositionT, action: ActionT) -> int:
        """Return how many dice the total of an action stands for; 0 where it gives none."""

        def needs(one: ActionT) -> Mapping[str, Missing]:
            ruling = self.rule(position, one)
            return ruling.needs if ruling.legal else self.force(position, one).needs

        return chance.dice_of_total(action, needs)

    # What a game with a stock or settings would have to say.

    def with_settings(self, wanted: Json) -> PlainMatch[PositionT, ActionT]:
        """Return the match with other settings. Raises InputError: there are none."""
        if wanted:
            raise InputError(f"{next(iter(wanted))}: this game has no settings to change.")
        return self

    def prepare(self) -> None:
        """Compute in advance what players would otherwise wait for: nothing."""

    def stock(self) -> tuple[int, ...]:
        """Return the values to shuffle before play: none."""
        return ()

    def hide_shown(self, position: PositionT) -> PositionT:
        """Return the position with briefly shown values hidden again: it has none."""
        return position
