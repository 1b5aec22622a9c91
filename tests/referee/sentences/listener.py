"""A listener at a table: gathers what each seat is shown and told, and says what sounds wrong."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

from werkzeug.test import TestResponse

from tests.referee.any_table import AnyTable
from tests.referee.sentences.ear import faults
from tests.referee.sentences.spoken import Said, alike, in_json, on_page

Json = dict[str, Any]
_LIST = "SENTENCES"
"""Names a folder: the sentences are written there, a list for each test, for somebody who reads them."""


class Listener:
    """What was said so far: of those that differ in names and numbers alone, the first."""

    def __init__(self) -> None:
        self.said: dict[str, tuple[Said, str]] = {}
        self._heard: set[Said] = set()

    def hear(self, texts: Iterable[Said], at: str) -> None:
        """Take up texts, and where they were."""
        for said in texts:
            if said not in self._heard:
                self._heard.add(said)
                self.said.setdefault(alike(said.text), (said, at))

    def answer(self, answer: TestResponse, at: str) -> Any:
        """Take up an answer, and return what is in it. AssertionError for a fault of the program."""
        assert answer.status_code < 500, (at, answer.text[:500])
        if answer.is_json or answer.mimetype == "application/problem+json":
            told = answer.get_json()
            self.hear(in_json(told), at)
            return told
        if answer.mimetype == "text/html" and not 300 <= answer.status_code < 400:
            self.hear(on_page(answer.text), at)
        return answer.text

    def faults(self) -> Iterator[str]:
        """Yield what sounds wrong, and where it was said."""
        for said, at in self.said.values():
            for fault in faults(said):
                yield f"{fault}: {said.text!r} ({said.where}, {at})"

    def check(self, name: str) -> None:
        """Fail where anything sounds wrong."""
        if folder := os.environ.get(_LIST):
            lines = sorted(f"{said.where}\t{said.text}\t{at}\n" for said, at in self.said.values())
            Path(folder, f"{name}.txt").write_text("".join(lines), encoding="utf-8")
        wrong = sorted(self.faults())
        assert not wrong, "\n".join(wrong)


class Seats:
    """The seats of a table, with a spectator's, each of which a listener sits beside."""

    def __init__(self, table: AnyTable, listener: Listener, rng: Random) -> None:
        self.table, self.listener, self.rng = table, listener, rng
        invitation = table.get("table", "/invitation").get_json()
        self.tokens: Mapping[str, str] = table.tokens | {"spectator": invitation["spectator"]["token"]}

    def look(self, *paths: str, at: str) -> None:
        """Look at pages of the table from two of the seats."""
        for seat in self.rng.sample(sorted(self.tokens), 2):
            for path in paths:
                self.listener.answer(self.ask(seat, path), f"{at}: {seat}{path}")

    def ask(self, seat: str, path: str, **form: Any) -> TestResponse:
        """Ask for a page as a seat, or press a key there."""
        headers = {"Cookie": f"seat-{self.table.code}={self.tokens[seat]}"}
        address = f"/t/{self.table.code}{path}"
        if form:
            return self.table.client.post(address, data=form, headers=headers)
        return self.table.client.get(address, headers=headers)

    def post(self, seat: str, path: str, **body: Any) -> Any:
        """Send something to the API as a player."""
        return self.listener.answer(self.table.post(seat, path, **body), f"{seat} {path} {body}")

    def do(self, seat: str, action: Json) -> Json:
        """Do an action, and return the answer."""
        done: Json = self.post(seat, "/do", action=action, version=self.table.version)
        return done

    def ask_and_answer(self, seat: str, path: str, answer: str, **body: Any) -> None:
        """Ask for something that others must agree to, look at the question, and have all answer it."""
        self.post(seat, path, **body)
        self.look("", at=f"{seat} asks {path}")
        for other in self.table.tokens:
            self.post(other, path, answer=answer)
        self.look("", at=f"{answer} to {path} of {seat}")
