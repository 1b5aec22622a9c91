"""Taking back and allowing refused actions: what needs the agreement of both sides (R-UNDO).

Each request has a serial, which an answer names, so that it counts only for the request its player read.

One side asks, the other agrees or declines, and the side that asked may withdraw. A side with its own device
answers there. The tablet answers for a side that no device has ever taken. It may also answer for a side
whose devices are all away (a flat battery), if it names that side, after asking first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from referee.errors import InputError, MovedOn, NotYet, Problem, Refused, Stale
from referee.events import Events
from referee.games.interface import Action, Position, given_at
from referee.games.toolkit.rules_api import shown_ruling
from referee.records.data import ABANDONED, Declined, Line, PendingAction, Request, Tap, Undone
from referee.records.text import show
from referee.storage import games
from referee.tables import consent, pending_actions, record
from referee.tables.actions import Playing, abandon
from referee.tables.automatic.steps import asked_again, automatic_steps, goes_on_without
from referee.tables.consent import (
    AGREE,
    answered_for,
    asks_consent,
    check_concerned,
    voters_on,
    waiting_sentence,
)
from referee.tables.pending_actions import (
    Reading,
    allowed_beside_pending,
    begun_by_people,
    cancelled_line,
    may_cancel,
    merge_answered_for,
    read_action,
    readings_of,
    save_readings,
)
from referee.tables.record import may_see
from referee.tables.seats.links import Seats
from referee.tables.store import TableStore
from referee.tables.table import LoadedTable, player, players
from rules.questions import TABLE
from rules.ruling import Ruling
from rules.sentences import sentence

READ = "read"
CANCEL = "cancel"
"""The answer of a seat that abandons its own action alone, without a request."""
ANSWERS = ("ask", "agree", "decline", "withdraw", READ)


class OtherRequest(MovedOn):
    """An answer to a request that is closed."""

    def __init__(self, table: LoadedTable) -> None:
        sentence = "That request is closed. "
        sentence += (
            "Read the new one before you answer." if table.request else "Nobody is waiting for an answer."
        )
        super().__init__(409, sentence)


def pending_request(
    table: LoadedTable, kind: str, answer: str | None, serial: int | None = None
) -> Request | None:
    """Return the open request of this kind; None without one.

    Raises InputError for an unknown answer, OtherRequest (409) where `serial` names another request, Problem:
    409 while a request of another kind waits, 422 for an answer to nothing.
    """
    if answer is not None and answer not in ANSWERS:
        raise InputError(f"answer: {show(answer)} is not one of {', '.join(ANSWERS)}.")
    asked = table.request
    if serial is not None and (asked is None or asked.serial != serial):
        raise OtherRequest(table)
    if asked is None:
        if answer in {None, "ask"}:
            return None
        raise Problem(422, "There is no request to answer.")
    if asked.kind != kind or (answer == "ask" and kind == "override"):
        raise NotYet(waiting_sentence(table, asked))
    return asked


def first_line(table: LoadedTable, n: int | None) -> int:
    """Return the number of the first line to take back: a step, never a phase that ended automatically.

    Raises Problem (422) when there is nothing to take back, and InputError when `n` cannot be.
    """
    standing = table.standing()
    steps = [line.n for line in (table.players_lines() if n is None else standing) if not line.automatic]
    if begun_by_people(table):
        steps.append(table.last_number + 1)
    if not steps:
        raise Problem(422, "There is nothing to take back.")
    if n is not None and n not in {*steps, *(line.n for line in standing)}:
        raise InputError(f"n: line {show(n)} cannot be taken back.")
    return table.first_with(max(line for line in steps if n is None or line <= n))


def check_asking(
    table: LoadedTable,
    seat: str,
    asked: Request | None,
    answer: str | None,
    n: int | None,
    version: int | None,
) -> None:
    """Check that a seat that asks has seen the latest table and request. Raises Problem (409)."""
    if answer in {None, "ask"}:
        check_seen(table, seat, asked, version)
        check_asks_the_same(table, asked, answer, n)


def check_seen(table: LoadedTable, seat: str, asked: Request | None, version: int | None) -> None:
    """Check that a seat has seen the latest table before it asks. Raises Stale (409).

    The second tap of the seat that asked is harmless: its own request is all that is new.
    """
    if version is None or version == table.version_for(seat):
        return
    # A serial counts the versions that all seats know.
    seen = version - table.secrets.known_to(seat)
    if asked is None or (asked.seat, asked.serial) != (seat, seen + 1):
        raise Stale(version)


def check_asks_the_same(table: LoadedTable, asked: Request | None, answer: str | None, n: int | None) -> None:
    """Check that asking agrees to no other request than the one that waits. Raises Problem (409)."""
    if asked is None or (answer is None and n is None):  # Without either, the call is an answer.
        return
    if first_line(table, n) != asked.n:
        raise NotYet(waiting_sentence(table, asked))


def may_withdraw(events: Events, table: LoadedTable, seat: str, asked: Request) -> bool:
    """Return whether a "no" from this seat withdraws the request; from any other seat it declines it.

    The side that asked may, at its own device or where the tablet asked for it. The tablet may withdraw what
    needs consent while the device of the player that asked is away: it acts for that player (R-8.1a).
    """
    if not asks_consent(table, asked):
        return seat == asked.seat or (asked.seat == TABLE and table.roster.side_of(seat) in asked.agreed)
    away = not events.listening(table.code, [asked.seat])
    return seat == asked.seat or (seat == TABLE and away)


def own_in_progress(
    table: LoadedTable, seat: str, version: int | None, question: str | None
) -> PendingAction:
    """Return the action in progress that a seat gives up alone: that of a `question`, or its only one.

    Raises Stale (409) for an old version, Problem: 409 while a request waits, 422 if this needs agreement.
    """
    check_seen(table, seat, None, version)
    if table.request is not None:
        raise NotYet(waiting_sentence(table, table.request))
    for pending in table.in_progress:
        if question in {None, pending.question} and may_cancel(table, seat, pending):
            return pending
    raise Problem(422, "It is too late to choose something else without asking. Ask to take it back.")


_AWAY = "The tablet can allow it for players whose phones are away."


def check_own_action(playing: Playing, table: LoadedTable, seat: str, action: Action) -> None:
    """Check that a seat may ask for an action, as `Playing.do` does. Raises Problem (403).

    No seat moves or fires another player's characters by an exception (15.0, R-8.1a).
    """
    match = table.match
    here = frozenset(playing.store.events.listening(table.code, table.roster.seats))
    refusal = match.seat_refusal(table.position, action, seat) or match.allowing_refusal(
        table.position, action, seat, here
    )
    if refusal:
        raise Problem(403, refusal)
    playing.check_answered_here(table, seat, action)


def prepare_override(playing: Playing, table: LoadedTable, seat: str, action: Action) -> Action:
    """Return the complete action that a seat may ask the others to allow; a correction if one is pending.

    Raises what `check_own_action` and `check_overridable` raise, and Problem (422) while another action is in
    progress.
    """
    whole = pending_actions.as_correction(table, action)
    if table.pending_action is not None and whole is None and not allowed_beside_pending(table, action):
        raise Problem(422, "Finish the action in progress first, or take it back.")
    check_own_action(playing, table, seat, action)
    if whole is None:
        check_overridable(playing, table, seat, action)
    return whole or action


def can_override(playing: Playing, table: LoadedTable, seat: str, action: Action) -> bool:
    """Whether a seat may ask to allow an action that the referee refused, or to correct a value in it."""
    try:
        check_own_action(playing, table, seat, action)
    except Problem:
        return False
    if pending_actions.as_correction(table, action) is not None:
        return True
    action = table.match.without_results(action)
    firm = table.match.check(table.position, action, seat).firm
    free = table.pending_action is None or allowed_beside_pending(table, action)
    return free and not firm and table.match.force(table.position, action).legal


def override_hint(playing: Playing, table: LoadedTable, seat: str, action: Action) -> str:
    """Return who else could allow a refused action that concerns other players, or "".

    `action` has no dice. "" also if no player could allow it.
    """
    match, position = table.match, table.position
    here = frozenset(playing.store.events.listening(table.code, table.roster.seats))
    if match.seat_refusal(position, action, seat) or can_override(playing, table, seat, action):
        return ""
    others = match.allowing_refusal(position, action, seat, here)
    if not others or match.check(position, action, seat).firm or not match.force(position, action).legal:
        return ""
    return f"{others} {_AWAY}" if match.answerers(position, action) else others


def check_overridable(playing: Playing, table: LoadedTable, seat: str, action: Action) -> None:
    """Check that the referee refuses an action, and that it could still be carried out.

    Raises Problem (422) when it is legal, and Refused when the refusal is firm or nothing can be carried out.
    """
    asked_for = table.match.without_results(action)
    ruling = table.match.check(table.position, asked_for, seat)
    stated = table.match.check(table.position, action, seat)
    if ruling.legal and not (stated.legal or stated.firm):  # The value on a counter forbids it (5.4).
        asked_for, ruling = action, stated
        abandon(playing.store, table, seat, action, seat)
    if ruling.legal:
        raise Problem(422, "That is already allowed. Nobody needs to agree.")
    if stated.firm:  # The value given for a counter is impossible (R-5.4b).
        ruling = stated
        abandon(playing.store, table, seat, action, seat)
    if ruling.firm or not (forced := table.match.force(table.position, asked_for)).legal:
        raise Refused(shown_ruling(ruling if ruling.firm else forced))


ReplayedLine = tuple[Line, Action, Ruling[Position]]


@dataclass(frozen=True, slots=True)
class Redo:
    """Redoing what was taken back, at all tables."""

    store: TableStore

    def redo(self, table: LoadedTable, seat: str, version: int | None = None) -> None:
        """Redo what this seat took back last. The table's lock must be held.

        Raises Problem: 403 for another seat, 409 while a request waits or after the table has moved on (with
        the present view), 422 where there is nothing to redo.
        """
        if version is not None and version != table.version_for(seat):
            raise Stale(version)
        if table.request is not None:
            raise NotYet(waiting_sentence(table, table.request))
        if not table.game.undone or begun_by_people(table):
            raise Problem(422, "There is nothing to redo.")
        *earlier, last = table.game.undone
        if last.seat != seat:
            raise Problem(403, f"{sentence(player(table, last.seat))} took it back and can do it again.")
        self._again(table, seat, last, tuple(earlier))

    def _again(self, table: LoadedTable, seat: str, last: Undone, earlier: tuple[Undone, ...]) -> None:
        played = list(self._replayed(table, last))
        line, action, ruling = played[-1]
        left = consent.request_after(table, seat, action, ruling.after, line.story)
        chance, position = table.chance.copy(), table.positions[-1]
        for one, done, judged in played:
            chance.spend(given_at(table.match, position, done), one.rolled)
            position = judged.after or position
        sources = self.store.config.sources
        then = automatic_steps(
            table, sources, position, line.n, line.at, dice=lambda: chance, only_referee=True
        )
        with self.store.change(table, lambda: {"redo": "done"}) as change:
            for one, done, judged in played:
                change.append(one, done, judged)
            change.begin_times_again()
            if table.in_progress:
                change.set_in_progress(())
            then.save(change)
            left.save(change, table)
            change.set_undone(earlier)

    def _replayed(self, table: LoadedTable, last: Undone) -> Iterator[ReplayedLine]:
        """Yield the lines to add to the record again, replayed from now. Raises Problem (422)."""
        match, position, follows = table.match, table.positions[-1], False
        for n, old in enumerate(table.lines.numbered(*last.lines), table.last_number + 1):
            action = match.read(old.action)
            ruling = (match.force if old.overridden else match.rule)(position, action)
            if ruling.after is None:
                raise Problem(422, "That is no longer possible.")
            sealed = match.sealed(action) is not None
            line = replace(
                old,
                n=n,
                at=self.store.config.sources.now(),
                taken_back_at=None,
                rolled={},  # these dice were rolled before
                nonce=self.store.config.sources.nonce() if sealed else None,
                tap=Tap(goes_on=follows),
                changed=0,
                first_seal=None,
            )
            yield line, action, ruling
            position, follows = ruling.after, True


def with_undone(table: LoadedTable, seat: str, gone: Sequence[Line]) -> tuple[Undone, ...]:
    """Return the redo history after a seat has taken some lines back."""
    more = (Undone(seat, tuple(sorted(line.n for line in gone))),) if gone else ()
    return (*table.game.undone, *more)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a request of this `kind`, in one word, and the ruling on what was carried out."""

    kind: str
    what: str
    ruling: Ruling[Position] | None = None


@dataclass(frozen=True, slots=True)
class Agreements:
    """Requests and the answers to them. The table's lock must be held."""

    store: TableStore
    seats: Seats
    playing: Playing

    def undo(
        self,
        table: LoadedTable,
        seat: str,
        answer: str | None = None,
        n: int | None = None,
        side: str | None = None,
        *,
        serial: int | None = None,
        version: int | None = None,
        question: str | None = None,
    ) -> Outcome:
        """Ask to take back line `n` (by default the last) and all after it, or answer such a request.

        What needs nobody else is taken back at once: by default the seat's own last step that revealed
        nothing. For anything else, without an `answer`, the first call asks, and calls from the other sides
        agree. The outcome is "asked", "done",
        "declined", "withdrawn" or "read". `serial` is the answered request, `version` that of the table seen
        before asking. Raises Problem: 403 for a side the seat cannot speak for, 409 while another request
        waits or for an old version, 422 if there is nothing to take back or to answer. In a finished game
        only the last action can be taken back, and nothing once its rematch has started (422). "cancel"
        abandons an action in progress alone, before anything was revealed (422 if it is too late): that of
        the `question`, where it is named.
        """
        if answer == READ:
            return self.mark_read(table, seat)
        if answer == CANCEL:
            own = own_in_progress(table, seat, version, question)
            return self._take_back(table, Request("undo", seat, (), table.last_number + 1), (own,))
        asked = pending_request(table, "undo", answer, serial)
        check_asking(table, seat, asked, answer, n, version)
        new = asked is None and side is None
        asked = asked or Request("undo", seat, (), first_line(table, n))
        if new and asked.n and not voters_on(table, asked):
            return self._carry_out(table, seat, asked)
        if answer not in {"decline", "withdraw"}:
            record.check(table, asked.n)
        return self._answer(table, seat, asked, answer, side)

    def override(
        self, table: LoadedTable, seat: str, data: object, version: int, side: str | None = None
    ) -> Outcome:
        """Ask to carry out a refused action. Returns the same as `answer_override`.

        Raises the same as `Playing.do`, also Refused when the refusal is firm and nothing can be carried out,
        and Problem: 422 when the action is legal, 403 when it is about another player's characters as well.
        """
        action = read_action(table, seat, data)
        if version != table.version_for(seat):
            raise Stale(version)
        pending_request(table, "override", "ask")
        action = prepare_override(self.playing, table, seat, action)
        asked = Request("override", seat, (), None, table.match.write(action))
        return self._answer(table, seat, asked, "ask", side)

    def can_override(self, table: LoadedTable, seat: str, data: object) -> bool:
        """Return whether this seat may ask to allow a refused action."""
        return can_override(self.playing, table, seat, read_action(table, seat, data))

    def override_hint(self, table: LoadedTable, seat: str, data: object) -> str:
        """Return who else could allow a refused action of several players, or ""."""
        action = table.match.without_results(read_action(table, seat, data))
        return override_hint(self.playing, table, seat, action)

    def answer_override(
        self, table: LoadedTable, seat: str, answer: str, side: str | None = None, serial: int | None = None
    ) -> Outcome:
        """Agree to a request to allow a refused action, decline it or withdraw it.

        The outcome is "asked", "done" (with the ruling), "declined" or "withdrawn".
        """
        asked = pending_request(table, "override", answer, serial)
        if asked is None:
            raise Problem(422, "Nobody has asked to allow a refused action.")
        return self._answer(table, seat, asked, answer, side)

    def answer_consent(
        self, table: LoadedTable, seat: str, answer: str, serial: int | None = None
    ) -> Outcome:
        """Consent to the action that another player asked for, decline it or withdraw it (6.8, R-8.1a).

        The outcome is "asked", "done", "declined" or "withdrawn"; a yes has a ruling.
        """
        kind = table.match.consent_kind
        asked = pending_request(table, kind, answer, serial)
        if asked is None or asked.action is None:
            raise Problem(422, "Nobody has asked for the consent of others.")
        check_concerned(table, seat, asked)
        if answer != "agree":
            return self._answer(table, seat, asked, answer, None)
        ruling = self.playing.agree(table, seat, asked)
        return Outcome(kind, "asked" if AGREE in ruling.needs else "done", ruling)

    def _answer(
        self, table: LoadedTable, seat: str, asked: Request, answer: str | None, side: str | None
    ) -> Outcome:
        new = asked is not table.request
        if answer == "withdraw" and may_withdraw(self.store.events, table, seat, asked):
            self._set(table, None, (asked.kind, "withdrawn"))
            return Outcome(asked.kind, "withdrawn")
        if answer in {"decline", "withdraw"}:
            roster = table.roster
            says_no = seat == TABLE or roster.side_of(seat) in roster.voters
            if not (says_no or asks_consent(table, asked)):
                raise Problem(403, "Only those who vote can decline this.")
            self._decline(table, seat, asked)
            return Outcome(asked.kind, "declined")
        if not new and answer in {None, "ask"} and seat == asked.seat:
            # Tapping twice does not agree; on a tablet alone the other side taps a separate "agree".
            return Outcome(asked.kind, "asked")
        speaks_for = self._speaks_for(table, seat, side, asked, answer)
        asked = replace(
            asked,
            serial=table.version_for(TABLE) + 1 if new else asked.serial,
            agreed=tuple(s for s in table.roster.voters if s in {*asked.agreed, *speaks_for}),
            answered_for=merge_answered_for(
                table, asked.answered_for, self._away(table, seat, asked, speaks_for)
            ),
        )
        if {*asked.agreed}.issuperset(voters_on(table, asked)):
            return self._carry_out(table, seat, asked)
        if asked != table.request:
            self._set(table, asked, (asked.kind, "asked"), {asked.seat: None} if new else {})
        return Outcome(asked.kind, "asked")

    def _decline(self, table: LoadedTable, seat: str, asked: Request) -> None:
        """Decline a request. The seat that asked sees it until it has read it."""
        declined = Declined(asked.kind, seat)
        told = {asked.seat: declined} if asked.seat != seat else {}
        self._set(table, declined, (asked.kind, "declined"), told)

    def mark_read(self, table: LoadedTable, seat: str) -> Outcome:
        """Note that a seat has read that its request was declined. The outcome is "read"."""
        if seat in table.unread:
            closed = table.declined == table.unread[seat]
            left = None if closed else table.request or table.declined
            self._set(table, left, ("undo", "read"), {seat: None})
        return Outcome("undo", "read")

    def _speaks_for(
        self, table: LoadedTable, seat: str, side: str | None, asked: Request, answer: str | None
    ) -> Iterable[str]:
        """Return the sides for which a tap at this seat counts."""
        if side is not None and side not in table.roster.voters:
            raise InputError(f"side: {show(side)} is not one of {', '.join(table.roster.voters)}.")
        roster = table.roster
        if len(roster.voters) == 1:
            return roster.voters  # one side only: any seat speaks for all
        if seat in roster.masters and (side is not None or asked is not table.request):
            return () if side is None else (side,)  # who sees all has no vote, and may answer for others
        if seat != TABLE:
            own = roster.side_of(seat)
            if side is None and own not in roster.voters and asked is not table.request:
                return ()  # without a vote one may still ask
            if side not in {None, seat, own} or own not in roster.voters or seat in roster.masters:
                raise Problem(403, f"You cannot answer for {player(table, side) if side else 'any side'}.")
            return (own,)
        joined, wanted = self._joined(table), voters_on(table, asked)
        free = [s for s in roster.voters if s not in joined]
        if side is not None:
            if side not in free:
                self._check_away(table, seat, side, asked, answer)
            return (side,)
        open_ones = [s for s in free if s in wanted and s not in asked.agreed]
        if asked is table.request and answer != "ask" and not open_ones:
            waiting = players(table, (s for s in wanted if s not in asked.agreed))
            raise Problem(403, f"Waiting for {waiting} to answer on their own device.")
        # One tap speaks for one side; the other side needs a separate tap.
        return open_ones[:1]

    def _joined(self, table: LoadedTable) -> frozenset[str]:
        side_of = table.roster.side_of
        return frozenset(side_of(s.seat) for s in self.seats.of_table(table.code) if s.joins)

    def _away(self, table: LoadedTable, seat: str, asked: Request, sides: Iterable[str]) -> Iterable[str]:
        """Return the `sides` whose own devices are away, so that the tablet answers for them."""
        if seat != TABLE or len(table.roster.voters) == 1:
            return ()
        joined = self._joined(table)
        return [s for s in sides if s in joined and s not in asked.agreed]

    def _check_away(
        self, table: LoadedTable, seat: str, side: str, asked: Request, answer: str | None
    ) -> None:
        """Check that the tablet may answer for a side with its own device. Raises Problem (403) if not.

        All its devices must be away, the request must exist already, and the tablet must be allowed to see
        all of it, so that no player agrees to something hidden.
        """
        who = player(table, side)
        if any(self.store.events.connected(table.code, table.roster.seats_of(side)).values()):
            raise Problem(403, f"{sentence(who)} has a device here and answers there.")
        if asked is not table.request or answer != "agree":
            raise Problem(403, f"The device of {who} is away; ask first, then answer for that player.")
        if asked.action is not None and not may_see(table, table.match.read(asked.action), seat):
            raise Problem(403, f"That is a secret of {who}. Only that player’s device can answer.")

    def _carry_out(self, table: LoadedTable, seat: str, asked: Request) -> Outcome:
        if asked.kind == "override":
            return self._override(table, seat, asked)
        return self._take_back(table, asked, table.in_progress)

    def _take_back(self, table: LoadedTable, asked: Request, begun: Sequence[PendingAction]) -> Outcome:
        """Take back what was asked for, and these actions in progress."""
        now, last = self.store.config.sources.now(), table.last_number
        cancelled = [
            cancelled_line(table, pending, n, now, ABANDONED, asked.answered_for)
            for n, pending in enumerate(begun, last + 1)
        ]
        at = last + len(cancelled)
        gone = [
            replace(
                line,
                taken_back_at=at,
                answered_for=merge_answered_for(table, line.answered_for, asked.answered_for),
            )
            for line in table.standing()
            if asked.n is not None and line.n >= asked.n
        ]
        readings = self._read_meanwhile(table, cancelled[-1]) if cancelled and not gone else ()
        goes_on = record.reopened(table, self.store.config.sources)
        again = with_undone(table, asked.seat, gone)
        seed = goes_on.reopened[-1]["seed"] if goes_on else None
        then = asked_again(table, self.store.config.sources, gone, cancelled, seed)
        if then is None and not gone and len(begun) == len(table.in_progress):
            then = goes_on_without(table, self.store.config.sources, cancelled)
        with self.store.change(table, lambda: {"undo": "done"}) as change:
            for line, pending in zip(cancelled, begun, strict=True):
                change.cancel(line, table.match.read(line.action))
                change.end(pending.question)
            change.take_back(gone)
            if goes_on:
                games.set_reopened(change.connection, goes_on)
                change.after_commit(table.reopen, goes_on)
            if then:
                then.save(change)
            save_readings(change, readings)
            change.set_undone(again)
            change.set_request(None)
            change.set_unread({asked.seat: None})
        return Outcome("undo", "done")

    def _override(self, table: LoadedTable, seat: str, asked: Request) -> Outcome:
        action = table.match.read(asked.action)
        away = {*asked.answered_for, *answered_for(self.store.events, table, asked.seat, action)}
        told = tuple(s for s in table.roster.seats if s in away)
        try:
            ruling = self.playing.play_overridden(table, asked.seat, action, seat, told)
        except Refused:
            if may_see(table, action, seat):
                raise
            raise Problem(422, "That is no longer possible. Decline it and ask again.") from None
        return Outcome("override", "done", ruling if may_see(table, action, seat) else None)

    def _read_meanwhile(self, table: LoadedTable, cancelled: Line) -> tuple[Reading, ...]:
        """Return the values read for an action that is now abandoned: they stay known (R-5.4b)."""
        action = table.match.read(cancelled.action)
        return readings_of(table, cancelled.seat, action, cancelled.at, cancelled.n + 1)

    def _set(
        self,
        table: LoadedTable,
        asked: Request | Declined | None,
        said: tuple[str, str],
        unread: Mapping[str, Declined | None] = {},
    ) -> None:
        with self.store.change(table, lambda: dict([said])) as change:
            change.set_request(asked)
            change.set_unread(unread)
