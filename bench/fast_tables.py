"""Twenty tables that play as fast as they can: what they get done on disk, and how long each action takes."""

from __future__ import annotations

import asyncio
import json
import random
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.http import serve_alone

TABLES = 20
SECONDS = 10.0
GOAL_PER_S, GOAL_P50_MS, GOAL_P99_MS = 800, 12, 25
_SEATS = ("table", "zombie")
_PATIENCE_S = 10.0


def figures(seconds: float = SECONDS, tables: int = TABLES) -> list[dict[str, Any]]:
    """Return the actions a second of all tables together, and the median and 99th percentile of their times.

    An action is: ask for what is legal, do one of these, and wait until the stream of the other seat tells.
    """
    with tempfile.TemporaryDirectory() as folder, serve_alone(Path(folder)) as (_, port):
        times = asyncio.run(_play(port, seconds, tables))
    times.sort()
    middle, slow = times[len(times) // 2] * 1000, times[int(len(times) * 0.99)] * 1000
    return [
        _figure("fast_tables_per_s", round(len(times) / seconds), GOAL_PER_S, "higher"),
        _figure("fast_tables_p50_ms", round(middle, 1), GOAL_P50_MS, "lower"),
        _figure("fast_tables_p99_ms", round(slow, 1), GOAL_P99_MS, "lower"),
    ]


def _figure(name: str, value: float, goal: float, better: str) -> dict[str, Any]:
    return {"name": name, "value": value, "goal": goal, "better": better}


async def _play(port: int, seconds: float, tables: int) -> list[float]:
    end, times = time.monotonic() + seconds, list[float]()
    await asyncio.gather(*(_Client(port, seed).play(end, times) for seed in range(tables)))
    return times


class _Client:
    """One client of one table: it acts for the two seats, and listens as each of them."""

    def __init__(self, port: int, seed: int) -> None:
        self._port, self._rng = port, random.Random(seed)
        self._told: dict[str, int] = {}
        self._news = asyncio.Event()

    async def play(self, end: float, times: list[float]) -> None:
        """Play tables until the end, and note the seconds of each action."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            while time.monotonic() < end:
                await self._table(end, times)
        finally:
            self._writer.close()

    async def _table(self, end: float, times: list[float]) -> None:
        """Play one table until the end, or until only people with cardboard could go on."""
        made = await self._ask("POST", "/api/tables", "", {})
        path, version, seat = f"/api/tables/{made['code']}", 0, _SEATS[0]
        tokens = {name: made["seats"][name]["token"] for name in _SEATS}
        self._told = dict.fromkeys(_SEATS, -1)
        streams = [asyncio.create_task(self._listen(path, name, tokens[name])) for name in _SEATS]
        await self._heard(_SEATS, 0)
        while time.monotonic() < end:
            start = time.perf_counter()
            actions = (await self._ask("GET", f"{path}/actions", tokens[seat]))["actions"]
            if not actions:
                seat = _SEATS[seat == _SEATS[0]]
                actions = (await self._ask("GET", f"{path}/actions", tokens[seat]))["actions"]
            if not actions:
                break
            body = {"action": self._rng.choice(actions), "version": version}
            before, done = version, await self._ask("POST", f"{path}/do", tokens[seat], body)
            version = done["view"]["version"]
            if version == before:
                break
            await self._heard((_SEATS[seat == _SEATS[0]],), version)
            times.append(time.perf_counter() - start)
        for stream in streams:
            stream.cancel()
        await asyncio.gather(*streams, return_exceptions=True)

    async def _heard(self, seats: tuple[str, ...], version: int) -> None:
        """Wait until the streams of these seats have told a version."""
        async with asyncio.timeout(_PATIENCE_S):
            while any(self._told[seat] < version for seat in seats):
                self._news.clear()
                await self._news.wait()

    async def _listen(self, path: str, seat: str, token: str) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        writer.write(_request("GET", f"{path}/events", token))
        try:
            while line := await reader.readline():
                if line.startswith(b"id: "):
                    self._told[seat] = int(line[4:])
                    self._news.set()
        finally:
            writer.close()

    async def _ask(self, method: str, path: str, token: str, body: Any = None) -> Any:
        self._writer.write(_request(method, path, token, body))
        head = (await self._reader.readuntil(b"\r\n\r\n")).lower()
        size = int(head.partition(b"content-length:")[2].partition(b"\r")[0])
        text = await self._reader.readexactly(size)
        if not head.startswith(b"http/1.1 20"):
            raise RuntimeError(f"{method} {path}: {head[:40]!r} {text[:200]!r}")
        return json.loads(text)


def _request(method: str, path: str, token: str, body: Any = None) -> bytes:
    data = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", f"Content-Length: {len(data)}"]
    if token:
        lines.append(f"Authorization: Bearer {token}")
    if data:
        lines.append("Content-Type: application/json")
    return "\r\n".join([*lines, "", ""]).encode() + data
