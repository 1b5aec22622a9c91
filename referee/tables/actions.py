"""Asking and doing: what a seat may do, the ruling on it, and the record it becomes.

A secret choice may be changed before it is opened. The new choice takes the place of the first one in its
line of the record, if all later lines bear it as they are. No other seat learns of it before the choice is
opened: no line, version or event shows it, and the others still see the first seal. Otherwise it becomes a
line of its own, and what it covers is never opened in play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NoReturn, cast

from referee.errors import Problem, Refused, Stale
from referee.games.interface import (
    Action,
    Json,
    Position,
    Rules,
    given_at,
    people_roll,
)
from referee.games.plugin_errors import check_actions, check_replay
from referee.games.toolkit.rules_api import shown_ruling
from referee.records.data import ONE_STEP, TIME, Line, PendingAction, Request, Tap
from referee.records.seals import Attempt, attempt
from referee.storage import games
from referee.tables import consent, pending_actions, views
from referee.tables.automatic.steps import (
    AutomaticSteps,
    automatic_steps,
    chance_after,
)
from referee.tables.pending_actions import (
    allowed_beside_pending,
    check_with_kept_dice,
    continued_by,
    is_other_action,
    merge_inputs,
    question_of,
    read_given,
    readings_of,
    refuse_until_completed,
    ruling_in_progress,
    save_readings,
    those_of,
)
from referee.tables.questions import (
    Template,
    answered,
    answered_by,
    check_asked,
    check_fills,
    check_values,
    check_version,
    dice_elsewhere,
    facts_told,
    judged_again,
    lays_secret,
    templates,
    whole_answer,
)
from referee.tables.record import log_entry, seal_of
from referee.tables.store import TableStore
from referee.tables.table import LoadedTable, players
from rules.effects import Effect
from rules.questions import TABLE, Question
from rules.ruling import Ruling, allow, refuse


def new_line(table: LoadedTable, tried: Attempt, pending: PendingAction, now: str) -> Line:
    """Return the next line of the record, before it is added to `table`; `now` is the time."""
    cases, story = log_entry(table, tried.action, tried.ruling)
    if pending.overridden:
        cases, story = pending_actions.with_correction(table, tried.action, cases, story)
    return Line(
        n=table.last_number + 1,
        turn=table.match.turn(table.positions[-1]),
        seat=pending.seat,
        action=pending.action,
        cases=cases,
        story=story,
        at=now,
        overridden=pending.overridden,
        rolled=pending.rolled,
        nonce=pending.nonce,
        answered_for=pending.answered_for,
        automatic=pending.tap.far == TIME,
        tap=pending.tap,
        told=pending.told,
        agreed=pending.agreed,
    )


def refuse_and_keep_readings(
    store: TableStore,
    table: LoadedTable,
    doer: str,
    action: Action,
    seat: str,
    ruling: Ruling[Position],
    *,
    let_go: bool = True,
) -> NoReturn:
    """Raise Refused with the ruling, after saving the readings of the action, as `abandon` does."""
    before = table.version
    abandon(store, table, doer, action, seat, let_go=let_go)
    store.report_ruling(table, ruling)
    raise Refused(shown_ruling(ruling), moved_on=table.version != before)


def abandon(
    store: TableStore, table: LoadedTable, doer: str, action: Action, seat: str, *, let_go: bool = True
) -> None:
    """Abandon an action that a reading forbids, before any die was rolled for it (5.1, 5.4).

    What the `doer` read for it stays known (R-5.4b). Without `let_go` the action stays in progress. Nothing
    happens if there is nothing to save or to abandon. The table's lock must be held. Raises Stale (409).
    """
    readings = readings_of(table, doer, action, store.config.sources.now(), table.last_number + 1)
    begun = continued_by(table, action) if let_go else None
    let_go = begun is not None and not (begun.question or allowed_beside_pending(table, action))
    if not (readings or let_go):
        return
    left = consent.request_after(table, seat, action)
    with store.change(table) as change:
        save_readings(change, readings)
        if let_go:
            change.end("")
        left.save(change, table)


def save(
    store: TableStore, table: LoadedTable, tried: Attempt, pending: PendingAction, seat: str
) -> Ruling[Position]:
    """Save an action as done or as pending, and return the ruling on it. `seat` is the one that asked.

    The table's lock must be held. Raises Refused (422) with the ruling, and Stale (409).
    """
    store.report_ruling(table, tried.ruling)
    if not tried.ruling.legal:
        raise Refused(shown_ruling(tried.ruling))
    if tried.ruling.after is not None:
        _save_done(store, table, tried, pending, seat)
    elif (begun := table.answering(pending.question)) is None or pending.action != begun.action:
        left = consent.request_after(table, seat, tried.action)
        serial = table.version_for(TABLE) + 1
        with store.change(table, partial(_response, table, tried, seat)) as change:
            change.begin(replace(pending, serial=serial))
            left.save(change, table)
            change.set_undone()
    # Else it was sent again: nothing is written, so what others asked still waits.
    return tried.ruling


def _save_done(
    store: TableStore, table: LoadedTable, tried: Attempt, pending: PendingAction, seat: str
) -> None:
    """Write the line of an action that is done, and those of what then happens by itself."""
    after = tried.ruling.after
    assert after is not None
    line = new_line(table, tried, pending, store.config.sources.now())
    judge = table.judge(overridden=pending.overridden)
    check_replay(table.match, table.game.system, line.action, lambda one: judge(table.position, one))
    done = table.answering(pending.question) is not None and (
        bool(pending.question) or not allowed_beside_pending(table, tried.action)
    )
    again = judged_again(table, after, pending.question if done else None, seat, line.at)
    if again.lapsed:  # they come before what they lapse by: as long as they stood
        line = replace(line, n=line.n + len(again.lapsed))
    then = AutomaticSteps(after)
    if {one.question for one in again.begun} <= {""}:  # else the referee waits until they are done
        then = automatic_steps(
            table,
            store.config.sources,
            after,
            line.n,
            line.at,
            dice=partial(chance_after, table, tried.action, line.rolled, again.lapsed),
            taken_back=len(again.lapsed),
        )
    left = consent.request_after(table, seat, tried.action, then.position, line.story)
    to = line.n + len(then.steps)
    with store.change(table, partial(_response, table, tried, seat, to)) as change:
        for lapsed in again.lapsed:
            change.cancel(lapsed, table.match.read(lapsed.action))
        change.append(line, tried.action, tried.ruling)
        again.save(change, table)
        then.save(change)
        left.save(change, table)
        if again.unread:
            change.set_unread(again.unread)
        change.set_undone()


def _response(table: LoadedTable, tried: Attempt, seat: str, to: int = 0) -> dict[str, Any]:
    """Return the response: the ruling, and the numbers of the last line before and after."""
    ruling = views.carried_out(table, tried.ruling, seat)
    return {"ruling": ruling, "from": table.last_number, "to": to or table.last_number}


def replaceable_line(table: LoadedTable, action: Action) -> Line | None:
    """Return the line with the choice that this action would replace, none of it opened; or None."""
    choices = table.match.secret_choices
    owner = None if choices is None else choices.secret_choice(action)
    if choices is None or owner is None:
        return None
    lying = {table.secrets.lying[name] for name in choices.laid(action) if name in table.secrets.lying}
    line = next(table.lines.numbered(max(lying, default=0)), None)
    if line is None or not table.secrets.whole(line.n):
        return None
    return line if choices.secret_choice(table.action_of(line)) == owner else None


def replacement_refusal(table: LoadedTable, seat: str, action: Action) -> str:
    """Return why this seat may not replace a sealed choice, or ""."""
    line = replaceable_line(table, action)
    if line is None or line.seat == seat or table.roster.masters & {line.seat, seat}:
        return ""
    where = "the tablet" if line.seat == TABLE else "the player’s own device"
    return f"This choice was made on {where}: change it there."


def replace_choice(
    store: TableStore, table: LoadedTable, seat: str, action: Action, line: Line
) -> Ruling[Position] | None:
    """Put another choice into the line of a sealed one, and return what `Playing.do` does.

    The same choice again changes nothing. None, where others could tell, or later lines would not bear it:
    then nothing is written, and the choice becomes a line of its own. The table's lock must be held. Raises
    Problem (403), Refused (422), and Stale (409).
    """
    data = table.match.write(action)
    if data != line.action:
        allowed = table.match.check(table.position, action, seat)
        if not allowed.legal:
            raise Refused(shown_ruling(allowed))
    if refusal := replacement_refusal(table, seat, action):
        raise Problem(403, refusal)
    if any(pending.question for pending in table.in_progress):
        return None  # what it still needs may depend on the choice, and those who fill it in would tell
    if data == line.action:
        return _ruling(table, line, table.effects_of(line))
    new = replace(
        line,
        action=data,
        nonce=store.config.sources.nonce(),
        changed=line.changed + 1,
        first_seal=line.first_seal or seal_of(table, line),
    )
    if (played := _replay_with(table, new)) is None:
        return None
    ruling = _ruling(table, line, played[0][1].effects)
    with store.change(table, lambda: {"ruling": views.carried_out(table, ruling, seat)}) as change:
        games.change_choice(change.connection, table.code, new)
        change.after_commit(table.change_choice, played)
        for _, judged in played:
            if judged.after is not None:
                change.take_in(judged.after)
    return ruling


def _replay_with(table: LoadedTable, line: Line) -> list[tuple[Line, Ruling[Position]]] | None:
    """Return the standing lines from `line` on, which holds another choice, with their rulings.

    None if one of them would not be as it was, or if a seat that does not know the choice could tell. Changes
    nothing.
    """
    choices, old = table.match.secret_choices, next(table.lines.numbered(line.n))
    assert choices is not None, "a sealed choice is one of a game with secret choices"
    again = [one for one in table.lines[table.lines.at(line.n) :] if one.stands]
    before = table.positions[-1 - len(again) :]
    others, hidden = _unaware(table, choices, line.n), table.secrets.laid[line.n]
    if others is None or {*choices.laid(table.match.read(line.action))} != hidden:
        return None
    if choices.masked(line.action, hidden) != choices.masked(old.action, hidden):
        return None
    position, played = before[0], list[tuple[Line, Ruling[Position]]]()
    for at, one in enumerate(again):
        rule = table.match.force if one.overridden else table.match.rule
        action = table.match.read(line.action) if one.n == line.n else table.action_of(one)
        told, ruling = rule(before[at], table.action_of(one)), rule(position, action)
        if told.after is None or ruling.after is None:
            return None
        opened = [
            {*choices.opened_by(before[at], table.action_of(one), told)},
            {*choices.opened_by(position, action, ruling)},
        ]
        if opened[0] != opened[1] or not _look_the_same(table, told, ruling, others):
            return None
        played.append((line if one.n == line.n else one, ruling))
        position = ruling.after
    return played


def _unaware(table: LoadedTable, choices: Rules, n: int) -> list[str] | None:
    """Return the seats that do not know what line `n` laid.

    None if some know only a part of it, or others know it now than when it was laid: a change would tell
    them.
    """
    known = table.secrets.knowers(n)
    now = choices.secrets(table.positions[-1])
    masters = table.roster.masters
    if known is None or any(known != masters.union(now.get(name, ())) for name in table.secrets.laid[n]):
        return None
    return [seat for seat in table.roster.seats if seat not in known]


def _look_the_same(
    table: LoadedTable, one: Ruling[Position], other: Ruling[Position], seats: Sequence[str]
) -> bool:
    """Return whether two rulings, both carried out, look the same to each of these seats."""
    match = table.match
    if (one.cases, one.story or one.reason) != (other.cases, other.story or other.reason):
        return False
    two = one.after, other.after
    assert two[0] is not None
    assert two[1] is not None
    if match.summary(two[0]) != match.summary(two[1]) or match.turn(two[0]) != match.turn(two[1]):
        return False
    return all(
        match.view(two[0], seat) == match.view(two[1], seat)
        and match.effects(one, seat) == match.effects(other, seat)
        for seat in seats
    )


def _ruling(table: LoadedTable, line: Line, effects: tuple[Effect, ...]) -> Ruling[Position]:
    """Return the ruling on a replaced choice."""
    return Ruling(True, line.cases, line.story, after=table.positions[-1], effects=effects)


_UNDO_CASE = "R-UNDO"
_TRIES = 5
"""Retries of a secret choice while another process saves those of other seats."""


def _check_free(table: LoadedTable, action: Action) -> None:
    """Check that no action in progress must be finished before this one. Raises Refused (422)."""
    if table.in_progress and not allowed_beside_pending(table, action):
        raise Refused(shown_ruling(refuse_until_completed(table, table.in_progress[0])))


@dataclass(frozen=True, slots=True)
class Playing:
    """The actions of seats at their tables, whose lock must be held."""

    store: TableStore

    def actions(self, table: LoadedTable, seat: str) -> list[dict[str, Any]]:
        """Return the seat's legal actions now, dice left out.

        While an action is in progress, that one: once for each choice that its dice leave. Where the game has
        questions, an action is listed once with its `open` fields, and a refused one with `why_not`.
        """
        # `table.position` is computed at each access, and the list may have hundreds of actions.
        match, position = table.match, table.position
        if table.in_progress and (begun := table.answering("")) is not None:
            left = self._choices_left(table, begun)
            return [match.write(a) for a in those_of(table, position, seat, left)]
        if match.by_questions:
            return [dict(one.listed) for one in self.templates(table, seat)]
        listed = match.actions(position)
        check_actions(match, table.game.system, listed)
        here = self._here(table, position, seat)
        left = those_of(table, position, seat, listed)
        return [match.write(a) for a in left if here is None or here(a, None)]

    def templates(self, table: LoadedTable, seat: str) -> list[Template]:
        """Return the answers that a seat may give now, at a table of a game with questions."""
        here = self._here(table, table.positions[-1], seat)
        return [one for one in templates(table, seat) if here is None or here(one.action, one.asked)]

    def _here(
        self, table: LoadedTable, position: Position, seat: str
    ) -> Callable[[Action, Question[Action] | None], bool] | None:
        """Return what says whether a listed action is done at this seat, not at a device elsewhere.

        None where all are: then nothing is asked about each of hundreds.
        """
        lying = table.secrets.lying.values()
        chosen_elsewhere = bool(lying) and {line.seat for line in table.lines.numbered(*lying)} != {seat}

        def here(action: Action, question: Question[Action] | None) -> bool:
            if seat == TABLE and self._answered_by(table, position, action, question):
                return False
            return not (chosen_elsewhere and replacement_refusal(table, seat, action))

        return here if seat == TABLE or chosen_elsewhere else None

    def ask(self, table: LoadedTable, seat: str, data: Any) -> Ruling[Position]:
        """Return the ruling on an action; nothing is changed.

        Dice, draws and values are ignored, so no answer reveals how a roll would end. Raises InputError for
        what is not an action, Problem (403) for another seat's action.
        """
        given = read_given(table, seat, data)
        action = table.match.without_results(given)
        if (begun := continued_by(table, given)) is not None:
            goes_on = merge_inputs(begun.action, table.match.write(given)) is not None
            listed = goes_on and action in self._choices_left(table, begun)
            return ruling_in_progress(table, begun) if listed else refuse_until_completed(table, begun)
        if table.in_progress and not allowed_beside_pending(table, action):
            return refuse_until_completed(table, table.in_progress[0])
        if (question := question_of(table, action)) is not None and question.private:
            self.check_answered_here(table, seat, action)
        ruling = table.match.check(table.position, consent.without_chance(table, given), seat)
        if ruling.legal and (others := table.match.seat_refusal(table.position, action, seat)):
            raise Problem(403, others)
        return ruling

    def _choices_left(self, table: LoadedTable, begun: PendingAction) -> list[Action]:
        """Return an action in progress once for each choice that its dice leave."""
        unrolled = table.match.without_results(table.parsed_in_progress(begun))
        return list(table.match.choices(unrolled, ruling_in_progress(table, begun).needs))

    def remaining_needs(self, table: LoadedTable, seat: str, data: Any) -> dict[str, Any]:
        """Return the ruling on an action with the dice typed in for it: what it still needs.

        As `ask`, but with what the first dice have decided, and so how many more are needed. Dice that come
        up again after being taken back (R-UNDO) count as given, and are in `kept`, by their field: everybody
        saw them. If only the first dice of a roll are kept, `needs` still counts them all. The answer does
        not reveal how a roll would end.
        """
        action = read_given(table, seat, data)
        begun = continued_by(table, action) or table.answering("")
        if begun is not None:
            waits = refuse_until_completed(table, begun) if is_other_action(begun, data) else allow((), "")
            return {**shown_ruling(waits), "kept": {}}
        ruling, kept = check_with_kept_dice(table, action, seat)
        if ruling.legal and (left := consent.missing(self.store.events, table, seat, action)):
            ruling, kept = consent.waiting_ruling(ruling, left), {}  # the last tap rolls
        return {**shown_ruling(ruling), "kept": kept}

    def do(
        self,
        table: LoadedTable,
        seat: str,
        data: Any,
        version: int,
        *,
        tap: Tap = ONE_STEP,
        stage: str | None = None,
        question: str | None = None,
        serial: int | None = None,
    ) -> Ruling[Position]:
        """Carry out an action and return the ruling, once it is on disk. Dice left out are rolled.

        With a `tap` that rolls nothing the players roll them: with its first dice the action is pending, and
        these dice are final.

        If only the players know what is still missing (the value of a cardboard unit), the action is pending:
        the ruling says what it needs, and until that is given nothing else can be done. If the `tap`
        continues the step before, all screens show both together. A secret choice of the present `stage` is
        not stale because others have chosen meanwhile. The `question` names what is answered, and its
        `serial` makes the answer count although other things have changed. Raises InputError, Problem (403),
        Stale (409), Refused (422) with the ruling.
        """
        for _ in range(_TRIES):
            if (begun := answered_by(table, question, data)) is not None:
                return self._answer(table, seat, data, begun, version, serial, tap)
            action = read_given(table, seat, data)
            if (begun := continued_by(table, action)) is not None:
                return self._answer(table, seat, data, begun, version, serial, tap)
            check_asked(table, action, question, serial)
            if serial is None:  # else the question is as its seat read it
                check_version(table, seat, action, version, stage)
            if table.in_progress:
                _check_free(table, action)
            if others := table.match.seat_refusal(table.position, action, seat):
                raise Problem(403, others)
            self.check_answered_here(table, seat, action)
            try:
                line = replaceable_line(table, action)
                if line and (ruling := replace_choice(self.store, table, seat, action, line)):
                    return ruling
                return self.step(table, seat, action, tap=tap)
            except Stale:
                # Another process saved a change first. A secret choice may still count.
                choices = table.match.secret_choices
                if choices is None or choices.secret_choice(action) is None:
                    raise
        raise Stale(version)

    def check_answered_here(self, table: LoadedTable, seat: str, action: Action) -> None:
        """Check that the action's own player is not at the table (R-8.1a). Raises Problem (403)."""
        if there := self.answered_elsewhere(table, seat, action):
            raise Problem(403, f"This is answered on the players’ own devices: by {players(table, there)}.")

    def answered_elsewhere(self, table: LoadedTable, seat: str, action: Action) -> list[str]:
        """Return the seats at the table that must tap an action of the public seat themselves (R-8.1a)."""
        return self._answered_by(table, table.position, action) if seat == TABLE else []

    def _answered_by(
        self,
        table: LoadedTable,
        position: Position,
        action: Action,
        question: Question[Action] | None = None,
    ) -> list[str]:
        match = table.match
        theirs = match.answered_by(question, action) if question else match.answerers(position, action)
        theirs = theirs and theirs - consent.seats_that_agreed(table, action)
        if not theirs:
            return []
        there = {*self.store.events.listening(table.code, sorted(theirs))}
        asked = question or question_of(table, action, position)
        if asked is not None and asked.tells and len(table.roster.voters) > 1:
            there |= theirs - table.unclaimed
        return sorted(there)

    def step(self, table: LoadedTable, seat: str, action: Action, *, tap: Tap = ONE_STEP) -> Ruling[Position]:
        """Carry out an action or continue the pending one, and return what `do` returns.

        Some actions wait for the consent of others; the ruling then needs them to `agree` (R-8.1a).
        The table's lock must be held. Raises Refused (422) with the ruling.
        """
        if table.in_progress:
            if (begun := continued_by(table, action)) is not None:
                return self._continue_pending(table, seat, table.match.write(action), begun)
            _check_free(table, action)
        allowed = table.match.check(table.position, consent.without_chance(table, action), seat)
        if not allowed.legal:
            refuse_and_keep_readings(self.store, table, seat, action, seat, allowed)
        if table.match.by_questions and (consent.may_ask(table) or not tap.rolls):
            check_values(table, seat, action)
        if left := consent.missing(self.store.events, table, seat, action):
            if consent.is_unfinished(table, action, allowed):
                return self.play(table, seat, action, seat, tap=tap)
            waits = consent.waiting_ruling(allowed, left, rolled=bool(table.match.given(action)))
            consent.ask(self.store, table, seat, action, lambda: {"ruling": shown_ruling(waits)})
            return waits
        answered_for = consent.answered_for(self.store.events, table, seat, action)
        agreed = consent.noted(self.store.events, table, seat, action)
        return self.play(table, seat, action, seat, answered_for=answered_for, agreed=agreed, tap=tap)

    def agree(self, table: LoadedTable, seat: str, asked: Request) -> Ruling[Position]:
        """Consent to the action that waits, and carry it out with the last yes; return its ruling.

        The record names who asked first, and who agreed. Raises Problem (403, 409), Refused (422).
        """
        action = table.match.read(asked.action)
        if not consent.notes_consent(table):
            return self.do(table, seat, table.match.write(action), table.version)
        events = self.store.events
        agreed = consent.agreed_with(events, table, seat, action)
        if agreed == asked.agreed:
            raise Problem(403, consent.waiting_sentence(table, asked))
        if left := consent.missing(events, table, seat, action):
            waits = consent.waiting_ruling(table.match.check(table.position, action, asked.seat), left)
            consent.ask(self.store, table, seat, action, lambda: {"ruling": shown_ruling(waits)})
            return waits
        _check_free(table, action)
        away = (*asked.answered_for, *consent.answered_for(events, table, seat, action))
        tap = Tap(rolls=not people_roll(table.match))
        return self.play(table, asked.seat, action, seat, answered_for=away, agreed=agreed, tap=tap)

    def pending_ruling(self, table: LoadedTable) -> Ruling[Position] | None:
        """Return the ruling on the first action in progress, or None. The lock must be held."""
        begun = table.pending_action
        return None if begun is None else ruling_in_progress(table, begun)

    def play(
        self,
        table: LoadedTable,
        doer: str,
        action: Action,
        seat: str,
        *,
        overridden: bool = False,
        answered_for: tuple[str, ...] = (),
        agreed: tuple[str, ...] = (),
        tap: Tap = ONE_STEP,
    ) -> Ruling[Position]:
        """Carry out an allowed action, or make it pending, for the `seat` that asked; return the ruling.

        The record names the `doer`; `answered_for` are the seats for which the tablet answered, and `agreed`
        those that consented. The table's lock must be held.
        """
        position = table.position
        again = table.chance.contradiction(given_at(table.match, position, action))
        if again:
            refuse_and_keep_readings(
                self.store, table, doer, action, seat, refuse((_UNDO_CASE,), again, firm=True)
            )
        if not overridden and (differs := pending_actions.correction_refusal(table, action)):
            refuse_and_keep_readings(self.store, table, doer, action, seat, differs)
        judge = table.judge(overridden=overridden)
        question = question_of(table, action) if table.match.by_questions else None
        name = "" if question is None else question.name
        if name or tap.rolls:
            tried = attempt(table.match, table.chance, position, action, judge, {}, dice=tap.rolls)
        else:
            tried = Attempt(action, judge(position, action))
        if not (tried.ruling.legal or tried.rolled):
            refuse_and_keep_readings(self.store, table, doer, action, seat, tried.ruling)
        if tried.waits and lays_secret(table, tried.action):
            # Others would see that it was begun, and what it still needs: nothing is kept until it is whole.
            return judge(position, action)
        nonce = self.store.config.sources.nonce() if table.match.sealed(action) else None
        written = table.match.write(tried.action)
        told = facts_told(tried.action, {}, doer) if name else {}
        pending = PendingAction(
            doer, written, tried.rolled, overridden, nonce, answered_for, tap, name, told, agreed=agreed
        )
        if name:
            self._refuse_dice_elsewhere(table, tried.action, pending)
        return save(self.store, table, tried, pending, seat)

    def _refuse_dice_elsewhere(self, table: LoadedTable, action: Action, pending: PendingAction) -> None:
        """Raise Refused where another action in progress holds dice of a kind that this one has rolled too.

        Each roll takes the next dice of its kind, in the order of the record.
        """
        if (holder := dice_elsewhere(table, action, pending.question)) is not None:
            raise Refused(shown_ruling(refuse_until_completed(table, holder)))

    def play_overridden(
        self, table: LoadedTable, doer: str, action: Action, seat: str, answered_for: tuple[str, ...]
    ) -> Ruling[Position]:
        """Carry out what both sides allowed, as `play` does.

        `answered_for` names the seats that the tablet answered for.
        """
        if (pending := continued_by(table, action)) and not allowed_beside_pending(table, action):
            return self.complete(
                table, seat, action, replace(pending, overridden=True, answered_for=answered_for)
            )
        return self.play(table, doer, action, seat, overridden=True, answered_for=answered_for)

    def _continue_pending(
        self, table: LoadedTable, seat: str, data: Mapping[str, Any], pending: PendingAction
    ) -> Ruling[Position]:
        """Complete the action in progress. Any seat that may do such an action may complete it."""
        given = table.match.write(table.match.read(data))
        whole = merge_inputs(pending.action, given)
        if whole is None:
            raise Refused(shown_ruling(refuse_until_completed(table, pending)))
        action = table.match.read(whole)
        if differs := pending_actions.correction_refusal(table, action):
            refuse_and_keep_readings(self.store, table, pending.seat, action, seat, differs, let_go=False)
        return self.complete(table, seat, action, pending)

    def _answer(
        self,
        table: LoadedTable,
        seat: str,
        data: object,
        pending: PendingAction,
        version: int,
        serial: int | None,
        tap: Tap,
    ) -> Ruling[Position]:
        """Put in what an action in progress still needs, and carry it out once it is whole.

        A wrong value leaves it as it was. Raises Stale (409), Problem (403), InputError, Refused (422).
        """
        if not pending.question:
            if version not in {table.version, table.version - 1}:
                raise Stale(version)
            return self._continue_pending(table, seat, cast("Json", data), pending)
        if serial != pending.serial and (serial is not None or version != table.version_for(seat)):
            raise Stale(version)
        check_fills(table, seat, pending)
        action = whole_answer(table, pending, data)
        check_values(table, seat, action)
        left = () if pending.agreed else consent.missing(self.store.events, table, seat, action)
        allowed = table.match.check(table.position, action, seat) if left else None
        if allowed and allowed.legal and not consent.is_unfinished(table, action, allowed):
            waits = consent.waiting_ruling(allowed, left)  # it begins anew with the last yes
            said = {"ruling": shown_ruling(waits)}
            consent.ask(self.store, table, seat, action, lambda: said, ends=pending.question)
            return waits
        if again := table.chance.contradiction(given_at(table.match, table.position, action)):
            raise Refused(shown_ruling(refuse((_UNDO_CASE,), again, firm=True)))
        judge, rolled = table.judge(overridden=pending.overridden), dict(pending.rolled)
        tried = attempt(table.match, table.chance, table.position, action, judge, rolled, dice=tap.rolls)
        self._refuse_dice_elsewhere(table, tried.action, pending)
        told = facts_told(tried.action, pending.told, seat)
        return save(self.store, table, tried, answered(table, pending, tried, told), seat)

    def complete(
        self, table: LoadedTable, seat: str, action: Action, pending: PendingAction
    ) -> Ruling[Position]:
        """Carry out the `pending` action, completed as `action`. The table's lock must be held."""
        judge = table.judge(overridden=pending.overridden)
        tried = attempt(table.match, table.chance, table.position, action, judge, dict(pending.rolled))
        whose = replace(pending.tap, far="")  # The tap that completes it goes no farther.
        again = replace(pending, action=table.match.write(tried.action), rolled=tried.rolled, tap=whose)
        if not tried.ruling.legal:
            let_go = not (tried.ruling.firm or pending.rolled)
            refuse_and_keep_readings(
                self.store, table, pending.seat, action, seat, tried.ruling, let_go=let_go
            )
        return save(self.store, table, tried, again, seat)
