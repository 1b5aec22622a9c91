"""The time of `do` over HTTP, on disk, while twenty tables play at once."""

from __future__ import annotations

import http.client
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any

from bench.figures import figure

TABLES = 20
SECONDS = 12.0
PAUSE = 0.4
"""Seconds between two actions at one table, on average: faster than any people play."""
GOAL_MILLISECONDS = 25.0
_SERVER = """
import sys
sys.modules["PIL"] = None
from referee.app import create_app, warm_up
from referee.serve import Server, bound, port_of
app = create_app({"database_url": sys.argv[1]})
warm_up(app)
server = Server(app, bound("127.0.0.1", 0))
print(port_of(server), flush=True)
server.run()
"""
"""A server as a plain install has it: with Pillow, which the tests bring, qrcode would load 4 MB more."""


def figures(seconds: float = SECONDS, pause: float = PAUSE) -> list[dict[str, Any]]:
    """Return the 99th percentile of `do` in milliseconds for each game, by clients of a separate server."""
    return [
        _measured("do_http_p99_ms", "do over HTTP", Player, seconds, pause),
        _measured("battlecon_do_http_p99_ms", "the same in BattleCON", Duellist, seconds, pause),
    ]


def _measured(name: str, title: str, player: type[Player], seconds: float, pause: float) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder, serve_alone(Path(folder)) as (_, port):
        times = _play(port, seconds, pause, player)
    times.sort()
    p99 = times[int(len(times) * 0.99)] * 1000
    print(
        f"{title}: {len(times)} actions at {TABLES} tables in {seconds:.0f} s;"
        f" median {times[len(times) // 2] * 1000:.1f} ms, 99th percentile {p99:.1f} ms,"
        f" worst {times[-1] * 1000:.1f} ms"
    )
    return figure(name, round(p99, 2), GOAL_MILLISECONDS)


@contextmanager
def serve_alone(folder: Path) -> Iterator[tuple[int, int]]:
    """Start a separate server with a database in a folder; yield its process and its port."""
    server = _serve(folder)
    try:
        assert server.stdout is not None
        yield server.pid, int(server.stdout.readline())
    finally:
        server.terminate()
        server.wait(timeout=10)
        if server.stdout is not None:
            server.stdout.close()


def _serve(folder: Path) -> subprocess.Popen[str]:
    url = f"sqlite:///{folder / 'tables.sqlite3'}"
    root = Path(__file__).resolve().parent.parent
    return subprocess.Popen(
        [sys.executable, "-c", _SERVER, url],
        stdout=subprocess.PIPE,
        text=True,
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
    )


def _play(port: int, seconds: float, pause: float, player: type[Player]) -> list[float]:
    end, times = time.monotonic() + seconds, list[float]()
    players = [
        threading.Thread(target=player(port, seed, pause).play, args=(end, times)) for seed in range(TABLES)
    ]
    for thread in players:
        thread.start()
    for thread in players:
        thread.join(timeout=seconds + 30)
    return times


class Player:
    """Plays a table alone, as the tablet and the zombie player's phone, with random lawful actions."""

    options: Mapping[str, Any] = MappingProxyType({})

    def __init__(self, port: int, seed: int, pause: float) -> None:
        self.rng, self.pause = random.Random(seed), pause
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        made = self._send("POST", "/api/tables", None, dict(self.options))
        self.code, self.seats = made["code"], made["seats"]

    def play(self, end: float, times: list[float]) -> None:
        """Act until the end, and note the time of each action in seconds."""
        version = 0
        while time.monotonic() < end:
            seat, actions = self._choices()
            if not actions:
                return
            time.sleep(self.rng.uniform(0, 2 * self.pause))
            body = {"action": self.rng.choice(actions), "version": version}
            start = time.perf_counter()
            done = self._send("POST", f"/api/tables/{self.code}/do", seat, body)
            times.append(time.perf_counter() - start)
            version = done["view"]["version"]

    def _choices(self) -> tuple[str, list[Any]]:
        """Return a seat with something to do, and what that is."""
        actions = self._actions("table")
        return ("table", actions) if actions else ("zombie", self._actions("zombie"))

    def _actions(self, seat: str) -> list[Any]:
        actions: list[Any] = self._send("GET", f"/api/tables/{self.code}/actions", seat, None)["actions"]
        return actions

    def _send(self, method: str, path: str, seat: str | None, body: Any) -> Any:
        headers = {"Authorization": f"Bearer {self.seats[seat]['token']}"} if seat else {}
        data = None if body is None else json.dumps(body)
        self.connection.request(method, path, data, headers)
        answer = self.connection.getresponse()
        text = answer.read()
        if answer.status >= 400:
            raise RuntimeError(f"{method} {path}: {answer.status} {text[:200]!r}")
        return json.loads(text)


class Duellist(Player):
    """Plays both seats of a BattleCON table from two phones: pairs in secret, and every choice that comes."""

    options: Mapping[str, Any] = MappingProxyType({"system": "battlecon", "duels": 99})

    def _choices(self) -> tuple[str, list[Any]]:
        """Return a seat that is waited for, and what it may do; nobody gives up."""
        for seat in self.rng.sample(("a", "b"), 2):
            view = self._send("GET", f"/api/tables/{self.code}/view", seat, None)
            if seat in {pending["seat"] for pending in view["pending"]}:
                return seat, [action for action in self._actions(seat) if action["do"] != "concede"]
        return "a", []
