"""What a seat may do and what the table waits for, as forms and keys: the same for every game."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil
from typing import Any

from referee.games.interface import ChanceRequest, Screens, TableView, TableWords
from referee.records.text import Json
from referee.web.pages.form_fields import BEFORE, NTH, declared_of
from rules.fields import Declared
from rules.questions import REFEREE, TABLE
from rules.sentences import either, sentence

FEW = 3
"""So many options stand open among other keys. More are folded; of a secret choice more are chosen first,
and then sent."""
_FACES = 6
INCH = "inch"
"""The unit of a distance on the table."""
_MOST_KEYS = 13
"""So many whole numbers without limits, or fewer, are keys of their own."""
_MOST_BANDS = 5
"""So many bands of a number, or fewer, stand beside each other in a grid."""
_NOT_POSTED = frozenset({"open", "why_not", "why_not_cases", "question"})
"""The members of a listed action that say something about it."""


@dataclass(frozen=True)
class GameWords:
    """A game's words for its actions, their values and its questions, as one seat reads them."""

    screens: Screens[TableView]
    view: TableView
    words: TableWords[TableView]
    seat: str
    kinds: object = None

    def action(self, action: Json) -> str:
        """Return what an action is called on its key, without what was told, rolled or drawn for it."""
        declared = declared_of(self.kinds, action["do"])
        left = {k: v for k, v in action.items() if k not in declared or declared[k].how == "picked"}
        return self.screens.action_words(left, self.view)

    def value(self, field: str, value: object) -> str:
        """Return what a value of a field is called."""
        return self.screens.value_words(field, value, self.view)

    def row(self, field: str, value: object) -> tuple[str, str]:
        """Return the row in which a value of a field stands, and what its key says there; "" in none."""
        return self.screens.value_row(field, value, self.view)

    def question(self, name: str) -> str:
        """Return the heading over the keys of a question."""
        return self.screens.question_words(name, self.view)

    def who(self, seats: Sequence[str]) -> str:
        """Return who is asked, at the start of a sentence: "You", "Ann or Ben", "The tablet"."""
        if self.seat in seats and self.seat != TABLE:
            return "You"
        return sentence(self.others(seats))

    def others(self, seats: Sequence[str]) -> str:
        """Return who is asked, within a sentence: "Ann or Ben", "the tablet"."""
        players = [seat for seat in seats if seat != TABLE] or seats
        called = ("the referee" if seat == REFEREE else self.words.player(seat) for seat in players)
        return either(called)


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer to choose: what its key posts, and what it says.

    In a `row` of its own kind the key says less: `there`. `beyond` is the last band of a number, without end.
    """

    value: str
    says: str
    row: str = ""
    there: str = ""
    beyond: bool = False


@dataclass(frozen=True, slots=True)
class Blank:
    """An open field of an action: what it asks, and what answers it.

    With `names` it is answered for each of them. `count` of several dice are typed in. `answers` are all that
    may be chosen; with `least` and `most` any number between them may be given as well, in steps of `step`.
    `look` is "faces" for those of a die, "numbers" for any other dice, "values" for numbers in a grid.
    `chosen` are answers that stand there at first, by the names of its fields in the form.
    """

    name: str
    text: str
    answers: tuple[Answer, ...] = ()
    names: tuple[Answer, ...] = ()
    count: int = 1
    least: int | None = None
    most: int | None = None
    step: str = "1"
    unit: str = ""
    look: str = ""
    chosen: Mapping[str, str] = field(default_factory=dict)

    @property
    def posts(self) -> str:
        """The name of the field in the form."""
        return f"{BEFORE}{self.name}"

    @property
    def parts(self) -> Sequence[tuple[str, str]]:
        """The names of its fields in the form, each with what its line is called."""
        if self.names:
            return [(f"{self.posts}.{one.value}", one.says) for one in self.names]
        if self.count > 1:
            return [(f"{self.posts}.{NTH}{n}", f"Die {n}") for n in range(1, self.count + 1)]
        return [(self.posts, "")]

    @property
    def part_rows(self) -> Sequence[tuple[str, Sequence[tuple[str, str]]]]:
        """Its `parts` by the row that several names share, in order; "" for a part in a row of its own."""
        rows = [one.row for one in self.names] or [""] * len(self.parts)
        found: list[tuple[str, list[tuple[str, str]]]] = []
        for row, part in zip(rows, self.parts, strict=True):
            if row and found and found[-1][0] == row:
                found[-1][1].append(part)
            else:
                found.append((row, [part]))
        return found

    @property
    def rows(self) -> Mapping[str, Sequence[Answer]]:
        """The answers by row, where some stand in rows: alike ones below each other, the rest last as "".

        A gap in a row is an answer without a value.
        """
        columns = {one.there: Answer("", one.there) for one in self.answers if one.row}
        found: dict[str, dict[str, Answer]] = {}
        for one in sorted(self.answers, key=lambda one: not one.row):
            found.setdefault(one.row, dict(columns) if one.row else {})[one.there or one.value] = one
        return {row: tuple(some.values()) for row, some in found.items()} if columns else {}

    @property
    def typed(self) -> bool:
        """Whether a number may be typed in."""
        return self.most is not None

    @property
    def in_inches(self) -> bool:
        """Whether it may be measured on a photograph of the table."""
        return self.typed and self.unit == INCH

    @property
    def bands(self) -> str:
        """The bands of a number in JSON, each as its far limit and its words."""
        return json.dumps([[one.value, one.says] for one in self.answers])


@dataclass(frozen=True)
class Key:
    """An action as a key; with `blanks` it is a form that asks for them. `why_not` says why it is refused.

    `names` are what its form names besides: the question that it answers. What a `secret` one chooses lies
    face down.
    """

    action: Json
    says: str
    blanks: tuple[Blank, ...] = ()
    why_not: str = ""
    cases: tuple[str, ...] = ()
    names: Mapping[str, object] = field(default_factory=dict)
    secret: bool = False

    @property
    def posted(self) -> str:
        """The action as its key posts it."""
        return json.dumps(self.action)

    @property
    def at_once(self) -> bool:
        """Whether each answer is a key that does the action."""
        if len(self.blanks) != 1:
            return False
        (one,) = self.blanks
        if one.parts[1:]:
            return False
        few = len(one.answers) <= FEW or not self.secret
        return one.typed or one.look == "values" or (bool(one.answers) and few)

    @property
    def is_grid(self) -> bool:
        """Whether each key answers two things at once: a number by its band, and yes or no by its row."""
        return len(self.blanks) == 2 and _is_band(self.blanks[0]) and _is_yes_no(self.blanks[1])

    @property
    def folds(self) -> bool:
        """Whether its answers are so many that they are folded among other keys."""
        return not any(one.look or one.typed for one in self.blanks) and len(self.blanks[0].answers) > FEW


@dataclass(frozen=True, slots=True)
class Group:
    """A question with the keys that answer it; `others` are asked where this seat only may answer for them.

    A `secret` one lays something face down; an `optional` one is folded. The time to answer it is `seconds`,
    which may stand.
    """

    title: str
    keys: tuple[Key, ...]
    others: str = ""
    secret: bool = False
    optional: bool = False
    seconds: int | None = None
    stands: bool = False

    @property
    def has_heading(self) -> bool:
        """Whether there is something to say that its only key does not say itself."""
        alone = self.keys[0].says if len(self.keys) == 1 and not self.keys[0].blanks else None
        return self.seconds is not None or self.secret or self.title not in {"", alone}


@dataclass(frozen=True, slots=True)
class InProgress:
    """An action that has begun: what it does, what it still asks, and how this seat may answer.

    Each of `forms` answers one blank, or two in a grid; `dice` is the form of those that are typed in.
    `settled` is what was chosen and told for it so far, as pairs of what was asked and what it says.
    `gives_up`: this seat may give it up alone, by its `question`.
    """

    title: str
    who: str
    reason: str
    cases: tuple[str, ...]
    forms: tuple[Key, ...] = ()
    dice: Key | None = None
    score: Json | None = None
    gives_up: bool = False
    question: str = ""
    settled: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Waits:
    """One thing that the table waits for, in a line: for `who`, and what of them."""

    who: str
    text: str
    seconds: int | None = None
    stands: bool = False


@dataclass(frozen=True, slots=True)
class Offered:
    """An action that a seat may do, as it is listed, with the question that it answers."""

    listed: Json
    question: str = ""
    serial: int | None = None
    who: tuple[str, ...] = ()
    secret: bool = False
    optional: bool = False


def groups_of(offered: Sequence[Offered], words: GameWords, times: Mapping[str, Json]) -> tuple[Group, ...]:
    """Return the keys of a seat's actions, in order: by the question that they answer, or whose they are.

    The tablet and a game master may act for several seats. `times` are the deadlines of questions, by name.
    """
    several = len({one.listed.get("seat") for one in offered}) > 1
    groups: dict[tuple[str, str], list[Offered]] = {}
    for one in offered:
        seat = str(one.listed.get("seat", "")) if several and not one.question else ""
        groups.setdefault((one.question, seat), []).append(one)
    return tuple(
        Group(
            words.words.name(seat) if seat else words.question(name),
            tuple(key_of(one, words) for one in members),
            _others(members[0].who, words),
            any(one.secret for one in members),
            members[0].optional,
            *_time(times.get(name)),
        )
        for (name, seat), members in groups.items()
    )


def _others(who: Sequence[str], words: GameWords) -> str:
    """Return for whom this seat may answer, "" for itself."""
    return "" if words.seat in who or not who else words.others(who)


def _time(deadline: Json | None) -> tuple[int | None, bool]:
    """Return the whole seconds that are left of a deadline, and whether it stands."""
    return (None, False) if deadline is None else (ceil(deadline["seconds"]), deadline["until"] is None)


def key_of(one: Offered, words: GameWords) -> Key:
    """Return the key of a listed action. It asks for choices; facts are told once the action has begun.

    A fact that the action is listed with is told by the key itself, so its words say it.
    """
    posted = {name: value for name, value in one.listed.items() if name not in _NOT_POSTED}
    why_not = str(one.listed.get("why_not") or "")
    needs = {} if why_not else one.listed.get("open") or {}
    declared = declared_of(words.kinds, posted["do"])
    chosen = {k: need for k, need in needs.items() if k not in declared or declared[k].how == "picked"}
    hidden = {name: how.secret for name, how in declared.items() if how.secret}
    seat = str(posted.get("seat", words.seat))
    blanks = tuple(
        replace(made, chosen=_lies(made, hidden[made.name], seat, words)) if made.name in hidden else made
        for made in blanks_of(chosen, words)
    )
    names = {} if one.serial is None else {"question": one.question, "serial": one.serial}
    cases = tuple(one.listed.get("why_not_cases") or ())
    secret = one.secret or bool(hidden)
    says = words.screens.action_words(posted, words.view)
    return Key(posted, says, blanks, why_not, cases, names, secret)


def _lies(made: Blank, secret: str, seat: str, words: GameWords) -> Json:
    """Return what lies face down of a secret choice that is made again, as far as this seat sees it."""
    shown = words.view.game
    seen = shown.get(secret) if isinstance(shown, Mapping) else None
    if not isinstance(seen, Mapping):
        return {}
    keys = [(f"{made.posts}.{one.value}", one.value) for one in made.names] or [(made.posts, seat)]
    return {posts: _posted(seen[key]) for posts, key in keys if seen.get(key) is not None}


def progress_of(pending: Json, words: GameWords, dice: Sequence[ChanceRequest], *, mine: bool) -> InProgress:
    """Return an action in progress. `dice` are those that this seat types in; `mine`: it may fill it in."""
    action = {name: value for name, value in pending["action"].items() if value is not None}
    names = {name: pending[name] for name in ("question", "serial") if name in pending}
    asked = [
        Key(action, "", some, names=names) for some in _in_grids([*blanks_of(pending["needs"], words)], words)
    ]
    typed = tuple(dice_blank(one, words) for one in dice)
    title = words.action(action)
    return InProgress(
        title,
        words.who([pending["seat"]]),
        pending["reason"],
        tuple(pending["cases"]),
        tuple(asked) if mine else (),
        Key(action, "", typed, names=names) if mine and typed else None,
        pending.get("score"),
        bool(pending["may_cancel"]),
        pending.get("question", ""),
        settled_in(action, words, title),
    )


def _in_grids(blanks: Sequence[Blank], words: GameWords) -> Iterator[tuple[Blank, ...]]:
    """Yield what is asked: the first number in bands with the first yes or no, where the game words that."""
    number = next(filter(_is_band, blanks), None)
    other = next((one for one in blanks if _is_yes_no(one) and _rows(one, words)), None)
    paired = (number, other) if number and other else ()
    if number and other:
        yield number, replace(other, answers=_rows(other, words))
    yield from ((one,) for one in blanks if one not in paired)


def _is_band(one: Blank) -> bool:
    return one.typed and 0 < len(one.answers) <= _MOST_BANDS


def _is_yes_no(one: Blank) -> bool:
    return not one.names and {answer.value for answer in one.answers} == {"yes", "no"}


def _rows(one: Blank, words: GameWords) -> tuple[Answer, ...]:
    """Return "no" and "yes" in the game's own words; none where it has no others."""
    no, yes = (words.value(one.name, value) for value in (False, True))
    return () if (no, yes) == ("No", "Yes") else (Answer("no", no), Answer("yes", yes))


def settled_in(action: Json, words: GameWords, known: str = "") -> tuple[tuple[str, str], ...]:
    """Return what was told for an action, and what was chosen that is not `known`, with what was asked."""
    said = [
        (declared, _told(name, declared, action[name], words))
        for name, declared in declared_of(words.kinds, action["do"]).items()
        if declared.how in {"picked", "asked"} and not declared.secret and action.get(name) is not None
    ]
    return tuple((one.text, says) for one, says in said if one.how == "asked" or says not in known)


def _told(name: str, declared: Declared, value: object, words: GameWords) -> str:
    """Return what a value says that was chosen or told: of a number its band, where a key told that."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        each = (
            f"{words.value(name, key)}: {_told(name, declared, one, words)}" for key, one in value.items()
        )
        return ", ".join(each)
    if isinstance(value, (list, tuple)):
        return ", ".join(words.value(name, one) for one in value)
    if declared.how == "picked" or not isinstance(value, (int, float)):
        return words.value(name, value)
    bands = {one.value: one.says for one in _bands(declared.limits, declared.most, declared.unit)}
    unit = "inches" if declared.unit == INCH and value != 1 else declared.unit
    return bands.get(f"{value:g}") or f"{value:g} {unit}".strip()


def waits_of(entries: Sequence[Json], words: GameWords) -> tuple[Waits, ...]:
    """Return what the table waits for of other seats, a line each; requests have a panel of their own."""
    lines = dict.fromkeys(
        Waits(
            words.who(entry["who"]),
            entry.get("text") or _KINDS[entry["kind"]],
            *_time(entry.get("deadline")),
        )
        for entry in entries
        if words.seat not in entry["who"] and entry["kind"] != "consent" and entry["who"] != [REFEREE]
    )
    return tuple(lines)


_KINDS: Mapping[str, str] = {
    "choice": "a choice",
    "secret choice": "a secret choice",
    "fact": "a look at the table",
    "dice": "dice",
    "draw": "a draw",
}


def blanks_of(needs: Mapping[str, Any], words: GameWords) -> Iterator[Blank]:
    """Yield what a person answers of some needs in JSON; dice and draws are not among them."""
    for name, need in needs.items():
        if isinstance(need, Mapping):
            yield _blank(name, need, words)


def _blank(name: str, need: Mapping[str, Any], words: GameWords) -> Blank:
    text = str(need.get("ask") or "") or sentence(name.replace("_", " "))
    names = tuple(Answer(str(one), words.value(name, one)) for one in need.get("each", ()))
    made = Blank(name, text, names=names)
    match need["kind"]:
        case "yes_no":
            return replace(made, answers=(Answer("yes", "Yes"), Answer("no", "No")))
        case "choice":
            options = need["options"]
            rows = [words.row(name, one) if len(options) > FEW else ("", "") for one in options]
            answers = (
                Answer(_posted(one), words.value(name, one), *row)
                for one, row in zip(options, rows, strict=True)
            )
            return replace(made, answers=tuple(answers))
        case _:
            return _number_blank(made, need)


def _number_blank(made: Blank, need: Mapping[str, Any]) -> Blank:
    least, most = int(need.get("least") or 0), need.get("most")
    limits = [n for n in need.get("limits") or () if n >= least and (most is None or n <= most)]
    unit, halves = str(need.get("unit") or ""), bool(need.get("halves"))
    if made.names:
        limits = []
    elif not limits and not halves and most is not None and most - least < _MOST_KEYS:
        answers = tuple(Answer(str(n), str(n)) for n in range(least, most + 1))
        return replace(made, answers=answers, unit=unit, look="values")
    return replace(
        made,
        answers=tuple(_bands(limits, most, unit)),
        least=least,
        most=10**6 if most is None else most,
        step=str(1 / 2 if halves else 1),
        unit=unit,
    )


def _bands(limits: Sequence[int], most: int | None, unit: str) -> Iterator[Answer]:
    """Yield a key for each band between limits, which posts its far limit."""
    inches = "″" if unit == INCH else ""
    for before, limit in zip((None, *limits), limits, strict=False):
        says = f"up to {limit}" if before is None else f"{before} to {limit}"
        yield Answer(str(limit), f"{says}{inches}")
    if limits and (most is None or most > limits[-1]):
        yield Answer(str(limits[-1] + 1 if most is None else most), f"over {limits[-1]}{inches}", beyond=True)


def dice_blank(request: ChanceRequest, words: GameWords) -> Blank:
    """Return the blank of dice that are typed in: a die, several, a die for each name, or a total."""
    text = sentence(request.kind)
    names = tuple(
        Answer(name, words.value(request.field, name), *words.row(request.field, name))
        for name in request.names
    )
    if request.total:
        totals = range(request.count, request.count * request.sides + 1)
        answers = tuple(Answer(str(n), str(n)) for n in totals)
        return Blank(request.total, text, answers, look="numbers")
    faces = tuple(Answer(str(n), str(n)) for n in range(1, request.sides + 1))
    count = 1 if names else request.count
    if request.sides > _FACES and (names or count > 1):  # so many keys for each would fill the screen
        return Blank(request.field, text, names=names, count=count, least=1, most=request.sides)
    look = "faces" if request.sides == _FACES else "numbers"
    return Blank(request.field, text, faces, names, count, look=look)


def _posted(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
