"""The dice: who rolls them, and what each seat's device contributes to the referee's seed.

Who rolls the dice is a setting of the whole table, which each seat's devices may override for themselves.
Such a preference is private: it changes no version and is part of no view.

A round is fixed once every seat that took part before has committed, and every other seat with a device,
unless the game has continued without those. Then the contributions are revealed. They count together once all
are revealed, or after some more lines without those that were not.

The referee seals its seed first. A device that has seen the seal contributes 32 random bytes, and all later
dice come from both. The host does not know those bytes when the seed is sealed, and a player does not know
the seed. Contributions are public. They change nothing visible of the game, so the table's version stays the
same, and no tap becomes stale.

A device first commits to its contribution, by its SHA-256, and reveals it once the commitments of the round
are fixed: see `referee.records.seals`. Until any device commits, a contribution may be made in one step.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from referee.errors import Problem
from referee.games.interface import SPECTATOR
from referee.records import codec
from referee.records.seals import (
    LINES_TO_REVEAL,
    MAX_ROUNDS_PER_SEAT,
    Entry,
    commitment_to,
    counted_contributions,
    seed_commitments,
)
from referee.storage import games, seats
from referee.tables.record import first_position
from referee.tables.store import TableStore
from referee.tables.table import LoadedTable


@dataclass(frozen=True, slots=True)
class DicePreferences:
    """The dice preferences of all seats, stored in the database, so every process shares them."""

    store: TableStore

    def note(self, code: str, seat: str, *, typed: bool | None) -> None:
        """Note the preference that a device of a seat sends with a request. None: none.

        A seat may have several devices, so "typed" stays until one of them changes it. Writes only what is
        new. If it cannot be saved the page is shown anyway: the next request notes it again.
        """
        if typed is None:
            return
        with self.store.database.reading() as connection:
            known = seats.types_dice(connection, code, seat)
        if known or known is typed:
            return
        try:
            with self.store.database.writing() as connection:
                seats.note_types_dice(connection, code, seat, typed=typed)
        except Problem:
            return

    def change(self, code: str, seat: str, *, typed: bool | None) -> None:
        """Save what a player of a seat has just chosen; None follows the table.

        Raises Problem (503) if it could not be saved.
        """
        with self.store.database.writing() as connection:
            seats.set_types_dice(connection, code, seat, typed=typed)

    def of(self, code: str, seat: str) -> bool | None:
        """Return whether a device of a seat types in its dice; None if it follows the table."""
        with self.store.database.reading() as connection:
            return seats.types_dice(connection, code, seat)


_OTHER = "This part is not the one that the seat had promised."
_TWO_STEPS = (
    "Devices at this table promise their part before they show it: send its SHA-256 as `commit` first."
)
_WAIT = "A round of parts is in progress. Promise again once it counts."
_PROMISED = "This seat has promised another part in this round."
_ENOUGH = f"This seat has begun {MAX_ROUNDS_PER_SEAT} rounds and cannot begin another."
_NOT_SHOWN = "A device promised its part and did not show it, so nobody adds more to these dice."
_FIXED = "The promises of this round are not fixed yet. Show the part once they are."
_TOO_LATE = "The table has gone on, and the round counts without this part."

Entries = tuple[Entry, ...]


def with_commitment(entries: Entries, began: int, seat: str, commit: str, last: int) -> Entries:
    """Return the entries with a seat's commitment. `began` is the line at which the present seal began.

    Raises Problem (422) if it is not accepted.
    """
    mine = _under(entries, began)
    if any((e["seat"], e["commit"]) == (seat, commit) for e in mine):
        return entries
    number, newest = _newest(mine)
    if newest and not _fixed(newest):
        _refuse({_PROMISED: any(e["seat"] == seat for e in newest)})
    else:
        opened = [e["seat"] for n, e in enumerate(mine) if n == 0 or mine[n - 1]["round"] != e["round"]]
        _refuse(
            {
                _WAIT: bool(newest) and not _counts(newest),
                _NOT_SHOWN: any("part" not in e for e in mine),
                _ENOUGH: opened.count(seat) >= MAX_ROUNDS_PER_SEAT,
            }
        )
        number = max((e["round"] for e in entries if "round" in e), default=0) + 1
    return (*entries, {"seat": seat, "commit": commit, "round": number, "opened": last})


def with_reveal(entries: Entries, began: int, seat: str, part: str) -> Entries | None:
    """Return the entries with a revealed contribution; None if no seat has committed.

    Raises Problem (422) for a contribution without a commitment, or revealed too early or too late.
    """
    mine = _under(entries, began)
    if not mine:
        return None
    commit = commitment_to(part)
    promise = next((e for e in mine if (e["seat"], e["commit"]) == (seat, commit)), None)
    if promise is None:
        raise Problem(422, _OTHER if any(e["seat"] == seat for e in mine) else _TWO_STEPS)
    _refuse({_FIXED: "closed" not in promise, _TOO_LATE: "after" in promise and "part" not in promise})
    return tuple({**e, "part": part} if e is promise else e for e in entries)


def advance_rounds(
    entries: Entries, began: int, seated: Collection[str], last: int, left: Collection[str] = ()
) -> Entries:
    """Return the entries after line `last`: the newest round fixed or counted, if that is due.

    `seated` are the seats with a device; nobody waits for those that have `left`.
    """
    mine = _under(entries, began)
    _, newest = _newest(mine)
    if not newest or _counts(newest):
        return entries
    change: dict[str, Any] = {}
    if not _fixed(newest):
        there = {e["seat"] for e in newest}
        before = {e["seat"] for e in mine if "after" in e and "part" in e}
        away = set(seated) - there if last == newest[0]["opened"] else set()
        if before <= {*there, *left} and not away:
            change["closed"] = last
    elif all("part" in e for e in newest) or last > newest[0]["closed"] + LINES_TO_REVEAL:
        change["after"] = last
    if not change:
        return entries
    return tuple({**e, **change} if any(e is one for one in newest) else e for e in entries)


def _under(entries: Entries, began: int) -> list[Entry]:
    """Return the commitments under the seal that began at a line."""
    return [e for e in entries if "commit" in e and e["opened"] >= began]


def _newest(mine: Sequence[Entry]) -> tuple[int, list[Entry]]:
    """Return the newest round's number and commitments; (0, []) before the first."""
    number = int(mine[-1]["round"]) if mine else 0
    return number, [e for e in mine if e["round"] == number]


def _fixed(together: Sequence[Entry]) -> bool:
    return "closed" in together[0]


def _counts(together: Sequence[Entry]) -> bool:
    return "after" in together[0]


def _refuse(hindered: dict[str, bool]) -> None:
    """Raise Problem (422) with the first sentence that applies."""
    if why := next((why for why, so in hindered.items() if so), None):
        raise Problem(422, why)


_OVER = "The game is over: there are no more rolls."
_TAUGHT = "This table is a lesson, so its dice are fixed."
_BEGUN = "An action is in progress. Add to the dice once it is done."
_SPECTATOR = "Spectators add nothing to the dice."
_OTHER_SEAL = "The dice have a new seal. Look at it first."
_ALREADY = "This seat has added its part to these dice."
_TRIES = 3
_BUSY = "Somebody else is changing this table. Try again."


@dataclass(frozen=True, slots=True)
class SeedContributions:
    """The seed contributions at all tables."""

    store: TableStore

    def add(self, code: str, seat: str, seal: str, part: str) -> dict[str, Any]:
        """Reveal a seat's contribution under this `seal`; return `{"seat", "seal", "parts", "commits"}`.

        If no seat has committed, it is added in one step, once for each seat. The same one sent again counts
        once. Raises Problem: 403 for a spectator, 409 for another seal than the present one, 422 if nothing
        can be added or it does not match the commitment, 503 if it could not be saved.
        """

        def with_it(table: LoadedTable, entries: Entries) -> Entries:
            if any((e["seat"], e.get("part")) == (seat, part) for e in entries):
                return entries
            _check(table, seat, seal)
            after = with_reveal(entries, _seal_began_at(table), seat, part)
            if after is None:
                _check_first(table, seat)
                after = (*entries, {"seat": seat, "part": part, "after": table.last_number})
            return after

        return self._change(code, seat, with_it)

    def promise(self, code: str, seat: str, seal: str, commit: str) -> dict[str, Any]:
        """Commit to a contribution by its SHA-256; return what `add` returns. Repeating it changes nothing.

        Raises the same as `add`.
        """

        def with_it(table: LoadedTable, entries: Entries) -> Entries:
            if any((e["seat"], e.get("commit")) == (seat, commit) for e in entries):
                return entries
            _check(table, seat, seal)
            return with_commitment(entries, _seal_began_at(table), seat, commit, table.last_number)

        return self._change(code, seat, with_it)

    def _change(
        self, code: str, seat: str, with_it: Callable[[LoadedTable, Entries], Entries]
    ) -> dict[str, Any]:
        """Write what a device adds, update its round, and return all contributions and commitments."""
        for _ in range(_TRIES):
            with self.store.locked(code) as table:
                before = table.game.seed_contributions or ()
                after = _advance_rounds(table, with_it(table, _advance_rounds(table, before)))
                if after != before and not self._save(table, after):
                    continue
                told = {"parts": counted_contributions(after), "commits": seed_commitments(after)}
                return {"seat": seat, "seal": current_seal(table), **told}
        raise Problem(503, _BUSY)

    def open_seal(self, code: str, seat: str) -> str:
        """Return the seal of the seed to which a seat's device may contribute; "" if it may not."""
        with self.store.locked(code) as table:
            adds = seat != SPECTATOR and table.game.seed_contributions is not None and not table.finished
            return current_seal(table) if adds else ""

    def _save(self, table: LoadedTable, every: Entries) -> bool:
        """Write the entries, unless another process was quicker; then the table is read again."""
        with self.store.database.writing() as connection:
            if not games.save_contributions(connection, table.game, table.version, every):
                self.store.invalidate(table.code)
                return False
        known = len(counted_contributions(table.game.seed_contributions))
        table.game = replace(table.game, seed_contributions=every)
        for part in counted_contributions(every)[known:]:
            table.chance.mix(part["part"])
        if not table.lines:
            # No player has seen anything of the stock yet.
            table.positions[0] = first_position(table.game, table.match)
            table.views.clear()
        return True


def current_seal(table: LoadedTable) -> str:
    """Return the seal of the present seed."""
    game = table.game
    if not game.reopened:
        return codec.seal(game.seed_nonce, game.seed)
    last = game.reopened[-1]
    return codec.seal(last["nonce"], last["seed"])


def _advance_rounds(table: LoadedTable, entries: Entries) -> Entries:
    """Return the entries as they are after the last line; unchanged while an action is pending."""
    if table.pending_action is not None or table.finished:
        return entries
    seated = {*table.roster.seats} - table.unclaimed
    left = filter(table.has_left, table.known_seats)
    return advance_rounds(entries, _seal_began_at(table), seated, table.last_number, frozenset(left))


def _seal_began_at(table: LoadedTable) -> int:
    """Return the line at which the present seal began."""
    return int(table.game.reopened[-1]["after"]) if table.game.reopened else 0


def _check(table: LoadedTable, seat: str, seal: str) -> None:
    """Check that a seat may contribute under a seal now. Raises Problem."""
    if seat == SPECTATOR:
        raise Problem(403, _SPECTATOR)
    hindered = {
        _TAUGHT: table.game.seed_contributions is None,
        _OVER: table.finished,
        _BEGUN: table.pending_action is not None,
    }
    if why := next((why for why, so in hindered.items() if so), None):
        raise Problem(422, why)
    if seal != current_seal(table):
        raise Problem(409, _OTHER_SEAL)


def _check_first(table: LoadedTable, seat: str) -> None:
    """Check that a seat has not contributed in one step yet. Raises Problem."""
    began = _seal_began_at(table)
    if any(
        p["seat"] == seat and p["after"] >= began
        for p in counted_contributions(table.game.seed_contributions)
    ):
        raise Problem(422, _ALREADY)
