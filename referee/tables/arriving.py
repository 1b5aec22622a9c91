"""Taking a seat: by its link or by code and PIN, and letting another device share one.

A private seat, one that may see a secret, is taken once: from then on its link and the table's PIN are spent
everywhere, and the tablet shows another PIN for the other seats. A further device asks, and waits until the
device that has the seat lets it in; or, once that one has been away for long, until the table's screen does
by agreement. The device that asks cannot answer itself, and nobody at the table's screen can once another
device took that seat: they all have one token. The first device is told until it has read so. Any other seat
may be taken by as many devices as like.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass, replace
from math import ceil

from referee.errors import InputError
from referee.events.news import LONG_AWAY
from referee.games.ports import SPECTATOR
from referee.json_text import show
from referee.problems import Problem, Stale
from referee.storage import arrivals, seats
from referee.storage.arrivals import LET_IN, REFUSED, WAITING
from referee.storage.rows import Arrival, Seat
from referee.tables.loaded_table import LoadedTable
from referee.tables.naming import name_said
from referee.tables.newcomers import own_tokens
from referee.tables.seats import Seats, hashed
from referee.tables.table_store import TableStore
from referee.tables.who import player
from rules.sentences import sentence

READ = "read"
ANSWERS = (LET_IN, "refuse", READ)
_TRIES = 3


@dataclass(frozen=True, slots=True)
class Arrived:
    """What came of a request to sit down: the seat's `token`, or a mark to `wait` with."""

    code: str
    seat: str
    token: str = ""
    wait: str = ""


@dataclass(frozen=True, slots=True)
class Waiting:
    """The state of a device that asked, as in `Arrival`; with its own `token` once it is let in."""

    code: str
    seat: str
    state: str
    token: str = ""


@dataclass(frozen=True, slots=True)
class Arriving:
    """Devices that come to a table."""

    store: TableStore
    seats: Seats

    def by_link(self, token: str, name: str = "", held: str = "", wait: str = "") -> Arrived:
        """Take the seat of a link, or ask for it. `held` and `wait` are as in `sit`. Raises Problem (404)."""
        seat = self.seats.named(token)
        return self.sit(seat.code, seat.seat, name, held, wait)

    def by_code(
        self, code: str, pin: str, seat: str, address: str, name: str = "", held: str = "", wait: str = ""
    ) -> Arrived:
        """Take a seat by code and PIN, or ask for it. Raises Problem (401, 404, 429) as `Seats.by_code`."""
        wanted = self.seats.by_code(code, pin, seat, address)
        return self.sit(wanted.code, wanted.seat, name, held, wait)

    def sit(
        self, code: str, seat: str, name: str = "", held: str = "", wait: str = "", mark: str = ""
    ) -> Arrived:
        """Take a seat for a device that may know of it, or ask for it where it is private and taken.

        `held` is the seat that the device has at this table, `wait` what it shows for an earlier question:
        one that was let in goes on with the token that it has.
        With the `mark` that it showed when it took the seat, a device comes back without a question.
        Raises InputError for a name that cannot be shown, Problem (503) when nothing can be saved.
        """
        said = name_said(name)
        for _ in range(_TRIES):
            try:
                with self.store.at(code) as table:
                    return self._sit(table, self._kept(code, seat), said, held, wait, mark)
            except Stale:
                continue
        raise Problem(503, "Somebody else is changing this table. Try again.")

    def is_taken(self, code: str, seat: str) -> bool:
        """Whether a seat is private and a device has it, so that another one must ask."""
        with self.store.at(code) as table:
            return self.seats.has_device(table, seat)

    def waiting(self, wait: str) -> Waiting:
        """Return the state of a device that asked. Raises Problem (404) for an unknown one."""
        with self.store.database.reading() as connection:
            known = arrivals.by_hash(connection, hashed(wait)) if wait else None
        if known is None:
            raise Problem(404, "This request is closed: another device has asked since.")
        code, arrival = known
        return Waiting(code, arrival.seat, arrival.state, wait if arrival.state == LET_IN else "")

    def answer(self, table: LoadedTable, seat: str, answer: str, n: int | None = None) -> str:
        """Let in the device that waits ("let_in"), refuse it ("refuse"), or note that one has "read" of it.

        Returns "let_in", "refused" or "read". The table's lock must be held. Raises InputError for another
        answer, Problem: 403 for a seat that may not answer, 409 when another device waits than number `n`,
        422 when none waits.
        """
        if answer not in ANSWERS:
            raise InputError(f"answer: {show(answer)} is not one of {', '.join(ANSWERS)}.")
        if answer == READ:
            return self._read(table, seat)
        asked = table.waiting
        if asked is None:
            raise Problem(422, "No device is waiting to be let in.")
        if n is not None and n != asked.n:
            raise Problem(409, "A different device is waiting now. Check which one it is.")
        self._check_may_answer(table, seat, asked)
        answered = replace(
            asked,
            state=LET_IN if answer == LET_IN else REFUSED,
            answered_by=seat,
            after_line=table.last_number,
            turn=table.match.turn(table.position),
            at=self.store.config.sources.now(),
            unread=answer == LET_IN and seat != asked.seat,
        )
        self._write(table, answered)
        return answered.state

    def _read(self, table: LoadedTable, seat: str) -> str:
        """Note that a seat's first device has read whom others let in."""
        if any(a.unread and a.seat == seat for a in table.arrivals):
            with self.store.change(table) as change:
                arrivals.read(change.connection, table.code, seat)
                change.arrivals([replace(a, unread=a.unread and a.seat != seat) for a in table.arrivals])
        return READ

    def give_up(self, wait: str) -> None:
        """Forget the request of a device that has stopped waiting."""
        code = self.waiting(wait).code
        with self.store.at(code) as table:
            if table.waiting is None or table.waiting.token_hash != hashed(wait):
                return
            with self.store.change(table) as change:
                arrivals.clear(change.connection, code)
                change.arrivals(_answered(table))

    def _kept(self, code: str, seat: str) -> Seat:
        return next(s for s in self.seats.of_table(code) if s.seat == seat)

    def _sit(self, table: LoadedTable, kept: Seat, name: str, held: str, wait: str, mark: str) -> Arrived:
        """Take or share a seat, or ask for it. The table's lock must be held."""
        code, seat = kept.code, kept.seat
        private = seat in table.match.private_seats
        if seat in {table.match.public_seat, SPECTATOR}:
            name = ""
        if private and kept.joins and held != seat and not _took_it(kept, mark):
            if wait and own_tokens(table.arrivals).get(hashed(wait)) == seat:
                return Arrived(code, seat, wait)
            return self._ask(table, seat, wait, name or None, held)
        try:
            token = self._take(table, kept, name, mark, claim=private and not kept.joins)
        except Problem:  # It cannot be saved, but the newcomer may still look on.
            token = self.seats.token(code, seat)
        if kept.joins and not private:
            self.seats.count(table, seat)
        return Arrived(code, seat, token)

    def _take(self, table: LoadedTable, kept: Seat, name: str, mark: str, *, claim: bool) -> str:
        """Return the seat's token, after writing what changes when a device takes the seat."""
        code, seat = kept.code, kept.seat
        first, called = not kept.joins, bool(name) and name != kept.name
        token = self.seats.token(code, seat)
        if not first and not called:
            return token
        with self.store.change(table) as change:
            if first:
                seats.joined(change.connection, code, seat)
            change.then(table.untaken.discard, seat)
            if called:
                change.call(seat, name)
            if claim:
                follower = hashed(mark) if mark else None
                token = self.seats.renew_in(change, table, seat, kept.token_hash, follower)
                # From now on it must be away for a minute before others may let another device in.
                change.then(self.store.events.heard, code, seat)
        return token

    def _ask(self, table: LoadedTable, seat: str, wait: str, name: str | None, held: str) -> Arrived:
        """Ask whether a device may share a private seat. A second tap repeats the same request."""
        code, already = table.code, table.waiting
        if (
            already
            and wait
            and already.seat == seat
            and hmac.compare_digest(hashed(wait), already.token_hash or "")
        ):
            return Arrived(code, seat, wait=wait)
        wait = self.store.config.sources.nonce()
        n = max((a.n for a in table.arrivals), default=0) + 1
        joins = None if held == table.match.public_seat else self._joins(table)
        asked = Arrival(n, seat, hashed(wait), WAITING, name=name, joins=joins)
        with self.store.change(table) as change:
            arrivals.ask(change.connection, code, asked)
            change.arrivals([*_answered(table), asked])
        return Arrived(code, seat, wait=wait)

    def _check_may_answer(self, table: LoadedTable, seat: str, asked: Arrival) -> None:
        if seat == asked.seat:
            return
        if seat != table.match.public_seat:
            raise Problem(403, f"You cannot let a device in as {player(table, asked.seat)}.")
        who = player(table, asked.seat)
        if self.store.events.present(table.code, (asked.seat,))[asked.seat]:
            raise Problem(403, f"{sentence(who)} has a device at the table and answers there.")
        if (left := LONG_AWAY - self.store.events.away(table.code, asked.seat)) > 0:
            wait = f"others may let a device in after {LONG_AWAY:.0f} seconds. Wait {ceil(left)} more."
            raise Problem(403, f"The device of {who} may be asleep: {wait}")
        if asked.joins is None:
            raise Problem(
                403, "This device made the request, so it cannot answer it. Ask from another device."
            )
        if asked.joins != self._joins(table):
            came = "Another device has taken the tablet’s seat since this one asked."
            raise Problem(403, f"{came} Refuse it, and let it ask again.")

    def _joins(self, table: LoadedTable) -> int:
        """Return how often the table's seat was taken; the device that made the table counts at once."""
        return max(1, self._kept(table.code, table.match.public_seat).joins)

    def _write(self, table: LoadedTable, answered: Arrival) -> None:
        with self.store.change(table) as change:
            arrivals.answer(change.connection, table.code, answered)
            change.arrivals([*(a for a in table.arrivals if a.n != answered.n), answered])
            change.then(table.seats.update, own_tokens((answered,)))
            if answered.state == LET_IN:
                seats.joined(change.connection, table.code, answered.seat)
                if answered.name:
                    change.call(answered.seat, answered.name)


def _took_it(kept: Seat, mark: str) -> bool:
    """Return whether the device that shows this mark is the one that took the seat."""
    return bool(mark) and hmac.compare_digest(hashed(mark), kept.follower_hash or "")


def _answered(table: LoadedTable) -> list[Arrival]:
    return [a for a in table.arrivals if a.state not in {WAITING, REFUSED}]
