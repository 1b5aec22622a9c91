"""What the frame shows around a game: who is there, how others join, taking back, the last refusal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from zlib import crc32

from werkzeug.utils import cached_property

from referee.api.links import address, joining_url
from referee.games.ports import Context, Presenter
from referee.pages.clock import clock_panel
from referee.pages.frame_agreement import Agreement, agreement
from referee.pages.linking import case_url
from referee.storage.arrivals import LET_IN, WAITING
from referee.systems.protocol import SPECTATOR
from referee.tables import tables
from referee.tables.naming import LONGEST_NAME
from rules.sentences import listed

Json = Mapping[str, Any]


def refusal(ruling: Json, system: str) -> Json:
    """Return a refusal as a ruling, with the address of each case in the rules of its game."""
    cases = ruling["cases"]
    return {
        "tone": "no",
        "word": "Not allowed",
        "reason": ruling["reason"],
        "cases": cases,
        "charts": {case: case_url(case, system) for case in cases},
    }


def no_ruling(sentence: str) -> Json:
    """Return a sentence that is no ruling of the rulebook, in a ruling's place."""
    return {"tone": "ask", "word": "Not now", "reason": sentence, "cases": []}


@dataclass(frozen=True)
class FrameScreen:
    """What the frame's templates show of a table; each part is made on first use."""

    context: Context
    presenter: Presenter
    company: Sequence[Json]
    ruling: Json | None = None

    @property
    def code(self) -> str:
        """The table's code."""
        return self.context.code

    @property
    def base(self) -> str:
        """The address of the table."""
        return self.context.base

    @property
    def seat(self) -> str:
        """Whose screen it is."""
        return self.context.seat

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
    def looks_on(self) -> bool:
        """Whether this screen may only look on."""
        return self.seat == SPECTATOR

    @property
    def seat_name(self) -> str:
        """Whose screen it is, in words."""
        return self.name_of(self.seat)

    @property
    def events_url(self) -> str:
        """Where the news comes from."""
        return f"/api/tables/{self.code}/events"

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

    def name_of(self, seat: str) -> str:
        """Return what a seat is called: its player by name, else as the game calls it."""
        return self.context.names.get(seat) or self.presenter.seat_name(seat, self.context.view)

    @cached_property
    def public(self) -> str:
        """The seat that everybody sees."""
        return tables().match(self.code).public_seat

    @cached_property
    def stamps(self) -> Mapping[str, str]:
        """A mark of each part by what it shows: a page that has it already need not be sent it."""
        parts = {"seats": (self.seats, self.joining), "others": self.joining, "naming": self.naming}
        return {
            name: f"{name}-{self.seat}-{crc32(repr(shown).encode()):08x}" for name, shown in parts.items()
        }

    @cached_property
    def seats(self) -> list[Json]:
        """Who is at the table, and how often each seat was taken by a device."""
        return [
            {
                "id": sits["seat"],
                "name": self._full_name(sits["seat"]),
                "here": sits["connected"] or sits["seat"] == self.seat,
                "me": sits["seat"] == self.seat,
                "joins": sits["joins"],
            }
            for sits in self.company
        ]

    def _full_name(self, seat: str) -> str:
        name, called = self.context.names.get(seat), self.presenter.seat_name(seat, self.context.view)
        return f"{name}, {called}" if name else called

    @cached_property
    def naming(self) -> Json | None:
        """The names that a seat may enter: its own; on the tablet all. None for a spectator."""
        if self.looks_on:
            return None
        rows = [
            {
                "seat": sits["seat"],
                "label": self.presenter.seat_name(sits["seat"], self.context.view),
                "name": sits["name"] or "",
            }
            for sits in self.company
            if sits["seat"] != self.public and self.seat in {self.public, sits["seat"]}
        ]
        return {"rows": rows, "longest": LONGEST_NAME, "own": self.seat != self.public}

    @cached_property
    def joining(self) -> Json:
        """How others join: on the tablet the code, the PIN and the links of the seats."""
        if self.seat != self.public:
            return {"links": [], "again": [], "says": "", "open": False}
        invitation = tables().lobby.invitation(self.code, self.seat)
        taken = {sits["seat"] for sits in self.company if sits["joins"]}
        links = [self._link(seat, given["token"]) for seat, given in sorted(invitation["seats"].items())]
        free = [link for link in links if link["seat"] not in taken]
        return {
            "title": "Join with a phone" if free else "",
            "says": "",
            "choice": "",
            "code": self.code,
            "pin": invitation["pin"],
            "address": address(),
            "links": free,
            "again": [link for link in links if link["seat"] in taken],
            "looks_on": self._link(SPECTATOR, invitation[SPECTATOR]["token"]),
            "open": bool(free) and not self.context.log,
        }

    def _link(self, seat: str, token: str) -> Json:
        name = self.presenter.seat_name(seat, self.context.view)
        return {
            "seat": seat,
            "name": name,
            "does": "watch" if seat == SPECTATOR else f"join as {name}",
            "url": joining_url(seat, token),
            "qr": f"/api/tables/{self.code}/seats/{seat}/qr.svg",
        }

    @cached_property
    def clock(self) -> Json:
        """The time that the game has been played, in whole minutes: no screen differs by seconds."""
        panel = clock_panel(tables().clock(self.code), self.name_of)
        return {**panel, "seconds": panel["seconds"] // 60 * 60}

    @cached_property
    def agreement(self) -> Agreement:
        """Taking back and allowing a refused action."""
        return agreement(self.context, self.name_of)

    @property
    def setting_told(self) -> str:
        """Nothing: the settings of the phases are the first game's."""
        return ""

    @cached_property
    def arrival(self) -> Json | None:
        """The question or the news about a device that wants to share a private seat, or None."""
        came = self.context.view.get("arrival")
        if came is None or (came["state"] != WAITING and self.looks_on):
            return None
        who = self.name_of(came["seat"])
        told = {"title": "", "n": came["n"], "answers": False, "away": "", "seat": came["seat"]}
        if came["state"] != WAITING:
            joined = "has joined" if came["state"] == LET_IN else "was not let in"
            return {**told, "sentence": f"Another device {joined} as {who}."}
        return {
            **told,
            "title": "Let another device in?",
            "sentence": f"Another device wants to join as {who} and see what that seat sees.",
            "answers": self.seat == came["seat"],
            "away": f"The device of {who} is away" if self.seat == self.public else "",
        }
