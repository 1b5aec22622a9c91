"""The first view of a long game after a restart: the table is read from disk and judged up to date."""

from __future__ import annotations

import random
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.clients import SEATS, figure, percentile
from referee.app import create_app
from referee.serving import warm_up
from referee.tables import Tables

VERSIONS, TIMES, GOAL_MS = 400, 5, 50


def figures(versions: int = VERSIONS, times: int = TIMES) -> list[dict[str, Any]]:
    """Return the median milliseconds of the first view that a server gives after it has started."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'tables.sqlite3'}"
        code, token = _played(url, versions)
        took = [_first_view(url, code, token) for _ in range(times)]
    return [figure("first_view_ms", percentile(took, 0.5), GOAL_MS)]


def _played(url: str, versions: int) -> tuple[str, str]:
    """Play until a table has so many versions; return its code and a seat's token."""
    app = create_app({"database_url": url})
    client, luck = app.test_client(use_cookies=False), random.Random(2)
    while True:
        made = client.post("/api/tables", json={}).get_json()
        path, version = f"/api/tables/{made['code']}", 0
        tokens = {seat: {"Authorization": f"Bearer {made['seats'][seat]['token']}"} for seat in SEATS}
        while version < versions:
            for seat in SEATS:
                actions = client.get(f"{path}/actions", headers=tokens[seat]).get_json()["actions"]
                if actions:
                    break
            else:
                break  # This game ended before; another one is longer.
            body = {"action": luck.choice(actions), "version": version}
            version = client.post(f"{path}/do", headers=tokens[seat], json=body).get_json()["view"]["version"]
        if version >= versions:
            _tables(app).close()
            return made["code"], made["seats"]["table"]["token"]


def _first_view(url: str, code: str, token: str) -> float:
    app = create_app({"database_url": url})
    warm_up(app)
    client = app.test_client(use_cookies=False)
    client.get("/healthz")
    began = time.perf_counter()
    answer = client.get(f"/api/tables/{code}/view", headers={"Authorization": f"Bearer {token}"})
    took = time.perf_counter() - began
    assert answer.status_code == 200
    _tables(app).close()
    return took


def _tables(app: Any) -> Tables:
    tables: Tables = app.extensions["tables"]
    return tables
