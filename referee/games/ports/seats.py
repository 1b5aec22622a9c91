"""Who sits at a table, and what each seat may do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from referee.games.ports.basics import ActionT_contra, PositionT_contra


class SeatsPort(Protocol[PositionT_contra, ActionT_contra]):
    """The seats of one table. What a seat may do rests on what everybody knows."""

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats."""

    @property
    def sides(self) -> tuple[str, ...]:
        """The seats that must agree when something is taken back or overruled."""

    @property
    def public_seat(self) -> str:
        """The seat that everybody sees."""

    @property
    def hosts(self) -> frozenset[str]:
        """The other seats that may open the public one on another device, with the keys to every seat."""

    @property
    def swapped_seats(self) -> Mapping[str, str]:
        """For each seat of a side, the seat its player takes when sides are swapped; else empty."""

    @property
    def private_seats(self) -> frozenset[str]:
        """The seats that may see a secret: the first device that takes one has it, and lets others in."""

    def seats_for(self, action: ActionT_contra) -> frozenset[str]:
        """Return the seats that may do an action; this depends only on the action."""

    def seat_refusal(self, position: PositionT_contra, action: ActionT_contra, seat: str) -> str | None:
        """Return why this seat may not do an action now, or None. The reason rests only on what is public."""

    def allowing_refusal(
        self, position: PositionT_contra, action: ActionT_contra, seat: str, here: frozenset[str]
    ) -> str | None:
        """Return why this seat may not ask to allow a refused action that concerns others too, or None.

        `here` are the seats with a device at the table. The reason rests only on what is public.
        """

    def answerers(self, position: PositionT_contra, action: ActionT_contra) -> frozenset[str]:
        """Return the seats that must tap an action themselves, or none.

        The public seat taps for them only while their devices are away.
        """
