"""A table played over the API, for pictures, measurements and tests of one moment of a game."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.request import Request, urlopen

from referee.games import registry
from referee.games.dawn_of_the_dead.commands.demo_states import go_on
from tools.served import DATABASES

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

Json = dict[str, Any]


PRIVATE = frozenset({"zombie", "a", "b", "p1", "p2", "p3", "p4", "p5", "p6"})
"""The private seats. The API plays each and a browser shows it, both as the same device."""
_HELD: dict[str, tuple[str, str, str]] = {}
_PLAYED: dict[tuple[str, str, str], ApiTable] = {}
"""The table that was played to a phase, by its database, the phase and the options. Nobody sits there."""
_OF_A_TABLE = ("lines", "requests", "underway", "ticks")
_ITS_OWN = {
    "games": {"code", "created", "pin", "rematch", "rematch_swapped"},
    "seats": {"code", "seat", "generation", "token_hash", "spent_hash", "follower_hash"},
}
"""What each table has for itself, also where it is a copy."""


def hold(context: BrowserContext, address: str) -> None:
    """Let a browser have the private seat already, where `ApiTable.join` gave this address of it."""
    for path, (server, _, _) in _HELD.items():
        if address.endswith(path):
            context.add_cookies([{"name": n, "value": v, "url": server} for n, v in held(address).items()])


def held(address: str) -> dict[str, str]:
    """Return the cookies of the device that has the private seat of this address."""
    seats = [seat for path, seat in _HELD.items() if address.endswith(path)]
    for server, code, token in seats:  # Takes the seat, where nobody has it yet, without a new token for it.
        send(f"{server}/api/tables/{code}/view", token=token)
    return {f"seat-{code}": token for _, code, token in seats}


@dataclass(frozen=True, slots=True)
class ApiTable:
    """A table that is played without tapping, a `DemoTable`. Dice are those of the referee."""

    server: str
    code: str
    tokens: dict[str, str]

    @classmethod
    def at(cls, server: str, state: str, system: str = "dawn-of-the-dead", **options: Any) -> ApiTable:
        """Return a new table in a state that its game offers, such as the start of a phase.

        It is a copy of the first one like it, where the server keeps its tables in a file of this machine.
        """
        wanted = registry.game(system).demo_states[state]
        asked = {"system": system, **wanted.options, **options}
        same = str(DATABASES.get(server, "")), state, json.dumps(asked, sort_keys=True)
        played = _PLAYED.get(same)
        if played is None:
            played = cls.new(server, asked)
            wanted.play(played)
        if server not in DATABASES:
            return played
        _PLAYED[same] = played
        return played.again()

    def again(self) -> ApiTable:
        """Return another table that stands where this one does; its server keeps both on this machine."""
        with closing(sqlite3.connect(DATABASES[self.server], timeout=30)) as kept:
            where = "SELECT system, options FROM games WHERE code = ?"
            system, options = kept.execute(where, (self.code,)).fetchone()
            table = ApiTable.new(self.server, {**json.loads(options), "system": system})
            _copy(kept, self.code, table.code)
        return table

    @classmethod
    def new(cls, server: str, options: Json) -> ApiTable:
        """Return a new table."""
        made = send(f"{server}/api/tables", options)
        return cls(server, made["code"], {seat: s["token"] for seat, s in made["seats"].items()})

    def join(self, seat: str) -> str:
        """Return the address for a device to take a seat; `hold` gives a browser the private one."""
        address = f"{self.server}/join/{self.tokens[seat]}"
        if seat in PRIVATE:
            _HELD[address.removeprefix(self.server)] = (self.server, self.code, self.tokens[seat])
        return address

    @property
    def seats(self) -> Collection[str]:
        """The seats that the table has."""
        return self.tokens.keys()

    def view(self, seat: str = "table") -> Json:
        """Return the view of a seat."""
        return self._ask(seat, "view")

    def actions(self, seat: str) -> list[Json]:
        """Return the seat's legal actions."""
        actions: list[Json] = self._ask(seat, "actions")["actions"]
        return actions

    def record(self) -> list[Json]:
        """Return the lines of the record that everybody may see."""
        request = Request(
            f"{self.server}/api/tables/{self.code}/record",
            headers={"Authorization": f"Bearer {self.tokens['table']}"},
        )
        with urlopen(request, timeout=20) as answer:
            return [json.loads(line) for line in answer.read().splitlines()]

    def do(self, seat: str, action: Mapping[str, Any], version: int | None = None) -> Json:
        """Carry out an action and return the answer; of several doors the first one is taken (R-13.0a)."""
        version = self.view(seat)["version"] if version is None else version
        answer = self._ask(seat, "do", {"action": action, "version": version})
        if doors := answer["ruling"]["needs"].get("doors"):
            return self.do(seat, {**action, "doors": doors[:1]}, version)
        return answer

    def play_to(self, state: str) -> None:
        """Play on to a state of *Dawn of the Dead*."""
        registry.game("dawn-of-the-dead").demo_states[state].play(self)

    def go_on(self) -> None:
        """Carry out the first legal action of *Dawn of the Dead* that leads on."""
        go_on(self)

    def _ask(self, seat: str, what: str, body: Json | None = None) -> Json:
        return send(f"{self.server}/api/tables/{self.code}/{what}", body, self.tokens[seat])


def _copy(kept: sqlite3.Connection, code: str, new: str) -> None:
    """Have a new table, which nobody has asked about yet, stand where another one stands."""
    with kept:
        for name in _OF_A_TABLE:
            named = ", ".join(sorted(_columns(kept, name) - {"code"}))
            kept.execute(
                f"INSERT INTO {name} (code, {named}) SELECT ?, {named} FROM {name} WHERE code = ?",
                (new, code),
            )
        for name, own in _ITS_OWN.items():
            named = ", ".join(sorted(_columns(kept, name) - own))
            same = " AND old.seat = new.seat" if name == "seats" else ""
            kept.execute(
                f"UPDATE {name} AS new SET ({named}) ="
                f" (SELECT {named} FROM {name} AS old WHERE old.code = ?{same}) WHERE code = ?",
                (code, new),
            )


def _columns(kept: sqlite3.Connection, name: str) -> set[str]:
    return {row[1] for row in kept.execute(f"PRAGMA table_info({name})")}


def send(url: str, body: Json | None = None, token: str | None = None) -> Json:
    """Return what a server answers: to a body that is posted, otherwise to a question. Raises HTTPError."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(url, data, headers), timeout=20) as answer:
        reply: Json = json.load(answer)
        return reply
