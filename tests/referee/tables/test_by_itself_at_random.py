"""Games that go on by themselves, played at random: taps, times that are over, takings back, restarts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.records import codec
from referee.records.text import dump_line
from referee.tables.record import replay_record
from tests import soak
from tests.referee import feats, menace
from tests.referee.any_table import AnyTable, steady

GAMES: dict[str, tuple[Any, tuple[str, ...]]] = {
    feats.ID: (feats.GAME, feats.SEATS),
    menace.ID: (menace.GAME, menace.SEATS),
}
STEPS = 100


class Game:
    """A table at which anything happens, and the server's time."""

    def __init__(self, folder: Path, system: str, number: int) -> None:
        self.random, self.now = Random(f"{system}/{number}"), 1_800_000_000.0
        self.game, self.seats = GAMES[system]
        options = {"system": system, "dice": self.random.choice(["referee", "players"])}
        self.table = AnyTable(folder, options=options, sources=replace(steady(), time=lambda: self.now))

    def post(self, seat: str, path: str, **body: Any) -> None:
        """Send something; it may be refused."""
        answer = self.table.post(seat, path, version=self.table.version, **body)
        assert answer.status_code < 500, answer.data

    def anything(self) -> None:
        """Do something that anybody might do."""
        random, seat = self.random, self.random.choice([*self.seats, "table"])
        match random.choice(["act"] * 6 + ["time"] * 2 + ["undo", "redo", "cancel", "restart"]):
            case "act":
                self.act(seat)
            case "time":
                self.now += random.choice([1, 3, 7, 15])
            case "undo":
                self.take_back(seat)
            case "redo":
                redo = self.table.view()["redo"]
                self.post(redo["seat"] if redo else seat, "/redo")
            case "cancel":
                self.post(seat, "/undo", answer="cancel")
            case "restart":
                before = self.table.everything()
                self.table.restart()
                assert self.table.everything() == before

    def act(self, seat: str) -> None:
        """Do something that is listed, with some of what it needs."""
        listed = self.table.get(seat, "/actions").get_json()["actions"]
        if not listed:
            return
        action = dict(self.random.choice(listed))
        for name, need in action.pop("open", {}).items():
            if self.random.random() < 0.7:
                options = need.get("options", []) if isinstance(need, dict) else []
                action[name] = self.random.choice(options or range(1, 7))
        self.post(seat, "/do", action={k: v for k, v in action.items() if k not in {"question", "why_not"}})

    def take_back(self, seat: str) -> None:
        """Ask to take a step back; most often the others agree."""
        self.post(seat, "/undo", answer="ask")
        for _ in self.seats:
            asked = self.table.view()["request"]
            if asked and asked["wanted"] and self.random.random() < 0.9:
                self.post(asked["wanted"][0], "/undo", answer="agree", serial=asked["serial"])

    def to_the_end(self) -> None:
        """Play straight on until somebody has won."""
        while (seen := self.table.view())["winner"] is None:
            self.now += 20
            begun = seen["underway"] or {}
            for asked in self.table.view()["waits_for"]:
                if "field" in asked:
                    kept = begun.get("kept", {}).get(asked["field"], [6])[0]
                    needs = asked["needs"]
                    value = needs["options"][0] if isinstance(needs, dict) and "options" in needs else kept
                    action = {asked["field"]: value}
                    self.post("table", "/do", action=action, question=asked["question"])
                    break
                if "referee" not in asked["who"]:
                    seat = asked["who"][0]
                    first = self.table.get(seat, "/actions").get_json()["actions"]
                    done = next(one for one in first if one["do"] in {"shoot", "end_turn", "feat"})
                    self.post(seat, "/do", action={"do": done["do"], "seat": seat})
                    break

    def problems(self) -> list[str]:
        """Return what is wrong with the record."""
        record = codec.parse(map(dump_line, self.table.record()))
        found: list[str] = self.game.records.problems(record, replay_record)
        return found


@pytest.fixture
def played(tmp_path: Path, system: str, number: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """Give a table of a game."""
    menace.install(monkeypatch, GAMES[system][0])
    game = Game(tmp_path, system, number)
    yield game
    game.table.tables.close()


@pytest.mark.parametrize("system", GAMES)
@pytest.mark.parametrize("number", [1, *soak.rest(soak.GAMES, range(2, 42))])
def test_it_never_stands_still_and_its_record_verifies(played: Game) -> None:
    for _ in range(STEPS):
        if played.table.view()["winner"] is not None:
            break
        played.anything()
    played.to_the_end()
    assert played.problems() == []
