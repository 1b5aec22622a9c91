"""The bodies of requests: what is kept of them, of one network and of all together."""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from typing import Any

import pytest

from referee import bodies
from referee.bodies import Bodies, Body

LONG = 20_000


@pytest.fixture(autouse=True)
def little_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have room for two long bodies of a network, and for three in all."""
    monkeypatch.setattr(bodies, "_MOST_OF_A_NETWORK", 2 * LONG)
    monkeypatch.setattr(bodies, "_MOST_KEPT", 3 * LONG)


class Device:
    """A device that sends a body in pieces, the last one when it is told to."""

    def __init__(self, kept: Bodies, network: str, size: int) -> None:
        self.room, self._kept = kept.room(network), kept
        self._waits, self._end = asyncio.Event(), asyncio.Event()
        self._pieces = [size // 2, size - size // 2 - 1]
        self.body: asyncio.Task[Body]

    async def begin(self) -> Device:
        """Send all but the last byte, and wait until it is read."""
        self.body = asyncio.create_task(self._kept.read(self._receive, self.room))
        await self._waits.wait()
        return self

    async def _receive(self) -> MutableMapping[str, Any]:
        if self._pieces:
            return {"type": "http.request", "body": b"." * self._pieces.pop(0), "more_body": True}
        self._waits.set()
        await self._end.wait()
        return {"type": "http.request", "body": b"."}

    async def whole(self) -> tuple[int, int, bool]:
        """Send the last byte; return how much was kept, how much was sent, and whether there was no room."""
        self._end.set()
        body = await self.body
        return len(body.data), body.size, body.refused is not None


def test_one_network_leaves_room_for_others() -> None:
    async def main() -> None:
        kept = Bodies(2 * LONG)
        first, second, third = [await Device(kept, "a", LONG).begin() for _ in range(3)]
        other, late = [await Device(kept, network, LONG).begin() for network in "bc"]
        assert await third.whole() == (0, LONG, True)
        assert await late.whole() == (0, LONG, True)
        for device in (first, second, other):
            assert await device.whole() == (LONG, LONG, False)
            device.room.leave()
        again = await Device(kept, "a", LONG).begin()
        assert await again.whole() == (LONG, LONG, False)

    asyncio.run(main())


def test_a_short_body_is_always_kept() -> None:
    async def main() -> None:
        kept = Bodies(2 * LONG)
        for _ in range(2):
            await Device(kept, "a", LONG).begin()
        short = await Device(kept, "a", 16_000).begin()
        assert await short.whole() == (16_000, 16_000, False)

    asyncio.run(main())


def test_a_body_that_is_too_long_takes_no_room() -> None:
    async def main() -> None:
        kept = Bodies(LONG)
        for _ in range(4):
            device = await Device(kept, "a", 3 * LONG).begin()
            assert await device.whole() == (0, 3 * LONG, False)
        again = await Device(kept, "a", LONG).begin()
        assert await again.whole() == (LONG, LONG, False)

    asyncio.run(main())
