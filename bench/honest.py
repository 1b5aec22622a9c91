"""An honest table's screen in a process of its own, so that no attack shares its loop.

`python -m bench.honest PORT PATH TOKEN SECONDS` looks at a table, and prints how long each look took.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time

from bench.clients import Client
from tools.served import ROOT

_PAUSE = 0.02
"""Seconds between two looks."""


async def looked(port: int, path: str, token: str, seconds: float) -> list[float]:
    """Look at an address again and again from another process; return the seconds that each look took."""
    command = ["-m", "bench.honest", str(port), path, token, str(seconds)]
    process = await asyncio.create_subprocess_exec(
        sys.executable, *command, cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    said, _ = await process.communicate()
    times: list[float] = json.loads(said)
    return times


async def _look(port: int, path: str, token: str, seconds: float) -> list[float]:
    client, times = Client(port), list[float]()
    await client.ask("GET", path, token)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.perf_counter()
        await client.ask("GET", path, token)
        times.append(time.perf_counter() - began)
        await asyncio.sleep(_PAUSE)
    await client.close()
    return times


if __name__ == "__main__":
    _port, _path, _token, _seconds = sys.argv[1:]
    print(json.dumps(asyncio.run(_look(int(_port), _path, _token, float(_seconds)))))
