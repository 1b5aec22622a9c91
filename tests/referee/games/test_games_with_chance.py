"""A game of plain parts that deals a stock and rolls a die: simulated, recorded, judged again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, cast

import pytest

from referee.app import create_app
from referee.errors import InputError
from referee.games import registry
from referee.games.interface import Game
from referee.games.interface.rules import Rules
from referee.games.toolkit.random_play import play
from referee.games.toolkit.recording import dealt, recorded
from referee.records import codec
from referee.records.text import dump_line
from referee.tables.record import replay_record
from referee.testing.proving import prove
from rules.fields import action, drawn, picked, position, rolled
from rules.questions import Question
from rules.questions import Seat as Place
from rules.rulebook.rulebook import Case, Rulebook
from rules.ruling import Options, Pool, Ruling, allow, done
from tests.referee.seated import Seated
from tests.rows import each_row

ID, SEED = "top-card", "a seed"
SEATS = ("a", "b", "c")
Seat = Literal["a", "b", "c"]


@action
class Take:
    """Take the top card, and add a die to it."""

    seat: Seat
    die: int | None = rolled("die")
    keep: Literal["card", "die"] | None = picked("What do you keep?")
    draw: tuple[int, ...] | None = drawn("bonus")


@position
class Position:
    """The pile, its top first, and the points of each seat."""

    pile: tuple[int, ...]
    points: tuple[int, ...] = (0, 0, 0)


class Match(Rules[Position, Take]):
    """One table's game: the seats take turns, a die is rolled, and then its player keeps card or die."""

    position, action = Position, Take

    def stock(self) -> tuple[int, ...]:
        return (1, 1, 2, 3, 5, 8)

    def start(self, drawn: Sequence[int]) -> Position:
        return Position(tuple(drawn))

    def roster(self, position: Position) -> Sequence[Place]:
        return [Place(seat, f"Player {seat.upper()}") for seat in SEATS]

    def questions(self, position: Position) -> Sequence[Question[Take]]:
        seat: Any = SEATS[len(position.pile) % len(SEATS)]
        return [Question("take", (seat,), (Take(seat),))]

    def judge(self, position: Position, action: Take) -> Ruling[Position]:
        if action.die is None:
            return allow(("1.0",), "Roll a die.", {"die": 1})
        if action.keep is None:
            return allow(("1.0",), "Keep the card or the die.", {"keep": Options(("card", "die"))})
        kept = action.die if action.keep == "die" else position.pile[0]
        at = SEATS.index(action.seat)
        points = tuple(p + (kept if n == at else 0) for n, p in enumerate(position.points))
        return done(Position(position.pile[1:], points), ("1.0",), "Taken.")

    def view(self, position: Position, seat: str) -> dict[str, Any]:
        return {"points": list(position.points), "left": len(position.pile)}

    def turn(self, position: Position) -> int:
        return 1 + len(self.stock()) - len(position.pile)

    def winners(self, position: Position) -> tuple[str, ...] | None:
        return None if position.pile else (SEATS[position.points.index(max(position.points))],)


class TopCard(Game[Position, Take]):
    """The game."""

    interface = 2
    id, title = ID, "Top Card"
    rules = Match

    def rulebook(self) -> Rulebook:
        return Rulebook(self.title, [Case("1.0", "The turn", ())])


GAME = TopCard()
MATCH = GAME.table({"mode": "play"})


@pytest.fixture(autouse=True)
def _at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Install the game beside the bundled ones."""
    with_it = replace(registry.shelf(), games={**registry.games(), ID: cast("Any", GAME)})
    monkeypatch.setattr(registry, "shelf", lambda: with_it)


def written() -> list[str]:
    return [dump_line(line) for line in recorded(MATCH, list(play(MATCH, SEED)), SEED)]


def test_the_referee_can_count_on_a_game_with_a_stock_and_dice() -> None:
    prove(GAME)


def test_its_stock_and_its_dice_come_from_the_seed() -> None:
    one, same, other = (list(play(MATCH, seed)) for seed in (SEED, SEED, "another seed"))
    assert one == same != other
    assert sorted(dealt(MATCH, SEED)) == sorted(MATCH.stock())
    assert {action.die for action in one} <= {*range(1, 7)}


def test_its_record_says_what_was_dealt_and_how_many_dice_the_referee_rolled() -> None:
    lines = [json.loads(line) for line in written()]
    assert {*lines[0]["seals"]} == {"dice", "draw"}
    assert [line["rolled"] for line in lines[1:-1]] == [{"die": 1}] * len(MATCH.stock())
    assert lines[-1]["opened"]["draw"]["value"] == list(dealt(MATCH, SEED))
    record = codec.parse(written())
    assert GAME.records.replayed(record)["legal"]
    assert GAME.records.problems(record, replay_record) == []


def test_another_order_of_the_stock_breaks_its_seal_and_the_game() -> None:
    *lines, last = written()
    end = json.loads(last)
    end["opened"]["draw"]["value"].reverse()
    faults = GAME.records.problems(codec.parse([*lines, dump_line(end)]), replay_record)
    assert "Seal 'draw' does not fit the value that was opened." in faults


def test_dice_that_the_seed_does_not_give_are_told() -> None:
    lines = [json.loads(line) for line in written()]
    lines[2]["action"]["die"] = lines[2]["action"]["die"] % 6 + 1
    faults = GAME.records.problems(codec.parse(map(dump_line, lines)), replay_record)
    assert faults[0] == "Action 2: its dice or draws are not those that the sealed seed gives."


@each_row("value", [[1, 2], "1", [1, 1, 2, 3, 5, 9], [True, 1, 2, 3, 5, 8]])
def test_a_stock_of_other_values_is_told(value: Any) -> None:
    *lines, last = written()
    end = json.loads(last)
    end["opened"]["draw"]["value"] = value
    with pytest.raises(InputError, match="not the values that the game has in stock"):
        GAME.records.replayed(codec.parse([*lines, dump_line(end)]))


def test_while_the_order_is_sealed_a_record_cannot_be_judged() -> None:
    record = codec.parse(written()[:-1])
    with pytest.raises(InputError, match="still sealed"):
        GAME.records.replayed(record)
    assert GAME.records.problems(record, replay_record) == [
        "The seals have not been opened: the game was not over when this record was made."
    ]


def test_a_need_is_shown_whatever_its_name_is_and_of_a_draw_only_the_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawing: Ruling[Position] = allow(("1.0",), "Draw.", {"draw": Pool((5, 6, 7), 2)})
    monkeypatch.setattr(Match, "judge", lambda *_: drawing)
    monkeypatch.setattr(Match, "wants", lambda *_: [])
    table = Seated(tmp_path, options={"system": ID})
    assert table.post("a", "/ask", action={"do": "take"}).get_json()["needs"] == {"draw": 2}
    shown = table.do("a", {"do": "take"})
    assert shown["ruling"]["needs"] == shown["view"]["underway"]["needs"] == {"draw": 2}
    assert table.get("table", "/view").get_json()["underway"]["needs"] == {"draw": 2}
    table.tables.close()


def test_at_a_table_the_referee_deals_and_rolls_and_the_player_keeps(tmp_path: Path) -> None:
    at = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    client = create_app({"database_url": at, "testing": True}).test_client()
    made = client.post("/api/tables", json={"system": ID}).get_json()
    where, seats = f"/api/tables/{made['code']}", made["seats"]

    def asked(seat: str, path: str, **body: Any) -> Any:
        token = {"Authorization": f"Bearer {seats[seat]['token']}"}
        if not body:
            return client.get(f"{where}/{path}", headers=token).get_json()
        body["version"] = client.get(f"{where}/view", headers=token).get_json()["version"]
        return client.post(f"{where}/{path}", json=body, headers=token).get_json()

    rolled = 0
    while asked("table", "view")["left"]:
        (seat,) = (s for s in SEATS if asked(s, "actions")["actions"])
        assert asked(seat, "do", action={"do": "take"})["ruling"]["needs"]["keep"]["options"] == [
            "card",
            "die",
        ]
        rolled += 1
        first, *_ = asked(seat, "actions")["actions"]
        assert first["open"]["keep"]["options"] == ["card", "die"]
        kept = asked(seat, "do", action={**first, "keep": "card"})
        assert kept["ruling"]["reason"] == "Taken.", (first, kept["ruling"])
    assert rolled == len(MATCH.stock())
    text = client.get(f"{where}/record", headers={"Authorization": f"Bearer {seats['table']['token']}"})
    record = codec.parse(text.get_data(as_text=True).splitlines())
    assert GAME.records.problems(record, replay_record) == []
