"""A table played over the API, for pictures, measurements and tests of one moment of a game."""

from __future__ import annotations

import json
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar
from urllib.request import Request, urlopen

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

Json = dict[str, Any]


PRIVATE = frozenset({"zombie", "a", "b"})
"""The private seats. The API plays each and a browser shows it, both as the same device."""
_HELD: dict[str, tuple[str, str, str]] = {}


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
    """A table that is played without tapping. Dice are those of the referee."""

    PHASES: ClassVar[tuple[str, ...]] = (
        "place_hidden", "place_characters", "human", "moving", "berserk", "reaction", "free_movement",
        "attack", "generation",
    )  # fmt: skip
    server: str
    code: str
    tokens: dict[str, str]

    @classmethod
    def at(cls, server: str, phase: str, **options: str | bool | int) -> ApiTable:
        """Return a new table played on to the start of a phase; "moving" is a human move in progress."""
        table = cls.new(server, {"system": "dawn-of-the-dead", **options})
        table.play_to(phase)
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

    def do(self, seat: str, action: Json) -> Json:
        """Carry out an action and return the answer; of several doors the first one is taken (R-13.0a)."""
        answer = self._ask(seat, "do", {"action": action, "version": self.view(seat)["version"]})
        if doors := answer["ruling"]["needs"].get("doors"):
            return self.do(seat, {**action, "doors": doors[:1]})
        return answer

    def play_to(self, phase: str) -> None:
        """Play the first lawful action that leads on, until the phase begins."""
        chance = Random(phase)
        while not self._stands_at(phase):
            if phase == "over":
                self.do(*self._at_random(chance))
            else:
                self.go_on()

    def go_on(self) -> None:
        """Carry out the first lawful action that leads on."""
        self.do(*self._onward())

    def _stands_at(self, phase: str) -> bool:
        seen = self.view()
        if phase == "moving":
            return bool(seen["move"] and seen["move"]["spent"])
        return bool(seen["phase"] == phase)

    def _onward(self) -> tuple[str, Json]:
        """Return the next action: a step or two, then the phase's end. Characters under attack hold fire."""
        seat = "human" if self.view()["phase"] in {"place_characters", "human"} else "zombie"
        seat = seat if seat in self.tokens else "table"
        offered = self.actions(seat)
        if not offered:  # The strike waits for the characters under attack (8.1).
            seat = "human" if "human" in self.tokens else "table"
            held = [a for a in self.actions(seat) if a["do"] == "hold_fire"]
            offered = held or self.actions(seat)
        spent = (self.view()["move"] or {"spent": 0})["spent"]
        steps = [a for a in offered if a["do"] == "step"] if spent < 2 else []
        starts = [a for a in offered if a["do"] == "start_move"] if not self.view()["move"] else []
        ends = [a for a in offered if a["do"] in {"end_turn", "next_phase"}]
        return seat, (steps or starts or ends or offered)[0]

    def _at_random(self, chance: Random) -> tuple[str, Json]:
        """Return a random lawful action; it seldom ends a phase with something left to do."""
        offered = [(seat, a) for seat in ("human", "zombie") for a in self.actions(seat)]
        ends = {"end_turn", "next_phase", "start_move", "put_down", "open_door", "close_door"}
        rest = [choice for choice in offered if choice[1]["do"] not in ends]
        return chance.choice(rest if rest and chance.random() < 0.85 else offered)

    def _ask(self, seat: str, what: str, body: Json | None = None) -> Json:
        return send(f"{self.server}/api/tables/{self.code}/{what}", body, self.tokens[seat])


def send(url: str, body: Json | None = None, token: str | None = None) -> Json:
    """Return what a server answers: to a body that is posted, otherwise to a question. Raises HTTPError."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(url, data, headers), timeout=20) as answer:
        reply: Json = json.load(answer)
        return reply
