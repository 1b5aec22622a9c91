"""One table that plays as fast as it can, on both servers: its actions, and how soon every screen is told."""

from __future__ import annotations

import asyncio
import random
import time
from typing import Any

from bench.clients import Client
from bench.figures import figure, percentile
from bench.hosts import SERVERS, on_sqlite
from bench.playing import SEATS, PlayedTable

SECONDS, GOAL_MS, GOAL_EVENT_MS = 5.0, 4, 20
PAUSE = 0.35
"""Seconds between two tables: waitress has 48 places, and a stream that hung up keeps its own for 4 s."""


def figures(seconds: float = SECONDS) -> list[dict[str, Any]]:
    """Return the median of an action in milliseconds, and the 99th percentile until all screens are told.

    An action is: ask for what is legal, do one of these, and wait until the table's three screens are told,
    which takes from the doing on.
    """
    measured = []
    for server in SERVERS:
        with on_sqlite(server) as host:
            actions, events = asyncio.run(_played(host.port, seconds))
        measured += [
            figure(f"one_table_p50_ms_{server}", percentile(actions, 0.5), GOAL_MS),
            figure(f"event_p99_ms_{server}", percentile(events, 0.99), GOAL_EVENT_MS),
        ]
    return measured


async def _played(port: int, seconds: float) -> tuple[list[float], list[float]]:
    """Play one table after the other; return the seconds of each action, and until all screens were told."""
    client, luck, end = Client(port), random.Random(1), time.monotonic() + seconds
    actions, events = list[float](), list[float]()
    while time.monotonic() < end:
        table, seat = PlayedTable(client), SEATS[0]
        await table.make()
        await table.listen(table.tokens)
        while time.monotonic() < end:
            began = time.perf_counter()
            seat, legal = await table.legal(seat)
            asked = time.perf_counter()
            if not legal or not await table.do(seat, luck.choice(legal)):
                break
            await table.heard(table.tokens)
            told = time.perf_counter()
            actions.append(told - began)
            events.append(told - asked)
        await table.hang_up()
        await asyncio.sleep(PAUSE)
    await client.close()
    return actions, events
