"""The seats of a table at one moment, as its game names them, and what the referee concludes from them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from rules.questions import ANYBODY, TABLE, Seat


@dataclass(frozen=True)
class Roster:
    """The seats that a game names, in its order. The tablet is beside them at every table."""

    named: tuple[Seat, ...]

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """The tablet, and each seat that people play: those of the referee are at no table."""
        return (TABLE, *(seat.id for seat in self.named if seat.device != "referee"))

    @cached_property
    def played(self) -> frozenset[str]:
        """The seats that the referee plays."""
        return frozenset(seat.id for seat in self.named if seat.device == "referee")

    @cached_property
    def joinable(self) -> tuple[str, ...]:
        """The tablet, and each seat that has devices of its own."""
        return (TABLE, *(seat.id for seat in self.named if seat.device == "own"))

    @cached_property
    def titles(self) -> Mapping[str, str]:
        """What each seat is called without its player."""
        return {seat.id: seat.title for seat in self.named}

    @cached_property
    def voters(self) -> tuple[str, ...]:
        """Those who must agree to take back or overrule: seats, and sides that agree as one."""
        return _sides(seat for seat in self.named if seat.votes and not seat.master)

    @cached_property
    def clocks(self) -> tuple[str, ...]:
        """Those whose time is counted: seats, and sides that agree as one."""
        return _sides(seat for seat in self.named if seat.clock and not seat.master)

    @cached_property
    def private(self) -> frozenset[str]:
        """The seats that may know a secret: the first device that takes one has it, and lets others in."""
        return frozenset(seat.id for seat in self.named if seat.secret and seat.device == "own")

    @cached_property
    def masters(self) -> frozenset[str]:
        """The seats that see everything and may act for everybody."""
        return frozenset(seat.id for seat in self.named if seat.master)

    @cached_property
    def hosts(self) -> tuple[str, ...]:
        """The seats beside the tablet that may open the table on another one.

        The table's screen shows every seat's link, so they are those with secrets, where there are any: who
        opened that screen unseen would have these as well.
        """
        return tuple(seat for seat in self.joinable[1:] if seat in (self.private or self.joinable))

    @cached_property
    def _side_of(self) -> Mapping[str, str]:
        return {seat.id: seat.side or seat.id for seat in self.named}

    def side_of(self, seat: str) -> str:
        """Return the side that a seat agrees with: by default its own."""
        return self._side_of.get(seat, seat)

    def seats_of(self, side: str) -> tuple[str, ...]:
        """Return the seats that agree as this side."""
        return tuple(seat.id for seat in self.named if (seat.side or seat.id) == side)

    def clock_of(self, seats: Collection[str]) -> str:
        """Return whose time the first of these seats takes; "" where none has a clock."""
        for seat in self.named:
            if seat.id in seats and seat.clock and not seat.master:
                return seat.side or seat.id
        return ""

    def speaks_for(self, seat: str, owners: Collection[str]) -> bool:
        """Return whether a seat may do what belongs to these seats."""
        return seat in owners or seat in self.masters or (ANYBODY in owners and seat in self.seats)


def _sides(seats: Iterable[Seat]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(seat.side or seat.id for seat in seats))
