"""The screen of a table whose game has a presenter: the frame's own part of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from zlib import crc32

from werkzeug.utils import cached_property

from referee.games.ports import Context, Presenter, TableWords, TellsSettings
from referee.pages.table.table_screen import TableScreen
from rules.sentences import listed

Json = Mapping[str, Any]


@dataclass(frozen=True)
class FrameScreen(TableScreen):
    """What the frame's templates show of a table; each part is made on first use."""

    context: Context
    presenter: Presenter
    people: Sequence[Json]
    ruling: Json | None = None

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

    @cached_property
    def words(self) -> TableWords:
        """What the game calls the seats, and what is asked."""
        return self.presenter.words(self.context.view)

    @property
    def fresh(self) -> bool:
        """Whether nothing has been done yet."""
        return not self.context.log

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.context.over

    @property
    def company(self) -> Sequence[Json]:
        """Each seat with its player, and whether it has a device."""
        return self.people

    @property
    def version(self) -> int:
        """The version of the table that this seat knows."""
        return self.context.version

    @property
    def system(self) -> str:
        """The id of the game."""
        return str(self.context.view["system"])

    @property
    def has_help(self) -> bool:
        """Whether the game has help of its own."""
        return bool(self.presenter.help)

    @property
    def now_url(self) -> str:
        """Where this screen is renewed from, with all that its query asks for."""
        query = urlencode(dict(self.context.args))
        return f"{self.base}/now?{query}" if query else f"{self.base}/now"

    @property
    def said(self) -> str:
        """How far the game is, for those who listen to the screen."""
        return f"{self.presenter.where(self.context.view)}."

    @property
    def yours(self) -> bool:
        """Whether the game waits for this seat."""
        return any(waited["seat"] == self.seat for waited in self.context.view.get("pending", ()))

    @property
    def waiting(self) -> str:
        """Whom the game waits for, in words; "" where it waits for this seat, or for nobody."""
        pending = [waited["seat"] for waited in self.context.view.get("pending", ())]
        return "" if self.yours or not pending else listed(map(self.name_of, pending))

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

    @cached_property
    def clock(self) -> Json:
        """The time that the game has been played, in whole minutes: no screen differs by seconds."""
        shown = super().clock
        return {**shown, **{name: shown[name] // 60 * 60 for name in ("since", "seconds")}}

    @property
    def setting_told(self) -> str:
        """The sentence on the setting that was changed since the last action, or ""."""
        return self.presenter.setting_told(self.view) if isinstance(self.presenter, TellsSettings) else ""
