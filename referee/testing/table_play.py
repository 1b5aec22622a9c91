"""Random play at real tables, through the API: whatever people may do, and what each seat is sent.

Two servers play the same moves. Where a move lays a secret, one of them lays another value; until it is
turned up, both must send all seats that do not know it the same bytes.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from referee.app import connect, create_app
from referee.cli.demo import LocalTable
from referee.config import Config, Sources
from referee.games.interface import ActionT, DemoState, Game, Json, PositionT
from referee.games.toolkit.recording import shuffled
from referee.records import codec
from referee.tables.record import replay_record
from referee.tables.service import Tables
from rules.fields import declared_fields, kinds_of, name_of

_READ = ("view", "actions", "record", "seats")
_DIGEST = re.compile(rb"[0-9a-f]{64}")
_CODE, _SECRET = "ABCDEF", "for the tests of games"
_TIME, _LATER = 1_767_225_600.0, 30.0
"""The first moment, and the seconds by which it gets later now and then: times to answer pass."""
_PAGES = 8
"""How many moves come between two looks at the screens themselves."""
_AGREES = 0.7
"""How often somebody who is asked to agree does so."""
Move = tuple[str, str, dict[str, Any]]
"""Who does it, the last part of the address, and the body without the version."""


def play_at_tables(
    game: Game[PositionT, ActionT],
    begins: Sequence[Json | DemoState],
    tables: int,
    moves: int,
    seed: str,
) -> None:
    """Make so many random moves at each of some pairs of tables. Raises AssertionError.

    They begin with some options, or in a state.
    """
    for number in range(tables):
        given = begins[number % len(begins)]
        random = Random(f"{seed}/table/{number}")  # noqa: S311 - the same moves every time
        with TemporaryDirectory() as folder:
            pair = [_Server(game, given, Path(folder) / name, f"{seed}/{number}") for name in "ab"]
            try:
                _Pair(pair[0], pair[1], random).play(moves)
            finally:
                for server in pair:
                    server.close()


def opening(game: Game[PositionT, ActionT], state: DemoState, seed: str) -> list[Json]:
    """Return the actions with which a table comes to a state, with the dice of a seed."""
    with TemporaryDirectory() as folder:
        server = _Server(game, state, Path(folder) / "opening", seed)
        try:
            with server.tables.store.locked(_CODE) as table:
                return [line.action for line in table.lines]
        finally:
            server.close()


class _Server:
    """A server with one table of the game, with some options or in a state."""

    def __init__(
        self, game: Game[PositionT, ActionT], begins: Json | DemoState, file: Path, seed: str
    ) -> None:
        self.game, self.file, self.seed = game, file, seed
        self.numbers, self.seconds = itertools.count(), 0.0
        self.app: Flask | None = None
        self.open()
        options = begins.options if isinstance(begins, DemoState) else begins
        made = self.tables.lobby.create({"system": game.id, **options})
        self.tokens = {seat: link["token"] for seat, link in made["seats"].items()}
        if isinstance(begins, DemoState):
            try:
                begins.play(LocalTable(self.tables, _CODE, self.tokens))
            except Exception as fault:
                raise AssertionError(f"The demo state “{begins.says}” is not reached: {fault}") from fault

    def open(self) -> None:
        """Start the app, on what is on disk."""
        sources = Sources(
            now=lambda: "2026-01-01T00:00:00+00:00",
            code=lambda: _CODE,
            pin=lambda: "123456",
            nonce=lambda: f"{next(self.numbers):064x}",
            seed=lambda: self.seed,
            shuffled=lambda values: shuffled(values, self.seed),
            generation=lambda: f"g{next(self.numbers)}",
            clock=lambda: self.seconds,
            time=lambda: _TIME + self.seconds,
            seed_contributions=False,
        )
        url = f"sqlite:///{self.file}.sqlite3"
        config = Config(database_url=url, testing=True, secret=_SECRET, sources=sources)
        if self.app is None:
            self.app = create_app(config)
        else:
            connect(self.app, config)

    def close(self) -> None:
        """Stop the app."""
        self.tables.close()

    @property
    def tables(self) -> Tables:
        """The tables of this server."""
        assert self.app is not None
        tables: Tables = self.app.extensions["tables"]
        return tables

    @property
    def client(self) -> FlaskClient:
        """A client of the app."""
        assert self.app is not None
        return self.app.test_client(use_cookies=False)

    def send(self, seat: str, method: str, path: str, body: Json | None = None) -> tuple[int, bytes]:
        """Send a request of a seat, and return the status and the body."""
        headers = {"Authorization": f"Bearer {self.tokens[seat]}"}
        url = f"/api/tables/{_CODE}/{path}"
        answer = self.client.open(url, method=method, headers=headers, json=body)
        return answer.status_code, _DIGEST.sub(b"0", answer.get_data())

    def read(self, seat: str, path: str) -> Any:
        """Return what a seat reads."""
        return json.loads(self.send(seat, "GET", path)[1])

    def everything(self, seats: Collection[str], paths: Sequence[str] = _READ) -> dict[str, bytes]:
        """Return all that some seats can read."""
        return {f"{seat} {path}": self.send(seat, "GET", path)[1] for seat in seats for path in paths}

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        with self.tables.store.locked(_CODE) as table:
            return table.finished

    def secrets(self) -> Mapping[str, Collection[str]]:
        """Return what lies face down, with those who know it."""
        with self.tables.store.locked(_CODE) as table:
            known, masters = table.match.secrets(table.position), table.roster.masters
        return {name: {*seats, *masters} for name, seats in known.items()}

    def faults(self) -> list[str]:
        """Return what is wrong with the record of a game that is over."""
        lines = self.client.get(
            f"/api/tables/{_CODE}/record", headers={"Authorization": f"Bearer {self.tokens['table']}"}
        )
        return self.game.records.problems(codec.parse(lines.get_data().splitlines()), replay_record)


@dataclass
class _Pair:
    """Two servers that play the same; `secret` is what differs between them, with those who knew it."""

    one: _Server
    other: _Server
    random: Random
    secret: str = ""
    aware: set[str] = field(default_factory=set)
    values: dict[str, Sequence[Any]] = field(default_factory=dict)

    def play(self, moves: int) -> None:
        """Make random moves, and look after each. At half of the tables people roll the dice."""
        if self.random.random() < 0.5 and "dice" in self._look("table", "view")["settings"]:
            for server in (self.one, self.other):
                server.send("table", "POST", "settings", {"dice": "players"})
        for number in range(moves):
            if number % _PAGES == 0 or self.one.over:
                self._show_pages()
            if self.random.random() < 0.05:
                for server in (self.one, self.other):
                    server.seconds += _LATER
            if self.one.over:
                assert not (faults := self.one.faults()), faults[0]
                return
            move = self._move()
            if move is not None:
                self._make(move)
        self._restart()

    def _show_pages(self) -> None:
        """Check that the screen of each seat can be shown, and the report of a game that is over."""
        path = f"/t/{_CODE}/report" if self.one.over else f"/t/{_CODE}"
        for seat, token in self.one.tokens.items():
            for server in (self.one, self.other):
                shown = server.client.get(path, headers={"Authorization": f"Bearer {token}"})
                assert shown.status_code < 500, f"{path} cannot be shown to {seat}; the log says why."

    def _make(self, move: Move) -> None:
        """Make a move at both tables; one lays another secret, if none differs now."""
        seat, path, body = move
        bodies = (body, self._varied(seat, path, body))
        answers = []
        for server, sent in zip((self.one, self.other), bodies, strict=True):
            version = server.read(seat, "view")["version"]
            answers.append(
                server.send(seat, "POST", path, {**sent, "version": version} if path != "consent" else sent)
            )
        said = f"{seat} sends {json.dumps(body)} to /{path}"
        for status, text in answers:
            assert status < 500, f"{said}, and the table fails: {text.decode()}"
        if self.secret and not self._same(answers, seat, said):
            self._start_again()

    def _same(self, answers: Sequence[tuple[int, bytes]], seat: str, said: str) -> bool:
        """Return whether the secret still lies; then all who do not know it have read the same."""
        known = [server.secrets() for server in (self.one, self.other)]
        if answers[0][0] != answers[1][0] and seat in self.aware:
            return False
        if any(self.secret not in each for each in known):
            return False
        self.aware |= {seat for each in known for seat in each[self.secret]}
        others = [one for one in self.one.tokens if one not in self.aware]
        one, two = (server.everything(others) for server in (self.one, self.other))
        for what in one:
            assert one[what] == two[what], (
                f"{said}. {self.secret!r} lies face down, and {what} tells it: {_apart(one[what], two[what])}"
            )
        return True

    def _varied(self, seat: str, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Return a move with another value of one secret that it lays; and note which."""
        action = body.get("action", {})
        kinds = kinds_of(self._rules().action)
        kind: Any = next((k for k in kinds if name_of(k) == action.get("do")), None)
        if kind is None or path != "do" or self.secret:
            return body
        for name, declared in declared_fields(kind).items():
            values = self.values.get(name, ())
            if declared.how != "picked" or not declared.secret or name not in action or len(values) < 2:
                continue
            laid = action[name]
            key = self.random.choice(sorted(laid)) if isinstance(laid, dict) else action.get("seat", seat)
            old = laid[key] if isinstance(laid, dict) else laid
            new = self.random.choice([value for value in values if value != old])
            self.secret = f"{declared.secret}.{key}"
            self.aware = {seat, str(action.get("seat", seat))}
            return {**body, "action": {**action, name: {**laid, key: new} if isinstance(laid, dict) else new}}
        return body

    def _rules(self) -> Any:
        return self.one.game.table(self.one.game.read_options({}))

    def _start_again(self) -> None:
        """Take the first table for both, once they may differ."""
        self.secret, self.aware = "", set()
        self.other.close()
        self.one.close()
        for end in (".sqlite3", ".sqlite3-wal", ".sqlite3-shm"):
            here, there = Path(f"{self.one.file}{end}"), Path(f"{self.other.file}{end}")
            there.unlink(missing_ok=True)
            if here.exists():
                there.write_bytes(here.read_bytes())
        at = next(self.one.numbers)
        for server in (self.one, self.other):
            server.numbers = itertools.count(at + 1)
            server.open()

    def _restart(self) -> None:
        """Check that the table is the same after the server was started again."""
        kept = [*self.one.tokens], _READ[:-1]  # who is connected is in memory
        before = self.one.everything(*kept)
        self.one.close()
        self.one.open()
        after = self.one.everything(*kept)
        for what in before:
            assert before[what] == after[what], (
                f"{what} is another one after a restart: {_apart(before[what], after[what])}"
            )

    # What somebody may do.

    def _move(self) -> Move | None:
        """Return a random move, from what some seat sees."""
        seat = self.random.choice(sorted(self.one.tokens))
        view = self._look(seat, "view")
        if (asked := view.get("request")) and (wanted := asked.get("wanted") or []):
            who = self.random.choice(wanted)
            answer = "agree" if self.random.random() < _AGREES else "decline"
            path = "consent" if asked["kind"] == "consent" else "undo"
            return (who, path, {"answer": answer}) if who in self.one.tokens else None
        luck = self.random.random()
        if luck < 0.06 and view.get("undo"):
            return seat, "undo", {}
        if luck < 0.08 and view.get("redo"):
            return seat, "redo", {}
        if underway := view.get("underway"):
            if luck < 0.12 and underway.get("may_cancel"):
                named = {"question": underway["question"]} if underway.get("question") else {}
                return seat, "undo", {"answer": "cancel", **named}
            if needs := {k: v for k, v in underway["needs"].items() if k != "agree"}:
                name = self.random.choice(sorted(needs))
                action = {
                    **underway["action"],
                    name: self._value(underway["action"]["do"], name, needs[name]),
                }
                return seat, "do", {"action": action}
        listed = [one for one in self._look(seat, "actions")["actions"] if "why_not" not in one]
        return (seat, "do", {"action": self._filled(self.random.choice(listed))}) if listed else None

    def _look(self, seat: str, path: str) -> Any:
        """Return what a seat reads at the first table; at both its device is now here."""
        self.other.read(seat, path)
        return self.one.read(seat, path)

    def _filled(self, listed: dict[str, Any]) -> dict[str, Any]:
        """Return a listed action with what it leaves open filled in; facts and dice sometimes later."""
        action = {name: value for name, value in listed.items() if name not in {"open", "question"}}
        for name, need in listed.get("open", {}).items():
            chosen = isinstance(need, dict) and need.get("kind") == "choice"
            if chosen or self.random.random() < 0.5:
                action[name] = self._value(action["do"], name, need)
        return action

    def _value(self, do: str, name: str, need: Any) -> Any:
        """Return a random value that answers a need as JSON shows it."""
        if isinstance(need, dict):
            values = _answers(need)
            self.values[name] = values
            one = [self.random.choice(values) for _ in need.get("each") or (0,)]
            return dict(zip(need["each"], one, strict=True)) if need.get("each") else one[0]
        kind: Any = next(k for k in kinds_of(self._rules().action) if name_of(k) == do)
        sides = declared_fields(kind)[name].sides
        if isinstance(need, list):
            return {one: self.random.randint(1, sides) for one in need}
        dice = [self.random.randint(1, sides) for _ in range(need)]
        return dice[0] if need == 1 else dice


def _answers(need: Json) -> Sequence[Any]:
    """Return values that answer a question."""
    match need["kind"]:
        case "choice":
            return list(need["options"])
        case "yes_no":
            return [True, False]
        case _:
            step = 0.5 if need.get("halves") else 1
            near = (need["least"], need["most"], *(x + by for x in need["limits"] for by in (0, step)))
            return sorted({number for number in near if need["least"] <= number <= need["most"]})


def _apart(one: bytes, two: bytes) -> str:
    """Return where two answers differ."""
    at = next((n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
    return " or ".join(text[max(0, at - 60) : at + 40].decode("utf-8", "replace") for text in (one, two))
