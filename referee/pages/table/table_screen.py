"""What the screen of every table has: who is there, how others join, taking back, the clock."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from werkzeug.utils import cached_property

from referee.api.auth import SHOWN, is_first_device, token_at
from referee.api.links import url_at
from referee.games.ports import SPECTATOR, TableWords
from referee.pages.table import company
from referee.pages.table.agreement import Agreement, Asking
from referee.pages.table.clock import clock_panel
from referee.pages.table.joining import joining
from referee.tables.service import tables

Json = Mapping[str, Any]


class TableScreen(ABC):
    """The screen of a seat, apart from what the game shows. A screen says whose it is and has its words."""

    @property
    @abstractmethod
    def view(self) -> Json:
        """What the seat may see."""

    @property
    @abstractmethod
    def seat(self) -> str:
        """Whose screen it is."""

    @property
    @abstractmethod
    def base(self) -> str:
        """The address of the table."""

    @property
    @abstractmethod
    def words(self) -> TableWords:
        """What the game calls the seats, and what is asked."""

    @property
    @abstractmethod
    def fresh(self) -> bool:
        """Whether the table waits for others to join before the game begins."""

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether the game is over."""

    @property
    @abstractmethod
    def company(self) -> Sequence[Json]:
        """Each seat with its player, and whether it has a device."""

    @property
    def code(self) -> str:
        """The table's code."""
        return str(self.view["code"])

    @property
    def seat_name(self) -> str:
        """The seat's name, in words."""
        return self.words.name(self.seat)

    def name_of(self, seat: str) -> str:
        """Return who sits at a seat, as a sentence says it."""
        return self.words.player(seat)

    @property
    def looks_on(self) -> bool:
        """Whether this screen may only look on."""
        return self.seat == SPECTATOR

    @property
    def events_url(self) -> str:
        """Where the news comes from, as long as the device has this seat."""
        return url_at(f"/api/tables/{self.code}/events?{SHOWN}={self.seat}")

    @cached_property
    def private(self) -> bool:
        """Whether this seat alone sees something, while the game goes on."""
        return not self.over and self.seat in tables().match(self.code).private_seats

    @cached_property
    def public(self) -> str:
        """The seat that everybody sees."""
        return tables().match(self.code).public_seat

    @cached_property
    def alone(self) -> bool:
        """Whether one side alone decides what is taken back or allowed."""
        return len(tables().match(self.code).sides) == 1

    @cached_property
    def seats(self) -> list[Json]:
        """Who is at the table."""
        return company.seats(self.company, self.seat, self.words)

    @cached_property
    def naming(self) -> Json | None:
        """The names that this seat may say."""
        return company.naming(self.company, self.seat, self.public, self.words)

    @cached_property
    def arrival(self) -> Json | None:
        """What is asked or told of another device at a private seat."""
        came = self.view.get("arrival")
        return company.arrival(came, self.seat, self.public, self.words, first=self.first_device)

    @cached_property
    def first_device(self) -> bool:
        """Whether this device took its seat by itself or by its first device's say, not by others' say."""
        return is_first_device(self.code)

    @cached_property
    def devices(self) -> list[Json]:
        """The devices of this seat, where it has several and this one may send others away."""
        if not self.first_device or self.seat not in tables().match(self.code).private_seats:
            return []
        with tables().store.at(self.code) as table:
            listed = tables().devices.of_seat(table, self.seat, token_at(self.code))
        return company.devices(listed, self.seat)

    @cached_property
    def joining(self) -> Json:
        """How others join."""
        return joining(self.code, self.seat, self.company, self.words, fresh=self.fresh)

    @cached_property
    def wrong_pins(self) -> int:
        """How many wrong PINs were tried, on the table's own screen, once somebody had to wait for it."""
        return tables().seats.guesses.wrong(self.code) if self.seat == self.public else 0

    @cached_property
    def dice_seal(self) -> str:
        """The seal on the dice to which this device may add its part; "" where it adds nothing."""
        return tables().dice_parts.wanted(self.code, self.seat)

    @cached_property
    def agreement(self) -> Agreement:
        """Taking back and overruling."""
        asking = Asking(self.view, self.seat, company.taken(self.company), self.words, self.over)
        return asking.panel(looks_on=self.looks_on)

    @cached_property
    def clock(self) -> Json:
        """How long the game has been played."""
        return clock_panel(tables().clock(self.code), self.words.name)
