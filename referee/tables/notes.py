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

    def keep(self, code: str, seat: str, text: str) -> None:
        """Replace the notes of a seat by `text`; they are on disk when this returns.

        Raises InputError for a text that is too long, Problem (404, 503) if it could not be saved.
        """
        text = "".join(c for c in text.replace("\r\n", "\n") if c.isprintable() or c in "\n\t")
        if len(text) > LONGEST:
            raise InputError(f"text: notes have {LONGEST} characters at most; these have {len(text)}.")
        with self.store.at(code):
            try:
                self._write(code, seat, text)
            except (
                Clash
            ):  # Another process wrote the first notes of this seat at the same moment; these come later.
                self._write(code, seat, text)

    def _write(self, code: str, seat: str, text: str) -> None:
        with self.store.database.writing() as connection:
            notes.write(connection, code, seat, text)
