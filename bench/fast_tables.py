"""Twenty tables that play as fast as they can on a host's server: what they get done, beside Flask alone."""

from __future__ import annotations

import asyncio
import json
import random
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.clients import HOST, Client
from bench.figures import figure, percentile
from bench.hosts import on_sqlite
from bench.playing import SEATS, PlayedTable, other
from bench.stub import recorded, stub

TABLES = 20
SECONDS = 10.0
GOAL_SHARE, GOAL_P99_MS = 0.5, 40


def figures(seconds: float = SECONDS, tables: int = TABLES) -> list[dict[str, Any]]:
    """Return the actions a second as a share of what Flask alone does, and the 99th percentile of their time.

    An action is: ask for what is legal, do one of these, and wait until the stream of the other seat tells.
    """
    with tempfile.TemporaryDirectory() as folder, on_sqlite("gunicorn") as host:
        file = Path(folder) / "answers.json"
        file.write_text(json.dumps(asyncio.run(recorded(host.port))))
        with stub(file) as flask:
            # Flask before and after, so that a machine that grows slower or quicker favours neither.
            of_flask = asyncio.run(_play(flask.port, seconds / 2, tables))
            times = asyncio.run(_play(host.port, seconds, tables))
            of_flask += asyncio.run(_play(flask.port, seconds / 2, tables))
    for name, taken in (("the referee", times), ("Flask alone", of_flask)):
        print(
            f"{tables} fast tables on {name}: {len(taken) / seconds:.0f} actions a second,"
            f" median {percentile(taken, 0.5)} ms, 99th percentile {percentile(taken, 0.99)} ms"
        )
    share = round(len(times) / len(of_flask), 2)
    return [
        figure("fast_tables_share_of_flask", share, GOAL_SHARE, "higher"),
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
