"""The characters as the screens list them: who moved, and when (5.0)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.games.dawn_of_the_dead.pages.moment.people import people
from rules.dawn_of_the_dead.library import setting
from tests.referee.seated import Seated, ordered


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Seated]:
    """Give a table where Peter moved and the Human Player-Turn is over."""
    made = Seated(tmp_path, sources=ordered({}))
    made.set_up()
    made.do(
        "human",
        {"do": "start_move", "characters": ["peter"]},
        {"do": "step", "to": "008"},
        {"do": "end_turn"},
    )
    yield made
    made.tables.close()


def said(table: Seated) -> dict[str, str]:
    """Return what is said of each character's last move."""
    lines = people(table.view(), setting().sheet, "")
    return {
        line["name"]: words
        for line in lines
        for words in line["detail"].rstrip(".").split(", ")
        if "turn" in words
    }


def test_5_0_in_the_zombie_phases_peter_moved_this_turn_and_nobody_else(table: Seated) -> None:
    assert said(table) == {"Peter": "moved this turn"}


def test_5_0_in_the_next_human_turn_he_moved_last_turn(table: Seated) -> None:
    while table.view()["phase"] != "human":
        actions = table.get("zombie", "/actions").get_json()["actions"]
        order = ("react", "roll_free_moves", "roll_entrance", "next_phase")
        table.do("zombie", next(a for name in order for a in actions if a["do"] == name))
    assert said(table) == {"Peter": "moved last turn"}
