"""The cost of `referee serve` with three idle screens at one table. It matters for a tablet's battery."""

from __future__ import annotations

import http.client
import json
import time
from pathlib import Path
from typing import Any

from bench.figures import figure
from bench.hosts import cpu_seconds, memory_mb, on_sqlite

PAUSE = 5.0
"""Seconds until the three screens have connected and everything is quiet."""
SECONDS = 60.0
"""Seconds measured: longer than an event stream lasts, so that the screens also reconnect."""
GOAL_MB = 80
GOAL_CPU_PERCENT = 1


def figures(seconds: float = SECONDS, pause: float = PAUSE) -> list[dict[str, Any]]:
    """Return the memory in MB and the share of one core in percent; nothing on a machine without /proc."""
    if not Path("/proc/self/stat").exists():
        print("No /proc on this machine: what an idle table costs is not measured.")
        return []
    with on_sqlite("waitress") as host:
        screens = _Screens(host.port)
        try:
            _wait(screens, pause)
            before, began = cpu_seconds(host.process), time.monotonic()
            _wait(screens, seconds)
        finally:
            screens.close()
        percent = 100 * (cpu_seconds(host.process) - before) / (time.monotonic() - began)
        megabytes = memory_mb(host.process)
    return [
        figure("idle_mb", round(megabytes, 1), GOAL_MB),
        figure("idle_cpu_percent", round(percent, 2), GOAL_CPU_PERCENT),
    ]


class _Screens:
    """The tablet and two phones of one table. Each keeps its event stream open, and reconnects."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.connections: list[http.client.HTTPConnection] = []
        made = json.loads(self._asked("POST", "/api/tables", {}, b"{}").read())
        self.path = f"/api/tables/{made['code']}/events"
        self.keys = [{"Authorization": f"Bearer {seat['token']}"} for seat in made["seats"].values()]
        self.streams = [self._asked("GET", self.path, key) for key in self.keys]
        assert len(self.streams) == 3

    def listen(self) -> None:
        """Read new events; reconnect the streams that have ended."""
        for n, stream in enumerate(self.streams):
            if stream.isclosed() or not stream.readline():
                self.streams[n] = self._asked("GET", self.path, self.keys[n])

    def close(self) -> None:
        """Close the streams."""
        for connection in self.connections:
            connection.close()
        for stream in self.streams:
            stream.close()

    def _asked(
        self, method: str, path: str, headers: dict[str, str], body: bytes | None = None
    ) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        self.connections.append(connection)
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        assert answer.status in {200, 201}, answer.status
        return answer


def _wait(screens: _Screens, seconds: float) -> None:
    """Let the screens listen for this many seconds. A line comes about every ten seconds."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        screens.listen()
