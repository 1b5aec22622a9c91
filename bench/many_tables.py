"""Five hundred tables of three screens each: how long a tap takes, and until the other screens show it."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from bench.clients import Client
from bench.figures import figure, percentile
from bench.hosts import Host, on_sqlite, served
from bench.playing import PlayedTable
from tools import postgresql

TABLES, PER_S, SECONDS = 500, 100.0, 15.0
GOAL_MS, GOAL_MB = 30, 350
WORKERS = 2
SET_UP = 2
"""Actions of the set-up, which are dearer than all others and come once."""
_AT_ONCE = 20


def figures(tables: int = TABLES, per_s: float = PER_S, seconds: float = SECONDS) -> list[dict[str, Any]]:
    """Return the figures on SQLite and, where there is one, on PostgreSQL with two processes.

    `do` and the other screens' news: the 99th percentile in milliseconds; the memory of the
    server and its workers in MB; how much failed.
    """
    if not Path("/proc/self/stat").exists():
        print("No /proc on this machine: many tables are not measured.")
        return []
    with on_sqlite("gunicorn") as host:
        measured = _measured("sqlite", host, tables, per_s, seconds)
    programs = postgresql.find_programs()
    if programs is None:
        print("No PostgreSQL on this machine: several processes are not measured.")
        return measured
    with postgresql.started(programs) as url, served(url, WORKERS) as host:
        measured += _measured("postgresql", host, tables, per_s, seconds)
    return measured


def _measured(name: str, host: Host, tables: int, per_s: float, seconds: float) -> list[dict[str, Any]]:
    load = _Load(host.port, tables)
    asyncio.run(load.run(per_s, seconds, host))
    print(f"many tables on {name}: {len(load.done)} actions at {tables} tables in {seconds:.0f} s")
    return [
        figure(f"many_do_p99_ms_{name}", percentile(load.done, 0.99), GOAL_MS),
        figure(f"many_news_p99_ms_{name}", percentile(load.told, 0.99), GOAL_MS),
        figure(f"many_mb_{name}", round(load.megabytes), GOAL_MB),
        figure(f"many_failed_{name}", load.failed, 0),
    ]


async def moments(per_s: float, seconds: float, luck: random.Random) -> AsyncIterator[None]:
    """Come at random moments, so many a second.

    Each moment is reckoned from the start: added to the last one, what a sleep takes too long would add up,
    and there would be a tenth fewer.
    """
    start = time.monotonic()
    due = luck.expovariate(per_s)
    while due < seconds:
        await asyncio.sleep(start + due - time.monotonic())
        yield
        due += luck.expovariate(per_s)


class _Screens:
    """One table with its three screens. It is `over` once only people could go on with it."""

    def __init__(self, client: Client) -> None:
        self.table, self.over = PlayedTable(client), False
        self.free = asyncio.Lock()

    async def open(self, luck: random.Random) -> None:
        """Make the table, open its screens, and set up."""
        await self.table.make()
        await self.table.listen(self.table.tokens)
        for _ in range(SET_UP):
            await self.act(luck)

    async def act(self, luck: random.Random) -> tuple[float, float] | None:
        """Do something legal; return the seconds of `do`, and until every screen knew. None at the end."""
        seat, actions = await self.table.legal()
        if not actions:
            return None
        began = time.perf_counter()
        moved = await self.table.do(seat, luck.choice(actions))
        took = time.perf_counter() - began
        if not moved:
            return None
        await self.table.heard(self.table.tokens)
        return took, time.perf_counter() - began


class _Load:
    """All tables, and what they measured."""

    def __init__(self, port: int, tables: int) -> None:
        self.tables = [_Screens(Client(port)) for _ in range(tables)]
        self.done, self.told, self.failed = list[float](), list[float](), 0
        self.megabytes = 0.0

    async def run(self, per_s: float, seconds: float, host: Host) -> None:
        """Open all tables, act so often a second, and look at the memory at the end."""
        gate, luck = asyncio.Semaphore(_AT_ONCE), random.Random(1)

        async def opened(screens: _Screens) -> None:
            async with gate:
                await screens.open(luck)

        await asyncio.gather(*map(opened, self.tables))
        begun = set[asyncio.Task[None]]()
        async for _ in moments(per_s, seconds, luck):
            # A table whose last step is not told yet sits out.
            free = [screens for screens in self.tables if not (screens.over or screens.free.locked())]
            if not free:
                continue
            task = asyncio.create_task(self._act(luck.choice(free), luck))
            begun.add(task)
            task.add_done_callback(begun.discard)
        await asyncio.gather(*begun)
        self.megabytes = host.megabytes()
        for screens in self.tables:
            self.failed += await screens.table.hang_up()
            await screens.table.client.close()

    async def _act(self, screens: _Screens, luck: random.Random) -> None:
        async with screens.free:
            try:
                times = await screens.act(luck)
            except (OSError, RuntimeError, TimeoutError, asyncio.IncompleteReadError):
                self.failed += 1
                return
            screens.over = times is None
            if times is not None:
                self.done.append(times[0])
                self.told.append(times[1])
