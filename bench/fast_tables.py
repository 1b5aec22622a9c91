"""Twenty tables that play as fast as they can: what they get done on disk, and how long each action takes."""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.clients import HOST, Client
from bench.figures import figure, percentile
from bench.http import serve_alone
from bench.playing import SEATS, PlayedTable, other

TABLES = 20
SECONDS = 10.0
GOAL_PER_S, GOAL_P50_MS, GOAL_P99_MS = 800, 12, 25


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
    await asyncio.gather(*(play_on(port, seed, end, times) for seed in range(tables)))
    return times


async def play_on(port: int, seed: int, end: float, times: list[float], source: str = HOST) -> None:
    """Play one table after the other until the end, and note the seconds of each action."""
    client, luck = Client(port, source), random.Random(seed)
    try:
        while time.monotonic() < end:
            await _played(PlayedTable(client), luck, end, times)
    finally:
        await client.close()


async def _played(table: PlayedTable, luck: random.Random, end: float, times: list[float]) -> None:
    """Play one table until the end, or until only people with cardboard could go on."""
    await table.make()
    await table.listen(SEATS)
    seat = SEATS[0]
    while time.monotonic() < end:
        start = time.perf_counter()
        seat, actions = await table.legal(seat)
        if not actions or not await table.do(seat, luck.choice(actions)):
            break
        await table.heard([other(seat)])
        times.append(time.perf_counter() - start)
    await table.hang_up()
