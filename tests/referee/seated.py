"""A table on a server of its own, and the seats at it, for tests."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, cast

from werkzeug.test import TestResponse

from referee.app import create_app
from referee.config import Config, Sources
from referee.games.dawn_of_the_dead.own_tables import OwnTable
from referee.tables import Tables
from rules.dawn_of_the_dead import library
from rules.dawn_of_the_dead.position import Position

Action = dict[str, Any]
HIDDEN: Action = {"do": "place_hidden", "squares": ["001", "002", "003", "005", "006"]}
START: Action = {
    "do": "place_characters",
    "squares": {"peter": "009", "roger": "009", "steve": "010", "fran": "010"},
}


class Seated:
    """An app, a table made in it, and a way to speak from each seat."""

    def __init__(self, folder: Path, *, options: dict[str, Any] | None = None, **settings: Any) -> None:
        database = f"sqlite:///{folder / 'tables.sqlite3'}"
        self.settings = {"database_url": database, "testing": True, "sources": steady()} | settings
        self.open()
        made = self.client.post("/api/tables", json=options or {})
        assert made.status_code == 201, made.data
        self.code: str = made.get_json()["code"]
        self.tokens: dict[str, str] = {s: v["token"] for s, v in made.get_json()["seats"].items()}

    def open(self) -> None:
        """Start the app, on what is on disk."""
        self.app = create_app(Config.of(self.settings))
        self.client = self.app.test_client(use_cookies=False)

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
    def position(self) -> Position:
        """The position, secrets and all."""
        with self.opened() as loaded:
            return loaded.position

    @contextmanager
    def opened(self) -> Iterator[OwnTable]:
        """Yield the table in memory, with its positions open to a test that looks at them or changes them."""
        with self.tables.store.at(self.code) as loaded:
            yield cast("OwnTable", loaded)

    @property
    def version(self) -> int:
        """The version of the table."""
        with self.tables.store.at(self.code) as loaded:
            return loaded.version

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

    def set_up(self) -> None:
        """Choose the hidden squares and place the characters."""
        self.do("zombie", HIDDEN)
        self.do("human", START)

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


def units_in_order(order: Sequence[int] | None = None) -> Callable[[tuple[int, ...]], tuple[int, ...]]:
    """Return a way of mixing that gives this order, or the units as they lie on the sheet."""
    return lambda units: tuple(order) if order else units


def ordered(values: dict[str, int]) -> Sources:
    """Return sources that put units of these values on these squares, the others as they come."""
    setting = library.setting()
    left = list(setting.sheet.units)
    for value in values.values():
        left.remove(value)
    order = [values[s] if s in values else left.pop(0) for s in setting.zombie_squares] + left
    return replace(steady(), shuffled=units_in_order(order), seed=lambda: "a seed for tests")


def beside_two_units(folder: Path) -> Iterator[Seated]:
    """Give a table of cardboard: Peter and Roger have come to 011, beside a unit and one hidden in 030."""
    made = Seated(folder, options={"counters": "physical"}, sources=ordered({}))
    made.do("zombie", HIDDEN | {"squares": ["030", *HIDDEN["squares"][:4]]})
    places = {**START["squares"], "peter": "010", "roger": "010", "steve": "009", "fran": "009"}
    made.do("human", START | {"squares": places})
    made.do("human", {"do": "start_move", "characters": ["peter", "roger"]}, {"do": "step", "to": "011"})
    yield made
    made.tables.close()
