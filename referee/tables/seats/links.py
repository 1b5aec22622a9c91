"""The seats of a table: their links, the code and PIN, and the names of players.

A token is never stored. It is an HMAC of the table, the seat and the seat's generation, under a secret kept
apart from the database. So the tablet can show its QR code again at any time, and a copy of the database
opens no seat. The database holds only the token's SHA-256. Renewing a seat's link changes its generation, and
the old link stops working.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from referee.config import CODE_LENGTH, CODE_LETTERS
from referee.errors import InputError, Problem, Stale
from referee.games.interface import SPECTATOR
from referee.records.data import Seat
from referee.records.text import plain, show
from referee.storage import games, seats
from referee.storage.secret import server_secret
from referee.tables.seats.join_requests import is_guest
from referee.tables.seats.pins import PinThrottle
from referee.tables.store import Change, TableStore
from referee.tables.table import LoadedTable
from rules.data_check import shows_nothing
from rules.questions import TABLE

LONGEST_NAME = 24


_JOINERS = "\u200c\u200d"
"""They join letters and emoji, and are allowed in names."""


@dataclass(frozen=True, slots=True)
class PlayerNames:
    """The names of players."""

    store: TableStore

    def rename(self, table: LoadedTable, seat: str, other: str, name: str) -> str:
        """Name the player of a seat, from that seat or from the table's; an empty name removes it.

        Returns the name as it is shown. The table's lock must be held. Raises InputError for a name that
        cannot be shown and for a seat without names, Problem (403) for another player's seat.
        """
        said = name_said(name)
        named = table.roster.seats[1:]
        if other not in named:
            raise InputError(f"seat: {show(other)} is not one of {', '.join(named)}.")
        if seat not in {TABLE, other}:
            raise Problem(403, f"The seat {seat} cannot name the player of {other}.")
        if table.names.get(other, "") != said:
            with self.store.change(table) as change:
                change.rename_player(other, said)
        return said


def name_said(name: str) -> str:
    """Return a name as it is shown, without spaces around it; "" for none.

    Raises InputError if it is too long, or holds an invisible character or one that reverses the text.
    """
    said = name.strip(" ")
    if said and shows_nothing(said):
        raise InputError("name: nothing of this name can be seen; write another one, or none.")
    if len(said) > LONGEST_NAME:
        raise InputError(f"name: {show(said)} is longer than {LONGEST_NAME} characters.")
    for letter in said:
        if unicodedata.category(letter)[0] in "CZ" and letter not in " " + _JOINERS:
            raise InputError(f"name: a name cannot show the character U+{ord(letter):04X}; leave it out.")
    return said


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
        store.new_seat = self.new
        self.pin_throttle = PinThrottle(self._database, self._sources.now, lambda: self._secret)

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
            # A backup restored into this server brings its own secret.
            self._secret = self._read_secret(self._secret.decode)
            token = self._derive(code, seat, kept.generation)
        return token if hmac.compare_digest(hashed(token), kept.token_hash) else self.renew(code, seat)

    def _read_secret(self, make: Callable[[], str]) -> bytes:
        """Return this server's secret as it is kept now; `make` makes it where there is none."""
        return (self._store.config.secret or server_secret(self._database, make)).encode()

    def of_table(self, code: str) -> tuple[Seat, ...]:
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
            found = {**seats.admitted(connection, known), **seats.by_hashes(connection, known)}
        for code, hash_ in hashes:
            at = found.get(hash_)
            if at is not None and at[0] == code:
                yield at

    def is_guest(self, code: str, token: str) -> bool:
        """Return whether a token belongs to a device that others let in at its seat."""
        with self._store.locked(code) as table:
            return any(a.token_hash == hashed(token) and is_guest(a) for a in table.join_requests)

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
        this address has to wait, see `PinThrottle`.
        """
        code, pin = without_gaps(code), without_gaps(pin)
        known = len(code) == CODE_LENGTH and all(letter in CODE_LETTERS for letter in code)
        self.pin_throttle.check(address, code if known else "")
        with self._database.reading() as connection:
            game = games.game(connection, code) if known else None
        expected = game.pin if game else self._sources.pin()
        fits = hmac.compare_digest(pin.encode("utf-8", "replace"), expected.encode())
        right = game is not None and fits
        # Only an existing table is warned; tries for a code that no table has count too.
        if self.pin_throttle.record_try(address, code if known else "", right=right) and game is not None:
            self._store.events.warn(code)
        if not right:
            raise Problem(401, _NOT_LET_IN)
        # A player with two characters has the seat named after both.
        kept = self.of_table(code)
        with self._store.locked(code) as table:
            joinable = table.roster.joinable
        wanted = next((s for s in kept if s.seat in joinable and seat in {s.seat, *s.seat.split("+")}), None)
        if wanted is None and seat == SPECTATOR:
            wanted = self.spectator(code)
        if wanted is None:
            raise Problem(404, "There is no such seat at this table.")
        return wanted

    def has_device(self, table: LoadedTable, seat: str) -> bool:
        """Return whether a seat is private and taken, so that a second device needs permission."""
        taken = any(kept.joins for kept in self.of_table(table.code) if kept.seat == seat)
        return taken and seat in table.roster.private

    def spectator(self, code: str) -> Seat:
        return next(seat for seat in self.every(code) if seat.seat == SPECTATOR)

    def every(self, code: str) -> tuple[Seat, ...]:
        """Return the seats of a table with the spectators', added to an older table if it is missing."""
        kept = self.of_table(code)
        if any(seat.seat == SPECTATOR for seat in kept):
            return kept
        new = self.new(code, SPECTATOR)
        with suppress(Stale), self._store.locked(code) as table, self._store.change(table) as change:
            seats.add(change.connection, new)
            change.after_commit(table.seats.update, {new.token_hash: new.seat})
            change.after_commit(table.unclaimed.add, new.seat)
        return self.of_table(code)

    def renew(self, code: str, seat: str, *, empty: bool = False) -> str:
        """Return the token of a seat's new link. The old one stops working, also on devices that used it.

        The table has a new PIN too, since the old one opened this seat as well. With `empty` nobody has the
        seat from then on, and it has no name.
        """
        with self._store.locked(code) as table, self._store.change(table) as change:
            token = self.renew_in(change, table, seat)
            if empty:
                seats.empty(change.connection, code, seat)
                change.rename_player(seat, "")
                change.after_commit(table.unclaimed.add, seat)
            seats.lock_out(change.connection, code, seat)
            change.set_join_requests(
                [
                    replace(a, token_hash=None, unread=False) if a.seat == seat else a
                    for a in table.join_requests
                ]
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

        The old PIN opened this seat too. `spent` and `follower`: see `storage.seats.renew`.
        """
        code, generation, pin = table.code, self._sources.generation(), self._sources.pin()
        token = self._derive(code, seat, generation)
        seats.renew(change.connection, code, seat, generation, hashed(token), spent, follower)
        games.set_pin(change.connection, code, pin)
        change.after_commit(_lead_to, table, seat, token, pin)
        return token

    def seat_of_token(self, code: str, token: str) -> str | None:
        """Return the seat that a token opens at a table, or None. Raises Problem (404) for no such table."""
        with self._store.locked(code) as table:
            seat = table.seats.get(hashed(token)) if token else None
            if seat in table.unclaimed:
                self.count(table, seat)
            return seat

    def count(self, table: LoadedTable, seat: str) -> None:
        """Count a device that took a seat. If that cannot be saved, it is counted later."""
        with suppress(Problem):
            with self._database.writing() as connection:
                seats.joined(connection, table.code, seat)
            table.unclaimed.discard(seat)

    def _derive(self, code: str, seat: str, generation: str) -> str:
        digest = hmac.new(self._secret, f"{code}.{seat}.{generation}".encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def _lead_to(table: LoadedTable, seat: str, token: str, pin: str) -> None:
    """Update the table in memory: the seat's only link, and the new PIN."""
    kept = {hash_: name for hash_, name in table.seats.items() if name != seat}
    table.seats = {**kept, hashed(token): seat}
    table.game = replace(table.game, pin=pin)


def without_gaps(text: str) -> str:
    """Return a code or a PIN in capitals, without spaces or dashes."""
    return "".join(letter for letter in plain(text) if letter.isalnum()).upper()


def hashed(token: str) -> str:
    """Return the SHA-256 of a token: the part that is stored."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
