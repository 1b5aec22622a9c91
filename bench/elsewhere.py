"""The view of a long game at one process, right after a step at another: two phones, each at one of them."""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from typing import Any

from flask.testing import FlaskClient

from bench.clients import Client
from bench.figures import figure, percentile
from bench.hosts import served
from bench.playing import SEATS, PlayedTable
from bench.restarting import long_game
from referee.app import create_app, warm_up

VERSIONS, STEPS, GOAL_MS = 250, 30, 10


def figures(versions: int = VERSIONS, steps: int = STEPS) -> list[dict[str, Any]]:
    """Return the median milliseconds of a view for which this process catches up with another one."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/tables.sqlite3"
        with served(url) as host:
            app = create_app({"database_url": url})
            warm_up(app)
            took = asyncio.run(_views(host.port, app.test_client(use_cookies=False), versions, steps))
            app.extensions["tables"].close()
    return [figure("view_elsewhere_ms", percentile(took, 0.5), GOAL_MS)]


async def _views(port: int, here: FlaskClient, versions: int, steps: int) -> list[float]:
    """Play a long game at the other process, and time the view here after each further step."""
    client, luck = Client(port), random.Random(3)
    table = await long_game(client, versions)
    _view(here, table)
    took = list[float]()
    for _ in range(steps):
        seat, actions = await table.legal()
        if not actions or not await table.do(seat, luck.choice(actions)):
            break
        took.append(_view(here, table))
    await client.close()
    return took


def _view(here: FlaskClient, table: PlayedTable) -> float:
    """Return the seconds that a view takes here, which must be of the version that is known elsewhere."""
    began = time.perf_counter()
    answer = here.get(f"{table.path}/view", headers={"Authorization": f"Bearer {table.tokens[SEATS[0]]}"})
    took = time.perf_counter() - began
    assert answer.get_json()["version"] == table.version
    return took
