"""Pairs of tables of any game that differ in their secrets alone: what every seat is sent is compared.

An `AnyPair` holds two servers with the same codes, tokens, clock and dice. `same` sends one request to both
and fails unless status, headers and body agree to the byte.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from referee.config import Config, Sources
from referee.events import GRACE_SECONDS
from tests.referee.any_table import Clock
from tests.referee.apps import app_of

Action = dict[str, Any]
_EXPIRES = re.compile(r"Expires=[^;]*; ")
"""A cookie's last day, which its `Max-Age` tells too: it is counted from the present second."""


def fixed_sources(order: Sequence[int] | None, seed: str) -> Sources:
    """Return sources that give the same codes, times and dice every time, and the units in `order`."""
    ticks, numbers = itertools.count(), itertools.count()
    return Sources(
        now=lambda: f"2026-01-01T00:00:{next(ticks) % 60:02}+00:00",
        code=lambda: "ABCDEF",
        pin=lambda: "123456",
        nonce=lambda: f"{next(numbers):064x}",
        seed=lambda: seed,
        shuffled=lambda values: values if order is None else tuple(order),
        generation=lambda: f"g{next(numbers)}",
        clock=Clock(),
    )


@dataclass
class Twin:
    """One of the two servers, with its table."""

    app: Flask
    client: FlaskClient
    code: str = ""
    tokens: dict[str, str] = field(default_factory=dict)

    def send(self, seat: str | None, method: str, path: str, **how: Any) -> tuple[int, list[Any], bytes]:
        """Send a request from a seat and return status, headers without dates, and body."""
        headers = dict(how.pop("headers", {}))
        if seat is not None:
            headers["Cookie"] = f"seat-{self.code}={self.tokens[seat]}"
        answer = self.client.open(path, method=method, headers=headers, **how)
        body = answer.get_data()
        kept = sorted((k, _EXPIRES.sub("", v)) for k, v in answer.headers.items() if k != "Date")
        answer.close()
        return answer.status_code, kept, body

    @property
    def position(self) -> Any:
        """The whole position, which only the server and this test see."""
        with self.app.extensions["tables"].store.locked(self.code) as loaded:
            return loaded.position

    @property
    def version(self) -> int:
        """The table's version."""
        with self.app.extensions["tables"].store.locked(self.code) as loaded:
            version: int = loaded.version
            return version


def twin_at(database: Path, options: Action, kind: type[Twin] = Twin, nonce: str | None = None) -> Twin:
    """Return a server of its own with a table of these options; `nonce` is that of every seal."""
    sources = fixed_sources(None, "a seed")
    if nonce is not None:
        sources = replace(sources, nonce=lambda: nonce)
    config = Config(
        database_url=f"sqlite:///{database}.sqlite3",
        secret="the same",
        stream_seconds=0,
        testing=True,
        sources=sources,
    )
    app = app_of(config)
    twin = kind(app, app.test_client(use_cookies=False))
    made = twin.client.post("/api/tables", json=options).get_json()
    twin.code, twin.tokens = made["code"], {s: v["token"] for s, v in made["seats"].items()}
    looks_on = twin.send("table", "GET", f"/api/tables/{twin.code}/invitation")[2]
    twin.tokens["spectator"] = json.loads(looks_on)["spectator"]["token"]
    return twin


class AnyPair:
    """Two tables that should look the same to `seats`."""

    def __init__(self, a: Twin, b: Twin, seats: tuple[str, ...]) -> None:
        self.a, self.b, self.seats = a, b, seats

    def same(self, seat: str | None, method: str, path: str, **how: Any) -> tuple[int, bytes]:
        """Send a request to both servers and fail unless the answers agree to the byte."""
        one, two = self.a.send(seat, method, path, **how), self.b.send(seat, method, path, **how)
        if one != two:
            where = next((i for i, (x, y) in enumerate(zip(one[2], two[2], strict=False)) if x != y), 0)
            start = max(0, where - 150)
            raise AssertionError(
                f"{method} {path} {how} tells {seat} the two games apart:\n"
                f"{one[0]} {one[2][start : where + 150]!r}\n{two[0]} {two[2][start : where + 150]!r}\n"
                f"headers {sorted(set(one[1]) ^ set(two[1]))}"
            )
        return one[0], one[2]

    def api(self, seat: str, method: str, path: str, **how: Any) -> tuple[int, bytes]:
        """Send a request about the table to both servers' API."""
        return self.same(seat, method, f"/api/tables/{self.a.code}{path}", **how)

    def both(self, seat: str, action_a: Action, action_b: Action) -> None:
        """Do a secret action that differs, one in each game."""
        for twin, action in ((self.a, action_a), (self.b, action_b)):
            status, _, body = twin.send(
                seat,
                "POST",
                f"/api/tables/{twin.code}/do",
                json={"action": action, "version": twin.version},
            )
            assert status == 200, body

    def do(self, seat: str, action: Action) -> tuple[int, bytes]:
        """Do the same action in both games; the answers must agree."""
        return self.api(seat, "POST", "/do", json={"action": action, "version": self.a.version})

    def change(self, change: Callable[[Any], Any]) -> None:
        """Change the present positions of both games alike; their secrets stay different."""
        for twin in (self.a, self.b):
            with twin.app.extensions["tables"].store.locked(twin.code) as loaded:
                loaded.positions[-1] = change(loaded.positions[-1])
                loaded.views.clear()

    def later(self) -> None:
        """Let so much time pass that the phones which looked count as away: the tablet plays for them."""
        for twin in (self.a, self.b):
            twin.app.extensions["tables"].store.config.sources.clock.seconds += GRACE_SECONDS
