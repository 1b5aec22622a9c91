"""A choice that takes the place of another one is replayed before it is written: no table is lost by it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any, Literal

import pytest

from referee.games import registry
from referee.games.interface import Json, Screens
from referee.games.toolkit.plain_game import PlainGame
from referee.games.toolkit.plain_rules import PlainRules
from referee.games.toolkit.sealed_match import SealedMatch
from rules.ruling import Ruling, refuse
from tests.referee.any_table import AnyTable

SEATS = ("p1", "p2", "p3")


@dataclass(frozen=True, slots=True)
class Orders:
    """Choose in secret how fast each figure of a seat goes."""

    seat: str
    rates: Mapping[str, int]
    do: Literal["orders"] = "orders"


@dataclass(frozen=True, slots=True)
class Hand:
    """Give a figure to somebody else, in the open."""

    seat: str
    figure: str
    to: str
    do: Literal["hand"] = "hand"


@dataclass(frozen=True, slots=True)
class Position:
    """Who has which figures, and whose orders lie face down."""

    figures: Mapping[str, str] = field(
        default_factory=lambda: {"ana": "p1", "bo": "p2", "cy": "p3", "di": "p3"}
    )
    committed: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    turn: int = 1
    over: bool = False
    winner: str | None = None

    @property
    def waits_for(self) -> Sequence[str]:
        return [seat for seat in SEATS if seat not in self.committed]


def judge(position: Position, action: Orders | Hand) -> Ruling[Position]:
    """Orders are for one's own figures, all of them or some."""
    if isinstance(action, Hand):
        figures = {**position.figures, action.figure: action.to}
        return Ruling(True, ("2",), "Given.", after=replace(position, figures=figures), story="Given.")
    if any(position.figures.get(figure) != action.seat for figure in action.rates):
        return refuse(("1",), "Orders are for figures of one's own.")
    committed = {**position.committed, action.seat: action.rates}
    if len(committed) == len(SEATS):
        committed = {}
    after = replace(position, committed=committed, turn=position.turn + (not committed))
    return Ruling(True, ("1",), "The orders lie face down.", after=after, story="Orders given.")


class Match(SealedMatch[Position, Orders | Hand]):
    system, sides, secret = "hand-over", SEATS, frozenset({"orders"})

    def start(self, drawn: Sequence[int]) -> Position:
        return Position()


class HandOver(PlainGame[Position, Orders | Hand]):
    id, title, turn = "hand-over", "Hand Over", "turn"
    modes: tuple[str, ...] = ("three-player",)
    player_seats = SEATS
    package = "tests"
    folder = Path(__file__).parent
    rules: PlainRules[Position, Orders | Hand] = PlainRules(
        "hand-over", Position, Orders | Hand, judge, lambda position: ()
    )
    screens = Screens("battlecon/moment.html", "Turn")

    def table(self, options: Json) -> Match:
        return Match(self.rules, options)


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


def orders(**rates: int) -> dict[str, Any]:
    return {"do": "orders", "rates": rates}


def test_a_choice_that_was_not_possible_then_is_a_line_of_its_own(table: AnyTable) -> None:
    """p3 hands p1 a figure after p1 has chosen: the new choice cannot stand where the first one stands."""
    table.do("p1", orders(ana=2))
    table.do("p3", {"do": "hand", "figure": "di", "to": "p1"})
    table.do("p1", orders(ana=2, di=1))
    before = table.everything()
    table.restart()
    assert table.everything() == before
    table.do("p1", orders(ana=3))  # in the line of the second choice
    assert [line["seat"] for line in table.record("p1")[1:]] == ["p1", "p3", "p1"]
    for seat, chosen in (("p2", orders(bo=1)), ("p3", orders(cy=1))):
        assert table.try_(seat, chosen, table.view(seat)["version"]).status_code == 200
    assert table.view("p1")["turn"] == 2
    shown = [line["action"].get("rates") for line in table.record("p2")[1:]]
    assert shown == [None, None, {"ana": 3}, {"bo": 1}, {"cy": 1}]


def test_a_choice_that_later_lines_do_not_bear_is_refused(table: AnyTable) -> None:
    """p1's orders name the figure that he then gives away: orders for it now would not be his to give."""
    table.do("p1", orders(ana=2))
    table.do("p1", {"do": "hand", "figure": "ana", "to": "p2"})
    assert table.try_("p1", orders(ana=1)).status_code == 422
    table.restart()
    table.do("p1", orders())


class Forgetful(Match):
    """It forgets what it is told: what it writes cannot be read again."""

    def write(self, action: Orders | Hand) -> dict[str, Any]:
        return {**super().write(action), "do": "forgotten"}


def test_a_line_that_cannot_be_played_back_is_not_written(
    table: AnyTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.do("p1", orders(ana=2))
    lines = table.record()
    monkeypatch.setattr(Match, "write", Forgetful.write)
    answer = table.try_("p3", {"do": "hand", "figure": "di", "to": "p1"})
    assert answer.status_code == 503
    assert "hand-over" in answer.get_json()["detail"]
    monkeypatch.setattr(Match, "write", SealedMatch.write)
    assert table.record() == lines
