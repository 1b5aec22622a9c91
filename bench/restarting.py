"""The first view of a long game after a restart: the table is read from disk and judged up to date."""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from typing import Any

from bench.clients import Client
from bench.figures import figure, percentile
from bench.hosts import served
from bench.playing import SEATS, PlayedTable
from referee.app import create_app, warm_up

VERSIONS, TIMES, GOAL_MS = 400, 5, 50


def figures(versions: int = VERSIONS, times: int = TIMES) -> list[dict[str, Any]]:
    """Return the median milliseconds of the first view that a server gives after it has started."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/tables.sqlite3"
        with served(url) as host:
            path, token = asyncio.run(_played(host.port, versions))
        took = [_first_view(url, path, token) for _ in range(times)]
    return [figure("first_view_ms", percentile(took, 0.5), GOAL_MS)]


async def _played(port: int, versions: int) -> tuple[str, str]:
    """Play until a table has so many versions; return its address and the token of a seat."""
    client = Client(port)
    table = await long_game(client, versions)
    await client.close()
    return table.path, table.tokens[SEATS[0]]


async def long_game(client: Client, versions: int) -> PlayedTable:
    """Return a table that was played until it had so many versions."""
    luck = random.Random(2)
    while True:
        table = PlayedTable(client)
        await table.make()
        while table.version < versions:
            seat, actions = await table.legal()
            if not actions or not await table.do(seat, luck.choice(actions)):
                break  # This game ended before; another one is longer.
        else:
            return table


def _first_view(url: str, path: str, token: str) -> float:
    app = create_app({"database_url": url})
    warm_up(app)
    client = app.test_client(use_cookies=False)
    client.get("/healthz")
    began = time.perf_counter()
    answer = client.get(f"{path}/view", headers={"Authorization": f"Bearer {token}"})
    took = time.perf_counter() - began
    assert answer.status_code == 200
    app.extensions["tables"].close()
    return took
