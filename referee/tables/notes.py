"""Private notes of players, and ticks on the checklist.

They are not part of the record and do not change the version of the table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from referee.errors import InputError
from referee.records.data import Tick, Ticks
from referee.storage import games, seats
from referee.storage.database import DuplicateKey
from referee.tables.record import TableNotFound
from referee.tables.store import TableStore

LONGEST = 8000
"""Most characters in the notes of one seat."""


_EDITS = 8
"""How many of the last edits of one seat are remembered."""


@dataclass(frozen=True, slots=True)
class Share:
    """The text that one edit added to the notes: all that it sent after `skip`.

    `save` counts the edit's saves.
    """

    text: str = ""
    skip: str = ""
    save: int = 0

    @property
    def sent(self) -> str:
        """All that the edit sent; "" if it added nothing."""
        return self.skip + self.text if self.text.strip() else ""


_NOTHING = Share()


@dataclass(frozen=True, slots=True)
class Notes:
    """The notes of all seats. Saving them does not change the table's version, so no other seat notices."""

    store: TableStore

    def of(self, code: str, seat: str) -> str:
        """Return the notes of a seat, or "". Raises Problem (404) if there is no such table."""
        with self.store.locked(code), self.store.database.reading() as connection:
            return seats.read_notes(connection, code, seat)

    def keep(
        self, code: str, seat: str, text: str, opened: str | None = None, edit: str = "", save: int = 0
    ) -> str:
        """Replace the notes of a seat and return them as saved.

        With the text that the form was `opened` with, text that another device of the seat saved meanwhile is
        kept, and the newer text follows it. All saves of a device between two responses have one `edit`, and
        `save` counts them: each replaces the text that the one before added, and an older one that arrives
        late changes nothing. Raises InputError for too long a text, Problem (404, 503) if it could not be
        saved.
        """
        text, opened = _plain(text), None if opened is None else _plain(opened)
        with self.store.locked(code):
            try:
                return self._write(code, seat, text, opened, edit, save)
            except DuplicateKey:  # Another process wrote the first notes of this seat at the same moment.
                return self._write(code, seat, text, opened, edit, save)

    def _write(self, code: str, seat: str, text: str, opened: str | None, edit: str, save: int) -> str:
        with self.store.database.writing() as connection:
            shares = seats.shares(connection, code, seat)
            stored, mine = seats.read_notes(connection, code, seat), Share(*shares.pop(edit, ()))
            if edit and save < mine.save:
                return stored
            kept, share = (text, Share()) if opened is None else merged(stored, opened, text, mine)
            if len(kept) > LONGEST:
                raise InputError(f"text: notes have {LONGEST} characters at most; these have {len(kept)}.")
            if edit:
                shares[edit] = [share.text, share.skip, save]
            seats.write_notes(connection, code, seat, kept, dict(list(shares.items())[-_EDITS:]))
        return kept


def merged(stored: str, opened: str, text: str, mine: Share = _NOTHING) -> tuple[str, Share]:
    """Return the notes of two devices as one text, and what the newer added.

    The newer goes below; `opened` is the text it started from. `mine` is what its last save added, if the
    response to that was lost: the newer text replaces it.
    """
    if stored == text:
        return text, mine
    if stored in {opened, ""} or (stored == mine.text and not mine.skip):
        return text, Share(text)
    lines = _lines_of(mine.text, stored)
    if lines and text.startswith(mine.skip):
        newer = text.removeprefix(mine.skip)
        return _replaced(stored, lines, newer), Share(newer, mine.skip)
    # The table has what was sent before, or the other device has changed it on purpose.
    skip = next((known for known in (mine.sent, mine.skip, opened) if known and text.startswith(known)), "")
    newer = text.removeprefix(skip).lstrip()
    if text == opened or not newer:
        return stored, mine
    return f"{stored.rstrip()}\n{newer}", Share(newer, text.removesuffix(newer))


def _replaced(stored: str, lines: re.Match[str], newer: str) -> str:
    """Return the notes with these lines replaced, or removed if `newer` is blank."""
    before, after = stored[: lines.start()], stored[lines.end() :]
    if newer.strip():
        return before + newer + after
    return before.removesuffix("\n") + (after if before else after.removeprefix("\n"))


def _lines_of(share: str, stored: str) -> re.Match[str] | None:
    """Return the last match of this share as whole lines of the notes."""
    if not share.strip():
        return None
    whole, words = re.escape(share), re.escape(share.rstrip())
    places = re.finditer(rf"(?:\A|(?<=\n))(?:{whole}|{words}[^\S\n]*)(?=\n|\Z)", stored)
    return next(reversed(list(places)), None)


def _plain(text: str) -> str:
    return "".join(c for c in text.replace("\r\n", "\n") if c.isprintable() or c in "\n\t")


MAX_TICKS = 2000
"""Most ticks kept for one table: more than a long game has lines."""


@dataclass(frozen=True, slots=True)
class Checklist:
    """Ticking and unticking."""

    store: TableStore

    def ticks(self, code: str) -> Ticks:
        with self.store.database.reading() as connection:
            return seats.ticks(connection, code)

    def tick(self, code: str, at: int, done: Iterable[str]) -> None:
        """Tick lines of the checklist as it was after `at` events. Raises Problem (404)."""
        ids = tuple(done)
        if ids:
            self._change(code, lambda old: [*old, (at, ids)][-MAX_TICKS:])

    def untick(self, code: str, serial: int | None = None) -> None:
        """Remove the last tick of a table. Raises Problem (404).

        With the `serial` of the list as seen, nothing is removed if somebody has ticked since.
        """
        self._change(code, lambda old: old[:-1], serial)

    def _change(
        self, code: str, change: Callable[[list[Tick]], list[Tick]], serial: int | None = None
    ) -> None:
        with self.store.locked(code), self.store.database.writing() as connection:
            if games.version(connection, code) is None:
                raise TableNotFound(code)
            old = seats.ticks(connection, code)
            if serial not in {None, old.serial}:
                return
            done = change(list(old.done))
            seats.set_ticks(connection, code, Ticks(old.serial + 1, tuple(done)))
        self.store.events.ticked(code, old.serial + 1)
