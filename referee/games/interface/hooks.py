"""What a game says of one table: its rules.

A game is data classes and a few pure functions. `start`, `judge`, `questions`, `roster` and `winners` are
every game's; the others have an answer here that suits most games.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar, Generic

from referee.games.interface.basics import ActionT, Json, PositionT
from referee.games.interface.odds import OddsPort
from referee.games.interface.parts import BatchPort, PiecesPort
from referee.games.interface.players import Advice, Adviser, Practice
from referee.games.interface.record import Place, Step
from rules.effects import Effect
from rules.fields import hidden_fields, laid_by
from rules.questions import REFEREE, Question, Seat
from rules.ruling import Ruling

# ruff: noqa: ARG002 - most of these answers are the same whatever was asked


class Hooks(Generic[PositionT, ActionT]):
    """What a game says of one table. `options` are the choices that the table was made with.

    A game sets `position`, the data class of its positions, and `action`, that of its actions, or several,
    `Walk | Shoot`. All but `options` are the same for every table. Every function is pure.

    Only some games set the rest. `secret_needs` are needs whose very name would tell a secret.
    `swapped_seats` has for each seat the one that its player takes when sides are swapped. `adviser` plays a
    side without a player, `practice` proposes steps to those who practise, `odds` knows the chances of
    winning, `pieces` the values that people read off pieces, `batches` several actions in one tap.
    `stock_unseen`: nobody has seen the stock before the first action. `facts_bind`: a step with a fact
    that was told is taken back like one with a die, by agreement; else who told it takes it back alone.
    `by_questions`: each question has an action in progress of its own. `consent_kind` is what requests for
    consent are called, where older records have another word.
    """

    position: ClassVar[type[object]]
    action: ClassVar[object]
    options: Json
    system: str
    by_questions = True
    secret_needs: frozenset[str] = frozenset()
    swapped_seats: Mapping[str, str] = MappingProxyType({})
    adviser: Adviser[PositionT, ActionT] | None = None
    practice: Practice[PositionT, ActionT] | None = None
    odds: OddsPort[PositionT] | None = None
    pieces: PiecesPort[PositionT, ActionT] | None = None
    batches: BatchPort | None = None
    stock_unseen = False
    facts_bind = True
    consent_kind = "consent"
    no_chances = "The referee works out the odds of winning only at a table where it plays a side itself."

    # What every game says.

    def start(self, drawn: Sequence[int]) -> PositionT:
        """Return the position before the first action, with the `stock` in the order `drawn`."""
        raise NotImplementedError

    def judge(self, position: PositionT, action: ActionT) -> Ruling[PositionT]:
        """Return the ruling on an action: a refusal, what it still needs, or the position after it.

        The action is one that an open question lists or accepts. Each value of its declared fields fits the
        need that asked for it, and is there only once `judge` has asked. It never raises.
        """
        raise NotImplementedError

    def questions(self, position: PositionT) -> Sequence[Question[ActionT]]:
        """Return what the position waits for, the top of the stack last. Not asked when the game is over."""
        raise NotImplementedError

    def roster(self, position: PositionT) -> Sequence[Seat]:
        """Return the seats of this moment. The tablet and spectators are not among them."""
        raise NotImplementedError

    def winners(self, position: PositionT) -> tuple[str, ...] | None:
        """Return the seats that have won, none for a draw; None while the game goes on."""
        raise NotImplementedError

    # What only some games say.

    def turn(self, position: PositionT) -> int:
        """Return the number of the turn, from 1: the position's `turn`, if it has one."""
        return int(getattr(position, "turn", 1))

    def part(self, position: PositionT) -> str:
        """Return what the part of a game is called that a position belongs to; "" where it has no parts."""
        return ""

    def stock(self) -> tuple[int, ...]:
        """Return the values to shuffle before play: none."""
        return ()

    def declared(self, drawn: Sequence[int] | None) -> Json:
        """Return what the first line of the record says of this table: its options.

        `drawn` is the order of the stock, None while it is sealed.
        """
        return self.options

    def prepare(self) -> None:
        """Compute in advance what players would otherwise wait for: nothing."""

    def must_agree(self, step: Step[PositionT], asker: str) -> Collection[str]:
        """Return the seats that must agree when `asker` takes a step back.

        Nobody, where it is his own last step, and no die fell, nothing was drawn and nothing was turned up.
        What the referee asked is a step of who told it.
        """
        own = asker == step.seat or (step.seat == REFEREE and step.told == (asker,))
        if step.last and own and not (step.chance or step.opened):
            return ()
        voters = [seat for seat in self.roster(step.position) if seat.votes and not seat.master]
        return [seat.id for seat in voters if seat.id != asker]

    def tied(self, step: Step[PositionT], secret: str) -> bool:
        """Return whether taking a step back goes back to where a secret was laid that was opened since.

        It does where the doer of the step did not know the secret: nobody chooses again with what he did not
        know when he chose.
        """
        return step.seat not in self.secrets(step.position).get(secret, ())

    def places(self, steps: Sequence[Step[PositionT]]) -> Sequence[Place]:
        """Return the places that players may take back to, the latest first."""
        return ()

    def consent(self, position: PositionT, action: ActionT) -> Collection[str]:
        """Return the other seats whose yes an action needs before its dice fall."""
        return ()

    def choose(
        self,
        position: PositionT,
        question: Question[ActionT],
        seed: str,
    ) -> Advice[ActionT]:
        """Return what the referee answers where it is asked: the first answer. Chance comes from `seed`."""
        return Advice(question.answers[0], "", "", "")

    def may_choose(self, position: PositionT, question: Question[ActionT], seed: str) -> Iterable[ActionT]:
        """Return each answer that the same seed may lead to: the one of `choose`."""
        return (self.choose(position, question, seed).action,)

    def open_choice(self, action: ActionT) -> str | None:
        """Return the seat that chooses openly by this action while others may choose the same, or None.

        Such a choice is not too late because another seat was quicker.
        """
        return None

    def secrets(self, position: PositionT) -> Mapping[str, Collection[str]]:
        """Return what lies face down, by name ("rates.1A"), with the seats that know it."""
        return {
            f"{name}.{key}": knows(position, key)
            for name, knows in hidden_fields(type(position)).items()
            for key in getattr(position, name)
        }

    def laid(self, action: ActionT) -> Collection[str]:
        """Return the names of the secrets that an action puts face down: from its fields."""
        return laid_by(action)

    def opened_by(
        self,
        before: PositionT,
        action: ActionT,
        ruling: Ruling[PositionT],
    ) -> Collection[str]:
        """Return the names of the secrets that a ruling turned up to everybody: those that it says."""
        return ruling.opened

    def allowing_refusal(
        self,
        position: PositionT,
        action: ActionT,
        seat: str,
        here: frozenset[str],
    ) -> str | None:
        """Return why this seat may not ask to allow a refused action, or None."""
        return None

    def ended_phases(self, effects: Sequence[Effect]) -> str:
        """Return one line on what happened by itself: none but the stories of its lines."""
        return ""

    def shown_still(self, before: PositionT, after: PositionT) -> PositionT:
        """Return the position `after` what happened by itself: nothing is shown only for a moment."""
        return after

    def hide_shown(self, position: PositionT) -> PositionT:
        """Return the position with briefly shown values hidden again: it has none."""
        return position
