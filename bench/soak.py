"""A long day of a server: how its memory and its database grow with the actions.

`make bench` does a part of it; `python -m bench.soak 100000` does as many actions as it is told.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
from pathlib import Path
from typing import Any

from bench.clients import Client, NotNow
from bench.figures import figure
from bench.hosts import Host, served
from bench.playing import PlayedTable

ACTIONS, TABLES = 10_000, 200
GOAL_GROWN_PERCENT, GOAL_BYTES = 10, 3000
"""The memory of the last half of the actions, and what an action adds to the database."""
_AT_ONCE = 20
_AGAIN_SECONDS, _TRIES = 1.0, 60


def figures(actions: int = ACTIONS, tables: int = TABLES) -> list[dict[str, Any]]:
    """Return the memory at the end, by how many percent it grew in the last half, and bytes per action.

    So many tables are played at a time; one that has ended is followed by a new one.
    """
    if not Path("/proc/self/stat").exists():
        print("No /proc on this machine: what a long day costs is not measured.")
        return []
    with tempfile.TemporaryDirectory() as folder, served(f"sqlite:///{folder}/tables.sqlite3") as host:
        day = _Day(host, actions)
        before = _size(Path(folder))
        asyncio.run(day.run(tables))
        grown = _size(Path(folder)) - before
    middle, end = day.megabytes[len(day.megabytes) // 2], day.megabytes[-1]
    print(f"soak: {day.done} actions, {day.made} tables, {day.put_off} put off for a moment;")
    print(f"MB at each tenth: {list(map(round, day.megabytes))}")
    return [
        figure("soak_mb", round(end), 1074),
        figure("soak_grown_percent", round(100 * (end - middle) / middle, 1), GOAL_GROWN_PERCENT),
        figure("soak_bytes_per_action", round(grown / max(day.done, 1)), GOAL_BYTES),
    ]


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.iterdir())


class _Day:
    """All tables of the day together: `megabytes` after each tenth of the actions.

    `put_off` counts the actions that the server asked to be sent again in a moment.
    """

    def __init__(self, host: Host, actions: int) -> None:
        self.host, self.actions = host, actions
        self.done = self.made = self.put_off = 0
        self.megabytes = [host.megabytes()]

    async def run(self, tables: int) -> None:
        """Play until all actions are done."""
        gate = asyncio.Semaphore(_AT_ONCE)
        await asyncio.gather(*(self._seat(seed, gate) for seed in range(tables)))

    async def _seat(self, seed: int, gate: asyncio.Semaphore) -> None:
        """Play one table after the other, until the day is over."""
        client, luck = Client(self.host.port), random.Random(seed)
        while self.done < self.actions:
            table = PlayedTable(client)
            await table.make()
            self.made += 1
            while self.done < self.actions:
                async with gate:
                    seat, actions = await table.legal()
                    if not actions or not await self._do(table, seat, luck.choice(actions)):
                        break
                self.done += 1
                if self.done % (self.actions // 10 or 1) == 0:
                    self.megabytes.append(self.host.megabytes())
        await client.close()

    async def _do(self, table: PlayedTable, seat: str, action: Any) -> bool:
        """Do an action, again and again as a page does while the server is too busy.

        Raises NotNow when it is so for a whole minute.
        """
        for _ in range(_TRIES - 1):
            try:
                return await table.do(seat, action)
            except NotNow:
                self.put_off += 1
                await asyncio.sleep(_AGAIN_SECONDS)
        return await table.do(seat, action)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.soak", description="A long day of a server.")
    parser.add_argument("actions", nargs="?", type=int, default=ACTIONS, help=f"How many. [{ACTIONS}]")
    for told in figures(parser.parse_args().actions):
        print(told)
