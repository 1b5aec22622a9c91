"""The rules of one table: what the game says in its hooks, and what the table asks, answered from them.

A game whose positions, actions or secrets are of another kind than data classes overrides what it has of its
own here too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import is_dataclass, replace
from functools import cached_property, wraps
from typing import Any, Self, cast

from referee.errors import InputError
from referee.games.interface import chance
from referee.games.interface.basics import ActionT, Json, PositionT, WrongAnswer
from referee.games.interface.chance import ChanceRequest, DiceTotal
from referee.games.interface.hooks import Hooks
from referee.games.interface.players import Advice
from referee.games.interface.record import Place
from referee.games.toolkit import data_classes
from referee.records.text import show
from rules.effects import Effect, effects_known_to, to_json
from rules.fields import check as check_types
from rules.fields import (
    declared_fields,
    hidden_fields,
    hides,
    kinds_of,
    lays,
    leaves_out,
    lists,
    name_of,
    values_but_declared,
    without_secrets,
)
from rules.questions import ANYBODY, REFEREE, TABLE, Question, Seat
from rules.ruling import Missing, Ruling, allow, refuse
from rules.sentences import either

FORMAT = "referee-position/1"
PLAYERS = "players"
"""The setting of who rolls the dice: the players, by hand, or the referee."""
_DICE = ("referee", PLAYERS)


class Rules(Hooks[PositionT, ActionT]):
    """The rules of one table, made from its options."""

    keeps_effects = True

    def __init__(self, options: Json, system: str = "") -> None:
        self.options = options
        self.system = system or getattr(type(self), "system", "")
        self._asked: tuple[PositionT | None, Sequence[Question[ActionT]]] = (None, ())

    def __init_subclass__(cls) -> None:
        """Check that positions and actions can be read from JSON, and where secrets go. Raises TypeError.

        What a game from elsewhere answers is checked each time; tests hold it for the bundled ones.
        """
        super().__init_subclass__()
        if not cls.__module__.startswith(_BUNDLED):
            for name in _RIGHT.keys() & vars(cls).keys():
                setattr(cls, name, _checked(name, vars(cls)[name]))
        for kind in (getattr(cls, "position", None), *kinds_of(getattr(cls, "action", None))):
            if isinstance(kind, type):
                check_types(kind)
        if cls.secrets is Hooks.secrets:
            _check_secrets(getattr(cls, "position", None), kinds_of(getattr(cls, "action", None)))

    @cached_property
    def _kinds(self) -> tuple[type[object], ...]:
        return kinds_of(getattr(self, "action", None))

    @cached_property
    def _first(self) -> PositionT:
        return self.start(self.stock())

    def open_questions(self, position: PositionT) -> Sequence[Question[ActionT]]:
        """Return the questions that may be answered now, the top of the stack last; kept for one position."""
        known, asked = self._asked
        if known is not position:
            over = self.winners(position) is not None
            asked = () if over else [q for q in self.questions(position) if not q.held]
            self._asked = position, asked
        return asked

    def question_of(self, position: PositionT, action: ActionT) -> Question[ActionT] | None:
        """Return the open question that lists an action, but for its open fields, or accepts it; or None.

        One that lists it with other values is asked too: `judge` says which values fit. Of questions to
        several seats that accept it, it answers the one to the seat that it names.
        """
        alike = self._answers_like(position, action)
        exact = next((question for question, one in alike if lists(one, action)), None)
        seat = getattr(action, "seat", None)
        others: Question[ActionT] | None = None
        for question in reversed(self.open_questions(position)):
            accepted = bool(question.accepts) and isinstance(action, question.accepts)
            if question is exact or (accepted and (seat is None or seat in question.who)):
                return question
            if accepted and others is None:
                others = question
        return others or (alike[0][0] if alike else None)

    def questions_for(self, position: PositionT, action: ActionT) -> Sequence[Question[ActionT]]:
        """Return the open questions that list an action, whatever its declared fields hold, or accept it.

        A question to others than the seat that it names does not accept it.
        """
        seat = getattr(action, "seat", None)
        accept = [
            question
            for question in self.open_questions(position)
            if isinstance(action, question.accepts) and (seat is None or seat in question.who)
        ]
        return [*accept, *(question for question, _ in self._answers_like(position, action))]

    def _answers_like(
        self, position: PositionT, action: ActionT
    ) -> Sequence[tuple[Question[ActionT], ActionT]]:
        """Return the answers that differ from this action in their declared fields alone, the top first."""
        kind: Any = type(action)
        undeclared = values_but_declared(kind)
        values = undeclared(action)
        return [
            (question, one)
            for question in reversed(self.open_questions(position))
            for one in question.answers
            if type(one) is kind and undeclared(one) == values
        ]

    def _judged(self, position: PositionT, action: ActionT) -> Ruling[PositionT]:
        """Return the ruling on an action, its values put in one after the other as `judge` asks for them."""
        start = self._before_asking(position, action)
        ruling = chance.judged(lambda one: self.judge(position, one), action, start)
        return replace(ruling, needs=chance.worded(type(action), ruling.needs)) if ruling.needs else ruling

    def early(self, position: PositionT, action: ActionT) -> str:
        """Return a field that has a value although dice come first and nothing has asked for it; or ""."""
        start = self._before_asking(position, action)
        return "" if start is action else chance.early(lambda one: self.judge(position, one), action, start)

    def _before_asking(self, position: PositionT, action: ActionT) -> ActionT:
        """Return an action with no more values than it is listed with."""
        bare = chance.bare(action, picked=True)
        listed = {} if bare is action else self._listed_values(position, action)
        return cast("ActionT", replace(cast("Any", bare), **listed)) if listed else bare

    def _listed_values(self, position: PositionT, action: ActionT) -> Json:
        """Return the values of declared fields that an action and the answer which lists it both hold."""
        question = self.question_of(position, action)
        for answer in () if question is None else question.answers:
            if lists(answer, action):
                held = {n: getattr(answer, n) for n in declared_fields(type(answer))}
                return {n: v for n, v in held.items() if v is not None and v == getattr(action, n)}
        return {}

    def rule(self, position: PositionT, action: ActionT) -> Ruling[PositionT]:
        """Return the ruling on any action: `judge`, behind the checks that it can count on."""
        if self.winners(position) is not None:
            return refuse(("99.1",), "The game is over.", firm=True)
        if self.question_of(position, action) is None:
            return refuse(("99.1",), "Nobody is asked for this now.", firm=True)
        return self._judged(position, action)

    def check(self, position: PositionT, action: ActionT, seat: str) -> Ruling[PositionT]:  # noqa: ARG002
        """Return the ruling for a seat on an action; nothing is carried out, and nothing comes to light."""
        ruling = self.rule(position, action)
        if ruling.after is None:
            return ruling
        return allow(ruling.cases[:1], "This is allowed.", ruling.needs)

    def force(self, position: PositionT, action: ActionT) -> Ruling[PositionT]:
        """Return the ruling on a refused action that the players allow: no refusal here can be allowed."""
        return self.rule(position, action)

    def actions(self, position: PositionT) -> Sequence[ActionT]:
        """Return what may be done: all answers to the open questions, with their fields left open."""
        return [answer for question in self.open_questions(position) for answer in question.answers]

    # Positions and actions as JSON.

    def read_position(self, data: object) -> PositionT:
        """Return a position from JSON, secrets included. Raises InputError."""
        if isinstance(data, dict):
            for name, wanted in (("format", FORMAT), ("system", self.system)):
                if name not in data:
                    raise InputError(f"{name} is missing; it must be {show(wanted)}.")
                if data[name] != wanted:
                    raise InputError(f"{name}: {show(data.get(name))} is not {show(wanted)}.")
            data = {name: value for name, value in data.items() if name not in {"format", "system"}}
        return data_classes.read(cast("type[PositionT]", self.position), data, "The position")

    def write_position(self, position: PositionT) -> dict[str, Any]:
        """Return a position as JSON, secrets included."""
        return {"format": FORMAT, "system": self.system, **data_classes.write(position)}

    def opened(self, position: PositionT) -> dict[str, Any]:
        """Return a position with every secret opened."""
        return self.write_position(position)

    def read(self, data: object, seat: str | None = None) -> ActionT:
        """Return an action from JSON. Raises InputError.

        `seat` is put in where the action has one and none is named.
        """
        if seat is not None and isinstance(data, dict) and "seat" not in data:
            kind = next((kind for kind in self._kinds if name_of(kind) == data.get("do")), None)
            if kind is not None and "seat" in getattr(kind, "__dataclass_fields__", {}):
                data = {**data, "seat": seat}
        return data_classes.read(cast("type[ActionT]", self.action), data, "The action")

    def write(self, action: ActionT) -> dict[str, Any]:
        """Return an action as JSON, without the fields that are open."""
        written: dict[str, Any] = data_classes.write(action)
        return written

    # Who sits there, and who may do what.

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The seats at the start that people play."""
        return tuple(seat.id for seat in self.roster(self._first) if seat.device != "referee")

    def masters(self, position: PositionT) -> frozenset[str]:
        """Return the seats that see everything."""
        return frozenset(seat.id for seat in self.roster(position) if seat.master)

    def seats_for(self, action: ActionT) -> frozenset[str]:
        """Return the seats that may do an action: the one it names, those who see all, and the tablet."""
        seat = getattr(action, "seat", None)
        if seat is None:
            return frozenset({TABLE, ANYBODY})
        return frozenset({TABLE, seat}) | self.masters(self._first)

    def seat_refusal(self, position: PositionT, action: ActionT, seat: str) -> str | None:
        """Return why this seat may not do an action now, or None. The reason rests only on what is public."""
        question = self.question_of(position, action)
        if question is None or self.may_answer(position, question, seat):
            return None
        people = [who for who in question.who if who != REFEREE]
        if not people:
            return "The referee does this itself."
        titles = {one.id: one.title for one in self.roster(position)}
        return f"This is for {either(titles.get(who, 'the tablet') for who in people)}."

    def may_answer(self, position: PositionT, question: Question[ActionT], seat: str) -> bool:
        """Return whether a seat may answer a question: the tablet and who sees all may, where people do."""
        if seat in question.who:
            return True
        return {*question.who} != {REFEREE} and (seat == TABLE or seat in self.masters(position))

    def answerers(self, position: PositionT, action: ActionT) -> frozenset[str]:
        """Return the seats that answer on their own devices, while these are there."""
        return self.answered_by(self.question_of(position, action), action)

    def answered_by(self, question: Question[ActionT] | None, action: ActionT) -> frozenset[str]:
        """Return what `answerers` does, where it is known which question an action answers."""
        owner = self.secret_choice(action)
        if owner is not None:
            return frozenset({owner})
        return frozenset() if question is None or not question.private else frozenset(question.who) - {TABLE}

    # What each seat may see.

    def view(self, position: PositionT, seat: str) -> dict[str, Any]:
        """Return what a seat may see: the position, without the values that lie face down for it.

        `pending` are those that the table waits for.
        """
        shown: dict[str, Any] = data_classes.write(position)
        if seat not in self.masters(position):
            for name, knows in hidden_fields(type(position)).items():
                values = shown[name]
                shown[name] = {k: v if seat in knows(position, k) else None for k, v in values.items()}
        asked = [q for q in self.open_questions(position) if not q.optional]
        waiting = dict.fromkeys(seat for q in asked for seat in q.who if seat not in {TABLE, REFEREE})
        pending = [{"seat": seat} for seat in waiting]
        return {
            "format": FORMAT,
            "system": self.system,
            **self.summary(position),
            "pending": pending,
            **shown,
        }

    def summary(self, position: PositionT) -> Json:
        """Return what a list of tables shows of a game; it holds no secret."""
        phase = "over" if self.finished(position) else "play"
        return {"turn": self.turn(position), "phase": phase, "winner": self.winner(position)}

    def winner(self, position: PositionT) -> str | None:
        """Return the one seat that has won, or None."""
        won = self.winners(position)
        return won[0] if won is not None and len(won) == 1 else None

    def finished(self, position: PositionT) -> bool:
        """Whether the game is over."""
        return self.winners(position) is not None

    def effects(self, ruling: Ruling[PositionT], seat: str) -> list[Json]:
        """Return the effects of a ruling that a seat may know, in order."""
        return [] if ruling.after is None else list(self.effects_json(ruling.effects, seat))

    def effects_json(
        self, effects: Sequence[Effect], seat: str | None, *, lasting: bool = False
    ) -> list[dict[str, Any]]:
        """Return those of some effects that a seat may know, as JSON; None is for everybody, at the end.

        With `lasting` they are for a list that players can read again later: it keeps nothing momentary.
        """
        shown = effects if seat is None else effects_known_to(effects, seat)
        return [to_json(effect, lasting=lasting and seat is not None) for effect in shown]

    @cached_property
    def secret_choices(self) -> Self | None:
        """The rules themselves, where an action puts something face down."""
        own = type(self).secret_choice is not Rules.secret_choice
        return self if own or any(map(hides, self._kinds)) else None

    def secret_choice(self, action: ActionT) -> str | None:
        """Return the seat that lays something face down by this action, or None."""
        return str(getattr(action, "seat", "")) if lays(type(action)) else None

    def written_owner(self, action: Json) -> str | None:
        """Return the same of an action in JSON."""
        kind = next((kind for kind in self._kinds if name_of(kind) == action["do"]), None)
        return str(action["seat"]) if kind is not None and lays(kind) else None

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

    def masked(self, action: Json, hidden: Collection[str]) -> dict[str, Any]:
        """Return the JSON of a recorded action with null for those of its secrets that are named."""
        kind = next((kind for kind in self._kinds if name_of(kind) == action["do"]), None)
        return dict(action) if kind is None else without_secrets(kind, action, hidden)

    def hidden_in(self, action: Json) -> bool:
        """Whether the JSON of a recorded action leaves out a secret that it has."""
        kind = next((kind for kind in self._kinds if name_of(kind) == action["do"]), None)
        return kind is not None and leaves_out(kind, action)

    # Dice and draws, as the fields of actions declare them.

    def wants(
        self,
        position: PositionT,  # noqa: ARG002
        action: ActionT,
        needs: Mapping[str, Missing],
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

    def without_what_binds(self, action: ActionT) -> ActionT:
        """Return an action without its dice and draws, and without its facts where these bind."""
        return chance.bare(action, facts=self.facts_bind)

    def forbidden_field(self, action: ActionT) -> str | None:
        """Return a sentence on a field that no player may give, or None: a draw is the referee's."""
        return chance.forbidden(action)

    def dice_of_total(self, position: PositionT, action: ActionT) -> int:
        """Return how many dice the total of an action stands for; 0 where it gives none."""

        def needs(one: ActionT) -> Mapping[str, Missing]:
            ruling = self.rule(position, one)
            return ruling.needs if ruling.legal else self.force(position, one).needs

        return chance.dice_of_total(action, needs)

    # Settings, and the first line of the record.

    @property
    def settings(self) -> Json:
        """Who rolls the dice, in a game that has some."""
        rolls = any(d.how == "rolled" for kind in self._kinds for d in declared_fields(kind).values())
        return {"dice": self.options.get("dice", _DICE[0])} if rolls else {}

    def with_settings(self, wanted: Json) -> Self:
        """Return the rules with other settings. Raises InputError."""
        made = dict(self.options)
        for name, value in wanted.items():
            if name not in self.settings:
                raise InputError(f"{name}: this game has no such setting.")
            if value not in _DICE:
                raise InputError(f"{name}: {show(value)} is neither {_DICE[1]} nor {_DICE[0]}.")
            made[name] = value
        return type(self)(made, self.system)


def _check_secrets(position: object, kinds: Iterable[object]) -> None:
    """Check that what lies face down goes into a hidden field of the position. Raises TypeError."""
    hides_in = hidden_fields(position) if is_dataclass(position) else {}
    for kind in kinds:
        for name, declared in declared_fields(kind).items():
            if declared.secret and declared.secret not in hides_in:
                where = getattr(kind, "__name__", kind)
                raise TypeError(
                    f"{where}.{name}: its secret goes into {declared.secret}, and the position has no field"
                    f" {declared.secret} = hidden()."
                )


def given_at(
    match: Rules[PositionT, ActionT], position: PositionT, action: ActionT
) -> list[tuple[ChanceRequest, tuple[int, ...]]]:
    """Return the results of chance that an action holds, each total with its number of dice."""
    given = match.given(action)
    count = match.dice_of_total(position, action) if given else 0
    if not count:
        return given
    return [
        (want, tuple(DiceTotal(total, count) for total in results) if want.total else results)
        for want, results in given
    ]


def asked_of_referee(match: Rules[PositionT, ActionT], position: PositionT) -> Question[ActionT] | None:
    """Return the question that waits for the referee alone, so that it goes on by itself; or None."""
    for top in reversed(match.open_questions(position)):
        if not top.optional:
            return top if tuple(top.who) == (REFEREE,) else None
    return None


def seats_of_referee(match: Rules[PositionT, ActionT], position: PositionT) -> set[str]:
    """Return the seats that the referee plays."""
    return {seat.id for seat in match.roster(position) if seat.device == "referee"}


def asked_of_seat(
    match: Rules[PositionT, ActionT], position: PositionT
) -> tuple[str, Question[ActionT]] | None:
    """Return a question that waits for a seat which the referee plays, with that seat; or None."""
    played = seats_of_referee(match, position)
    for question in match.open_questions(position) if played else ():
        seat = next((seat for seat in question.who if seat in played), None)
        if seat is not None and not question.optional:
            return seat, question
    return None


def people_roll(match: Rules[PositionT, ActionT]) -> bool:
    """Return whether the people at a table roll the dice, those of the referee's steps too."""
    return match.settings.get("dice") == PLAYERS


def _checked(name: str, method: Callable[..., object]) -> Callable[..., object]:
    """Return a method of a game that raises WrongAnswer where it gives something else than it should."""
    right, wanted = _RIGHT[name]

    @wraps(method)
    def asked(self: Rules[PositionT, ActionT], *given: object) -> object:
        try:
            answer = method(self, *given)
        except BaseException as error:
            if isinstance(error, Exception):
                raise
            raise WrongAnswer(f"its {name} raises {type(error).__name__}") from error  # no server ends by it
        if not right(self.position, answer):
            raise WrongAnswer(f"its {name} gives {type(answer).__name__}, and must give {wanted}")
        return answer

    return asked


def _is_position(position: type, answer: object) -> bool:
    return isinstance(answer, position)


def _is_ruling(position: type, answer: object) -> bool:
    return isinstance(answer, Ruling) and isinstance(answer.after, position | None)


def _all_are(kind: type, answer: object) -> bool:
    return isinstance(answer, list | tuple) and all(isinstance(one, kind) for one in answer)


def _are_questions(_: type, answer: object) -> bool:
    return _all_are(Question, answer) and all(map(_is_whole, cast("Sequence[Question[object]]", answer)))


def _is_whole(one: Question[object]) -> bool:
    """Return whether a question has a name, seats, answers, kinds that it accepts, and a time that ends."""
    told: tuple[object, ...] = (one.name, one.seconds)  # whatever the game put there
    return (
        bool(isinstance(told[0], str) and told[0] and one.who)
        and all(isinstance(part, list | tuple) for part in (one.who, one.answers, one.accepts))
        and all(isinstance(kind, type) for kind in one.accepts)
        and isinstance(told[1], int)
        and 0 <= told[1] <= _LONGEST_SECONDS
    )


def _are_seats(answer: object) -> bool:
    several = isinstance(answer, Collection) and not isinstance(answer, str)
    return several and all(isinstance(seat, str) for seat in cast("Collection[object]", answer))


_BUNDLED = "referee.games."
_LONGEST_SECONDS = 10**7
"""The longest time to answer a question: some months."""
_RIGHT: Mapping[str, tuple[Callable[[type, object], bool], str]] = {
    "start": (_is_position, "a position"),
    "judge": (_is_ruling, "a Ruling, with a position or None after it"),
    "questions": (
        _are_questions,
        "a list or tuple of Questions, each with a name, seats and answers",
    ),
    "roster": (lambda _, answer: _all_are(Seat, answer), "a list or tuple of Seats"),
    "must_agree": (lambda _, answer: _are_seats(answer), "a collection of seats"),
    "consent": (lambda _, answer: _are_seats(answer), "a collection of seats"),
    "choose": (lambda _, answer: isinstance(answer, Advice), "an Advice"),
    "tied": (lambda _, answer: isinstance(answer, bool), "True or False"),
    "places": (lambda _, answer: _all_are(Place, answer), "a list or tuple of Places"),
    "view": (lambda _, answer: answer is not None, "a dict"),  # plugin_errors.py says what is wrong with it
    "secrets": (lambda _, answer: isinstance(answer, Mapping), "a mapping of names to seats"),
    "turn": (lambda _, answer: isinstance(answer, int), "a number"),
    "winners": (lambda _, answer: answer is None or _all_are(str, answer), "a tuple of seats, or None"),
}
"""Whether an answer of a game is right, and what it must be."""
