"""Notes of one's own: what a seat writes down for itself, kept with the table and sent to that seat alone."""

from __future__ import annotations

from dataclasses import dataclass

from referee.errors import InputError
from referee.storage import notes
from referee.storage.database import Clash
from referee.tables.table_store import TableStore

LONGEST = 8000
"""Characters that the notes of one seat may have."""


@dataclass(frozen=True, slots=True)
class Notes:
    """The notes of all seats. Writing them changes no version of the table, so nobody is told of it."""

    store: TableStore

    def of(self, code: str, seat: str) -> str:
        """Return the notes of a seat, or "". Raises Problem (404) where there is no such table."""
        with self.store.at(code), self.store.database.reading() as connection:
            return notes.read(connection, code, seat)

    def keep(self, code: str, seat: str, text: str) -> None:
        """Put `text` in place of the notes of a seat; they are on disk when this returns.

        Raises InputError for a text that is too long, Problem (404, 503) where it could not be saved.
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
