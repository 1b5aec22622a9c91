"""What an attack did stays in sight, but never what is no longer so."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.games.dawn_of_the_dead.pages.news import arrival_lines, fate_lines, kept_news
from rules.dawn_of_the_dead.position import Zombie
from rules.dawn_of_the_dead.sequence import enter_phase
from tests.referee.dawn_views import seen_of
from tests.referee.seated import START, Seated, ordered


def says_stunned(table: Seated, seat: str) -> bool:
    """Return whether the line that stays on a seat's screen says that Steve is stunned."""
    page = table.client.get(f"/t/{table.code}", headers=table.headers(seat)).get_data(as_text=True)
    kept = page.split('class="kept"')[1].split("</div>")[0] if 'class="kept"' in page else ""
    return "Steve is stunned." in kept


def stunned(folder: Path, mode: str) -> Seated:
    """Return a table in the next Human Player-Turn after Steve, alone in 009, was stunned."""
    table = Seated(folder, options={"mode": mode, "phases": "automatic"}, sources=ordered({}))
    if mode == "two-player":
        table.set_up()
    else:
        table.do("table", START)
    with table.opened() as loaded:
        now = loaded.positions[-1]
        people = {n: replace(c, square="009" if n == "steve" else "010") for n, c in now.characters.items()}
        moved = replace(now, characters=people, zombies={"009": Zombie(5)})
        loaded.positions[-1] = enter_phase(moved, "attack")
        loaded.views.clear()
    table.do("table", {"do": "open_attack", "square": "009"}, {"do": "hold_fire"})
    table.do("table", {"do": "roll_attack", "character": "steve", "dice": [2, 3]})
    while table.view()["phase"] != "human":
        table.do("table", table.get("table", "/actions").get_json()["actions"][0])
    return table


@pytest.mark.parametrize(
    ("mode", "seat", "other"), [("cooperative", "fran", "peter"), ("two-player", "human", "table")]
)
def test_8_3_who_was_woken_is_called_stunned_no_more(
    tmp_path: Path, mode: str, seat: str, other: str
) -> None:
    table = stunned(tmp_path, mode)
    assert says_stunned(table, seat)
    with table.opened() as loaded:
        loaded.positions[-1] = replace(loaded.positions[-1], zombies={"150": Zombie(3)})
        loaded.views.clear()
    table.do(other, {"do": "start_move", "characters": ["peter"]}, {"do": "step", "to": "009"})
    assert table.view()["characters"]["steve"]["status"] == "normal"
    assert not says_stunned(table, seat)


def test_who_shares_a_fate_is_told_in_one_clause() -> None:
    assert fate_lines({"peter": "Killed", "steve": "Killed"}) == "Peter and Steve are killed."
    assert fate_lines({"peter": "Stunned", "fran": "Killed"}) == "Peter is stunned and Fran is killed."
    mixed = {"peter": "Killed", "fran": "Stunned", "steve": "Killed"}
    assert fate_lines(mixed) == "Peter and Steve are killed, and Fran is stunned."


def test_9_0_a_hidden_zombie_that_came_stays_in_sight() -> None:
    """The tablet is rolled on at once: whoever looks up a moment later still reads it."""
    line = {
        "n": 7, "seat": "zombie", "action": {"do": "reveal"}, "cases": ["9.0"],
        "effects": [{"effect": "appear", "pool": "hidden_box", "square": "045", "door": None}],
    }  # fmt: skip
    view: dict[str, Any] = {"phase": "berserk", "moment": None, "characters": {}}
    kept = kept_news([line], seen_of(view), "table")
    assert kept
    assert kept.text == "A hidden zombie has appeared in 045."
    assert kept.cases == ("9.0",)
    assert kept_news([line], seen_of(view), "zombie") is None
    acted = {"n": 8, "seat": "human", "action": {"do": "start_move"}, "cases": [], "effects": []}
    assert kept_news([line, acted], seen_of(view), "table") is None
    assert arrival_lines(["045", "101"]) == "Hidden zombies have appeared in 045 and 101."
