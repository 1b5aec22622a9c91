"""The time of `do` over HTTP, on disk, on both servers, while twenty tables play at once."""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
from collections.abc import Mapping
from contextlib import closing
from types import MappingProxyType
from typing import Any

from bench.figures import figure, percentile
from bench.hosts import SERVERS, on_sqlite

TABLES = 20
SECONDS = 12.0
PAUSE = 0.4
"""Seconds between two actions at one table, on average: faster than any people play."""
GOAL_MILLISECONDS = 25.0


def figures(seconds: float = SECONDS, pause: float = PAUSE) -> list[dict[str, Any]]:
    """Return the 99th percentile of `do` in milliseconds for each game on each server."""
    return [
        _measured(f"{game}_{server}", server, player, seconds, pause)
        for server in SERVERS
        for game, player in (("do_http_p99_ms", Player), ("battlecon_do_http_p99_ms", Duellist))
    ]


def _measured(name: str, server: str, player: type[Player], seconds: float, pause: float) -> dict[str, Any]:
    with on_sqlite(server) as host:
        times = _play(host.port, seconds, pause, player)
    p99 = percentile(times, 0.99)
    print(
        f"{name}: {len(times)} actions at {TABLES} tables in {seconds:.0f} s;"
        f" median {percentile(times, 0.5)} ms, 99th percentile {p99} ms, worst {percentile(times, 1)} ms"
    )
    return figure(name, p99, GOAL_MILLISECONDS)


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
        """Act until the end, note the time of each action in seconds, and hang up."""
        version = 0
        with closing(self.connection):
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
