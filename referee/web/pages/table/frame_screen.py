"""The screen of a seat at a table, apart from what its game shows: who is there, joining, taking back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from zlib import crc32

from werkzeug.utils import cached_property

from referee.games.ports import SPECTATOR, Context, Presenter, TableWords, TellsSettings
from referee.tables.service import tables
from referee.web.api.auth import SHOWN, is_first_device, token_at
from referee.web.api.links import url_at
from referee.web.pages.table import company
from referee.web.pages.table.agreement import Agreement, Asking
from referee.web.pages.table.clock import clock_panel
from referee.web.pages.table.joining import joining
from rules.sentences import listed

Json = Mapping[str, Any]


@dataclass(frozen=True)
class FrameScreen:
    """What the frame's templates show of a table; each part is made on first use.

    `game` is what the game itself shows there. `given` is the ruling on what was just asked for.
    """

    context: Context
    presenter: Presenter
    game: object = None
    given: Json | None = None

    @property
    def view(self) -> Json:
        """What the seat may see."""
        return self.context.view

    @property
    def seat(self) -> str:
        """Whose screen it is."""
        return self.context.seat

    @property
    def base(self) -> str:
        """The address of the table."""
        return self.context.base

    @property
    def code(self) -> str:
        """The table's code."""
        return self.context.code

    @property
    def system(self) -> str:
        """The id of the game."""
        return str(self.context.view["system"])

    @property
    def version(self) -> int:
        """The version of the table that this seat knows."""
        return self.context.version

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.context.over

    @cached_property
    def words(self) -> TableWords:
        """What the game calls the seats, and what is asked."""
        return self.presenter.words(self.context.view)

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
    def has_help(self) -> bool:
        """Whether the game has help of its own."""
        return bool(self.presenter.help)

    @property
    def events_url(self) -> str:
        """Where the news comes from, as long as the device has this seat."""
        return url_at(f"/api/tables/{self.code}/events?{SHOWN}={self.seat}")

    @property
    def now_url(self) -> str:
        """Where this screen is renewed from, with all that its query asks for."""
        query = urlencode(dict(self.context.args))
        return f"{self.base}/now?{query}" if query else f"{self.base}/now"

    @cached_property
    def ruling(self) -> Json | None:
        """The ruling on what was just asked for, or what the game tells in its place."""
        return getattr(self.game, "news", None) if self.given is None else self.given

    @property
    def said(self) -> str:
        """How far the game is, for those who listen to the screen."""
        return getattr(self.game, "said", None) or f"{self.presenter.where(self.context.view)}."

    @property
    def yours(self) -> bool:
        """Whether the game waits for this seat."""
        if (told := getattr(self.game, "has_turn", None)) is not None:
            return bool(told)
        return any(waited["seat"] == self.seat for waited in self.context.view.get("pending", ()))

    @property
    def waiting(self) -> str:
        """Whom the game waits for, in words; "" where it waits for this seat, or for nobody."""
        pending = [waited["seat"] for waited in self.context.view.get("pending", ())]
        return "" if self.yours or not pending else listed(map(self.name_of, pending))

    @property
    def fresh(self) -> bool:
        """Whether the table waits for others to join before the game begins."""
        told = getattr(self.game, "fresh", None)
        return not self.context.log if told is None else bool(told)

    @property
    def setting_told(self) -> str:
        """The sentence on the setting that was changed since the last action, or ""."""
        return self.presenter.setting_told(self.view) if isinstance(self.presenter, TellsSettings) else ""

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
    def people(self) -> Sequence[Json]:
        """Each seat with its player, and whether it has a device."""
        return tables().lobby.people(self.code)

    @cached_property
    def seats(self) -> list[Json]:
        """Who is at the table."""
        return company.seats(self.people, self.seat, self.words)

    @cached_property
    def naming(self) -> Json | None:
        """The names that this seat may say."""
        return company.naming(self.people, self.seat, self.public, self.words)

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
            listed_ = tables().devices.of_seat(table, self.seat, token_at(self.code))
        return company.devices(listed_, self.seat)

    @cached_property
    def joining(self) -> Json:
        """How others join."""
        return joining(self.code, self.seat, self.people, self.words, fresh=self.fresh)

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
        asking = Asking(self.view, self.seat, company.taken(self.people), self.words, self.over)
        return asking.panel(looks_on=self.looks_on)

    @cached_property
    def clock(self) -> Json:
        """How long the game has been played; where seats choose in secret, no screen differs by seconds."""
        shown = clock_panel(tables().clock(self.code), self.words.name)
        if tables().match(self.code).secret_choices is None:
            return shown
        return {**shown, **{name: shown[name] // 60 * 60 for name in ("since", "seconds")}}

    @cached_property
    def stamps(self) -> Mapping[str, str]:
        """A mark of each part by what it shows: a page that has it already need not be sent it."""
        parts = {
            "seats": (self.seats, self.joining, self.wrong_pins, self.devices),
            "others": self.joining,
            "naming": self.naming,
        }
        return {
            name: f"{name}-{self.seat}-{crc32(repr(shown).encode()):08x}" for name, shown in parts.items()
        }
