"""The devices that join a table, share a private seat, or are sent away from one.

A private seat, one that may see a secret, is taken once: from then on its link and the table's PIN no longer
work, and the tablet shows another PIN for the other seats. A further device asks, and waits until the device
that has the seat lets it in. Once that one has been away for long, the table's screen may do so by agreement.
The device that asks cannot answer itself. Nor can the table's screen once another device has taken its seat,
because they share one token. The first device sees a notice until it has read it. Any other seat may be taken
by any number of devices.

Each device that was let in has its own token, so one can lose the seat while the others keep it. Renewing the
seat's link sends all others away at once.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

from referee.errors import InputError, Problem, Stale
from referee.events import LONG_AWAY_SECONDS
from referee.games.interface import SPECTATOR
from referee.records.data import LET_IN, REFUSED, SENT_AWAY, WAITING, JoinRequest, Seat
from referee.records.text import show
from referee.storage import seats
from referee.tables.seats.join_requests import device_tokens
from referee.tables.seats.links import Seats, hashed, name_said
from referee.tables.store import TableStore
from referee.tables.table import LoadedTable, left_sentence, player
from rules.questions import TABLE
from rules.sentences import sentence


@dataclass(frozen=True, slots=True)
class Devices:
    """The devices of the seats of all tables."""

    store: TableStore

    def of_seat(self, table: LoadedTable, seat: str, token: str) -> list[dict[str, Any]]:
        """Return the devices of a seat, in the order they asked; `this` is the one with that token.

        Number 0 has the seat's own link: the one that took the seat, or renewed its link. Devices that share
        that link, as those of a seat without secrets do, count as one.
        """
        came = _of_seat(table, seat)
        own = hashed(token)
        others = [
            {
                "n": a.n,
                "this": a.token_hash == own,
                "name": a.name,
                "by": a.answered_by,
                "turn": a.turn,
                "at": a.at,
            }
            for a in came
        ]
        return [{"n": 0, "this": not any(other["this"] for other in others)}, *others]

    def send_away(self, table: LoadedTable, seat: str, n: int) -> None:
        """Send one device away from a seat, as every screen and the record show. Its streams end.

        The table's lock must be held. Raises Problem: 409 when the table has just changed, 422 when no such
        device is at the seat.
        """
        gone = next((a for a in _of_seat(table, seat) if a.n == n), None)
        if gone is None:
            raise Problem(422, "That device is not at your seat. It may have been sent away already.")
        noted = JoinRequest(
            max(a.n for a in table.join_requests) + 1,
            seat,
            None,
            SENT_AWAY,
            answered_by=seat,
            after_line=table.last_number,
            turn=table.match.turn(table.position),
            at=self.store.config.sources.now(),
            name=gone.name,
        )
        self._write(table, gone, noted)
        # This ends the other devices' streams too, and they reconnect.
        self.store.events.send_away(table.code, seat)

    def _write(self, table: LoadedTable, gone: JoinRequest, noted: JoinRequest) -> None:
        with self.store.change(table) as change:
            seats.send_away(change.connection, table.code, gone.n, noted)
            left = replace(gone, token_hash=None, unread=False)
            change.set_join_requests([*(left if a.n == gone.n else a for a in table.join_requests), noted])
            left_seats = {hash_: name for hash_, name in table.seats.items() if hash_ != gone.token_hash}
            change.after_commit(setattr, table, "seats", left_seats)


def _of_seat(table: LoadedTable, seat: str) -> list[JoinRequest]:
    """Return the devices that were let in at a seat and have it still, in the order they asked."""
    there = [a for a in table.join_requests if a.seat == seat and a.state == LET_IN and a.token_hash]
    return sorted(there, key=lambda a: a.n)


READ = "read"


ANSWERS = (LET_IN, "refuse", READ)


_TRIES = 3


@dataclass(frozen=True, slots=True)
class JoinResult:
    """The result of joining: the seat's `token`, or a mark to `wait` with."""

    code: str
    seat: str
    token: str = ""
    wait: str = ""


@dataclass(frozen=True, slots=True)
class JoinStatus:
    """The state of a device that asked, as in `Arrival`; with its own `token` once it is let in."""

    code: str
    seat: str
    state: str
    token: str = ""


@dataclass(frozen=True, slots=True)
class Joining:
    """Devices that come to a table."""

    store: TableStore
    seats: Seats

    def by_link(self, token: str, name: str = "", held: str = "", wait: str = "") -> JoinResult:
        """Take the seat of a link, or ask for it. `held` and `wait` are as in `sit`. Raises Problem (404)."""
        seat = self.seats.named(token)
        return self.sit(seat.code, seat.seat, name, held, wait)

    def by_code(
        self, code: str, pin: str, seat: str, address: str, name: str = "", held: str = "", wait: str = ""
    ) -> JoinResult:
        """Take a seat by code and PIN, or ask for it. Raises Problem (401, 404, 429) as `Seats.by_code`."""
        wanted = self.seats.by_code(code, pin, seat, address)
        return self.sit(wanted.code, wanted.seat, name, held, wait)

    def sit(
        self, code: str, seat: str, name: str = "", held: str = "", wait: str = "", mark: str = ""
    ) -> JoinResult:
        """Take a seat for a device, or ask for it if it is private and taken.

        `held` is the seat that the device has at this table, `wait` the mark of its earlier request: a device
        that was let in keeps its token. With the `mark` that it sent when it took the seat, a device comes
        back without asking. Raises InputError for a name that cannot be shown, Problem (503) when nothing can
        be saved.
        """
        said = name_said(name)
        for _ in range(_TRIES):
            try:
                with self.store.locked(code) as table:
                    return self._sit(table, self._kept(code, seat), said, held, wait, mark)
            except Stale:
                continue
        raise Problem(503, "Somebody else is changing this table. Try again.")

    def check_there(self, code: str, seat: str) -> None:
        """Check that a seat has its place at the table. Raises Problem (403) once it has left."""
        with self.store.locked(code) as table:
            _check_there(table, seat)

    def is_taken(self, code: str, seat: str) -> bool:
        """Return whether a seat is private and taken, so that another device must ask."""
        with self.store.locked(code) as table:
            return self.seats.has_device(table, seat)

    def waiting(self, wait: str) -> JoinStatus:
        """Return the state of a device that asked. Raises Problem (404) for an unknown one."""
        with self.store.database.reading() as connection:
            known = seats.join_request_by_hash(connection, hashed(wait)) if wait else None
        if known is None:
            raise Problem(404, "This request is closed: another device has asked since.")
        code, arrival = known
        return JoinStatus(code, arrival.seat, arrival.state, wait if arrival.state == LET_IN else "")

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
        if answer == LET_IN and table.has_left(asked.seat):
            raise Problem(422, left_sentence(table, asked.seat))
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
        """Note that a seat's first device has read which device others let in."""
        if any(a.unread and a.seat == seat for a in table.join_requests):
            with self.store.change(table) as change:
                seats.mark_read(change.connection, table.code, seat)
                change.set_join_requests(
                    [replace(a, unread=a.unread and a.seat != seat) for a in table.join_requests]
                )
        return READ

    def abandon(self, wait: str) -> None:
        """Delete the request of a device that has stopped waiting."""
        code = self.waiting(wait).code
        with self.store.locked(code) as table:
            if table.waiting is None or table.waiting.token_hash != hashed(wait):
                return
            with self.store.change(table) as change:
                seats.clear_join_requests(change.connection, code)
                change.set_join_requests(_answered(table))

    def _kept(self, code: str, seat: str) -> Seat:
        kept = next((s for s in self.seats.of_table(code) if s.seat == seat), None)
        if kept is None:
            raise Problem(404, "There is no such seat at this table.")
        return kept

    def _sit(self, table: LoadedTable, kept: Seat, name: str, held: str, wait: str, mark: str) -> JoinResult:
        """Take or share a seat, or ask for it. The table's lock must be held."""
        code, seat = kept.code, kept.seat
        _check_there(table, seat)
        private = seat in table.roster.private
        if seat in {TABLE, SPECTATOR}:
            name = ""
        if private and kept.joins and held != seat and not _took_it(kept, mark):
            if wait and device_tokens(table.join_requests).get(hashed(wait)) == seat:
                return JoinResult(code, seat, wait)
            return self._ask(table, seat, wait, name or None, held)
        try:
            token = self._take(table, kept, name, mark, claim=private and not kept.joins)
        except Problem:  # It cannot be saved, but the new device may still watch.
            token = self.seats.token(code, seat)
        if kept.joins and not private:
            self.seats.count(table, seat)
        return JoinResult(code, seat, token)

    def _take(self, table: LoadedTable, kept: Seat, name: str, mark: str, *, claim: bool) -> str:
        """Take a seat, and return its token."""
        code, seat = kept.code, kept.seat
        first, called = not kept.joins, bool(name) and name != kept.name
        token = self.seats.token(code, seat)
        if not first and not called:
            return token
        with self.store.change(table) as change:
            if first:
                seats.joined(change.connection, code, seat)
            change.after_commit(table.unclaimed.discard, seat)
            if called:
                change.rename_player(seat, name)
            if claim:
                follower = hashed(mark) if mark else None
                token = self.seats.renew_in(change, table, seat, kept.token_hash, follower)
                # From now on it must be away for a minute before others may admit another device.
                change.after_commit(self.store.events.mark_seen, code, seat)
        return token

    def _ask(self, table: LoadedTable, seat: str, wait: str, name: str | None, held: str) -> JoinResult:
        """Ask whether a device may share a private seat. Asking again keeps the same request."""
        code, already = table.code, table.waiting
        if (
            already
            and wait
            and already.seat == seat
            and hmac.compare_digest(hashed(wait), already.token_hash or "")
        ):
            return JoinResult(code, seat, wait=wait)
        wait = self.store.config.sources.nonce()
        n = max((a.n for a in table.join_requests), default=0) + 1
        joins = None if held == TABLE else self._joins(table)
        asked = JoinRequest(n, seat, hashed(wait), WAITING, name=name, joins=joins)
        with self.store.change(table) as change:
            seats.add_join_request(change.connection, code, asked)
            change.set_join_requests([*_answered(table), asked])
        return JoinResult(code, seat, wait=wait)

    def _check_may_answer(self, table: LoadedTable, seat: str, asked: JoinRequest) -> None:
        if seat == asked.seat:
            return
        if seat != TABLE:
            raise Problem(403, f"You cannot let a device in as {player(table, asked.seat)}.")
        who = player(table, asked.seat)
        if self.store.events.connected(table.code, (asked.seat,))[asked.seat]:
            raise Problem(403, f"{sentence(who)} has a device at the table and answers there.")
        if (left := LONG_AWAY_SECONDS - self.store.events.seconds_away(table.code, asked.seat)) > 0:
            wait = (
                f"others may let a device in after {LONG_AWAY_SECONDS:.0f} seconds. Wait {ceil(left)} more."
            )
            raise Problem(403, f"The device of {who} may be asleep: {wait}")
        if asked.joins is None:
            raise Problem(
                403, "This device made the request, so it cannot answer it. Ask from another device."
            )
        if asked.joins != self._joins(table):
            came = "Another device has taken the tablet’s seat since this one asked."
            raise Problem(403, f"{came} Refuse it, and let it ask again.")

    def _joins(self, table: LoadedTable) -> int:
        """Return how often the table's seat was taken, counting the device that made the table."""
        return max(1, self._kept(table.code, TABLE).joins)

    def _write(self, table: LoadedTable, answered: JoinRequest) -> None:
        with self.store.change(table) as change:
            seats.answer_join_request(change.connection, table.code, answered)
            change.set_join_requests([*(a for a in table.join_requests if a.n != answered.n), answered])
            change.after_commit(table.seats.update, device_tokens((answered,)))
            if answered.state == LET_IN:
                seats.joined(change.connection, table.code, answered.seat)
                if answered.name:
                    change.rename_player(answered.seat, answered.name)


def _check_there(table: LoadedTable, seat: str) -> None:
    if table.has_left(seat):
        raise Problem(403, left_sentence(table, seat))


def _took_it(kept: Seat, mark: str) -> bool:
    """Return whether the device that shows this mark is the one that took the seat."""
    return bool(mark) and hmac.compare_digest(hashed(mark), kept.follower_hash or "")


def _answered(table: LoadedTable) -> list[JoinRequest]:
    return [a for a in table.join_requests if a.state not in {WAITING, REFUSED}]
