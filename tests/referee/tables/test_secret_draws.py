"""Cards that a seat draws face down are its own: no view, log or action in progress shows them to others."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import Path

import pytest

from referee.games.interface import Game
from referee.games.interface.rules import Rules
from referee.records import codec
from referee.tables.record import replay_record
from referee.testing.proving import prove
from rules.fields import action, asked, drawn, hidden, position
from rules.questions import Question, Seat
from rules.rulebook.rulebook import Case, Rulebook
from rules.ruling import Pool, Ruling, allow, done
from tests.referee.any_table import AnyTable
from tests.referee.menace import install

SEATS, CARDS = ("a", "b"), tuple(range(9001, 9031))
"""Numbers that stand nowhere else, so that a card is found wherever it is shown."""


@action
class Take:
    """Draw two cards, and say what the counter shows."""

    seat: str
    cards: tuple[int, ...] | None = drawn("cards", secret="hands")
    counter: int | None = asked("What does the counter show?", most=9)


@action
class Show:
    """Show one's cards."""

    seat: str


Action = Take | Show


@position
class Position:
    """The cards that lie face down, those left, and those that were shown."""

    hands: Mapping[str, tuple[int, ...]] = hidden()
    left: Mapping[str, tuple[int, ...]] = hidden(lambda position, key: ())
    shown: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


class Cards(Rules[Position, Action]):
    """The rules."""

    position, action = Position, Action

    def start(self, drawn: Sequence[int]) -> Position:
        return Position(left={"deck": CARDS})

    def roster(self, position: Position) -> Sequence[Seat]:
        return [Seat(seat, seat.upper()) for seat in SEATS]

    def winners(self, position: Position) -> tuple[str, ...] | None:
        return SEATS if len(position.shown) == len(SEATS) else None

    def questions(self, position: Position) -> Sequence[Question[Action]]:
        for seat in SEATS:
            if seat not in (*position.hands, *position.shown):
                return [Question("take", (seat,), (Take(seat),))]
        seat = next(iter(position.hands))
        return [Question("show", (seat,), (Show(seat),))]

    def judge(self, position: Position, action: Action) -> Ruling[Position]:
        hands, deck = position.hands, position.left["deck"]
        if isinstance(action, Show):
            left = {seat: cards for seat, cards in hands.items() if seat != action.seat}
            shown = {**position.shown, action.seat: hands[action.seat]}
            after = Position(left, position.left, shown)
            return done(after, ("1.1",), "Shown.", opened=(f"hands.{action.seat}",))
        if action.cards is None:
            return allow(("1.1",), "Draw.", {"cards": Pool(deck, 2)})
        if action.counter is None:
            return allow(("1.1",), "Read.", {"counter": 1})
        rest = {"deck": tuple(card for card in deck if card not in action.cards)}
        return done(Position({**hands, action.seat: action.cards}, rest, position.shown), ("1.1",), "Taken.")


class CardGame(Game[Position, Action]):
    """The game."""

    id = title = "hands"
    rules = Cards

    def rulebook(self) -> Rulebook:
        return Rulebook(self.title, [Case("1.0", "Cards", ()), Case("1.1", "Hands", ())])


GAME = CardGame()


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, GAME)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[AnyTable]:
    made = AnyTable(tmp_path, options={"system": GAME.id})
    yield made
    made.tables.close()


def seen(table: AnyTable) -> dict[str, set[str]]:
    """Return which cards each seat can read anywhere."""
    found: dict[str, set[str]] = {seat: set() for seat in table.tokens}
    for where, data in table.everything().items():
        found[where.partition("/")[0]] |= {str(card) for card in CARDS if str(card).encode() in data}
    return found


def test_the_referee_can_count_on_the_game() -> None:
    prove(GAME)


def test_a_hand_is_seen_by_its_seat_alone_from_the_drawing_to_the_showing(table: AnyTable) -> None:
    table.do("a", {"do": "take", "seat": "a"})
    assert all(not cards for seat, cards in seen(table).items() if seat != "a")
    table.restart()
    assert all(not cards for seat, cards in seen(table).items() if seat != "a")
    table.do("a", {"do": "take", "seat": "a", "counter": 3})
    mine = seen(table)
    assert len(mine.pop("a")) == 2
    assert set().union(*mine.values()) == set()
    table.do("b", {"do": "take", "seat": "b", "counter": 4})
    hers = seen(table)
    assert len(hers["a"]) == len(hers["b"]) == 2
    assert not hers["a"] & hers["b"]
    assert not hers["table"]
    table.do("a", {"do": "show", "seat": "a"})
    assert seen(table)["table"] == hers["a"]
    assert len(seen(table)["b"]) == 4
    assert seen(table)["a"] == hers["a"]


def test_its_record_is_whole_and_verifies_at_the_end(table: AnyTable) -> None:
    for seat in SEATS:
        table.do(seat, {"do": "take", "seat": seat, "counter": 1})
    for seat in SEATS:
        table.do(seat, {"do": "show", "seat": seat})
    record = codec.parse([json.dumps(line) for line in table.record()])
    assert GAME.records.problems(record, replay_record) == []
    assert [len(line["action"]["cards"]) for line in record.lines[:2]] == [2, 2]
