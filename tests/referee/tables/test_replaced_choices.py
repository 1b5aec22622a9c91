"""A choice that takes the place of another one is replayed before it is written: no table is lost by it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from importlib.metadata import EntryPoint
from itertools import chain, permutations
from pathlib import Path
from typing import Any

import pytest

from referee.games import registry
from referee.games.interface import Game, Screens
from referee.games.interface.rules import Rules
from rules.fields import action, hidden, picked, position
from rules.questions import Question, Seat
from rules.rulebook.rulebook import Case, Rulebook
from rules.ruling import Options, Ruling, allow, done, refuse
from tests.referee.any_table import AnyTable

SEATS = ("p1", "p2", "p3")


@action
class Orders:
    """Choose in secret which figures of a seat run."""

    seat: str
    run: tuple[str, ...] | None = picked("Who runs?", secret="committed")


@action
class Hand:
    """Give a figure to somebody else, in the open."""

    seat: str
    figure: str
    to: str


Action = Orders | Hand


@position
class Position:
    """Who has which figures, and whose orders lie face down."""

    figures: Mapping[str, str] = field(
        default_factory=lambda: {"ana": "p1", "bo": "p2", "cy": "p3", "di": "p3"}
    )
    committed: Mapping[str, tuple[str, ...]] = hidden()
    turn: int = 1


class HandOverRules(Rules[Position, Action]):
    """Orders are for one's own figures."""

    position, action = Position, Action

    def start(self, drawn: Sequence[int]) -> Position:
        return Position()

    def roster(self, position: Position) -> Sequence[Seat]:
        return [Seat(seat, seat) for seat in SEATS]

    def winners(self, position: Position) -> tuple[str, ...] | None:
        return None

    def questions(self, position: Position) -> Sequence[Question[Action]]:
        orders = (
            Question[Action](f"orders {s}", (s,), (Orders(s),), optional=s in position.committed)
            for s in SEATS
        )
        return [*orders, Question("hand", SEATS, accepts=(Hand,), optional=True)]

    def judge(self, position: Position, action: Action) -> Ruling[Position]:
        if isinstance(action, Hand):
            return done(
                replace(position, figures={**position.figures, action.figure: action.to}), ("2",), "Given."
            )
        some = tuple(chain(*(permutations(position.figures, n) for n in range(5))))
        if action.run is None:
            return allow(("1",), "Who runs?", {"run": Options(some)})
        if any(position.figures.get(figure) != action.seat for figure in action.run):
            return refuse(("1",), "Orders are for figures of one's own.")
        committed = {**position.committed, action.seat: action.run}
        if len(committed) < len(SEATS):
            return done(replace(position, committed=committed), ("1",), "Orders given.")
        after = replace(position, committed={}, turn=position.turn + 1)
        return done(after, ("1",), "Orders given.", opened=tuple(f"committed.{seat}" for seat in SEATS))


class HandOver(Game[Position, Action]):
    """The game."""

    interface = 2
    id, title = "hand-over", "Hand Over"
    rules = HandOverRules
    package = "tests"
    folder = Path(__file__).parent
    screens = Screens("battlecon/moment.html", "Turn")

    def rulebook(self) -> Rulebook:
        return Rulebook(self.title, [Case("1.0", "Orders", ())])


GAME = HandOver()


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Give a table of the game."""
    point = registry.Found(
        EntryPoint("hand-over", f"{__name__}:GAME", registry.GROUP), "hand-over-for-referee"
    )
    entries = [*registry.found(), point]
    registry.shelf.cache_clear()
    monkeypatch.setattr(registry, "found", lambda: entries)
    made = AnyTable(tmp_path, options={"system": "hand-over"})
    yield made
    made.tables.close()
    registry.shelf.cache_clear()


def orders(*run: str) -> dict[str, Any]:
    return {"do": "orders", "run": [*run]}


def test_a_choice_that_was_not_possible_then_is_a_line_of_its_own(table: AnyTable) -> None:
    """p3 hands p1 a figure after p1 has chosen: the new choice cannot stand where the first one stands."""
    table.do("p1", orders("ana"))
    table.do("p3", {"do": "hand", "figure": "di", "to": "p1"})
    table.do("p1", orders("ana", "di"))
    before = table.everything()
    table.restart()
    assert table.everything() == before
    table.do("p1", orders("di"))  # in the line of the second choice
    assert [line["seat"] for line in table.record("p1")[1:]] == ["p1", "p3", "p1"]
    for seat, chosen in (("p2", orders("bo")), ("p3", orders("cy"))):
        assert table.try_(seat, chosen, table.view(seat)["version"]).status_code == 200
    assert table.view("p1")["turn"] == 2
    shown = [line["action"].get("run") for line in table.record("p2")[1:]]
    assert shown == [None, None, ["di"], ["bo"], ["cy"]]


def test_a_choice_that_later_lines_do_not_bear_is_refused(table: AnyTable) -> None:
    """p3 gives a figure away after choosing: orders for it now would not be his to give."""
    table.do("p3", orders("cy"))
    table.do("p3", {"do": "hand", "figure": "di", "to": "p2"})
    assert table.try_("p3", orders("di")).status_code == 422
    table.restart()
    table.do("p3", orders())


class Forgetful(HandOverRules):
    """It forgets what it is told: what it writes cannot be read again."""

    def write(self, action: Action) -> dict[str, Any]:
        return {**super().write(action), "do": "forgotten"}


def test_a_line_that_cannot_be_played_back_is_not_written(
    table: AnyTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.do("p1", orders("ana"))
    lines = table.record()
    monkeypatch.setattr(HandOverRules, "write", Forgetful.write)
    answer = table.try_("p3", {"do": "hand", "figure": "di", "to": "p1"})
    assert answer.status_code == 503
    assert "hand-over" in answer.get_json()["detail"]
    monkeypatch.setattr(HandOverRules, "write", Rules.write)
    assert table.record() == lines
