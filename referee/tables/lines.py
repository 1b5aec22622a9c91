"""The lines of a table's record in memory, with those taken back, and what is counted of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from referee.storage.rows import Line


class Lines(list[Line]):
    """The lines in order. `taken_back` counts some of them, `overridden` has the numbers of those allowed.

    `rewritten` has an index each time that older lines became others, or open to everybody: that of the first
    of them.
    """

    def __init__(self, lines: Iterable[Line] = ()) -> None:
        super().__init__(lines)
        self.taken_back = sum(not line.stands for line in self)
        self.overridden = [line.n for line in self if line.overridden]
        self.rewritten: list[int] = []

    @property
    def last_number(self) -> int:
        """The number of the last line, taken back or not; 0 before the first."""
        return self[-1].n if self else 0

    def append(self, line: Line) -> None:
        """Add a line."""
        super().append(line)
        self.taken_back += not line.stands
        if line.overridden:
            self.overridden.append(line.n)

    def standing(self) -> Iterator[Line]:
        """Yield the lines that were not taken back."""
        return (line for line in self if line.stands)

    def done_backwards(self, *, but_by: str | None) -> Iterator[Line]:
        """Yield the lines that stand and that a seat did, but for one seat; the last one first."""
        return (line for line in reversed(self) if line.stands and not line.automatic and line.seat != but_by)

    def rewrite(self, line: Line) -> None:
        """Put a line in the place of the one with its number. Raises KeyError."""
        at = self.at(line.n)
        self.taken_back += self[at].stands - line.stands
        self[at] = line
        self.rewritten.append(at)

    def at(self, n: int) -> int:
        """Return the index of a line by its number: one less, but in a record that somebody altered.

        Raises KeyError.
        """
        if 0 < n <= len(self) and self[n - 1].n == n:
            return n - 1
        for at, line in enumerate(self):
            if line.n == n:
                return at
        raise KeyError(n)

    def numbered(self, *numbers: int) -> Iterator[Line]:
        """Yield the lines with these numbers, as far as there are any."""
        for n in numbers:
            with suppress(KeyError):
                yield self[self.at(n)]
