"""The mall is what its plan says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules.board.board import Board
from rules.dawn_of_the_dead.equipment import equipment
from tools import draw_mall


def test_the_map_file_is_what_the_plan_gives() -> None:
    assert draw_mall.written(draw_mall.mall()) == draw_mall.TARGET.read_text(encoding="utf-8")
    assert draw_mall.mall() == equipment.load_map("mall")
    assert draw_mall.main(["--check"]) == 0


def test_a_file_that_differs_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draw_mall, "TARGET", tmp_path / "mall.json")
    assert draw_mall.main([]) == 0
    assert draw_mall.main(["--check"]) == 0
    data = json.loads(draw_mall.TARGET.read_text(encoding="utf-8"))
    data["name"] = "Another"
    draw_mall.TARGET.write_text(draw_mall.written(data), encoding="utf-8")
    assert draw_mall.main(["--check"]) == 1


def test_a_side_between_squares_that_do_not_touch_cannot_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draw_mall, "GLASS_DOORS", "001-212")
    board = Board.from_json(equipment.load_map("mall"))
    with pytest.raises(KeyError):
        list(draw_mall.sides(board))


def test_rows_are_numbered_from_the_top_left() -> None:
    squares = list(draw_mall.squares())
    places = [(s["outline"][0][1], s["outline"][0][0]) for s in squares]
    assert places == sorted(places)
    assert [s["id"] for s in squares] == sorted(s["id"] for s in squares)
