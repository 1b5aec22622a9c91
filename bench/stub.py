"""Flask alone: the answers of a game that the referee gave before, without rules, tables or a database.

`fast_tables` asks it for the same things as the referee, on the same server, and listens to the same streams.
Flask reads and makes the JSON, as for any app: what it does in a second is the most that any can do there.
"""

from __future__ import annotations

import json
import os
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from flask import Flask, Response, request

from bench.clients import Client
from bench.hosts import Host, running
from bench.playing import SEATS, PlayedTable
from tools.served import free_port

_VARIABLE = "BENCH_ANSWERS"
"""The file of the answers in their order, each with the version of the table after it."""
_STEPS = 200
"""Actions of the game, about as many as the referee gets done at one table while it is measured."""
_OVER: dict[str, Any] = {"actions": []}
_SETTINGS = ("--worker-class", "gevent", "--keep-alive", "120", "--worker-connections", "4000")


async def recorded(port: int) -> list[tuple[dict[str, Any], int]]:
    """Play a game on the referee, and return its answers."""
    client = _Recording(port)
    table, luck = PlayedTable(client), random.Random(1)
    client.table = table
    await table.make()
    seat = SEATS[0]
    for _ in range(_STEPS):
        seat, actions = await table.legal(seat)
        if not actions or not await table.do(seat, luck.choice(actions)):
            break
    await client.close()
    return [*client.answers, (_OVER, table.version), (_OVER, table.version)]


class _Recording(Client):
    """A client that notes what it is answered at a table."""

    table: PlayedTable

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self.answers: list[tuple[dict[str, Any], int]] = []

    async def ask(self, method: str, path: str, token: str = "", body: Any = None) -> Any:
        answer = await super().ask(method, path, token, body)
        version = answer["view"]["version"] if "view" in answer else self.table.version
        self.answers.append((answer, version))
        return answer


@contextmanager
def stub(answers: Path) -> Iterator[Host]:
    """Run the stub until the end of the block, on gunicorn with one gevent worker as a host has it."""
    port = free_port()
    arguments = ["-m", "gunicorn", "bench.stub:create_app()", "--bind", f"127.0.0.1:{port}", *_SETTINGS]
    arguments += ["--graceful-timeout", "1", "--log-level", "error"]
    with running(arguments, port, {_VARIABLE: str(answers)}) as host:
        yield host


class _Table:
    """How far a game has been told."""

    def __init__(self) -> None:
        self.told, self.version, self.changed = 0, 0, threading.Condition()

    def move(self, version: int) -> None:
        """Go on to the next answer, and tell the streams of a new version."""
        self.told += 1
        if version != self.version:
            with self.changed:
                self.version = version
                self.changed.notify_all()

    def news(self) -> Iterator[str]:
        """Give the text of an event stream."""
        heard = -1
        yield "retry: 1000\n\n"
        while True:
            with self.changed:
                while self.version == heard:
                    self.changed.wait()
                heard = self.version
            yield f"id: {heard}\nevent: version\ndata: {heard}\n\n"


def create_app() -> Flask:
    """Return the app."""
    (made, _), *answers = json.loads(Path(os.environ[_VARIABLE]).read_text())
    app, tables, codes = Flask(__name__), dict[str, _Table](), map(str, count())

    @app.get("/readyz")
    def ready() -> str:
        return ""

    @app.post("/api/tables")
    def make() -> tuple[dict[str, Any], int]:
        request.get_json()
        code = next(codes)
        tables[code] = _Table()
        return {**made, "code": code}, 201

    @app.get("/api/tables/<code>/actions")
    @app.post("/api/tables/<code>/do")
    def answer(code: str) -> dict[str, Any]:
        if request.method == "POST":
            request.get_json()
        table = tables[code]
        told: dict[str, Any]
        told, version = answers[table.told]
        table.move(version)
        return told

    @app.get("/api/tables/<code>/events")
    def events(code: str) -> Response:
        return Response(tables[code].news(), content_type="text/event-stream")

    return app
