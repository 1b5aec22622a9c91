"""Twenty tables that play as fast as they can: what they get done on disk, and how long each action takes."""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any

from bench.clients import SEATS, Client, figure, percentile
from bench.http import serve_alone

TABLES = 20
SECONDS = 10.0
GOAL_PER_S, GOAL_P50_MS, GOAL_P99_MS = 800, 12, 25
_PATIENCE_S = 10.0


def figures(seconds: float = SECONDS, tables: int = TABLES) -> list[dict[str, Any]]:
    """Return the actions a second of all tables together, and the median and 99th percentile of their times.

    An action is: ask for what is legal, do one of these, and wait until the stream of the other seat tells.
    """
    with tempfile.TemporaryDirectory() as folder, serve_alone(Path(folder)) as (_, port):
        times = asyncio.run(_play(port, seconds, tables))
    return [
        figure("fast_tables_per_s", round(len(times) / seconds), GOAL_PER_S, "higher"),
        figure("fast_tables_p50_ms", percentile(times, 0.5), GOAL_P50_MS),
        figure("fast_tables_p99_ms", percentile(times, 0.99), GOAL_P99_MS),
    ]


async def _play(port: int, seconds: float, tables: int) -> list[float]:
    end, times = time.monotonic() + seconds, list[float]()
    await asyncio.gather(*(_Player(port, seed).play(end, times) for seed in range(tables)))
    return times


class _Player:
    """One client of one table: it acts for the two seats, and listens as each of them."""

    def __init__(self, port: int, seed: int) -> None:
        self._client, self._rng = Client(port), random.Random(seed)
        self._told: dict[str, int] = {}
        self._news = asyncio.Event()

    async def play(self, end: float, times: list[float]) -> None:
        """Play tables until the end, and note the seconds of each action."""
        try:
            while time.monotonic() < end:
                await self._table(end, times)
        finally:
            await self._client.close()

    async def _table(self, end: float, times: list[float]) -> None:
        """Play one table until the end, or until only people with cardboard could go on."""
        made = await self._client.ask("POST", "/api/tables", body={})
        path, version, seat = f"/api/tables/{made['code']}", 0, SEATS[0]
        tokens = {name: made["seats"][name]["token"] for name in SEATS}
        self._told = dict.fromkeys(SEATS, -1)
        streams = [
            asyncio.create_task(self._client.listen(path, tokens[name], partial(self._tell, name)))
            for name in SEATS
        ]
        await self._heard(SEATS, 0)
        while time.monotonic() < end:
            start = time.perf_counter()
            actions = (await self._client.ask("GET", f"{path}/actions", tokens[seat]))["actions"]
            if not actions:
                seat = SEATS[seat == SEATS[0]]
                actions = (await self._client.ask("GET", f"{path}/actions", tokens[seat]))["actions"]
            if not actions:
                break
            body = {"action": self._rng.choice(actions), "version": version}
            before, done = version, await self._client.ask("POST", f"{path}/do", tokens[seat], body)
            version = done["view"]["version"]
            if version == before:
                break
            await self._heard((SEATS[seat == SEATS[0]],), version)
            times.append(time.perf_counter() - start)
        for stream in streams:
            stream.cancel()
        await asyncio.gather(*streams, return_exceptions=True)

    def _tell(self, seat: str, version: int) -> None:
        self._told[seat] = version
        self._news.set()

    async def _heard(self, seats: tuple[str, ...], version: int) -> None:
        """Wait until the streams of these seats have told a version."""
        async with asyncio.timeout(_PATIENCE_S):
            while any(self._told[seat] < version for seat in seats):
                self._news.clear()
                await self._news.wait()
