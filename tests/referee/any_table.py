"""A table of any game on a server of its own, and the seats at it, for tests."""

from __future__ import annotations

import json
from contextlib import AbstractContextManager
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Self

from werkzeug.test import TestResponse

from referee.config import Config, Sources
from referee.storage.database import Database
from referee.tables.service import Tables
from referee.tables.table import LoadedTable
from tests.referee.apps import app_of

Action = dict[str, Any]


class AnyTable:
    """An app, a table made in it, and a way to speak from each seat."""

    def __init__(self, folder: Path, *, options: dict[str, Any] | None = None, **settings: Any) -> None:
        file = folder / "tables.sqlite3"
        if "database_url" not in settings and not file.exists():
            folder.mkdir(parents=True, exist_ok=True)
            file.touch(mode=0o600)
            file.write_bytes(empty_database())
        database = f"sqlite:///{file}"
        self.settings = {"database_url": database, "testing": True, "sources": steady()} | settings
        self.open()
        made = self.client.post("/api/tables", json=options or {})
        assert made.status_code == 201, made.data
        self.code: str = made.get_json()["code"]
        self.tokens: dict[str, str] = {s: v["token"] for s, v in made.get_json()["seats"].items()}

    def open(self) -> None:
        """Start the app, on what is on disk."""
        self.app = app_of(Config.of(self.settings))
        self.client = self.app.test_client(use_cookies=False)

    def at_another_server(self) -> Self:
        """Return the same table at another server on the same database."""
        other = type(self).__new__(type(self))
        other.settings, other.code, other.tokens = self.settings, self.code, self.tokens
        other.open()
        return other

    def restart(self) -> None:
        """Stop the app and start it again."""
        self.tables.close()
        self.open()

    @property
    def tables(self) -> Tables:
        """The table service."""
        tables: Tables = self.app.extensions["tables"]
        return tables

    @property
    def version(self) -> int:
        """The version of the table."""
        with self.tables.store.locked(self.code) as loaded:
            return loaded.version

    def locked(self) -> AbstractContextManager[LoadedTable]:
        """Return a block in which nothing else happens at the table; it yields the table in memory."""
        return self.tables.store.locked(self.code)

    def call(self, seat: str, name: str) -> None:
        """Name the player of a seat, whether a device has it or not."""
        with self.locked() as loaded:
            self.tables.player_names.rename(loaded, seat, seat, name)

    def headers(self, seat: str) -> dict[str, str]:
        """Return the headers that show a seat."""
        return {"Authorization": f"Bearer {self.tokens[seat]}"}

    def get(self, seat: str, path: str, **how: Any) -> TestResponse:
        """Ask for something about the table."""
        return self.client.get(f"/api/tables/{self.code}{path}", headers=self.headers(seat), **how)

    def post(self, seat: str, path: str, /, **body: Any) -> TestResponse:
        """Send something about the table."""
        return self.client.post(f"/api/tables/{self.code}{path}", headers=self.headers(seat), json=body)

    def try_(self, seat: str, action: Action, version: int | None = None) -> TestResponse:
        """Try to do an action."""
        return self.post(seat, "/do", action=action, version=self.version if version is None else version)

    def do(self, seat: str, *actions: Action) -> dict[str, Any]:
        """Do actions, which must be done, and return the last answer."""
        body: dict[str, Any] = {}
        for action in actions:
            answer = self.try_(seat, action)
            assert answer.status_code == 200, answer.data
            body = answer.get_json()
        return body

    def view(self, seat: str = "table") -> dict[str, Any]:
        """Return what a seat sees."""
        seen: dict[str, Any] = self.get(seat, "/view").get_json()
        return seen

    def record(self, seat: str = "table") -> list[dict[str, Any]]:
        """Return the record as a seat may see it."""
        return [json.loads(line) for line in self.get(seat, "/record").data.splitlines()]

    def everything(self) -> dict[str, bytes]:
        """All that every seat can read."""
        return {
            f"{seat}{path}": self.get(seat, path).data
            for seat in self.tokens
            for path in ("/view", "/actions", "/record")
        }


@cache
def empty_database() -> bytes:
    """Return the file of a new database, the same for all: each table would take as long to make it."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "new.sqlite3"
        database = Database(f"sqlite:///{file}")
        database.create()
        database.close()
        return file.read_bytes()


def not_looking_once(tables: Tables, code: str) -> None:
    """Have a process take the table in its memory for the newest, the next time that it is asked about it."""
    store, real = tables.store, tables.store._current
    with store.locked(code) as loaded:
        known = loaded

    def current(asked: str) -> LoadedTable:
        store._current = real  # type: ignore[method-assign]
        return known if asked == code else real(asked)

    store._current = current  # type: ignore[method-assign, assignment]


class Clock:
    """A clock that stands still until somebody moves it on."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def steady() -> Sources:
    """Return fixed sources of chance: each run has the same dice, units and seals."""
    chance = Random("a chance for tests")

    def digits() -> str:
        return f"{chance.getrandbits(256):064x}"

    return Sources(nonce=digits, seed=digits, shuffled=lambda units: tuple(chance.sample(units, len(units))))
