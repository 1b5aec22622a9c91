"""A game that only declares its dice and draws has all that a table does with them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.games.interface import Game, Screens
from referee.games.interface.rules import Rules
from referee.records import codec
from referee.tables.record import replay_record
from referee.testing.proving import prove
from rules.fields import action, asked, drawn, position, rolled, total_of
from rules.questions import Question, Seat
from rules.rulebook.rulebook import Case, Rulebook
from rules.ruling import Pool, Ruling, allow, done
from tests.referee.any_table import AnyTable
from tests.referee.menace import install

SEATS, ROUNDS, CARDS = ("a", "b"), 6, tuple(range(10, 40))


@action
class Roll:
    """Roll two twenty-sided dice, of which only the total counts; over 20 a card is drawn as well."""

    seat: str
    dice: tuple[int, ...] | None = rolled("luck", 20)
    total: int | None = total_of("dice")
    cards: tuple[int, ...] | None = drawn("cards")


@action
class Look:
    """Read off what the units of both show, and roll a die for each: for the seat whose turn it is."""

    seat: str
    units: Mapping[str, int] | None = asked("What does it show?", most=9)
    order: Mapping[str, int] | None = rolled("order", 20)


Action = Roll | Look


@position
class Position:
    """The points of both, and the cards that are left."""

    points: tuple[int, ...] = ()
    left: tuple[int, ...] = CARDS


class Luck(Rules[Position, Action]):
    """The rules."""

    position, action = Position, Action

    def start(self, drawn: Sequence[int]) -> Position:
        return Position()

    def roster(self, position: Position) -> Sequence[Seat]:
        return [Seat(seat, seat.upper(), secret=False) for seat in SEATS]

    def turn(self, position: Position) -> int:
        return 1 + len(position.points)

    def winners(self, position: Position) -> tuple[str, ...] | None:
        return SEATS if len(position.points) == ROUNDS else None

    def questions(self, position: Position) -> Sequence[Question[Action]]:
        seat = SEATS[len(position.points) % 2]
        return [Question("roll", (seat,), (Roll(seat), Look(seat)))]

    def judge(self, position: Position, action: Action) -> Ruling[Position]:
        if isinstance(action, Look):
            return self._look(position, action)
        if action.dice is None and action.total is None:
            return allow(("1.1",), "Two dice.", {"dice": 2})
        total = sum(action.dice or (action.total or 0,))
        if total > 20 and action.cards is None:
            return allow(("1.2",), "A card.", {"cards": Pool(position.left)})
        left = tuple(card for card in position.left if card not in (action.cards or ()))
        return done(Position((*position.points, total), left), ("1.1",), f"{action.seat} rolls {total}.")

    def _look(self, position: Position, action: Look) -> Ruling[Position]:
        if action.units is None:
            return allow(("1.3",), "What do they show?", {"units": SEATS})
        if action.order is None:
            return allow(("1.3",), "Who is first?", {"order": SEATS})
        seen = sum(action.units[seat] * action.order[seat] for seat in SEATS)
        after = Position((*position.points, seen), position.left)
        return done(after, ("1.3",), f"{action.seat} sees {seen}.")


class LuckGame(Game[Position, Action]):
    """The game."""

    interface = 2
    id = title = "luck"
    rules = Luck

    def rulebook(self) -> Rulebook:
        return Rulebook(
            self.title,
            [
                Case("1.0", "Luck", ()),
                Case("1.1", "Dice", ()),
                Case("1.2", "Cards", ()),
                Case("1.3", "Looks", ()),
            ],
        )


GAME = LuckGame()


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, GAME)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[AnyTable]:
    made = AnyTable(tmp_path, options={"system": GAME.id})
    yield made
    made.tables.close()


def last(table: AnyTable) -> dict[str, Any]:
    """Return the action of the last line that stands."""
    with table.locked() as loaded:
        return dict(loaded.standing()[-1].action)


def roll(table: AnyTable, **given: Any) -> dict[str, Any]:
    """Roll for the seat whose turn it is, and return the action as it was carried out."""
    seat = SEATS[len(table.view()["points"]) % 2]
    ruling = table.do(seat, {"do": "roll", "seat": seat, **given})["ruling"]
    assert ruling["legal"], ruling
    return last(table)


def take_back(table: AnyTable) -> None:
    """Take the last step back, by agreement."""
    for seat in SEATS:
        table.post(seat, "/undo", version=table.version)


def refusal(table: AnyTable, **given: Any) -> str:
    """Return why a roll is refused."""
    seat = SEATS[len(table.view()["points"]) % 2]
    answer = table.try_(seat, {"do": "roll", "seat": seat, **given})
    assert answer.status_code in {400, 422}, answer.data
    return str(answer.get_json()["detail"])


def test_a_total_that_is_told_and_not_read_is_found() -> None:
    class Deaf(Luck):
        def judge(self, position: Position, action: Action) -> Ruling[Position]:
            return super().judge(
                position, replace(action, total=None) if isinstance(action, Roll) else action
            )

    class DeafGame(LuckGame):
        rules = Deaf

    with pytest.raises(
        AssertionError, match=r"judge asks for 'dice' again where people have told the 'total'"
    ):
        prove(DeafGame(), tables=0)


def test_the_referee_can_count_on_the_game() -> None:
    prove(GAME)


def test_a_total_is_kept_as_it_was_typed(table: AnyTable) -> None:
    assert roll(table, total=12) == {"do": "roll", "seat": "a", "total": 12}
    assert roll(table, dice=[3, 5])["dice"] == [3, 5]
    assert table.view()["points"] == [12, 8]


def test_a_total_that_was_taken_back_comes_up_again_with_its_card(table: AnyTable) -> None:
    first = roll(table, total=33)
    assert first["cards"][0] in CARDS
    take_back(table)
    assert table.view()["points"] == []
    again = (
        "The roll stands, for it was made before and taken back: a total of 33 comes up again. "
        "Enter that, or let the referee roll."
    )
    assert refusal(table, total=34) == again
    assert refusal(table, dice=[1, 2]) == again
    assert roll(table) == first
    take_back(table)
    assert roll(table, dice=[20, 13]) == {
        "do": "roll",
        "seat": "a",
        "dice": [20, 13],
        "cards": first["cards"],
    }


def test_what_cannot_be_gets_a_sentence(table: AnyTable) -> None:
    assert refusal(table, total=41) == "2 dice add up to 2 to 40, not 41."
    assert refusal(table, dice=[21, 1]) == "A d20 shows 1 to 20, not 21."
    assert refusal(table, dice=[1, 2, 3]) == "2 dice are needed here, not 3."
    assert refusal(table, dice=[1, 2], total=3) == "Give the dice or their total, not both."
    assert "is not for a player to give; the referee draws" in refusal(table, cards=[10])


def test_what_several_units_show_may_be_told_one_after_the_other(table: AnyTable) -> None:
    first = table.do("a", {"do": "look", "seat": "a", "units": {"b": 3}})["ruling"]
    assert first["needs"]["units"]["each"] == ["a"]
    table.restart()
    assert table.try_("a", {"do": "look", "seat": "a", "units": {"a": 10}}).status_code == 422
    table.do("table", {"do": "look", "seat": "a", "units": {"a": 2}, "order": {"b": 20}})
    done = last(table)
    assert (done["units"], done["order"]["b"]) == ({"b": 3, "a": 2}, 20)
    assert table.view()["points"] == [2 * done["order"]["a"] + 3 * 20]


def test_the_record_verifies_with_dice_of_the_seed_and_totals(table: AnyTable) -> None:
    table.do("a", {"do": "look", "seat": "a", "units": {"b": 3, "a": 2}, "order": {"b": 20}})
    for number in range(1, ROUNDS):
        roll(table, **({"total": 25 + number} if number % 2 else {}))
        if number == 3:
            take_back(table)
            roll(table)
    record = codec.parse([json.dumps(line) for line in table.record()])
    assert GAME.records.problems(record, replay_record) == []
    rolled = [line.get("rolled") or {} for line in record.lines if not line["taken_back"]]
    assert [one.get("luck", 0) for one in rolled] == [0, 0, 2, 0, 2, 0]
    assert rolled[0] == {"order": 1}


def test_the_screen_and_the_report_call_the_players_by_name(
    table: AnyTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge, crews = Luck.judge, {"a": "Red crew", "b": "Blue crew"}

    def told(rules: Luck, position: Position, action: Action) -> Ruling[Position]:
        ruling = judge(rules, position, action)
        return replace(ruling, story=f"{crews[action.seat]}{ruling.story[1:]}") if ruling.story else ruling

    monkeypatch.setattr(LuckGame, "screens", Screens())
    monkeypatch.setattr(Luck, "judge", told)
    monkeypatch.setattr(Luck, "roster", lambda *_: [Seat(s, crews[s], secret=False) for s in SEATS])
    table.call("a", "Ann")
    for _ in range(ROUNDS):
        roll(table)
    for page, heading in (("", "h2"), ("/report", "h1")):
        shown = table.client.get(f"/t/{table.code}{page}", headers=table.headers("table")).text
        assert "Ann and Blue crew win" in re.findall(rf"<{heading}[^>]*>(.*?)</{heading}>", shown, re.DOTALL)
    assert re.search(r"<li>Ann rolls \d+.</li>", shown)
