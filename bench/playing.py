"""A table that a client of a server under load plays, for both sides."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from functools import partial
from typing import Any

from bench.clients import Client

SEATS = ("table", "zombie")
"""The seats that act for the two sides."""
_PATIENCE_S = 30.0


class PlayedTable:
    """A new table and its open screens. `told` is the version that each screen has heard of."""

    def __init__(self, client: Client) -> None:
        self.client, self.version = client, 0
        self.path, self.tokens = "", dict[str, str]()
        self.streams: list[asyncio.Task[None]] = []
        self.told: dict[str, int] = {}
        self._news = asyncio.Event()

    async def make(self) -> None:
        """Make the table."""
        made = await self.client.ask("POST", "/api/tables", body={})
        self.path = f"/api/tables/{made['code']}"
        self.tokens = {seat: given["token"] for seat, given in made["seats"].items()}

    async def listen(self, seats: Collection[str]) -> None:
        """Open a screen of each of these seats, and wait until all have heard of the table."""
        self.told = dict.fromkeys(seats, -1)
        self.streams = [
            asyncio.create_task(self.client.listen(self.path, self.tokens[seat], partial(self._tell, seat)))
            for seat in seats
        ]
        await self.heard(seats)

    async def legal(self, first: str = SEATS[0]) -> tuple[str, list[Any]]:
        """Return a seat that may act, asked in turn from `first`, and its actions; none at the end of a game.

        Where players read cardboard nobody may act either.
        """
        seat, actions = first, list[Any]()
        for seat in (first, other(first)):
            asked = await self.client.ask("GET", f"{self.path}/actions", self.tokens[seat])
            actions = asked["actions"]
            if actions:
                break
        return seat, actions

    async def do(self, seat: str, action: Any) -> bool:
        """Do an action; return whether the game moved on: it does not while it asks for more."""
        body = {"action": action, "version": self.version}
        done = await self.client.ask("POST", f"{self.path}/do", self.tokens[seat], body)
        before, self.version = self.version, done["view"]["version"]
        return bool(self.version != before)

    async def heard(self, seats: Collection[str]) -> None:
        """Wait until the screens of these seats have heard of the version now. Raises TimeoutError."""
        async with asyncio.timeout(_PATIENCE_S):
            while any(self.told[seat] < self.version for seat in seats):
                self._news.clear()
                await self._news.wait()

    async def hang_up(self) -> int:
        """Close the screens; return how many had been cut off before."""
        cut_off = sum(stream.done() for stream in self.streams)
        for stream in self.streams:
            stream.cancel()
        await asyncio.gather(*self.streams, return_exceptions=True)
        return cut_off

    def _tell(self, seat: str, version: int) -> None:
        self.told[seat] = version
        self._news.set()


def other(seat: str) -> str:
    """Return the seat that acts for the other side."""
    return SEATS[seat == SEATS[0]]
