"""How long a screen is without its event stream while a host renews its processes (SIGHUP)."""

from __future__ import annotations

import asyncio
import signal
import time
from contextlib import suppress
from os import kill
from typing import Any

from bench.clients import HOST, Client, hung_up, request
from bench.figures import figure
from bench.hosts import Host, served
from tools import postgresql

STREAMS, WORKERS, GOAL_MS = 40, 2, 2000
_SECONDS = 25.0


def figures(streams: int = STREAMS, seconds: float = _SECONDS) -> list[dict[str, Any]]:
    """Return the longest gap of any stream in milliseconds; nothing without PostgreSQL."""
    programs = postgresql.find_programs()
    if programs is None:
        print("No PostgreSQL on this machine: a renewal of processes is not measured.")
        return []
    with postgresql.started(programs) as url, served(url, WORKERS) as host:
        gaps = asyncio.run(_held(host, streams, seconds))
    print(f"renewal: {streams} streams were cut {len(gaps)} times within {seconds:.0f} s")
    return [figure("renewal_gap_ms", round(max(gaps, default=0.0) * 1000), GOAL_MS)]


async def _held(host: Host, streams: int, seconds: float) -> list[float]:
    """Hold streams while the processes are renewed, and return each gap in seconds."""
    client, gaps, screens = Client(host.port), list[float](), list[asyncio.Task[None]]()
    for _ in range(streams):
        made = await client.ask("POST", "/api/tables", body={})
        path, token = f"/api/tables/{made['code']}/events", made["seats"]["human"]["token"]
        screens.append(asyncio.create_task(_screen(host.port, path, token, gaps)))
    await asyncio.sleep(1.0)
    kill(host.process, signal.SIGHUP)
    await asyncio.sleep(seconds)
    for screen in screens:
        screen.cancel()
    await asyncio.gather(*screens, return_exceptions=True)
    await client.close()
    return gaps


async def _screen(port: int, path: str, token: str, gaps: list[float]) -> None:
    """Hold a stream as a browser does: after its end, come back in the time that the server named."""
    lost, retry = None, 1.0
    while True:
        try:
            reader, writer = await asyncio.open_connection(HOST, port)
        except OSError:
            await asyncio.sleep(retry)
            continue
        try:
            writer.write(request("GET", path, token))
            with suppress(OSError):
                while line := await reader.readline():
                    if line.startswith(b"retry: "):
                        retry = int(line[7:]) / 1000
                        if lost is not None:
                            gaps.append(time.monotonic() - lost)
                            lost = None
        finally:
            await hung_up(writer)
        lost = lost or time.monotonic()
        await asyncio.sleep(retry)
