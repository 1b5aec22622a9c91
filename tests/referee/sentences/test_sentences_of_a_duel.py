"""What *BattleCON* says to each seat, while somebody plays at random."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rules.battlecon.game import legal_actions, rule
from tests import soak
from tests.referee.any_table import AnyTable, steady
from tests.referee.games.battlecon.duel_tables import quick_thoughts
from tests.referee.sentences.listener import Listener, Seats
from tests.referee.sentences.spoken import Said

Json = dict[str, Any]
OPTIONS: tuple[Json, ...] = (
    {"trainer": True},
    {"duels": 2, "starting_discards": "free", "profile": "boxed"},
    {"profile": "boxed", "special_actions": False},
)
"""Tables for two players."""
ALONE: tuple[Json, ...] = (
    {"opponent": "referee", "trainer": True},
    {"opponent": "referee", "referee_seat": "a", "duels": 2},
)
"""Tables against the referee."""
PATIENCE_S = 60.0
"""So long a test waits for the referee at the most."""
PAGES = ("?for=a", "?for=a&look=1", "?for=b&look=1&up=1", "?lesson=1", "/report", "/notes")


class Duel:
    """A table at which chance plays for everybody, with a listener. Chance gives up after so many actions."""

    def __init__(self, folder: Path, options: Json, seed: int) -> None:
        self.rng = Random(f"{options} {seed}")
        self.table = AnyTable(folder, options={"system": "battlecon"} | options, sources=steady())
        self.listener = Listener()
        self.seats = Seats(self.table, self.listener, self.rng)
        self.moments: set[tuple[str, ...]] = set()
        self.earlier: list[Any] = []

    @property
    def position(self) -> Any:
        """The whole position."""
        with self.table.tables.store.locked(self.table.code) as loaded:
            return loaded.position

    def play(self, actions: int) -> None:
        """Play so many actions, or to the end; then the first player gives up each duel that is left."""
        for _ in range(actions):
            if self.position.phase == "over":
                break
            self.step()
        for _ in range(5):
            if self.position.phase == "over":
                break
            self.give_up()
        assert self.position.phase == "over"
        self.seats.look("", "/report", "/replay/5", at="at the end")

    def give_up(self) -> None:
        """Have a player give up, once there are fighters."""
        while self.position.phase == "choose_fighters":
            self.act(*self.choices()[0])  # Each takes the first fighter that is left.
        player = next(seat for seat in ("a", "b") if seat in self.table.tokens)
        self.seats.do(player, {"do": "concede"})

    def choices(self) -> list[tuple[str, Json]]:
        """Return what may be chosen now, and by whom, once the referee has chosen; nothing at the end."""
        until = time.monotonic() + PATIENCE_S
        while not (choices := self._choices()) and self.position.phase != "over":
            assert time.monotonic() < until
            self.table.view()
            time.sleep(0.01)
        return choices

    def _choices(self) -> list[tuple[str, Json]]:
        """Return what players may choose now. What lies face down already is not chosen again."""
        position = self.position
        waits = [p.seat for p in position.pending if p.seat not in position.committed] or [
            p.seat for p in position.pending
        ]
        return [
            (seat, action)
            for seat in waits
            if seat in self.table.tokens
            for action in self.table.get(seat, "/actions").get_json()["actions"]
            if action["do"] != "concede"
        ]

    def step(self) -> None:
        """Have one seat choose something, and look at what is new."""
        choices, position = self.choices(), self.position
        if not choices:
            return
        self.act(*self.rng.choice(choices))
        for action in self.rng.sample(self.earlier, min(20, len(self.earlier))):
            self.listener.hear([Said(rule(position, action).reason, "reason")], f"{action.do} refused")
        self.earlier += self.rng.sample(legal_actions(position), min(5, len(legal_actions(position))))

    def act(self, seat: str, action: Json) -> None:
        """Do an action, and look at the table where it is new."""
        before = self.position
        self.seats.do(seat, action)
        moment = (before.phase, action["do"], *(pending.case for pending in before.pending[:1]))
        if moment in self.moments:
            return
        self.moments.add(moment)
        self.seats.look("", *self.rng.sample(PAGES, 2), at=" ".join(moment))
        if self.rng.random() < 0.3:
            self.seats.ask_and_answer(seat, "/undo", self.rng.choice(("agree", "decline")))


def name(options: Json) -> str:
    """Return a name for the options of a table."""
    return "-".join(map(str, options.values()))


@pytest.mark.parametrize("options", OPTIONS[:2], ids=name)
def test_a_duel(tmp_path: Path, options: Json) -> None:
    duel = Duel(tmp_path, options, 1)
    duel.play(25)
    duel.table.tables.close()
    assert len(duel.moments) >= 5
    duel.listener.check(f"duel-{name(options)}")


@soak.GAMES
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("options", OPTIONS, ids=name)
def test_long_duels(tmp_path: Path, options: Json, seed: int) -> None:
    duel = Duel(tmp_path, options, seed)
    duel.play(400)
    duel.table.tables.close()
    duel.listener.check(f"long-duel-{name(options)}-{seed}")


@soak.GAMES
@pytest.mark.parametrize("options", ALONE, ids=name)
def test_duels_against_the_referee(tmp_path: Path, options: Json) -> None:
    with quick_thoughts():
        duel = Duel(tmp_path, options, 1)
        duel.play(60)
        duel.table.tables.close()
    duel.listener.check(f"long-duel-{name(options)}")
