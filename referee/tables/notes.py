"""Private notes: what a seat writes down for itself, kept with the table and sent only to that seat."""

from __future__ import annotations

from dataclasses import dataclass

from referee.errors import InputError
from referee.storage import notes
from referee.storage.database import Clash
from referee.tables.table_store import TableStore

LONGEST = 8000
"""Most characters in the notes of one seat."""


@dataclass(frozen=True, slots=True)
class Notes:
    """The notes of all seats. Writing them does not change the table's version, so no other seat notices."""

    store: TableStore

    def of(self, code: str, seat: str) -> str:
        """Return the notes of a seat, or "". Raises Problem (404) if there is no such table."""
        with self.store.at(code), self.store.database.reading() as connection:
            return notes.read(connection, code, seat)

    def keep(self, code: str, seat: str, text: str, opened: str | None = None) -> str:
        """Replace the notes of a seat and return them as they are on disk now.

        With the text that the form was `opened` with, what another device of the seat wrote meanwhile stays:
        the newer text then follows the older. Raises InputError for a text that is too long, Problem (404,
        503) if it could not be saved.
        """
        text, opened = _plain(text), None if opened is None else _plain(opened)
        with self.store.at(code):
            try:
                return self._write(code, seat, text, opened)
            except Clash:  # Another process wrote the first notes of this seat at the same moment.
                return self._write(code, seat, text, opened)

    def _write(self, code: str, seat: str, text: str, opened: str | None) -> str:
        with self.store.database.writing() as connection:
            kept = text if opened is None else merged(notes.read(connection, code, seat), opened, text)
            if len(kept) > LONGEST:
                raise InputError(f"text: notes have {LONGEST} characters at most; these have {len(kept)}.")
            notes.write(connection, code, seat, kept)
        return kept


def merged(stored: str, opened: str, text: str) -> str:
    """Return the notes of two devices as one text, the newer below; `opened` is what the newer began with."""
    if stored in {opened, text, ""}:
        return text
    if text == opened:
        return stored
    newer = text.removeprefix(opened) if opened and text.startswith(opened) else text
    return f"{stored.rstrip()}\n{newer.lstrip()}" if newer.strip() else stored


def _plain(text: str) -> str:
    return "".join(c for c in text.replace("\r\n", "\n") if c.isprintable() or c in "\n\t")
