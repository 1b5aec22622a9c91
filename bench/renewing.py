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
from bench.hosts import Host, on_sqlite, served
from tools import postgresql

STREAMS, WORKERS, GOAL_MS = 40, 2, 2000
_SECONDS = 15.0


def figures(streams: int = STREAMS, seconds: float = _SECONDS) -> list[dict[str, Any]]:
    """Return the longest gap of any stream in milliseconds: on SQLite, and on PostgreSQL with two workers."""
    with on_sqlite("gunicorn") as host:
        measured = [_measured("sqlite", host, streams, seconds)]
    programs = postgresql.find_programs()
    if programs is None:
        print("No PostgreSQL on this machine: a renewal of several workers is not measured.")
        return measured
    with postgresql.started(programs) as url, served(url, WORKERS) as host:
        return [*measured, _measured("postgresql", host, streams, seconds)]


def _measured(name: str, host: Host, streams: int, seconds: float) -> dict[str, Any]:
    gaps = asyncio.run(_held(host, streams, seconds))
    print(f"renewal on {name}: {streams} streams were cut {len(gaps)} times within {seconds:.0f} s")
    return figure(f"renewal_gap_ms_{name}", round(max(gaps, default=0.0) * 1000), GOAL_MS)


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
    """Hold a stream as a browser does: after its end, come back in the time that the server named.

    Notes each gap, also one that has not ended when this is cancelled.
    """
    lost, retry = None, 1.0
    try:
        while True:
            with suppress(OSError):
                reader, writer = await asyncio.open_connection(HOST, port)
                try:
                    writer.write(request("GET", path, token))
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
    finally:
        if lost is not None:
            gaps.append(time.monotonic() - lost)
