"""The players' names at a table."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from referee.errors import InputError
from referee.json_text import show
from referee.problems import Problem
from referee.tables.loaded_table import LoadedTable
from referee.tables.table_store import TableStore
from rules.data_check import shows_nothing

LONGEST_NAME = 24
_JOINERS = "\u200c\u200d"
"""They shape letters and emoji, and are part of names."""


@dataclass(frozen=True, slots=True)
class Naming:
    """The names of players."""

    store: TableStore

    def rename(self, table: LoadedTable, seat: str, other: str, name: str) -> str:
        """Name the player of a seat, from that seat or from the table's; an empty name removes it.

        Returns the name as it is shown. The table's lock must be held. Raises InputError for a name that
        cannot be shown and for a seat without names, Problem (403) for another player's seat.
        """
        said = name_said(name)
        match = table.match
        named = [s for s in match.seats if s != match.public_seat]
        if other not in named:
            raise InputError(f"seat: {show(other)} is not one of {', '.join(named)}.")
        if seat not in {match.public_seat, other}:
            raise Problem(403, f"The seat {seat} cannot name the player of {other}.")
        if table.names.get(other, "") != said:
            with self.store.change(table) as change:
                change.call(other, said)
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
