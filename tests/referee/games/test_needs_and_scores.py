"""What a ruling still needs, and its score taken apart: the same for programs and over HTTP."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.games.toolkit.rules_api import need_json
from rules.ruling import Ask
from tests.referee import asking_game
from tests.referee.any_table import AnyTable
from tests.referee.menace import install

GAME = asking_game.AmbushGame()
POSITION = {"format": "referee-position/1", "system": asking_game.ID, "acts": "p1", "rates": {"p2": "run"}}
SHOT = {"do": "shoot", "seat": "p1", "target": "p2"}
ASKED = {
    "inches": {"ask": "How far is it?", "kind": "number", "least": 0, "most": 48, "limits": [6, 12]},
    "cover": {"ask": "In cover?", "kind": "yes_no"},
}


def score(needed: int, rolled: list[int] | None = None, success: bool | None = None) -> dict[str, Any]:
    parts = [{"name": "to hit", "value": needed, "case": "1.1"}]
    return {"dice": "d20", "needed": needed, "parts": parts, "rolled": rolled, "success": success}


def test_a_program_is_told_what_is_asked_and_what_makes_up_the_number_needed() -> None:
    judge = GAME.rules_api().judge
    asked = judge({"position": POSITION, "action": SHOT})
    assert asked["needs"] == ASKED
    assert "score" not in asked
    told = judge({"position": POSITION, "action": {**SHOT, "inches": 8, "cover": True}})
    assert told["needs"] == {"die": 1}
    assert told["score"] == score(18)
    hit = judge({"position": POSITION, "action": {**SHOT, "inches": 8, "cover": True, "die": 19}})
    assert hit["after"]["down"] == ["p2"]


def test_a_yes_or_no_for_each_of_several_says_for_whom() -> None:
    asked = {"ask": "Who is near?", "kind": "yes_no", "each": ["p1", "p2"]}
    assert need_json(Ask("Who is near?", "yes_no", each=("p1", "p2"))) == asked


def test_a_player_who_asks_is_told_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, GAME)
    table = AnyTable(tmp_path, options={"system": asking_game.ID})
    assert table.post("p1", "/ask", action=SHOT).get_json()["needs"] == ASKED
    table.tables.close()
