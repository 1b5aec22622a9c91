"""What one tap takes of the server: Python calls, takings of the table's lock, rulings, and its time."""

from __future__ import annotations

import json
import random
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from time import process_time
from typing import Any, cast

from flask.testing import FlaskClient

from bench.counting import CALLS, LOCKS, LOOKUPS, PARSES, RULINGS, STATEMENTS, counted
from bench.figures import figure
from referee.app import create_app
from referee.config import Config, Sources
from referee.tables.service import Tables
from referee.tables.table import LoadedTable
from rules.dawn_of_the_dead.actions import Action
from rules.dawn_of_the_dead.position import Position, Zombie
from rules.dawn_of_the_dead.sequence import enter_phase

GOAL_CALLS, GOAL_LOCKS = 12_300, 4
"""What a step takes, and one lock, with little room. A quarter of the calls only hand on pieces of templates.

Each of those takes a hundredth of a microsecond, so joining the pieces would lower the count, not the time.
"""
TIMED = 5
"""How often each tap is timed; the quickest counts, since this machine may do other things."""
SHOWN = (CALLS, LOCKS, PARSES, RULINGS, LOOKUPS, STATEMENTS)
PLACES = {"peter": "009", "roger": "009", "steve": "010", "fran": "010"}
HIDDEN = ["001", "002", "003", "005", "006"]
DAWN: dict[str, Any] = {"phases": "automatic"}
DUEL: dict[str, Any] = {"system": "battlecon", "duels": 3}
STAMP = re.compile(r'data-stamp="([^"]+)"')
Json = dict[str, Any]


@dataclass
class Table:
    """A table of a server in this process, and its devices."""

    tables: Tables
    client: FlaskClient
    code: str
    tokens: dict[str, str]

    def do(self, seat: str, *actions: Json) -> None:
        """Do what leads to the tap that is measured."""
        for action in actions:
            with self.tables.store.locked(self.code) as loaded:
                self.tables.playing.do(loaded, seat, action, loaded.version_for(seat))

    def tap(self, seat: str, action: Json) -> Callable[[], None]:
        """Return a tap on a key of a seat's screen, to be made once."""
        posted = {
            "version": str(self.tables.view(self.code, seat).version),
            "action": json.dumps(action, separators=(",", ":")),
        }
        seated = {"Cookie": f"seat-{self.code}={self.tokens[seat]}"}
        page = self.client.get(f"/t/{self.code}", headers=seated).get_data(as_text=True)
        headers = {**seated, "HX-Request": "true", "Referee-Kept": " ".join(STAMP.findall(page))}

        def made() -> None:
            answer = self.client.post(f"/t/{self.code}/do", data=posted, headers=headers)
            assert answer.status_code == 200, answer.get_data(as_text=True)
            assert "came too late" not in answer.get_data(as_text=True)

        return made

    def change(self, **what: Any) -> None:
        """Change the position, to one that real play takes long to reach."""
        with self.opened() as loaded:
            loaded.positions[-1] = replace(loaded.positions[-1], **what)
            loaded.views.clear()

    @contextmanager
    def opened(self) -> Iterator[LoadedTable[Position, Action]]:
        """Yield a table of *Dawn of the Dead* in memory, with its positions open."""
        with self.tables.store.locked(self.code) as loaded:
            yield cast("LoadedTable[Position, Action]", loaded)


def figures() -> list[dict[str, Any]]:
    """Print what each tap takes; return the calls and the takings of the lock of one step."""
    figures = []
    for title, calls, milliseconds in measured():
        told = ", ".join(f"{calls[name]} {name.replace('_', ' ')}" for name in SHOWN)
        print(f"{title}: {told}; {milliseconds:.1f} ms of the processor")
        if title == STEP:
            figures += [
                figure("step_calls", calls[CALLS], GOAL_CALLS),
                figure("step_locks", calls[LOCKS], GOAL_LOCKS),
            ]
    return figures


def measured() -> Iterator[tuple[str, Counter[str], float]]:
    """Yield the counts of each tap, and the milliseconds of processor time that it takes."""
    for title, prepare in TAPS.items():
        with served() as made:
            prepare(made)()  # everything is loaded and compiled now
            times = []
            for _ in range(TIMED):
                tap = prepare(made)
                began = process_time()
                tap()
                times.append(process_time() - began)
            tap = prepare(made)
            with counted() as counts:
                tap()
        yield title, counts, min(times) * 1000


Make = Callable[[Json], Table]


@contextmanager
def served() -> Iterator[Make]:
    """Yield what makes a table on a server of its own, on disk, with the same dice every time."""
    with tempfile.TemporaryDirectory() as folder:
        sources = Sources(shuffled=lambda values: values, seed=lambda: "a seed for the bench")
        app = create_app(Config(f"sqlite:///{Path(folder) / 'bench.sqlite3'}", sources=sources))
        client = app.test_client(use_cookies=False)

        def make(options: Json) -> Table:
            made = client.post("/api/tables", json=options).get_json()
            tokens = {seat: given["token"] for seat, given in made["seats"].items()}
            return Table(app.extensions["tables"], client, made["code"], tokens)

        try:
            yield make
        finally:
            app.extensions["tables"].close()


def _placed(make: Make) -> Table:
    table = make(DAWN)
    table.do("zombie", {"do": "place_hidden", "squares": HIDDEN})
    table.do("human", {"do": "place_characters", "squares": PLACES})
    return table


def _step(make: Make) -> Callable[[], None]:
    table = _placed(make)
    table.do("human", {"do": "start_move", "characters": ["peter"]})
    return table.tap("human", {"do": "step", "to": "008"})


def _walk(make: Make) -> Callable[[], None]:
    table = _placed(make)
    table.do("human", {"do": "start_move", "characters": ["peter"]})
    return table.tap("human", {"do": "walk", "path": ["008", "026", "045", "044"]})


def _forced(make: Make) -> Callable[[], None]:
    table = _placed(make)
    table.change(zombies={square: Zombie(3) for square in ("007", "011")}, trail=("008", "009", "010"))
    with table.opened() as loaded:
        loaded.positions[-1] = enter_phase(loaded.positions[-1], "reaction")
        loaded.views.clear()
    return table.tap("zombie", {"do": "forced"})


def _attack(make: Make) -> Callable[[], None]:
    """Return the tap that opens the only attack; its strike follows in the same tap."""
    table = _placed(make)
    with table.opened() as loaded:
        now = loaded.positions[-1]
        people = {
            name: replace(one, square="009" if name == "peter" else "200")
            for name, one in now.characters.items()
        }
        loaded.positions[-1] = enter_phase(
            replace(now, zombies={"009": Zombie(4)}, characters=people), "attack"
        )
        loaded.views.clear()
    table.do("zombie", {"do": "open_attack", "square": "009"})
    return table.tap("human", {"do": "hold_fire"})


def _at_pairs(make: Make) -> Table:
    """Return a duel in which both are to choose their pairs."""
    table, rng = make(DUEL), random.Random(1)
    while "commit_pair" not in {action["do"] for action in _offered(table, "a")}:
        seat = table.tables.view(table.code, "a").waits_for[0]
        table.do(seat, rng.choice(_offered(table, seat)))
    return table


def _offered(table: Table, seat: str) -> list[Json]:
    with table.tables.store.locked(table.code) as loaded:
        actions = table.tables.playing.actions(loaded, seat)
    return [action for action in actions if action["do"] != "concede"]


def _commit(make: Make) -> Callable[[], None]:
    table = _at_pairs(make)
    return table.tap("a", _offered(table, "a")[0])


def _reveal(make: Make) -> Callable[[], None]:
    table = _at_pairs(make)
    table.do("a", _offered(table, "a")[0])
    return table.tap("b", _offered(table, "b")[0])


STEP = "a step"
TAPS: dict[str, Callable[[Make], Callable[[], None]]] = {
    STEP: _step,
    "a walk over four squares": _walk,
    "two forced reactions": _forced,
    "holding fire, then the attack": _attack,
    "BattleCON: a pair laid down": _commit,
    "BattleCON: the pairs turned up": _reveal,
}
