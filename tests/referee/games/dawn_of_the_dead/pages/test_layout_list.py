"""3.0: what owners of the cardboard lay out, read off the map and the counters of the table."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from referee.games.dawn_of_the_dead.pages.cardboard.instructions import layout_list
from rules.dawn_of_the_dead.equipment import equipment
from rules.dawn_of_the_dead.equipment.rulebook import rulebook
from tests.referee.dawn_views import view_of
from tests.referee.seated import START, Seated, ordered

SETTING = equipment.setting()


def page_of(table: Seated, seat: str = "table") -> str:
    """Return what a person reads on the page of a seat."""
    page = table.client.get(f"/t/{table.code}", headers=table.headers(seat)).get_data(as_text=True)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


@pytest.mark.parametrize("mode", ["two-player", "solitaire"])
def test_all_fifty_units_and_what_lies_on_the_map_are_counted(mode: str) -> None:
    view = {"counters": "physical", "phase": "place_characters", "mode": mode}
    rows = layout_list(view_of(view), SETTING)
    units = [int(row.count) for row in rows if "zombie units" in row.says]
    assert units == [len(SETTING.zombie_squares), 50 - len(SETTING.zombie_squares)]
    assert next(row.squares for row in rows if row.squares) == SETTING.zombie_squares
    assert any(row.squares == SETTING.character_squares for row in rows)
    assert any(row.count == "2" and "Hunting Rifle markers in 177" in row.says for row in rows)
    assert ("Hidden Zombie box" in rows[1].says) == (mode == "two-player")
    for row in rows:
        assert rulebook().unknown(row.case) is None


@pytest.mark.parametrize("mode", ["two-player", "solitaire"])
def test_the_list_is_there_at_set_up_with_cardboard_alone(tmp_path: Path, mode: str) -> None:
    table = Seated(tmp_path, options={"mode": mode, "counters": "physical"}, sources=ordered({}))
    assert "What to lay out on the board" in page_of(table)
    if mode == "two-player":
        assert "What to lay out on the board" in page_of(table, "zombie")
        table.set_up()
    else:
        table.do("table", START)
    assert "What to lay out on the board" not in page_of(table)


def test_the_referees_own_counters_need_no_list(tmp_path: Path) -> None:
    assert "What to lay out" not in page_of(Seated(tmp_path, sources=ordered({})))
