"""Giving up alone what was begun, while nothing has been read for it and no die has fallen (R-UNDO)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.games.dawn_of_the_dead.pages.game_log import log, undone_tap
from rules.dawn_of_the_dead import game
from tests.referee.any_table import Action
from tests.referee.seated import Seated, beside_two_units

MEET: Action = {"do": "step", "to": "030"}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Seated]:
    """Give a table of cardboard: Peter and Roger stand in 011, beside an open unit and a hidden one."""
    yield from beside_two_units(tmp_path)


def cancel(table: Seated, seat: str = "human", version: int | None = None) -> Any:
    version = table.version if version is None else version
    return table.post(seat, "/undo", answer="cancel", version=version)


def test_a_step_that_has_told_nothing_is_given_up_alone(table: Seated) -> None:
    """The unit in 012 lies there for all to see: its seat chooses something else, and the record says so."""
    before, lines = table.view("human"), len(table.record())
    table.do("human", {"do": "step", "to": "012"})
    seen = table.version
    flags = {seat: table.view(seat)["underway"]["may_cancel"] for seat in table.tokens}
    assert flags == {seat: seat == "human" for seat in table.tokens}
    assert cancel(table, "zombie").status_code == 422
    assert cancel(table).get_json()["undo"] == "done"
    after = table.view("human")
    assert (after["underway"], after["characters"]) == (None, before["characters"])
    assert after["zombies"] == before["zombies"]
    assert len(table.record()) == lines + 1
    assert table.record()[-1]["story"] == "Started, then taken back."
    with table.app.test_request_context():
        notice = undone_tap(table.tables.story(table.code, "human"))
    assert notice is not None
    assert notice["reason"] == "Started, then called off: Go to 012."
    (told, *_) = log(table.tables.story(table.code, "human"))
    assert (told["text"], told["mark"]) == (notice["reason"], "")
    assert cancel(table, version=seen).status_code == 409
    table.do("human", {"do": "step", "to": "012", "values": {"012": 3}})
    assert cancel(table).status_code == 422


def test_9_1_a_hidden_zombie_that_was_met_is_taken_back_by_agreement_alone(table: Seated) -> None:
    """The first tap showed everybody that a hidden zombie was met."""
    table.do("human", MEET)
    assert table.view("human")["underway"]["needs"] == {"value": ["030"]}
    assert table.view("human")["underway"]["may_cancel"] is False
    refused = cancel(table)
    assert (refused.status_code, table.view()["underway"] is None) == (422, False)


def test_dice_that_have_fallen_are_taken_back_by_agreement_alone(table: Seated) -> None:
    table.do("human", {"do": "shoot", "by": ["peter"], "at": "012"})
    assert table.view("human")["underway"]["needs"] == {"value": ["012"]}
    assert table.view("human")["underway"]["may_cancel"] is False
    assert cancel(table).status_code == 422


def test_giving_up_waits_for_the_answer_to_a_request(table: Seated) -> None:
    table.do("human", {"do": "step", "to": "012"})
    assert table.post("human", "/undo", answer="ask").status_code == 202
    assert cancel(table).status_code == 409
    assert table.view()["request"]["kind"] == "undo"


def test_a_step_in_progress_is_ruled_on_as_often_for_all_seats_as_for_one(
    table: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every seat reads what is missing, and its own seat whether it may choose something else."""
    table.do("human", {"do": "step", "to": "012"})
    asked = list[str]()

    def count(name: str) -> None:
        ruled = getattr(game, name)

        def counted(*given: object) -> object:
            asked.append(name)
            return ruled(*given)

        monkeypatch.setattr(game, name, counted)

    with table.opened() as loaded:
        step = loaded.parsed_pending_action
    for name in ("check", "rule", "force"):
        count(name)

    def rulings(*seats: str) -> int:
        """Return how often the game was asked for the views of these seats at a table read afresh."""
        table.restart()
        table.version  # noqa: B018  (reads the record, which is ruled on too)
        asked.clear()
        assert all(table.view(seat)["underway"]["action"]["do"] == step.do for seat in seats)
        return len(asked)

    one = rulings("human")
    assert rulings("human", *sorted({*table.tokens} - {"human"})) == one > 0
