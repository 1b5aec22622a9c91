"""A BattleCON table on a server of its own, and pairs of tables that differ in unopened choices alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from werkzeug.test import TestResponse

from referee.games.battlecon import ai
from referee.games.opponent_choice import think
from referee.tables.automatic import bots
from rules.battlecon.actions import Action as Chosen
from tests.referee.any_pair import AnyPair, Twin, twin_at
from tests.referee.any_table import AnyTable

Action = dict[str, Any]
FIGHTERS = ("cadenza", "kallistar")
EVERYBODY = ("table", "a", "b", "spectator")


def pair_of(style: str, base: str) -> Action:
    """Return the action that lays a pair."""
    return {"do": "commit_pair", "style": style, "base": base}


STRIKE, SHOT = pair_of("battery", "strike"), pair_of("grapnel", "shot")
DRIVE, BURST = pair_of("volcanic", "drive"), pair_of("blazing", "burst")
"""Two pairs of each of the two fighters."""


class Duel(AnyTable):
    """A table with the fighters chosen, and a way to play from each seat."""

    def __init__(
        self,
        folder: Path,
        fighters: tuple[str, ...] = FIGHTERS,
        *,
        options: Action | None = None,
        **settings: Any,
    ) -> None:
        super().__init__(folder, options={"system": "battlecon", **(options or {})}, **settings)
        for seat, fighter in zip("ab", fighters, strict=False):
            self.do(seat, {"do": "choose_fighter", "fighter": fighter})

    def seen(self, seat: str) -> Any:
        """Return what a seat sees."""
        answer = self.get(seat, "/view")
        assert answer.status_code == 200, answer.data
        return answer.get_json()

    def try_(self, seat: str, action: Action, version: int | None = None) -> TestResponse:
        """Try to do an action, by default at the version that the seat sees."""
        version = self.seen(seat)["version"] if version is None else version
        return self.post(seat, "/do", action=action, version=version)

    def refused(self, seat: str, action: Any, status: int, words: str, **body: Any) -> None:
        """Try what must be refused: with this status, one sentence, and nothing changed."""
        before = {s: self.get(s, path).data for s in self.tokens for path in ("/view", "/record")}
        sent = {"action": action, "version": self.seen(seat)["version"]} | body
        answer = self.post(seat, "/do", **sent)
        said = answer.get_json()
        sentence = said["ruling"]["reason"] if status == 422 and "ruling" in said else said["detail"]
        assert (answer.status_code, words in sentence) == (status, True), answer.data
        assert sentence.count(". ") == 0
        assert before == {s: self.get(s, path).data for s in self.tokens for path in ("/view", "/record")}

    def record(self, seat: str = "table") -> list[Any]:
        """Return the lines of the record as a seat gets them."""
        return [json.loads(line) for line in self.get(seat, "/record").get_data(as_text=True).splitlines()]

    def beat(self, a: Action, b: Action) -> None:
        """Lay both pairs and let every question be answered with the first option, up to the next beat."""
        number = self.seen("table")["beat"]
        self.do("a", a)
        self.do("b", b)
        while (seen := self.seen("table"))["beat"] == number and seen["phase"] not in {"over", "clash"}:
            seat = seen["pending"][0]["seat"]
            actions = self.get(seat, "/actions").get_json()["actions"]
            self.do(seat, next(a for a in actions if a["do"] in {"pass", "choose"}))


@contextmanager
def quick_thoughts() -> Iterator[None]:
    """Let the referee look at the present beat alone, and in this process: another takes seconds to start.

    `verify` accepts what it chooses so, as what it chose in a hurry.
    """
    real = ai.choose
    known: dict[str, Chosen] = {}

    def quickly(position: Any, seat: Any, seed: str, _: object) -> Chosen:
        asked = repr((position, seat, seed))
        if asked not in known:
            known[asked] = real(position, seat, seed, ai.ONE_BEAT)
        return known[asked]

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(ai, "choose", quickly)
        patched.setattr(bots.Opponents, "_thought", lambda _, asked: think(*asked))
        yield


@contextmanager
def twins(folder: Path, fighters: tuple[str, ...] = FIGHTERS, **options: Any) -> Iterator[AnyPair]:
    """Give a pair of tables with the fighters chosen. Seals commit to what differs: they are made equal."""
    with mock.patch("referee.records.codec.seal", return_value="0" * 64):
        options = {"system": "battlecon", **options}
        made = [twin_at(folder / name, options, nonce="1" * 64) for name in "ab"]
        both = AnyPair(made[0], made[1], EVERYBODY)
        for seat, fighter in zip("ab", fighters, strict=False):
            assert do(both, seat, {"do": "choose_fighter", "fighter": fighter}) == 200
        try:
            yield both
        finally:
            for twin in made:
                twin.app.extensions["tables"].close()


def known_version(twin: Twin, seat: str) -> int:
    """Return the version that a seat knows."""
    body = twin.send(seat, "GET", f"/api/tables/{twin.code}/view")[2]
    version: int = json.loads(body)["version"]
    return version


def do(both: AnyPair, seat: str, action: Action) -> int:
    """Do the same in both games; the answers must agree. Returns the status."""
    version = known_version(both.a, seat)
    return both.api(seat, "POST", "/do", json={"action": action, "version": version})[0]


def lay(both: AnyPair, seat: str, one: Action, two: Action) -> None:
    """Lay another choice in each game, from one seat."""
    for twin, action in ((both.a, one), (both.b, two)):
        sent = {"action": action, "version": known_version(twin, seat)}
        status, _, body = twin.send(seat, "POST", f"/api/tables/{twin.code}/do", json=sent)
        assert status == 200, body
