"""Seats come, leave and come back by chance, at two processes: who has left acts nowhere, sees no secret."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests import soak
from tests.referee.any_table import AnyTable
from tests.referee.tables.test_other_servers import facts
from tests.referee.visitors import bid, come, installed, leave

UNTOLD: dict[str, Any] = {"unclaimed": None}
"""A device that takes a seat without secrets changes no version: other processes hear of it later."""
PLAYERS = [f"p{n}" for n in range(1, 7)]


class Evening:
    """A table at two processes, and people who do anything."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.luck = random.Random(seed)
        players = self.luck.choice([2, 3, 6])
        one = AnyTable(folder, options={"system": "visitors", "players": players, "master": True})
        self.servers = (one, one.at_another_server())
        self.tokens = one.tokens
        self.servers[1].tokens = one.tokens

    def act(self) -> None:
        """Let somebody do something, and check what came of it."""
        at = self.luck.choice(self.servers)
        seat, who = self.luck.choice([*self.tokens]), self.luck.choice(PLAYERS)
        with at.locked() as loaded:
            had_left = loaded.has_left(seat)
        version = at.view(seat).get("version", 0)
        asked: list[Callable[[], TestResponse]] = [
            *(
                lambda action=action: at.try_(seat, action, version)
                for action in (bid(who, self.luck.randint(1, 3)), leave(who), come(who), {"do": "open"})
            ),
            lambda: at.post(seat, "/undo", answer="ask", version=version),
            lambda: at.post(seat, "/undo", answer=self.luck.choice(["agree", "decline"])),
            lambda: at.post(seat, "/undo", answer="agree", side=who),
            lambda: at.post(seat, "/redo", version=version),
            lambda: at.post(seat, "/renew", seat=who),
            lambda: at.post(seat, "/name", seat=who, name="Ann"),
        ]
        answer = self.luck.choice(asked)()
        assert answer.status_code < 500, answer.data
        assert not had_left or answer.status_code in {401, 403}, (seat, answer.data)
        if self.luck.random() < 0.2:
            self.join(at, who)

    def join(self, at: AnyTable, seat: str) -> None:
        """Take a seat by the PIN, if it is there and free."""
        pin = at.get("table", "/invitation").get_json()["pin"]
        joined = at.client.post("/api/join", json={"code": at.code, "pin": pin, "seat": seat})
        if joined.status_code == 200:
            self.tokens[seat] = joined.get_json()["token"]

    def check(self) -> None:
        """Check that both processes know the same, and that each device sees what it may."""
        for server in self.servers:
            with server.locked() as loaded:
                now, anew = facts(loaded), facts(server.tables.store._read(server.code))
                assert now | UNTOLD == anew | UNTOLD
                here = loaded.roster.seats
        for seat in self.tokens:
            seen = self.servers[1].get(seat, "/view")
            if seen.status_code == 401:  # its link was renewed
                continue
            view: dict[str, Any] = seen.get_json()
            assert view["seat"] == (seat if seat in here else "spectator")
            known = {whose for whose, value in view["bids"].items() if value is not None}
            assert seat == "gm" or known <= {view["seat"]}


@pytest.fixture(autouse=True)
def _game(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with installed(monkeypatch):
        yield


@pytest.mark.parametrize("seed", [1, *soak.rest(soak.PROCESSES, range(2, 12))])
def test_nobody_who_has_left_acts_or_sees_a_secret(tmp_path: Path, seed: int) -> None:
    evening = Evening(tmp_path, seed)
    for _ in range(40):
        evening.act()
        evening.check()
    for server in evening.servers:
        server.tables.close()
