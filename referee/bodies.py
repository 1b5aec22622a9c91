"""The bodies of requests: each is read whole before the app is asked, and there is room for so many."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from typing import Any

from referee.network_limit import NetworkLimit
from referee.problems import Problem

BODY_SECONDS = 20.0
"""How long the body of a request may take."""
_MOST_READ = 8
"""How much of a body is read, as a multiple of the limit, so that the app itself can say it is too long."""
_SHORT = 16_000
"""A body of so many bytes is always kept, as that of an action is."""
_MOST_KEPT, _MOST_OF_A_NETWORK = 64_000_000, 16_000_000
"""Bytes of longer bodies that are kept until they are answered: of all together, and of one network."""
_NO_ROOM = "Too much is being sent from your network right now. Try again in a moment."
_TOO_SLOW = "The rest of the request did not come in time, so nothing was done."

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]


@dataclass(frozen=True, slots=True)
class Body:
    """The body of a request, as far as it is kept: `size` counts it all.

    `refused` is the answer where it did not come in time, or where there was no room for it.
    """

    data: bytes = b""
    size: int = 0
    refused: Problem | None = None


class HungUp(Exception):
    """The device closed its connection before the request was whole."""


class Bodies:
    """Reads bodies of up to `longest` bytes, each within so many `seconds`."""

    def __init__(self, longest: int, seconds: float = BODY_SECONDS) -> None:
        self.longest, self._seconds = longest, seconds
        self._kept = NetworkLimit(_MOST_KEPT, _MOST_OF_A_NETWORK)

    def room(self, network: str) -> Room:
        """Return the room for a body of this network; whoever asks for it leaves it in the end."""
        return Room(self._kept, network)

    async def read(self, receive: Receive, room: Room) -> Body:
        """Return the body of a request, only its size where it cannot be kept. Raises HungUp."""
        parts, size, unkept = list[bytes](), 0, False
        try:
            async with asyncio.timeout(self._seconds):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise HungUp
                    part = message.get("body", b"")
                    size += len(part)
                    unkept = unkept or (size <= self.longest and not room.take(size))
                    if unkept or size > self.longest:
                        parts.clear()
                        room.leave()
                    else:
                        parts.append(part)
                    if not message.get("more_body") or size > _MOST_READ * self.longest:
                        refused = Problem(503, _NO_ROOM, {"Retry-After": "20"}) if unkept else None
                        return Body(b"".join(parts), size, refused)
        except TimeoutError:
            return Body(size=size, refused=Problem(408, _TOO_SLOW))


class Room:
    """The room that one body takes among all that are kept."""

    def __init__(self, kept: NetworkLimit, network: str) -> None:
        self._kept, self._network, self._taken = kept, network, 0

    def take(self, size: int) -> bool:
        """Take room for a body of so many bytes in all; False when there is none."""
        if size <= _SHORT:
            return True
        if not self._kept.enter(self._network, size - self._taken):
            return False
        self._taken = size
        return True

    def leave(self) -> None:
        """Give the room back."""
        if self._taken:
            self._kept.leave(self._network, self._taken)
            self._taken = 0
