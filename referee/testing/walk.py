"""Properties that the rules of every game must have, checked by random play without a table.

`referee.testing.proving.prove` plays the same games at real tables too; the test of a new game calls that.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, NoReturn

from referee.errors import InputError
from referee.games.interface import (
    ActionT,
    Game,
    Json,
    PositionT,
    ReplayRecord,
    asked_of_referee,
    results_by_kind,
)
from referee.games.interface.chance import ChanceRequest, fields_for
from referee.games.interface.rules import Rules
from referee.games.toolkit.random_play import TURN_LIMIT, answered, fact_told, values_in
from referee.games.toolkit.recording import dealt, recorded
from referee.records import codec
from referee.records.seals import Chance, choice_seed
from referee.records.text import dump_line
from rules.effects import effects_known_to
from rules.fields import declared_fields, kinds_of, name_of
from rules.questions import REFEREE, TABLE, Question
from rules.rulebook.rulebook import Rulebook, UnknownCase
from rules.ruling import Missing, Options, Ruling

OFTEN = (0.3, 0.8)
"""How often a question is answered that the game does not wait for: a choice changed, figures handed over.

Each game goes by one of these: where such answers are most of the game, few of them would show little of it.
"""
MORE = 5
"""How many times more games are played at the most, as long as some action has not been listed."""
_ROUNDS = 60
_LOOKING_ON = (TABLE, "spectator")


def check_rules(
    game: Game[PositionT, ActionT],
    beginnings: Sequence[Beginning],
    games: int,
    seed: str,
    replay: ReplayRecord,
    seldom: Collection[str] = (),
) -> None:
    """Play whole games by the rules alone, over tables that begin like this. Raises AssertionError.

    Each position and action comes back from JSON. Names of questions are unique, and somebody can always go
    on. Each need is one that the action declares. Each case is in the rulebook. A secret is known to those
    who chose it, and nobody else learns anything of it before it is turned up. Each record holds when it is
    judged again.
    """
    rulebook, listed, declared, done = game.rulebook(), {*seldom}, set[str](), Counter[str]()
    for number in range(MORE * games):
        if number >= games and declared <= listed:
            break
        begins = beginnings[number % len(beginnings)]
        match = rules_of(game, begins.options)
        declared |= {name_of(kind) for kind in kinds_of(match.action)}
        walk = _Walk(match, rulebook, f"{seed}/{number}", listed, done)
        played = walk.whole_game(begins.actions(f"{seed}/{number}"))
        _record_holds(game, match, played, f"{seed}/{number}", replay)
    never = sorted(declared - listed)
    assert not never, f"No question lists {never[0]} in {number + 1} games: is it forgotten?"


@dataclass(frozen=True, slots=True)
class Beginning:
    """The options of a table, and the actions with which a game begins there, dice and all, from its seed."""

    options: Json
    actions: Callable[[str], Sequence[Json]] = lambda _seed: ()


def rules_of(game: Game[PositionT, ActionT], options: Json) -> Rules[PositionT, ActionT]:
    """Return the rules of a table with some options."""
    match = game.match(game.read_options(options), _NoDocuments())
    assert isinstance(match, Rules), (
        f"The rules of {game.title} are a class of referee.games.interface.rules.Rules."
    )
    told = match.write_position(match.start(dealt(match, "0"))).get("system")
    for part, system in (("match", match.system), ("positions", told)):
        assert system == game.id, f"The system of the {part} is {system!r}; it must be the id of the game."
    return match


class _NoDocuments:
    """A store of documents with nothing in it."""

    def get(self, kind: str, id_: str) -> Json | None:  # noqa: ARG002 - there is nothing
        """Return a document: none."""
        return None


def _record_holds(
    game: Game[PositionT, ActionT],
    match: Rules[PositionT, ActionT],
    played: Sequence[ActionT],
    seed: str,
    replay: ReplayRecord,
) -> None:
    """Check that the record of a game is judged as it was played, and that its seals hold."""
    record = codec.parse([dump_line(line) for line in recorded(match, played, seed)])
    replayed = game.records.replayed(record)
    assert replayed["legal"], f"The record stops at {replayed['stopped_at']}."
    problems = game.records.problems(record, replay)
    assert not problems, problems[0]


@dataclass(slots=True)
class _Twin:
    """The same game with another value of one `secret`, and the seats that may know it."""

    position: Any
    secret: str
    aware: set[str]


@dataclass(slots=True)
class _Walk:
    """One game at random.

    `listed` gathers the actions that some question lists, and `done` counts those that were done; half of the
    time it does what was done least.
    """

    match: Rules[Any, Any]
    rulebook: Rulebook
    seed: str
    listed: set[str]
    done: Counter[str]
    random: Random = field(init=False)
    chance: Chance = field(init=False)
    twin: _Twin | None = None

    def __post_init__(self) -> None:
        self.random, self.chance = Random(self.seed), Chance(self.seed)  # noqa: S311 - the same every time

    def whole_game(self, opening: Sequence[Json] = ()) -> list[Any]:
        """Return the actions of one game, the opening apart each looked at before it is done."""
        match, lapsed = self.match, 0
        position, played = self._opened(opening)
        often = self.random.choice(OFTEN)
        while not match.finished(position):
            assert match.turn(position) <= TURN_LIMIT, f"The game has not ended after {TURN_LIMIT} turns."
            self._look(position)
            question, begun = self._begun(position, often)
            action, ruling = self._completed(position, begun)
            if not ruling.legal:
                lapsed += 1
                assert lapsed < _ROUNDS, (
                    f"Nobody can go on: {told(match, begun)} is refused whatever is told."
                )
                continue
            lapsed = 0
            assert ruling.after is not None, (
                f"{told(match, action)} is legal and complete, and leads nowhere."
            )
            self._comes_back("action", action, match.write, match.read)
            self._secrets(position, question, action, ruling)
            position = ruling.after
            played.append(action)
            self.done[name_of(type(action))] += 1
        self._look(position)
        return played

    def _opened(self, opening: Sequence[Json]) -> tuple[Any, list[Any]]:
        """Return the position after the actions with which the game begins, and these."""
        match, played = self.match, list[Any]()
        position = match.start(dealt(match, self.seed))
        for written in opening:
            action = match.read(written)
            ruling = self.rule(position, action)
            assert ruling.after is not None, f"{told(match, action)} is done at a table, not by the rules."
            given = match.given(action)
            self.chance.spend(given, {kind: len(each) for kind, each in results_by_kind(given).items()})
            self.listed.add(name_of(type(action)))
            position = ruling.after
            played.append(action)
        return position, played

    def _begun(self, position: Any, often: float) -> tuple[Question[Any], Any]:
        """Return what is answered next: by the referee, else by somebody at random."""
        if (asked := asked_of_referee(self.match, position)) is not None:
            return asked, self.match.choose(position, asked, choice_seed(self.seed, 0)).action
        legal = [
            (question, answer)
            for question in self._open(position)
            for answer in question.answers
            if REFEREE not in question.who and self.rule(position, answer).legal
        ]
        must = [pair for pair in legal if not pair[0].optional]
        names = [q.name for q in self._open(position)]
        assert must, (
            f"Nobody can go on: of the open questions {names} none that the game waits for can be answered."
        )
        pairs = legal if self.random.random() < often else must
        if self.random.random() < 0.5:
            counts = [self.done[name_of(type(action))] for _, action in pairs]
            pairs = [pair for pair, count in zip(pairs, counts, strict=True) if count == min(counts)]
        return self.random.choice(pairs)

    def _open(self, position: Any) -> Sequence[Question[Any]]:
        return [question for question in self.match.questions(position) if not question.held]

    def _completed(self, position: Any, action: Any) -> tuple[Any, Ruling[Any]]:
        """Return an action with all that it needs: dice and draws by chance, the rest at random.

        What people tell may prove it impossible: a target out of range. It is refused then.
        """
        begun, taken = action, dict[str, int]()
        for _ in range(_ROUNDS):
            ruling = self.rule(position, action)
            if not ruling.legal and fact_told(begun, action):
                return action, ruling
            assert ruling.legal, f"{told(self.match, action)} was begun, and is then refused: {ruling.reason}"
            self._compare_progress(action, ruling)
            if not ruling.needs:
                self.chance.spend(self.match.given(action), taken)
                return action, ruling
            action = self._with_more(position, action, ruling, taken)
        raise AssertionError(f"{told(self.match, action)} asks for more without end.")

    def _with_more(self, position: Any, action: Any, ruling: Ruling[Any], taken: dict[str, int]) -> Any:
        """Return an action with what is missing now: dice and draws, else one answer of a player."""
        for name in ruling.needs:
            if not fields_for(type(action), name):
                self._fault(f"judge asks {told(self.match, action)} for {name!r}, which it does not declare.")
        for request in self.match.wants(position, action, ruling.needs):
            if request.total:
                self._takes_total(position, action, request)
            results, new = self.chance.next(request, taken)
            taken[request.kind] = taken.get(request.kind, 0) + new
            return self.match.fill(action, request, results)
        name, need = self.random.choice(list(ruling.needs.items()))
        return answered(action, name, need, self.random)

    def _takes_total(self, position: Any, action: Any, request: ChanceRequest) -> None:
        """Check that the total of some dice will do in place of them, as people may type it in."""
        for total in (request.count, request.count * request.sides):
            told_it = replace(action, **{request.total: total})
            ruling = self.rule(position, told_it)
            again = [one.field for one in self.match.wants(position, told_it, ruling.needs)]
            if not ruling.legal or request.field in again:
                self._fault(
                    f"judge asks for {request.field!r} again where people have told the {request.total!r} of"
                    f" them, which stands in their place: {told(self.match, told_it)}."
                )

    def rule(self, position: Any, action: Any) -> Ruling[Any]:
        """Return the ruling on an action; a rule that raises is named with it."""
        try:
            return self.match.rule(position, action)
        except Exception as error:
            what = f"{type(error).__name__}: {error}"
            raise AssertionError(
                f"judge raises {what}\nfor {told(self.match, action)}\nin {position}"
            ) from error

    def _look(self, position: Any) -> None:
        """Check what a position asks and shows."""
        match, names = self.match, list[str]()
        seats = {*(seat.id for seat in match.roster(position))}
        self._comes_back("position", position, match.write_position, match.read_position)
        for question in () if match.finished(position) else match.questions(position):
            names.append(question.name)
            strangers = sorted({*question.who} - seats - {TABLE, REFEREE})
            if strangers or not question.who:
                who = f"{strangers[0]}, who is not in the roster" if strangers else "nobody"
                self._fault(f"The question {question.name!r} is for {who}.")
            for answer in (*question.answers, *((question.otherwise,) if question.otherwise else ())):
                self._comes_back("action", answer, match.write, match.read)
                self.listed.add(name_of(type(answer)))
            self.listed |= {name_of(kind) for kind in question.accepts}
            self._in_time(position, question)
            for answer in () if question.held else question.answers:
                self._rests_on_cases(answer, self.rule(position, answer))
        twice = sorted({name for name in names if names.count(name) > 1})
        assert not twice, f"Two open questions are called {twice[0]!r}."
        for seat in (*seats, *_LOOKING_ON):
            json.dumps(match.view(position, seat))

    def _in_time(self, position: Any, question: Question[Any]) -> None:
        """Check that what is done when the time is over can be done then, with dice and draws alone."""
        name, action = question.name, question.otherwise
        if not question.seconds and action is None:
            return
        if not question.seconds or action is None:
            given, lacks = ("otherwise", "seconds") if action is not None else ("seconds", "otherwise")
            self._fault(f"The question {name!r} has {given}, and no {lacks}: nothing happens in time.")
        if question.held or self.match.question_of(position, action) is None:
            if not question.held:
                self._fault(
                    f"When its time is over, {name!r} does what it does not list: {told(self.match, action)}."
                )
            return
        ruling = self.rule(position, action)
        declared = declared_fields(type(action))
        asks = [
            need for need in ruling.needs if need in declared and declared[need].how in {"picked", "asked"}
        ]
        if not ruling.legal or asks:
            why = f"it lacks {asks[0]}" if asks else ruling.reason
            self._fault(
                f"When its time is over, {name!r} does what cannot be done then:"
                f" {told(self.match, action)}: {why}"
            )

    def _rests_on_cases(self, action: Any, ruling: Ruling[Any]) -> None:
        assert ruling.cases, f"{told(self.match, action)} rests on no case."
        for case in ruling.cases:
            try:
                self.rulebook.case(case)
            except UnknownCase:
                self._fault(f"{told(self.match, action)} rests on {case}, which is not in the rulebook.")

    def _comes_back(
        self, what: str, value: Any, write: Callable[[Any], object], read: Callable[[object], Any]
    ) -> None:
        """Check that a position or an action comes back from JSON unchanged."""
        said = json.loads(json.dumps(write(value)))
        try:
            back = read(said)
        except InputError as error:
            self._fault(f"The {what} does not come back from {said}: {error.problems[0]}")
        assert back == value, f"The {what} does not come back from {said}."

    # Secrets.

    def _secrets(self, position: Any, question: Question[Any], action: Any, ruling: Ruling[Any]) -> None:
        """Check who knows what was laid and what was turned up, and go on with the twin of the game."""
        match, after = self.match, ruling.after
        self._rests_on_cases(action, ruling)
        laid, before, now = {*match.laid(action)}, match.secrets(position), match.secrets(after)
        for name in ruling.opened:
            assert name in before or name in laid, (
                f"{told(match, action)} opens {name!r}, which does not lie face down."
            )
            assert name not in now, f"{told(match, action)} opens {name!r}, and it still lies face down."
        for name in sorted(laid & now.keys()):
            self._known_to_its_owner(question, action, name, now[name], after)
        if self.twin is not None:
            self._go_on_with_twin(action, ruling)
        elif (lie := sorted(laid & now.keys())) and not match.finished(after):
            self._make_twin(position, action, ruling, self.random.choice(lie))

    def _known_to_its_owner(
        self, question: Question[Any], action: Any, name: str, knows: Collection[str], after: Any
    ) -> None:
        seats = {seat.id: seat for seat in self.match.roster(after)}
        mine = {str(getattr(action, "seat", "")), *question.who} & seats.keys()
        sides = {seats[seat].side or seat for seat in mine}
        for seat in knows:
            if seat in seats and (seats[seat].side or seat) not in sides and not seats[seat].master:
                self._fault(f"{name!r} lies face down, and seat {seat} knows it, who has not chosen it.")
            assert seat not in _LOOKING_ON, f"{name!r} lies face down, and the {seat} knows it."
        assert mine & {*knows} or not mine, f"{name!r} is not known to {min(mine)}, who has chosen it."

    def _make_twin(self, position: Any, action: Any, ruling: Ruling[Any], secret: str) -> None:
        """Begin a second game, with another value of one secret that was laid just now."""
        other = self._otherwise(position, action, secret)
        if other is None:
            return
        second = self.rule(position, other)
        if second.after is None or secret not in self.match.secrets(second.after):
            return
        self.twin = _Twin(second.after, secret, self._aware(second.after, secret, action))
        self._compare(action, ruling, second)

    def _otherwise(self, position: Any, action: Any, secret: str) -> Any:
        """Return an action with another value of a secret that it lays; None where there is no other."""
        hidden_in, key = secret.split(".", 1)
        name = next(n for n, one in declared_fields(type(action)).items() if one.secret == hidden_in)
        value = getattr(action, name)
        need = self._need_of(position, action, name)
        mine = value[key] if isinstance(value, dict) else value
        others = [one for one in values_in(need) if one != mine]
        if not others:
            return None
        new = self.random.choice(others)
        return replace(action, **{name: {**value, key: new} if isinstance(value, dict) else new})

    def _need_of(self, position: Any, action: Any, name: str) -> Missing:
        """Return the need that asked for a field of an action, from the answers listed or from `judge`."""
        listed = [a for q in self._open(position) for a in q.answers if type(a) is type(action)]
        mine = [a for a in listed if getattr(a, "seat", None) == getattr(action, "seat", None)]
        if any(getattr(one, name) is not None for one in mine):
            return Options(tuple(getattr(one, name) for one in mine))
        return self.rule(position, replace(action, **{name: None})).needs.get(name, Options(()))

    def _aware(self, position: Any, secret: str, action: Any) -> set[str]:
        seats = self.match.roster(position)
        masters = {seat.id for seat in seats if seat.master}
        return {*self.match.secrets(position).get(secret, ()), *masters, str(getattr(action, "seat", ""))}

    def _go_on_with_twin(self, action: Any, ruling: Ruling[Any]) -> None:
        """Do the same in the twin, which must look the same to all who do not know its secret."""
        twin, match = self.twin, self.match
        assert twin is not None
        self.twin = None
        second = self.rule(twin.position, action)
        if twin.secret in ruling.opened or twin.secret in second.opened:
            return
        if second.after is None and getattr(action, "seat", None) in twin.aware:
            return  # whoever knows a secret may act on it
        self.twin = twin
        self._compare(action, ruling, second)
        after = second.after
        if match.finished(ruling.after) or after == ruling.after:
            self.twin = None
            return
        twin.position = after
        for position in (ruling.after, after):
            twin.aware |= {*match.secrets(position).get(twin.secret, ())}

    def _compare(self, action: Any, one: Ruling[Any], other: Ruling[Any]) -> None:
        """Check that nobody who may not know the secret of the twin can tell the two games apart."""
        twin, match = self.twin, self.match
        assert twin is not None
        if match.finished(one.after):
            return
        after = other.after
        if after is None:
            self._leak(action, "anybody", f"it is refused in one of two games: {other.reason}")
        for what, first, second in (
            ("the log", (one.cases, one.story), (other.cases, other.story)),
            ("what is open", self._asked(one.after), self._asked(after)),
        ):
            if first != second:
                self._leak(action, "everybody", f"{what} says {first} or {second}")
        for seat in (*(seat.id for seat in match.roster(one.after)), *_LOOKING_ON):
            if seat in twin.aware or seat in match.secrets(one.after).get(twin.secret, ()):
                continue
            views = [dump_line(match.view(position, seat)) for position in (one.after, after)]
            if views[0] != views[1]:
                self._leak(action, seat, f"the view differs at {_difference(*views)}")
            seen = [[*effects_known_to(ruling.effects, seat)] for ruling in (one, other)]
            if seen[0] != seen[1]:
                self._leak(action, seat, f"the effects are {seen[0]} or {seen[1]}")

    def _compare_progress(self, action: Any, ruling: Ruling[Any]) -> None:
        """Check that an action in progress asks the same in the twin, of those who fill it in."""
        twin = self.twin
        if (
            twin is None
            or ruling.after is not None
            or any(d.secret for d in declared_fields(type(action)).values())
        ):
            return
        if getattr(action, "seat", None) in twin.aware and TABLE in twin.aware:
            return
        other = self.rule(twin.position, action)
        if not other.legal and getattr(action, "seat", None) in twin.aware:
            return
        for what in ("reason", "needs", "score", "cases"):
            first, second = getattr(ruling, what), getattr(other, what)
            if first != second:
                self._leak(action, "the tablet", f"in progress its {what} is {first} or {second}")

    def _asked(self, position: Any) -> list[Any]:
        """Return what everybody may know of the open questions."""
        return [
            (
                q.name,
                q.who,
                q.held,
                q.optional,
                q.beside,
                q.private,
                q.seconds,
                () if self._own(q) else q.answers,
            )
            for q in self.match.questions(position)
        ]

    @staticmethod
    def _own(question: Question[Any]) -> bool:
        """Whether a question shows its answers to its own seats alone."""
        kinds = {type(answer) for answer in question.answers}
        return question.private or any(d.secret for kind in kinds for d in declared_fields(kind).values())

    def _leak(self, action: Any, seat: str, how: str) -> NoReturn:
        assert self.twin is not None
        name = self.twin.secret
        what = f"{name!r}, which lies face down or was never opened"
        self._fault(f"{told(self.match, action)} tells {seat} of {what}: {how}.")

    @staticmethod
    def _fault(sentence: str) -> NoReturn:
        raise AssertionError(sentence)


def told(match: Rules[PositionT, ActionT], action: ActionT) -> str:
    """Return an action as JSON, without what is open, for a sentence."""
    written = match.write(action)
    return dump_line({name: value for name, value in written.items() if value is not None})


def _difference(one: str, other: str) -> str:
    """Return where two texts differ, with what stands around it."""
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    return f"…{one[max(0, at - 40) : at + 20]}…"
