"""Who must agree before something is taken back is the game's answer, step by step (R-UNDO)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.games.interface import Step
from tests.referee.any_table import AnyTable
from tests.referee.standoff import Position, StandoffRules, installed, plot

WAIT = {"do": "wait"}
FIRST_FIVE = ("p1", "p2", "p3", "p4", "p5")


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AnyTable]:
    """Give a table of five players and a game master."""
    with installed(monkeypatch):
        made = AnyTable(tmp_path, options={"system": "standoff", "mode": "with a master", "players": 5})
        yield made
        made.tables.close()


def undo(table: AnyTable, seat: str, n: int | None = None) -> str:
    """Ask to take back, and return what it is told; the view has told before what a tap does."""
    seen = table.view(seat)["undo"]["alone"] if n is None else None
    asked: dict[str, Any] = {"answer": "ask", "version": table.view(seat)["version"]}
    answer = table.post(seat, "/undo", **asked | ({} if n is None else {"n": n})).get_json()
    assert seen in (None, answer["undo"] == "done")
    said: str = answer["undo"]
    return said


def answer(table: AnyTable, seat: str, said: str = "agree") -> tuple[int, str]:
    told = table.post(seat, "/undo", answer=said)
    return told.status_code, told.get_json().get("undo") or told.get_json()["detail"]


def redo(table: AnyTable, seat: str) -> int:
    status: int = table.post(seat, "/redo", version=table.view(seat)["version"]).status_code
    return status


def standing(table: AnyTable) -> list[str]:
    return [line["action"]["do"] for line in table.record()[1:] if not line.get("taken_back")]


def test_ones_own_last_step_goes_back_alone_and_comes_again_until_somebody_acts(table: AnyTable) -> None:
    table.do("p1", WAIT)
    assert {seat: table.view(seat)["undo"]["alone"] for seat in FIRST_FIVE} == {
        seat: seat == "p1" for seat in FIRST_FIVE
    }
    assert undo(table, "p1") == "done"
    assert redo(table, "p2") == 403
    assert redo(table, "p1") == 200
    assert standing(table) == ["wait"]
    assert undo(table, "p1") == "done"
    table.do("p2", WAIT)
    assert redo(table, "p1") == 422


@pytest.mark.parametrize(
    "act", [{"do": "shoot", "helper": "1A"}, {"do": "act", "figure": "1A"}], ids=["a die", "a rate"]
)
def test_what_rolled_or_opened_something_waits_for_all_others(table: AnyTable, act: dict[str, Any]) -> None:
    table.do("p1", plot(A1="run", B1="walk"))
    table.do("p1", act)
    assert undo(table, "p1") == "asked"
    for at, seat in enumerate(FIRST_FIVE[1:], 1):
        assert table.view("p1")["request"]["wanted"] == list(FIRST_FIVE[at:])
        assert len(standing(table)) == 2
        assert answer(table, "gm")[0] == 403  # who sees all has no vote
        assert answer(table, seat) == ((200, "done") if seat == "p5" else (202, "asked"))
    assert standing(table) == ["plot"]
    table.restart()
    assert redo(table, "p2") == 403
    assert redo(table, "p1") == 200
    assert standing(table) == ["plot", act["do"]]
    before = table.everything()
    table.restart()
    assert table.everything() == before


def test_one_no_ends_it_and_the_panel_names_who_is_missing(table: AnyTable) -> None:
    table.do("p1", WAIT)
    table.do("p2", WAIT)
    assert undo(table, "p1", 1) == "asked"
    answer(table, "p2")
    answer(table, "p4")
    assert table.view("p1")["request"]["wanted"] == ["p3", "p5"]
    page = table.client.get(f"/t/{table.code}", headers=table.headers("p4")).get_data(as_text=True)
    assert re.search(r"You agreed\. Waiting for \w+ \w*3\w* and \w+ \w*5", page)
    assert "Decline" in page.split('id="agreement"')[1].split("</section>")[0]
    page = table.client.get(f"/t/{table.code}", headers=table.headers("gm")).get_data(as_text=True)
    assert re.search(r">Waiting for [^.]*3 and [^.]* to agree\.", page)
    panel = page.split('id="agreement"')[1].split("</section>")[0]
    assert ("Player 3 agrees" in panel, "Decline" in panel) == (True, False), "it answers for others"
    assert answer(table, "gm", "decline")[0] == 403
    assert answer(table, "p5", "decline") == (200, "declined")
    assert table.view("p1")["unread"] == {"kind": "undo", "seat": "p5"}
    assert len(standing(table)) == 2


def test_the_game_master_asks_and_has_no_vote(table: AnyTable) -> None:
    table.do("p1", WAIT)
    assert undo(table, "gm", 1) == "asked"
    assert table.view("p1")["request"]["wanted"] == [*FIRST_FIVE]
    for seat in FIRST_FIVE:
        answer(table, seat)
    assert standing(table) == []
    assert redo(table, "gm") == 200


def test_the_game_master_learns_of_a_change_and_the_others_do_not(table: AnyTable) -> None:
    table.do("p1", plot(A1="run", B1="walk"))
    versions = {seat: table.view(seat)["version"] for seat in table.tokens}
    table.do("p1", plot(A1="stand", B1="walk"))
    assert {seat for seat in table.tokens if table.view(seat)["version"] != versions[seat]} == {"p1", "gm"}
    assert table.view("gm")["rates"] == {"1A": "stand", "1B": "walk"}
    shown = [line["action"]["rates"] for line in table.record("gm")[1:]]
    assert shown == [{"1A": "stand", "1B": "walk"}]


def handed(self: StandoffRules, step: Step[Position], asker: str) -> Collection[str]:
    """Who got a figure must agree; everything else goes back as it came."""
    return {step.action["to"]} - {asker} if step.action["do"] == "hand" else ()


def test_the_game_says_who_must_agree_and_all_steps_count(
    table: AnyTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(StandoffRules, "must_agree", handed)
    table.do(
        "p1", WAIT, {"do": "hand", "figure": "1A", "to": "p2"}, {"do": "hand", "figure": "1B", "to": "p4"}
    )
    table.do("p3", WAIT)
    assert undo(table, "p5") == "done"
    assert undo(table, "p5", 2) == "asked"
    assert table.view("p1")["request"]["wanted"] == ["p2", "p4"]
    assert answer(table, "p4") == (202, "asked")
    assert answer(table, "p2") == (200, "done")
    assert standing(table) == ["wait"]


def test_the_tablet_agrees_one_by_one_for_those_without_a_device(table: AnyTable) -> None:
    for seat in ("p1", "p2"):
        table.do("table", WAIT | {"seat": seat})
    assert undo(table, "table", 1) == "asked"  # which is the tap of the first of them
    for at, seat in enumerate(FIRST_FIVE[1:], 1):
        assert table.view()["request"]["wanted"] == list(FIRST_FIVE[at:])
        assert answer(table, "table") == ((200, "done") if seat == "p5" else (202, "asked"))
    assert standing(table) == []
