"""Seats: their links, and the code and PIN for a device without a camera.

A token is never stored. It is an HMAC of the table, the seat and the seat's generation, under a secret kept
apart from the database. So the tablet can show its QR code again at any time, and a copy of the database
opens no seat. The database holds only the token's SHA-256. Renewing a seat's link changes its generation, and
the old link stops working.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace

from referee.config import CODE_LENGTH, CODE_LETTERS
from referee.games.ports import SPECTATOR
from referee.problems import Problem, Stale
from referee.storage import arrivals, games, seats
from referee.storage.rows import Seat
from referee.storage.secret import kept_secret
from referee.tables.change import Change
from referee.tables.guesses import Guesses
from referee.tables.loaded_table import LoadedTable
from referee.tables.newcomers import is_guest
from referee.tables.table_store import TableStore
from referee.typed import plain

_SPENT = "This link no longer works: it was renewed, or its table is gone. Ask for the code on the tablet."
_NOT_LET_IN = (
    "No table here has that code and PIN. Read both on the tablet again:"
    " the PIN changes when a seat is taken."
)


class Seats:
    """All seats of all tables."""

    def __init__(self, store: TableStore) -> None:
        self._store, self._database = store, store.database
        self._sources = store.config.sources
        self._secret = self._read_secret(self._sources.seed)
        self.guesses = Guesses(self._database, self._sources.now, lambda: self._secret)

    def new(self, code: str, seat: str) -> Seat:
        """Return a seat for a new table, not saved yet."""
        generation = self._sources.generation()
        return Seat(code, seat, generation, hashed(self._derive(code, seat, generation)), 0)

    def token(self, code: str, seat: str) -> str:
        """Return a seat's token, to show its link again.

        If the server's secret has changed since, the old token is lost and the seat gets a new one.
        """
        return self.tokens(code, (seat,))[seat]

    def tokens(self, code: str, names: Iterable[str], kept: Iterable[Seat] = ()) -> dict[str, str]:
        """Return the tokens of several seats, as `token` does; `kept` are all seats, if they are known.

        Raises Problem (404) for an unknown seat.
        """
        known = {seat.seat: seat for seat in kept or self.of_table(code)}
        return {name: self._known(code, name, known.get(name)) for name in names}

    def _known(self, code: str, seat: str, kept: Seat | None) -> str:
        if kept is None:
            raise Problem(404, "There is no such seat at this table.")
        token = self._derive(code, seat, kept.generation)
        if hashed(token) != kept.token_hash:
            # A backup that was restored under this server brought its own secret.
            self._secret = self._read_secret(self._secret.decode)
            token = self._derive(code, seat, kept.generation)
        return token if hmac.compare_digest(hashed(token), kept.token_hash) else self.renew(code, seat)

    def _read_secret(self, make: Callable[[], str]) -> bytes:
        """Return this server's secret as it is kept now; `make` makes it where there is none."""
        return (self._store.config.secret or kept_secret(self._database, make)).encode()

    def of_table(self, code: str) -> tuple[Seat, ...]:
        """Return the seats of a table."""
        with self._database.reading() as connection:
            return seats.of_table(connection, code)

    def find(self, token: str) -> Seat | None:
        """Return the seat of a token, or None."""
        if not token or len(token) > 200:
            return None
        with self._database.reading() as connection:
            return seats.by_hash(connection, hashed(token))

    def held(self, tokens: Collection[tuple[str, str]]) -> Iterator[tuple[str, str]]:
        """Yield the code and seat of each table whose token is right: its link's, or of a device let in.

        `tokens` are pairs of code and token, all looked up at once.
        """
        if not tokens:
            return
        hashes = [(code, hashed(token)) for code, token in tokens]
        with self._database.reading() as connection:
            known = [hash_ for _, hash_ in hashes]
            found = {**arrivals.let_in(connection, known), **seats.by_hashes(connection, known)}
        for code, hash_ in hashes:
            at = found.get(hash_)
            if at is not None and at[0] == code:
                yield at

    def is_guest(self, code: str, token: str) -> bool:
        """Whether a token belongs to a device that others let in at its seat."""
        with self._store.at(code) as table:
            return any(a.token_hash == hashed(token) and is_guest(a) for a in table.arrivals)

    def named(self, token: str) -> Seat:
        """Return the seat of a link, also after a device has used the link to take the seat.

        Raises Problem (404) for a link that is wrong or was renewed.
        """
        known = self.find(token)
        if known is None and 0 < len(token) <= 200:
            with self._database.reading() as connection:
                known = seats.by_spent_hash(connection, hashed(token))
        if known is None:
            raise Problem(404, _SPENT)
        return known

    def by_code(self, code: str, pin: str, seat: str, address: str) -> Seat:
        """Return the seat that the code and PIN on the tablet open, typed in any way people write them.

        A wrong code and a wrong PIN get the same answer. Raises Problem: 401 when they do not fit, 429 when
        this address has to wait, see `Guesses`.
        """
        code, pin = without_gaps(code), without_gaps(pin)
        known = len(code) == CODE_LENGTH and all(letter in CODE_LETTERS for letter in code)
        self.guesses.check(address, code if known else "")
        with self._database.reading() as connection:
            game = games.game(connection, code) if known else None
        expected = game.pin if game else self._sources.pin()
        fits = hmac.compare_digest(pin.encode("utf-8", "replace"), expected.encode())
        right = game is not None and fits
        # Only a table's own code is told to it; a guess at a code that no table has is counted alike.
        if self.guesses.tried(address, code if known else "", right=right) and game is not None:
            self._store.events.warn(code)
        if not right:
            raise Problem(401, _NOT_LET_IN)
        # A player with two characters has the seat named after both.
        kept = self.of_table(code)
        wanted = next((s for s in kept if seat in {s.seat, *s.seat.split("+")}), None)
        if wanted is None and seat == SPECTATOR:
            wanted = self.spectator(code)
        if wanted is None:
            raise Problem(404, "There is no such seat at this table.")
        return wanted

    def has_device(self, table: LoadedTable, seat: str) -> bool:
        """Whether a seat is private and taken: then a second device needs the first one's permission."""
        kept = next(s for s in self.of_table(table.code) if s.seat == seat)
        return seat in table.match.private_seats and kept.joins > 0

    def spectator(self, code: str) -> Seat:
        """Return the spectators' seat."""
        return next(seat for seat in self.every(code) if seat.seat == SPECTATOR)

    def every(self, code: str) -> tuple[Seat, ...]:
        """Return the seats of a table with the spectators', which one of an earlier version gets now."""
        kept = self.of_table(code)
        if any(seat.seat == SPECTATOR for seat in kept):
            return kept
        new = self.new(code, SPECTATOR)
        with suppress(Stale), self._store.at(code) as table, self._store.change(table) as change:
            seats.add(change.connection, new)
            change.then(table.seats.update, {new.token_hash: new.seat})
            change.then(table.untaken.add, new.seat)
        return self.of_table(code)

    def renew(self, code: str, seat: str) -> str:
        """Return the token of a seat's new link. The old link and every device that used it stop working.

        The table has a new PIN too, since the old one opened this seat as well.
        """
        with self._store.at(code) as table, self._store.change(table) as change:
            token = self.renew_in(change, table, seat)
            arrivals.lock_out(change.connection, code, seat)
            change.arrivals(
                [replace(a, token_hash=None, unread=False) if a.seat == seat else a for a in table.arrivals]
            )
        self._store.events.send_away(code, seat)
        return token

    def renew_in(
        self,
        change: Change,
        table: LoadedTable,
        seat: str,
        spent: str | None = None,
        follower: str | None = None,
    ) -> str:
        """Give a seat a new link and its table a new PIN, and return the link's token.

        The old PIN opened this seat as well. `spent` and `follower`: see `storage.seats.renew`.
        """
        code, generation, pin = table.code, self._sources.generation(), self._sources.pin()
        token = self._derive(code, seat, generation)
        seats.renew(change.connection, code, seat, generation, hashed(token), spent, follower)
        games.set_pin(change.connection, code, pin)
        change.then(_lead_to, table, seat, token, pin)
        return token

    def at(self, code: str, token: str) -> str | None:
        """Return the seat that a token opens at a table, or None. Raises Problem (404) for no such table."""
        with self._store.at(code) as table:
            seat = table.seats.get(hashed(token)) if token else None
            if seat in table.untaken:
                self.count(table, seat)
            return seat

    def count(self, table: LoadedTable, seat: str) -> None:
        """Note that a device took a seat. If that cannot be saved, it may still read, and is noted later."""
        with suppress(Problem):
            with self._database.writing() as connection:
                seats.joined(connection, table.code, seat)
            table.untaken.discard(seat)

    def _derive(self, code: str, seat: str, generation: str) -> str:
        digest = hmac.new(self._secret, f"{code}.{seat}.{generation}".encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def _lead_to(table: LoadedTable, seat: str, token: str, pin: str) -> None:
    """Note in memory that this link, and no other, leads to the seat now, and the table's new PIN."""
    kept = {hash_: name for hash_, name in table.seats.items() if name != seat}
    table.seats = {**kept, hashed(token): seat}
    table.game = replace(table.game, pin=pin)


def without_gaps(text: str) -> str:
    """Return a code or a PIN in capitals, without spaces or dashes."""
    return "".join(letter for letter in plain(text) if letter.isalnum()).upper()


def hashed(token: str) -> str:
    """Return the SHA-256 of a token: the part that is stored."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
