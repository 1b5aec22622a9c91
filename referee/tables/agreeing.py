"""Taking back and allowing refused actions: what needs the agreement of both sides (R-UNDO).

One side asks, the other agrees or declines, and the side that asked may withdraw. A side with its own device
answers there. The tablet answers for a side that no device has ever taken. It may also answer for a side
whose devices are all away (a flat battery): it must then name that side, after asking first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from referee.errors import InputError
from referee.games.ports import Position
from referee.json_text import show
from referee.problems import Problem, Refused, Stale
from referee.storage import games
from referee.storage.rows import Declined, Line, Request
from referee.tables import allowing, redoing, reopening, undo_alone
from referee.tables.cancelling import cancelled_line, joint
from referee.tables.given_actions import read
from referee.tables.joint_shots import AGREE, SHOT, answered_for, check_concerned
from referee.tables.loaded_table import LoadedTable
from referee.tables.pending import CANCEL, READ, cancelling, check_asking, first_line, may_withdraw, pending
from referee.tables.playing import Playing
from referee.tables.readings import Reading, readings_of, save_readings
from referee.tables.record_projections import concerns
from referee.tables.seats import Seats
from referee.tables.table_store import TableStore
from referee.tables.who import player, players
from rules.ruling import Ruling
from rules.sentences import sentence


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a request of this `kind`, in one word, and the ruling on what was carried out."""

    kind: str
    what: str
    ruling: Ruling[Position] | None = None


@dataclass(frozen=True, slots=True)
class Agreeing:
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
    ) -> Outcome:
        """Ask to take back line `n` (by default the last) and all after it, or answer such a request.

        One's own last step that showed nothing goes back at once. Of all else, without an `answer`, the first
        call asks, and a call from the other side agrees. It was then "asked", "done", "declined", "withdrawn"
        or "read".
        `serial` is the request that was answered, `version` the table that was seen before asking.
        Raises Problem: 403 for a side the seat cannot speak for, 409 while another request waits or after the
        table has moved on, 422 when there is nothing to take back or to answer. Of a game that is over only
        the last action can be taken back, and nothing once its rematch has begun (422).
        `cancel` gives up an action in progress alone, before anything was told (422 where it is too late).
        """
        if answer == READ:
            return self.read(table, seat)
        if answer == CANCEL:
            return self._carry_out(table, seat, cancelling(table, seat, version))
        asked = pending(table, "undo", answer, serial)
        check_asking(table, seat, asked, answer, n, version)
        new = asked is None and side is None
        asked = asked or Request("undo", seat, (), first_line(table, n))
        if new and asked.n and undo_alone.alone(table, seat, asked.n):
            return self._carry_out(table, seat, asked)
        if answer not in {"decline", "withdraw"}:
            reopening.check(table, asked.n)
        return self._answer(table, seat, asked, answer, side)

    def override(
        self, table: LoadedTable, seat: str, data: object, version: int, side: str | None = None
    ) -> Outcome:
        """Ask to carry out a refused action. Returns the same as `answer_override`.

        Raises the same as `Playing.do`, also Refused when the refusal is firm and nothing can be carried out,
        and Problem: 422 when the action is legal, 403 when it is about another player's characters as well.
        """
        action = read(table.match, seat, data)
        if version != table.version_for(seat):
            raise Stale(version)
        pending(table, "override", "ask")
        action = allowing.to_ask(self.playing, table, seat, action)
        asked = Request("override", seat, (), None, table.match.write(action))
        return self._answer(table, seat, asked, "ask", side)

    def can_override(self, table: LoadedTable, seat: str, data: object) -> bool:
        """Whether this seat may ask to allow a refused action."""
        return allowing.may_ask(self.playing, table, seat, read(table.match, seat, data))

    def override_hint(self, table: LoadedTable, seat: str, data: object) -> str:
        """Return where else a refused action of several players could be allowed, or ""."""
        action = table.match.without_results(read(table.match, seat, data))
        return allowing.hint(self.playing, table, seat, action)

    def answer_override(
        self, table: LoadedTable, seat: str, answer: str, side: str | None = None, serial: int | None = None
    ) -> Outcome:
        """Agree to a request to allow a refused action, decline it or withdraw it.

        It was then "asked", "done", with the ruling, "declined" or "withdrawn".
        """
        asked = pending(table, "override", answer, serial)
        if asked is None:
            raise Problem(422, "Nobody has asked to allow a refused action.")
        return self._answer(table, seat, asked, answer, side)

    def answer_shot(self, table: LoadedTable, seat: str, answer: str, serial: int | None = None) -> Outcome:
        """Tap for a joint shot that another player asked for, decline it or withdraw it (6.8, R-8.1a).

        It was then "asked", "done", "declined" or "withdrawn"; a tap has a ruling.
        """
        asked = pending(table, SHOT, answer, serial)
        if asked is None or asked.action is None:
            raise Problem(422, "Nobody has asked to shoot together.")
        check_concerned(table, seat, asked)
        if answer != "agree":
            return self._answer(table, seat, asked, answer, None)
        ruling = self.playing.do(table, seat, dict(asked.action), table.version)
        return Outcome(SHOT, "asked" if AGREE in ruling.needs else "done", ruling)

    def _answer(
        self, table: LoadedTable, seat: str, asked: Request, answer: str | None, side: str | None
    ) -> Outcome:
        new = asked is not table.request
        if answer == "withdraw" and may_withdraw(self.store.events, table, seat, asked):
            self._set(table, None, (asked.kind, "withdrawn"))
            return Outcome(asked.kind, "withdrawn")
        if answer in {"decline", "withdraw"}:
            self._decline(table, seat, asked)
            return Outcome(asked.kind, "declined")
        if not new and answer in {None, "ask"} and seat == asked.seat:
            # Tapping twice does not agree; on a tablet alone the other side taps a separate "agree".
            return Outcome(asked.kind, "asked")
        speaks_for = self._speaks_for(table, seat, side, asked, answer)
        asked = replace(
            asked,
            serial=table.version_for(table.match.public_seat) + 1 if new else asked.serial,
            agreed=tuple(s for s in table.match.sides if s in {*asked.agreed, *speaks_for}),
            answered_for=joint(table, asked.answered_for, self._away(table, seat, asked, speaks_for)),
        )
        if set(asked.agreed) == set(table.match.sides):
            return self._carry_out(table, seat, asked)
        if asked != table.request:
            self._set(table, asked, (asked.kind, "asked"), {asked.seat: None} if new else {})
        return Outcome(asked.kind, "asked")

    def _decline(self, table: LoadedTable, seat: str, asked: Request) -> None:
        """Decline a request. The seat that asked sees another device's refusal until it has read it."""
        declined = Declined(asked.kind, seat)
        told = {asked.seat: declined} if asked.seat != seat else {}
        self._set(table, declined, (asked.kind, "declined"), told)

    def read(self, table: LoadedTable, seat: str) -> Outcome:
        """Note that a seat has read the refusal of its request. It was then "read"."""
        if seat in table.unread:
            closed = table.declined == table.unread[seat]
            left = None if closed else table.request or table.declined
            self._set(table, left, ("undo", "read"), {seat: None})
        return Outcome("undo", "read")

    def _speaks_for(
        self, table: LoadedTable, seat: str, side: str | None, asked: Request, answer: str | None
    ) -> Iterable[str]:
        """Return the sides for which a tap at this seat counts."""
        match = table.match
        if side is not None and side not in match.sides:
            raise InputError(f"side: {show(side)} is not one of {', '.join(match.sides)}.")
        if len(match.sides) == 1:
            return match.sides  # one side only: any seat speaks for all
        if seat != match.public_seat:
            if side not in {None, seat} or seat not in match.sides:
                raise Problem(403, f"You cannot answer for {player(table, side) if side else 'any side'}.")
            return (seat,)
        joined = self._joined(table)
        free = [s for s in match.sides if s not in joined]
        if side is not None:
            if side not in free:
                self._check_away(table, seat, side, asked, answer)
            return (side,)
        open_ones = [s for s in free if s not in asked.agreed]
        if asked is table.request and answer != "ask" and not open_ones:
            waiting = players(table, (s for s in match.sides if s not in asked.agreed))
            raise Problem(403, f"Waiting for {waiting} to answer on their own device.")
        # One tap speaks for one side; the other side needs a separate tap.
        return open_ones[:1]

    def _joined(self, table: LoadedTable) -> frozenset[str]:
        """Return the seats that a device has ever taken."""
        return frozenset(s.seat for s in self.seats.of_table(table.code) if s.joins)

    def _away(self, table: LoadedTable, seat: str, asked: Request, sides: Iterable[str]) -> Iterable[str]:
        """Return those of `sides` whose own devices are away, so that the tablet answers for them."""
        if seat != table.match.public_seat or len(table.match.sides) == 1:
            return ()
        joined = self._joined(table)
        return [s for s in sides if s in joined and s not in asked.agreed]

    def _check_away(
        self, table: LoadedTable, seat: str, side: str, asked: Request, answer: str | None
    ) -> None:
        """Check that the tablet may answer for a side with its own device. Raises Problem (403) if not.

        All its devices must be away, the request must exist already, and the tablet must be allowed to see
        all of it: nobody agrees to something hidden.
        """
        who = player(table, side)
        if self.store.events.present(table.code, (side,))[side]:
            raise Problem(403, f"{sentence(who)} has a device here and answers there.")
        if asked is not table.request or answer != "agree":
            raise Problem(403, f"The device of {who} is away; ask first, then answer for that player.")
        if asked.action is not None and not concerns(table, table.match.read(asked.action), seat):
            raise Problem(403, f"That is a secret of {who}. Only that player’s device can answer.")

    def _carry_out(self, table: LoadedTable, seat: str, asked: Request) -> Outcome:
        if asked.kind == "override":
            return self._override(table, seat, asked)
        cancelled = cancelled_line(table, asked, self.store.config.sources.now())
        at = cancelled.n if cancelled else table.last_number
        gone = [
            replace(line, taken_back_at=at, answered_for=joint(table, line.answered_for, asked.answered_for))
            for line in table.standing()
            if asked.n is not None and line.n >= asked.n
        ]
        readings = self._read_meanwhile(table, cancelled) if cancelled and not gone else ()
        goes_on = reopening.reopened(table, self.store.config.sources)
        again = redoing.with_more(table, asked.seat, gone)
        with self.store.change(table, lambda: {"undo": "done"}) as change:
            if cancelled:
                change.cancel(cancelled, table.match.read(cancelled.action))
                change.begin(None)
            change.take_back(gone)
            if goes_on:
                games.set_reopened(change.connection, goes_on)
                change.then(table.reopen, goes_on)
            save_readings(change, readings)
            change.leave_to_redo(again)
            change.ask(None)
            change.tell({asked.seat: None})
        return Outcome("undo", "done")

    def _override(self, table: LoadedTable, seat: str, asked: Request) -> Outcome:
        action = table.match.read(asked.action)
        away = {*asked.answered_for, *answered_for(table, asked.seat, action)}
        told = tuple(s for s in table.match.seats if s in away)
        try:
            ruling = self.playing.play_allowed(table, asked.seat, action, seat, told)
        except Refused:
            if concerns(table, action, seat):
                raise
            raise Problem(422, "That is no longer possible. Decline it and ask again.") from None
        return Outcome("override", "done", ruling if concerns(table, action, seat) else None)

    def _read_meanwhile(self, table: LoadedTable, cancelled: Line) -> tuple[Reading, ...]:
        """Return the values read for an action that is now given up: they stay known (R-5.4b)."""
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
            change.ask(asked)
            change.tell(unread)
