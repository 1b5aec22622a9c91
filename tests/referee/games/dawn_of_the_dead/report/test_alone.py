"""The end of a game without a zombie player: the words name none, and nothing was hidden (15.0, 15.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from rules.dawn_of_the_dead import game
from rules.dawn_of_the_dead.actions import RollFreeMoves
from rules.dawn_of_the_dead.agenda import agenda
from rules.dawn_of_the_dead.position import Mode, Winner
from rules.dawn_of_the_dead.victory import winner_sentence
from tests.referee.seated import START, Seated, ordered
from tests.rows import each_row
from tests.rules.dawn_of_the_dead.table import table

MODES = ("solitaire", "cooperative")


@pytest.fixture(params=MODES)
def ended(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Seated]:
    """Return a table where the zombies have just won, after some turns that the referee played."""
    seated = Seated(tmp_path, options={"mode": request.param}, sources=replace(ordered({}), seed=lambda: "b"))
    seated.do("table", START, {"do": "end_turn"})
    seated.post("table", "/advance", version=seated.version, all=True)
    with seated.opened() as loaded:
        loaded.positions[-1] = replace(loaded.positions[-1], phase="over", winner="zombie")
        loaded.advance_to(loaded.version)
    yield seated
    seated.tables.close()


def test_the_report_speaks_of_characters_and_zombies(ended: Seated) -> None:
    """The end, the dice and the log name no zombie player, and no table shows hidden squares."""
    client = ended.app.test_client()
    client.get(f"/join/{ended.tokens['table']}")
    client.post(f"/join/{ended.tokens['table']}")
    report = client.get(f"/t/{ended.code}/report").text
    assert "The zombies have won" in report
    assert "Characters: " in report
    assert "Zombies: " in report
    assert "Hidden zombies" not in report
    assert "never appeared" not in report
    for text in (report, client.get(f"/t/{ended.code}").text):
        assert "zombie player" not in text.lower().replace("zombie player-turn", "")
        assert "human player h" not in text.lower()
        assert "Human player:" not in text
    listed = client.get("/").text
    assert "The zombies have won" in listed
    assert "the zombie player has won" not in listed


@each_row(
    "mode, side, words",
    [
        ("two-player", "human", "The human player has won"),
        ("two-player", "zombie", "The zombie player has won"),
        ("solitaire", "human", "The characters have won"),
        ("cooperative", "zombie", "The zombies have won"),
    ],
)
def test_14_0_who_has_won(mode: Mode, side: Winner, words: str) -> None:
    assert winner_sentence(mode, side) == words
    over = replace(table("human", {"peter": "022"}, {}, mode=mode), phase="over", winner=side)
    assert [item["text"] for item in agenda(over, "table")] == [f"{words}."]


@pytest.mark.parametrize(("mode", "whose"), [("two-player", "zombie player"), ("solitaire", "zombies")])
def test_7_4_free_moves_belong_to_the_zombies(mode: str, whose: str) -> None:
    start = table("free_movement", {"peter": "022"}, {"045": 3}, mode=mode)
    assert game.rule(start, RollFreeMoves(4)).story == f"4 free moves for the {whose}."
