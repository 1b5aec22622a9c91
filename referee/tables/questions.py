"""What a table waits for: the open questions of its position, actions in progress, and requests.

An action in progress answers one question of the position. Others may act beside it only where their question
says so. After each line the others are judged again, by the position that it leads to. One that no longer
stands lapses: its dice come up again, and what was told for it stays in the record.

Only those who fill an action in learn what it still needs: what is asked may depend on a secret.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, is_dataclass, replace
from functools import partial
from typing import Any, cast

from referee.errors import InputError, MovedOn, Problem, Refused, Stale
from referee.games.interface import (
    Action,
    ActionT,
    Json,
    Position,
    PositionT,
    Rules,
    given_at,
    results_by_kind,
)
from referee.games.interface.chance import not_asked
from referee.games.plugin_errors import check_actions
from referee.games.table_view import Waiting
from referee.games.toolkit.rules_api import need_json, score_json, shown_ruling
from referee.records.data import LAPSED, Declined, Line, PendingAction, Request
from referee.records.seals import Attempt
from referee.records.text import show
from referee.tables.consent import asks_consent, may_ask, still_to_agree
from referee.tables.pending_actions import (
    LISTED,
    cancelled_line,
    merge_inputs,
    question_of,
    ruling_in_progress,
)
from referee.tables.store import Change
from referee.tables.table import LoadedTable, player
from rules.fields import Declared, declared_fields, kinds_of
from rules.questions import REFEREE, TABLE, Question
from rules.ruling import Ruling, refuse
from rules.sentences import sentence

ACTION = "action"
"""The kind of what a seat had begun, in the news that it lapsed."""
_CLOSED = "That question is closed. Read what is asked now before you answer."
_FACE_DOWN = "secret choice"
_KINDS = {"picked": "choice", "asked": "fact", "rolled": "dice", "drawn": "draw"}
_LOOK_BACK = 12
"""How many lines a question that is open since before counts as new: a tap for it is then out of date."""


class OtherQuestion(MovedOn):
    """An answer to a question that is closed, or was asked otherwise."""

    def __init__(self) -> None:
        super().__init__(409, _CLOSED)


def declared(action: object) -> Mapping[str, Declared]:
    """Return the declared fields of an action, by name."""
    return declared_fields(cast("Any", type(action))) if is_dataclass(action) else {}


def lays_secret(table: LoadedTable, action: Action) -> bool:
    """Return whether an action lays something face down: a choice, or dice and draws that it holds."""
    if table.match.secret_choice(action) is not None:
        return True
    by_hand = {"picked", "asked"}
    fields = ((name, one) for name, one in declared(action).items() if one.secret)
    return any(one.how in by_hand or getattr(action, name) is not None for name, one in fields)


def owner_of(pending: PendingAction) -> str:
    """Return the seat whose action one in progress is, also where the tablet began it."""
    return str(pending.action.get("seat") or pending.seat)


def in_progress_for(table: LoadedTable, seat: str) -> list[PendingAction]:
    """Return the actions in progress, the seat's own before those that it may fill in, and others last."""

    def far(pending: PendingAction) -> int:
        return 0 if owner_of(pending) == seat else 1 if seat in who_fills(table, pending) else 2

    return sorted(table.in_progress, key=far)


def who_fills(table: LoadedTable, pending: PendingAction) -> tuple[str, ...]:
    """Return the seats that may tell what an action in progress needs: all, where it is the referee's."""
    owner, masters = owner_of(pending), table.roster.masters
    return tuple(
        seat for seat in table.roster.seats if owner == REFEREE or seat in {TABLE, owner} or seat in masters
    )


def check_fills(table: LoadedTable, seat: str, pending: PendingAction) -> None:
    """Check that a seat may tell what an action in progress still needs. Raises Problem (403)."""
    if seat not in who_fills(table, pending):
        raise Problem(403, f"{sentence(player(table, owner_of(pending)))} is asked for this.")


def answered_by(table: LoadedTable, name: str | None, data: object) -> PendingAction | None:
    """Return the action in progress that an answer to a named question goes on with, or None.

    Raises OtherQuestion (409) where the answer is for one that is over: it holds no action of its own.
    """
    begun = None if name is None else table.answering(name)
    if name is not None and begun is None and isinstance(data, Mapping) and data and "do" not in data:
        raise OtherQuestion
    return begun


def check_asked(table: LoadedTable, action: Action, name: str | None, serial: int | None) -> None:
    """Check that an action answers the open question that its seat read. Raises OtherQuestion (409)."""
    if name is None:
        if serial is not None:
            raise InputError("question is missing: the serial is that of a question.")
        return
    question = question_of(table, action)
    if question is None or question.name != name or serial not in {None, serial_of(table, question)}:
        raise OtherQuestion


def check_version(table: LoadedTable, seat: str, action: Action, version: int, stage: str | None) -> None:
    """Check that an action is not out of date. Raises Stale (409)."""
    if version != table.version_for(seat) and not choice_still_counts(table, seat, action, version, stage):
        raise Stale(version)


def choice_still_counts(
    table: LoadedTable, seat: str, action: Action, version: int, stage: str | None
) -> bool:
    """Return whether a choice still counts although the version is old: only others have chosen since."""
    now, choices = table.version_for(seat), table.match.secret_choices
    if choices is None:
        return False
    if (chooser := choices.open_choice(action)) is not None:
        quicker = _choices_since(table, choices, chooser)
        count = len(table.lines)
        stages = [table.secrets.stage(count - n, table.lines.taken_back) for n in range(quicker + 1)]
    elif choices.secret_choice(action) is not None:
        quicker = table.secrets.lately(seat, table.lines)
        stages = [table.stage]
    else:
        return False
    return stage in stages if stage is not None else now - quicker <= version <= now


def _choices_since(table: LoadedTable, choices: Rules, chooser: str) -> int:
    """Return how many of the last lines are simultaneous open choices of other seats."""
    count = 0
    for line in reversed(table.lines):
        other = choices.open_choice(table.match.read(line.action)) if line.stands else None
        if other in (None, chooser):
            break
        count += 1
    return count


def serial_of(table: LoadedTable[PositionT, ActionT], question: Question[ActionT]) -> int:
    """Return the number of the line since which a question is open as it is now; 0 from the start.

    A line that answers it opens it anew, and so does taking one back: a second tap does not answer it again.
    """
    return table.cached_now(f"serial {question.name}", lambda: _serial(table, question))


def _serial(table: LoadedTable[PositionT, ActionT], question: Question[ActionT]) -> int:
    match, now, before, back = table.match, table.positions[-1], len(table.positions) - 1, 0
    for line in reversed(table.lines):
        if line.taken_back_at is not None:
            back = max(back, line.taken_back_at)
            continue
        before, action = before - 1, table.action_of(line)
        if any(one.name == question.name for one in match.questions_for(now, action)):
            return max(back, line.n)
        if before < max(0, len(table.positions) - _LOOK_BACK):
            return max(back, line.n)
        if question not in [one for one in _asked_at(table, before) if one.name == question.name]:
            return max(back, line.n)
    return back


def _asked_at(table: LoadedTable[PositionT, ActionT], at: int) -> Sequence[Question[ActionT]]:
    """Return the questions of a position of the table, by its index; kept for the last ones."""
    kept, match, position = table.cache.setdefault("questions", {}), table.match, table.positions[at]
    if at not in kept or kept[at][0] is not position or kept[at][1] is not match:
        asked = match.open_questions(position)
        for question in asked:
            check_actions(match, table.game.system, question.answers)
        kept[at] = position, match, asked
        kept.pop(at - _LOOK_BACK - 1, None)
    known: Sequence[Question[ActionT]] = kept[at][2]
    return known


def whole_answer(table: LoadedTable, pending: PendingAction, data: object) -> Action:
    """Return an action in progress with what a seat told for it. Raises InputError, Refused (422)."""
    if not isinstance(data, Mapping):
        return table.match.read(data)  # raises InputError with its words
    given = {name: value for name, value in data.items() if value is not None and name not in LISTED}
    fields, begun = declared(table.parsed_in_progress(pending)), dict(pending.action)
    for name, value in given.items():
        before, how = begun.get(name), fields[name].how if name in fields else ""
        if before is None and how == "drawn":
            raise InputError(f"{name}: {show(value)} is not for a player to give; the referee draws.")
        if how == "rolled" and _more_dice(before, value):
            begun[name] = value
        elif merge_inputs({name: before}, {name: value}) is None:
            said = "is not what was said before" if how else "is not what was begun"
            raise Refused(shown_ruling(refuse((), f"{name}: {show(value)} {said}.", firm=True)))
    return table.match.read(merge_inputs(begun, given), owner_of(pending))


def _more_dice(before: object, now: object) -> bool:
    """Return whether these are the dice of before and more of the same roll."""
    if not (isinstance(before, list) and isinstance(now, list)):
        return False
    return len(now) > len(before) and now[: len(before)] == before


def check_values(table: LoadedTable, seat: str, action: Action) -> None:
    """Check that an action holds no value that does not fit, or that nothing has asked for before its dice.

    Nobody is asked to consent to such a one. Where people roll, it would wait for them unseen, and the dice
    could not be typed in any more. Raises Refused (422).
    """
    if field := table.match.early(table.position, action):
        raise Refused(shown_ruling(refuse((), not_asked(field), firm=True)))
    if may_ask(table) and not (ruling := table.match.check(table.position, action, seat)).legal:
        raise Refused(shown_ruling(ruling))


def facts_told(action: Action, before: Mapping[str, str], seat: str) -> dict[str, str]:
    """Return who told each fact in an action: `seat`, where it is not told `before`."""
    asked = [
        n for n, one in declared(action).items() if one.how == "asked" and getattr(action, n) is not None
    ]
    return {name: before.get(name, seat) for name in asked}


def answered(
    table: LoadedTable, pending: PendingAction, tried: Attempt, told: Mapping[str, str]
) -> PendingAction:
    """Return an action in progress with what was answered; the tap that answers it goes no farther."""
    written = table.match.write(tried.action)
    tap = replace(pending.tap, far="")
    return replace(pending, action=written, rolled=tried.rolled, told=told, tap=tap)


def dice_elsewhere(table: LoadedTable, action: Action, question: str) -> PendingAction | None:
    """Return another action in progress that holds dice of a kind that this action has too, or None."""
    others = [pending for pending in table.in_progress if pending.question != question]
    mine = results_by_kind(given_at(table.match, table.positions[-1], action)).keys() if others else ()
    for pending in others:
        held = given_at(table.match, table.positions[-1], table.parsed_in_progress(pending))
        if results_by_kind(held).keys() & mine:
            return pending
    return None


@dataclass(frozen=True, slots=True)
class JudgedAgain:
    """What becomes of the actions in progress once another one is done.

    `begun` are those still in progress, `lapsed` the lines of those that are no longer possible, where they
    hold dice or facts. `unread` is the news for those who had begun them.
    """

    begun: tuple[PendingAction, ...]
    lapsed: tuple[Line, ...] = ()
    unread: Mapping[str, Declined | None] = field(default_factory=dict)

    def save(self, change: Change, table: LoadedTable) -> None:
        if not table.in_progress:
            return
        if self.begun != table.in_progress or any(
            one.serial != old.serial for one, old in zip(self.begun, table.in_progress, strict=True)
        ):
            change.set_in_progress(self.begun)


def judged_again(table: LoadedTable, after: Position, done: str | None, seat: str, at: str) -> JudgedAgain:
    """Return what becomes of the actions in progress when a seat's action leads to the position `after`.

    `done` is the question that it answered. `at` is the time.
    """
    begun, lapsed, unread = list[PendingAction](), list[Line](), dict[str, Declined | None]()
    for pending in table.in_progress:
        if pending.question == done:
            continue
        stands, serial = _stands(table, pending, after)
        if stands:
            begun.append(replace(pending, serial=serial))
            continue
        if pending.told or table.match.given(table.parsed_in_progress(pending)):
            n = table.last_number + 1 + len(lapsed)
            lapsed.append(cancelled_line(table, pending, n, at, LAPSED))
        if (owner := owner_of(pending)) != REFEREE:
            unread[owner] = Declined(ACTION, seat, lapsed=True, why=_why(table, pending, after, owner))
    return JudgedAgain(tuple(begun), tuple(lapsed), unread)


def _stands(table: LoadedTable, pending: PendingAction, after: Position) -> tuple[bool, int]:
    """Return whether an action in progress is still possible, and its serial then.

    What it holds is judged from the start again, value by value. Something must still be missing: one that
    has become whole was never seen so by those who began it.
    """
    if not pending.question:
        return True, pending.serial
    match, action = table.match, table.parsed_in_progress(pending)
    if match.finished(after):
        return False, 0
    question = question_of(table, action, after)
    if question is None or question.name != pending.question:
        return False, 0
    before, now = (
        ruling_in_progress(table, pending),
        table.judge(overridden=pending.overridden)(after, action),
    )
    same = (now.reason, now.needs, now.score) == (before.reason, before.needs, before.score)
    serial = pending.serial if same else table.version_for(TABLE) + 1
    return now.legal and now.after is None, serial


def _why(table: LoadedTable, pending: PendingAction, after: Position, owner: str) -> str:
    """Return why an action in progress is no longer possible, "" where nobody is asked for it any more."""
    match, action = table.match, table.parsed_in_progress(pending)
    if match.finished(after) or question_of(table, action, after) is None:
        return ""
    now = match.check(after, action, owner)
    field = now.reason.partition(":")[0]  # a sentence on what was given: for programs
    return "" if now.legal or field in declared(action) else now.reason


def waiting(table: LoadedTable, seat: str) -> list[Waiting] | None:
    """Return all that the table waits for, as a seat may know it; None where the game does not say it."""
    if not table.match.by_questions:
        return None
    return [*_open(table, seat), *_in_progress(table, seat), *_requested(table)]


def open_questions(table: LoadedTable[PositionT, ActionT]) -> Sequence[Question[ActionT]]:
    """Return the questions that may be answered now, without those that somebody is answering."""
    asked = _asked_at(table, len(table.positions) - 1)
    return [one for one in asked if not table.answering(one.name)] if table.in_progress else asked


@dataclass(frozen=True, slots=True)
class Template:
    """An answer that a seat may give, with the question that it answers, and `who` is asked that.

    `listed` is its JSON, with the needs of its `open` fields, and `why_not` where the referee refuses it now.
    It goes on with the action in progress `begun`, or answers what is `asked`. A `secret` one lays something
    face down.
    """

    action: Action
    listed: Json
    question: str
    serial: int
    who: tuple[str, ...]
    begun: PendingAction | None = None
    asked: Question[Action] | None = None
    secret: bool = False


def templates(table: LoadedTable, seat: str) -> list[Template]:
    """Return the answers that a seat may give to the questions of a game.

    An action in progress comes first, for those who fill it in.
    """
    return table.cached_now(f"templates {seat}", lambda: _templates(table, seat))


def _templates(table: LoadedTable, seat: str) -> list[Template]:
    found = list[Template]()
    match, position, speaks_for = table.match, table.positions[-1], table.roster.speaks_for
    declares = any(map(declared_fields, kinds_of(getattr(match, "action", None))))
    for pending in table.in_progress:
        if seat in (who := who_fills(table, pending)):
            action, name = table.parsed_in_progress(pending), pending.question if declares else ""
            listed = _listed(table, name, action, ruling_in_progress(table, pending))
            found.append(Template(action, listed, pending.question, pending.serial, who, pending))
    for question in open_questions(table):
        if (table.in_progress and not question.beside) or not match.may_answer(position, question, seat):
            continue
        named = (question.name, serial_of(table, question), question.who)
        name = question.name if declares else ""
        kinds = {type(action): action for action in question.answers}
        secret = {kind: lays_secret(table, action) for kind, action in kinds.items()}
        for action in question.answers:
            if seat in (owners := match.seats_for(action)) or speaks_for(seat, owners):
                listed = _listed(table, name, action, match.check(position, action, seat))
                found.append(Template(action, listed, *named, None, question, secret[type(action)]))
    return found


def _listed(table: LoadedTable, question: str, action: Action, ruling: Ruling[Position]) -> Json:
    """Return an answer as JSON, with what is open in it, and the `question` that it names, if it does."""
    hidden = table.match.secret_needs
    listed = table.match.write(action)
    if question:
        listed["question"] = question
    if ruling.needs and (
        opens := {name: need_json(need) for name, need in ruling.needs.items() if name not in hidden}
    ):
        listed["open"] = opens
    if not ruling.legal:
        listed |= {"why_not": ruling.reason, "why_not_cases": list(ruling.cases)}
    return listed


def _open(table: LoadedTable, seat: str) -> Iterator[Waiting]:
    for question in open_questions(table):
        if question.optional:
            continue
        kind = table.cached_now(f"kind {question.name}", partial(_kind, table, question))
        waits = Waiting(question=question.name, who=list(question.who), kind=kind)
        secret = question.private or kind == _FACE_DOWN
        if seat in {*question.who, *table.roster.masters} or (seat == TABLE and not secret):
            waits["serial"] = serial_of(table, question)
        yield waits


def _kind(table: LoadedTable[PositionT, ActionT], question: Question[ActionT]) -> str:
    """Return of which kind a question is: that of the first field that its only answer leaves open."""
    kinds = [declared_fields(kind) for kind in {*map(type, question.answers), *question.accepts}]
    if any(one.secret for fields in kinds for one in fields.values()):
        return _FACE_DOWN
    if len(question.answers) == 1 and not question.accepts:
        needs = table.match.check(table.positions[-1], question.answers[0], question.who[0]).needs
        for name in needs:
            return _KINDS[kinds[0][name].how] if name in kinds[0] else "choice"
    return "choice"


def _in_progress(table: LoadedTable, seat: str) -> Iterator[Waiting]:
    for pending in table.in_progress:
        who, fields = who_fills(table, pending), declared(table.parsed_in_progress(pending))
        ruling = ruling_in_progress(table, pending)
        told = set[str]()
        for name, need in ruling.needs.items():
            kind = _KINDS[fields[name].how] if name in fields else "choice"
            if seat not in who and kind in told:
                continue
            told.add(kind)
            waits = Waiting(question=pending.question, who=list(who), kind=kind)
            if seat in who:  # when it changed may tell others what it is about
                waits["serial"] = pending.serial
            if seat in who and name not in table.match.secret_needs:
                asked = need_json(need)
                text = asked.get("ask", "") if isinstance(asked, dict) else ""
                if not text and name in fields:
                    text = fields[name].text
                waits["field"], waits["text"], waits["needs"] = name, text or ruling.reason, asked
                if ruling.score:
                    waits["score"] = score_json(ruling.score)
            yield waits


def _question_asked(table: LoadedTable, asked: Request) -> str:
    """Return the question whose action waits for consent, else the kind of the request."""
    action = table.match.read(asked.action) if asks_consent(table, asked) else None
    question = None if action is None else question_of(table, action)
    return asked.kind if question is None else question.name


def _requested(table: LoadedTable) -> Iterator[Waiting]:
    if (asked := table.request) is not None:
        who = list(still_to_agree(table, asked))
        yield Waiting(question=_question_asked(table, asked), serial=asked.serial, who=who, kind="consent")
